#include "dryslip/surrogate/contact_frame.hpp"

#include <cmath>

#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip {

Mat3 ContactFrame::unscaled(const Mat3& dy_dx) const {
  Mat3 to_scaled = Mat3::Identity();  // x = to_scaled V; loads go back with its transpose
  to_scaled(0, 2) = -reference.y;
  to_scaled(1, 2) = reference.x;
  to_scaled(2, 2) = length;
  return force * (to_scaled.transpose() * dy_dx * to_scaled);
}

ContactFrame frame_about(const FrictionModel& exact, Vec2 reference) {
  ContactFrame frame{.reference = reference};
  const double force = exact.scale().force, moment = moment_function(exact, reference);
  if (force > 0.0) frame.force = force;
  if (force > 0.0 && moment > 0.0) frame.length = moment / force;
  return frame;
}

}  // namespace dryslip
