#include "dryslip/record/number_text.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "dryslip/record/decimal_number.hpp"

namespace dryslip {

std::string number_text(double value, int digits) {
  constexpr int all = 17;  // identify every double
  if (std::isnan(value)) return "nan";
  if (digits < all && std::isfinite(value)) return fmt::format(FMT_COMPILE("{:.{}g}"), value, digits);
  std::string text;
  append_number(text, value);
  return text;
}

double nearest_double(const std::string& number) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (const auto value = parse_number(number)) return *value;
  return number.starts_with('-') ? -infinite : infinite;
}

}  // namespace dryslip
