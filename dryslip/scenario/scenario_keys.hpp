#pragma once

#include <string>

namespace dryslip {

/// Every key of a scenario file with value, unit, meaning, range and default, as a Markdown page: what the descriptions of the records say.
std::string scenario_keys_page();

}  // namespace dryslip
