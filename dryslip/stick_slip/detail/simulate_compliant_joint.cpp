#include "dryslip/stick_slip/detail/simulate_compliant_joint.hpp"

#include <algorithm>
#include <cmath>

#include "dryslip/forward_dynamics/compliant_contact.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/stick_slip/detail/torque_history.hpp"

namespace dryslip::detail {
namespace {

using Cause = JointEvent::Cause;
using Eigen::Index;
using Eigen::VectorXd;

/// Length of a step with an error of about this, relative; in units of the time in which forces grow or decay fastest.
double step_for(double tolerance) {
  constexpr double longest = 0.2, shortest = 2e-3;
  return std::clamp(std::pow(120.0 * tolerance, 0.2), shortest, longest);  // h⁵/5!
}

class CompliantSimulation {
 public:
  CompliantSimulation(const DrivenJoints& joints, const JointRunOptions& options,
                      const std::function<bool(double)>& progress, const JointSampleSink& sink)
      : mechanism_(joints.mechanism),
        options_(options),
        progress_(progress),
        sink_(sink),
        torque_(joints),
        now_{joints.position, joints.velocity, mechanism_.d},
        direction_(VectorXd::Zero(mechanism_.size())),
        relaxation_(relaxation_time(mechanism_, *options.stiffness)),
        longest_(relaxation_ * step_for(options.tolerance) / fastest_rate(mechanism_)),
        modes_(static_cast<std::size_t>(mechanism_.size())) {
    for (Index i = 0; i < now_.force.size(); ++i)
      if (is_unilateral(i)) now_.force[i] = std::max(now_.force[i], 0.0);
  }

  JointRun run() {
    try {
      go_on();
    } catch (const TorqueWithoutValue& torque) {
      add_row_here();
      run_.outcome = JointOutcome::FormulaNotFinite;
      run_.reason = torque.fault.what();
    }
    return std::move(run_);
  }

 private:
  void go_on() {
    while (t_ < options_.duration) {
      if (!(t_ < known_until_)) look_ahead();
      if (run_.outcome != JointOutcome::Finished) return;
      step();
    }
    update_modes(slope(t_, now_));
    add_row(t_, now_);
  }

  bool is_unilateral(Index i) const { return mechanism_.contact_of(i) == ContactKind::Unilateral; }

  /// Up to where steps see all that the torques do, and how long these are.
  void look_ahead() {
    constexpr double most_steps = 64.0, least_steps = 4.0;
    if (progress_ && !progress_(t_)) run_.outcome = JointOutcome::Interrupted;
    torque_.formulas.hold(t_);
    known_until_ = std::min(t_ + most_steps * longest_, options_.duration);
    if (const auto t = torque_.formulas.first_switch(t_, known_until_)) known_until_ = *t;
    known_until_ = torque_.formulas.known_until(t_, known_until_, 0.01 * options_.tolerance);
    const double span = known_until_ - t_;
    const bool is_shortest = span <= smallest_time(t_, known_until_);
    if (is_shortest && torque_.fault_between(t_, known_until_)) torque_.fail_between(t_, known_until_);
    step_ = is_shortest ? span : std::min(longest_, span / least_steps);
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
    State result{y.velocity, compliant_acceleration(mechanism_, torque_at(t), now_.velocity, y.force), {}};
    result.force = (mechanism_.C * result.velocity + mechanism_.d - y.force) / relaxation_;
    for (Index i = 0; i < y.force.size(); ++i)
      if (is_unilateral(i) && y.force[i] <= 0.0) result.force[i] = std::max(result.force[i], 0.0);
    return result;
  }
  static State moved(const State& y, const State& k, double h) {
    return {y.position + h * k.position, y.velocity + h * k.velocity, y.force + h * k.force};
  }
  /// After a step from here, where the slope is k1.
  State stepped(const State& k1, double h) const {
    const State &y = now_, k2 = slope(t_ + 0.5 * h, moved(y, k1, 0.5 * h)),
                k3 = slope(t_ + 0.5 * h, moved(y, k2, 0.5 * h)), k4 = slope(t_ + h, moved(y, k3, h));
    State next = moved(moved(moved(moved(y, k1, h / 6.0), k2, h / 3.0), k3, h / 3.0), k4, h / 6.0);
    for (Index i = 0; i < next.force.size(); ++i)
      if (is_unilateral(i)) next.force[i] = std::max(next.force[i], 0.0);
    return next;
  }

  /// Whether a joint rests that way; accelerations are needed where one rests.
  bool holds(Index i, const State& rate) const { return now_.velocity[i] == 0.0 && rate.velocity[i] == 0.0; }
  bool is_open(Index i) const { return is_unilateral(i) && now_.force[i] <= 0.0; }

  /// Whether the equations change along a step to y: a joint stops or starts, a normal force changes its sign, a contact opens or closes.
  bool changes(const State& rate, const State& y) const {
    for (Index i = 0; i < y.velocity.size(); ++i) {
      const bool stops = now_.velocity[i] * y.velocity[i] < 0.0, starts = holds(i, rate) && y.velocity[i] != 0.0;
      const bool turns = now_.force[i] * y.force[i] < 0.0,
                 opens = is_unilateral(i) && now_.force[i] > 0.0 && y.force[i] <= 0.0;
      const bool closes = is_open(i) && rate.force[i] <= 0.0 && y.force[i] > 0.0;
      if (stops || starts || turns || opens || closes) return true;
    }
    return false;
  }

  void step() {
    const State rate = slope(t_, now_);
    update_modes(rate);
    const bool is_last = step_ >= known_until_ - t_;
    const double h = is_last ? known_until_ - t_ : step_;
    State next = stepped(rate, h);
    double until = is_last ? known_until_ : t_ + h;
    if (changes(rate, next)) {
      double low = 0.0, high = h;
      for (int k = 0; k < 50 && high - low > options_.tolerance * h; ++k) {
        const double middle = 0.5 * (low + high);
        (changes(rate, stepped(rate, middle)) ? high : low) = middle;
      }
      if (high < h) until = t_ + high;
      next = stepped(rate, high);
      for (Index i = 0; i < next.velocity.size(); ++i) {
        if (now_.velocity[i] * next.velocity[i] < 0.0) next.velocity[i] = 0.0;
        if (now_.force[i] * next.force[i] < 0.0) next.force[i] = 0.0;
      }
    }
    add_rows_before(until, rate);
    now_ = std::move(next);
    t_ = until;
  }

  void update_modes(const State& rate) {
    for (Index i = 0; i < now_.velocity.size(); ++i) {
      std::optional<JointMode>& mode = modes_[static_cast<std::size_t>(i)];
      const JointMode now = is_open(i) ? JointMode::Separation : holds(i, rate) ? JointMode::Static : JointMode::Slip;
      const double before = direction_[i];
      if (now == JointMode::Slip) direction_[i] = now_.velocity[i] != 0.0 ? now_.velocity[i] : rate.velocity[i];
      const bool turns = now == JointMode::Slip && before * direction_[i] < 0.0;
      if (mode == now && !turns) continue;
      const Cause why = !mode                           ? Cause::Start
                        : mode == now                   ? Cause::Reversal
                        : is_open(i)                    ? Cause::Separation
                        : mode == JointMode::Separation ? Cause::Contact
                        : now == JointMode::Static      ? Cause::Stop
                                                        : Cause::LoadLeaves;
      run_.events.push_back({.t = t_, .joint = i, .from = mode, .to = now, .cause = why, .position = now_.position[i]});
      mode = now;
    }
  }

  /// Rows at the multiples of the output step before the end of this step.
  void add_rows_before(double t, const State& rate) {
    for (; run_.outcome == JointOutcome::Finished; ++next_row_) {
      const double next = static_cast<double>(next_row_) * options_.output_step;
      if (!(next < t && next < options_.duration * (1.0 - 1e-12))) return;
      add_row(next, stepped(rate, next - t_));
      if (progress_ && !progress_(next)) run_.outcome = JointOutcome::Interrupted;
    }
  }

  /// Of a time that is the present one but for rounding.
  void add_row_here() {
    constexpr double rounding = 1e-12;
    const double next = static_cast<double>(next_row_) * options_.output_step;
    if (next - t_ <= rounding * std::max(1.0, t_) && !torque_.fault_between(t_, next)) add_row(next, now_);
  }

  void add_row(double t, const State& y) {
    const VectorXd tau = torque_at(t);
    JointSample sample{.t = t,
                       .position = y.position,
                       .velocity = y.velocity,
                       .acceleration = compliant_acceleration(mechanism_, tau, y.velocity, y.force),
                       .normal_force = y.force,
                       .tau = tau,
                       .modes = {}};
    for (const auto& mode : modes_) sample.modes.push_back(*mode);
    if (!is_finite(sample)) {
      run_.outcome = JointOutcome::NotConverged;
      run_.reason = number_not_finite;
      return;
    }
    sink_ ? sink_(sample) : run_.samples.push_back(std::move(sample));
  }

  const Mechanism& mechanism_;
  const JointRunOptions& options_;
  const std::function<bool(double)>& progress_;
  const JointSampleSink& sink_;
  TorqueHistory torque_;
  State now_;
  VectorXd direction_;  // by its sign, of what slips or has slipped last
  double relaxation_, longest_, t_ = 0.0, known_until_ = 0.0, step_ = 0.0;
  long next_row_ = 0;
  std::vector<std::optional<JointMode>> modes_;
  JointRun run_;
};

}  // namespace

JointRun simulate_compliant_joint(const DrivenJoints& joints, const JointRunOptions& options,
                                  const std::function<bool(double t)>& progress, const JointSampleSink& sink) {
  return CompliantSimulation(joints, options, progress, sink).run();
}

}  // namespace dryslip::detail
