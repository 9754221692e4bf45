#include "dryslip/joints/detail/simulate_compliant_joint.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "dryslip/joints/compliant_contact.hpp"
#include "dryslip/joints/detail/joint_record.hpp"
#include "dryslip/joints/detail/torque_history.hpp"
#include "dryslip/numerics/advance_watch.hpp"
#include "dryslip/numerics/chebyshev_rule.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/numerics/look_along.hpp"

namespace dryslip::detail {
namespace {

using Cause = JointCause;
using Eigen::Index;
using Eigen::VectorXd;

class CompliantSimulation {
 public:
  CompliantSimulation(const DrivenJoints& joints, const JointRunOptions& options, const Progress& progress,
                      const RowSink<JointSample>& sink)
      : mechanism_(joints.mechanism),
        options_(options),
        torque_(joints),
        now_{joints.position, joints.velocity, mechanism_.d},
        heading_(joints.velocity),
        direction_(VectorXd::Zero(mechanism_.size())),
        inverse_(mechanism_.A.inverse().cwiseAbs()),
        relaxation_(relaxation_time(mechanism_, *options.stiffness)),
        longest_(relaxation_ / fastest_rate(mechanism_)),
        step_(longest_),
        modes_(static_cast<std::size_t>(mechanism_.size())),
        record_(options, progress, sink) {
    for (Index i = 0; i < now_.force.size(); ++i)
      if (is_unilateral(i)) now_.force[i] = std::max(now_.force[i], 0.0);
  }

  JointRun run() {
    return record_.made_by([&] { go_on(); }, t_, torque_, [&](double t) { record_.add_or_fail(row_at(t, now_)); });
  }

 private:
  void go_on() {
    while (t_ < options_.duration) {
      if (!(t_ < known_until_)) look_ahead();
      if (steps_.is_due() && steps_.is_none(t_, options_.duration))  // a torque of which nothing can be known
        record_.fail(RunOutcome::NotConverged, steps_.text("steps"));
      if (!record_.goes_on()) return;
      step();
    }
    heading_ = now_.velocity;
    update_modes(slope(t_, now_));
    record_.add_or_fail(row_at(t_, now_));
  }

  bool is_unilateral(Index i) const { return mechanism_.contact_of(i) == ContactKind::Unilateral; }

  /// Up to where steps see all that the torques do, and how long these are.
  void look_ahead() {
    constexpr double most_steps = 64.0, least_steps = 4.0;
    record_.reached(t_);
    torque_.formulas.hold(t_);
    known_until_ = std::min(t_ + most_steps * longest_, options_.duration);
    if (const auto t = torque_.formulas.first_switch(t_, known_until_)) known_until_ = *t;
    known_until_ = torque_.formulas.known_until(t_, known_until_, 0.01 * options_.tolerance);
    const double span = known_until_ - t_;
    const bool is_shortest = span <= smallest_time(t_, known_until_);
    if (is_shortest && torque_.fault_between(t_, known_until_)) torque_.fail_between(t_, known_until_);
    most_ = is_shortest ? span : std::min(longest_, span / least_steps);
  }

  VectorXd torque_at(double t) const {
    VectorXd tau = torque_.held_at(t);
    if (!tau.allFinite()) torque_.fail_between(t, t + smallest_time(t, t));
    return tau;
  }

  struct State {
    VectorXd position, velocity, force;
  };
  State slope(double t, const State& y) const {
    // directions are those of the start of the step: joints stop at its end
    State result{y.velocity, compliant_acceleration(mechanism_, torque_at(t), heading_, y.force), {}};
    result.force = (mechanism_.C * result.velocity + mechanism_.d - y.force) / relaxation_;
    for (Index i = 0; i < y.force.size(); ++i)
      if (is_unilateral(i) && y.force[i] <= 0.0) result.force[i] = std::max(result.force[i], 0.0);
    return result;
  }
  static State moved(const State& y, const State& k, double h) {
    return {y.position + h * k.position, y.velocity + h * k.velocity, y.force + h * k.force};
  }
  /// After a step of the fourth order from y at t, where the slope is k1.
  State stepped(double t, const State& y, const State& k1, double h) const {
    const State k2 = slope(t + 0.5 * h, moved(y, k1, 0.5 * h)), k3 = slope(t + 0.5 * h, moved(y, k2, 0.5 * h)),
                k4 = slope(t + h, moved(y, k3, h));
    State next = moved(moved(moved(moved(y, k1, h / 6.0), k2, h / 3.0), k3, h / 3.0), k4, h / 6.0);
    for (Index i = 0; i < next.force.size(); ++i)
      if (is_unilateral(i)) next.force[i] = std::max(next.force[i], 0.0);
    return next;
  }
  /// After two of half the length from here.
  State stepped(const State& rate, double h) const {
    const State middle = stepped(t_, now_, rate, 0.5 * h);
    return stepped(t_ + 0.5 * h, middle, slope(t_ + 0.5 * h, middle), 0.5 * h);
  }
  /// Error of such a step, by one of the whole length, in errors allowed.
  double error_of(const State& rate, const State& next, double h) const {
    const State whole = stepped(t_, now_, rate, h);
    constexpr double part = 10.0 / 15.0;  // many steps add up; of the fourth order
    // what the terms of the equations do in a relaxation time: where they balance, rounding is left of their sum
    const VectorXd load =
        torque_.held_at(t_).cwiseAbs() + mechanism_.b.cwiseAbs() + mechanism_.mu.cwiseProduct(now_.force.cwiseAbs());
    const double speed = std::max(now_.velocity.cwiseAbs().maxCoeff(), relaxation_ * (inverse_ * load).maxCoeff());
    const double force = now_.force.cwiseAbs().maxCoeff() + mechanism_.d.cwiseAbs().maxCoeff();
    const auto error = [&](const VectorXd& a, const VectorXd& b, double scale) {
      const double difference = (a - b).cwiseAbs().maxCoeff();
      return difference == 0.0 ? 0.0 : difference / scale;
    };
    return part / options_.tolerance *
           std::max({error(whole.velocity, next.velocity, speed), error(whole.force, next.force, force),
                     error(whole.position, next.position, relaxation_ * speed)});
  }

  /// Whether a joint rests that way; accelerations are needed where one rests.
  bool holds(Index i, const State& rate) const { return now_.velocity[i] == 0.0 && rate.velocity[i] == 0.0; }
  bool has_friction(Index i) const { return mechanism_.static_coefficient(i) > 0.0; }
  bool is_open(Index i) const { return is_unilateral(i) && now_.force[i] <= 0.0; }

  /// Whether the equations change along a step to y: a joint stops or starts, a normal force changes its sign, a contact opens or closes.
  bool changes(const State& rate, const State& y) const {
    if (begins(rate, y)) return true;
    for (Index i = 0; i < y.velocity.size(); ++i) {
      const bool stops = has_friction(i) && heading_[i] * y.velocity[i] < 0.0;
      const bool turns = now_.force[i] * y.force[i] < 0.0,
                 opens = is_unilateral(i) && now_.force[i] > 0.0 && y.force[i] <= 0.0;
      if (stops || turns || opens) return true;
    }
    return false;
  }
  /// Whether something begins from nothing: a joint starts, a contact closes.
  bool begins(const State& rate, const State& y) const {
    for (Index i = 0; i < y.velocity.size(); ++i) {
      const bool starts = has_friction(i) && holds(i, rate) && y.velocity[i] != 0.0;
      const bool closes = is_open(i) && rate.force[i] <= 0.0 && y.force[i] > 0.0;
      if (starts || closes) return true;
    }
    return false;
  }

  /// Values along a step between two states with their rates.
  static double between(double a, double a_rate, double b, double b_rate, double h, double x) {
    const double y = 1.0 - x;
    return y * y * ((1.0 + 2.0 * x) * a + x * h * a_rate) + x * x * ((3.0 - 2.0 * x) * b - y * h * b_rate);
  }

  /// A part of a step, that goes from `rate` to a state with `rate_there`, in which a joint stops, or one at rest starts, and is back at its
  /// end; none where there is nothing.
  std::optional<double> hidden_change(const State& rate, const State& next, const State& rate_there, double h) const {
    const ChebyshevRule& rule = ChebyshevRule::get();
    constexpr int count = ChebyshevRule::count;
    const Index n = mechanism_.size();
    Eigen::MatrixXd values(n, count), other(n, count);
    VectorXd size = VectorXd::Zero(n);  // of the terms
    for (int j = 0; j < count; ++j) {
      const double x = rule.at[static_cast<std::size_t>(j)];
      const auto along = [&](Index i, const VectorXd& a, const VectorXd& a_rate, const VectorXd& b,
                             const VectorXd& b_rate) { return between(a[i], a_rate[i], b[i], b_rate[i], h, x); };
      VectorXd force(n);
      for (Index i = 0; i < n; ++i) force[i] = along(i, now_.force, rate.force, next.force, rate_there.force);
      const VectorXd tau = torque_at(t_ + x * h), a = compliant_acceleration(mechanism_, tau, heading_, force);
      for (Index i = 0; i < n; ++i) {
        const double center = mechanism_.static_center.size() == 0 ? 0.0 : mechanism_.static_center[i] * force[i];
        const double limit = mechanism_.static_coefficient(i) * std::abs(force[i]);
        const double load = tau[i] - mechanism_.b[i] - mechanism_.A.row(i).dot(a) - center;
        const double v = along(i, now_.velocity, rate.velocity, next.velocity, rate_there.velocity);
        if (has_friction(i) && holds(i, rate) && a[i] != 0.0) return x;
        values(i, j) = holds(i, rate) ? limit - load : std::copysign(1.0, now_.velocity[i]) * v;
        other(i, j) = holds(i, rate) ? limit + load : values(i, j);
        size[i] = std::max(size[i], holds(i, rate) ? limit + std::abs(tau[i]) + std::abs(mechanism_.b[i])
                                                   : std::max(std::abs(v), relaxation_ * std::abs(a[i])));
      }
    }
    for (Index i = 0; i < n; ++i) {
      if (!has_friction(i) || (now_.velocity[i] == 0.0 && !holds(i, rate))) continue;  // zero is its first value
      for (const Eigen::MatrixXd* each : {&values, &other}) {
        Eigen::Matrix<double, 1, count> row = each->row(i) * rule.to_series * rule.to_powers;
        row[0] += 1e-12 * size[i];  // closer than that is on the limit
        if (const auto x = first_negative(std::span(row.data(), count), 1.0)) return x;
      }
    }
    return std::nullopt;
  }

  /// A step as far as the equations stay as they are.
  struct Step {
    double size;
    State end;
    bool has_change = false;  ///< the equations change at its end
    /// Where something begins from nothing: the part before that is smooth.
    std::optional<double> smooth{};
  };
  Step step_to_change(const State& rate, double size, double shortest) const {
    Step step{.size = size, .end = stepped(rate, size)};
    double high = place_of_change(rate, step), low = 0.0;
    if (high == 0.0) return step;
    step.has_change = true;
    for (int k = 0; k < 60 && high - low > 0.01 * options_.tolerance * size; ++k) {
      const double middle = 0.5 * (low + high);
      (changes(rate, stepped(rate, middle)) ? high : low) = middle;
    }
    step.size = std::max(high, std::min(size, shortest));
    step.end = stepped(rate, step.size);
    if (begins(rate, step.end)) {
      step.smooth = low > shortest ? low : 0.0;
      begin_from_nothing(rate, step);
    }
    return step;
  }
  /// A place in a step behind which the equations have changed; 0: there is none.
  double place_of_change(const State& rate, const Step& step) const {
    const double h = step.size;
    if (changes(rate, step.end)) return h;
    if (const auto x = hidden_change(rate, step.end, slope(t_ + h, step.end), h)) {
      // a little further, as they may be off by rounding
      for (const double more : {0.0, 1e-6, 1e-4, 1e-2}) {
        const double there = std::min(1.0, *x + more) * h;
        if (changes(rate, stepped(rate, there))) return there;
      }
    }
    return 0.0;
  }
  /// What starts to move, or to push, has only begun: a stage of the step saw it.
  void begin_from_nothing(const State& rate, Step& step) const {
    if (*step.smooth > 0.0) step.end = stepped(rate, *step.smooth);
    for (Index i = 0; i < step.end.velocity.size(); ++i) {
      if (has_friction(i) && holds(i, rate)) step.end.velocity[i] = 0.0;
      if (is_open(i) && rate.force[i] <= 0.0) step.end.force[i] = 0.0;
    }
  }
  double error_of(const State& rate, const Step& step) const {
    if (!step.smooth) return error_of(rate, step.end, step.size);
    return *step.smooth > 0.0 ? error_of(rate, stepped(rate, *step.smooth), *step.smooth) : 0.0;
  }

  void step() {
    heading_ = now_.velocity;
    const State rate = slope(t_, now_);
    heading_ = (heading_.array() != 0.0).select(heading_, rate.velocity);
    update_modes(rate);
    const double left = known_until_ - t_, shortest = smallest_time(t_, known_until_);
    double size = std::min({step_, most_, left});
    if (left - size < 0.1 * size) size = left;
    Step step = step_to_change(rate, size, shortest);
    const double error = error_of(rate, step);
    constexpr double safe = 0.9, order = 5.0;
    if (error > 1.0 && step.size > shortest) {
      step_ = step.size * std::max(0.1, safe * std::pow(error, -1.0 / order));
      return;
    }
    if (!step.has_change) step_ = step.size * std::min(2.0, safe * std::pow(error, -1.0 / order));
    for (Index i = 0; i < step.end.velocity.size(); ++i) {
      if (has_friction(i) && heading_[i] * step.end.velocity[i] < 0.0) step.end.velocity[i] = 0.0;
      if (now_.force[i] * step.end.force[i] < 0.0) step.end.force[i] = 0.0;
    }
    const double until = step.size == left ? known_until_ : t_ + step.size;
    record_.add_before(until, [&](double t) { return row_at(t, stepped(rate, t - t_)); });
    now_ = std::move(step.end);
    t_ = until;
  }

  void update_modes(const State& rate) {
    for (Index i = 0; i < now_.velocity.size(); ++i) {
      std::optional<JointRunMode>& mode = modes_[static_cast<std::size_t>(i)];
      const JointRunMode now = is_open(i)       ? JointRunMode::Separation
                               : holds(i, rate) ? JointRunMode::Stick
                                                : JointRunMode::Slip;
      const double before = direction_[i];
      if (now == JointRunMode::Slip) direction_[i] = now_.velocity[i] != 0.0 ? now_.velocity[i] : rate.velocity[i];
      const bool turns = now == JointRunMode::Slip && before * direction_[i] < 0.0;
      if (mode == now && !turns) continue;
      const Cause why = !mode                              ? Cause::Start
                        : mode == now                      ? Cause::Reversal
                        : is_open(i)                       ? Cause::Separation
                        : mode == JointRunMode::Separation ? Cause::Contact
                        : now == JointRunMode::Stick       ? Cause::Stop
                                                           : Cause::LoadLeaves;
      record_.run.events.push_back(
          {.t = t_, .from = mode, .to = now, .cause = why, .state = {.joint = i, .position = now_.position[i]}});
      mode = now;
    }
  }

  JointSample row_at(double t, const State& y) const {
    const VectorXd tau = torque_at(t);
    JointSample sample{.t = t,
                       .position = y.position,
                       .velocity = y.velocity,
                       .acceleration = compliant_acceleration(mechanism_, tau, y.velocity, y.force),
                       .normal_force = y.force,
                       .tau = tau,
                       .modes = {}};
    for (const auto& mode : modes_) sample.modes.push_back(*mode);
    return sample;
  }

  const Mechanism& mechanism_;
  const JointRunOptions& options_;
  TorqueHistory torque_;
  State now_;
  VectorXd heading_;         // by its sign, the way that each joint goes in this step; 0: it holds
  VectorXd direction_;       // by its sign, of what slips or has slipped last
  Eigen::MatrixXd inverse_;  // its numbers without signs
  double relaxation_, longest_, step_, t_ = 0.0, known_until_ = 0.0, most_ = 0.0;
  AdvanceWatch steps_;
  std::vector<std::optional<JointRunMode>> modes_;
  JointRecord record_;
};

}  // namespace

JointRun simulate_compliant_joint(const DrivenJoints& joints, const JointRunOptions& options, const Progress& progress,
                                  const RowSink<JointSample>& sink) {
  return CompliantSimulation(joints, options, progress, sink).run();
}

}  // namespace dryslip::detail
