#pragma once

#include <nlohmann/json_fwd.hpp>

#include "dryslip/scenario/scenario.hpp"

namespace dryslip::cli {

/// What was understood of the contact of a scenario, in its own words: coefficients, defaults and normal forces are filled in. `made` is the
/// contact_of() the scenario.
nlohmann::ordered_json contact_summary(const Scenario& scenario, const Contact& made);

}  // namespace dryslip::cli
