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

/// The parameters were found, where they had to be searched for.
inline bool is_converged(const FittedModel& model) { return !model.pade || model.pade->converged; }

/// A kind of surrogate that a contact cannot have.
struct MissingModel {
  ContactModel kind = ContactModel::Pade;
  std::string reason;
};

/// Surrogates of a contact beside the exact one.
struct FitAnswer {
  std::optional<ContactModel> kind;  ///< asked for; none: all
  std::vector<RatedModel> models;    ///< the exact contact first; of each kind the one that contact_model() takes first
  std::vector<MissingModel> missing;  ///< where all are asked for

  /// Every fit came to its end.
  bool converged() const;
};

/// The answer of `dryslip fit`; no kind: all. Throws as ModelFitter::fit() for the kind asked for, Cancelled where progress says so.
FitAnswer fit_answer(const ModelFitter& fitter, std::optional<ContactModel> kind, const Progress& progress = {});

}  // namespace dryslip
