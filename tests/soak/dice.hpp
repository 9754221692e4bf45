#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <random>
#include <string>

namespace dryslip::soak {

/// Random choices of one case, the same on every machine.
class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t index) {
    std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                           static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32)};
    engine_.seed(sequence);
  }

  double uniform(double from, double to) { return from + (to - from) * static_cast<double>(engine_() >> 11) * 0x1p-53; }
  /// Every order of magnitude alike.
  double log_uniform(double from, double to) { return from * std::pow(to / from, uniform(0.0, 1.0)); }
  int below(int count) { return static_cast<int>(uniform(0.0, count)); }
  bool chance(double probability) { return uniform(0.0, 1.0) < probability; }

 private:
  std::mt19937_64 engine_;
};

/// Few digits, as people write them.
inline std::string text_of(double value, int digits = 4) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

inline std::string between(Dice& dice, double from, double to) { return text_of(dice.uniform(from, to)); }

inline std::string pair(const std::string& a, const std::string& b) { return "[" + a + ", " + b + "]"; }

inline std::string vector_between(Dice& dice, double from, double to) {
  const std::string x = between(dice, from, to);
  return pair(x, between(dice, from, to));
}

/// Parts drawn from left to right, which a sum of strings does not promise.
inline std::string joined(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

inline std::string in_quotes(const std::string& text) { return "\"" + text + "\""; }

}  // namespace dryslip::soak
