#pragma once

#include <memory>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip {

struct FrictionModelOptions {
  Coefficient coefficient = Coefficient::Kinetic;
  double tolerance = 1e-10;  ///< relative to LoadScale, for the contacts without a closed form [-]
};

/// The exact friction of a contact patch: closed forms where they are known, error-controlled integration about the
/// center of rotation elsewhere. Throws InvalidInput as check_patch().
///
/// Closed forms: polygons with uniform and linear pressure, disk (uniform, Hertz without shift, punch), annulus, ring,
/// segment, points; local laws other than the isotropic one are integrated, on lines exactly but for curved parts of their limit curves.
std::unique_ptr<FrictionModel> friction_model(const ContactPatch& patch, const FrictionModelOptions& options = {});

/// Centroid of the pressure over all supports, body frame [m].
Vec2 center_of_pressure(const ContactPatch& patch);

}  // namespace dryslip
