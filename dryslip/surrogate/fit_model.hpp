#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/surrogate/contact_samples.hpp"
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
template <>
inline constexpr auto description<FittedModel> =
    record("FittedModel", "", "A surrogate of a contact, with its parameters and errors.",
           field<&FittedModel::kind>("kind", "", "of the surrogate"),
           field<&FittedModel::variant>("variant", "", "in words, such as 'least squares'"),
           field<&FittedModel::model>("model", "", "FrictionModel"),
           field<&FittedModel::parameters>("parameters", "", "by name, in the units of `frame`"),
           field<&FittedModel::frame>("frame", "", "units of the parameters"),
           field<&FittedModel::error>("error", "", "against the exact contact"),
           field<&FittedModel::convexity>("convexity", "-", "least eigenvalue of the certificate of a quartic"),
           field<&FittedModel::pade>("pade", "", "of Padé: errors by component"));

/// A contact as fits start from it: its exact friction and the answers that fits are made to, made once for all kinds of surrogates.
class ModelFitter {
 public:
  /// `exact`: friction_model() of the patch. Throws InvalidInput as require_maximum_power(), and for a contact without friction.
  ModelFitter(ContactPatch patch, std::shared_ptr<const FrictionModel> exact);

  /// All variants of one kind, the one that a Contact takes first. Throws InvalidInput for Padé where a law is not isotropic, and for
  /// the others where the contact does not resist all motions.
  std::vector<FittedModel> fit(ContactModel kind) const;

 private:
  std::vector<FittedModel> pade() const;
  std::vector<FittedModel> ellipsoid() const;
  std::vector<FittedModel> quartic() const;
  FittedModel table() const;
  FittedModel exact() const;
  FittedModel made(ContactModel kind, const char* variant, Surrogate::Formula formula, const ContactFrame& frame) const;

  ContactPatch patch_;
  std::shared_ptr<const FrictionModel> exact_;
  ContactSamples samples_;
};

/// All variants of one kind for a contact. Throws as friction_model() and ModelFitter.
std::vector<FittedModel> fit_model(const ContactPatch& patch, ContactModel kind,
                                   const FrictionModelOptions& options = {});

}  // namespace dryslip
