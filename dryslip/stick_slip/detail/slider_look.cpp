#include <array>
#include <functional>

#include "dryslip/stick_slip/detail/root_between.hpp"
#include "dryslip/stick_slip/detail/slider_span.hpp"

// Looking along a whole step: what cannot have happened within a span of the curve is shown by bounds; where that cannot be shown, the
// span is halved, down to the rounding of time.

namespace dryslip::detail {

namespace {

double value_at(const Powers& p, double x) {
  double value = p[7];
  for (std::size_t i = 7; i-- > 0;) value = p[i] + x * value;
  return value;
}

/// What is known of a span: nothing happens in it, something may, or a change has been found in it.
enum class Look { Clear, Unclear, Found };

/// Goes from 0 to `last` in spans for which `look(from, to)` is clear, as long as they can be. `is_over(x)` says of the end of a
/// span that cannot be halved any more whether the change has come; then that place is returned. Where bounds decide nothing from
/// there on, as of a number that is zero but for rounding, spans that are looked at by their ends alone grow fourfold each.
template <class LookAt, class IsOver>
std::optional<double> march(double last, double smallest, const LookAt& look, const IsOver& is_over) {
  double from = 0.0, width = last, least = smallest;
  while (from < last) {
    const double to = from + width < last ? from + width : last;
    const Look seen = look(from, to);
    if (seen == Look::Found) return to;
    if (seen == Look::Clear) {
      from = to;
      width *= 2.0;
      least = smallest;
    } else if (0.5 * width > least) {
      width *= 0.5;
    } else {
      if (is_over(to)) return to;
      from = to;
      least *= 4.0;
      width = std::max(width, least);
    }
  }
  return std::nullopt;
}

Look clear_if(bool is_clear) { return is_clear ? Look::Clear : Look::Unclear; }

}  // namespace

SliderSimulation::Change SliderSimulation::first_change(const Curve& curve, double last) const {
  Change first{.x = last};
  const Span span(*this, curve);
  find_switch(curve, span, first);
  find_sector_ends(curve, first);
  if (hold().limits) find_limit(curve, span, first);
  return first;
}

void SliderSimulation::find_switch(const Curve& curve, const Span& span, Change& first) const {
  if (!equations_.has_choices() || passes_switches()) return;
  const auto found = march(
      first.x, span.smallest(), [&](double from, double to) { return clear_if(span.bounds(from, to).choices_hold); },
      [&](double x) {
        const Unknowns y = curve.at(x);
        return !equations_.are_held(y[0], state(y));
      });
  if (found) first = {Change::Kind::FormulaSwitches, *found};
}

std::optional<double> SliderSimulation::first_below(const Curve& curve, const Eigen::RowVector3d& row, double margin,
                                                    double last) const {
  Powers p = powers_of((row * curve.powers.middleRows<3>(4)).eval());
  p[0] += margin;
  constexpr double smallest = 1e-15;
  return march(
      last, smallest,
      [&](double from, double to) { return clear_if(bound_polynomial(p, from, to).value.lower >= 0.0); },
      [&](double x) { return value_at(p, x) < 0.0; });
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
    const bool at_right = look(left_of(sector.right), change, sector.side_at_right ? dip : beyond);
    const bool at_left = look(-left_of(sector.left), change, sector.side_at_left ? dip : beyond);
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

namespace {

/// A coordinate of a load over a span: center + slope (x − xc) up to `off`.
struct Line {
  double center = 0.0, slope = 0.0, off = 0.0;
};

double middle_of(const CurveBound& b) { return 0.5 * (b.center.lower + b.center.upper); }

/// How far it may be off the line through its center, by its rate: what is narrower than the span counts, whatever its height.
double off_line(const CurveBound& b, double half_width) { return 0.5 * half_width * (b.rate.upper - b.rate.lower); }

/// Sum of weights times bounds.
Line line_of(const Eigen::RowVector3d& weights, const std::array<CurveBound, 3>& load, double half_width) {
  Line result;
  double off_value = 0.0, off_rate = 0.0;
  bool has_rate = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const double w = weights[static_cast<Eigen::Index>(i)];
    if (w == 0.0) continue;
    const CurveBound& b = load[i];
    if (!is_bounded(b.value)) return {.off = std::numeric_limits<double>::infinity()};
    const double center = 0.5 * (b.center.lower + b.center.upper);
    result.center += w * center;
    const double blur = std::abs(w) * (0.5 * (b.center.upper - b.center.lower) + b.stray);
    off_value += std::abs(w) * std::max(b.value.upper - center, center - b.value.lower);
    if (is_bounded(b.rate)) {
      result.slope += w * 0.5 * (b.rate.lower + b.rate.upper);
      off_rate += blur + std::abs(w) * half_width * 0.5 * (b.rate.upper - b.rate.lower);
    } else {
      has_rate = false;
    }
  }
  if (has_rate && off_rate < off_value) return {result.center, result.slope, off_rate};
  return {result.center, 0.0, off_value};
}

}  // namespace

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

/// The load that slides along a step beside the hold, as polynomials through its values at eight places and how far these may be off.
struct SliderSimulation::SlidingLoad {
  std::array<Powers, 3> powers{};
  std::array<double, 3> off{};
};

SliderSimulation::SlidingLoad SliderSimulation::sliding_along(const Curve& curve) const {
  SlidingLoad result;
  if (hold().freedom != 2) {
    const Vector3 P = sliding_load(slip_of(curve.at(0.0)));
    for (std::size_t i = 0; i < 3; ++i) result.powers[i][0] = P[static_cast<Eigen::Index>(i)];
    return result;
  }
  const ChebyshevRule& rule = ChebyshevRule::get();
  constexpr int count = ChebyshevRule::count;
  Eigen::Matrix<double, 3, count> values;
  for (int j = 0; j < count; ++j) values.col(j) = sliding_load(slip_of(curve.at(rule.at[static_cast<std::size_t>(j)])));
  const Eigen::Matrix<double, 3, count> series = values * rule.to_series, powers = series * rule.to_powers;
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index k = 0; k < count; ++k)
      result.powers[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = powers(i, k);
    result.off[static_cast<std::size_t>(i)] = 0.5 * (std::abs(series(i, count - 1)) + std::abs(series(i, count - 2)));
  }
  return result;
}

void SliderSimulation::find_limit(const Curve& curve, const Span& span, Change& first) const {
  const LoadLimits& limits = *hold().limits;
  const LoadLimits::Matrix to_coordinates = limits.matrix() * hold().across;
  const double most = 1.0 + limit_rounding();
  const SlidingLoad sliding = sliding_along(curve);
  constexpr double largest = 1e6;  // where nothing at all is borne
  const auto use_at = [&](double x) { return std::min(largest, use_of_hold(motion(curve.at(x)))); };
  std::optional<double> crossing;
  const auto look = [&](double from, double to) {
    const double h = 0.5 * (to - from);
    SpanBounds bounds = span.bounds(from, to);
    const CurveSpan arithmetic(h);
    for (std::size_t i = 0; i < 3; ++i) {
      CurveBound load = bound_polynomial(sliding.powers[i], from, to);
      load.stray += sliding.off[i];
      bounds.load[i] = arithmetic.difference(bounds.load[i], load);
    }
    const Eigen::Index n = to_coordinates.rows();
    LoadLimits::Coordinates center(n), change(n), off(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Line line = line_of(to_coordinates.row(i), bounds.load, h);
      center[i] = line.center;
      change[i] = h * line.slope;
      off[i] = line.off;
    }
    if (!off.allFinite()) return Look::Unclear;
    const LoadLimits::Coordinates before = center - change, after = center + change;
    if (limits.surely_bears(before, off, most) && (change.isZero(0.0) || limits.surely_bears(after, off, most)))
      return Look::Clear;
    // nearly straight, from inside to outside: one crossing
    constexpr double straight = 0.05;
    if (off.norm() < straight * change.norm() && limits.use(before) < 1.0 && limits.use(after) > 1.0 &&
        use_at(from) < 1.0 && use_at(to) > 1.0)
      crossing = root_between([&](double x) { return use_at(x) - 1.0; }, from, to);
    return crossing ? Look::Found : Look::Unclear;
  };
  const auto found = march(first.x, span.smallest(), look, [&](double x) { return use_at(x) > most; });
  if (found) first = {Change::Kind::LimitReached, crossing.value_or(*found)};
}

/// Whether every formula stays as near to a line as its values at both ends and in the middle let expect: off it by `factor` times their
/// differences, and by a part of what matters.
bool SliderSimulation::is_as_seen(const Span& span, double from, double to, double factor, double part) const {
  const double h = 0.5 * (to - from);
  auto& whole = seen_;
  auto& [first, last] = seen_values_;
  whole.clear();
  first.clear();
  last.clear();
  span.add_formulas(from, to, whole);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    constexpr double nothing = 1e-280;
    const double off = off_line(whole[i].bound, h), center = middle_of(whole[i].bound);
    const double matters = part * (whole[i].scale + std::abs(center)) + nothing;
    if (off <= matters) continue;
    if (first.empty()) {
      span.add_values(from, first);
      span.add_values(to, last);
    }
    const double a = first[i], b = last[i];
    if (!(off <= matters + factor * (std::abs(b - a) + std::abs(center - 0.5 * (a + b))))) return false;
  }
  return true;
}

/// Whether polynomials through eight values show every formula along a step.
bool SliderSimulation::is_resolved(const Span& span) const {
  const ChebyshevRule& rule = ChebyshevRule::get();
  constexpr int count = ChebyshevRule::count;
  auto& values = seen_values_[0];
  values.clear();
  for (const double x : rule.at) span.add_values(x, values);
  seen_.clear();
  span.add_formulas(0.0, 0.0, seen_);
  const std::size_t formulas = seen_.size();
  for (std::size_t i = 0; i < formulas; ++i) {
    Eigen::Matrix<double, 1, count> value;
    for (int j = 0; j < count; ++j) value[j] = values[i + static_cast<std::size_t>(j) * formulas];
    const Eigen::Matrix<double, 1, count> series = value * rule.to_series;
    const double matters = 0.1 * options_.tolerance * (seen_[i].scale + std::abs(series[0]));
    constexpr double small = 1e-3;
    const double tail = std::abs(series[count - 1]) + std::abs(series[count - 2]);
    if (!(tail <= small * series.tail<count - 1>().cwiseAbs().sum() + matters)) return false;
  }
  return true;
}

// A step sees formulas at a few places only. It goes no further than where one of them does something that polynomials do not show, so that
// the next step starts next to what is new.
double SliderSimulation::known_part(const Curve& curve) const {
  if (!equations_.has_formulas()) return 1.0;
  const Span span(*this, curve);
  const double part = 0.1 * options_.tolerance;
  constexpr double nearly_straight = 0.5, one_bend = 2.5;
  if (is_as_seen(span, 0.0, 1.0, nearly_straight, part)) return 1.0;
  constexpr int parts = 8;
  for (int i = 0; i < parts; ++i) {
    const double from = static_cast<double>(i) / parts, to = static_cast<double>(i + 1) / parts;
    if (!is_as_seen(span, from, to, one_bend, part)) return std::max(from, 1.0 / parts);
  }
  return is_resolved(span) ? 1.0 : 0.5;
}

/// Whether formulas are nearly straight along a first moment, and do not switch; where they switch at once, they are held to what they
/// choose then.
bool SliderSimulation::is_plain_after_start(const Curve& curve, int& trials) {
  const Span span(*this, curve);
  constexpr double nearly_straight = 0.25, part = 1e-6;
  if (equations_.has_formulas() && !is_as_seen(span, 0.0, 1.0, nearly_straight, part)) return false;
  Change change{.x = 1.0};
  find_switch(curve, span, change);
  if (change.kind == Change::Kind::None) return true;
  constexpr double at_once = 0.01;
  constexpr int most = 4;
  if (change.x < at_once && ++trials <= most) {
    const Unknowns y = curve.at(2.0 * at_once);
    equations_.hold_choices(equations_.choices(y[0], state(y)));
  }
  return false;
}

}  // namespace dryslip::detail
