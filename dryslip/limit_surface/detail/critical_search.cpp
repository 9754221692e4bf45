#include "dryslip/limit_surface/detail/critical_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace dryslip::detail {

using Kind = EigenDirection::Kind;

Vector3 CriticalSearch::slope(const Vector3& x) const {
  const Vector3 p = sphere_.load(x);
  return p - p.dot(x) * x;
}

bool CriticalSearch::is_known(const Vector3& x) const {
  for (const Critical& other : found_) {
    if ((x - other.x).norm() < same_direction) return true;
  }
  const double D = sphere_.load(x).dot(x);
  return std::any_of(curves_.begin(), curves_.end(), [&](const CriticalCurve& curve) {
    return std::abs(D - curve.dissipation) < 1e-9 && curve.passes(x);
  });
}

/// Free motions form a convex cone: nothing, a point or two (cones of their own), or a set named by its middle.
void CriticalSearch::add_free_motions() {
  std::erase_if(free_, [&](const Vector3& x) {
    return std::any_of(cones_.begin(), cones_.end(), [&](const Vector3& y) { return (x - y).norm() < same_direction; });
  });
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

EigenDirections CriticalSearch::result() const {
  EigenDirections result;
  result.morse_sum = index_of_free_;
  for (const CriticalCurve& curve : curves_) result.morse_sum += curve.index();
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
  result.converged = triangles_left_ >= 0 && std::all_of(result.directions.begin(), result.directions.end(), is_good);
  result.is_complete = result.morse_sum == 2 && result.converged &&
                       std::all_of(result.directions.begin(), result.directions.end(), is_plain);
  return result;
}

EigenDirections CriticalSearch::run() {
  find_circles();
  find_cones();
  for (const Vector3& normal : circles_) search_circle(normal);
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

}  // namespace dryslip::detail
