#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dryslip/numerics/expression.hpp"

namespace dryslip::detail {

// An expression runs on an accumulator: each instruction combines it with one operand, which is a constant, a variable
// or a slot that keeps an intermediate value. Backwards: the operand comes first, for a − b with b in the accumulator.
// The operations from Add on take an operand.
// clang-format off
enum class Operation : std::uint8_t {
  Load, Store, JumpIfZero, Jump,
  Negate, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Exp, Log, Sqrt, Abs, Sign, Floor, Square, WholePower,
  Add, Multiply, Min, Max, Equal, Less, LessEqual, Greater, GreaterEqual,
  Subtract, Divide, Power, Atan2, Mod,
  SubtractBackwards, DivideBackwards, PowerBackwards, Atan2Backwards, ModBackwards,
};
// clang-format on

enum class Source : std::uint8_t { Constant, Variable, Slot };

struct Instruction {
  Operation operation = Operation::Load;
  Source source = Source::Constant;
  std::uint32_t index = 0;  ///< of the operand; distance of a jump; exponent of a whole power
};

inline bool takes_operand(Operation operation) { return operation >= Operation::Add; }

/// The operation with its operands in the order of its formula: the last five are those before them, backwards.
inline Operation forwards(Operation operation) {
  constexpr int backwards = static_cast<int>(Operation::SubtractBackwards) - static_cast<int>(Operation::Subtract);
  if (operation < Operation::SubtractBackwards) return operation;
  return static_cast<Operation>(static_cast<int>(operation) - backwards);
}

/// Slots are numbered as by Sethi and Ullman: a part that overwrites n of them has at least 2ⁿ operands, so that these
/// suffice for every text that fits in memory.
inline constexpr std::size_t slot_count = 40;

/// Instructions that leave the value of a part of the expression in the accumulator.
struct Code {
  std::vector<Instruction> instructions;
  std::uint32_t slots = 0;  ///< slots it overwrites: those below this number
};

/// Builds code from the leaves upwards and computes at once what depends on constants only.
class Assembler {
 public:
  Code constant(double value);
  Code variable(std::size_t index);
  Code apply(Operation operation, Code a);
  Code apply(Operation operation, Code a, Code b);
  /// Only the branch that is taken is evaluated; a condition other than 0 counts as true.
  Code choose(Code condition, Code a, Code b);

  const std::vector<double>& constants() const { return constants_; }

 private:
  bool is_constant(const Code& code) const;
  double value_of(const Code& code) const;
  Code power(Code base, double exponent);

  std::vector<double> constants_;
};

/// Whether an operation chooses between smooth formulas.
bool chooses(Operation operation);

/// Indices of the instructions that choose between smooth formulas, ascending. An `if` chooses by itself only where its
/// condition is not a comparison, which has chosen already.
std::vector<std::uint32_t> find_places(std::span<const Instruction> instructions);

/// What a run does with the choices of the code: nothing but make them,
struct OwnChoices {};
/// note them (Choice = double; those of places jumped over stay as they are) or hold those given (const double).
template <class Choice>
struct KeptChoices {
  std::span<const std::uint32_t> places;  ///< by find_places
  Choice* choices;                        ///< one for each place
};

/// Values of the code for `count` ≤ Lanes points; variable k of point i stands at variables[k Lanes + i]. Code
/// with jumps, or with choices to keep, runs with one lane only. Needs no memory beyond the stack.
template <std::size_t Lanes, class Choices = OwnChoices>
void run(std::span<const Instruction> instructions, const double* constants, const double* variables, std::size_t count,
         double* values, Choices choices = {});
extern template void run<1>(std::span<const Instruction>, const double*, const double*, std::size_t, double*,
                            OwnChoices);
extern template void run<1>(std::span<const Instruction>, const double*, const double*, std::size_t, double*,
                            KeptChoices<double>);
extern template void run<1>(std::span<const Instruction>, const double*, const double*, std::size_t, double*,
                            KeptChoices<const double>);
extern template void run<Expression::block_size>(std::span<const Instruction>, const double*, const double*,
                                                 std::size_t, double*, OwnChoices);

}  // namespace dryslip::detail

namespace dryslip {

struct Expression::Program {
  std::string text;
  std::vector<std::string> variables;
  std::vector<detail::Instruction> instructions;
  std::vector<double> constants;
  bool has_jumps = false;
  std::vector<std::uint32_t> places;  ///< where the instructions choose
};

}  // namespace dryslip

namespace dryslip::detail {

/// Derivative of the value by a variable, with the choices held.
double rate_of(const Expression::Program& program, std::span<const double> values, std::size_t variable,
               std::span<const double> choices);

/// What the code does over a span of a curve, with the choices held.
Expression::Bounds bounds_of(const Expression::Program& program, std::span<const CurveBound> variables,
                             double half_width, std::span<const double> choices, std::span<const char> loose);

}  // namespace dryslip::detail
