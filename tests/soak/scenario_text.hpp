#pragma once

#include <string>
#include <utility>
#include <vector>

namespace dryslip::soak {

// A scenario file as sections and lines, so that it can be written by chance and reduced piece by piece.

struct Section {
  std::string header;                                      ///< such as "[contact]" or "[[contact.support]]"
  std::vector<std::pair<std::string, std::string>> lines;  ///< key and value, as in the file
};

using ScenarioText = std::vector<Section>;

/// The file.
std::string text_of(const ScenarioText& scenario);

/// The line's value; nullptr where it is absent.
std::string* find_value(ScenarioText& scenario, const std::string& header, const std::string& key);

/// The file's text without its comments as sections and lines; for what text_of() writes and for files in its style, one value
/// per line. Sections without lines are kept.
ScenarioText scenario_of(const std::string& text);

}  // namespace dryslip::soak
