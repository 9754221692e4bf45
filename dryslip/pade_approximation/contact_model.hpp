#pragma once

#include <memory>

#include "dryslip/friction_load/patch_friction.hpp"

namespace dryslip {

/// What computes the loads of a contact: itself, or a fitted stand-in.
enum class ContactModel { Exact, Pade, Ellipsoid, Quartic, Table };

/// Name used in scenario files and messages.
const char* name_of(ContactModel model);

/// The exact friction of a patch, or a stand-in fitted to it whose state() has the largest error of its loads as error_bound.
///
/// Ellipsoid: by least squares. Quartic: with one parameter for axisymmetric contacts, else SOS-convex. Table: 24 cells a
/// side. Throws InvalidInput as friction_model(); for a stand-in also as require_maximum_power(), without normal force, for
/// Padé where a law is not isotropic, and for the others where the contact does not resist all motions.
std::unique_ptr<FrictionModel> contact_model(const ContactPatch& patch, ContactModel model,
                                             const FrictionModelOptions& options = {});

}  // namespace dryslip
