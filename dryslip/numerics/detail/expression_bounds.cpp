#include <array>
#include <cmath>
#include <numbers>

#include "dryslip/numerics/detail/expression_program.hpp"

namespace dryslip::detail {
namespace {

/// Functions of a double and of an Interval.
constexpr auto tangent = [](auto x) {
  using std::tan;
  return tan(x);
};
constexpr auto arc_sine = [](auto x) {
  using std::asin;
  return asin(x);
};
constexpr auto arc_cosine = [](auto x) {
  using std::acos;
  return acos(x);
};
constexpr auto arc_tangent = [](auto x) {
  using std::atan;
  return atan(x);
};
constexpr auto hyperbolic_sine = [](auto x) {
  using std::sinh;
  return sinh(x);
};
constexpr auto hyperbolic_cosine = [](auto x) {
  using std::cosh;
  return cosh(x);
};
constexpr auto hyperbolic_tangent = [](auto x) {
  using std::tanh;
  return tanh(x);
};
constexpr auto exponential = [](auto x) {
  using std::exp;
  return exp(x);
};
constexpr auto logarithm = [](auto x) {
  using std::log;
  return log(x);
};

/// 1/√(1 − x²), the slope of asin.
Interval arc_slope(Interval x) { return point(1.0) / sqrt(point(1.0) - square(x)); }

CurveBound power_bound(const CurveSpan& span, const CurveBound& a, const CurveBound& b) {
  const Interval value = pow(a.value, b.value);
  if (!is_bounded(value)) return unbounded_curve;
  const Interval slope_a = is_zero(b.value) ? point(0.0) : b.value * pow(a.value, b.value - point(1.0));
  const Interval slope_b = value * log(a.value);
  const Interval rate = CurveSpan::change(slope_a, a.rate) + CurveSpan::change(slope_b, b.rate);
  const double stray = CurveSpan::times(magnitude(slope_a), a.stray) + CurveSpan::times(magnitude(slope_b), b.stray);
  return span.bound(pow(a.center, b.center), value, rate, CurveSpan::total(stray, CurveSpan::function_rounding(value)));
}

/// Of an operation that chooses nothing; `n` is the exponent of a whole power.
CurveBound smooth_bound(const CurveSpan& span, Operation operation, const CurveBound& a, const CurveBound& b,
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
    case Operation::Sinh: return span.function(a, hyperbolic_sine, [](Interval x, Interval) { return cosh(x); });
    case Operation::Cosh: return span.function(a, hyperbolic_cosine, [](Interval x, Interval) { return sinh(x); });
    case Operation::Tanh: return span.function(a, hyperbolic_tangent, [](Interval, Interval y) { return point(1.0) - square(y); });
    case Operation::Exp: return span.function(a, exponential, [](Interval, Interval y) { return y; });
    case Operation::Log: return span.function(a, logarithm, [](Interval x, Interval) { return point(1.0) / x; });
    case Operation::Sqrt: return span.square_root(a);
    case Operation::Square: return span.square(a);
    case Operation::WholePower: return span.whole_power(a, n);
    case Operation::Add: return span.sum(a, b);
    case Operation::Subtract: return span.difference(a, b);
    case Operation::Multiply: return span.product(a, b);
    case Operation::Divide: return span.quotient(a, b);
    case Operation::Power: return power_bound(span, a, b);
    default: return unbounded_curve;
  }
  // clang-format on
}

struct HeldBound {
  CurveBound bound;
  bool choice_holds;
};

bool excludes_zero(Interval a) { return a.lower > 0.0 || a.upper < 0.0; }

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

/// The half-line from the origin to the left is not touched, nor come near enough for its side to be rounded away.
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
  const CurveBound quotient = span.quotient(a, b);
  if (!is_bounded(quotient.value)) return {unbounded_curve, false};
  return {span.difference(a, span.scaled(b, n)), floor_holds(quotient.value, n)};
}

/// Of an operation that chooses, with its choice held.
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
  const bool holds = difference_holds(operation, span.difference(a, b).value, choice);
  const bool is_extremum = operation == Operation::Min || operation == Operation::Max;
  if (!is_extremum) return {constant_curve(choice), holds};
  return {choice < 0.0 ? a : choice > 0.0 ? b : span.sum(a, b), holds};
}

}  // namespace

Expression::Bounds bounds_of(const Expression::Program& program, std::span<const CurveBound> variables,
                             double half_width, std::span<const double> choices, std::span<const char> loose) {
  const CurveSpan span(half_width);
  std::array<CurveBound, slot_count> slots;
  CurveBound accumulator = constant_curve(0.0), constant = accumulator;
  bool choices_hold = true, is_finite = true;
  std::size_t next = 0;  // place not yet passed
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& at = program.instructions[i];
    while (next < program.places.size() && program.places[next] < i) ++next;  // jumped over
    const bool chooses = next < program.places.size() && program.places[next] == i;
    const CurveBound* operand = &accumulator;
    if (takes_operand(at.operation) || at.operation == Operation::Load) {
      if (at.source == Source::Constant) {
        constant = constant_curve(program.constants[at.index]);
        operand = &constant;
      } else {
        operand = at.source == Source::Variable ? &variables[at.index] : &slots[at.index];
      }
      is_finite = is_finite && is_bounded(operand->value);
    }
    const Operation operation = forwards(at.operation);
    const bool is_backwards = operation != at.operation;
    const CurveBound &a = is_backwards ? *operand : accumulator, &b = is_backwards ? accumulator : *operand;
    if (chooses) {
      const HeldBound held = held_bound(span, operation, a, b, choices[next]);
      const bool is_loose = next < loose.size() && loose[next] != 0;
      choices_hold = choices_hold && (is_loose || held.choice_holds) && is_finite;  // NaN on the way chooses as well
      accumulator = held.bound;
      if (operation == Operation::JumpIfZero && choices[next] == 0.0) i += at.index;
    } else if (operation == Operation::Load) {
      accumulator = *operand;
    } else if (operation == Operation::Store) {
      slots[at.index] = accumulator;
    } else if (operation == Operation::Jump) {
      i += at.index;
    } else if (operation == Operation::JumpIfZero) {
      if (accumulator.value.lower == 0.0) i += at.index;  // the truth of a comparison
    } else {
      accumulator = smooth_bound(span, operation, a, b, at.index);
    }
    is_finite = is_finite && is_bounded(accumulator.value);
  }
  return {accumulator, choices_hold, is_finite};
}

}  // namespace dryslip::detail
