#pragma once

#include <array>
#include <string>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

/// Variables of the expressions of a table and of a spring's anchor.
inline const std::vector<std::string> time_variable{"t"};

/// Motion and tilt of the support plane. Its point at the world place r moves with velocity + omega ẑ×r.
struct Table {
  enum class TiltAxis { X, Y };
  std::array<Expression, 2> velocity{Expression("0", time_variable), Expression("0", time_variable)};
  Expression omega{"0", time_variable};
  double tilt = 0.0;
  TiltAxis tilt_axis = TiltAxis::Y;
  double gravity = 9.81;
};
template <>
inline constexpr std::array words<Table::TiltAxis>{"x", "y"};
template <>
inline constexpr auto description<Table> =
    record<Table>("Motion and tilt of the support plane.", field<&Table::velocity>("m/s", "formulas of t"),
                  field<&Table::omega>("rad/s", "formula of t"),
                  field<&Table::tilt>("rad", "about y pulls along +x, about x along −y", quarter_turn),
                  field<&Table::tilt_axis>("", "axis of the tilt"),
                  field<&Table::gravity>("m/s²", "acceleration of free fall", not_negative));

/// Whether its formulas are 0 at any time.
bool is_at_rest(const Table& table);

}  // namespace dryslip
