#pragma once

#include "dryslip/files/result_sink.hpp"
#include "dryslip/surrogate/fit_answer.hpp"

namespace dryslip {

/// Parameters, errors and cost of a model as an object (docs/commands/fit.md).
void write(const RatedModel& model, ResultSink& sink);

/// {"models":[…]} of all kinds; of one kind the model that contact.model takes, with "exact" and its other "variants" beside it.
void write(const FitAnswer& answer, ResultSink& sink);

}  // namespace dryslip
