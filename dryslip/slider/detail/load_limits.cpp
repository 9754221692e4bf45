#include "dryslip/slider/detail/load_limits.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/limit_surface/stick_test.hpp"
#include "dryslip/numerics/span_of_vectors.hpp"

namespace dryslip::detail {

LoadLimits::LoadLimits(const LimitSurface& surface, SliderRunOptions::StickCriterion criterion, const Mat3& G,
                       double force_that_counts)
    : surface_(&surface), criterion_(criterion), G_(G), length_(surface.unit_length()) {
  const auto flat = surface.flat_directions();
  std::vector<Eigen::Vector3d> axes(flat.begin(), flat.end());
  flat_ = static_cast<Eigen::Index>(axes.size());
  const auto others = complement_of_span(axes);
  axes.insert(axes.end(), others.begin(), others.end());
  matrix_.resize(3, 3);
  for (Eigen::Index i = 0; i < 3; ++i) {
    matrix_.row(i) = axes[static_cast<std::size_t>(i)].transpose();
    matrix_(i, 2) /= length_;
  }
  const double force = surface.model().scale().force;
  slack_ = on_limit * (force > 0.0 ? force : force_that_counts);
  if (!(force > 0.0)) flat_ = 3;
}

LoadLimits::LoadLimits(std::vector<std::shared_ptr<const FrictionModel>> parts, const Matrix& motions,
                       const LoadScale& scale)
    : parts_(std::move(parts)), matrix_(motions) {
  for (Eigen::Index i = 0; i < matrix_.rows(); ++i) {
    const double force = scale.force * matrix_.row(i).head<2>().norm() + scale.moment * std::abs(matrix_(i, 2));
    slack_ = std::max(slack_, on_limit * force);
  }
  const bool is_exact =
      std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->is_closed_form(); });
  if (!is_exact) rounding_ = 1e-13;
  align();
}

namespace {

/// Whether all corners of the box around c pass, in the axes `from` and later.
template <class Passes>
bool all_corners(const LoadLimits::Coordinates& c, const LoadLimits::Coordinates& off, const Passes& passes,
                 Eigen::Index from = 0) {
  while (from < c.size() && !(off[from] > 0.0)) ++from;
  if (from == c.size()) return passes(c);
  const LoadLimits::Coordinates side = LoadLimits::Coordinates::Unit(c.size(), from) * off[from];
  return all_corners(LoadLimits::Coordinates(c + side), off, passes, from + 1) &&
         all_corners(LoadLimits::Coordinates(c - side), off, passes, from + 1);
}

}  // namespace

/// Turns the two coordinates of a set that is a segment so that the first is across it.
void LoadLimits::align() {
  if (matrix_.rows() != 2) return;
  const auto width = [&](const Coordinates& n) -> Coordinates { return farthest(n) - farthest(-n); };
  Coordinates along = width(Coordinates::Unit(2, 0));
  if (const Coordinates other = width(Coordinates::Unit(2, 1)); other.norm() > along.norm()) along = other;
  if (!(along.norm() > 100.0 * slack_)) return;
  along.normalize();
  Coordinates across(2);
  across << -along[1], along[0];
  if (across.dot(width(across)) > 100.0 * slack_) return;
  Matrix turned(2, 3);
  turned.row(0) = across.transpose() * matrix_;
  turned.row(1) = along.transpose() * matrix_;
  matrix_ = turned;
  flat_ = 1;
}

/// The mean of loads on its rim: of a ratchet zero is on the rim.
void LoadLimits::find_middle() const {
  const Eigen::Index n = matrix_.rows();
  middle_ = Coordinates::Zero(n);
  width_ = Coordinates::Zero(n);
  for (Eigen::Index i = flat_; i < n; ++i) {
    const Coordinates axis = Coordinates::Unit(n, i), up = farthest(axis), down = farthest(-axis);
    width_[i] = up[i] - down[i];
    middle_ += (up + down) / (2.0 * static_cast<double>(n - flat_));
  }
  middle_.head(flat_).setZero();
  constexpr double little = 1e-6, rounding = 1e-12;
  is_zero_on_rim_ = middle_.norm() > rounding * width_.norm() && !(plain_use(-little * middle_) <= 1.0);
  if (!is_zero_on_rim_ || !surface_) return;
  // the motion along which nothing is borne
  const Eigen::Vector3d beyond = matrix_.inverse() * (-little * middle_);
  const Eigen::Vector3d V = vector_of(surface_->motion_of(load_of(beyond)).motion);
  rim_motion_ = (matrix_.transpose().inverse() * V).normalized();
  find_rim_loads();
}

void LoadLimits::find_reach() const {
  if (middle_.size() == 0) find_middle();
  const Eigen::Index n = matrix_.rows();
  reach_ = Coordinates::Constant(n, slack_);
  for (Eigen::Index i = flat_; i < n; ++i) {
    for (double size = 0.45 * width_[i]; size > slack_; size *= 0.5) {
      const Coordinates axis = Coordinates::Unit(n, i) * size;
      if (!(plain_use(middle_ + axis) <= 1.0 && plain_use(middle_ - axis) <= 1.0)) continue;
      reach_[i] = size;
      break;
    }
  }
}

bool LoadLimits::surely_bears(const Coordinates& c, const Coordinates& off, double most) const {
  // with (1 + ε)(c − middle) + middle the set contains ε/(1 + ε) of what is around the middle around c
  if (reach_.size() == 0) find_reach();
  if (off.isZero(0.0)) return is_zero_on_rim_ ? bears_on_rim(c, most, slack_) : bears(c, most);
  double part = 0.0;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    if (off[i] > 0.0) part += off[i] / reach_[i];
  }
  if (part < 1.0 && bears(middle_ + (c - middle_) / (1.0 - part), most)) return true;
  // loads along a flat side, or a rim that goes through zero, as across a ratchet: the corners tell
  return (is_zero_on_rim_ || surface_) && bears_corners(c, off, most, slack_);
}

bool LoadLimits::surely_bears_between(const Coordinates& before, const Coordinates& after, const Coordinates& off,
                                      double most) const {
  if (surely_bears(before, off, most) && (before == after || surely_bears(after, off, most))) return true;
  return !is_convex() && is_surely_within_one_twist(before, after, off, most);
}

/// With L the load of the motion q = G⁻¹P of the mean of both ends, D(q') ≥ L·q' for all q': a load P' with P'·G⁻¹P' ≤ L·G⁻¹P' is
/// borne by Kardan's criterion. These are an ellipsoid, so that the corners tell.
bool LoadLimits::is_surely_within_one_twist(const Coordinates& before, const Coordinates& after, const Coordinates& off,
                                            double most) const {
  const Eigen::LLT<Mat3> factors(G_);
  const Eigen::Vector3d q = factors.solve(load_from(0.5 * (before + after), 0));
  if (q.isZero(0.0)) return false;
  const Eigen::Vector3d L = vector_of(surface_->model().load(twist_of(q)));
  const auto is_within = [&](const Coordinates& c) {
    const Eigen::Vector3d P = load_from(c, 0), motion = factors.solve(P);
    return P.dot(motion) <= most * L.dot(motion);
  };
  return all_corners(before, off, is_within) && all_corners(after, off, is_within);
}

bool LoadLimits::nearly_bears(const Coordinates& c, const Coordinates& off, double beyond) const {
  const double slack = slack_ / on_limit * beyond;
  // beside what slips also at one end of what is borne, as what rolls one way only while nothing pushes it
  if (is_zero_on_rim_ || !surface_) return bears_corners(c, off, 1.0 + beyond, slack);
  if (flat_ == c.size() || !is_convex()) return false;
  Coordinates inside = c, rest = off;
  if (flat_ > 0) {  // along a wheel, where it bears nothing
    if ((c.cwiseAbs() + off).head(flat_).maxCoeff() > slack) return false;
    inside.head(flat_).setZero();
    rest.head(flat_).setZero();
  }
  return surely_bears(inside, rest, 1.0 + beyond);
}

bool LoadLimits::bears_corners(const Coordinates& c, const Coordinates& off, double most, double slack) const {
  return all_corners(c, off, [&](const Coordinates& corner) {
    return is_zero_on_rim_ ? bears_on_rim(corner, most, slack) : bears(corner, most);
  });
}

/// Where zero is on the rim: with a load on the limit all parts of it are borne.
bool LoadLimits::bears_on_rim(const Coordinates& c, double most, double slack) const {
  const bool is_part_of_known = std::any_of(known_.begin(), known_.end(), [&](const Known& known) {
    const double part = std::clamp(c.dot(known.load) / known.load.squaredNorm(), 0.0, most);
    return (c - part * known.load).norm() <= slack;
  });
  if (is_part_of_known || is_between_rim_loads(c, slack)) return true;
  return bears(c + (slack - slack_) * middle_.normalized(), most);
}

/// Loads on a rim through zero, around it as far out as they are borne, or nearly.
void LoadLimits::find_rim_loads() const {
  const auto axes = complement_of_span(std::vector<Eigen::Vector3d>{rim_motion_});
  const double size = 0.1 * width_.norm();
  constexpr double nearly = 0.99;
  for (std::size_t k = 0; k < rim_loads_.size(); ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(rim_loads_.size());
    const Eigen::Vector3d along = size * (std::cos(angle) * axes[0] + std::sin(angle) * axes[1]);
    const double found = use_beside_rim(along, use_at_rest(along));
    rim_loads_[k] = nearly / found * along;
    if (!(found > 0.0) || !bears(rim_loads_[k], 1.0)) rim_loads_[k].setZero();
  }
}

/// Whether c is between the middle and a load on the rim that is between zero and two of those that are known: then it is borne.
bool LoadLimits::is_between_rim_loads(const Coordinates& c, double slack) const {
  if (rim_motion_.size() == 0) return false;
  const double beyond = rim_motion_.dot(c), part = std::max(beyond / rim_motion_.dot(middle_), 0.0);
  if (beyond > slack || !(part < 1.0)) return false;
  Eigen::Vector3d on_rim = (c - part * middle_) / (1.0 - part);
  on_rim -= rim_motion_.dot(on_rim) * rim_motion_;
  for (std::size_t k = 0; k < rim_loads_.size(); ++k) {
    const Eigen::Vector3d &a = rim_loads_[k], &b = rim_loads_[k + 1 < rim_loads_.size() ? k + 1 : 0];
    const double along = a.isZero(0.0) ? 0.0 : std::clamp(on_rim.dot(a) / a.squaredNorm(), 0.0, 1.0);
    if ((on_rim - along * a).norm() <= slack) return true;
    const Eigen::Vector3d area = a.cross(b);
    if (area.isZero(0.0)) continue;
    const double share_a = on_rim.cross(b).dot(area) / area.squaredNorm(),
                 share_b = a.cross(on_rim).dot(area) / area.squaredNorm();
    if (share_a >= 0.0 && share_b >= 0.0 && share_a + share_b <= 1.0) return true;
  }
  return false;
}

void LoadLimits::keep_known(const Known& known) const {
  constexpr std::size_t count = 16;
  if (known_.size() < count) known_.emplace_back();
  known_[oldest_known_++ % known_.size()] = known;
  oldest_known_ %= count;
}

/// Whether c is in the hull of what is around the middle and one or two of the loads known to be on the limit: on a flat side of the set only two
/// show what is between them.
bool LoadLimits::is_between_known(const Coordinates& c) const {
  if (reach_.size() == 0) return false;
  const Coordinates from_middle = c - middle_;
  const auto is_near = [&](const Coordinates& place, double share) {
    return (from_middle - place).cwiseAbs().cwiseQuotient(reach_).sum() <= 1.0 - share;
  };
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const Coordinates a = known_[i].load - middle_;
    const double aa = a.squaredNorm(), ac = a.dot(from_middle), alone = std::max(ac / aa, 0.0);
    if (is_near(alone * a, alone)) return true;
    for (std::size_t k = 0; k < i; ++k) {
      const Coordinates b = known_[k].load - middle_;
      const double ab = a.dot(b), bb = b.squaredNorm(), bc = b.dot(from_middle), determinant = aa * bb - ab * ab;
      const double share_a = (bb * ac - ab * bc) / determinant, share_b = (aa * bc - ab * ac) / determinant;
      if (share_a >= 0.0 && share_b >= 0.0 && is_near(share_a * a + share_b * b, share_a + share_b)) return true;
    }
  }
  return false;
}

bool LoadLimits::is_surely_beyond(const Coordinates& c, double most) const {
  if (is_zero_on_rim_ || known_.empty()) return false;
  const double surely = on_limit + 10.0 * surface_->load_error();
  return std::any_of(known_.begin(), known_.end(), [&](const Known& known) {
    return known.plane.motion.dot(c) > (most + surely) * known.plane.power;
  });
}

bool LoadLimits::bears(const Coordinates& c, double most) const {
  if (!surface_ && c.size() == 2) {
    // the next number: what is just at the most is borne
    const double too_much = std::nextafter(most, std::numeric_limits<double>::infinity());
    return use_in_plane({c[0], c[1]}, most, too_much) <= most;
  }
  if (!surface_) return use(c, most) <= most;
  if (is_beyond_rim(c)) return false;
  if (is_between_known(c / most)) return true;
  if (is_surely_beyond(c, most)) return false;
  const PlaneBeyond plane = plane_beyond(c);
  const double alone = plane.use;
  if (alone > 0.0 && alone <= (is_zero_on_rim_ ? 1.0 : std::numeric_limits<double>::max()))
    keep_known({c / alone, plane});
  return use_beside_rim(c, alone) <= most;
}

double LoadLimits::use(const Coordinates& c, double enough) const {
  if (!c.allFinite()) return std::numeric_limits<double>::infinity();
  if (!is_convex()) return use_by_one_twist(c);
  if (surface_) return use_beside_rim(c, use_at_rest(c));
  return c.size() == 1 ? use_on_line(c[0])
                       : use_in_plane({c[0], c[1]}, enough, std::numeric_limits<double>::infinity());
}

/// Use of a load that may be just beyond a rim through zero: by rounding, or by so little that a search does not see it.
double LoadLimits::use_beside_rim(const Coordinates& c, double alone) const {
  if (alone == 0.0) return alone;
  if (middle_.size() == 0) find_middle();
  if (!is_zero_on_rim_) return alone;
  if (is_beyond_rim(c)) return std::max(alone, rim_motion_.dot(c) / slack_);
  return alone <= 1.0 ? alone : std::min(alone, use_at_rest(c + slack_ * middle_.normalized()));
}

/// matrix⁻¹ c without the first coordinates.
Eigen::Vector3d LoadLimits::load_from(const Coordinates& c, Eigen::Index first) const {
  Eigen::Vector3d P = Eigen::Vector3d::Zero();
  for (Eigen::Index i = first; i < 3; ++i)
    P += c[i] * Eigen::Vector3d(matrix_(i, 0), matrix_(i, 1), length_ * length_ * matrix_(i, 2));
  return P;
}

Twist LoadLimits::motion_near(const Coordinates& c) const {
  Twist result;
  double most = 0.9;  // cosine
  for (const Known& known : known_) {
    const double cosine = known.load.dot(c) / (known.load.norm() * c.norm());
    if (!(cosine > most)) continue;
    most = cosine;
    result = known.plane.twist;
  }
  return result;
}

LoadLimits::PlaneBeyond LoadLimits::plane_beyond(const Coordinates& c) const {
  const double across = flat_ > 0 ? c.head(flat_).cwiseAbs().maxCoeff() / slack_ : 0.0;
  const Eigen::Vector3d P = load_from(c, flat_);
  constexpr double surely_not_borne = 2.0;
  if (P.isZero(0.0) || across > surely_not_borne) return {across, Coordinates::Zero(c.size()), 0.0, {}};
  const auto [factor, V] = surface_->supporting_plane(load_of(P), motion_near(c));
  Coordinates motion = Coordinates::Zero(c.size());
  // the power of a load is motion · c
  if (surface_->is_exact()) motion = matrix_ * Eigen::Vector3d(V.velocity.x, V.velocity.y, length_ * length_ * V.omega);
  motion.head(flat_).setZero();
  return {std::max(across, 1.0 / factor), motion, factor * motion.dot(c), V};
}

/// Kardan's: a load across the set is borne beside others.
double LoadLimits::use_by_one_twist(const Coordinates& c) const {
  const Eigen::Vector3d P = load_from(c, 0);
  return P.isZero(0.0) ? 0.0 : 1.0 / motion_by_one_twist(*surface_, load_of(P), G_).factor;
}

LoadLimits::Coordinates LoadLimits::farthest(const Coordinates& c) const {
  const Twist V = twist_of(matrix_.transpose() * c);
  if (surface_) return matrix_ * vector_of(surface_->model().load(V));
  FrictionLoad sum;
  for (const auto& part : parts_) sum = sum + part->load(V);
  return matrix_ * vector_of(sum) + slack_ / c.norm() * c;
}

double LoadLimits::use_on_line(double c) const {
  if (c == 0.0) return 0.0;
  double& end = line_ends_[c > 0.0 ? 1 : 0];
  if (end == 0.0) end = farthest(Coordinates::Constant(1, std::copysign(1.0, c)))[0];
  return c / end;
}

namespace {

double cross_of(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a[0] * b[1] - a[1] * b[0]; }
Eigen::Vector2d left_of(const Eigen::Vector2d& a) { return {-a[1], a[0]}; }

}  // namespace

LoadLimits::Farthest LoadLimits::farthest_in_plane(const Eigen::Vector2d& motion) const {
  const Farthest found{motion, farthest(motion), std::atan2(motion[1], motion[0])};
  constexpr std::size_t most = 300;  // enough to be near every load
  if (rim_.size() < most) {
    const auto place = std::upper_bound(rim_.begin(), rim_.end(), found.angle,
                                        [](double angle, const Farthest& other) { return angle < other.angle; });
    rim_.insert(place, found);
  }
  return found;
}

/// Two motions are kept whose farthest loads are on either side of c; the next one is across the chord between these, until there is
/// nothing beyond the chord. The first two are neighbours among those that are known already.
double LoadLimits::use_in_plane(const Eigen::Vector2d& c, double enough, double too_much) const {
  if (c.isZero(0.0)) return 0.0;
  double lower = 0.0;
  // beyond this plane nothing is borne
  const auto cut_by = [&](const Farthest& end) {
    lower = std::max(lower, end.motion.dot(c) / end.motion.dot(end.load));
  };
  const Farthest *known_left = nullptr, *known_right = nullptr;
  for (std::size_t i = 0; i < rim_.size(); ++i) {
    const Farthest &right = rim_[i], &left = rim_[i + 1 < rim_.size() ? i + 1 : 0];
    cut_by(right);
    if (cross_of(c, right.load) <= 0.0 && cross_of(c, left.load) > 0.0 && cross_of(right.motion, left.motion) > 0.0 &&
        cross_of(right.load, left.load) > 0.0) {
      known_left = &left;
      known_right = &right;
    }
  }
  if (lower >= too_much) return lower;
  const auto end_towards = [&](const Eigen::Vector2d& n) {
    const Farthest end = farthest_in_plane(n);
    cut_by(end);
    return end;
  };
  Farthest left, right;
  if (known_left) {
    left = *known_left;
    right = *known_right;
  } else {
    const Farthest first = end_towards(c.normalized());
    const double side = cross_of(c, first.load);
    if (side == 0.0) return lower;
    // zero is inside: across c, on the other side, is the second
    const Eigen::Vector2d across = left_of(c).normalized();
    left = side > 0.0 ? first : end_towards(across);
    right = side > 0.0 ? end_towards(-across) : first;
  }
  for (int i = 0; i < 200 && lower < too_much; ++i) {
    const Eigen::Vector2d chord = left.load - right.load;
    const double width = cross_of(right.load, left.load);
    Eigen::Vector2d n = -left_of(chord).normalized();
    const bool crosses = width > 0.0 && n.dot(c) > 0.0;  // the chord is between zero and c, or beyond c
    if (crosses) {
      const double upper = n.dot(c) / n.dot(right.load);
      if (upper <= enough || upper <= lower * (1.0 + rounding_)) return std::max(lower, upper);
      const Farthest next = end_towards(n);
      if (n.dot(next.load - right.load) <= rounding_ * n.dot(next.load)) return std::max(lower, upper);
      (cross_of(c, next.load) > 0.0 ? left : right) = next;
    } else {
      n = (left.motion + right.motion).normalized();
      if (!n.allFinite() || n == left.motion || n == right.motion) return lower;
      const Farthest next = end_towards(n);
      (cross_of(c, next.load) > 0.0 ? left : right) = next;
    }
  }
  return lower;
}

}  // namespace dryslip::detail
