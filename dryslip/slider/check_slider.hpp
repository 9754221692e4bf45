#pragma once

#include <string>

#include "dryslip/slider/slider.hpp"

namespace dryslip {

/// Throws InvalidInput for values that no spring can have; `key` is that of the spring.
void check_spring(const Spring& spring, const std::string& key = "");

/// Throws InvalidInput, with the key of the scenario, for values that no slider can have.
void check_slider(const Slider& slider);

}  // namespace dryslip
