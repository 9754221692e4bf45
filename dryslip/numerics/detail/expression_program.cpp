#include "dryslip/numerics/detail/expression_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <utility>

#include "dryslip/numerics/detail/block_functions.hpp"
#include "dryslip/numerics/interval.hpp"

namespace dryslip::detail {
namespace {

/// Largest exponent for which repeated multiplication replaces std::pow; the result is within 4 ulp.
constexpr double largest_whole_power = 8.0;

// NaN passes through, which std::min, std::fmin and the like do not promise.
double smaller(double a, double b) { return a < b ? a : b <= a ? b : a + b; }
double larger(double a, double b) { return a > b ? a : b >= a ? b : a + b; }
double sign_of(double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; }
double modulo(double a, double b) { return a - b * std::floor(a / b); }

bool is_comparison(Operation operation) {
  return operation >= Operation::Equal && operation <= Operation::GreaterEqual;
}

/// The choice an operation makes between its smooth formulas; never NaN, so that equal choices compare equal.
double choice_of(Operation operation, double a, double b) {
  const auto number = [](double value) { return std::isnan(value) ? 0.0 : value; };
  // clang-format off
  switch (operation) {
    case Operation::JumpIfZero: return a == 0.0 ? 0.0 : 1.0;
    case Operation::Abs: return a < 0.0 ? -1.0 : 1.0;
    case Operation::Sign: return number(sign_of(a));
    case Operation::Floor: return number(std::floor(a));
    case Operation::Mod: return number(std::floor(a / b));
    case Operation::ModBackwards: return number(std::floor(b / a));
    case Operation::Min: return a < b ? -1.0 : b <= a ? 1.0 : 0.0;
    case Operation::Max: return a > b ? -1.0 : b >= a ? 1.0 : 0.0;
    case Operation::Equal: return a == b ? 1.0 : 0.0;
    case Operation::Less: return a < b ? 1.0 : 0.0;
    case Operation::LessEqual: return a <= b ? 1.0 : 0.0;
    case Operation::Greater: return a > b ? 1.0 : 0.0;
    case Operation::GreaterEqual: return a >= b ? 1.0 : 0.0;
    case Operation::Atan2: return std::atan2(a, b) < 0.0 ? -1.0 : 1.0;
    case Operation::Atan2Backwards: return std::atan2(b, a) < 0.0 ? -1.0 : 1.0;
    default: return 0.0;
  }
  // clang-format on
}

/// The angle continued over the half-turn, where atan2 jumps: from above for a choice of 1, from below for −1.
double continued_angle(double angle, double choice) {
  if (choice > 0.0 && angle < -std::numbers::pi / 2) return angle + 2 * std::numbers::pi;
  if (choice < 0.0 && angle > std::numbers::pi / 2) return angle - 2 * std::numbers::pi;
  return angle;
}

/// Value of the smooth formula of a choice; with the choice of these operands, the bits of the operation.
double chosen_value(Operation operation, double a, double b, double choice) {
  const auto held = [choice](double argument) { return std::isnan(argument) ? argument : choice; };
  // clang-format off
  switch (operation) {
    case Operation::Abs: return choice < 0.0 ? -a : a + 0.0;  // −0 becomes 0
    case Operation::Sign:
    case Operation::Floor: return held(a);
    case Operation::Mod: return a - b * held(a / b);
    case Operation::ModBackwards: return b - a * held(b / a);
    case Operation::Min:
    case Operation::Max: return choice < 0.0 ? a : choice > 0.0 ? b : a + b;
    case Operation::Atan2: return continued_angle(std::atan2(a, b), choice);
    case Operation::Atan2Backwards: return continued_angle(std::atan2(b, a), choice);
    default: return choice;  // the truth of a comparison or a condition
  }
  // clang-format on
}

/// The operation that gives the same value with its two operands exchanged.
Operation exchanged(Operation operation) {
  constexpr std::array<std::array<Operation, 2>, 7> pairs{{{Operation::Less, Operation::Greater},
                                                           {Operation::LessEqual, Operation::GreaterEqual},
                                                           {Operation::Subtract, Operation::SubtractBackwards},
                                                           {Operation::Divide, Operation::DivideBackwards},
                                                           {Operation::Power, Operation::PowerBackwards},
                                                           {Operation::Atan2, Operation::Atan2Backwards},
                                                           {Operation::Mod, Operation::ModBackwards}}};
  for (const auto& [first, second] : pairs) {
    if (operation == first) return second;
    if (operation == second) return first;
  }
  return operation;  // commutative
}

bool is_leaf(const Code& code) {
  return code.instructions.size() == 1 && code.instructions[0].operation == Operation::Load;
}

void append(std::vector<Instruction>& to, const std::vector<Instruction>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Instruction that combines the accumulator with a leaf.
Instruction with_leaf(Operation operation, const Code& leaf) {
  return {operation, leaf.instructions[0].source, leaf.instructions[0].index};
}

}  // namespace

bool chooses(Operation operation) {
  constexpr std::array choosing{
      Operation::JumpIfZero, Operation::Abs,   Operation::Sign,           Operation::Floor, Operation::Min,
      Operation::Max,        Operation::Atan2, Operation::Atan2Backwards, Operation::Mod,   Operation::ModBackwards};
  return is_comparison(operation) || std::find(choosing.begin(), choosing.end(), operation) != choosing.end();
}

Code Assembler::constant(double value) {
  constants_.push_back(value);
  return {{{Operation::Load, Source::Constant, static_cast<std::uint32_t>(constants_.size() - 1)}}};
}

Code Assembler::variable(std::size_t index) {
  return {{{Operation::Load, Source::Variable, static_cast<std::uint32_t>(index)}}};
}

Code Assembler::apply(Operation operation, Code a) {
  const bool folds = is_constant(a);
  a.instructions.push_back({operation});
  return folds ? constant(value_of(a)) : std::move(a);
}

Code Assembler::apply(Operation operation, Code a, Code b) {
  const bool folds = is_constant(a) && is_constant(b);
  if (operation == Operation::Power && is_constant(b) && !folds) return power(std::move(a), value_of(b));
  if (!is_leaf(b) && (is_leaf(a) || a.slots < b.slots)) {  // the part that needs more slots goes first
    std::swap(a, b);
    operation = exchanged(operation);
  }
  if (is_leaf(b)) {
    a.instructions.push_back(with_leaf(operation, b));
  } else {
    // The first value waits in a slot that the second part does not touch.
    const std::uint32_t slot = b.slots;
    a.instructions.push_back({Operation::Store, Source::Slot, slot});
    append(a.instructions, b.instructions);
    a.instructions.push_back({exchanged(operation), Source::Slot, slot});
    a.slots = std::max(a.slots, slot + 1);
  }
  return folds ? constant(value_of(a)) : std::move(a);
}

Code Assembler::choose(Code condition, Code a, Code b) {
  if (is_constant(condition)) return value_of(condition) != 0.0 ? std::move(a) : std::move(b);
  Code code = std::move(condition);
  code.slots = std::max({code.slots, a.slots, b.slots});
  const auto distance = [](const Code& part) { return static_cast<std::uint32_t>(part.instructions.size()); };
  code.instructions.push_back({Operation::JumpIfZero, Source::Constant, distance(a) + 1});
  append(code.instructions, a.instructions);
  code.instructions.push_back({Operation::Jump, Source::Constant, distance(b)});
  append(code.instructions, b.instructions);
  return code;
}

bool Assembler::is_constant(const Code& code) const {
  return is_leaf(code) && code.instructions[0].source == Source::Constant;
}

double Assembler::value_of(const Code& code) const {
  double value = 0.0;
  run<1>(code.instructions, constants_.data(), nullptr, 1, &value);
  return value;
}

Code Assembler::power(Code base, double exponent) {
  if (exponent == 1.0) return base;
  if (exponent == 2.0) {
    base.instructions.push_back({Operation::Square});
  } else if (exponent >= 3.0 && exponent <= largest_whole_power && exponent == std::floor(exponent)) {
    base.instructions.push_back({Operation::WholePower, Source::Constant, static_cast<std::uint32_t>(exponent)});
  } else {
    base.instructions.push_back(with_leaf(Operation::Power, constant(exponent)));
  }
  return base;
}

std::vector<std::uint32_t> find_places(std::span<const Instruction> instructions) {
  std::vector<bool> landing(instructions.size() + 1, false);  // the value there may be that of either branch of an `if`
  std::vector<std::uint32_t> places;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const Operation operation = instructions[i].operation;
    if (operation == Operation::Jump) landing[i + 1 + instructions[i].index] = true;
    const bool follows_comparison =
        operation == Operation::JumpIfZero && !landing[i] && is_comparison(instructions[i - 1].operation);
    if (chooses(operation) && !follows_comparison) places.push_back(static_cast<std::uint32_t>(i));
  }
  return places;
}

namespace {

/// What instructions work on: the same numbers at several places at once.
template <std::size_t Lanes>
struct Registers {
  static_assert(Lanes == 1 || Lanes % 8 == 0);
  const double* constants;
  const double* variables;
  std::size_t count;
  double* slots;
  std::array<double, Lanes> accumulator{};

  std::size_t lanes() const { return Lanes == 1 ? 1 : count; }

  template <class Function>
  void one(Function&& f) {
    for (std::size_t i = 0; i < lanes(); ++i) accumulator[i] = f(accumulator[i]);
  }
  template <class BlockFunction, class Function>
  void in_block([[maybe_unused]] BlockFunction block_function, Function&& f) {
    if constexpr (Lanes == 1) {
      one(f);
    } else {
      (block_functions().back().*block_function)(accumulator.data(), lanes());
    }
  }
  template <class Function>
  void two(const Instruction& at, Function&& f) {
    if (at.source == Source::Constant) {
      const double b = constants[at.index];
      for (std::size_t i = 0; i < lanes(); ++i) accumulator[i] = f(accumulator[i], b);
    } else {
      const double* b = (at.source == Source::Variable ? variables : slots) + at.index * Lanes;
      for (std::size_t i = 0; i < lanes(); ++i) accumulator[i] = f(accumulator[i], b[i]);
    }
  }

  /// Returns the instruction, or the last one that it jumps over.
  [[gnu::always_inline]] const Instruction* take(const Instruction* at) {
    // clang-format off
    switch (at->operation) {
      case Operation::Load: two(*at, [](double, double b) { return b; }); break;
      case Operation::Store: std::copy_n(accumulator.data(), lanes(), slots + at->index * Lanes); break;
      case Operation::JumpIfZero: return accumulator[0] == 0.0 ? at + at->index : at;
      case Operation::Jump: return at + at->index;
      case Operation::Negate: one([](double a) { return -a; }); break;
      case Operation::Sin: in_block(&BlockFunctions::sine, [](double a) { return std::sin(a); }); break;
      case Operation::Cos: in_block(&BlockFunctions::cosine, [](double a) { return std::cos(a); }); break;
      case Operation::Tan: one([](double a) { return std::tan(a); }); break;
      case Operation::Asin: one([](double a) { return std::asin(a); }); break;
      case Operation::Acos: one([](double a) { return std::acos(a); }); break;
      case Operation::Atan: one([](double a) { return std::atan(a); }); break;
      case Operation::Sinh: one([](double a) { return std::sinh(a); }); break;
      case Operation::Cosh: one([](double a) { return std::cosh(a); }); break;
      case Operation::Tanh: one([](double a) { return std::tanh(a); }); break;
      case Operation::Exp: one([](double a) { return std::exp(a); }); break;
      case Operation::Log: one([](double a) { return std::log(a); }); break;
      case Operation::Sqrt: one([](double a) { return std::sqrt(a); }); break;
      case Operation::Abs: one([](double a) { return std::abs(a); }); break;
      case Operation::Sign: one([](double a) { return sign_of(a); }); break;
      case Operation::Floor: one([](double a) { return std::floor(a); }); break;
      case Operation::Square: one([](double a) { return a * a; }); break;
      case Operation::WholePower: one([n = at->index](double a) { return whole_power(a, n); }); break;
      case Operation::Add: two(*at, [](double a, double b) { return a + b; }); break;
      case Operation::Multiply: two(*at, [](double a, double b) { return a * b; }); break;
      case Operation::Min: two(*at, [](double a, double b) { return smaller(a, b); }); break;
      case Operation::Max: two(*at, [](double a, double b) { return larger(a, b); }); break;
      case Operation::Equal: two(*at, [](double a, double b) { return a == b ? 1.0 : 0.0; }); break;
      case Operation::Less: two(*at, [](double a, double b) { return a < b ? 1.0 : 0.0; }); break;
      case Operation::LessEqual: two(*at, [](double a, double b) { return a <= b ? 1.0 : 0.0; }); break;
      case Operation::Greater: two(*at, [](double a, double b) { return a > b ? 1.0 : 0.0; }); break;
      case Operation::GreaterEqual: two(*at, [](double a, double b) { return a >= b ? 1.0 : 0.0; }); break;
      case Operation::Subtract: two(*at, [](double a, double b) { return a - b; }); break;
      case Operation::Divide: two(*at, [](double a, double b) { return a / b; }); break;
      case Operation::Power: two(*at, [](double a, double b) { return std::pow(a, b); }); break;
      case Operation::Atan2: two(*at, [](double a, double b) { return std::atan2(a, b); }); break;
      case Operation::Mod: two(*at, [](double a, double b) { return modulo(a, b); }); break;
      case Operation::SubtractBackwards: two(*at, [](double a, double b) { return b - a; }); break;
      case Operation::DivideBackwards: two(*at, [](double a, double b) { return b / a; }); break;
      case Operation::PowerBackwards: two(*at, [](double a, double b) { return std::pow(b, a); }); break;
      case Operation::Atan2Backwards: two(*at, [](double a, double b) { return std::atan2(b, a); }); break;
      case Operation::ModBackwards: two(*at, [](double a, double b) { return modulo(b, a); }); break;
    }
    // clang-format on
    return at;
  }

  /// An instruction that chooses, by this choice: one that is kept is made first.
  template <class Choice>
  const Instruction* take_choice(const Instruction* at, Choice& choice) {
    double operand = 0.0;
    if (takes_operand(at->operation)) {
      two(*at, [&operand](double a, double b) {
        operand = b;
        return a;
      });
    }
    if constexpr (!std::is_const_v<Choice>) choice = choice_of(at->operation, accumulator[0], operand);
    accumulator[0] = chosen_value(at->operation, accumulator[0], operand, choice);
    return at->operation == Operation::JumpIfZero && choice == 0.0 ? at + at->index : at;
  }
};

}  // namespace

template <std::size_t Lanes, class Choices>
void run(std::span<const Instruction> instructions, const double* constants, const double* variables, std::size_t count,
         double* values, [[maybe_unused]] Choices choices) {
  constexpr bool keeps_choices = !std::is_same_v<Choices, OwnChoices>;
  static_assert(Lanes == 1 || !keeps_choices);
  [[maybe_unused]] std::size_t next = 0;  // place not yet passed
  std::array<double, slot_count * Lanes> slots;
  Registers<Lanes> registers{.constants = constants, .variables = variables, .count = count, .slots = slots.data()};
  const Instruction* const end = instructions.data() + instructions.size();
  for (const Instruction* at = instructions.data(); at != end; ++at) {
    if constexpr (keeps_choices) {
      const auto index = static_cast<std::size_t>(at - instructions.data());
      while (next < choices.places.size() && choices.places[next] < index) ++next;  // jumped over
      if (next < choices.places.size() && choices.places[next] == index) {
        at = registers.take_choice(at, choices.choices[next]);
        continue;
      }
    }
    at = registers.take(at);
  }
  std::copy_n(registers.accumulator.data(), registers.lanes(), values);
}

template void run<1>(std::span<const Instruction>, const double*, const double*, std::size_t, double*, OwnChoices);
template void run<1>(std::span<const Instruction>, const double*, const double*, std::size_t, double*,
                     KeptChoices<double>);
template void run<1>(std::span<const Instruction>, const double*, const double*, std::size_t, double*,
                     KeptChoices<const double>);
template void run<Expression::block_size>(std::span<const Instruction>, const double*, const double*, std::size_t,
                                          double*, OwnChoices);

}  // namespace dryslip::detail
