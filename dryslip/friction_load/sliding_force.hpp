#pragma once

#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip {

/// Largest friction force over 180 evenly spread directions of sliding without spin: μN for isotropic friction [N].
double largest_sliding_force(const FrictionModel& model);

}  // namespace dryslip
