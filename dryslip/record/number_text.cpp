#include "dryslip/record/number_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace dryslip {

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text;
  // Most numbers that people write survive with 15 digits; 17 always identify the double.
  for (int precision = std::min(digits, 15); precision <= digits; ++precision) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.precision(precision);
    out << value;
    text = out.str();
    if (nearest_double(text) == value) break;
  }
  return text;
}

double nearest_double(const std::string& number) {
  std::istringstream in(number);
  in.imbue(std::locale::classic());
  double value = 0.0;
  in >> value;
  // Overflow and, in libc++, underflow fail; the value left tells them apart.
  if (in.fail() && std::abs(value) > 1.0) return std::copysign(std::numeric_limits<double>::infinity(), value);
  return value;
}

}  // namespace dryslip
