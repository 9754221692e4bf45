#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dryslip/numerics/curve_bound.hpp"

namespace dryslip {

/// A formula such as "0.07*cos(5*t)", parsed once and evaluated fast.
///
/// Operators + - * / ^ ( ) < <= > >= ==, if(c, a, b), the functions sin cos tan asin acos atan atan2 sinh cosh tanh
/// exp log sqrt abs sign floor mod min max, and the constants pi and e. Comparisons give 1 or 0. ^ binds to the right
/// and tighter than a leading minus: -x^2 is -(x^2).
class Expression {
 public:
  /// Throws std::invalid_argument that names the column (from 1) of the mistake and the names allowed there.
  Expression(std::string_view text, std::vector<std::string> variables);

  /// Value for the variables in the order given at construction.
  double operator()(std::span<const double> values) const;

  /// Most points of one block.
  static constexpr std::size_t block_size = 32;
  /// Values at results.size() ≤ block_size points at once; variable k of point i stands at values[k block_size + i]. The bits of
  /// operator(), but for sines and cosines, which may differ by an ulp.
  void evaluate_block(std::span<const double> values, std::span<double> results) const;

  /// Number of places where the formula chooses between smooth ones: abs, sign, floor, mod, min, max, each comparison,
  /// the condition of an `if` that is not a comparison, and atan2. What depends on constants only does not count.
  std::size_t branch_count() const;

  /// The choice made at each place for these values: sign(a) at sign; −1 or 1 at abs (a < 0 or not), min, max (which
  /// argument) and atan2 (angle below 0 or not, as it jumps from π to −π); ⌊a⌋ at floor, ⌊a/b⌋ at mod; 1 or 0 at a
  /// comparison and a condition (true or not); 0 in the branch of an `if` that is not taken. Never NaN: equal choices
  /// compare equal. Where no choice changes, the formula is one smooth formula, apart from poles and sqrt(x^2) and such.
  void branches(std::span<const double> values, std::span<double> choices) const;

  /// Value with the choices held: that smooth formula, also beyond the switch where the choices would change.
  ///
  ///     abs → ±a,   floor → n,   mod(a, b) → a − n b,   min, max → one argument,   if → one branch
  ///
  /// With the choices that `branches` gives for the same values, the bits of operator(). At sign(a), a == b and a
  /// numeric condition the choice made on the switch itself may hold at that one point only.
  double value_with(std::span<const double> values, std::span<const double> choices) const;

  /// Derivative of value_with by the variable of this index; infinite where it is, as of sqrt(x) at 0.
  double derivative_with(std::span<const double> values, std::size_t variable, std::span<const double> choices) const;

  /// Proven bounds of a formula over a span of a curve.
  struct Bounds {
    CurveBound bound;   ///< of the formula with the choices held, exact and as value_with computes it
    bool choices_hold;  ///< `branches` gives the choices held at every point of the span
    bool is_finite;     ///< surely finite all over the span, as is every part of the formula
  };

  /// Bounds over a span |x − xc| ≤ half_width of a curve, along which the variables go as these say. The excess of the
  /// bound over the exact range falls with the square of the half-width where the formula is smooth, and so does the
  /// distance to a switch at which choices_hold is given up: of a < b, min and max the difference a − b is bounded.
  /// The variables lie exactly on the curve, or off it by their stray. Needs no memory beyond the stack. Of choices
  /// that are `loose` choices_hold does not tell: where they do not hold, the formula with its own choices is within the bound too, and off
  /// the one with the choices held by the stray at most.
  Bounds bounds_with(std::span<const CurveBound> variables, double half_width, std::span<const double> choices,
                     std::span<const char> loose = {}) const;

  const std::string& text() const;
  const std::vector<std::string>& variables() const;
  /// True when the value does not change with the variable of this index.
  bool is_independent_of(std::size_t variable) const;
  /// The value where no variable changes it; none for all other formulas.
  std::optional<double> constant_value() const;

  struct Program;

 private:
  std::shared_ptr<const Program> program_;
};

}  // namespace dryslip
