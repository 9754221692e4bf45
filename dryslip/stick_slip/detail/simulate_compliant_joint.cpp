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

constexpr double steps_per_relaxation = 20.0;  // error of a step about (1/20)⁵

class CompliantSimulation {
 public:
  CompliantSimulation(const DrivenJoints& joints, const JointRunOptions& options, const JointSampleSink& sink)
      : mechanism_(joints.mechanism),
        options_(options),
        sink_(sink),
        torque_(joints.tau),
        position_(joints.position),
        velocity_(joints.velocity),
        force_(mechanism_.d),
        relaxation_(relaxation_time(mechanism_, *options.stiffness)),
        modes_(static_cast<std::size_t>(mechanism_.size())) {
    for (Index i = 0; i < force_.size(); ++i)
      if (is_unilateral(i)) force_[i] = std::max(force_[i], 0.0);
  }

  JointRun run(const std::function<bool(double)>& progress) {
    try {
      go_on(progress);
    } catch (const TorqueWithoutValue& torque) {
      run_.outcome = JointOutcome::FormulaNotFinite;
      run_.reason = torque.fault.what();
    }
    return std::move(run_);
  }

 private:
  void go_on(const std::function<bool(double)>& progress) {
    update_modes(Cause::Start);
    add_row();
    const double most =
        relaxation_ > 0.0 ? std::min(relaxation_ / steps_per_relaxation, options_.output_step) : options_.output_step;
    for (long row = 1;; ++row) {
      const double next = std::min(static_cast<double>(row) * options_.output_step, options_.duration);
      while (t_ < next) step(std::min(most, next - t_), next);
      add_row();
      if (progress && !progress(t_)) run_.outcome = JointOutcome::Interrupted;
      if (!(t_ < options_.duration) || run_.outcome != JointOutcome::Finished) return;
    }
  }

  bool is_unilateral(Index i) const { return mechanism_.contact_of(i) == ContactKind::Unilateral; }

  struct State {
    VectorXd position, velocity, force;
  };
  State slope(double t, const State& y) const {
    // directions are those of the start of the step: joints stop at its end
    State result{y.velocity, compliant_acceleration(mechanism_, torque_.at(t), velocity_, y.force), {}};
    result.force = mechanism_.C * result.velocity + mechanism_.d;
    if (relaxation_ == 0.0) {
      result.force.setZero();  // C = 0: normal forces do not change
      return result;
    }
    result.force = (result.force - y.force) / relaxation_;
    for (Index i = 0; i < y.force.size(); ++i)
      if (is_unilateral(i) && y.force[i] <= 0.0) result.force[i] = std::max(result.force[i], 0.0);
    return result;
  }
  static State moved(const State& y, const State& k, double h) {
    return {y.position + h * k.position, y.velocity + h * k.velocity, y.force + h * k.force};
  }
  State stepped(double h) const {
    const State y{position_, velocity_, force_};
    const State k1 = slope(t_, y), k2 = slope(t_ + 0.5 * h, moved(y, k1, 0.5 * h)),
                k3 = slope(t_ + 0.5 * h, moved(y, k2, 0.5 * h)), k4 = slope(t_ + h, moved(y, k3, h));
    State next = moved(moved(moved(moved(y, k1, h / 6.0), k2, h / 3.0), k3, h / 3.0), k4, h / 6.0);
    for (Index i = 0; i < next.force.size(); ++i)
      if (is_unilateral(i)) next.force[i] = std::max(next.force[i], 0.0);
    return next;
  }

  void step(double h, double until) {
    State next = stepped(h);
    std::optional<Index> stops;
    for (Index i = 0; i < velocity_.size(); ++i)
      if (velocity_[i] * next.velocity[i] < 0.0) stops = i;
    if (stops) {
      double low = 0.0, high = h;
      for (int k = 0; k < 50 && high - low > options_.tolerance * h; ++k) {
        const double middle = 0.5 * (low + high);
        (velocity_[*stops] * stepped(middle).velocity[*stops] < 0.0 ? high : low) = middle;
      }
      h = high;
      next = stepped(h);
      next.velocity[*stops] = 0.0;
    }
    position_ = next.position;
    velocity_ = next.velocity;
    force_ = next.force;
    t_ = !stops && h >= until - t_ ? until : t_ + h;
    update_modes(stops ? Cause::Stop : Cause::LoadLeaves);
  }

  void update_modes(Cause cause) {
    for (Index i = 0; i < velocity_.size(); ++i) {
      std::optional<JointMode>& mode = modes_[static_cast<std::size_t>(i)];
      const bool is_open = is_unilateral(i) && force_[i] <= 0.0;
      const JointMode now = is_open ? JointMode::Separation : velocity_[i] == 0.0 ? JointMode::Static : JointMode::Slip;
      if (mode == now) continue;
      Cause why = cause;
      if (cause != Cause::Start)
        why = is_open                         ? Cause::Separation
              : mode == JointMode::Separation ? Cause::Contact
              : now == JointMode::Static      ? Cause::Stop
                                              : Cause::LoadLeaves;
      run_.events.push_back({.t = t_, .joint = i, .from = mode, .to = now, .cause = why, .position = position_[i]});
      mode = now;
    }
  }

  void add_row() {
    const VectorXd tau = torque_.at(t_);
    JointSample sample{.t = t_,
                       .position = position_,
                       .velocity = velocity_,
                       .acceleration = compliant_acceleration(mechanism_, tau, velocity_, force_),
                       .normal_force = force_,
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
  const JointSampleSink& sink_;
  TorqueHistory torque_;
  VectorXd position_, velocity_, force_;
  double relaxation_, t_ = 0.0;
  std::vector<std::optional<JointMode>> modes_;
  JointRun run_;
};

}  // namespace

JointRun simulate_compliant_joint(const DrivenJoints& joints, const JointRunOptions& options,
                                  const std::function<bool(double t)>& progress, const JointSampleSink& sink) {
  return CompliantSimulation(joints, options, sink).run(progress);
}

}  // namespace dryslip::detail
