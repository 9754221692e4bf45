#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "dryslip/numerics/look_along.hpp"
#include "dryslip/slider/detail/root_between.hpp"
#include "dryslip/slider/detail/slider_span.hpp"

namespace dryslip::detail {

/// Looks along a step for the first place where what holds no longer bears its load.
class SliderSimulation::LimitSearch {
 public:
  LimitSearch(const SliderSimulation& simulation, const Curve& curve, const Span& span)
      : simulation_(simulation),
        curve_(curve),
        span_(span),
        limits_(*simulation.hold().limits),
        most_(1.0 + simulation.limit_rounding()) {
    const Mat3 to_center = simulation.equations_.to_center(), from_center = 2.0 * Mat3::Identity() - to_center;
    to_coordinates_ = limits_.matrix() * simulation.hold().across * from_center;
    for (std::size_t i = 0; i < simulation.reserve_count(); ++i) {
      const auto beside_at = [&](double x) -> Vector3 {
        const Vector3 V = slip_of(curve.at(x));
        return to_center * (simulation.sliding_load(V) - simulation.reserve(V, i));
      };
      sliding_.push_back(simulation.hold().freedom == 2 ? ThreePolynomials::through(beside_at)
                                                        : ThreePolynomials::constant(beside_at(0.0)));
    }
  }

  /// Puts the place into `first` where it is before that change.
  void find(Change& first) {
    const auto found = look_along(
        0.0, first.x, span_.smallest(), [this](double from, double to) { return look(from, to); },
        [this](double x) { return use_at(x) > most_; });
    if (found) first = {.kind = Change::Kind::LimitReached, .x = crossing_.value_or(*found)};
  }

 private:
  /// The held load along a part in the coordinates of the limits: on a line from `before` to `after` up to `off`.
  struct LoadLine {
    LoadLimits::Coordinates before, after, change, off;
  };

  double use_at(double x) const {
    constexpr double largest = 1e6;  // where nothing at all is borne
    return std::min(largest, simulation_.use_of_hold(simulation_.motion(curve_.at(x))));
  }

  Look look(double from, double to) {
    const SpanBounds bounds = span_.bounds(from, to);
    for (std::size_t i = 0; i < sliding_.size(); ++i)
      if (const Look seen = look_beside(from, to, bounds, i); seen != Look::Clear) return seen;
    return Look::Clear;
  }
  /// Beside one of the loads that slide.
  Look look_beside(double from, double to, const SpanBounds& bounds, std::size_t which) {
    const LoadLine load = held_load(from, to, bounds, which);
    if (!load.off.allFinite()) return Look::Unclear;
    if (limits_.surely_bears_between(load.before, load.after, load.off, most_)) return Look::Clear;
    if (exceeds_for_a_moment_only(from, to, load, which)) return Look::Clear;
    if (crosses_once(from, to, load)) crossing_ = root_between([this](double x) { return use_at(x) - 1.0; }, from, to);
    return crossing_ ? Look::Found : Look::Unclear;
  }

  LoadLine held_load(double from, double to, SpanBounds bounds, std::size_t which) const {
    const double h = 0.5 * (to - from);
    const CurveSpan arithmetic(h);
    const std::array<CurveBound, 3> taken = sliding_[which].bounds(from, to);
    for (std::size_t i = 0; i < 3; ++i) bounds.load[i] = arithmetic.difference(bounds.load[i], taken[i]);
    const Eigen::Index n = to_coordinates_.rows();
    LoadLimits::Coordinates center(n), change(n), off(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const std::array<double, 3> weights{to_coordinates_(i, 0), to_coordinates_(i, 1), to_coordinates_(i, 2)};
      const BoundLine line = line_of(weights, bounds.load, h);
      center[i] = line.center;
      change[i] = h * line.slope;
      off[i] = line.off;
    }
    return {center - change, center + change, change, off};
  }

  /// Whether the load is beyond the limit so shortly, and by so little, that nothing goes any way, and is borne at the end.
  bool exceeds_for_a_moment_only(double from, double to, const LoadLine& load, std::size_t which) const {
    constexpr double moment = 1e-3;  // of the natural time
    const double duration = (curve_.at(to)[0] - curve_.at(from)[0]) / simulation_.time_;
    const double little = std::min(1e-6, 0.03 * simulation_.options_.tolerance / duration);
    if (!(duration < moment && limits_.nearly_bears(load.before, load.off, little) &&
          limits_.nearly_bears(load.after, load.off, little)))
      return false;
    const Motion end = simulation_.motion(curve_.at(to));
    const LoadLimits::Coordinates at_end = limits_.matrix() * (end.held + simulation_.reserve(end.V, which));
    return limits_.surely_bears(at_end, LoadLimits::Coordinates::Zero(at_end.size()), most_);
  }
  /// Whether the load goes nearly straight from inside to outside.
  bool crosses_once(double from, double to, const LoadLine& load) const {
    constexpr double straight = 0.05;
    return limits_.is_convex() && load.off.norm() < straight * load.change.norm() &&
           !limits_.is_surely_beyond(load.before) && limits_.use(load.before) < 1.0 && limits_.use(load.after) > 1.0 &&
           use_at(from) < 1.0 && use_at(to) > 1.0;
  }

  const SliderSimulation& simulation_;
  const Curve& curve_;
  const Span& span_;
  const LoadLimits& limits_;
  const double most_;                      // use of the limits, but for rounding
  LoadLimits::Matrix to_coordinates_;      // of the limits, from a load at the center of mass
  std::vector<ThreePolynomials> sliding_;  // what slides beside the hold, less what lines that roll do not take
  std::optional<double> crossing_;
};

void SliderSimulation::find_limit(const Curve& curve, const Span& span, Change& first) const {
  if (hold().limits) LimitSearch(*this, curve, span).find(first);
}

}  // namespace dryslip::detail
