#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dryslip/surrogate/fit_model.hpp"

namespace dryslip {

/// A model of a contact and what one of its loads costs.
struct RatedModel {
  FittedModel fitted;
  LoadCost cost;
};

/// Whether the search for the parameters, if there was one, converged.
inline bool is_converged(const FittedModel& model) { return !model.pade || model.pade->converged; }

/// A kind of surrogate that does not fit the contact, and why.
struct MissingModel {
  ContactModel kind = ContactModel::Pade;
  std::string reason;
};

/// Surrogates of a contact, beside the exact contact.
struct FitAnswer {
  std::optional<ContactModel> kind;   ///< asked for; none: all
  std::vector<RatedModel> models;     ///< the exact contact first; of each kind the one that a Contact uses
  std::vector<MissingModel> missing;  ///< where all are asked for

  /// Every fit converged.
  bool converged() const;
};

/// The answer of `dryslip fit`; no kind: all. Throws as ModelFitter::fit() for the kind asked for, Cancelled where progress says so.
FitAnswer fit_answer(const ModelFitter& fitter, std::optional<ContactModel> kind, const Progress& progress = {});

}  // namespace dryslip
