#include "dryslip/joints/simulate_joint.hpp"

#include <algorithm>
#include <cmath>

#include "dryslip/joints/compliant_contact.hpp"
#include "dryslip/joints/detail/joint_phase.hpp"
#include "dryslip/joints/detail/joint_record.hpp"
#include "dryslip/joints/detail/simulate_compliant_joint.hpp"
#include "dryslip/joints/detail/torque_history.hpp"
#include "dryslip/numerics/chebyshev_rule.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/numerics/look_along.hpp"

namespace dryslip {
namespace {

using Cause = JointCause;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_events_at_once = 100;

/// Torques along a step, and with them the motion, by powers of the part x of the step, 0 ≤ x ≤ 1.
struct JointCurve {
  double start = 0.0, duration = 0.0;  ///< [s]
  MatrixXd velocity, position;

  static VectorXd at(const MatrixXd& powers, double x) {
    VectorXd sum = VectorXd::Zero(powers.rows());
    for (Index k = powers.cols(); k-- > 0;) sum = powers.col(k) + x * sum;
    return sum;
  }
  double part_at(double t) const { return duration > 0.0 ? std::min((t - start) / duration, 1.0) : 0.0; }
};

class JointSimulation {
 public:
  JointSimulation(const DrivenJoints& joints, const JointRunOptions& options, const Progress& progress,
                  const RowSink<JointSample>& sink)
      : joints_(joints),
        options_(options),
        torque_(joints),
        position_(joints.position),
        velocity_(joints.velocity),
        next_duration_(options.duration),
        record_(options, progress, sink) {}

  JointRun run() {
    return record_.made_by([&] { go_on(); }, t_, torque_,
                           [&](double t) {
                             if (phase_) record_.add_or_fail(row_at(t, position_, velocity_));
                           });
  }

 private:
  void go_on() {
    if (!choose_phase(Cause::Start)) return;
    while (t_ < options_.duration) {
      record_.reached(t_);
      if (!record_.goes_on() || !step()) return;
    }
    record_.add_or_fail(row_at(t_, position_, velocity_));
  }

  const Mechanism& mechanism() const { return joints_.mechanism; }

  // ---- rows

  JointSample row_at(double t, const VectorXd& position, const VectorXd& velocity) const {
    const VectorXd tau = torque_.held_at(t);
    if (!tau.allFinite()) torque_.fail_between(t, t);
    JointSample sample{.t = t,
                       .position = position,
                       .velocity = velocity,
                       .acceleration = phase_->acceleration(tau),
                       .normal_force = phase_->normal_force(tau),
                       .tau = tau,
                       .modes = {}};
    for (Index i = 0; i < mechanism().size(); ++i) sample.modes.push_back(phase_->mode(i));
    return sample;
  }

  // ---- one step, up to the first event

  struct Event {
    enum class Kind { None, Switch, Breaks, Stops };
    Kind kind = Kind::None;
    double t = 0.0;
    Index joint = 0;
  };

  /// Takes a step up to its first event and handles that. False where the run ends.
  bool step() {
    if (phase_->is_broken(torque_now())) return choose_phase(Cause::LoadLeaves);
    const bool moves = phase_->moves();
    // what rests is looked at in parts, so that a long look can be interrupted
    constexpr double parts = 64.0;
    const double longest = moves ? next_duration_ : options_.duration / parts;
    Event event{.t = std::min(t_ + longest, options_.duration)};
    if (const auto t = torque_.formulas.first_switch(t_, event.t)) event = {Event::Kind::Switch, *t};
    if (moves) {
      find_curve(event);
    } else {
      curve_ = {.start = t_, .duration = 0.0, .velocity = velocity_, .position = position_};
    }
    find_limit(event);
    if (moves) find_stop(event);
    return move_to(event);
  }

  /// The motion from now on, over a duration in which polynomials show what the torques do.
  void find_curve(Event& event) {
    const ChebyshevRule& rule = ChebyshevRule::get();
    constexpr int count = ChebyshevRule::count;
    const Index n = mechanism().size();
    const double accuracy = std::max(0.01 * options_.tolerance, 1e-14);  // of torques
    double end = torque_.formulas.known_until(t_, event.t, accuracy);
    MatrixXd values(n, count), series(n, count);
    for (;; end = t_ + 0.5 * (end - t_)) {
      for (int k = 0; k < count; ++k)
        values.col(k) = torque_.held_at(t_ + (end - t_) * rule.at[static_cast<std::size_t>(k)]);
      const bool is_shortest = end - t_ <= smallest_time(t_, end);
      if (is_shortest) {
        // at a switch itself the formula that is held may have no value
        values = torque_now().replicate(1, count);
        // where torques grow towards a switch they have got there in steps
        constexpr double close = 1e-9;
        const double from = t_ - std::min(t_, close * std::max(1.0, t_));
        if (torque_.fault_between(from, end)) torque_.fail_between(from, end);
      }
      if (!values.allFinite()) continue;
      series = values * rule.to_series;
      if (is_shortest || is_resolved(series, end, accuracy)) break;
    }
    if (end < event.t) event = {.t = end};
    const double h = end - t_;
    next_duration_ = 2.0 * h;
    const MatrixXd x = phase_->acceleration_powers(series * rule.to_powers);
    curve_ = {.start = t_, .duration = h, .velocity = MatrixXd(n, count + 1), .position = MatrixXd(n, count + 2)};
    curve_.velocity.col(0) = velocity_;
    for (int k = 0; k < count; ++k) curve_.velocity.col(k + 1) = h / (k + 1) * x.col(k);
    curve_.position.col(0) = position_;
    for (int k = 0; k <= count; ++k) curve_.position.col(k + 1) = h / (k + 1) * curve_.velocity.col(k);
  }

  /// Whether the last terms of Chebyshev's series of the torques are small, up to the rounding of time.
  bool is_resolved(const MatrixXd& series, double end, double accuracy) {
    torque_.formulas.bounds(t_, end, bounds_);
    for (Index i = 0; i < series.rows(); ++i) {
      const double rate = magnitude(bounds_[static_cast<std::size_t>(i)].rate);
      const double rounding = 2.0 * smallest_time(t_, end) * rate;
      const double all = series.row(i).cwiseAbs().sum() + torque_.formulas.scale(static_cast<std::size_t>(i));
      if (!(series.row(i).tail<2>().cwiseAbs().sum() <= accuracy * all + rounding)) return false;
    }
    return true;
  }

  /// The first moment at which a torque contradicts the pattern of friction, by bounds.
  void find_limit(Event& event) {
    const auto look = [&](double from, double to) {
      torque_.formulas.bounds(from, to, bounds_);
      return clear_if(phase_->surely_holds(bounds_, 0.5 * (to - from)));
    };
    const auto is_over = [&](double t) {
      const VectorXd tau = torque_.held_at(t);
      return tau.allFinite() ? phase_->is_broken(tau) : torque_.fault_between(t - smallest_time(t, t), t).has_value();
    };
    if (const auto t = look_along(t_, event.t, smallest_time(t_, event.t), look, is_over))
      event = {Event::Kind::Breaks, *t};
  }

  /// The first moment at which a velocity comes to zero.
  void find_stop(Event& event) {
    for (Index i = 0; i < velocity_.size(); ++i) {
      if (phase_->mode(i) == JointRunMode::Stick || phase_->direction(i) == 0.0) continue;
      const Eigen::RowVectorXd powers = curve_.velocity.row(i);
      std::vector<double> ahead(powers.begin(), powers.end());
      for (double& power : ahead) power *= phase_->direction(i);
      constexpr double rounding = 1e-14;
      ahead[0] += rounding * powers.cwiseAbs().sum();
      if (const auto x = first_negative(ahead, curve_.part_at(event.t)))
        event = {Event::Kind::Stops, std::min(event.t, t_ + *x * curve_.duration), i};
    }
  }

  bool move_to(const Event& event) {
    record_.add_before(event.t, [&](double t) {
      const double x = curve_.part_at(t);
      return row_at(t, JointCurve::at(curve_.position, x), JointCurve::at(curve_.velocity, x));
    });
    if (!record_.goes_on()) return false;
    if (event.t - t_ > options_.tolerance * options_.duration) events_at_once_ = 0;
    const double x = curve_.part_at(event.t);
    position_ = JointCurve::at(curve_.position, x);
    velocity_ = JointCurve::at(curve_.velocity, x);
    const double before = t_;
    t_ = event.t;
    if (event.kind == Event::Kind::Switch) torque_.formulas.hold(t_);
    if (event.kind == Event::Kind::Stops) {
      velocity_[event.joint] = 0.0;
      return choose_phase(Cause::Stop);
    }
    if (event.kind != Event::Kind::Breaks) return true;
    if (!torque_.held_at(t_).allFinite()) torque_.fail_between(std::max(before, t_ - smallest_time(t_, t_)), t_);
    return choose_phase(Cause::LoadLeaves);
  }

  VectorXd torque_now() const {
    VectorXd tau = torque_.held_at(t_);
    if (!tau.allFinite()) torque_.fail_between(t_, t_ + smallest_time(t_, t_));
    return tau;
  }

  /// The pattern of friction from now on: solved anew, chosen by the rule. False where the run ends.
  bool choose_phase(Cause cause) {
    if (++events_at_once_ > most_events_at_once) return end_with(RunOutcome::Chattering);
    if (!velocity_.allFinite()) return end_with(RunOutcome::NotConverged, number_not_finite);
    const VectorXd tau = torque_now();
    VectorXd velocity = velocity_;
    // a joint that has just started has no velocity yet, but a direction
    for (Index i = 0; phase_ && i < velocity.size(); ++i)
      if (phase_->mode(i) == JointRunMode::Slip && velocity[i] == 0.0 && cause != Cause::Stop)
        velocity[i] = phase_->direction(i);
    const MechanismAccelerations all = solve_mechanism(mechanism(), tau, velocity);
    const bool moves = (velocity.array() != 0.0).any();
    if (all.solutions.empty()) return moves ? stop_impulsively(tau, velocity) : end_with(RunOutcome::NoAcceleration);
    const Selection chosen = select(all, tau, velocity);
    if (chosen.is_impulsive_stop && moves) return stop_impulsively(tau, velocity);
    if (!chosen.index) return end_with(RunOutcome::Undecided);
    enter(detail::JointPhase(mechanism(), velocity, all.solutions[*chosen.index]), cause, {});
    return true;
  }

  Selection select(const MechanismAccelerations& all, const VectorXd& tau, const VectorXd& velocity) const {
    SelectionOptions options{.rule = options_.rule};
    if (phase_) {
      // contacts keep the force they have, and slipping joints their branch
      options.previous_acceleration = phase_->acceleration(tau);
      options.normal_force = phase_->normal_force(tau);
      const bool some_rest = (velocity.array() == 0.0).any();
      const bool keeps_branch = !some_rest || (!all.static_possible && options_.rule == SelectionRule::Static);
      if (keeps_branch && options_.rule != SelectionRule::Compliance) options.rule = SelectionRule::Continuity;
    } else if (options_.rule == SelectionRule::Continuity) {
      options.rule = SelectionRule::Static;  // nothing came before
    }
    return select_acceleration(mechanism(), tau, velocity, all, options);
  }

  bool stop_impulsively(const VectorXd& tau, const VectorXd& velocity) {
    const Jam jam = mechanism().size() == 1 ? jam_of_one(velocity) : jam_of_many(tau, velocity);
    velocity_ = jam.stop.velocity;
    const MechanismAccelerations all = solve_mechanism(mechanism(), tau, velocity_);
    const SelectionRule rule =
        options_.rule == SelectionRule::Compliance ? SelectionRule::Compliance : SelectionRule::Static;
    const Selection chosen =
        select_acceleration(mechanism(), tau, velocity_, all, {.rule = rule, .normal_force = jam.normal_force});
    if (!chosen.index) return end_with(all.solutions.empty() ? RunOutcome::NoAcceleration : RunOutcome::Undecided);
    enter(detail::JointPhase(mechanism(), velocity_, all.solutions[*chosen.index]), Cause::ImpulsiveStop, jam.stop);
    return true;
  }

  /// Velocities after a jam, and normal forces that are large in its direction.
  struct Jam {
    ImpulsiveStop stop;
    VectorXd normal_force;
  };
  Jam jam_of_one(const VectorXd& velocity) const {
    constexpr double large = 1e6;                                              // of the usual normal forces
    const double sign = velocity[0] * mechanism().C(0, 0) > 0.0 ? -1.0 : 1.0;  // that of c Δq̇
    return {.stop = {.velocity = VectorXd::Zero(1),
                     .impulse = -mechanism().A * velocity_,
                     .normal_impulse = -mechanism().C * velocity_},
            .normal_force = VectorXd::Constant(1, sign * large * (std::abs(mechanism().d[0]) + 1.0))};
  }
  Jam jam_of_many(const VectorXd& tau, const VectorXd& velocity) const {
    const VectorXd force = phase_ ? phase_->normal_force(tau) : mechanism().d;
    const CompliantLimit limit = compliant_limit(mechanism(), tau, velocity, force);
    Jam jam{.stop = impulsive_stop(mechanism(), velocity_, limit.normal_force), .normal_force = limit.normal_force};
    if (jam.stop.velocity != velocity_) return jam;
    jam.stop = {.velocity = VectorXd::Zero(velocity.size()),
                .impulse = -mechanism().A * velocity_,
                .normal_impulse = -mechanism().C * velocity_};
    return jam;
  }

  /// Lists what changes with the new phase.
  void enter(detail::JointPhase next, Cause cause, const std::optional<ImpulsiveStop>& stop) {
    for (Index i = 0; i < mechanism().size(); ++i) {
      JointEvent event{
          .t = t_, .from = {}, .to = next.mode(i), .cause = cause, .state = {.joint = i, .position = position_[i]}};
      if (phase_) event.from = phase_->mode(i);
      if (stop) {
        event.state.impulse = stop->impulse[i];
        event.state.normal_impulse = stop->normal_impulse[i];
      }
      const bool turns = phase_ && phase_->direction(i) * next.direction(i) < 0.0;
      if (phase_ && event.from == event.to && !turns && !(stop && event.state.impulse != 0.0)) continue;
      if (cause != Cause::Start && cause != Cause::ImpulsiveStop) event.cause = cause_of(event, turns);
      record_.run.events.push_back(event);
    }
    phase_.emplace(std::move(next));
  }

  static Cause cause_of(const JointEvent& event, bool turns) {
    if (event.to == JointRunMode::Separation) return Cause::Separation;
    if (event.from == JointRunMode::Separation) return Cause::Contact;
    if (event.to == JointRunMode::Stick) return Cause::Stop;
    return turns ? Cause::Reversal : Cause::LoadLeaves;
  }

  bool end_with(RunOutcome outcome, const char* reason = "") {
    record_.fail(outcome, reason);
    if (phase_) record_.add_or_fail(row_at(t_, position_, velocity_));
    return false;
  }

  const DrivenJoints& joints_;
  const JointRunOptions& options_;
  detail::TorqueHistory torque_;
  VectorXd position_, velocity_;
  double next_duration_, t_ = 0.0;
  JointCurve curve_;
  std::vector<CurveBound> bounds_;  // of spans that are being looked at
  std::optional<detail::JointPhase> phase_;
  int events_at_once_ = 0;
  detail::JointRecord record_;
};

}  // namespace

JointRun simulate_joint(const DrivenJoints& joints, const JointRunOptions& options, const Progress& progress,
                        const RowSink<JointSample>& sink) {
  // normal forces that no acceleration changes have nothing to follow
  const bool is_compliant = options.stiffness && relaxation_time(joints.mechanism, *options.stiffness) > 0.0;
  if (is_compliant) return detail::simulate_compliant_joint(joints, options, progress, sink);
  return JointSimulation(joints, options, progress, sink).run();
}

}  // namespace dryslip
