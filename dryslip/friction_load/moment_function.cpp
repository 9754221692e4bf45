#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip {

Twist unit_spin(Vec2 center_of_rotation) { return {-turned_left(center_of_rotation), 1.0}; }

double moment_function(const FrictionModel& model, Vec2 center_of_rotation) {
  return model.dissipation(unit_spin(center_of_rotation));
}

}  // namespace dryslip
