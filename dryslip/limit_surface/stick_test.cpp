#include "dryslip/limit_surface/stick_test.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "dryslip/limit_surface/detail/check_metric.hpp"

namespace dryslip {

MotionOfLoad motion_by_one_twist(const LimitSurface& surface, const FrictionLoad& P, const Mat3& metric) {
  const Eigen::LLT<Mat3> factors = detail::check_metric(metric);
  if (P == FrictionLoad{}) return surface.motion_of(P);
  // loads of any size: the factor is that of the load of size 1
  const double size = std::max({std::abs(P.force.x), std::abs(P.force.y), std::abs(P.moment)});
  const Eigen::Vector3d p = Eigen::Vector3d(P.force.x, P.force.y, P.moment) / size, q = factors.solve(p);
  const FrictionState state = surface.model().state({{q[0], q[1]}, q[2]});
  MotionOfLoad answer;
  answer.motion = {{size * q[0], size * q[1]}, size * q[2]};
  answer.factor = answer.lower = answer.upper = state.dissipation / p.dot(q) / size;
  answer.is_unique = true;
  answer.is_on_facet = !surface.model().is_unique({{q[0], q[1]}, q[2]});
  answer.converged = state.converged;
  return answer;
}

}  // namespace dryslip
