#pragma once

#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip {

/// Largest friction force of all directions in which the contact slides without turning, of 180 evenly spread: μN for isotropic friction [N].
double largest_sliding_force(const FrictionModel& model);

}  // namespace dryslip
