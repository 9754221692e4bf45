#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "dryslip/numerics/detail/expression_program.hpp"

namespace dryslip::detail {
namespace {

// Functions of a double and of an Interval.
using std::acos, std::asin, std::atan, std::cosh, std::exp, std::log, std::sinh, std::tan, std::tanh;
constexpr auto tangent = [](auto x) { return tan(x); };
constexpr auto arc_sine = [](auto x) { return asin(x); };
constexpr auto arc_cosine = [](auto x) { return acos(x); };
constexpr auto arc_tangent = [](auto x) { return atan(x); };
constexpr auto hyperbolic_sine = [](auto x) { return sinh(x); };
constexpr auto hyperbolic_cosine = [](auto x) { return cosh(x); };
constexpr auto hyperbolic_tangent = [](auto x) { return tanh(x); };
constexpr auto exponential = [](auto x) { return exp(x); };
constexpr auto logarithm = [](auto x) { return log(x); };

/// 1/√(1 − x²), the slope of asin.
Interval arc_slope(Interval x) { return point(1.0) / sqrt(point(1.0) - square(x)); }

/// 1 − y², y = tanh x; of large x, where rounding hides it in y, at most 4 exp(−2|x|).
Interval tanh_slope(Interval x, Interval y) {
  const Interval most = exp(point(-2.0 * mignitude(x))) * 4.0;
  return intersection(point(1.0) - square(y), {0.0, most.upper});
}

CurveBound power_bound(const CurveSpan& span, const CurveBound& a, const CurveBound& b) {
  const Interval value = pow(a.value, b.value);
  if (!is_bounded(value)) return unbounded_curve;
  const Interval slope_a = is_zero(b.value) ? point(0.0) : b.value * pow(a.value, b.value - point(1.0));
  const Interval slope_b = value * log(a.value);
  const Interval rate = CurveSpan::change(slope_a, a.rate) + CurveSpan::change(slope_b, b.rate);
  const double stray = CurveSpan::times(magnitude(slope_a), a.stray) + CurveSpan::times(magnitude(slope_b), b.stray);
  return span.bound(pow(a.center, b.center), value, rate, CurveSpan::total(stray, CurveSpan::function_rounding(value)));
}

/// Whether it is known to the last bit: a choice that is held, or what follows from such choices.
bool is_number(const CurveBound& a) { return is_constant(a) && a.stray == 0.0; }

/// Computes an operation on known numbers, as is done when a formula is read.
CurveBound computed(Operation operation, double a, double b, std::uint32_t n) {
  const double operands[]{a, b};
  const Instruction code[]{{Operation::Load, Source::Constant, 0},
                           {operation, Source::Constant, takes_operand(operation) ? 1 : n}};
  double value = 0.0;
  run<1>(code, operands, nullptr, 1, &value);
  return constant_curve(value);
}

// exp, sinh and cosh overflow where a quotient by them vanishes, as in 1/cosh(t/τ) and 1/(1 + exp(t/τ)). Beyond that they stand for "huge":
// a value between least_beyond and most_beyond, good for nothing but such a quotient. Numbers that really are that large are treated alike.
constexpr double largest_exponent = 690.0, overflows_from = 709.0, least_beyond = 1e280, most_beyond = 1e301;

bool is_beyond(const CurveBound& a) {
  const double size = magnitude(a.value);
  return size >= least_beyond && size <= most_beyond && !is_number(a);
}

/// The quantity with its values limited to this range.
CurveBound clamped(const CurveBound& a, double least, double most) {
  const auto within = [&](Interval x) -> Interval {
    return {std::clamp(x.lower, least, most), std::clamp(x.upper, least, most)};
  };
  return {within(a.center), within(a.value), a.rate, a.stray};
}

/// The argument of exp, sinh or cosh up to where they overflow.
CurveBound up_to_overflow(const CurveBound& a, double least) {
  const bool overflows = is_bounded(a.value) && magnitude(a.value) > overflows_from;
  return overflows ? clamped(a, least, largest_exponent) : a;
}

/// The base of a power up to where it overflows.
CurveBound up_to_overflow_of_power(const CurveBound& a, double exponent) {
  constexpr double largest = 1e295, largest_power = 1000.0;
  const double most = std::pow(largest, 1.0 / exponent);
  const bool overflows = is_bounded(a.value) && magnitude(a.value) > most && exponent <= largest_power;
  return overflows ? clamped(a, -most, most) : a;
}

/// Whether an operation has a usable result where an operand may be huge: sums with one such operand, products with a factor that is not
/// zero, quotients by it, functions with a limit, and functions that are huge then too.
bool stands_beyond(Operation operation, const CurveBound& a, const CurveBound& b) {
  switch (operation) {
    case Operation::Negate:
    case Operation::Tanh:
    case Operation::Atan:
    case Operation::Exp:
    case Operation::Sinh:
    case Operation::Cosh:
    case Operation::Sqrt:
    case Operation::Square:
    case Operation::WholePower:
      return true;
    case Operation::Power:
      return !is_beyond(b);
    case Operation::Add:
      return !(is_beyond(a) && is_beyond(b)) || (a.value.lower > 0.0 && b.value.lower > 0.0);
    case Operation::Subtract:
      return !(is_beyond(a) && is_beyond(b));
    case Operation::Multiply:
      return mignitude(is_beyond(a) ? b.value : a.value) > 0.0;
    case Operation::Divide:
      return !is_beyond(a);
    default:
      return false;
  }
}

/// Bounds the result of an operation on operands that are not huge.
CurveBound plain_bound(const CurveSpan& span, Operation operation, const CurveBound& a, const CurveBound& b,
                       std::uint32_t n) {
  // clang-format off
  switch (operation) {
    case Operation::Negate: return span.negated(a);
    case Operation::Sin: return span.sine(a);
    case Operation::Cos: return span.cosine(a);
    case Operation::Tan: return span.function(a, tangent, [](Interval, Interval y) { return point(1.0) + square(y); });
    case Operation::Asin: return span.function(a, arc_sine, [](Interval x, Interval) { return arc_slope(x); });
    case Operation::Acos: return span.function(a, arc_cosine, [](Interval x, Interval) { return -arc_slope(x); });
    case Operation::Atan: return span.function(a, arc_tangent, [](Interval x, Interval) { return point(1.0) / (point(1.0) + square(x)); });
    case Operation::Sinh: return span.function(up_to_overflow(a, -largest_exponent), hyperbolic_sine, [](Interval x, Interval) { return cosh(x); });
    case Operation::Cosh: return span.function(up_to_overflow(a, -largest_exponent), hyperbolic_cosine, [](Interval x, Interval) { return sinh(x); });
    case Operation::Tanh: return span.function(a, hyperbolic_tangent, tanh_slope);
    case Operation::Exp: return span.function(up_to_overflow(a, -std::numeric_limits<double>::infinity()), exponential, [](Interval, Interval y) { return y; });
    case Operation::Log: return span.function(a, logarithm, [](Interval x, Interval) { return point(1.0) / x; });
    case Operation::Sqrt: return span.square_root(a);
    case Operation::Square: return span.square(up_to_overflow_of_power(a, 2.0));
    case Operation::WholePower: return span.whole_power(up_to_overflow_of_power(a, n), n);
    case Operation::Add: return span.sum(a, b);
    case Operation::Subtract: return span.difference(a, b);
    case Operation::Multiply: return span.product(a, b);
    case Operation::Divide: return span.quotient(a, b);
    case Operation::Power: return power_bound(span, is_constant(b) && b.value.lower > 1.0 ? up_to_overflow_of_power(a, b.value.lower) : a, b);
    default: return unbounded_curve;
  }
  // clang-format on
}

/// Whether the result must be huge as well where an operand is; if it is not, its bounds are worthless.
bool stays_beyond(Operation operation, const CurveBound& b) {
  switch (operation) {
    case Operation::Tanh:
    case Operation::Atan:
    case Operation::Exp:
    case Operation::Divide:
      return false;
    case Operation::Power:
      return !(b.value.upper < 0.0);
    default:
      return true;
  }
}

/// Counts roots and fractions of huge numbers as huge too.
CurveBound raised(const CurveBound& a) {
  const auto raised_ends = [](Interval x) -> Interval {
    constexpr double least = 1e100, most = 1e300;
    return {x.lower < -least ? -most : std::min(x.lower, most), x.upper > least ? most : std::max(x.upper, -most)};
  };
  return is_bounded(a.value) ? CurveBound{raised_ends(a.center), raised_ends(a.value), a.rate, a.stray} : a;
}

/// Bounds the result of an operation that makes no choice; `n` is the exponent of a whole power.
CurveBound smooth_bound(const CurveSpan& span, Operation operation, const CurveBound& a, const CurveBound& b,
                        std::uint32_t n) {
  const bool takes_two = takes_operand(operation);
  if (is_number(a) && (!takes_two || is_number(b))) return computed(operation, a.value.lower, b.value.lower, n);
  if (!is_beyond(a) && !(takes_two && is_beyond(b))) return plain_bound(span, operation, a, b, n);
  if (!stands_beyond(operation, a, b)) return unbounded_curve;
  const CurveBound result = plain_bound(span, operation, a, b, n);
  if (!stays_beyond(operation, b)) return result;
  const CurveBound beyond = raised(result);
  return is_beyond(beyond) ? beyond : unbounded_curve;
}

/// Whether huge operands leave the choice open: sign and order of a huge number are known, but not its fraction or angle, nor
/// which of two huge numbers is larger.
bool hides_choice(Operation operation, const CurveBound& a, const CurveBound& b) {
  const bool takes_two = takes_operand(operation);
  const bool compares = operation != Operation::Floor && operation != Operation::Mod && operation != Operation::Atan2;
  if (compares) return takes_two && is_beyond(a) && is_beyond(b);
  return is_beyond(a) || (takes_two && is_beyond(b));
}

struct HeldBound {
  CurveBound bound;
  bool choice_holds;
};

bool excludes_zero(Interval a) { return a.lower > 0.0 || a.upper < 0.0; }

/// a − b, whose sign decides.
Interval difference_of(const CurveSpan& span, const CurveBound& a, const CurveBound& b) {
  return smooth_bound(span, Operation::Subtract, a, b, 0).value;
}

/// Whether a comparison, or the choice of min and max, comes out as held for every difference a − b.
bool difference_holds(Operation operation, Interval difference, double choice) {
  const auto [lower, upper] = difference;
  if (!is_bounded(difference)) return false;
  // clang-format off
  switch (operation) {
    case Operation::Equal: return choice != 0.0 ? is_zero(difference) : excludes_zero(difference);
    case Operation::Less: return choice != 0.0 ? upper < 0.0 : lower >= 0.0;
    case Operation::LessEqual: return choice != 0.0 ? upper <= 0.0 : lower > 0.0;
    case Operation::Greater: return choice != 0.0 ? lower > 0.0 : upper <= 0.0;
    case Operation::GreaterEqual: return choice != 0.0 ? lower >= 0.0 : upper < 0.0;
    case Operation::Min: return choice < 0.0 ? upper < 0.0 : choice > 0.0 && lower >= 0.0;
    case Operation::Max: return choice < 0.0 ? lower > 0.0 : choice > 0.0 && upper <= 0.0;
    default: return false;
  }
  // clang-format on
}

bool floor_holds(Interval a, double choice) {
  return std::floor(a.lower) == choice && std::floor(a.upper) == choice && is_bounded(a);
}

bool sign_holds(Interval a, double choice) {
  return choice > 0.0 ? a.lower > 0.0 : choice < 0.0 ? a.upper < 0.0 : is_zero(a);
}

/// Whether (x, y) stays off the negative x axis, by more than rounding.
bool is_off_the_cut(Interval y, Interval x) {
  const double margin = function_error * magnitude(x);
  return is_bounded(x) && is_bounded(y) && (x.lower > 0.0 || y.lower > margin || y.upper < -margin);
}

struct AngleRange {
  Interval angle;
  bool is_smooth;
};

AngleRange angle_range(Interval y, Interval x) {
  constexpr double pi = std::numbers::pi;
  return is_off_the_cut(y, x) ? AngleRange{atan2(y, x), true} : AngleRange{widened(-pi, pi), false};
}

/// The angle continued over the half-turn: that of the plane turned by a quarter, which has its jump there instead.
AngleRange continued_angle(Interval y, Interval x, double choice) {
  if (x.lower > 0.0 || choice == 0.0) return angle_range(y, x);
  const Interval quarter = widened(std::numbers::pi / 2, std::numbers::pi / 2);
  const auto [angle, is_smooth] = choice > 0.0 ? angle_range(-x, y) : angle_range(x, -y);
  return {choice > 0.0 ? angle + quarter : angle - quarter, is_smooth};
}

HeldBound angle_bound(const CurveSpan& span, const CurveBound& y, const CurveBound& x, double choice) {
  const auto [value, is_smooth] = continued_angle(y.value, x.value, choice);
  // On the positive x axis the angle is 0 or −0; on the negative one −0 has the angle −π.
  const bool is_above = y.value.lower > 0.0 || (y.value.lower == 0.0 && x.value.lower > 0.0);
  const bool is_below = y.value.upper < 0.0 && value.upper < 0.0;  // a tiny angle may be rounded to −0
  const bool choice_holds = choice > 0.0 ? is_above : choice < 0.0 && is_below;
  if (!is_smooth) return {{value, value, whole_line, unbounded_curve.stray}, choice_holds};
  const Interval distance_squared = square(x.value) + square(y.value);
  const Interval slope_y = x.value / distance_squared, slope_x = -y.value / distance_squared;
  const Interval rate = CurveSpan::change(slope_y, y.rate) + CurveSpan::change(slope_x, x.rate);
  const double stray = CurveSpan::times(magnitude(slope_y), y.stray) + CurveSpan::times(magnitude(slope_x), x.stray);
  const Interval center = continued_angle(y.center, x.center, choice).angle;
  return {span.bound(center, value, rate, CurveSpan::total(stray, CurveSpan::function_rounding(value))), choice_holds};
}

/// a − n b, with n = ⌊a/b⌋ held.
HeldBound modulo_bound(const CurveSpan& span, const CurveBound& a, const CurveBound& b, double n) {
  const CurveBound quotient = smooth_bound(span, Operation::Divide, a, b, 0);
  if (!is_bounded(quotient.value)) return {unbounded_curve, false};
  const CurveBound whole = smooth_bound(span, Operation::Multiply, b, constant_curve(n), 0);
  return {smooth_bound(span, Operation::Subtract, a, whole, 0), floor_holds(quotient.value, n)};
}

/// Bounds the result of an operation that chooses, with its choice held.
HeldBound held_bound(const CurveSpan& span, Operation operation, const CurveBound& a, const CurveBound& b,
                     double choice) {
  switch (operation) {
    case Operation::JumpIfZero:
      return {constant_curve(choice), choice == 0.0 ? is_zero(a.value) : excludes_zero(a.value)};
    case Operation::Abs:
      return {choice < 0.0 ? span.negated(a) : a, choice < 0.0 ? a.value.upper < 0.0 : a.value.lower >= 0.0};
    case Operation::Sign:
      return {constant_curve(choice), sign_holds(a.value, choice)};
    case Operation::Floor:
      return {constant_curve(choice), floor_holds(a.value, choice)};
    case Operation::Mod:
      return modulo_bound(span, a, b, choice);
    case Operation::Atan2:
      return angle_bound(span, a, b, choice);
    default:
      break;
  }
  const bool holds = difference_holds(operation, difference_of(span, a, b), choice);
  const bool is_extremum = operation == Operation::Min || operation == Operation::Max;
  if (!is_extremum) return {constant_curve(choice), holds};
  return {choice < 0.0 ? a : choice > 0.0 ? b : span.sum(a, b), holds};
}

/// Operands of the instructions.
struct Operands {
  const Expression::Program& program;
  std::span<const CurveBound> variables;
  std::array<CurveBound, slot_count> slots;
  CurveBound constant;

  /// Slots are stored before they are read.
  Operands(const Expression::Program& of_program, std::span<const CurveBound> of_variables)
      : program(of_program), variables(of_variables) {}
  static bool are_taken_by(const Instruction& at) {
    return takes_operand(at.operation) || at.operation == Operation::Load;
  }
  const CurveBound& of(const Instruction& at) {
    if (at.source == Source::Variable) return variables[at.index];
    if (at.source == Source::Slot) return slots[at.index];
    return constant = constant_curve(program.constants[at.index]);
  }
};

/// Either of two quantities at every place, one after the other with a jump between them.
CurveBound either(const CurveBound& a, const CurveBound& b) {
  const Interval value = hull(a.value, b.value);
  if (!is_bounded(value)) return unbounded_curve;
  if (is_constant(a) && is_constant(b) && value.lower == value.upper) return a;
  return {hull(a.center, b.center), value, whole_line, value.upper - value.lower + std::max(a.stray, b.stray)};
}
CurveBound either(double a, double b) { return either(constant_curve(a), constant_curve(b)); }

/// Either of two quantities that meet where the choice changes, between these bounds.
CurveBound either_that_meets(const CurveSpan& span, const CurveBound& a, const CurveBound& b, Interval center,
                             Interval value) {
  if (!is_bounded(value)) return unbounded_curve;
  return span.bound(center, value, hull(a.rate, b.rate), std::max(a.stray, b.stray));
}
Interval larger(Interval a, Interval b) { return {std::max(a.lower, b.lower), std::max(a.upper, b.upper)}; }

/// The choice of an operation of one argument where it is the same for all of these, and of a comparison or of min and max by the difference
/// of its arguments.
std::optional<double> sure_choice(Operation operation, Interval a) {
  switch (operation) {
    case Operation::JumpIfZero:
      return is_zero(a) ? std::optional(0.0) : excludes_zero(a) ? std::optional(1.0) : std::nullopt;
    case Operation::Floor: {
      const double n = std::floor(a.lower);
      return floor_holds(a, n) ? std::optional(n) : std::nullopt;
    }
    case Operation::Sign:
      for (const double choice : {-1.0, 0.0, 1.0})
        if (sign_holds(a, choice)) return choice;
      return std::nullopt;
    case Operation::Abs:
      return a.upper < 0.0 ? std::optional(-1.0) : a.lower >= 0.0 ? std::optional(1.0) : std::nullopt;
    default:
      for (const double choice : {-1.0, 0.0, 1.0})
        if (difference_holds(operation, a, choice)) return choice;
      return std::nullopt;
  }
}

/// Bounds the result of an operation that chooses, whatever it chooses.
CurveBound enclosed(const CurveSpan& span, Operation operation, const CurveBound& a, const CurveBound& b) {
  if (operation == Operation::Atan2) {
    const double choice = b.value.lower > 0.0 || a.value.lower > 0.0 ? 1.0 : -1.0;
    const HeldBound held = angle_bound(span, a, b, choice);
    if (is_off_the_cut(a.value, b.value)) return held.bound;
    return either(-std::numbers::pi * (1.0 + function_error), std::numbers::pi * (1.0 + function_error));
  }
  if (operation == Operation::Mod) {
    const CurveBound quotient = smooth_bound(span, Operation::Divide, a, b, 0);
    if (!is_bounded(quotient.value)) return unbounded_curve;
    if (const auto n = sure_choice(Operation::Floor, quotient.value)) return modulo_bound(span, a, b, *n).bound;
    // between zero and b, but for the rounding of a
    const double rounding = 4.0 * function_error * (magnitude(a.value) + magnitude(b.value));
    return either(std::min(b.value.lower, 0.0) - rounding, std::max(b.value.upper, 0.0) + rounding);
  }
  const bool is_of_one = operation == Operation::Abs || operation == Operation::Sign || operation == Operation::Floor;
  const Interval decides = is_of_one ? a.value : difference_of(span, a, b);
  if (!is_bounded(decides)) return unbounded_curve;
  if (const auto choice = sure_choice(operation, decides)) return held_bound(span, operation, a, b, *choice).bound;
  switch (operation) {
    case Operation::Abs: {
      const CurveBound other = span.negated(a);
      return either_that_meets(span, a, other, larger(a.center, other.center), larger(a.value, other.value));
    }
    case Operation::Max:
      return either_that_meets(span, a, b, larger(a.center, b.center), larger(a.value, b.value));
    case Operation::Min:
      return either_that_meets(span, a, b, -larger(-a.center, -b.center), -larger(-a.value, -b.value));
    case Operation::Sign:
      return either(a.value.lower < 0.0 ? -1.0 : 0.0, a.value.upper > 0.0 ? 1.0 : 0.0);
    case Operation::Floor:
      return either(std::floor(a.value.lower), std::floor(a.value.upper));
    default:
      return either(0.0, 1.0);
  }
}

/// Runs the code with free choices: where a condition is undecided both branches count.
class EnclosedRun {
 public:
  EnclosedRun(const Expression::Program& program, std::span<const CurveBound> variables, double half_width)
      : operands_(program, variables), span_(half_width, true) {}

  CurveBound run(std::size_t begin, std::size_t end, CurveBound accumulator) {
    const std::vector<Instruction>& instructions = operands_.program.instructions;
    for (std::size_t i = begin; i < end; ++i) {
      const Instruction& at = instructions[i];
      const Operation operation = forwards(at.operation);
      const bool is_backwards = operation != at.operation;
      const CurveBound operand = Operands::are_taken_by(at) ? operands_.of(at) : accumulator;
      const CurveBound &a = is_backwards ? operand : accumulator, &b = is_backwards ? accumulator : operand;
      if (operation == Operation::JumpIfZero) {
        // condition, jump to the second branch; first branch, jump beyond the second; second branch
        const std::size_t second = i + 1 + at.index, behind = second + instructions[second - 1].index;
        const std::optional<double> choice = sure_choice(operation, accumulator.value);
        const auto branch = [&](bool is_first) {
          return is_first ? run(i + 1, second - 1, accumulator) : run(second, behind, accumulator);
        };
        accumulator = choice ? branch(*choice != 0.0) : either(branch(true), branch(false));
        i = behind - 1;
      } else if (operation == Operation::Load) {
        accumulator = operand;
      } else if (operation == Operation::Store) {
        operands_.slots[at.index] = accumulator;
      } else if (chooses(operation)) {
        accumulator = hides_choice(operation, a, b) ? unbounded_curve : enclosed(span_, operation, a, b);
      } else {
        accumulator = smooth_bound(span_, operation, a, b, at.index);
      }
    }
    return accumulator;
  }

 private:
  Operands operands_;
  CurveSpan span_;
};

/// A held quantity that another one may replace: `apart` is their largest distance, by which it strays.
CurveBound or_else(const CurveBound& held, const CurveBound& other, double apart) {
  const Interval value = hull(held.value, other.value);
  if (!is_bounded(value)) return unbounded_curve;
  return {hull(held.center, other.center), value, held.rate, CurveSpan::total(held.stray, apart)};
}
double largest_distance(Interval a, Interval b) { return std::max(a.upper - b.lower, b.upper - a.lower); }

/// Bounds an operation whose held choice does not hold all over the span; it strays by what its true choices differ from the held one.
CurveBound loosened(const CurveSpan& span, Operation operation, const CurveBound& a, const CurveBound& b, double choice,
                    const CurveBound& held) {
  const CurveBound own = enclosed(span, operation, a, b);
  if (operation == Operation::Abs)
    return or_else(held, own, 2.0 * std::max(choice < 0.0 ? a.value.upper : -a.value.lower, 0.0));
  if (choice != 0.0 && (operation == Operation::Min || operation == Operation::Max)) {
    const Interval difference = difference_of(span, a, b);
    const bool is_below = (operation == Operation::Max) == (choice < 0.0);  // where the other one is chosen a − b is
    return or_else(held, own, std::max(is_below ? -difference.lower : difference.upper, 0.0));
  }
  return or_else(held, own, largest_distance(held.value, own.value));
}

/// Runs the code with its choices held, and says whether they hold.
class HeldRun {
 public:
  HeldRun(const Expression::Program& program, std::span<const CurveBound> variables, double half_width,
          std::span<const double> choices, std::span<const char> loose)
      : operands_(program, variables),
        half_width_(half_width),
        span_(half_width, !loose.empty()),
        choices_(choices),
        loose_(loose) {}

  Expression::Bounds bounds() {
    const std::vector<Instruction>& instructions = operands_.program.instructions;
    for (std::size_t i = 0;; ++i) {
      join_branches(i);
      if (i == instructions.size()) break;
      i += take(i);
      is_finite_ = is_finite_ && is_bounded(accumulator_.value);
    }
    if (is_beyond(accumulator_)) return {unbounded_curve, choices_hold_, false};
    return {accumulator_, choices_hold_, is_finite_};
  }

 private:
  /// The other branch of an `if` whose condition is loose, up to where both branches meet.
  struct OtherBranch {
    std::size_t end;
    CurveBound bound;
  };
  void join_branches(std::size_t i) {
    for (; !others_.empty() && others_.back().end == i; others_.pop_back()) {
      const CurveBound& other = others_.back().bound;
      accumulator_ = or_else(accumulator_, other, largest_distance(accumulator_.value, other.value));
    }
  }

  /// Takes an instruction; returns how many are jumped over after it.
  std::size_t take(std::size_t i) {
    const Instruction& at = operands_.program.instructions[i];
    const std::vector<std::uint32_t>& places = operands_.program.places;
    while (next_ < places.size() && places[next_] < i) ++next_;  // jumped over
    const bool is_place = next_ < places.size() && places[next_] == i;
    const CurveBound* operand = &accumulator_;
    if (Operands::are_taken_by(at)) {
      operand = &operands_.of(at);
      is_finite_ = is_finite_ && is_bounded(operand->value);
    }
    const Operation operation = forwards(at.operation);
    const bool is_backwards = operation != at.operation;
    const CurveBound &a = is_backwards ? *operand : accumulator_, &b = is_backwards ? accumulator_ : *operand;
    if (is_place) {
      const bool holds = take_choice(operation, a, b);
      return operation == Operation::JumpIfZero ? take_branch(i, choices_[next_] != 0.0, holds) : 0;
    }
    switch (operation) {
      case Operation::JumpIfZero:  // a comparison before it has chosen already
        return take_branch(i, choices_[next_ - 1] != 0.0, accumulator_.value.lower == accumulator_.value.upper);
      case Operation::Jump:
        return at.index;
      case Operation::Load:
        accumulator_ = *operand;
        return 0;
      case Operation::Store:
        operands_.slots[at.index] = accumulator_;
        return 0;
      default:
        accumulator_ = smooth_bound(span_, operation, a, b, at.index);
        return 0;
    }
  }

  /// Whether the choice of this place holds all over the span.
  bool take_choice(Operation operation, const CurveBound& left, const CurveBound& right) {
    const bool is_hidden = hides_choice(operation, left, right);
    const CurveBound &a = is_hidden ? unbounded_curve : left, &b = is_hidden ? unbounded_curve : right;
    const HeldBound held = held_bound(span_, operation, a, b, choices_[next_]);
    const bool is_loose = next_ < loose_.size() && loose_[next_] != 0;
    choices_hold_ = choices_hold_ && (is_loose || held.choice_holds) && is_finite_;  // NaN on the way chooses as well
    const bool strays = is_loose && !held.choice_holds && operation != Operation::JumpIfZero;
    accumulator_ = strays ? loosened(span_, operation, a, b, choices_[next_], held.bound) : held.bound;
    return held.choice_holds;
  }

  /// Of the `if` at i: `is_first` by the choice held, which is sure or may be the other one too. Returns the instructions jumped over.
  std::size_t take_branch(std::size_t i, bool is_first, bool is_sure) {
    const Expression::Program& program = operands_.program;
    const std::size_t jump = program.instructions[i].index;
    const std::size_t second = i + 1 + jump, end = second + program.instructions[second - 1].index;
    if (!is_sure && !loose_.empty()) {
      EnclosedRun other(program, operands_.variables, half_width_);
      others_.push_back(
          {end, is_first ? other.run(second, end, accumulator_) : other.run(i + 1, second - 1, accumulator_)});
    }
    return is_first ? 0 : jump;
  }

  Operands operands_;
  double half_width_;
  CurveSpan span_;
  std::span<const double> choices_;
  std::span<const char> loose_;
  CurveBound accumulator_ = constant_curve(0.0);
  bool choices_hold_ = true, is_finite_ = true;
  std::vector<OtherBranch> others_;
  std::size_t next_ = 0;  // place not yet passed
};

}  // namespace

Expression::Bounds bounds_of(const Expression::Program& program, std::span<const CurveBound> variables,
                             double half_width, std::span<const double> choices, std::span<const char> loose) {
  return HeldRun(program, variables, half_width, choices, loose).bounds();
}

}  // namespace dryslip::detail
