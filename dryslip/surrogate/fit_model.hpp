#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/surrogate/model_error.hpp"
#include "dryslip/surrogate/model_kind.hpp"
#include "dryslip/surrogate/pade_fit.hpp"

namespace dryslip {

/// A fitted surrogate with its parameters and errors.
struct FittedModel {
  ContactModel kind = ContactModel::Exact;
  std::string variant;  ///< in words, such as "least squares"
  std::shared_ptr<const FrictionModel> model;
  std::vector<std::pair<std::string, double>> parameters;  ///< by name, in the units of `frame`
  ContactFrame frame;
  ModelError error;                 ///< zero for the exact contact
  std::optional<double> convexity;  ///< least eigenvalue of the certificate of a quartic [-]
  std::optional<PadeFit> pade;      ///< of Padé: errors by component over the region of the fit
};

/// All variants of one kind, the one that contact_model() takes first. Throws as contact_model().
std::vector<FittedModel> fit_model(const ContactPatch& patch, ContactModel kind,
                                   const FrictionModelOptions& options = {});

}  // namespace dryslip
