#include "dryslip/limit_surface/eigen_directions.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>

#include "dryslip/limit_surface/detail/critical_curve.hpp"
#include "dryslip/limit_surface/detail/energy_sphere.hpp"
#include "dryslip/limit_surface/detail/icosphere.hpp"
#include "dryslip/limit_surface/detail/kinks.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/numerics/invalid_input.hpp"
#include "dryslip/numerics/number_text.hpp"

namespace dryslip {
namespace {

using detail::EnergySphere;
using detail::Vector3;
using Kind = EigenDirection::Kind;

constexpr double same = 1e-6;  // angle within which two directions are one: far above the error of each [rad]
constexpr double flat = 1e-6;  // curvatures below this part of λ are looked at twice
constexpr double last_size =
    1e-11;  // of a triangle around a kink: P = λ G V then holds to 1e-11 at a kink of curvature

enum class Place { Smooth, Kink };

constexpr double beside_circle = 1e-5;  // no smooth critical points are sought nearer to a circle of kinks [rad]

struct Critical {
  Vector3 x;
  Kind kind = Kind::Degenerate;
  bool is_isolated = true;
  double residual = 0.0;
  Place place = Place::Smooth;
};

class Search {
 public:
  Search(const FrictionModel& model, const ContactPatch& patch, const Mat3& metric)
      : model_(model), sphere_(model, metric), kinks_(detail::kink_candidates(patch)) {}

  EigenDirections run();

 private:
  struct Triangle {
    std::array<Vector3, 3> corners;
    std::array<Vector3, 3> slopes;  // gradients across the corners
  };

  void find_cones();
  void find_circles();
  void search_circle(const Vector3& normal);
  std::vector<double> angles_on(const Eigen::Matrix<double, 3, 2>& across) const;
  void search_mesh(int level);
  void search_triangle(const Triangle& triangle, int depth, double doubt);
  void search_parts(const Triangle& triangle, int depth, double doubt);
  void add_smooth(const Vector3& x);
  void add_kink(const Triangle& triangle);
  bool is_known(const Vector3& x) const;
  Vector3 slope(const Vector3& x) const;
  void add_free_motions();
  EigenDirections result() const;

  const FrictionModel& model_;
  EnergySphere sphere_;
  detail::KinkCandidates kinks_;
  std::vector<Vector3> circles_;       // unit normals of the great circles of kinks
  std::vector<Vector3> flat_circles_;  // those on which D is constant
  std::vector<Vector3> ends_;          // where kinks end or cross
  std::vector<Vector3> cones_;         // those that are minima
  std::vector<Vector3> fine_places_;
  std::vector<Critical> found_;
  std::vector<detail::CriticalCurve> curves_;
  std::vector<Vector3> free_;  // directions without dissipation that others surround
  int index_of_free_ = 0;
  int triangles_left_ = 0;
};

Vector3 Search::slope(const Vector3& x) const {
  const Vector3 p = sphere_.load(x);
  return p - p.dot(x) * x;
}

bool Search::is_known(const Vector3& x) const {
  for (const Critical& other : found_) {
    if ((x - other.x).norm() < same) return true;
  }
  const double D = sphere_.load(x).dot(x);
  return std::any_of(curves_.begin(), curves_.end(), [&](const detail::CriticalCurve& curve) {
    return std::abs(D - curve.dissipation) < 1e-9 && curve.passes(x);
  });
}

/// Ends and crossings of kinks. The cones among them are critical where they go up on all sides.
void Search::find_cones() {
  for (const Twist& V : kinks_.cones) {
    for (const double sign : {1.0, -1.0}) ends_.push_back(sign * sphere_.direction(V));
  }
  constexpr std::size_t most = 100;  // circles whose crossings are tried one by one
  for (std::size_t i = 0; i < std::min(circles_.size(), most); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      for (const double sign : {1.0, -1.0}) ends_.push_back(sign * circles_[i].cross(circles_[j]).normalized());
    }
  }
  for (const Vector3& x : ends_) {
    if (is_known(x) || !(sphere_.least_slope(x) > detail::no_slope)) continue;
    cones_.push_back(x);
    found_.push_back({x, Kind::Minimum, true, 0.0, Place::Kink});
  }
}

/// Great circles of kinks, such as the motions that let a wheel roll.
void Search::find_circles() {
  for (const Twist& V : kinks_.on_circles) {
    for (const FrictionLoad& side : detail::sides_of(model_.load_set(V))) {
      const Vector3 a = sphere_.covector(side);
      if (a.norm() < sphere_.tolerance()) continue;
      const Vector3 normal = a.normalized();
      const auto is_same = [&](const Vector3& other) { return normal.cross(other).norm() < same; };
      if (std::none_of(circles_.begin(), circles_.end(), is_same)) circles_.push_back(normal);
    }
  }
}

/// Angles once around a great circle, finer and finer towards the ends of other kinks on it.
std::vector<double> Search::angles_on(const Eigen::Matrix<double, 3, 2>& across) const {
  constexpr int count = 360;
  constexpr double turn = 2.0 * std::numbers::pi, step = turn / count, start = 0.1234;  // beside all symmetries
  std::vector<double> angles;
  for (int i = 0; i <= count; ++i) angles.push_back(start + i * step);
  for (const Vector3& x : ends_) {
    const Eigen::Vector2d in_plane = across.transpose() * x;
    if (in_plane.norm() < 1.0 - same) continue;
    const double end = std::atan2(in_plane[1], in_plane[0]);
    for (double away = step; away > same; away *= 0.5) {
      for (const double angle : {end - away, end + away}) {
        angles.push_back(angle - turn * std::floor((angle - start) / turn));
      }
    }
  }
  std::sort(angles.begin(), angles.end());
  return angles;
}

/// Critical points of D on the circle; the loads across it must hold λ x.
void Search::search_circle(const Vector3& normal) {
  const auto across = detail::directions_across(normal);
  const auto at = [&](double angle) -> Vector3 {
    return across.col(0) * std::cos(angle) + across.col(1) * std::sin(angle);
  };
  const auto derivative = [&](double angle) { return sphere_.load(at(angle)).dot(at(angle + std::numbers::pi / 2)); };
  const auto is_held = [&](const Vector3& x) {
    return std::min(sphere_.slope(x, normal), sphere_.slope(x, -normal)) > detail::no_slope;
  };
  const std::vector<double> angles = angles_on(across);
  double before = derivative(angles[0]);
  std::size_t still = 1;
  for (std::size_t i = 1; i < angles.size(); ++i) {
    const double after = derivative(angles[i]);
    if (std::abs(after) < sphere_.tolerance()) ++still;
    if (const Vector3 x = at(angles[i]); sphere_.load(x).dot(x) <= sphere_.tolerance()) free_.push_back(x);
    if ((before < 0.0) != (after < 0.0)) {
      std::uintmax_t evaluations = 100;
      const auto [low, high] =
          boost::math::tools::toms748_solve(derivative, angles[i - 1], angles[i], before, after,
                                            boost::math::tools::eps_tolerance<double>(52), evaluations);
      const Vector3 x = at(std::abs(derivative(low)) < std::abs(derivative(high)) ? low : high);
      const double left = std::abs(slope(x).dot(normal.cross(x)));
      const Kind kind = after > before ? Kind::Minimum : Kind::Saddle;
      if (left <= sphere_.tolerance() && is_held(x) && !is_known(x))
        found_.push_back({x, kind, true, left, Place::Kink});
    }
    before = after;
  }
  if (still < angles.size() || !is_held(at(angles[0]))) return;
  flat_circles_.push_back(normal);
  std::erase_if(found_, [&](const Critical& other) { return std::abs(other.x.dot(normal)) < same; });
  found_.push_back({at(angles[0]), Kind::Minimum, false, 0.0, Place::Kink});
}

void Search::add_smooth(const Vector3& x) {
  if (is_known(x)) return;
  const detail::SphereSlope at = sphere_.slope_at(x);
  if (at.dissipation <= sphere_.tolerance()) return free_.push_back(x);
  const auto kind_of = [&](double low, double high) {
    if (std::min(std::abs(low), std::abs(high)) <= flat * at.dissipation) return Kind::Degenerate;
    return low > 0.0 ? Kind::Minimum : high < 0.0 ? Kind::Maximum : Kind::Saddle;
  };
  Critical critical{x, kind_of(at.curvatures[0], at.curvatures[1]), true, at.along.norm()};
  if (critical.kind != Kind::Degenerate) return found_.push_back(critical);
  detail::CriticalCurve curve = detail::curve_through(sphere_, x);
  if (curve.points.empty()) {
    critical.kind = sphere_.kind_around(x, detail::curve_step).value_or(Kind::Degenerate);
    return found_.push_back(critical);
  }
  for (const std::size_t i : curve.middles()) {
    const double across = curve.curvatures[i];
    found_.push_back({curve.points[i], kind_of(across, across), false, slope(curve.points[i]).norm()});
  }
  curves_.push_back(std::move(curve));
}

/// Free motions form a convex cone: nothing, a point or two (cones of their own), or a set named by its middle.
void Search::add_free_motions() {
  if (free_.empty()) return;
  Vector3 sum = Vector3::Zero();
  for (const Vector3& x : free_) sum += x;
  const bool is_circle = sum.norm() < 1e-2 * static_cast<double>(free_.size());  // a plane of free motions
  index_of_free_ = is_circle ? 0 : 1;
  const Vector3 middle = is_circle ? free_[0] : sum.normalized();
  std::erase_if(found_,
                [&](const Critical& other) { return sphere_.load(other.x).dot(other.x) <= sphere_.tolerance(); });
  found_.push_back({middle, Kind::Minimum, false, 0.0});
}

/// Distance of zero from the convex hull of three vectors of a plane, and the weights of the nearest point.
std::pair<double, std::array<double, 3>> zero_in_triangle(const std::array<Vec2, 3>& g) {
  const double twice = cross(g[1] - g[0], g[2] - g[0]);
  if (twice != 0.0) {
    const std::array<double, 3> weights{cross(g[1], g[2]) / twice, cross(g[2], g[0]) / twice,
                                        cross(g[0], g[1]) / twice};
    if (std::min({weights[0], weights[1], weights[2]}) >= 0.0) return {0.0, weights};
  }
  std::pair<double, std::array<double, 3>> best{length(g[0]), {1.0, 0.0, 0.0}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const Vec2 side = g[j] - g[i];
    const double squared = dot(side, side);
    const double t = squared > 0.0 ? std::clamp(-dot(g[i], side) / squared, 0.0, 1.0) : 0.0;
    if (const double distance = length(g[i] + t * side); distance < best.first) {
      best = {distance, {}};
      best.second[i] = 1.0 - t;
      best.second[j] = t;
    }
  }
  return best;
}

/// Looks for a zero of the slope in a triangle: by Newton's method, else in its four parts.
void Search::search_triangle(const Triangle& triangle, int depth, double doubt) {
  const auto& [corners, slopes] = triangle;
  const Vector3 middle = (corners[0] + corners[1] + corners[2]).normalized();
  const double size = (corners[0] - corners[1]).norm();
  const auto across = detail::directions_across(middle);
  std::array<Vec2, 3> g;
  double largest = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    g[i] = {across.col(0).dot(slopes[i]), across.col(1).dot(slopes[i])};
    largest = std::max(largest, length(g[i]));
  }
  // around the end of a kink the slope changes over small distances: finer and finer triangles there
  constexpr int levels_at_end = 8;
  const auto is_near = [&](const Vector3& x) { return (x - middle).norm() < 2.0 * size; };
  if (depth < levels_at_end && std::any_of(fine_places_.begin(), fine_places_.end(), is_near)) {
    return search_parts(triangle, depth + 1, doubt);
  }
  const auto [distance, weights] = zero_in_triangle(g);
  if (distance > doubt * largest || largest == 0.0) return;
  if (--triangles_left_ < 0) return;
  const Vector3 start = (weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2]).normalized();
  for (const Vector3& circle : flat_circles_) {
    if (std::abs(circle.dot(middle)) < size) return;
  }
  if (model_.is_unique(sphere_.twist(start))) {
    if (const auto x = sphere_.newton(start)) {
      add_smooth(*x);
      // near the zero of the interpolated slope there is no room for two
      if ((*x - start).norm() < 0.2 * size) return;
    }
  }
  const auto crosses = [&](const Vector3& normal) { return std::abs(normal.dot(middle)) < size; };
  if (size < beside_circle && std::any_of(circles_.begin(), circles_.end(), crosses)) return;
  if (size < last_size) return add_kink(triangle);
  search_parts(triangle, depth + 1, 0.5 * doubt);
}

void Search::search_parts(const Triangle& triangle, int depth, double doubt) {
  const auto& [corners, slopes] = triangle;
  Triangle inner;  // its corners lie opposite to those of the triangle
  for (std::size_t i = 0; i < 3; ++i) {
    inner.corners[i] = (corners[(i + 1) % 3] + corners[(i + 2) % 3]).normalized();
    inner.slopes[i] = slope(inner.corners[i]);
  }
  search_triangle(inner, depth, doubt);
  for (std::size_t i = 0; i < 3; ++i) {
    Triangle part = inner;
    part.corners[i] = corners[i];
    part.slopes[i] = slopes[i];
    search_triangle(part, depth, doubt);
  }
}

/// A critical point where D has a kink that no candidate names.
void Search::add_kink(const Triangle& triangle) {
  const Vector3 x = (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]).normalized();
  if (is_known(x)) return;
  if (sphere_.load(x).dot(x) <= sphere_.tolerance()) return free_.push_back(x);
  const auto across = detail::directions_across(x);
  std::array<Vec2, 3> g;
  for (std::size_t i = 0; i < 3; ++i) {
    g[i] = {across.col(0).dot(triangle.slopes[i]), across.col(1).dot(triangle.slopes[i])};
  }
  constexpr double radius = 1e-4;  // far outside the triangle, inside what surrounds the kink
  if (const auto kind = sphere_.kind_around(x, radius))
    found_.push_back({x, *kind, true, zero_in_triangle(g).first, Place::Kink});
}

void Search::search_mesh(int level) {
  const detail::Icosphere mesh = detail::make_icosphere(level);
  std::vector<Twist> twists;
  for (const Vector3& x : mesh.vertices) twists.push_back(sphere_.twist(x));
  std::vector<FrictionLoad> loads(twists.size());
  model_.loads(twists, loads);
  std::vector<Vector3> slopes;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const Vector3 p = sphere_.covector(loads[i]);
    slopes.push_back(p - p.dot(mesh.vertices[i]) * mesh.vertices[i]);
    if (p.norm() <= sphere_.tolerance()) free_.push_back(mesh.vertices[i]);
  }
  // The slope is not linear in a triangle: what it may be beside the line through its corners, of its size. Smaller
  // triangles are smoother, so that along a valley of kinks only the places near critical ones go on.
  constexpr double most_doubt = 0.2;
  triangles_left_ = 20000;  // where critical points fill a region
  for (const auto& [a, b, c] : mesh.triangles) {
    search_triangle({{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, {slopes[a], slopes[b], slopes[c]}}, 0,
                    most_doubt);
  }
}

EigenDirections Search::result() const {
  EigenDirections result;
  result.morse_sum = index_of_free_;
  for (const detail::CriticalCurve& curve : curves_) result.morse_sum += curve.index();
  for (const Critical& critical : found_) {
    const Twist V = critical.place == Place::Kink ? sphere_.twist_on_kink(critical.x) : sphere_.twist(critical.x);
    result.directions.push_back(
        {V, std::max(0.0, model_.dissipation(V)), critical.kind, critical.is_isolated, critical.residual});
    if (!critical.is_isolated) continue;
    if (critical.kind == Kind::Minimum || critical.kind == Kind::Maximum) ++result.morse_sum;
    if (critical.kind == Kind::Saddle) --result.morse_sum;
  }
  std::stable_sort(result.directions.begin(), result.directions.end(),
                   [](const auto& a, const auto& b) { return a.eigenvalue < b.eigenvalue; });
  const auto is_good = [](const EigenDirection& d) { return d.residual < 1e-9; };
  const auto is_plain = [](const EigenDirection& d) { return d.kind != Kind::Degenerate; };
  result.converged = std::all_of(result.directions.begin(), result.directions.end(), is_good);
  result.is_complete = result.morse_sum == 2 && result.converged &&
                       std::all_of(result.directions.begin(), result.directions.end(), is_plain);
  return result;
}

EigenDirections Search::run() {
  find_circles();
  find_cones();
  for (const Vector3& normal : circles_) search_circle(normal);
  // finer meshes until the count is right and a finer one finds no more
  const int last = model_.is_closed_form() ? 6 : 4;
  EigenDirections best;
  for (int level = 3; level <= last; ++level) {
    const std::size_t before = found_.size();
    fine_places_ = level == 3 ? cones_ : ends_;
    search_mesh(level);
    add_free_motions();
    best = result();
    if (level > 3 && best.is_complete && found_.size() == before) break;
  }
  return best;
}

}  // namespace

Mat3 kinetic_metric(double mass, double inertia, Vec2 center_of_mass) {
  if (!(mass > 0.0) || !std::isfinite(mass)) throw InvalidInput("mass", number_text(mass) + ": must be positive [kg]");
  if (!(inertia > 0.0) || !std::isfinite(inertia)) {
    throw InvalidInput("inertia", number_text(inertia) + ": must be positive [kg m²]");
  }
  // the center of mass moves with V + ω ẑ×c
  const Vec2 c = mass * turned_left(center_of_mass);
  Mat3 G;
  G << mass, 0.0, c.x, 0.0, mass, c.y, c.x, c.y, inertia + mass * dot(center_of_mass, center_of_mass);
  return G;
}

EigenDirections find_eigen_directions(const ContactPatch& patch, const Mat3& metric) {
  const LimitSurface surface(patch);
  Search search(surface.model(), patch, metric);
  if (surface.model().scale().force == 0.0) return {};
  return search.run();
}

}  // namespace dryslip
