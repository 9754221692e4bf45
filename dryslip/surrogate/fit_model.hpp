#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/progress.hpp"
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
inline constexpr auto description<FittedModel> = record<FittedModel>(
    "A surrogate of a contact, with its parameters and errors.", field<&FittedModel::kind>("", "of the surrogate"),
    field<&FittedModel::variant>("", "in words, such as 'least squares'"),
    field<&FittedModel::model>("", "FrictionModel"),
    field<&FittedModel::parameters>("", "by name, in the units of `frame`"),
    field<&FittedModel::frame>("", "units of the parameters"),
    field<&FittedModel::error>("", "against the exact contact"),
    field<&FittedModel::convexity>("-", "least eigenvalue of the certificate of a quartic"),
    field<&FittedModel::pade>("", "of Padé: errors by component"));

/// Fits surrogates to a contact. Its exact friction and the answers to fit to are computed once for all kinds.
class ModelFitter {
 public:
  /// `exact`: friction_model() of the patch; `section` of the file that the patch stands in, for messages. Throws InvalidInput as
  /// require_maximum_power(), and for a contact without friction; Cancelled where progress says so.
  ModelFitter(ContactPatch patch, std::shared_ptr<const FrictionModel> exact, const Progress& progress = {},
              std::string section = "");

  /// All variants of one kind; the first is the one that a Contact uses. Throws InvalidInput for Padé where a law is not isotropic, and
  /// for the others where the contact does not resist all motions; Cancelled where progress says so.
  std::vector<FittedModel> fit(ContactModel kind, const Progress& progress = {}) const;

 private:
  std::vector<FittedModel> fitted(ContactModel kind, const Progress& progress) const;
  std::vector<FittedModel> pade(const Progress& progress) const;
  std::vector<FittedModel> ellipsoid(const Progress& progress) const;
  std::vector<FittedModel> quartic(const Progress& progress) const;
  FittedModel table(const Progress& progress) const;
  FittedModel exact() const;
  FittedModel made(ContactModel kind, const char* variant, Surrogate::Formula formula, const ContactFrame& frame,
                   const Progress& progress) const;

  ContactPatch patch_;
  std::shared_ptr<const FrictionModel> exact_;
  std::string section_;
  ContactSamples samples_;
};

/// What a new ModelFitter takes of the time of one fit, about.
inline constexpr double fitter_part = 0.4;

/// All variants of one kind for a contact. Throws as friction_model() and ModelFitter.
std::vector<FittedModel> fit_model(const ContactPatch& patch, ContactModel kind,
                                   const FrictionModelOptions& options = {}, const Progress& progress = {});

}  // namespace dryslip
