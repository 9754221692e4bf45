#include "dryslip/stick_slip/simulate_joint.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "dryslip/forward_dynamics/compliant_contact.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/stick_slip/detail/simulate_compliant_joint.hpp"
#include "dryslip/stick_slip/detail/torque_history.hpp"

namespace dryslip {
namespace {

using Cause = JointEvent::Cause;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// What is beyond a limit by this part of its terms has left it: above case_tolerance, so that the solver sees it too.
constexpr double limit_passed = 1e-10;
constexpr int most_events_at_once = 100;

std::size_t at_index(Index i) { return static_cast<std::size_t>(i); }

JointMode mode_in_time(JointMode mode) {
  return mode == JointMode::IncipientPlus || mode == JointMode::IncipientMinus ? JointMode::Slip : mode;
}

/// The motion between two events: M q̈ = τ + constant for the joints that move, with the pattern of friction of one solution.
class Phase {
 public:
  Phase(const Mechanism& mechanism, const VectorXd& velocity, const MechanismAcceleration& solution)
      : mechanism_(mechanism), modes_(solution.modes), direction_(velocity.cwiseSign()) {
    const Index n = mechanism.size();
    e_ = VectorXd::Zero(n);
    MatrixXd left = mechanism.A;
    constant_ = -mechanism.b;
    for (Index i = 0; i < n; ++i) {
      const JointMode mode = modes_[at_index(i)];
      if (mode == JointMode::IncipientPlus) direction_[i] = 1.0;
      if (mode == JointMode::IncipientMinus) direction_[i] = -1.0;
      if (mode == JointMode::Static) {
        left.row(i) = VectorXd::Unit(n, i);
        continue;
      }
      if (mode != JointMode::Separation) e_[i] = direction_[i] * (solution.normal_force[i] < 0.0 ? -1.0 : 1.0);
      left.row(i) += e_[i] * mechanism.mu[i] * mechanism.C.row(i);
      constant_[i] -= e_[i] * mechanism.mu[i] * mechanism.d[i];
    }
    inverse_ = left.inverse();
    for (Index i = 0; i < n; ++i)
      if (modes_[at_index(i)] == JointMode::Static) {
        inverse_.col(i).setZero();  // it does not move, whatever its torque
        inverse_.row(i).setZero();
      }
  }

  JointMode mode(Index i) const { return mode_in_time(modes_[at_index(i)]); }
  double direction(Index i) const { return direction_[i]; }
  VectorXd acceleration(const VectorXd& tau) const { return inverse_ * (tau + constant_); }
  VectorXd normal_force(const VectorXd& tau) const {
    VectorXd F = mechanism_.C * acceleration(tau) + mechanism_.d;
    for (Index i = 0; i < F.size(); ++i)
      if (mode(i) == JointMode::Separation) F[i] = 0.0;
    return F;
  }

  void advance(const detail::TorqueHistory::Integrals& integrals, double h, VectorXd& position,
               VectorXd& velocity) const {
    position += h * velocity + inverse_ * (integrals.second + 0.5 * h * h * constant_);
    velocity += inverse_ * (integrals.first + h * constant_);
  }

  /// A joint whose assumptions the torque contradicts, or nothing.
  std::optional<Index> broken(const VectorXd& tau) const {
    const VectorXd x = acceleration(tau), F = mechanism_.C * x + mechanism_.d;
    const VectorXd terms = mechanism_.C.cwiseAbs() * x.cwiseAbs() + mechanism_.d.cwiseAbs();
    for (Index i = 0; i < x.size(); ++i) {
      const bool is_pulled = mechanism_.contact_of(i) == ContactKind::Unilateral && F[i] < -limit_passed * terms[i];
      const JointMode mine = mode(i);
      if (mine == JointMode::Separation) {
        if (F[i] > limit_passed * terms[i]) return i;
      } else if (is_pulled || e_[i] * direction_[i] * F[i] < -limit_passed * terms[i]) {
        return i;
      } else if (mine == JointMode::Static) {
        const double center = mechanism_.static_center.size() == 0 ? 0.0 : mechanism_.static_center[i];
        const double friction = tau[i] - mechanism_.b[i] - mechanism_.A.row(i).dot(x) - center * F[i];
        const double size =
            std::abs(tau[i]) + std::abs(mechanism_.b[i]) + mechanism_.A.row(i).cwiseAbs().dot(x.cwiseAbs());
        const double limit = mechanism_.static_coefficient(i) * std::abs(F[i]);
        if (std::abs(friction) > limit + limit_passed * (size + limit)) return i;
      }
    }
    return {};
  }

 private:
  const Mechanism& mechanism_;
  std::vector<JointMode> modes_;
  VectorXd direction_, e_, constant_;
  MatrixXd inverse_;
};

class JointSimulation {
 public:
  JointSimulation(const DrivenJoints& joints, const JointRunOptions& options,
                  const std::function<bool(double)>& progress, const JointSampleSink& sink)
      : joints_(joints),
        options_(options),
        progress_(progress),
        sink_(sink),
        torque_(joints.tau),
        position_(joints.position),
        velocity_(joints.velocity),
        time_accuracy_(options.tolerance * options.output_step) {}

  JointRun run() {
    try {
      go_on();
    } catch (const detail::TorqueWithoutValue& torque) {
      run_.outcome = JointOutcome::FormulaNotFinite;
      run_.reason = torque.fault.what();
    }
    return std::move(run_);
  }

 private:
  void go_on() {
    if (!choose_phase(Cause::Start)) return;
    add_row();
    const double end = options_.duration;
    for (long row = 1;; ++row) {
      const double next = std::min(static_cast<double>(row) * options_.output_step, end);
      const bool is_last = !(next < end * (1.0 - 1e-12));
      while (t_ < (is_last ? end : next)) {
        if (!step_towards(is_last ? end : next)) return;
      }
      add_row();
      if (progress_ && !progress_(t_)) run_.outcome = JointOutcome::Interrupted;
      if (is_last || run_.outcome != JointOutcome::Finished) return;
    }
  }

  const Mechanism& mechanism() const { return joints_.mechanism; }

  void add_row() {
    const VectorXd tau = torque_.at(t_);
    JointSample sample{.t = t_,
                       .position = position_,
                       .velocity = velocity_,
                       .acceleration = phase_->acceleration(tau),
                       .normal_force = phase_->normal_force(tau),
                       .tau = tau,
                       .modes = {}};
    for (Index i = 0; i < mechanism().size(); ++i) sample.modes.push_back(phase_->mode(i));
    if (!is_finite(sample)) {
      run_.outcome = JointOutcome::NotConverged;
      run_.reason = number_not_finite;
      return;
    }
    sink_ ? sink_(sample) : run_.samples.push_back(std::move(sample));
  }

  /// What has happened a part of a step later: a joint that stops, one whose assumptions break, or nothing.
  struct Finding {
    std::optional<Index> stops, breaks;
    bool is_nothing() const { return !stops && !breaks; }
  };
  Finding look(double h) const {
    VectorXd position = position_, velocity = velocity_;
    phase_->advance(torque_.integrals(t_, h), h, position, velocity);
    for (Index i = 0; i < velocity.size(); ++i)
      if (phase_->mode(i) != JointMode::Static && phase_->direction(i) * velocity[i] < 0.0) return {i, {}};
    return {{}, phase_->broken(torque_.at(t_ + h))};
  }

  /// One smooth step towards a time, cut at the first event, which is dealt with. False where the run ends.
  bool step_towards(double until) {
    if (const auto broken = phase_->broken(torque_.at(t_))) return choose_phase(Cause::LoadLeaves);
    // a first part of it, so that formulas that switch at its very start are behind us
    const double whole = until - t_;
    const double smooth = torque_.smooth_step(t_ + 1e-3 * time_accuracy_, whole, 1e-3 * time_accuracy_);
    double h = std::min(whole, smooth);
    Finding finding = look(h);
    if (!finding.is_nothing()) {
      double low = 0.0, high = h;
      while (high - low > time_accuracy_ && high - low > 1e-15 * (t_ + high)) {
        const double middle = 0.5 * (low + high);
        const Finding found = look(middle);
        (found.is_nothing() ? low : high) = middle;
        if (!found.is_nothing()) finding = found;
      }
      h = high;
    }
    phase_->advance(torque_.integrals(t_, h), h, position_, velocity_);
    // behind a switch of a formula, or at the end of the step
    const bool is_switch = finding.is_nothing() && smooth < whole;
    t_ = is_switch ? std::min(until, t_ + h + 2e-3 * time_accuracy_) : (finding.is_nothing() ? until : t_ + h);
    if (h > time_accuracy_) events_at_once_ = 0;
    if (finding.stops) {
      velocity_[*finding.stops] = 0.0;
      return choose_phase(Cause::Stop);
    }
    return !finding.breaks || choose_phase(Cause::LoadLeaves);
  }

  /// The pattern of friction from now on: solved anew, chosen by the rule. False where the run ends.
  bool choose_phase(Cause cause) {
    if (++events_at_once_ > most_events_at_once) return end_with(JointOutcome::Chattering);
    if (!velocity_.allFinite()) {
      run_.reason = number_not_finite;
      return end_with(JointOutcome::NotConverged);
    }
    const VectorXd tau = torque_.at(t_);
    VectorXd velocity = velocity_;
    // a joint that has just started has no velocity yet, but a direction
    for (Index i = 0; phase_ && i < velocity.size(); ++i)
      if (phase_->mode(i) == JointMode::Slip && velocity[i] == 0.0 && cause != Cause::Stop)
        velocity[i] = phase_->direction(i);
    const MechanismAccelerations all = solve_mechanism(mechanism(), tau, velocity);
    const bool moves = (velocity.array() != 0.0).any();
    if (all.solutions.empty()) return moves ? stop_impulsively(tau, velocity) : end_with(JointOutcome::NoAcceleration);
    const Selection chosen = select(all, tau, velocity);
    if (chosen.is_impulsive_stop && moves) return stop_impulsively(tau, velocity);
    if (!chosen.index) return end_with(JointOutcome::Undecided);
    enter(Phase(mechanism(), velocity, all.solutions[*chosen.index]), cause, {});
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
    if (!chosen.index) return end_with(all.solutions.empty() ? JointOutcome::NoAcceleration : JointOutcome::Undecided);
    enter(Phase(mechanism(), velocity_, all.solutions[*chosen.index]), Cause::ImpulsiveStop, jam.stop);
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
  void enter(Phase next, Cause cause, const std::optional<ImpulsiveStop>& stop) {
    for (Index i = 0; i < mechanism().size(); ++i) {
      JointEvent event{.t = t_, .joint = i, .from = {}, .to = next.mode(i), .cause = cause, .position = position_[i]};
      if (phase_) event.from = phase_->mode(i);
      if (stop) {
        event.impulse = stop->impulse[i];
        event.normal_impulse = stop->normal_impulse[i];
      }
      const bool turns = phase_ && phase_->direction(i) * next.direction(i) < 0.0;
      if (phase_ && event.from == event.to && !turns && !(stop && event.impulse != 0.0)) continue;
      if (cause != Cause::Start && cause != Cause::ImpulsiveStop) event.cause = cause_of(event, turns);
      run_.events.push_back(event);
    }
    phase_.emplace(std::move(next));
  }

  static Cause cause_of(const JointEvent& event, bool turns) {
    if (event.to == JointMode::Separation) return Cause::Separation;
    if (event.from == JointMode::Separation) return Cause::Contact;
    if (event.to == JointMode::Static) return Cause::Stop;
    return turns ? Cause::Reversal : Cause::LoadLeaves;
  }

  bool end_with(JointOutcome outcome) {
    run_.outcome = outcome;
    if (phase_) add_row();
    return false;
  }

  const DrivenJoints& joints_;
  const JointRunOptions& options_;
  const std::function<bool(double)>& progress_;
  const JointSampleSink& sink_;
  detail::TorqueHistory torque_;
  VectorXd position_, velocity_;
  double time_accuracy_, t_ = 0.0;
  std::optional<Phase> phase_;
  int events_at_once_ = 0;
  JointRun run_;
};

}  // namespace

bool is_finite(const JointSample& row) {
  return std::isfinite(row.t) && row.position.allFinite() && row.velocity.allFinite() && row.acceleration.allFinite() &&
         row.normal_force.allFinite() && row.tau.allFinite();
}

JointRun simulate_joint(const DrivenJoints& joints, const JointRunOptions& options,
                        const std::function<bool(double t)>& progress, const JointSampleSink& sink) {
  if (options.stiffness) return detail::simulate_compliant_joint(joints, options, progress, sink);
  return JointSimulation(joints, options, progress, sink).run();
}

}  // namespace dryslip
