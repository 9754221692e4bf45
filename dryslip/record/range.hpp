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
  bool includes_high = true;
  std::string_view text = "must be a finite number";  ///< for messages and reference pages

  bool contains(double value) const;  ///< false for what is not finite
};

inline constexpr Range any_number{};
inline constexpr Range positive{.low = 0.0, .includes_low = false, .text = "must be greater than 0"};
inline constexpr Range not_negative{.low = 0.0, .text = "must not be negative"};
inline constexpr Range zero_to_one{.low = 0.0, .high = 1.0, .text = "must lie between 0 and 1"};
inline constexpr Range below_one{.low = 0.0,
                                 .high = 1.0,
                                 .includes_low = false,
                                 .includes_high = false,
                                 .text = "must lie strictly between 0 and 1"};
/// Tolerance of an integration in time: from what doubles can reach to what is still an integration.
inline constexpr Range integration_tolerance{.low = 1e-15, .high = 0.1, .text = "must lie between 1e-15 and 0.1"};
inline constexpr double right_angle = 1.5707963267948966;
inline constexpr Range quarter_turn{
    .low = -right_angle, .high = right_angle, .text = "must lie between -pi/2 and pi/2"};
inline constexpr Range open_quarter_turn{.low = -right_angle,
                                         .high = right_angle,
                                         .includes_low = false,
                                         .includes_high = false,
                                         .text = "must lie strictly between -pi/2 and pi/2"};
inline constexpr Range acute_angle{.low = 0.0,
                                   .high = right_angle,
                                   .includes_low = false,
                                   .includes_high = false,
                                   .text = "must lie strictly between 0 and pi/2"};
inline constexpr Range acute_angle_or_zero{
    .low = 0.0, .high = right_angle, .includes_high = false, .text = "must be at least 0 and below pi/2"};

/// What is wrong with a number, "-1: must be greater than 0 [m]"; empty where nothing is.
std::string fault_of(double value, const Range& range, std::string_view unit);

/// Throws InvalidInput with the key where the number is outside of the range.
void check_number(double value, const Range& range, std::string_view unit, const std::string& key);

}  // namespace dryslip
