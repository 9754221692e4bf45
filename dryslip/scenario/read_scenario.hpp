#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "dryslip/scenario/scenario.hpp"

namespace dryslip {

/// A mistake in a scenario, or in a file it names; what() is one line: "FILE:LINE: key: given: what is allowed".
class ScenarioError : public std::invalid_argument {
 public:
  ScenarioError(std::string file, int line, const std::string& explanation);

  const std::string& file() const { return file_; }
  int line() const { return line_; }  ///< from 1; 0 where the file could not be read

 private:
  std::string file_;
  int line_;
};

/// Gives the text of a file that a scenario names, as written there; throws std::runtime_error with the reason.
using FileReader = std::function<std::string(const std::string& name)>;

/// Scenario of a file; files named in it are relative to it. Throws ScenarioError.
Scenario read_scenario(const std::string& file);

/// Scenario of a text; `name` stands for the file in messages. Throws ScenarioError.
Scenario parse_scenario(std::string_view text, const std::string& name, const FileReader& read_file);

/// Reads files relative to the folder.
FileReader file_reader(const std::string& folder);

}  // namespace dryslip
