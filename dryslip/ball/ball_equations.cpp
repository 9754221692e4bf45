#include "dryslip/ball/ball_equations.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "dryslip/surrogate/hertz_contact.hpp"

namespace dryslip {
namespace {

using Vec3 = Eigen::Vector3d;
using State = BallEquations::State;
using Place = BallEquations::Place;

Vec2 pair_at(const State& y, Place place) { return {y[place], y[place + 1]}; }
void set_pair(State& y, Place place, Vec2 value) {
  y[place] = value.x;
  y[place + 1] = value.y;
}
detail::BallContact<double> as_contact(const FrictionLoad& P, Vec2 lean) { return {P.force, P.moment, lean}; }
Vec3 as_vector(const FrictionLoad& P) { return {P.force.x, P.force.y, P.moment}; }

/// Newton's method with differences for three equations, with steps halved until the residual falls.
template <class Residual>
Vec3 solve(const Residual& residual, Vec3 q) {
  constexpr double close = 1e-13, difference = 1e-7;
  constexpr int most_rounds = 60;
  Vec3 r = residual(q);
  for (int round = 0; round < most_rounds && r.norm() > close; ++round) {
    Eigen::Matrix3d J;
    for (int k = 0; k < 3; ++k) {
      Vec3 moved = q;
      moved[k] += difference * q.norm();
      J.col(k) = (residual(moved) - r) / (difference * q.norm());
    }
    const Vec3 step = -J.partialPivLu().solve(r);
    double part = 1.0;
    Vec3 next = q + step, next_r = residual(next);
    while (part > 1e-4 && !(next_r.norm() < r.norm())) {
      part *= 0.5;
      next = q + part * step;
      next_r = residual(next);
    }
    if (!(next_r.norm() < r.norm())) break;  // as close as the differences allow
    q = next;
    r = next_r;
  }
  return q;
}

/// Value and rate of the formulas of a table at a time, with the choices held.
struct Rates {
  double value = 0.0, rate = 0.0;
};
Rates rates_of(const TimeFormulas& formulas, std::size_t i, double t, BallEquations::Need need) {
  return {formulas.value(i, t), need == BallEquations::Need::Rates ? formulas.rate(i, t) : 0.0};
}

/// Velocities that matter: what friction gives over a hundredth of the contact.
std::vector<double> formula_scales(const Ball& ball) {
  const double velocity = 0.1 * std::sqrt(detail::BallConstants(ball).normal * ball.contact_radius);
  return {velocity, velocity, velocity / ball.contact_radius};
}

}  // namespace

BallEquations::BallEquations(const Ball& ball, double load_tolerance)
    : ball_((check_ball(ball), ball)),
      pade_(ball.pade),
      load_tolerance_(load_tolerance),
      is_set_valued_(ball.epsilon_slip == 0.0 && (ball.epsilon_roll == 0.0 || ball.rolling_shift == 0.0)),
      constants_(ball),
      table_turns_(ball.table.omega.constant_value() != 0.0),
      table_is_at_rest_(is_at_rest(ball.table)),
      formulas_({ball.table.velocity[0], ball.table.velocity[1], ball.table.omega}, formula_scales(ball)) {}

State BallEquations::initial_state() const {
  State y = State::Zero();
  set_pair(y, X, ball_.initial.position);
  set_pair(y, VX, ball_.initial.velocity);
  for (std::size_t i = 0; i < 3; ++i) y[WX + static_cast<int>(i)] = ball_.initial.omega[i];
  return y;
}

// ---- table

BallEquations::TableMotion BallEquations::table_motion(const State& y, Need need) const {
  const Rates ux = rates_of(formulas_, 0, y[T], need), uy = rates_of(formulas_, 1, y[T], need);
  TableMotion motion{
      .velocity = {ux.value, uy.value}, .omega = 0.0, .acceleration = {ux.rate, uy.rate}, .omega_rate = 0.0};
  if (!table_turns_) return motion;
  // the place under the ball moves with it: d/dt (Ω ẑ×r) = Ω′ ẑ×r + Ω ẑ×v
  const Rates turn = rates_of(formulas_, 2, y[T], need);
  const Vec2 r = pair_at(y, X), v = pair_at(y, VX);
  motion.omega = turn.value;
  motion.omega_rate = turn.rate;
  motion.velocity = motion.velocity + turn.value * turned_left(r);
  motion.acceleration = motion.acceleration + turn.rate * turned_left(r) + turn.value * turned_left(v);
  return motion;
}

Twist BallEquations::slip_over(const State& y, const TableMotion& table) const {
  const auto [velocity, omega] =
      detail::slip_of(constants_, detail::BallMotion<double>{pair_at(y, VX), pair_at(y, WX), y[WZ]},
                      detail::PlaneMotion<double>{table.velocity, table.omega});
  return {velocity, omega};
}
Twist BallEquations::slip(const State& y) const { return slip_over(y, table_motion(y, Need::Values)); }
Vec2 BallEquations::rolling_velocity(const State& y) const {
  return pair_at(y, VX) - table_motion(y, Need::Values).velocity;
}
double BallEquations::slip_size(const Twist& slip) const {
  return std::hypot(slip.velocity.x, slip.velocity.y, ball_.contact_radius * slip.omega);
}
double BallEquations::velocity_scale(const State& y) const {
  // below it: what friction gives over a hundredth of the contact
  return std::max({length(pair_at(y, VX)), ball_.radius * y.segment<3>(WX).norm(),
                   0.1 * std::sqrt(constants_.normal * ball_.contact_radius)});
}
double BallEquations::rounding_of_velocity(const State& y) const {
  // |s′| and |w′| of docs/theory/rolling_ball.md for loads and leans of 1
  const TableMotion table = table_motion(y, Need::Rates);
  const double a = ball_.contact_radius, share = constants_.normal * a / (2.0 * ball_.radius);
  const double rate = length(constants_.weight - table.acceleration) + a * std::abs(table.omega_rate) +
                      3.5 * constants_.force_slows + share;
  return std::numeric_limits<double>::epsilon() * std::abs(y[T]) * rate;
}

State BallEquations::with_slip(State y, const Twist& slip) const {
  const TableMotion table = table_motion(y, Need::Rates);
  const Vec2 over = pair_at(y, VX) - table.velocity;
  y[WX] = (slip.velocity.y - over.y) / ball_.radius;
  y[WX + 1] = (over.x - slip.velocity.x) / ball_.radius;
  y[WZ] = slip.omega + table.omega;
  return y;
}
State BallEquations::rolling_with(State y, Vec2 over_table) const {
  set_pair(y, VX, table_motion(y, Need::Rates).velocity + over_table);
  return with_slip(y, {});
}
State BallEquations::held(const State& y) const {
  if (mode == BallMode::Slip) return y;
  return mode == BallMode::Roll ? with_slip(y, {}) : rolling_with(y, {});
}

// ---- contact

FrictionLoad BallEquations::scaled_load(const Twist& slip, Vec2 lean) const {
  const Twist scaled{1.0 / ball_.contact_radius * slip.velocity, slip.omega};
  if (ball_.friction == Ball::Friction::Pade) return pade_.load(scaled, hertz_moments(lean), ball_.epsilon_slip);
  return hertz_integral(scaled, lean, ball_.epsilon_slip, load_tolerance_).load;
}

BallEquations::Contact BallEquations::contact(const State& y, const TableMotion& table) const {
  return contact(slip_over(y, table), pair_at(y, VX) - table.velocity, table);
}

BallEquations::Contact BallEquations::contact(const Twist& slip, Vec2 over, const TableMotion& table) const {
  const double d = ball_.rolling_shift, a = ball_.contact_radius;
  if (mode == BallMode::Slip) {
    const Vec2 lean =
        holds_center ? lean_that_holds_center(table, slip) : rolling_shift(d, over, a * ball_.epsilon_roll);
    return {scaled_load(slip, lean), lean};
  }
  // a ball that moves with the table leans as the pull on it asks for
  const Vec2 pull = constants_.weight - table.acceleration;
  Vec2 lean = mode == BallMode::Stick && pull != Vec2{} ? 5.0 * ball_.radius / (constants_.normal * a) * pull : Vec2{};
  if (mode == BallMode::Roll) lean = rolling_shift(d, over, 0.0);
  const double share = constants_.normal * a / (2.0 * ball_.radius);
  return {{1.0 / (3.5 * constants_.force_slows) * (pull + share * lean),
           -table.omega_rate * ball_.radius * ball_.radius / (2.5 * constants_.normal * a * ball_.mu)},
          lean};
}

State BallEquations::slope(const State& y) const {
  const TableMotion table = table_motion(y, mode == BallMode::Slip && !holds_center ? Need::Values : Need::Rates);
  const Contact now = contact(y, table);
  const auto [force, roll, spin] = detail::ball_rates(constants_, as_contact(now.load, now.lean));
  State rate;
  rate[T] = 1.0;
  set_pair(rate, X, pair_at(y, VX));
  set_pair(rate, VX, force);
  set_pair(rate, WX, roll);
  rate[WZ] = spin;
  const Powers power = powers(y, table, now);
  rate[WorkOfSlip] = power.slip;
  rate[WorkOfRolling] = power.rolling;
  rate[WorkOfTable] = power.table;
  return rate;
}

void BallEquations::set_table(detail::SlipStep& step, double t) const {
  constexpr std::size_t points = GaussCollocation::points;
  std::array<double, Expression::block_size> times;
  for (std::size_t i = 0; i < points; ++i) times[i] = t + step.h * GaussCollocation::table().places[i];
  const auto fill = [&](std::size_t formula, detail::SlipStep::AtPoints& values) {
    if (formulas_.held(formula).empty()) {
      formulas_.formula(formula).evaluate_block(times, values);
    } else {
      for (std::size_t i = 0; i < points; ++i) values[i] = formulas_.value(formula, times[i]);
    }
  };
  fill(0, step.table_x);
  fill(1, step.table_y);
  step.table_turns = table_turns_;
  if (table_turns_) fill(2, step.table_omega);
}

// ---- limits of rolling and sticking

BallEquations::Limit BallEquations::slip_limit(const State& y) const {
  const Contact held = contact(y, table_motion(y, Need::Rates));
  return slip_limit(held.load, held.lean);
}

BallEquations::Limit BallEquations::slip_limit(const FrictionLoad& held, Vec2 lean) const {
  const Vec3 P = as_vector(held);
  if (!P.allFinite()) return {std::numeric_limits<double>::infinity(), {}};
  if (P.norm() < surely_held) return {0.0, {}};
  // P(q) = |q| P_held: the load on the limit surface in the direction of P_held, and its slip
  const double a = ball_.contact_radius;
  const auto load = [&](const Vec3& q) -> Vec3 { return as_vector(scaled_load({{a * q[0], a * q[1]}, q[2]}, lean)); };
  const Vec3 q = solve([&](const Vec3& z) -> Vec3 { return load(z) - z.norm() * P; }, P / P.squaredNorm());
  const Vec3 u = q.normalized();
  return {1.0 / q.norm(), {{u[0], u[1]}, u[2] / a}};
}

Twist BallEquations::start_of_slip(const State& y) const {
  // q = C (P_held − P(q)), C from the rates of v and of ω_z
  const Contact held = contact(y, table_motion(y, Need::Rates));
  const Vec3 P = as_vector(held.load);
  const double a = ball_.contact_radius, part = 2.5 * a * a / (3.5 * ball_.radius * ball_.radius);
  const Vec3 C(1.0, 1.0, part);
  if (!P.allFinite() || P.norm() == 0.0) return {};
  const auto load = [&](const Vec3& q) -> Vec3 {
    return as_vector(scaled_load({{a * q[0], a * q[1]}, q[2]}, held.lean));
  };
  const Vec3 q = solve([&](const Vec3& z) -> Vec3 { return z - C.cwiseProduct(P - load(z)); }, Vec3(C.cwiseProduct(P)));
  const Vec3 u = q.normalized();
  return {{u[0], u[1]}, u[2] / a};
}

Vec2 BallEquations::pull(const State& y) const { return constants_.weight - table_motion(y, Need::Rates).acceleration; }

Vec2 BallEquations::center_acceleration(const State& y) const {
  return pair_at(slope(y), VX) - table_motion(y, Need::Rates).acceleration;
}

double BallEquations::largest_pull() const {
  return constants_.normal * ball_.contact_radius * ball_.rolling_shift / (5.0 * ball_.radius);
}
double BallEquations::rolling_limit_reached(const State& y) const {
  const double given = length(pull(y));
  return given == 0.0 ? 0.0 : given / largest_pull();
}

BallEquations::LeanForce BallEquations::force_by_lean(const Twist& slip) const {
  const Vec2 T0 = scaled_load(slip, {}).force;
  return {T0, scaled_load(slip, {1.0, 0.0}).force - T0, scaled_load(slip, {0.0, 1.0}).force - T0};
}
BallEquations::CenterLean BallEquations::center_lean(const State& y) const {
  const auto [T0, Kx, Ky] = force_by_lean(slip(y));
  const double whole = 1.0 / cross(Kx, Ky), by_pull = whole / constants_.force_slows;
  return {by_pull * Vec2{Ky.y, -Kx.y}, by_pull * Vec2{-Ky.x, Kx.x}, -whole * Vec2{cross(T0, Ky), cross(Kx, T0)}};
}
Vec2 BallEquations::lean_that_holds_center(const TableMotion& table, const Twist& slip) const {
  const auto [T0, Kx, Ky] = force_by_lean(slip);
  const Vec2 missing = 1.0 / constants_.force_slows * (constants_.weight - table.acceleration) - T0;
  if (missing == Vec2{}) return {};
  return 1.0 / cross(Kx, Ky) * Vec2{cross(missing, Ky), cross(Kx, missing)};
}
Vec2 BallEquations::lean_that_holds_center(const State& y) const {
  const TableMotion table = table_motion(y, Need::Rates);
  const Vec2 lean = lean_that_holds_center(table, slip_over(y, table));
  constexpr double none = std::numeric_limits<double>::infinity();
  return std::isfinite(lean.x) && std::isfinite(lean.y) ? lean : Vec2{none, none};
}

BallEquations::NextEnding BallEquations::next_ending(const State& y) const {
  if (!is_set_valued_ || mode == BallMode::Stick) return {};
  const TableMotion table = table_motion(y, Need::Rates);
  const State rate = slope(y);
  const Vec2 over = pair_at(y, VX) - table.velocity, faster = pair_at(rate, VX) - table.acceleration;
  // time left = |z|/(−d|z|/dt) = |z|²/(−z·dz/dt)
  const auto time_left = [](double square, double product) {
    return square > 0.0 && product < 0.0 ? square / -product : std::numeric_limits<double>::infinity();
  };
  double slip_left = std::numeric_limits<double>::infinity(), rolling_left = slip_left;
  if (ball_.rolling_shift > 0.0 && !holds_center) rolling_left = time_left(dot(over, over), dot(over, faster));
  if (mode == BallMode::Slip) {
    const Twist s = slip_over(y, table);
    const double a = ball_.contact_radius, r = ball_.radius, whole = slip_size(s);
    const Vec2 s_rate{faster.x - r * rate[WX + 1], faster.y + r * rate[WX]};
    slip_left = time_left(whole * whole, dot(s.velocity, s_rate) + a * a * s.omega * (rate[WZ] - table.omega_rate));
  }
  if (std::isinf(slip_left) && std::isinf(rolling_left)) return {};
  return slip_left <= rolling_left ? NextEnding{Ending::Slip, slip_left} : NextEnding{Ending::Rolling, rolling_left};
}

double BallEquations::speed_of(Ending ending, const State& y) const {
  return ending == Ending::Rolling ? length(rolling_velocity(y)) : slip_size(slip(y));
}

bool BallEquations::turns_back(Ending ending, const State& before, const State& after) const {
  if (ending == Ending::Rolling) return dot(rolling_velocity(before), rolling_velocity(after)) < 0.0;
  const Twist s = slip(before), next = slip(after);
  const double a = ball_.contact_radius;
  return dot(s.velocity, next.velocity) + a * a * s.omega * next.omega < 0.0;
}

// ---- energy

double BallEquations::kinetic_energy(const State& y) const {
  const Vec2 v = pair_at(y, VX);
  const double rw = ball_.radius * y.segment<3>(WX).norm();
  return ball_.mass * (0.5 * dot(v, v) + 0.2 * rw * rw);
}
double BallEquations::work_of_weight(const State& y) const {
  return ball_.mass * dot(constants_.weight, pair_at(y, X) - ball_.initial.position);
}

BallEquations::Powers BallEquations::powers(const State& y, const TableMotion& table, const Contact& contact) const {
  const Twist s = mode == BallMode::Slip ? slip_over(y, table) : Twist{};
  Powers power = detail::ball_powers<double>(constants_, pair_at(y, WX), {s.velocity, s.omega},
                                             {table.velocity, table.omega}, as_contact(contact.load, contact.lean));
  if (!(constants_.force_slows > 0.0)) power.slip = power.table = 0.0;  // the load that would hold is infinite
  return power;
}
BallEquations::Powers BallEquations::powers(const State& y) const {
  const TableMotion table = table_motion(y, Need::Rates);
  return powers(y, table, contact(y, table));
}

// ---- stiffness

double BallEquations::stiffness(const State& y) const {
  if (mode == BallMode::Stick) return 0.0;
  const double a = ball_.contact_radius;
  const TableMotion table = table_motion(y, Need::Values);
  const double rolling = std::hypot(length(pair_at(y, VX) - table.velocity), a * ball_.epsilon_roll);
  const bool leans = ball_.rolling_shift > 0.0 && !holds_center;
  const double lean = leans ? ball_.rolling_shift * constants_.normal * a / (2.0 * ball_.radius) / rolling : 0.0;
  if (mode == BallMode::Roll) return lean;
  return lean + 3.5 * constants_.force_slows / std::hypot(slip_size(slip_over(y, table)), a * ball_.epsilon_slip);
}

BallEquations::ContactRates BallEquations::contact_rates(const Twist& slip, Vec2 over, const TableMotion& table) const {
  constexpr double part = 1e-5;  // of the speed in which friction changes: error and rounding of the differences 1e-10
  const double a = ball_.contact_radius;
  const auto difference = [&](const Twist& s, Vec2 w, double step) -> ContactRates::Column {
    const auto values = [&](double sign) -> ContactRates::Column {
      const double h = sign * step;
      const Contact c = contact({slip.velocity + h * s.velocity, slip.omega + h * s.omega}, over + h * w, table);
      return {c.load.force.x, c.load.force.y, c.load.moment, c.lean.x, c.lean.y};
    };
    return (values(1.0) - values(-1.0)) / (2.0 * step);
  };
  ContactRates rates;
  const double slipping = part * std::hypot(slip_size(slip), a * ball_.epsilon_slip);
  const double rolling = part * std::hypot(length(over), a * ball_.epsilon_roll);
  if (mode == BallMode::Slip && slipping > 0.0) {
    rates.by_slip.col(0) = difference({{1.0, 0.0}, 0.0}, {}, slipping);
    rates.by_slip.col(1) = difference({{0.0, 1.0}, 0.0}, {}, slipping);
    rates.by_slip.col(2) = difference({{}, 1.0}, {}, slipping / a);
  }
  if (mode != BallMode::Stick && rolling > 0.0) {
    rates.by_rolling.col(0) = difference({}, {1.0, 0.0}, rolling);
    rates.by_rolling.col(1) = difference({}, {0.0, 1.0}, rolling);
  }
  return rates;
}

BallEquations::Jacobian BallEquations::jacobian(const State& y) const {
  // by the chain rule through slip and rolling velocity, whose differences would be lost in those of y when they are small
  const TableMotion table = table_motion(y, Need::Rates);
  const double r = ball_.radius;
  Eigen::Matrix<double, 2, size> over_by_y = Eigen::Matrix<double, 2, size>::Zero();
  const Vec2 drift = table.omega * turned_left(pair_at(y, VX)) - table.acceleration;  // at a place that stays
  over_by_y.col(T) << drift.x, drift.y;
  over_by_y.middleCols<2>(X) << 0.0, table.omega, -table.omega, 0.0;
  over_by_y.middleCols<2>(VX).setIdentity();
  Eigen::Matrix<double, 3, size> slip_by_y = Eigen::Matrix<double, 3, size>::Zero();
  slip_by_y.topRows<2>() = over_by_y;
  slip_by_y(0, WX + 1) = -r;
  slip_by_y(1, WX) = r;
  slip_by_y(2, WZ) = 1.0;
  slip_by_y(2, T) = -table.omega_rate;
  const ContactRates rates = contact_rates(slip_over(y, table), pair_at(y, VX) - table.velocity, table);
  const Eigen::Matrix<double, 5, size> by_y = rates.by_slip * slip_by_y + rates.by_rolling * over_by_y;

  Jacobian J = Jacobian::Zero();
  J.block<2, 2>(X, VX).setIdentity();
  const auto &force_x = by_y.row(0), &force_y = by_y.row(1), &moment = by_y.row(2), &lean_x = by_y.row(3),
             &lean_y = by_y.row(4);
  J.row(VX) = -constants_.force_slows * force_x;
  J.row(VX + 1) = -constants_.force_slows * force_y;
  J.row(WX) = constants_.lean_turns * lean_y - constants_.force_turns * force_y;
  J.row(WX + 1) = constants_.force_turns * force_x - constants_.lean_turns * lean_x;
  J.row(WZ) = -constants_.moment_turns * moment;
  return J;
}

}  // namespace dryslip
