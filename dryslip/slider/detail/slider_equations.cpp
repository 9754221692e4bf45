#include "dryslip/slider/detail/slider_equations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dryslip::detail {

namespace {

Vector3 at_center(Vec2 arm, Vec2 force) { return {force.x, force.y, cross(arm, force)}; }

bool is_zero(const std::array<DriveTerm, 3>& terms) {
  return std::all_of(terms.begin(), terms.end(), [](const DriveTerm& term) { return term.is_zero(); });
}

}  // namespace

DriveTerm::DriveTerm(const Expression& expression) : expression_(expression) {
  const std::optional<double> value = expression.constant_value();
  is_number_ = value.has_value();
  number_ = value.value_or(0.0);
}

bool DriveTerm::is_of_time() const {
  for (std::size_t i = 1; i < expression_.variables().size(); ++i) {
    if (!expression_.is_independent_of(i)) return false;
  }
  return true;
}

void DriveTerm::set_first_choice(std::size_t& next) {
  count_ = is_number_ ? 0 : expression_.branch_count();
  first_ = next;
  next += count_;
}

void DriveTerm::choose(std::span<const double> values, std::span<double> choices) const {
  if (count_ > 0) expression_.branches(values, choices.subspan(first_, count_));
}

template <class Visit>
void SliderEquations::visit_terms(Visit visit) {
  for (DriveTerm& term : load_) visit(term);
  for (PointTerm& point : points_) std::for_each(point.force.begin(), point.force.end(), visit);
  for (DriveTerm& term : table_) visit(term);
  for (SpringTerm& spring : springs_) std::for_each(spring.anchor.begin(), spring.anchor.end(), visit);
}

SliderEquations::SliderEquations(const Slider& slider, const Contact& contact)
    : mass_(slider.mass),
      inertia_(slider.inertia),
      gyration_(std::sqrt(inertia_ / mass_)),
      center_of_mass_(slider.center_of_mass),
      has_one_coefficient_(contact.has_one_coefficient()),
      static_surface_(contact.surface(Coefficient::Static)),
      kinetic_(contact.model()),
      elements_(contact.elements()),
      load_{DriveTerm(slider.drive.fx), DriveTerm(slider.drive.fy), DriveTerm(slider.drive.moment)},
      table_{DriveTerm(slider.table.velocity[0]), DriveTerm(slider.table.velocity[1]), DriveTerm(slider.table.omega)} {
  const double pull = mass_ * slider.table.gravity * std::sin(slider.table.tilt);
  weight_ = slider.table.tilt_axis == Table::TiltAxis::Y ? Vec2{pull, 0.0} : Vec2{0.0, -pull};
  natural_load_.force = kinetic().scale().force;
  if (!(natural_load_.force > 0.0)) natural_load_.force = contact.patch().normal_force;
  if (!(natural_load_.force > 0.0)) natural_load_.force = mass_;  // at 1 m/s²
  natural_load_.moment = std::max(kinetic().scale().moment, natural_load_.force * gyration_);
  table_rests_ = is_zero(table_);
  for (const PointForce& force : slider.drive.forces) {
    points_.push_back({force.point, force.frame, {DriveTerm(force.force[0]), DriveTerm(force.force[1])}});
  }
  for (const Spring& spring : slider.drive.springs) {
    springs_.push_back({spring, {DriveTerm(spring.anchor[0]), DriveTerm(spring.anchor[1])}});
  }
  has_drive_ = !is_zero(load_) || !points_.empty() || !springs_.empty();
  std::size_t count = 0;
  has_formulas_ = !springs_.empty();
  visit_terms([&](DriveTerm& term) {
    term.set_first_choice(count);
    has_formulas_ = has_formulas_ || !term.is_number();
    are_of_time_ = are_of_time_ && term.is_of_time();
  });
  for (SpringTerm& term : springs_) {
    if (term.spring.unilateral) term.choice = count++;
  }
  choices_.resize(count);
}

bool SliderEquations::are_held(double t, const SliderState& state) const {
  if (choices_.empty()) return true;
  const std::vector<double> now = choices(t, state);
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] != choices_[i] && (loose_.empty() || loose_[i] == 0)) return false;
  }
  return true;
}

std::vector<double> SliderEquations::choices(double t, const SliderState& state) const {
  std::vector<double> result(choices_.size());
  if (result.empty()) return result;
  const std::array values{
      t, state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y, state.omega};
  const std::span<const double> time(&t, 1);
  for (const DriveTerm& term : load_) term.choose(values, result);
  for (const PointTerm& point : points_) {
    for (const DriveTerm& term : point.force) term.choose(values, result);
  }
  for (const DriveTerm& term : table_) term.choose(time, result);
  for (const SpringTerm& spring : springs_) {
    for (const DriveTerm& term : spring.anchor) term.choose(time, result);
    if (!spring.spring.unilateral) continue;
    const SpringLoad load = spring_load(spring, t, state, result);
    result[spring.choice] = dot(load.stretch, load.along) > 0.0 && dot(load.force, load.along) > 0.0 ? 1.0 : 0.0;
  }
  return result;
}

SliderEquations::SpringLoad SliderEquations::spring_load(const SpringTerm& term, double t, const SliderState& state,
                                                         std::span<const double> choices) const {
  const Spring& spring = term.spring;
  const Vec2 from_center = arm(spring.point, unit_vector(state.angle));
  const std::span<const double> time(&t, 1);
  const Vec2 anchor{term.anchor[0](time, choices), term.anchor[1](time, choices)};
  const Vec2 anchor_velocity{term.anchor[0].rate(t, choices), term.anchor[1].rate(t, choices)};
  SpringLoad result;
  result.stretch = anchor - state.position - from_center;
  const Vec2 stretching = anchor_velocity - state.velocity - state.omega * turned_left(from_center);
  result.force = spring.stiffness * result.stretch + spring.damping * stretching;
  if (spring.direction) {
    result.along = (1.0 / length(*spring.direction)) * *spring.direction;
    result.force = dot(result.force, result.along) * result.along;
  }
  return result;
}

Vec2 SliderEquations::spring_force(const SpringTerm& term, double t, const SliderState& state) const {
  if (term.spring.unilateral && choices_[term.choice] == 0.0) return {};
  return spring_load(term, t, state, choices_).force;
}

void SliderEquations::add_drive(double t, const SliderState& state, ExternalLoad& result) const {
  const std::array values{
      t, state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y, state.omega};
  for (int i = 0; i < 3; ++i) result.drive[i] += load_[static_cast<std::size_t>(i)](values, choices_);
  const Vec2 heading = unit_vector(state.angle);
  for (const PointTerm& term : points_) {
    Vec2 force{term.force[0](values, choices_), term.force[1](values, choices_)};
    if (term.frame == PointForce::Frame::Body) force = rotated(force, heading);
    result.drive += at_center(arm(term.point, heading), force);
  }
  for (const SpringTerm& term : springs_) {
    result.springs += at_center(arm(term.spring.point, heading), spring_force(term, t, state));
  }
}

void SliderEquations::add_values(double t, const SliderState& state, std::vector<double>& values) const {
  const std::array variables{
      t, state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y, state.omega};
  const std::span<const double> time(&t, 1);
  const auto add = [&](const DriveTerm& term, std::span<const double> of) {
    if (!term.is_number()) values.push_back(term(of, choices_));
  };
  for (const std::size_t i : {std::size_t{2}, std::size_t{0}, std::size_t{1}}) add(table_[i], time);
  for (const DriveTerm& term : load_) add(term, variables);
  for (const PointTerm& point : points_) {
    for (const DriveTerm& term : point.force) add(term, variables);
  }
  for (const SpringTerm& spring : springs_) {
    for (const DriveTerm& term : spring.anchor) add(term, time);
  }
}

std::vector<double> SliderEquations::spring_forces(double t, const SliderState& state) const {
  std::vector<double> result;
  for (const SpringTerm& term : springs_) {
    const Vec2 force = spring_force(term, t, state);
    result.push_back(term.spring.direction ? dot(force, *term.spring.direction) / length(*term.spring.direction)
                                           : length(force));
  }
  return result;
}

Vector3 SliderEquations::velocity_of_table(double t, Vec2 position) const {
  const std::span<const double> at(&t, 1);
  const double omega = table_[2](at, choices_);
  return {table_[0](at, choices_) - omega * position.y, table_[1](at, choices_) + omega * position.x, omega};
}

Vector3 SliderEquations::acceleration_of_table(double t, const SliderState& state) const {
  const auto rate = [&](std::size_t i) { return table_[i].rate(t, choices_); };
  const double omega = table_[2](std::span<const double>(&t, 1), choices_), alpha = rate(2);
  const Vec2 r = state.position, v = state.velocity;
  return {rate(0) - alpha * r.y - omega * v.y, rate(1) + alpha * r.x + omega * v.x, alpha};
}

double SliderEquations::kinetic_energy(const SliderState& state) const {
  return 0.5 * (mass_ * dot(state.velocity, state.velocity) + inertia_ * state.omega * state.omega);
}

}  // namespace dryslip::detail
