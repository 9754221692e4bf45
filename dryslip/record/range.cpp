#include "dryslip/record/range.hpp"

#include <cmath>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

bool Range::contains(double value) const {
  return std::isfinite(value) && (value > low || (includes_low && value == low)) && value <= high;
}

std::string fault_of(double value, const Range& range, std::string_view unit) {
  if (range.contains(value)) return {};
  const std::string_view allowed = std::isfinite(value) ? range.text : any_number.text;
  return number_text(value) + ": " + std::string(allowed) + (unit.empty() ? "" : " [" + std::string(unit) + "]");
}

void check_number(double value, const Range& range, std::string_view unit, const std::string& key) {
  if (std::string fault = fault_of(value, range, unit); !fault.empty()) throw InvalidInput(key, fault);
}

}  // namespace dryslip
