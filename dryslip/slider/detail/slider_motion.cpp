#include "dryslip/slider/detail/slider_simulation.hpp"

// The equations of motion while something slips, their derivatives, and the errors allowed in them.

namespace dryslip::detail {

Vector3 SliderSimulation::sliding_load(const Vector3& V) const {
  if (hold().freedom == 0) return Vector3::Zero();
  if (hold().freedom == 1) return fixed_load_;
  const Twist slip = twist_of(V);
  if (elements_.empty()) return vector_of(equations_.kinetic().load(slip));
  return load_of_elements(slip);
}

Vector3 SliderSimulation::load_of_elements(const Twist& slip) const {
  FrictionLoad sum = hold().rolling;
  if (const FrictionModel* rest = equations_.rest()) sum = sum + rest->load(slip);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (!is_held(i)) sum = sum + elements_[i].load(sector_of(i, slip), slip);
  }
  for (const RollingLine* line : hold().lines) sum = sum + line->load(slip);
  return vector_of(sum);
}

Mat3 SliderSimulation::sliding_hessian(const Vector3& V) const {
  Mat3 sum = Mat3::Zero();
  if (hold().freedom <= 1) return sum;
  const Twist slip = twist_of(V);
  if (elements_.empty()) return equations_.kinetic().hessian(slip);
  if (const FrictionModel* rest = equations_.rest()) sum += rest->hessian(slip);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (!is_held(i)) sum += elements_[i].hessian(sector_of(i, slip), slip);
  }
  for (const RollingLine* line : hold().lines) sum += line->hessian(slip);
  return sum;
}

SliderSimulation::Motion SliderSimulation::motion(const Unknowns& y, const Vector3& friction) const {
  Motion result;
  const Vec2 heading = result.heading = unit_vector(y[3]);
  result.V = slip_of(y);
  const Vec2 v = equations_.slip_at_center(twist_of(result.V)), relative = rotated(v, heading);
  result.state = {position(y), y[3], relative, y[6]};
  if (!equations_.table_rests()) {
    const Vector3 table = equations_.table_velocity(y[0], position(y));
    result.state.velocity = relative + Vec2{table[0], table[1]};
    result.state.omega += table[2];
  }
  result.load = equations_.external(y[0], result.state);
  result.friction = friction;
  Vector3 load_in_world = result.load.sum();
  if (!equations_.table_rests())
    load_in_world -= equations_.momentum(equations_.table_acceleration(y[0], result.state));
  // axes that turn with the body: the rate of V there is its acceleration and this
  const Vector3 turning(result.state.omega * v.y, -result.state.omega * v.x, 0.0);
  const Vector3 free = vector_of(equations_.load_in_body(load_in_world, heading)) - result.friction;
  if (hold().freedom == 3) {
    result.V_rate = G_inverse_ * free + turning;
    result.held = Vector3::Zero();
  } else {
    const Vector3 load = free + G_ * turning;
    result.V_rate = hold().N * (hold().N.transpose() * load);
    result.held = hold().across * load;
  }
  return result;
}

Vector3 SliderSimulation::load_on_support(const Motion& at) const {
  return equations_.load_in_world(load_of(at.friction + at.held), at.heading);
}

[[gnu::flatten]] SliderSimulation::Unknowns SliderSimulation::slope(const Unknowns& y) const {
  const bool is_finite = (0.0 * y).sum() == 0.0;
  if (!is_finite) return Unknowns::Constant(std::numeric_limits<double>::quiet_NaN());  // a step far too long
  return slowness_factor(slip_of(y)) * rates(motion(y));
}

SliderSimulation::Unknowns SliderSimulation::rates(const Motion& at) const {
  const Vector3 velocity(at.state.velocity.x, at.state.velocity.y, at.state.omega);
  Unknowns result;
  result[0] = 1.0;
  result.segment<3>(1) = velocity;
  result.segment<3>(4) = at.V_rate;
  result[7] = at.load.drive.dot(velocity);
  result[8] = at.load.springs.dot(velocity);
  // what holds does no work on a table that rests
  result[9] = -(equations_.table_rests() ? at.friction.dot(at.V) : load_on_support(at).dot(velocity));
  return result;
}

double SliderSimulation::slowness_factor(const Vector3& V) const {
  return elements_.empty() && has_friction_ && hold().freedom > 1 ? speed_of(V) : 1.0 / slowness(V);
}

double SliderSimulation::slowness(const Vector3& V) const {
  const double sum = hold().freedom <= 1 || !has_friction_ ? 0.0 : slowness_of_turning(V);
  return sum > 0.0 ? sum : 1.0;
}

double SliderSimulation::slowness_of_turning(const Vector3& V) const {
  const Twist slip = twist_of(V);
  bool is_curved = elements_.empty() || equations_.rest() || !hold().lines.empty();
  double sum = 0.0;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const ContactElement& element = elements_[i];
    if (is_held(i) || (element.is_point() && (element.sectors.empty() || !may_turn(i)))) continue;
    is_curved = true;
    if (element.is_point()) {
      sum += 1.0 / length(element.slip(slip));
    } else {
      for (const SlipKink& kink : element.kinks) sum += kink.is_ahead(slip) ? 1.0 / kink.miss(slip).norm() : 0.0;
    }
  }
  return is_curved ? sum + 1.0 / speed_of(V) : 0.0;
}

SliderSimulation::Unknowns SliderSimulation::allowed_errors(double now, double largest) const {
  const double speed = speed_that_counts(largest);
  const double time = std::max(time_, largest * time_ * time_ / length_), way = speed * time;
  // an error of a slow slip moves the end by little; its direction is to have four digits all the same. Where the body shakes, the
  // errors of many steps add up
  const double part = (shakes_ ? 0.01 : 0.03) * options_.tolerance;
  constexpr double rounding = rounding_of_unknowns;
  const double velocity = std::min(speed, std::max(1e-4 * now, rounding * speed) / part);
  const double energy = equations_.mass() * speed * speed;
  Unknowns result;
  result << time, way, way, way / length_, velocity, velocity, velocity / length_, energy, energy, energy;
  result *= part;
  for (int i = 0; i < result.size(); ++i) result[i] = std::max(result[i], rounding * std::abs(y_[i]));
  return result;
}

SliderSimulation::Unknowns SliderSimulation::rounding_error(const Unknowns& rate, double h,
                                                            const Unknowns& allowed) const {
  const double speed = speed_of(slip_of(y_)), acceleration = length_ / (time_ * time_), duration = h * rate[0];
  // errors of integrated loads are bounded by far more than they are
  constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon(), usual = 0.03;
  const double lost = std::max(rounding, usual * equations_.static_surface().load_error());
  const double velocity = std::max(lost * acceleration * duration, rounding * speed);
  const double time = h * velocity, way = speed * time;  // σ is as uncertain as the slip
  const double energy = equations_.mass() * acceleration * way;
  Unknowns result;
  result << time, way, way, way / length_, velocity, velocity, velocity / length_, energy, energy, energy;
  // nothing follows from works: no iteration needs them
  constexpr double part = 0.1;
  result.tail<3>() = result.tail<3>().cwiseMax(part * allowed.tail<3>());
  return result;
}

SliderSimulation::StiffStepper::Jacobian SliderSimulation::jacobian(const Unknowns& y, const Unknowns& slope_at_y,
                                                                    double beside_slip) const {
  StiffStepper::Jacobian result = StiffStepper::Jacobian::Zero();
  const double speed = std::max(beside_slip, 1e-13 * speed_of(slip_of(y)));
  constexpr double small = 1e-7;  // half the digits
  const double steps[]{small * time_, small * length_, small * length_, small, speed, speed, speed / length_};
  for (int j = 0; j < 7; ++j) {
    Unknowns beside = y;
    beside[j] += std::max(steps[j], rounding_of_unknowns * std::abs(y[j]));
    result.col(j) = (slope(beside) - slope_at_y) / (beside[j] - y[j]);
  }
  return result;
}

SliderSimulation::StiffStepper::Jacobian SliderSimulation::exact_jacobian(const Unknowns& y,
                                                                          const Unknowns& slope_at_y) const {
  const Motion at = motion(y);
  const double factor = slowness_factor(at.V);
  const Unknowns rates_at_y = rates(at);
  const Mat3 mobility = hold().freedom == 3 ? G_inverse_ : Mat3(hold().N * hold().N.transpose());
  const Mat3 friction_rate = mobility * sliding_hessian(at.V);
  StiffStepper::Jacobian result = StiffStepper::Jacobian::Zero();
  constexpr double small = 1e-7, some = 1e-3;  // half the digits; where it is nearly linear
  const double steps[]{small * time_, small * length_, small * length_, small, factor, factor, factor / length_};
  const auto beside = [&](int j, double part) {
    Unknowns place = y;
    place[j] += std::max(part * steps[j], rounding_of_unknowns * std::abs(y[j]));
    return place;
  };
  for (int j = 0; j < 4; ++j) {
    const Unknowns place = beside(j, 1.0);
    result.col(j) = (slope(place) - slope_at_y) / (place[j] - y[j]);
  }
  for (int j = 4; j < 7; ++j) {
    const Unknowns with_same_friction = beside(j, some), with_same_rates = beside(j, small);
    result.col(j) =
        factor / (with_same_friction[j] - y[j]) * (rates(motion(with_same_friction, at.friction)) - rates_at_y);
    result.col(j).segment<3>(4) -= factor * friction_rate.col(j - 4);
    result.col(j) += (slowness_factor(slip_of(with_same_rates)) - factor) / (with_same_rates[j] - y[j]) * rates_at_y;
  }
  return result;
}

}  // namespace dryslip::detail
