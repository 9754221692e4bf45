#include "dryslip/slider/detail/inner_polytope.hpp"

#include <Eigen/LU>
#include <cmath>

namespace dryslip::detail {

namespace {

using Vector3 = Eigen::Vector3d;

struct Corner {
  Vector3 motion, load;
};
using Triangle = std::array<Corner, 3>;

/// The faces of an octahedron, each edge halved twice: 128 triangles between 66 motions.
template <class MakeCorner>
std::vector<Triangle> sphere(const MakeCorner& corner) {
  std::vector<Triangle> triangles;
  for (const double x : {1.0, -1.0}) {
    for (const double y : {1.0, -1.0}) {
      for (const double z : {1.0, -1.0}) {
        triangles.push_back({corner({x, 0.0, 0.0}), corner({0.0, y, 0.0}), corner({0.0, 0.0, z})});
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    std::vector<Triangle> parts;
    for (const Triangle& triangle : triangles) {
      const Corner &a = triangle[0], &b = triangle[1], &c = triangle[2];
      const Corner ab = corner(a.motion + b.motion), bc = corner(b.motion + c.motion), ca = corner(c.motion + a.motion);
      parts.insert(parts.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    triangles = parts;
  }
  return triangles;
}

}  // namespace

InnerPolytope::InnerPolytope(const FrictionModel& model) {
  const LoadScale scale = model.scale();
  if (!(scale.force > 0.0 && scale.moment > 0.0)) return;  // no volume
  if (!model.has_potential()) return;                      // not known to be convex
  const auto corner = [&](const Vector3& towards) -> Corner {
    const Vector3 n = towards.normalized();
    const FrictionLoad P = model.load({{n[0] / scale.force, n[1] / scale.force}, n[2] / scale.moment});
    return {n, {P.force.x, P.force.y, P.moment}};
  };
  const double volume = scale.force * scale.force * scale.moment;
  for (const Triangle& triangle : sphere(corner)) {
    Mat3 loads;
    for (int i = 0; i < 3; ++i) loads.col(i) = triangle[static_cast<std::size_t>(i)].load;
    constexpr double flat = 1e-6;  // of the volume that scale spans
    if (std::abs(loads.determinant()) > flat * volume) to_shares_.push_back(loads.inverse());
  }
}

bool InnerPolytope::contains(const FrictionLoad& P, std::size_t& last) const {
  const Vector3 load(P.force.x, P.force.y, P.moment);
  constexpr double rounding = 1e-9;  // of shares of corners that are not flat
  const auto is_in = [&](const Mat3& to_shares) {
    const Vector3 shares = to_shares * load;
    return shares.minCoeff() >= 0.0 && shares.sum() <= 1.0 - rounding;
  };
  if (last < to_shares_.size() && is_in(to_shares_[last])) return true;
  for (std::size_t i = 0; i < to_shares_.size(); ++i) {
    if (!is_in(to_shares_[i])) continue;
    last = i;
    return true;
  }
  return false;
}

}  // namespace dryslip::detail
