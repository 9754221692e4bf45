#include "dryslip/surrogate/fit_answer.hpp"

#include <algorithm>
#include <utility>

#include "dryslip/record/invalid_input.hpp"

namespace dryslip {

bool FitAnswer::converged() const {
  return std::all_of(models.begin(), models.end(), [](const RatedModel& model) { return is_converged(model.fitted); });
}

FitAnswer fit_answer(const ModelFitter& fitter, std::optional<ContactModel> kind) {
  FitAnswer answer{.kind = kind, .models = {}, .missing = {}};
  const auto add = [&](ContactModel one) {
    for (FittedModel& fitted : fitter.fit(one)) {
      const LoadCost cost = measure_cost(*fitted.model, fitted.frame);
      answer.models.push_back({std::move(fitted), cost});
    }
  };
  add(ContactModel::Exact);
  if (kind) {
    add(*kind);
    return answer;
  }
  for (const ContactModel one :
       {ContactModel::Table, ContactModel::Quartic, ContactModel::Pade, ContactModel::Ellipsoid}) {
    try {
      add(one);
    } catch (const InvalidInput& error) {
      answer.missing.push_back({one, error.what()});
    }
  }
  return answer;
}

}  // namespace dryslip
