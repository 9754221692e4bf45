#pragma once

#include <memory>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/surrogate/model_kind.hpp"

namespace dryslip {

/// The exact friction of a patch, or a surrogate fitted to it, which knows the largest error of its loads: model_error().
///
/// Ellipsoid: by least squares. Quartic: with one parameter for axisymmetric contacts, else SOS-convex. Table: a lookup, 24 cells a
/// side. Throws InvalidInput as friction_model(); for a surrogate also as require_maximum_power(), without normal force, for
/// Padé where a law is not isotropic, and for the others where the contact does not resist all motions.
std::unique_ptr<FrictionModel> contact_model(const ContactPatch& patch, ContactModel model,
                                             const FrictionModelOptions& options = {});

/// Limit surface of the exact contact, or of the surrogate fitted to it. Throws as contact_model().
LimitSurface contact_surface(const ContactPatch& patch, ContactModel model, const FrictionModelOptions& options = {});

}  // namespace dryslip
