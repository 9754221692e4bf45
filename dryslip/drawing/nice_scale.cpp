#include "dryslip/drawing/nice_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "dryslip/record/format_text.hpp"

namespace dryslip {

std::vector<double> round_values(double low, double high, int count) {
  std::vector<double> values;
  if (!(high > low)) return values;
  const double wanted = (high - low) / count;
  const double decade = std::pow(10.0, std::floor(std::log10(wanted)));
  constexpr std::array factors{0.2, 0.5, 1.0, 2.0, 5.0, 10.0};
  auto factor =
      std::find_if(factors.begin() + 2, factors.end() - 1, [&](double f) { return f * decade >= 0.75 * wanted; });
  // three at least, where so many are wanted: they show a scale
  const std::size_t least = count < 3 ? 1 : 3;
  for (;; --factor) {
    const double step = *factor * decade;
    const double margin = 1e-6 * step;  // a value on the very end is left out
    values.clear();
    for (double k = std::ceil((low + margin) / step); k * step < high - margin; ++k) values.push_back(k * step);
    if (values.size() >= least || factor == factors.begin()) return values;
  }
}

PrefixedUnit prefixed_unit(double size, const std::string& unit) {
  if (size == 0.0) return {unit, 1.0};
  if (unit.empty()) {
    if (size >= 1e-3 && size < 1e4) return {"", 1.0};
    const int power = static_cast<int>(std::floor(std::log10(size)));
    return {format_text("10^{}", power), std::pow(10.0, -power)};
  }
  const std::pair<const char*, double> prefixes[] = {{"n", 1e9}, {"µ", 1e6}, {"m", 1e3}, {"", 1.0}, {"k", 1e-3}};
  for (const auto& [prefix, factor] : prefixes)
    if (size * factor < 1000.0) return {prefix + unit, factor};
  return {"M" + unit, 1e-6};
}

std::string round_value_text(double value, double step) {
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
  return format_text("{:.{}f}", std::abs(value) < 1e-9 * step ? 0.0 : value, digits);
}

}  // namespace dryslip
