#include "dryslip/numerics/detail/expression_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dryslip::detail {
namespace {

/// Slots are numbered as by Sethi and Ullman: a part that overwrites n of them has at least 2ⁿ operands, so that these
/// suffice for every text that fits in memory.
constexpr std::size_t slot_count = 40;

/// Largest exponent for which repeated multiplication replaces std::pow; the result is within 4 ulp.
constexpr double largest_whole_power = 8.0;

// NaN passes through, which std::min, std::fmin and the like do not promise.
double smaller(double a, double b) { return a < b ? a : b <= a ? b : a + b; }
double larger(double a, double b) { return a > b ? a : b >= a ? b : a + b; }
double sign_of(double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; }
double modulo(double a, double b) { return a - b * std::floor(a / b); }

double whole_power(double base, std::uint32_t exponent) {
  double power = 1.0;
  for (double square = base; exponent != 0; exponent >>= 1, square *= square) {
    if (exponent & 1) power *= square;
  }
  return power;
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

template <std::size_t Lanes>
void run(std::span<const Instruction> instructions, const double* constants, const double* variables, std::size_t count,
         double* values) {
  std::array<double, slot_count * Lanes> slots;
  std::array<double, Lanes> accumulator{};
  const std::size_t lanes = Lanes == 1 ? 1 : count;
  const Instruction* const end = instructions.data() + instructions.size();
  for (const Instruction* at = instructions.data(); at != end; ++at) {
    const auto one = [&](auto&& f) {
      for (std::size_t i = 0; i < lanes; ++i) accumulator[i] = f(accumulator[i]);
    };
    const auto two = [&](auto&& f) {
      if (at->source == Source::Constant) {
        const double b = constants[at->index];
        for (std::size_t i = 0; i < lanes; ++i) accumulator[i] = f(accumulator[i], b);
      } else {
        const double* b = (at->source == Source::Variable ? variables : slots.data()) + at->index * Lanes;
        for (std::size_t i = 0; i < lanes; ++i) accumulator[i] = f(accumulator[i], b[i]);
      }
    };
    // clang-format off
    switch (at->operation) {
      case Operation::Load: two([](double, double b) { return b; }); break;
      case Operation::Store: std::copy_n(accumulator.data(), lanes, slots.data() + at->index * Lanes); break;
      case Operation::JumpIfZero: if (accumulator[0] == 0.0) at += at->index; break;
      case Operation::Jump: at += at->index; break;
      case Operation::Negate: one([](double a) { return -a; }); break;
      case Operation::Sin: one([](double a) { return std::sin(a); }); break;
      case Operation::Cos: one([](double a) { return std::cos(a); }); break;
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
      case Operation::Add: two([](double a, double b) { return a + b; }); break;
      case Operation::Multiply: two([](double a, double b) { return a * b; }); break;
      case Operation::Min: two([](double a, double b) { return smaller(a, b); }); break;
      case Operation::Max: two([](double a, double b) { return larger(a, b); }); break;
      case Operation::Equal: two([](double a, double b) { return a == b ? 1.0 : 0.0; }); break;
      case Operation::Less: two([](double a, double b) { return a < b ? 1.0 : 0.0; }); break;
      case Operation::LessEqual: two([](double a, double b) { return a <= b ? 1.0 : 0.0; }); break;
      case Operation::Greater: two([](double a, double b) { return a > b ? 1.0 : 0.0; }); break;
      case Operation::GreaterEqual: two([](double a, double b) { return a >= b ? 1.0 : 0.0; }); break;
      case Operation::Subtract: two([](double a, double b) { return a - b; }); break;
      case Operation::Divide: two([](double a, double b) { return a / b; }); break;
      case Operation::Power: two([](double a, double b) { return std::pow(a, b); }); break;
      case Operation::Atan2: two([](double a, double b) { return std::atan2(a, b); }); break;
      case Operation::Mod: two([](double a, double b) { return modulo(a, b); }); break;
      case Operation::SubtractBackwards: two([](double a, double b) { return b - a; }); break;
      case Operation::DivideBackwards: two([](double a, double b) { return b / a; }); break;
      case Operation::PowerBackwards: two([](double a, double b) { return std::pow(b, a); }); break;
      case Operation::Atan2Backwards: two([](double a, double b) { return std::atan2(b, a); }); break;
      case Operation::ModBackwards: two([](double a, double b) { return modulo(b, a); }); break;
    }
    // clang-format on
  }
  std::copy_n(accumulator.data(), lanes, values);
}

template void run<1>(std::span<const Instruction>, const double*, const double*, std::size_t, double*);
template void run<Expression::block_size>(std::span<const Instruction>, const double*, const double*, std::size_t,
                                          double*);

}  // namespace dryslip::detail
