#include "dryslip/numerics/span_of_vectors.hpp"

#include <Eigen/Geometry>
#include <cstddef>

namespace dryslip {

using Eigen::Vector3d;

std::vector<Vector3d> span_of_vectors(std::span<const Vector3d> vectors, double smallest) {
  std::vector<Vector3d> rest(vectors.begin(), vectors.end()), span;
  while (span.size() < 3 && !rest.empty()) {
    // the longest of what is left goes next
    std::size_t longest = 0;
    for (std::size_t i = 1; i < rest.size(); ++i) {
      if (rest[i].norm() > rest[longest].norm()) longest = i;
    }
    if (!(rest[longest].norm() >= smallest)) break;
    span.push_back(rest[longest].normalized());
    for (int round = 0; round < 2; ++round) {  // twice, so that rounding leaves nothing along it
      for (Vector3d& v : rest) v -= span.back().dot(v) * span.back();
    }
  }
  return span;
}

std::vector<Vector3d> complement_of_span(std::span<const Vector3d> span) {
  if (span.size() == 3) return {};
  if (span.size() == 2) return {span[0].cross(span[1]).normalized()};
  if (span.size() == 1) {
    const Vector3d across = span[0].unitOrthogonal();
    return {across, span[0].cross(across)};
  }
  return {Vector3d::UnitX(), Vector3d::UnitY(), Vector3d::UnitZ()};
}

}  // namespace dryslip
