#include "dryslip/friction_load/load_set.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace dryslip {
namespace {

struct LargestPower {
  const Twist& W;

  double operator()(const LoadEllipse& ellipse) const {
    const double first = power(ellipse.semi_axes[0], W), second = power(ellipse.semi_axes[1], W);
    const double size = std::hypot(first, second);
    if (size == 0.0) return 0.0;
    // the uncut ellipse has its farthest point at c₁ = first/size; a cut moves it along the rim to the side
    const double c = std::clamp(first / size, ellipse.first_range[0], ellipse.first_range[1]);
    return c * first + std::sqrt(1.0 - c * c) * std::abs(second);
  }
  double operator()(const LoadSegment& segment) const { return largest(segment.ends); }
  double operator()(const LoadPolygon& polygon) const { return largest(polygon.vertices); }

  template <class Loads>
  double largest(const Loads& loads) const {
    double result = power(loads[0], W);
    for (const FrictionLoad& P : loads) result = std::max(result, power(P, W));
    return result;
  }
};

}  // namespace

double largest_power(const LoadSet& set, const Twist& W) {
  assert(!set.is_all);
  double sum = power(set.base, W);
  for (const LoadSetTerm& term : set.terms) sum += std::visit(LargestPower{W}, term);
  return sum;
}

}  // namespace dryslip
