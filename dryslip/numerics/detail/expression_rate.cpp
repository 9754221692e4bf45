#include <array>
#include <cmath>

#include "dryslip/numerics/detail/expression_program.hpp"

namespace dryslip::detail {

namespace {

struct Slopes {
  double a = 0.0;
  double b = 0.0;
};

/// Derivatives of an operation by its two operands in the order of its formula: a − b, a/b, …; c is the choice it is held to.
Slopes slopes_of(Operation operation, double a, double b, double value, double c) {
  // clang-format off
  switch (operation) {
    case Operation::Negate: return {-1.0};
    case Operation::Sin: return {std::cos(a)};
    case Operation::Cos: return {-std::sin(a)};
    case Operation::Tan: return {1.0 + value * value};
    case Operation::Asin: return {1.0 / std::sqrt((1.0 - a) * (1.0 + a))};
    case Operation::Acos: return {-1.0 / std::sqrt((1.0 - a) * (1.0 + a))};
    case Operation::Atan: return {1.0 / (1.0 + a * a)};
    case Operation::Sinh: return {std::cosh(a)};
    case Operation::Cosh: return {std::sinh(a)};
    case Operation::Tanh: return {(1.0 - value) * (1.0 + value)};
    case Operation::Exp: return {value};
    case Operation::Log: return {1.0 / a};
    case Operation::Sqrt: return {0.5 / value};
    case Operation::Abs: return {c};
    case Operation::Square: return {2.0 * a};
    case Operation::Add: return {1.0, 1.0};
    case Operation::Subtract: return {1.0, -1.0};
    case Operation::Multiply: return {b, a};
    case Operation::Divide: return {1.0 / b, -value / b};
    case Operation::Min:
    case Operation::Max: return c < 0.0 ? Slopes{1.0, 0.0} : Slopes{0.0, 1.0};
    case Operation::Power: return {b * std::pow(a, b - 1.0), value * std::log(a)};
    case Operation::Atan2: return {b / (a * a + b * b), -a / (a * a + b * b)};
    case Operation::Mod: return {1.0, -c};
    default: return {};  // sign, floor and comparisons are constant between their jumps
  }
  // clang-format on
}

struct Dual {
  double value = 0.0;
  double rate = 0.0;
};

/// What does not change stays so where the slope is infinite, and what does not matter where its rate is.
double product(double slope, double rate) { return rate == 0.0 || slope == 0.0 ? 0.0 : slope * rate; }

Dual apply(const Instruction& at, const Dual& accumulator, const Dual& operand, const double* choice) {
  const std::array<Instruction, 2> code{{{Operation::Load, Source::Constant, 0}, {at.operation, Source::Constant, 1}}};
  const std::array constants{accumulator.value, operand.value};
  constexpr std::array<std::uint32_t, 1> place{1};
  Dual result;
  if (at.operation == Operation::WholePower) {
    const auto n = static_cast<double>(at.index);
    return {std::pow(accumulator.value, n), n * std::pow(accumulator.value, n - 1.0) * accumulator.rate};
  }
  if (choice) {
    run<1>(code, constants.data(), nullptr, 1, &result.value, KeptChoices<const double>{place, choice});
  } else {
    run<1>(code, constants.data(), nullptr, 1, &result.value);
  }
  const Operation operation = forwards(at.operation);
  const bool is_backwards = operation != at.operation;
  const Dual &a = is_backwards ? operand : accumulator, &b = is_backwards ? accumulator : operand;
  const Slopes slopes = slopes_of(operation, a.value, b.value, result.value, choice ? *choice : 0.0);
  result.rate = product(slopes.a, a.rate) + product(slopes.b, b.rate);
  return result;
}

}  // namespace

double rate_of(const Expression::Program& program, std::span<const double> values, std::size_t variable,
               std::span<const double> choices) {
  std::array<Dual, slot_count> slots;
  Dual accumulator;
  std::size_t next = 0;  // place not yet passed
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& at = program.instructions[i];
    while (next < program.places.size() && program.places[next] < i) ++next;  // jumped over
    const bool chooses = next < program.places.size() && program.places[next] == i;
    Dual operand;
    if (at.source == Source::Constant && (at.operation == Operation::Load || takes_operand(at.operation))) {
      operand.value = program.constants[at.index];
    } else if (at.source == Source::Variable) {
      operand = {values[at.index], at.index == variable ? 1.0 : 0.0};
    } else if (at.source == Source::Slot) {
      operand = slots[at.index];
    }
    switch (at.operation) {
      case Operation::Load:
        accumulator = operand;
        break;
      case Operation::Store:
        slots[at.index] = accumulator;
        break;
      case Operation::Jump:
        i += at.index;
        break;
      case Operation::JumpIfZero:
        if ((chooses ? choices[next] : accumulator.value) == 0.0) i += at.index;
        break;
      default:
        accumulator = apply(at, accumulator, operand, chooses ? &choices[next] : nullptr);
    }
  }
  return accumulator.rate;
}

}  // namespace dryslip::detail
