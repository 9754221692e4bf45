#pragma once

#include <limits>
#include <string>
#include <string_view>

namespace dryslip {

/// Which numbers a field may hold; all of them are finite.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool includes_low = true;
  std::string_view text = "must be a finite number";  ///< for messages and reference pages

  bool contains(double value) const;  ///< false for what is not finite
};

inline constexpr Range any_number{};
inline constexpr Range positive{.low = 0.0, .includes_low = false, .text = "must be greater than 0"};
inline constexpr Range not_negative{.low = 0.0, .text = "must not be negative"};
inline constexpr Range zero_to_one{.low = 0.0, .high = 1.0, .text = "must lie between 0 and 1"};
inline constexpr Range quarter_turn{
    .low = -1.5707963267948966, .high = 1.5707963267948966, .text = "must lie between -pi/2 and pi/2"};

/// What is wrong with a number, "-1: must be greater than 0 [m]"; empty where nothing is.
std::string fault_of(double value, const Range& range, std::string_view unit);

/// Throws InvalidInput with the key where the number is outside of the range.
void check_number(double value, const Range& range, std::string_view unit, const std::string& key);

}  // namespace dryslip
