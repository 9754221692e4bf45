#include "dryslip/surrogate/fit_answer.hpp"

#include <algorithm>
#include <utility>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/progress_part.hpp"

namespace dryslip {

bool FitAnswer::converged() const {
  return std::all_of(models.begin(), models.end(), [](const RatedModel& model) { return is_converged(model.fitted); });
}

namespace {

/// The variants of one kind with what their loads cost.
std::vector<RatedModel> rated(const ModelFitter& fitter, ContactModel kind, const Progress& progress) {
  constexpr double fit_part = 0.5;
  std::vector<RatedModel> models;
  std::vector<FittedModel> all = fitter.fit(kind, part_of(progress, 0.0, fit_part));
  const double part_of_each = (1.0 - fit_part) / static_cast<double>(all.size());
  for (FittedModel& fitted : all) {
    const double start = fit_part + part_of_each * static_cast<double>(models.size());
    const LoadCost cost = measure_cost(*fitted.model, fitted.frame, part_of(progress, start, start + part_of_each));
    models.push_back({std::move(fitted), cost});
  }
  return models;
}

}  // namespace

FitAnswer fit_answer(const ModelFitter& fitter, std::optional<ContactModel> kind, const Progress& progress) {
  using enum ContactModel;
  FitAnswer answer{.kind = kind, .models = {}, .missing = {}};
  const std::vector<ContactModel> wanted =
      kind ? std::vector{Exact, *kind} : std::vector{Exact, Table, Quartic, Pade, Ellipsoid};
  const auto done = [&](std::size_t kinds) { return static_cast<double>(kinds) / static_cast<double>(wanted.size()); };
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    try {
      for (RatedModel& model : rated(fitter, wanted[i], part_of(progress, done(i), done(i + 1))))
        answer.models.push_back(std::move(model));
    } catch (const InvalidInput& error) {
      if (kind || i == 0) throw;
      answer.missing.push_back({wanted[i], error.what()});
    }
  }
  tell(progress, 1.0);
  return answer;
}

}  // namespace dryslip
