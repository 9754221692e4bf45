#pragma once

#include <nlohmann/json_fwd.hpp>

#include "dryslip/scenario/scenario.hpp"

namespace dryslip::cli {

// What was understood of a scenario, in its own words: coefficients, defaults and normal forces are filled in.

nlohmann::ordered_json shape_summary(const Shape& shape);
nlohmann::ordered_json pressure_summary(const Pressure& pressure);
nlohmann::ordered_json law_summary(const FrictionLaw& law, const ContactPatch& patch);
nlohmann::ordered_json contact_summary(const Scenario& scenario);

}  // namespace dryslip::cli
