#include "dryslip/numerics/number_text.hpp"

#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace dryslip {

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text;
  // 15 digits always survive the way double -> text; 17 always identify the double.
  for (int digits = 15; digits <= std::numeric_limits<double>::max_digits10; ++digits) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.precision(digits);
    out << value;
    text = out.str();
    if (nearest_double(text) == value) break;
  }
  return text;
}

std::string number_text(Vec2 value) { return "[" + number_text(value.x) + ", " + number_text(value.y) + "]"; }

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
