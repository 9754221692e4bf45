#include "dryslip/ball/detail/ball_look.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "dryslip/numerics/chebyshev_rule.hpp"
#include "dryslip/numerics/look_along.hpp"

namespace dryslip::detail {
namespace {

using Powers = ChebyshevRule::Powers;
using Place = BallEquations::Place;

/// A load closer than this to its limit, of it, is on it, and is borne.
constexpr double on_limit = 1e-12;

/// Several numbers over a span: before and after at its ends, off the line between by at most `off`.
template <std::size_t N>
struct LineEnds {
  std::array<double, N> before, after;
  double off = 0.0;

  LineEnds(const std::array<CurveBound, N>& bounds, double half_width) {
    constexpr std::array one{1.0};
    for (std::size_t i = 0; i < N; ++i) {
      const BoundLine line = line_of(one, {&bounds[i], 1}, half_width);
      before[i] = line.center - half_width * line.slope;
      after[i] = line.center + half_width * line.slope;
      off = std::hypot(off, line.off);
    }
  }
};

double size_of(const std::array<double, 2>& a) { return std::hypot(a[0], a[1]); }

}  // namespace

/// Time, center and its velocity along a step by powers of its part, and what the lean that holds the center depends on.
struct BallLimits::Curve {
  std::array<Powers, 5> motion{};
  std::array<Powers, 6> lean{};  // by pull x, by pull y, without
  std::array<double, 6> lean_off{};
  bool is_of_time = false;  // nothing else matters

  Curve(const BallEquations& equations, const BallStep& step) {
    const double start = step.time_at(0.0);
    motion[0] = {start, step.end()[Place::T] - start};
    is_of_time = equations.mode == BallMode::Stick && !equations.table_turns() && !step.is_scaled();
    if (is_of_time) return;
    const ChebyshevRule& rule = ChebyshevRule::get();
    constexpr int count = ChebyshevRule::count;
    Eigen::Matrix<double, 11, count> values = Eigen::Matrix<double, 11, count>::Zero();
    for (int k = 0; k < count; ++k) {
      const BallEquations::State y = step.at(rule.at[static_cast<std::size_t>(k)]);
      values.col(k).head<5>() = y.head<5>();
      if (!equations.holds_center) continue;
      const auto [by_x, by_y, without] = equations.center_lean(y);
      values.col(k).tail<6>() << by_x.x, by_x.y, by_y.x, by_y.y, without.x, without.y;
    }
    const Eigen::Matrix<double, 11, count> series = values * rule.to_series, powers = series * rule.to_powers;
    for (std::size_t i = 0; i < 11; ++i) {
      const Eigen::Index row = static_cast<Eigen::Index>(i);
      Powers& to = i < 5 ? motion[i] : lean[i - 5];
      if (i > 0 || step.is_scaled())
        for (std::size_t k = 0; k < count; ++k) to[k] = powers(row, static_cast<Eigen::Index>(k));
      if (i >= 5) lean_off[i - 5] = 0.5 * (std::abs(series(row, count - 1)) + std::abs(series(row, count - 2)));
    }
  }

  CurveBound at(Place place, double from, double to) const {
    if (is_of_time && place != Place::T) return unbounded_curve;
    return bound_polynomial(motion[static_cast<std::size_t>(place)], from, to);
  }
  CurveBound lean_at(std::size_t i, double from, double to) const {
    CurveBound bound = bound_polynomial(lean[i], from, to);
    bound.stray += lean_off[i];
    return bound;
  }
};

BallLimits::BallLimits(const BallEquations& equations)
    : equations_(equations), bearable_(1.0 + std::max(on_limit, 10.0 * equations.load_tolerance())) {}

bool BallLimits::load_leaves(const BallEquations::State& y) const {
  return !equations_.holds_center && equations_.slip_limit(y).reached > bearable_;
}

bool BallLimits::pull_leaves(const BallEquations::State& y) const {
  if (equations_.holds_center)
    return !(length(equations_.lean_that_holds_center(y)) <= equations_.ball().rolling_shift * (1.0 + on_limit));
  return equations_.mode == BallMode::Stick && equations_.rolling_limit_reached(y) > 1.0 + on_limit;
}

/// With k the part of its limit that a load has reached for a lean, one that is off by δ and a lean that is off by ε have reached at most
/// k + (δ + 1.2 ε)/0.36: the limit is at least 0.36, and the lean of 1 changes it by at most √(1 + (3π/16)²) (docs/theory/rolling_ball.md).
bool BallLimits::bears(const std::array<double, 3>& load, const std::array<double, 2>& lean, double load_off,
                       double lean_off) const {
  constexpr double limit_by_lean = 1.2;
  const double size = std::hypot(load[0], load[1], load[2]);
  if (size + load_off <= BallEquations::surely_held) return true;
  const double off = (load_off + limit_by_lean * lean_off) / BallEquations::surely_held;
  if (!(off < bearable_)) return false;
  const double reached =
      size < BallEquations::surely_held
          ? size / BallEquations::surely_held
          : equations_.slip_limit(FrictionLoad{{load[0], load[1]}, load[2]}, {lean[0], lean[1]}).reached;
  return reached + off <= bearable_;
}

/// All limits are convex in pull, load and lean together, so that both ends of a line say it for all of it.
bool BallLimits::surely_holds(const Curve& curve, double from, double to) const {
  const double h = 0.5 * (to - from);
  const auto [pull, lean, load] =
      equations_.hold_bounds(h, curve.at(Place::T, from, to),
                             {curve.at(Place::X, from, to), curve.at(static_cast<Place>(Place::X + 1), from, to)},
                             {curve.at(Place::VX, from, to), curve.at(static_cast<Place>(Place::VX + 1), from, to)});
  const auto stays_within = [](const LineEnds<2>& ends, double most) {
    return std::max(size_of(ends.before), size_of(ends.after)) + ends.off <= most * (1.0 + on_limit);
  };
  if (equations_.holds_center) {
    const CurveSpan span(h);
    std::array<CurveBound, 2> needed;
    for (std::size_t i = 0; i < 2; ++i)
      needed[i] = span.sum(span.sum(span.product(curve.lean_at(i, from, to), pull[0]),
                                    span.product(curve.lean_at(2 + i, from, to), pull[1])),
                           curve.lean_at(4 + i, from, to));
    return stays_within(LineEnds<2>(needed, h), equations_.ball().rolling_shift);
  }
  if (equations_.mode == BallMode::Stick && !stays_within(LineEnds<2>(pull, h), equations_.largest_pull()))
    return false;
  const LineEnds<3> P(load, h);
  const LineEnds<2> D(lean, h);
  return bears(P.before, D.before, P.off, D.off) &&
         ((P.before == P.after && D.before == D.after) || bears(P.after, D.after, P.off, D.off));
}

std::optional<double> BallLimits::first_exit(const BallStep& step, double last) const {
  const Curve curve(equations_, step);
  // times closer than this are the same
  const double start = curve.motion[0][0], duration = step.end()[Place::T] - start;
  const double smallest =
      std::max(1e-14, 4.0 * std::numeric_limits<double>::epsilon() * (start + duration) / std::max(duration, 1e-300));
  return look_along(
      0.0, last, smallest, [&](double from, double to) { return clear_if(surely_holds(curve, from, to)); },
      [&](double x) {
        const BallEquations::State y = step.at(x);
        return load_leaves(y) || pull_leaves(y);
      });
}

}  // namespace dryslip::detail
