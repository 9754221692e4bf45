#include "dryslip/slider/detail/slider_equations.hpp"

namespace dryslip::detail {

/// Builds the bounds of one span; the same formulas as external(), table_velocity() and table_acceleration().
class SliderEquations::BoundsMaker {
 public:
  BoundsMaker(const SliderEquations& equations, double half_width, const CurveBound& t,
              std::vector<FormulaBound>* formulas)
      : equations_(equations), span_(half_width), t_(t), formulas_(formulas) {
    force_ = equations.natural_load().force;
    moment_scale_ = equations.natural_load().moment;
    speed_ = std::sqrt(equations.gyration_ * force_ / equations.mass_);
  }

  SpanBounds make(const StateBounds& state) {
    const auto& pose = state.pose;
    const auto& slip = state.slip;
    heading_ = {span_.cosine(pose[2]), span_.sine(pose[2])};
    position_ = {pose[0], pose[1]};
    const Vec2 com = equations_.center_of_mass_;
    const BoundVector v_body{sum(slip[0], times(slip[2], -com.y)), sum(slip[1], times(slip[2], com.x))};
    const bool rests = is_zero(slip[0].value) && is_zero(slip[1].value) && is_zero(slip[2].value);
    velocity_ = rests ? BoundVector{slip[0], slip[1]} : rotated(v_body);
    omega_ = slip[2];
    if (!equations_.table_rests_) add_table_velocity();
    if (state.velocity) {
      velocity_ = {(*state.velocity)[0], (*state.velocity)[1]};
      omega_ = (*state.velocity)[2];
    }
    const std::array values{t_, position_.x, position_.y, pose[2], velocity_.x, velocity_.y, omega_};
    values_ = values;
    BoundVector force = world_force();
    CurveBound moment = moment_;
    if (!equations_.table_rests_) subtract_inertia(force, moment);
    force = rotated_back(force);
    // axes that turn with the body
    const double m = equations_.mass_;
    const BoundVector turning{times(product(omega_, v_body.y), m), times(product(omega_, v_body.x), -m)};
    force = {sum(force.x, turning.x), sum(force.y, turning.y)};
    result_.load = {force.x, force.y, moment};
    return result_;
  }

  /// Formulas of the time alone need to know nothing else.
  void list_formulas_of_time() {
    values_.fill(unbounded_curve);
    values_[0] = t_;
    const std::span<const CurveBound> time(&t_, 1);
    formula(equations_.table_[2], time, speed_ / equations_.gyration_);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) formula(equations_.table_[i], time, speed_);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) formula(equations_.load_[i], values_, force_);
    formula(equations_.load_[2], values_, moment_scale_);
    for (const PointTerm& term : equations_.points_) {
      for (const DriveTerm& part : term.force) formula(part, values_, force_);
    }
    for (const SpringTerm& term : equations_.springs_) {
      for (const DriveTerm& part : term.anchor) formula(part, time, force_ / term.spring.stiffness);
    }
  }

 private:
  CurveBound sum(const CurveBound& a, const CurveBound& b) const { return span_.sum(a, b); }
  CurveBound difference(const CurveBound& a, const CurveBound& b) const { return span_.difference(a, b); }
  CurveBound product(const CurveBound& a, const CurveBound& b) const { return span_.product(a, b); }
  CurveBound times(const CurveBound& a, double b) const { return span_.scaled(a, b); }
  CurveBound cross(const BoundVector& a, const BoundVector& b) const {
    return difference(product(a.x, b.y), product(a.y, b.x));
  }
  CurveBound dot(const BoundVector& a, Vec2 b) const { return sum(times(a.x, b.x), times(a.y, b.y)); }
  BoundVector rotated(const BoundVector& a) const {
    return {difference(product(a.x, heading_.x), product(a.y, heading_.y)),
            sum(product(a.x, heading_.y), product(a.y, heading_.x))};
  }
  BoundVector rotated_back(const BoundVector& a) const {
    return {sum(product(a.x, heading_.x), product(a.y, heading_.y)),
            difference(product(a.y, heading_.x), product(a.x, heading_.y))};
  }
  BoundVector arm(Vec2 place) const {
    const Vec2 r = place - equations_.center_of_mass_;
    return {difference(times(heading_.x, r.x), times(heading_.y, r.y)),
            sum(times(heading_.y, r.x), times(heading_.x, r.y))};
  }

  CurveBound formula(const DriveTerm& term, std::span<const CurveBound> variables, double scale) {
    const Expression::Bounds made = term.bounds(variables, span_.half_width(), equations_.choices_, equations_.loose_);
    result_.choices_hold = result_.choices_hold && made.choices_hold;
    result_.is_finite = result_.is_finite && made.is_finite;
    if (formulas_ && !term.is_number()) formulas_->push_back({made.bound, scale});
    return made.bound;
  }

  /// Derivative of a formula of time by the time; its own rate is not known.
  CurveBound rate_of(const DriveTerm& term) {
    if (term.is_number()) return constant_curve(0.0);
    // with the time itself as the parameter
    const CurveBound t{t_.center, t_.value, point(1.0), t_.stray};
    const double half_width = 0.5 * (t_.value.upper - t_.value.lower);
    const Interval rate = term.bounds({&t, 1}, half_width, equations_.choices_, equations_.loose_).bound.rate;
    return {rate, rate, whole_line, 0.0};
  }

  void add_table_velocity() {
    const std::span<const CurveBound> time(&t_, 1);
    table_omega_ = formula(equations_.table_[2], time, speed_ / equations_.gyration_);
    const BoundVector v{formula(equations_.table_[0], time, speed_), formula(equations_.table_[1], time, speed_)};
    result_.table_stray = (v.x.stray + v.y.stray + equations_.gyration_ * table_omega_.stray) / speed_;
    velocity_.x = sum(velocity_.x, difference(v.x, product(table_omega_, position_.y)));
    velocity_.y = sum(velocity_.y, sum(v.y, product(table_omega_, position_.x)));
    omega_ = sum(omega_, table_omega_);
  }

  void subtract_inertia(BoundVector& force, CurveBound& moment) {
    const CurveBound alpha = rate_of(equations_.table_[2]);
    const CurveBound ax =
        difference(rate_of(equations_.table_[0]), sum(product(alpha, position_.y), product(table_omega_, velocity_.y)));
    const CurveBound ay =
        sum(rate_of(equations_.table_[1]), sum(product(alpha, position_.x), product(table_omega_, velocity_.x)));
    force = {difference(force.x, times(ax, equations_.mass_)), difference(force.y, times(ay, equations_.mass_))};
    moment = difference(moment, times(alpha, equations_.inertia_));
  }

  BoundVector world_force() {
    BoundVector force{span_.shifted(formula(equations_.load_[0], values_, force_), equations_.weight_.x),
                      span_.shifted(formula(equations_.load_[1], values_, force_), equations_.weight_.y)};
    moment_ = formula(equations_.load_[2], values_, moment_scale_);
    const auto add = [&](Vec2 place, const BoundVector& at_place) {
      force = {sum(force.x, at_place.x), sum(force.y, at_place.y)};
      moment_ = sum(moment_, cross(arm(place), at_place));
    };
    for (const PointTerm& term : equations_.points_) {
      BoundVector at_place{formula(term.force[0], values_, force_), formula(term.force[1], values_, force_)};
      if (term.frame == PointForce::Frame::Body) at_place = rotated(at_place);
      add(term.point, at_place);
    }
    for (const SpringTerm& term : equations_.springs_) {
      if (const auto at_place = spring_force(term)) add(term.spring.point, *at_place);
    }
    return force;
  }

  std::optional<BoundVector> spring_force(const SpringTerm& term) {
    const Spring& spring = term.spring;
    const BoundVector r = arm(spring.point);
    const std::span<const CurveBound> time(&t_, 1);
    const double reach = force_ / spring.stiffness;
    const BoundVector anchor{formula(term.anchor[0], time, reach), formula(term.anchor[1], time, reach)};
    const BoundVector stretch{difference(anchor.x, sum(position_.x, r.x)), difference(anchor.y, sum(position_.y, r.y))};
    BoundVector force{times(stretch.x, spring.stiffness), times(stretch.y, spring.stiffness)};
    if (spring.damping != 0.0) {
      const BoundVector end{difference(velocity_.x, product(omega_, r.y)), sum(velocity_.y, product(omega_, r.x))};
      force.x = sum(force.x, times(difference(rate_of(term.anchor[0]), end.x), spring.damping));
      force.y = sum(force.y, times(difference(rate_of(term.anchor[1]), end.y), spring.damping));
    }
    if (!spring.direction) return force;
    const Vec2 along = (1.0 / length(*spring.direction)) * *spring.direction;
    const CurveBound size = dot(force, along);
    if (spring.unilateral) {
      const CurveBound stretched = dot(stretch, along);
      const bool touches = equations_.choices_[term.choice] != 0.0;
      const bool is_loose = !equations_.loose_.empty() && equations_.loose_[term.choice] != 0;
      const bool holds = touches ? stretched.value.lower > 0.0 && size.value.lower > 0.0
                                 : stretched.value.upper <= 0.0 || size.value.upper <= 0.0;
      result_.choices_hold = result_.choices_hold && (is_loose || holds);
      if (is_loose && !holds) {
        const CurveBound held = touches ? size : constant_curve(0.0);
        const CurveBound either{hull(size.center, point(0.0)), hull(size.value, point(0.0)), held.rate,
                                held.stray + magnitude(size.value)};
        return BoundVector{times(either, along.x), times(either, along.y)};
      }
      if (!touches) return std::nullopt;
    }
    return BoundVector{times(size, along.x), times(size, along.y)};
  }

  const SliderEquations& equations_;
  CurveSpan span_;
  CurveBound t_;
  std::vector<FormulaBound>* formulas_;
  double force_ = 0.0, moment_scale_ = 0.0, speed_ = 0.0;
  BoundVector heading_, position_, velocity_;
  CurveBound omega_, table_omega_ = constant_curve(0.0), moment_;
  std::array<CurveBound, 7> values_;
  SpanBounds result_;
};

SpanBounds SliderEquations::bounds(double half_width, const StateBounds& state,
                                   std::vector<FormulaBound>* formulas) const {
  return BoundsMaker(*this, half_width, state.t, formulas).make(state);
}

void SliderEquations::add_formulas(double half_width, const StateBounds& state,
                                   std::vector<FormulaBound>& formulas) const {
  BoundsMaker maker(*this, half_width, state.t, &formulas);
  if (are_of_time_) {
    maker.list_formulas_of_time();
  } else {
    maker.make(state);
  }
}

}  // namespace dryslip::detail
