#include "dryslip/friction_load/load_set.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "dryslip/numerics/span_of_vectors.hpp"

namespace dryslip {
namespace {

struct FarthestOfTerm {
  const Twist& V;

  FrictionLoad operator()(const LoadEllipse& ellipse) const {
    const double a = power(ellipse.semi_axes[0], V), b = power(ellipse.semi_axes[1], V);
    const double size = std::hypot(a, b);
    const auto [low, high] = ellipse.first_range;
    if (size == 0.0) return std::clamp(0.0, low, high) * ellipse.semi_axes[0];
    double c1 = a / size, c2 = b / size;
    if (c1 < low || c1 > high) {  // at the end of a straight side
      c1 = std::clamp(c1, low, high);
      c2 = b == 0.0 ? 0.0 : std::copysign(std::sqrt(1.0 - c1 * c1), b);
    }
    return c1 * ellipse.semi_axes[0] + c2 * ellipse.semi_axes[1];
  }
  FrictionLoad operator()(const LoadSegment& segment) const { return farthest_of(segment.ends); }
  FrictionLoad operator()(const LoadPolygon& polygon) const { return farthest_of(polygon.vertices); }

 private:
  FrictionLoad farthest_of(std::span<const FrictionLoad> vertices) const {
    double largest = -std::numeric_limits<double>::infinity();
    for (const FrictionLoad& P : vertices) largest = std::max(largest, power(P, V));
    FrictionLoad sum;
    double count = 0.0;
    for (const FrictionLoad& P : vertices) {
      if (power(P, V) < largest) continue;
      sum = sum + P;
      ++count;
    }
    return (1.0 / count) * sum;
  }
};

/// Differences of elements that span a term.
struct SpanOfTerm {
  std::vector<FrictionLoad>& span;

  void operator()(const LoadEllipse& ellipse) const {
    span.insert(span.end(), ellipse.semi_axes.begin(), ellipse.semi_axes.end());
  }
  void operator()(const LoadSegment& segment) const { span.push_back(segment.ends[1] - segment.ends[0]); }
  void operator()(const LoadPolygon& polygon) const {
    for (const FrictionLoad& P : polygon.vertices) span.push_back(P - polygon.vertices.front());
  }
};

}  // namespace

FrictionLoad farthest(const LoadSet& set, const Twist& V) {
  FrictionLoad sum = set.base;
  for (const LoadSetTerm& term : set.terms) sum = sum + std::visit(FarthestOfTerm{V}, term);
  return sum;
}

int dimension(const LoadSet& set, double length) {
  if (set.is_all) return 3;
  std::vector<FrictionLoad> span;
  for (const LoadSetTerm& term : set.terms) std::visit(SpanOfTerm{span}, term);
  if (span.empty()) return 0;
  std::vector<Eigen::Vector3d> vectors;
  double largest = 0.0;
  for (const FrictionLoad& P : span) {
    vectors.emplace_back(P.force.x, P.force.y, P.moment / length);
    largest = std::max(largest, vectors.back().norm());
  }
  constexpr double thin = 1e-9;  // of the largest extent; terms are known to rounding
  return largest > 0.0 ? static_cast<int>(span_of_vectors(vectors, thin * largest).size()) : 0;
}

}  // namespace dryslip
