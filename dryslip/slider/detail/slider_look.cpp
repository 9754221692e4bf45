#include <algorithm>
#include <array>
#include <functional>

#include "dryslip/numerics/chebyshev_rule.hpp"
#include "dryslip/numerics/look_along.hpp"
#include "dryslip/slider/detail/root_between.hpp"
#include "dryslip/slider/detail/slider_span.hpp"

namespace dryslip::detail {

SliderSimulation::Change SliderSimulation::first_change(const Curve& curve, double last) {
  Change first{.x = last};
  const Span span(*this, curve);
  find_switch(curve, span, first);
  find_sector_ends(curve, first);
  if (hold().limits) find_limit(curve, span, first);
  return first;
}

void SliderSimulation::find_switch(const Curve& curve, const Span& span, Change& first) {
  if (!equations_.has_choices()) return;
  const auto is_over = [&](double x) {
    const Unknowns y = curve.at(x);
    return !equations_.are_held(y[0], state(y));
  };
  int looks = 0, loose_looks = 0, times = 0;  // that it looked, in vain though choices are loose, and gave in
  constexpr int most_looks = 1000, most_times = 20;
  constexpr double overlooked =
      1.0 / 32.0;     // at most, where bounds tell nothing of a number that is zero, as of vx − vx
  double sure = 0.0;  // up to where all choices hold, or others would make no difference
  std::optional<double> crossing;
  const auto look = [&](double from, double to) {
    const bool is_strict = equations_.loose().empty();
    if (is_strict ? span.bounds(from, to).choices_hold
                  : times < most_times && strict_bounds(span, from, to).choices_hold) {
      sure = to;
      return Look::Clear;
    }
    if (++looks >= most_looks && !is_over(to)) {
      times = most_times;
      // at either end: what is decided at one of them is looked for
      std::vector<char> which = undecided(span, from, from);
      const std::vector<char> at_end = undecided(span, to, to);
      for (std::size_t i = 0; i < which.size(); ++i) which[i] &= at_end[i];
      const bool are_decided = std::none_of(which.begin(), which.end(), [](char lost) { return lost != 0; });
      // a number next to zero is told at its places where no span tells it
      loosen_choices(are_decided ? undecided(span, from, to) : which);
    }
    if (equations_.loose().empty() || !span.bounds(from, to).choices_hold) return Look::Unclear;
    if (surely_differ(curve, span, to)) {
      equations_.set_loose({});
      crossing = first_over(sure, to, span.smallest(), is_over);
      return Look::Found;
    }
    if (may_differ(span, from, to) && (++loose_looks < most_looks || to - from > overlooked)) return Look::Unclear;
    sure = to;
    return Look::Clear;
  };
  const auto found = look_along(0.0, first.x, span.smallest(), look, is_over, [&](double from, double to) {
    ++times;
    loosen_choices(undecided(span, from, to));
  });
  if (!found) return;
  first = {Change::Kind::FormulaSwitches, crossing.value_or(*found)};
  first.t = exact_switch(curve, span, first.x);
}

std::optional<double> SliderSimulation::exact_switch(const Curve& curve, const Span& span, double x) const {
  if (!equations_.are_of_time()) return std::nullopt;
  constexpr double some = 4.0;  // of the places that cannot be told apart
  double before = curve.at(std::max(0.0, x - some * span.smallest()))[0], after = curve.at(x)[0];
  const auto is_over = [&](double t) { return !equations_.are_held(t, {}); };
  if (is_over(before) || !is_over(after)) return std::nullopt;
  for (double middle = 0.5 * (before + after); before < middle && middle < after; middle = 0.5 * (before + after))
    (is_over(middle) ? after : before) = middle;
  return after;
}

SpanBounds SliderSimulation::strict_bounds(const Span& span, double from, double to) {
  std::vector<char> loose = equations_.loose();
  equations_.set_loose({});
  const SpanBounds result = span.bounds(from, to);
  equations_.set_loose(std::move(loose));
  return result;
}

bool SliderSimulation::surely_differ(const Curve& curve, const Span& span, double x) {
  const Unknowns y = curve.at(x);
  const std::vector<double> held = equations_.held_choices();
  std::vector<double> here = equations_.choices(y[0], state(y));
  if (here == held) return false;
  // those that can be told
  equations_.hold_choices(here);
  const std::vector<char> lost = undecided(span, x, x);
  equations_.hold_choices(held);
  for (std::size_t i = 0; i < here.size(); ++i)
    if (lost[i] != 0) here[i] = held[i];
  const auto meets = [&]() -> std::pair<Vector3, Vector3> {
    const SliderState at = state(y);
    return {equations_.external(y[0], at).sum() - equations_.momentum(equations_.table_acceleration(y[0], at)),
            equations_.table_velocity(y[0], position(y))};
  };
  const auto [load, velocity] = meets();
  equations_.hold_choices(std::move(here));
  const auto [other_load, other_velocity] = meets();
  equations_.hold_choices(held);
  const LoadScale scale = equations_.natural_load();
  const Vector3 change = (other_load - load).cwiseAbs();
  return change.head<2>().maxCoeff() > no_difference * scale.force || change[2] > no_difference * scale.moment ||
         equations_.speed(other_velocity - velocity) > no_difference * length_ / time_;
}

std::array<double, 4> SliderSimulation::difference_of_loose(const Span& span, double from, double to) {
  const SpanBounds own = span.bounds(from, to), held = strict_bounds(span, from, to);
  return {own.load[0].stray - held.load[0].stray, own.load[1].stray - held.load[1].stray,
          own.load[2].stray - held.load[2].stray, own.table_stray - held.table_stray};
}

// Of numbers that are equal but for rounding nothing can be told at any place: sqrt(t*t) >= t. These choices stay held; what may make more of
// a difference over the span than at its places is another one.
bool SliderSimulation::may_differ(const Span& span, double from, double to) {
  const LoadScale scale = equations_.natural_load();
  const std::array natural{scale.force, scale.force, scale.moment, 1.0};
  const std::array<double, 4> over = difference_of_loose(span, from, to);
  const auto is_more = [&](const std::array<double, 4>& than) {
    constexpr double more = 1.0 + 1e-6;
    for (std::size_t i = 0; i < over.size(); ++i)
      if (!(over[i] <= more * than[i] + no_difference * natural[i])) return true;
    return false;
  };
  if (!is_more({})) return false;
  for (const double x : {from, 0.5 * (from + to), to})
    if (is_more(difference_of_loose(span, x, x))) return true;
  return false;
}

std::vector<char> SliderSimulation::undecided(const Span& span, double from, double to) {
  const std::vector<char> loose = equations_.loose();
  std::vector<char> result(equations_.held_choices().size()), others(result.size(), 1);
  for (std::size_t i = 0; i < result.size(); ++i) {
    others[i] = 0;
    equations_.set_loose(others);
    result[i] = span.bounds(from, to).choices_hold ? 0 : 1;
    others[i] = 1;
  }
  equations_.set_loose(loose);
  return result;
}

void SliderSimulation::loosen_choices(const std::vector<char>& which) {
  std::vector<char> loose = equations_.loose();
  loose.resize(which.size());
  for (std::size_t i = 0; i < which.size(); ++i) loose[i] |= which[i];
  equations_.set_loose(std::move(loose));
}

std::optional<double> SliderSimulation::first_below(const Curve& curve, const Eigen::RowVector3d& row, double margin,
                                                    double last) const {
  Powers p = powers_of((row * curve.powers.middleRows<3>(4)).eval());
  p[0] += margin;
  return first_negative(p, last);
}

void SliderSimulation::find_sector_ends(const Curve& curve, Change& first) const {
  if (hold().freedom == 0) return;
  constexpr double rounding = 1e-14;
  const double margin = rounding * std::max(speed_of(curve.powers.block<3, 1>(4, 0)), speed_of(slip_of(curve.at(1.0))));
  const auto look = [&](const Eigen::RowVector3d& row, const Change& change, double more = 0.0) {
    if (const auto x = first_below(curve, row, std::max(margin, more), first.x)) {
      first = change;
      first.x = *x;
      return true;
    }
    return false;
  };
  if (hold().freedom == 1) {
    const Vector3 n = hold().N.rowwise().sum();
    look(sign_ / std::sqrt(equations_.mass()) * (G_ * n).transpose(), {.kind = Change::Kind::MotionReverses});
    return;
  }
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const ContactElement& element = elements_[i];
    if (!element.is_point()) continue;
    const Vec2 r = element.place;
    // the slip to the left of a direction, and along it
    const auto left_of = [&](Vec2 d) { return Eigen::RowVector3d(-d.y, d.x, dot(d, r)); };
    const auto along = [&](Vec2 d) { return Eigen::RowVector3d(d.x, d.y, cross(r, d)); };
    if (is_held(i)) {
      const SlipKink& kink = element.kinks[*on_kink_[i]];
      if (kink.direction && !rolls_both_ways(element, kink))
        look(along(*kink.direction), {.kind = Change::Kind::RollingEnds, .element = i});
      continue;
    }
    if (element.sectors.empty() || element.sectors[sector_[i]].is_whole) continue;
    if (loose_[i].is_loose()) {
      const Twist V = twist_of(curve.powers.block<3, 1>(4, 0));
      for (std::size_t k = 1; k < element.kinks.size(); ++k) {
        const Vec2 d = *element.kinks[k].direction;
        const double side = cross(d, element.slip(V)) < 0.0 ? -1.0 : 1.0;
        const auto x = first_below(curve, side * left_of(d), margin, first.x);
        if (!x || !element.kinks[k].is_ahead(twist_of(slip_of(curve.at(*x))))) continue;
        first = {.kind = Change::Kind::SectorEnds, .x = *x, .element = i, .kink = k};
      }
      continue;
    }
    const SlipSector& sector = element.sectors[sector_[i]];
    // where the force is continuous a little beyond the end does not matter, and the slip may stay there; where it jumps, the curve
    // may dip below the end that it has just left
    constexpr double small_angle = 0.01;
    const double beyond = slip_error_;
    const double dip = std::min(beyond, small_angle * length(element.slip(twist_of(curve.powers.block<3, 1>(4, 0)))));
    const Change change{.kind = Change::Kind::SectorEnds, .element = i};
    // nor is it on its side yet where it was held with others that go nearly the same way
    constexpr double nearly_held = 1e-8;  // of the speed
    const Vector3 start = curve.powers.block<3, 1>(4, 0);
    const auto behind = [&](const Eigen::RowVector3d& row) {
      const double by = -row.dot(start);
      return by <= nearly_held * speed_of(start) ? (1.0 + 1e-6) * by : 0.0;
    };
    const Eigen::RowVector3d right = left_of(sector.right), left = -left_of(sector.left);
    const bool at_right = look(right, change, sector.side_at_right ? std::max(dip, behind(right)) : beyond);
    const bool at_left = look(left, change, sector.side_at_left ? std::max(dip, behind(left)) : beyond);
    if (!at_right && !at_left) continue;
    const Vec2 v = element.slip(twist_of(slip_of(curve.at(first.x))));
    first.at_right = dot(sector.right, v) >= dot(sector.left, v);
    first.kink = (first.at_right ? sector.side_at_right : sector.side_at_left).value_or(0);
  }
}

bool SliderSimulation::rolls_both_ways(const ContactElement& element, const SlipKink& kink) {
  return std::any_of(element.kinks.begin(), element.kinks.end(), [&](const SlipKink& other) {
    return other.direction && dot(*other.direction, *kink.direction) < -1.0 + 1e-12 && other.load == kink.load;
  });
}

SliderSimulation::Curve SliderSimulation::curve_through(const std::function<Unknowns(double)>& place, double a,
                                                        double b) const {
  const ChebyshevRule& rule = ChebyshevRule::get();
  Eigen::Matrix<double, unknowns, ChebyshevRule::count> values;
  for (int j = 0; j < ChebyshevRule::count; ++j)
    values.col(j) = place(a + (b - a) * rule.at[static_cast<std::size_t>(j)]);
  Curve curve{values * rule.to_series * rule.to_powers};
  curve.powers.row(0).setZero();
  curve.powers(0, 0) = a;
  curve.powers(0, 1) = b - a;
  return curve;
}

void SliderSimulation::find_limit(const Curve& curve, const Span& span, Change& first) const {
  const LoadLimits& limits = *hold().limits;
  const Mat3 to_center = equations_.to_center(), from_center = 2.0 * Mat3::Identity() - to_center;
  const LoadLimits::Matrix to_coordinates = limits.matrix() * hold().across * from_center;
  const double most = 1.0 + limit_rounding();
  // the load that slides beside the hold, less what lines that roll do not take
  std::vector<ThreePolynomials> sliding;
  for (std::size_t i = 0; i < reserve_count(); ++i) {
    const auto beside_at = [&](double x) -> Vector3 {
      const Vector3 V = slip_of(curve.at(x));
      return to_center * (sliding_load(V) - reserve(V, i));
    };
    sliding.push_back(hold().freedom == 2 ? ThreePolynomials::through(beside_at)
                                          : ThreePolynomials::constant(beside_at(0.0)));
  }
  constexpr double largest = 1e6;  // where nothing at all is borne
  const auto use_at = [&](double x) { return std::min(largest, use_of_hold(motion(curve.at(x)))); };
  std::optional<double> crossing;
  const auto look_beside = [&](double from, double to, SpanBounds bounds, std::size_t which) {
    const double h = 0.5 * (to - from);
    const CurveSpan arithmetic(h);
    const std::array<CurveBound, 3> taken = sliding[which].bounds(from, to);
    for (std::size_t i = 0; i < 3; ++i) bounds.load[i] = arithmetic.difference(bounds.load[i], taken[i]);
    const Eigen::Index n = to_coordinates.rows();
    LoadLimits::Coordinates center(n), change(n), off(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const std::array<double, 3> weights{to_coordinates(i, 0), to_coordinates(i, 1), to_coordinates(i, 2)};
      const BoundLine line = line_of(weights, bounds.load, h);
      center[i] = line.center;
      change[i] = h * line.slope;
      off[i] = line.off;
    }
    if (!off.allFinite()) return Look::Unclear;
    const LoadLimits::Coordinates before = center - change, after = center + change;
    if (limits.surely_bears_between(before, after, off, most)) return Look::Clear;
    // what is beyond the limit for a moment by so little goes no way
    constexpr double moment = 1e-3;
    const double duration = (curve.at(to)[0] - curve.at(from)[0]) / time_;
    const double little = std::min(1e-6, 0.03 * options_.tolerance / duration);
    const auto end = [&]() -> LoadLimits::Coordinates {
      const Motion at = motion(curve.at(to));
      return limits.matrix() * (at.held + reserve(at.V, which));
    };
    if (duration < moment && limits.nearly_bears(before, off, little) && limits.nearly_bears(after, off, little) &&
        limits.surely_bears(end(), LoadLimits::Coordinates::Zero(n), most))
      return Look::Clear;
    // nearly straight, from inside to outside: one crossing
    constexpr double straight = 0.05;
    if (limits.is_convex() && off.norm() < straight * change.norm() && !limits.is_surely_beyond(before) &&
        limits.use(before) < 1.0 && limits.use(after) > 1.0 && use_at(from) < 1.0 && use_at(to) > 1.0)
      crossing = root_between([&](double x) { return use_at(x) - 1.0; }, from, to);
    return crossing ? Look::Found : Look::Unclear;
  };
  const auto look = [&](double from, double to) {
    const SpanBounds bounds = span.bounds(from, to);
    for (std::size_t i = 0; i < sliding.size(); ++i)
      if (const Look seen = look_beside(from, to, bounds, i); seen != Look::Clear) return seen;
    return Look::Clear;
  };
  const auto found = look_along(0.0, first.x, span.smallest(), look, [&](double x) { return use_at(x) > most; });
  if (found) first = {Change::Kind::LimitReached, crossing.value_or(*found)};
}

// A step sees formulas at a few places only. It goes no further than where one of them does something that polynomials do not show, so that
// the next step starts next to what is new.
double SliderSimulation::known_part(const Curve& curve) const {
  if (!equations_.has_formulas()) return 1.0;
  const Span span(*this, curve);
  // what lasts a short time only may be larger
  constexpr double most = 1e-3;
  const double duration = curve.powers.row(0).tail<7>().sum() / time_;
  return watch_.known_part(span, std::min(most, 0.1 * options_.tolerance * std::max(1.0, 1.0 / duration)));
}

/// Whether formulas are nearly straight along a first moment, and do not switch; where they switch at once, they are held to what they
/// choose then.
bool SliderSimulation::is_plain_after_start(const Curve& curve, int& trials) {
  const Span span(*this, curve);
  constexpr double nearly_straight = 0.25, part = 1e-6;
  if (equations_.has_formulas() && !watch_.is_as_seen(span, 0.0, 1.0, nearly_straight, part)) return false;
  Change change{.x = 1.0};
  find_switch(curve, span, change);
  if (change.kind == Change::Kind::None) return true;
  constexpr double at_once = 0.01;
  constexpr int most = 4;
  if (change.x < at_once && ++trials <= most) {
    // just behind it, where that can be told: another switch may follow
    const Unknowns y = curve.at(equations_.are_of_time() ? change.x + 4.0 * span.smallest() : 2.0 * at_once);
    equations_.hold_choices(equations_.choices(y[0], state(y)));
  }
  return false;
}

}  // namespace dryslip::detail
