#include "dryslip/limit_surface/detail/critical_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace dryslip::detail {
namespace {

/// Follows the curve from x one way; true where it comes back.
bool follow(const EnergySphere& sphere, const Vector3& x, double sense, CriticalCurve& curve) {
  constexpr int longest = static_cast<int>(7.0 / curve_step);  // a great circle and a little more
  Vector3 at = x, ahead = Vector3::Zero();
  for (int i = 0; i < longest; ++i) {
    const SphereSlope slope = sphere.slope_at(at);
    // the flattest direction to begin with, then straight on
    const Eigen::Vector2d straight = i == 0 ? Eigen::Vector2d(-slope.curvatures.cwiseAbs())
                                            : Eigen::Vector2d((slope.directions.transpose() * ahead).cwiseAbs());
    const Eigen::Index k = straight[0] > straight[1] ? 0 : 1;
    curve.points.push_back(at);
    curve.curvatures.push_back(slope.curvatures[1 - k]);
    Vector3 along = slope.directions.col(k);
    if (i == 0 ? sense < 0.0 : along.dot(ahead) < 0.0) along = -along;
    const auto next = sphere.newton((at + curve_step * along).normalized());
    if (!next || std::abs((*next - at).norm() / curve_step - 1.0) > 0.5) return false;
    ahead = *next - at;
    at = *next;
    if (i > 2 && (at - x).norm() < curve_step) return true;
  }
  return false;
}

}  // namespace

bool CriticalCurve::passes(const Vector3& x) const {
  return std::any_of(points.begin(), points.end(), [&](const Vector3& y) { return (x - y).norm() < curve_step; });
}

std::vector<std::size_t> CriticalCurve::middles() const {
  std::vector<std::size_t> result;
  const std::size_t count = points.size();
  const auto changes_at = [&](std::size_t i) {  // before point i
    return (curvatures[i % count] > 0.0) != (curvatures[(i + count - 1) % count] > 0.0);
  };
  // begin where the sign changes, or at the end of an open curve
  std::size_t first = 0;
  while (is_closed && first < count && !changes_at(first)) ++first;
  if (first == count) return {0};
  std::size_t begin = first;
  for (std::size_t i = first + 1; i <= first + count; ++i) {
    if (i < first + count && !changes_at(i)) continue;
    result.push_back((begin + i) / 2 % count);
    begin = i;
  }
  return result;
}

int CriticalCurve::index() const {
  const auto parts = static_cast<int>(middles().size());
  return parts > 1 ? -parts : 0;
}

CriticalCurve curve_through(const EnergySphere& sphere, const Vector3& x) {
  CriticalCurve curve;
  curve.dissipation = sphere.load(x).dot(x);
  curve.is_closed = follow(sphere, x, 1.0, curve);
  if (curve.is_closed) return curve;
  CriticalCurve back;
  follow(sphere, x, -1.0, back);
  if (curve.points.size() + back.points.size() == 2) return {};
  // from the far end of the way back through x
  curve.points.insert(curve.points.begin(), back.points.rbegin(), back.points.rend() - 1);
  curve.curvatures.insert(curve.curvatures.begin(), back.curvatures.rbegin(), back.curvatures.rend() - 1);
  return curve;
}

}  // namespace dryslip::detail
