#include "dryslip/record/number_text.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace dryslip {
namespace {

/// Slow and portable: for standard libraries without from_chars of a double, and for its out-of-range answers.
std::optional<double> parse_by_stream(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  double value = 0.0;
  stream >> std::noskipws >> value;
  if (stream.fail() || stream.peek() != std::istringstream::traits_type::eof() || !std::isfinite(value)) return {};
  return value;
}

bool is_of_a_decimal_number(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

}  // namespace

void append_number(std::string& text, double value) {
  std::array<char, 32> digits;  // the longest is -2.2250738585072014e-308
  char* const end = fmt::format_to(digits.data(), FMT_COMPILE("{}"), value);
  text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

std::string number_text(double value, int digits) {
  constexpr int all = 17;  // identify every double
  if (std::isnan(value)) return "nan";
  if (digits < all && std::isfinite(value)) return fmt::format(FMT_COMPILE("{:.{}g}"), value, digits);
  std::string text;
  append_number(text, value);
  return text;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  if (text.empty() || text[0] == '+') return {};
#if defined(__cpp_lib_to_chars)
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return {};
  if (error == std::errc{}) return std::isfinite(value) ? std::optional(value) : std::nullopt;
#endif
  if (!std::all_of(text.begin(), text.end(), is_of_a_decimal_number)) return {};
  return parse_by_stream(text);
}

double nearest_double(std::string_view number) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (const auto value = parse_number(number)) return *value;
  return number.starts_with('-') ? -infinite : infinite;
}

}  // namespace dryslip
