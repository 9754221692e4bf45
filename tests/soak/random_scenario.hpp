#pragma once

#include <cstdint>

#include "tests/soak/scenario_text.hpp"

namespace dryslip::soak {

/// Case `index` of this seed: a body of some centimeters and kilograms on any contact, at rest or moving, with any drive, on
/// any table, for a second. Numbers have few digits.
ScenarioText random_scenario(std::uint64_t seed, std::uint64_t index);

}  // namespace dryslip::soak
