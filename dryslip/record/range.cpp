#include "dryslip/record/range.hpp"

#include <cmath>

#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {

bool Range::contains(double value) const {
  return std::isfinite(value) && (value > low || (includes_low && value == low)) &&
         (value < high || (includes_high && value == high));
}

std::string fault_of(double value, const Range& range, std::string_view unit) {
  if (range.contains(value)) return {};
  const std::string_view allowed = std::isfinite(value) ? range.text : any_number.text;
  return number_text(value) + ": " + std::string(allowed) + (unit.empty() ? "" : " [" + std::string(unit) + "]");
}

void check_number(double value, const Range& range, std::string_view unit, const std::string& key) {
  if (std::string fault = fault_of(value, range, unit); !fault.empty()) throw InvalidInput(key, fault);
}

namespace detail {

void check_numbers(std::span<const double> values, const Range& range, std::string_view unit, const std::string& key) {
  std::string given;
  bool all_allowed = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    check_number(values[i], any_number, unit, indexed(key, i));
    all_allowed = all_allowed && range.contains(values[i]);
    given += (i == 0 ? "[" : ", ") + number_text(values[i]);
  }
  if (!all_allowed)
    throw InvalidInput(
        key, given + "]: each " + std::string(range.text) + (unit.empty() ? "" : " [" + std::string(unit) + "]"));
}

}  // namespace detail
}  // namespace dryslip
