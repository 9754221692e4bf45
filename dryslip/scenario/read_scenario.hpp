#pragma once

#include <string>
#include <string_view>

#include "dryslip/files/scenario_error.hpp"
#include "dryslip/scenario/scenario.hpp"

namespace dryslip {

/// Scenario of a file; files named in it are relative to it. Throws ScenarioError.
Scenario read_scenario(const std::string& file);

/// Scenario of a text; `name` stands for the file in messages. Throws ScenarioError.
Scenario parse_scenario(std::string_view text, const std::string& name, const FileReader& read_file);

/// Reads files relative to the folder.
FileReader file_reader(const std::string& folder);

}  // namespace dryslip
