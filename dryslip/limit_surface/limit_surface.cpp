#include "dryslip/limit_surface/limit_surface.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <variant>

#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/limit_surface/detail/ray_triangle.hpp"

namespace dryslip {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double certified = 1e-10;  // largest gap of the bounds, of the factor
constexpr double flat = 1e-11;  // of the factor: D − factor P·V below this counts as zero when normals are sought
using Vector3 = Eigen::Vector3d;

}  // namespace

/// The contact along the ray of one load, in units of force and length that make its scale 1: twists with P·V = 1 are
/// p + e₁ y₁ + e₂ y₂ with p the direction of the load, so that D is a convex function of y.
class LimitSurface::Ray {
 public:
  Ray(const LimitSurface& surface, const FrictionLoad& P)
      : surface_(surface),
        model_(*surface.model_),
        force_(model_.scale().force),
        length_(surface.length_),
        uncertainty_(surface.load_error()) {
    const Vector3 given(P.force.x, P.force.y, P.moment / length_);
    size_ = given.stableNorm();
    p_ = given / size_;
    // any two directions across p
    Vector3 other = Vector3::Zero();
    Eigen::Index smallest = 0;
    p_.cwiseAbs().minCoeff(&smallest);
    other[smallest] = 1.0;
    e1_ = p_.cross(other).normalized();
    e2_ = p_.cross(e1_);
  }

  Twist twist_of(const Vector3& x) const { return {{x[0], x[1]}, x[2] / length_}; }
  Twist twist(Vec2 y) const { return twist_of(p_ + y.x * e1_ + y.y * e2_); }
  /// The direction in which y goes to infinity.
  Twist sideways(Vec2 y) const { return twist_of(y.x * e1_ + y.y * e2_); }
  Vec2 slope_of(const Twist& V) const {
    const Vector3 x(V.velocity.x, V.velocity.y, V.omega * length_);
    return {e1_.dot(x) / p_.dot(x), e2_.dot(x) / p_.dot(x)};
  }
  double along(const Twist& V) const { return p_.dot(Vector3(V.velocity.x, V.velocity.y, V.omega * length_)); }

  /// A load of the motion y.
  detail::RayPoint point(Vec2 y) const {
    const FrictionLoad P = model_.load(twist(y));
    return seen(Vector3(P.force.x, P.force.y, P.moment / length_) / force_);
  }
  /// The same of a set that is not flat: thickened across itself, which moves no end of a ray inside it.
  detail::RayPoint thickened(const detail::RayPoint& point, Vec2 y) const {
    detail::RayPoint sum = point;
    const Vector3 x = p_ + y.x * e1_ + y.y * e2_;
    for (const Vector3& w : surface_.flat_directions_) {
      const detail::RayPoint more = seen((w.dot(x) < 0.0 ? -1.0 : 1.0) * w);
      sum = {sum.height + more.height, sum.beside + more.beside};
    }
    return sum;
  }
  /// D(y).
  double dissipation_at(Vec2 y) const { return power(model_.load(twist(y)), twist(y)) / force_; }
  /// The part of the load's direction that leaves a flat set: none of it is carried.
  Vector3 across() const {
    Vector3 sum = Vector3::Zero();
    for (const Vector3& w : surface_.flat_directions_) sum += w.dot(p_) * w;
    return sum;
  }
  static double dissipation(const detail::RayPoint& point, Vec2 y) { return point.height + dot(point.beside, y); }
  /// How well D(y) is known.
  double uncertainty(Vec2 y) const { return uncertainty_ * (1.0 + length(y)); }

  /// ∂²D/∂y².
  std::array<double, 3> curvature(Vec2 y) const {
    const Vector3 units(1.0, 1.0, 1.0 / length_);
    const Eigen::Matrix3d H = units.asDiagonal() * model_.hessian(twist(y)) * units.asDiagonal() / force_;
    return {e1_.dot(H * e1_), e1_.dot(H * e2_), e2_.dot(H * e2_)};
  }

  double factor(double height) const { return height * force_ / size_; }

 private:
  detail::RayPoint seen(const Vector3& load) const { return {p_.dot(load), {e1_.dot(load), e2_.dot(load)}}; }

  const LimitSurface& surface_;
  const FrictionModel& model_;
  double force_;
  double length_;
  double uncertainty_;
  double size_ = 0.0;
  Vector3 p_, e1_, e2_;
};

LimitSurface::LimitSurface(const ContactPatch& patch, const FrictionModelOptions& options)
    : patch_(patch),
      coefficient_(options.coefficient),
      tolerance_(std::min(options.tolerance, 1e-2 * certified)),
      model_(friction_model(patch, {.coefficient = options.coefficient, .tolerance = tolerance_})) {
  require_maximum_power(patch);
  const LoadScale scale = model_->scale();
  if (scale.force > 0.0 && scale.moment > 0.0) length_ = scale.moment / scale.force;
  if (scale.force > 0.0) find_flat_directions();
  for (const Support& support : patch.supports) {
    const bool is_smooth =
        std::holds_alternative<IsotropicLaw>(support.law) || std::holds_alternative<EllipticLaw>(support.law);
    curvature_jumps_ |= !is_smooth || std::holds_alternative<Segment>(support.shape);
    const auto* points = std::get_if<Points>(&support.shape);
    if (!points) continue;
    for (const WeightedPoint& point : points->points) {
      points_.push_back(support.center + rotated(point.position, unit_vector(support.angle)));
    }
  }
}

std::vector<Twist> LimitSurface::free_motions() const {
  std::vector<Twist> result;
  for (const Vector3& w : flat_directions_) result.push_back({{w[0], w[1]}, w[2] / length_});
  return result;
}

/// Directions across the span of all loads: those of width D(w) + D(−w) = 0. The width is a seminorm, so that it is enough to
/// look at a basis of the directions across the loads known so far.
void LimitSurface::find_flat_directions() {
  const auto vector_of = [&](const Vector3& x) -> Vector3 {
    const FrictionLoad P = model_->load({{x[0], x[1]}, x[2] / length_});
    return Vector3(P.force.x, P.force.y, P.moment / length_) / model_->scale().force;
  };
  std::vector<Vector3> loads;
  for (int axis = 0; axis < 3; ++axis) {
    loads.push_back(vector_of(Vector3::Unit(axis)));
    loads.push_back(vector_of(-Vector3::Unit(axis)));
  }
  constexpr double smallest = 1e-9;  // of scale; far above the error of a load
  for (bool is_complete = false; !is_complete;) {
    Eigen::Matrix3Xd span(3, static_cast<Eigen::Index>(loads.size()));
    for (std::size_t i = 0; i < loads.size(); ++i) span.col(static_cast<Eigen::Index>(i)) = loads[i];
    const Eigen::JacobiSVD<Eigen::Matrix3Xd> svd(span, Eigen::ComputeFullU);
    flat_directions_.clear();
    is_complete = true;
    for (Eigen::Index k = 0; k < 3; ++k) {
      if (svd.singularValues()[k] >= smallest) continue;
      const Vector3 w = svd.matrixU().col(k), forth = vector_of(w), back = vector_of(-w);
      flat_directions_.push_back(w);
      if (w.dot(forth - back) < smallest) continue;
      loads.push_back(forth);
      loads.push_back(back);
      is_complete = false;
    }
  }
}

namespace {

/// The best bounds so far and where they come from.
struct Search {
  double lower = 0.0;
  double upper = infinity;
  Vec2 y;                  // of upper
  bool is_strict = false;  // D is smooth and curved at y: no other motion has this load
  double gap() const { return upper - lower; }
  bool is_certified() const { return gap() <= certified * upper; }

  /// Takes in an upper bound; false where it is no better.
  bool lowers(double D, Vec2 at) {
    if (!(D < upper)) return false;
    upper = D;
    if (!is_strict) y = at;
    return true;
  }
};

/// Newton's method for the minimum of D(y), as long as the slope halves; false where D is not smooth enough.
template <class Ray>
bool minimise_smooth(const Ray& ray, Search& search) {
  Vec2 y = search.y;
  detail::RayPoint at = ray.point(y);
  for (int step = 0; step < 12; ++step) {
    const auto [xx, xy, yy] = ray.curvature(y);
    const double determinant = xx * yy - xy * xy;
    if (!(determinant > 1e-14 * (xx + yy) * (xx + yy))) return false;
    const Vec2 next =
        y - (1.0 / determinant) * Vec2{yy * at.beside.x - xy * at.beside.y, xx * at.beside.y - xy * at.beside.x};
    const detail::RayPoint at_next = ray.point(next);
    if (!(length(at_next.beside) <= 0.5 * length(at.beside))) {
      const bool is_found = length(at.beside) < 1e-12;
      if (is_found) search.y = y;  // better known by the slope than by D, whose minimum is flat
      search.is_strict = is_found && determinant > 1e-6 * (xx + yy) * (xx + yy);
      return is_found;
    }
    y = next;
    at = at_next;
    search.lowers(Ray::dissipation(at, y) + ray.uncertainty(y), y);
  }
  return false;
}

/// Three loads around the one at y, for motions this far from it.
template <class Ray>
void surround(const Ray& ray, Vec2 y, double radius, detail::RayTriangle& triangle) {
  for (int i = 0; i < 3; ++i) {
    const Vec2 at = y + radius * unit_vector(1.0 + 2.1 * i);
    triangle.improve(ray.thickened(ray.point(at), at));
  }
}

/// Bounds on the height at which the ray leaves the set, closed as far as rounding allows.
template <class Ray>
Search search_along(const Ray& ray, double depth) {
  constexpr double width = 4.0;  // all loads of scale 1 are within 3
  detail::RayTriangle triangle(depth, width);
  triangle.improve({0.0, {}});  // no load at all is inside
  Search search;
  double last_try = 1.0;
  int idle = 0;
  for (int i = 0; i < 400 && idle < 12; ++i) {
    // a ray along a flat side of the set: beyond this the rest of the motion would be lost in rounding
    constexpr double farthest = 1e12;
    Vec2 y = triangle.slope();
    if (length(y) > farthest) y = (farthest / length(y)) * y;
    const detail::RayPoint point = ray.point(y);
    ++idle;
    if (search.lowers(Ray::dissipation(point, y) + ray.uncertainty(y), y)) idle = 0;
    // points beside the ray by less than the error of a load count as on it
    const double error = 100.0 * ray.uncertainty({});
    double height = triangle.height_inside(error);
    if (length(point.beside) <= error) height = std::max(height, point.height);
    if (height > search.lower) {
      if (height > search.lower * (1.0 + 1e-15)) idle = 0;
      search.lower = height;
    }
    // the motion is known to rounding already where Newton's method found it
    const double enough = search.is_strict ? 0.1 * certified * search.upper : 4.0 * ray.uncertainty(search.y);
    if (search.gap() <= enough) break;
    if (search.gap() < 0.1 * last_try * search.upper) {
      last_try *= 0.1;
      if (minimise_smooth(ray, search)) surround(ray, search.y, 1e-6 * (1.0 + length(search.y)), triangle);
    } else if (!triangle.improve(ray.thickened(point, y))) {
      break;
    }
  }
  return search;
}

/// The farthest y + t w that still belongs to normals of the same place; infinite where there is no end.
template <class Ray>
double extent(const Ray& ray, const Search& search, Vec2 w) {
  const double limit = search.upper * (1.0 + flat);
  const auto is_normal = [&](double t) { return ray.dissipation_at(search.y + t * w) <= limit; };
  double inside = 0.0, outside = 1e-6 * (1.0 + length(search.y));
  while (is_normal(outside)) {
    inside = outside;
    outside *= 4.0;
    if (outside > 1e7) return infinity;
  }
  while (outside - inside > 1e-12 * outside) {
    const double middle = 0.5 * (inside + outside);
    (is_normal(middle) ? inside : outside) = middle;
  }
  return inside;
}

/// Direction near `w` in which D grows least at this distance from y, and the way to go along it: the end of a fan of
/// normals. The farther away, the better is the direction known.
template <class Ray>
std::pair<Vec2, double> end_of_fan(const Ray& ray, const Search& search, Vec2 w) {
  double t = extent(ray, search, w);
  for (int i = 0; i < 20 && t > 0.0 && !std::isinf(t); ++i) {
    const double width = std::min(0.1, 1e-5 * (1.0 + length(search.y)) / t);
    const auto growth = [&](double angle) {
      return ray.dissipation_at(search.y + 0.9 * t * rotated(w, unit_vector(angle)));
    };
    const Vec2 next = rotated(w, unit_vector(boost::math::tools::brent_find_minima(growth, -width, width, 40).first));
    const double t_next = extent(ray, search, next);
    if (!(t_next > t)) break;
    w = next;
    if (t_next < t * (1.0 + 1e-9)) return {w, t_next};
    t = t_next;
  }
  return {w, t};
}

/// Direction in which D grows least around y, at a small distance.
template <class Ray>
Vec2 flattest_direction(const Ray& ray, const Search& search, double radius) {
  const auto growth = [&](double angle) { return ray.dissipation_at(search.y + radius * unit_vector(angle)); };
  constexpr std::size_t samples = 24;
  constexpr double step = 2.0 * std::numbers::pi / samples;
  std::array<double, samples> grown;
  for (std::size_t i = 0; i < samples; ++i) grown[i] = growth(static_cast<double>(i) * step);
  // every valley is followed down: at the end of a fan the narrow one along it is the deepest
  double best = 0.0, least = infinity;
  for (std::size_t i = 0; i < samples; ++i) {
    if (grown[i] > grown[(i + 1) % samples] || grown[i] > grown[(i + samples - 1) % samples]) continue;
    const double middle = static_cast<double>(i) * step;
    const auto [angle, D] = boost::math::tools::brent_find_minima(growth, middle - step, middle + step, 40);
    if (D < least) {
      least = D;
      best = angle;
    }
  }
  return unit_vector(best);
}

}  // namespace

/// The spin about a point support where y is next to it, so that facets and the ends of fans have their normals exactly; `most`
/// is the largest D that belongs to the same place.
Vec2 LimitSurface::snapped(const Ray& ray, Vec2 y, double most) const {
  constexpr double near = 1e-5;
  for (const Vec2& point : points_) {
    for (const double sign : {1.0, -1.0}) {
      const Twist spin{(-sign) * turned_left(point), sign};
      if (!(ray.along(spin) > 0.0)) continue;
      const Vec2 exact = ray.slope_of(spin);
      if (length(exact - y) <= near * (1.0 + length(exact)) && ray.dissipation_at(exact) <= most) return exact;
    }
  }
  return y;
}

MotionOfLoad LimitSurface::motion_of(const FrictionLoad& P) const {
  MotionOfLoad result;
  if (P == FrictionLoad{}) {
    result.factor = result.lower = result.upper = infinity;
    return result;
  }
  const Ray ray(*this, P);
  if (model_->scale().force == 0.0) {  // nothing is carried; every motion with P·V > 0 will do
    result.motion = ray.twist({});
    return result;
  }
  if (const Vector3 across = ray.across(); across.norm() > 1e-12) {
    result.motion = ray.twist_of(across);
    return result;
  }
  // a normal almost across the load needs a deeper start
  Search search;
  for (const double depth : {40.0, 1e4, 1e7}) {
    Search next = search_along(ray, depth);
    if (next.upper <= 4.0 * ray.uncertainty(next.y)) next.upper = next.lower = 0.0;  // carries nothing that way
    next.lower = std::max(next.lower, search.lower);
    if (next.upper < search.upper) search = next;
    search.lower = next.lower;
    if (search.is_certified()) break;
  }
  search.y = snapped(ray, search.y, search.upper);
  result.lower = ray.factor(std::min(search.lower, search.upper));  // but for rounding
  result.upper = ray.factor(search.upper);
  result.factor = result.upper;
  result.motion = ray.twist(search.y);
  result.converged = search.is_certified();
  result.is_on_facet = !model_->is_unique(result.motion);
  if (search.upper == 0.0) return result;

  if (search.is_strict && !curvature_jumps_) {
    result.is_unique = true;
    return result;
  }
  const double radius = 1e-2 * (1.0 + length(search.y));
  const Vec2 w = flattest_direction(ray, search, radius);
  const double limit = search.upper * (1.0 + flat);
  result.is_unique = ray.dissipation_at(search.y + radius * w) > limit;
  if (result.is_unique) return result;
  const auto end = [&](Vec2 direction, double t) {
    return std::isinf(t) ? ray.sideways(direction) : ray.twist(snapped(ray, search.y + t * direction, limit));
  };
  const bool is_cone = ray.dissipation_at(search.y + radius * turned_left(w)) <= limit ||
                       ray.dissipation_at(search.y - radius * turned_left(w)) <= limit;
  if (!is_cone) {
    for (const Vec2 side : {w, -w}) {
      const auto [direction, t] = end_of_fan(ray, search, side);
      result.motions.push_back(end(direction, t));
    }
    return result;
  }
  constexpr int count = 32;  // of the outline of a cone
  for (int i = 0; i < count; ++i) {
    const Vec2 direction = unit_vector(i * 2.0 * std::numbers::pi / count);
    result.motions.push_back(end(direction, extent(ray, search, direction)));
  }
  return result;
}

}  // namespace dryslip
