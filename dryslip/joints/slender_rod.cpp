#include "dryslip/joints/slender_rod.hpp"

#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

void check_rod(const SlenderRod& rod) { check_record(rod, ""); }

ScalarJoint rod_joint(const SlenderRod& rod) {
  check_rod(rod);
  const double l = rod.half_length, m = rod.mass, inertia = m * l * l / 3.0;
  const Eigen::Vector2d end(-l * std::cos(rod.angle), -l * std::sin(rod.angle));  // from the center of mass
  const Eigen::Vector2d lever(-end.y(), end.x());                                 // velocity of the end per spin
  const Eigen::Matrix2d mobility = Eigen::Matrix2d::Identity() / m + lever * lever.transpose() / inertia;
  const Eigen::Vector2d free =
      Eigen::Vector2d(rod.force_x, rod.force_y) / m - rod.angular_velocity * rod.angular_velocity * end;
  const Eigen::Matrix2d M = mobility.inverse();
  const Eigen::Vector2d bias = -M * free;
  return {.a = M(0, 0),
          .b = bias[0],
          .c = M(1, 0),
          .d = bias[1],
          .mu = rod.mu,
          .contact = ContactKind::Unilateral,
          .free = FreeMotion{.inertia = 1.0 / mobility(0, 0), .bias = -free[0] / mobility(0, 0)}};
}

double critical_mu_of_rod(double angle) {
  const double sine = std::sin(angle), cosine = std::cos(angle);
  return (1.0 + 3.0 * cosine * cosine) / (3.0 * sine * cosine);
}

}  // namespace dryslip
