#pragma once

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip {

// Laws with their static coefficients: the limit curve is the kinetic one scaled by mu_static/mu.

/// Whether no law has a static coefficient that differs from its kinetic one.
bool has_one_coefficient(const ContactPatch& patch);

/// The law with its static coefficient in the place of the kinetic one; `patch` has the default coefficients.
FrictionLaw static_law(const FrictionLaw& law, const ContactPatch& patch);

}  // namespace dryslip
