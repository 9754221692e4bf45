#include "tests/soak/scenario_text.hpp"

#include <sstream>

namespace dryslip::soak {

std::string text_of(const ScenarioText& scenario) {
  std::string text;
  for (const Section& section : scenario) {
    if (!section.header.empty()) text += section.header + "\n";
    for (const auto& [key, value] : section.lines) text += key + " = " + value + "\n";
  }
  return text;
}

std::string* find_value(ScenarioText& scenario, const std::string& header, const std::string& key) {
  for (Section& section : scenario) {
    if (section.header != header) continue;
    for (auto& [name, value] : section.lines) {
      if (name == key) return &value;
    }
  }
  return nullptr;
}

ScenarioText scenario_of(const std::string& text) {
  ScenarioText result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    line = line.substr(0, line.find(" #"));  // no formula has one
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      result.push_back({line, {}});
      continue;
    }
    if (result.empty()) result.push_back({"", {}});
    const std::size_t equals = line.find('=');
    const std::size_t end = line.find_last_not_of(' ', equals - 1), start = line.find_first_not_of(' ', equals + 1);
    result.back().lines.emplace_back(line.substr(0, end + 1), line.substr(start));
  }
  return result;
}

}  // namespace dryslip::soak
