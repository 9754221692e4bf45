#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  /// Values at results.size() ≤ block_size points at once; variable k of point i stands at values[k block_size + i].
  void evaluate_block(std::span<const double> values, std::span<double> results) const;

  const std::string& text() const;
  const std::vector<std::string>& variables() const;
  /// True when the value does not change with the variable of this index.
  bool is_independent_of(std::size_t variable) const;

 private:
  struct Program;
  std::shared_ptr<const Program> program_;
};

}  // namespace dryslip
