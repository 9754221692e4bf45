#include <algorithm>
#include <functional>

#include "dryslip/numerics/chebyshev_rule.hpp"
#include "dryslip/numerics/look_along.hpp"
#include "dryslip/slider/detail/slider_span.hpp"

namespace dryslip::detail {

SliderSimulation::Change SliderSimulation::first_change(const Curve& curve, double last) {
  Change first{.x = last};
  const Span span(*this, curve);
  find_switch(curve, span, first);
  find_sector_ends(curve, first);
  find_limit(curve, span, first);
  return first;
}

/// Looks along a step for the first place where the slip of an element leaves its sector, a wheel ceases to roll, or the only motion left
/// comes to its end. All of these are where a row · V falls below zero.
class SliderSimulation::SectorSearch {
 public:
  SectorSearch(const SliderSimulation& simulation, const Curve& curve, Change& first)
      : simulation_(simulation), curve_(curve), first_(first), start_(curve.powers.block<3, 1>(4, 0)) {
    constexpr double rounding = 1e-14;
    margin_ = rounding * std::max(simulation.speed_of(start_), simulation.speed_of(slip_of(curve.at(1.0))));
  }

  void look_at_only_motion() {
    const Vector3 n = simulation_.hold().N.rowwise().sum();
    look(simulation_.sign_ / std::sqrt(simulation_.equations_.mass()) * (simulation_.G_ * n).transpose(),
         {.kind = Change::Kind::MotionReverses});
  }

  void look_at(std::size_t i) {
    const ContactElement& element = simulation_.elements_[i];
    if (!element.is_point()) return;
    if (simulation_.is_held(i)) {
      look_at_rolling(i);
    } else if (!element.sectors.empty() && !element.sectors[simulation_.sector_[i]].is_whole) {
      simulation_.loose_[i].is_loose() ? look_at_kinks(i) : look_at_sector(i);
    }
  }

 private:
  /// Rows whose product with V is the slip of an element to the left of a direction, and along it.
  static Eigen::RowVector3d left_of(Vec2 d, Vec2 place) { return {-d.y, d.x, dot(d, place)}; }
  static Eigen::RowVector3d along(Vec2 d, Vec2 place) { return {d.x, d.y, cross(place, d)}; }

  /// The first place before what is found already where row · V is below −margin.
  std::optional<double> first_below(const Eigen::RowVector3d& row, double margin) const {
    Powers p = powers_of((row * curve_.powers.middleRows<3>(4)).eval());
    p[0] += margin;
    return first_negative(p, first_.x);
  }
  bool look(const Eigen::RowVector3d& row, const Change& change, double more = 0.0) {
    const auto x = first_below(row, std::max(margin_, more));
    if (!x) return false;
    first_ = change;
    first_.x = *x;
    return true;
  }

  void look_at_rolling(std::size_t i) {
    const ContactElement& element = simulation_.elements_[i];
    const SlipKink& kink = element.kinks[*simulation_.on_kink_[i]];
    if (kink.direction && !rolls_both_ways(element, kink))
      look(along(*kink.direction, element.place), {.kind = Change::Kind::RollingEnds, .element = i});
  }
  /// Whether a wheel rolls back as it rolls ahead.
  static bool rolls_both_ways(const ContactElement& element, const SlipKink& kink) {
    return std::any_of(element.kinks.begin(), element.kinks.end(), [&](const SlipKink& other) {
      return other.direction && dot(*other.direction, *kink.direction) < -1.0 + 1e-12 && other.load == kink.load;
    });
  }

  /// Of an element that is not held to its sector.
  void look_at_kinks(std::size_t i) {
    const ContactElement& element = simulation_.elements_[i];
    const Twist V = twist_of(start_);
    for (std::size_t k = 1; k < element.kinks.size(); ++k) {
      const Vec2 d = *element.kinks[k].direction;
      const double side = cross(d, element.slip(V)) < 0.0 ? -1.0 : 1.0;
      const auto x = first_below(side * left_of(d, element.place), margin_);
      if (!x || !element.kinks[k].is_ahead(twist_of(slip_of(curve_.at(*x))))) continue;
      first_ = {.kind = Change::Kind::SectorEnds, .x = *x, .element = i, .kink = k};
    }
  }

  void look_at_sector(std::size_t i) {
    const ContactElement& element = simulation_.elements_[i];
    const SlipSector& sector = element.sectors[simulation_.sector_[i]];
    // where the force is continuous a little beyond the end does not matter, and the slip may stay there; where it jumps, the curve
    // may dip below the end that it has just left
    constexpr double small_angle = 0.01;
    const double beyond = simulation_.slip_error_;
    const double dip = std::min(beyond, small_angle * length(element.slip(twist_of(start_))));
    const Change change{.kind = Change::Kind::SectorEnds, .element = i};
    const Eigen::RowVector3d right = left_of(sector.right, element.place), left = -left_of(sector.left, element.place);
    const bool at_right = look(right, change, sector.side_at_right ? std::max(dip, behind(right)) : beyond);
    const bool at_left = look(left, change, sector.side_at_left ? std::max(dip, behind(left)) : beyond);
    if (!at_right && !at_left) return;
    const Vec2 v = element.slip(twist_of(slip_of(curve_.at(first_.x))));
    first_.at_right = dot(sector.right, v) >= dot(sector.left, v);
    first_.kink = (first_.at_right ? sector.side_at_right : sector.side_at_left).value_or(0);
  }
  /// By how much the slip starts on the wrong side of an end, where it was held with others that go nearly the same way.
  double behind(const Eigen::RowVector3d& row) const {
    constexpr double nearly_held = 1e-8;  // of the speed
    const double by = -row.dot(start_);
    return by <= nearly_held * simulation_.speed_of(start_) ? (1.0 + 1e-6) * by : 0.0;
  }

  const SliderSimulation& simulation_;
  const Curve& curve_;
  Change& first_;
  const Vector3 start_;  // slip at the start of the step
  double margin_ = 0.0;  // rounding of speeds
};

void SliderSimulation::find_sector_ends(const Curve& curve, Change& first) const {
  if (hold().freedom == 0) return;
  SectorSearch search(*this, curve, first);
  if (hold().freedom == 1) return search.look_at_only_motion();
  for (std::size_t i = 0; i < elements_.size(); ++i) search.look_at(i);
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
