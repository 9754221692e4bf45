#include "dryslip/record/name_suggestion.hpp"

#include <vector>

#include "dryslip/record/nearest_name.hpp"

namespace dryslip {

std::string suggestion(std::string_view given, std::span<const std::string_view> known) {
  const std::string nearest = nearest_name(given, std::vector<std::string>(known.begin(), known.end()));
  return nearest.empty() ? nearest : "did you mean '" + nearest + "'? ";
}

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

}  // namespace dryslip
