#include "dryslip/joints/scalar_joint.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "dryslip/numerics/infinity.hpp"
#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

/// A value that is zero as far as its terms tell.
double rounded_to_zero(double value, double terms) { return std::abs(value) <= case_tolerance * terms ? 0.0 : value; }

InvalidInput out_of_range(const ScalarJoint& joint) {
  return {"a",
          number_text(joint.a) + ": too small for the other numbers: the acceleration is beyond the range of a double"};
}

/// The equation for one direction s of friction, in units of a: F_n = reduced_load/(1 + sσ m), m = μ|c|/a.
class SlipEquation {
 public:
  SlipEquation(const ScalarJoint& joint, double tau, double s)
      : joint_(joint), s_(s), load_(tau - joint.b), terms_(std::abs(tau) + std::abs(joint.b)) {
    const double ratio = joint.c / joint.a;
    const double load_terms = std::abs(ratio) * terms_ + std::abs(joint.d);
    if (!std::isfinite(load_terms * (1.0 + joint.mu))) throw out_of_range(joint);
    reduced_load_ = rounded_to_zero(ratio * load_ + joint.d, load_terms);  // S/a
    const double m = joint.mu * std::abs(ratio);
    stiff_ = 1.0 + m;
    soft_ = rounded_to_zero(1.0 - m, 1.0);
    stiff_sign_ = joint.c < 0.0 ? -s : s;
  }

  double reduced_load() const { return reduced_load_; }

  /// Accelerations with friction in the direction s, of slip or from rest.
  void add_to(JointAccelerations& result, JointMode mode) const {
    const bool is_bilateral = joint_.contact == ContactKind::Bilateral;
    const double towards_stiff = stiff_sign_ * reduced_load_;
    if (reduced_load_ == 0.0) {
      add(result, mode, unloaded_acceleration(), 0.0);
      if (soft_ == 0.0 && (is_bilateral || stiff_sign_ < 0.0)) add_continuum(result, mode);
      return;
    }
    if (towards_stiff > 0.0 && (is_bilateral || stiff_sign_ > 0.0)) add_branch(result, mode, stiff_sign_, stiff_);
    if (soft_ != 0.0 && towards_stiff * soft_ < 0.0 && (is_bilateral || stiff_sign_ < 0.0))
      add_branch(result, mode, -stiff_sign_, soft_);
  }

 private:
  /// Where F_n = 0; for c = 0 friction is absent there and the load decides.
  double unloaded_acceleration() const {
    if (joint_.c == 0.0) return rounded_to_zero(load_, terms_) / joint_.a;
    return joint_.d == 0.0 ? 0.0 : -joint_.d / joint_.c;
  }
  void add_branch(JointAccelerations& result, JointMode mode, double sigma, double denominator) const {
    const double friction = s_ * sigma * joint_.mu * joint_.d;
    const double force = rounded_to_zero(load_ - friction, terms_ + std::abs(friction));
    add(result, mode, force / joint_.a / denominator, reduced_load_ / denominator);
  }
  void add(JointAccelerations& result, JointMode mode, double acceleration, double normal_force) const {
    if (mode != JointMode::Slip && !(s_ * acceleration > 0.0)) return;  // a start goes the way of its friction
    result.solutions.push_back({acceleration, normal_force, mode});
  }
  /// s q̈ ≤ −s d/c, and from rest s q̈ > 0 as well.
  void add_continuum(JointAccelerations& result, JointMode mode) const {
    const double bound = unloaded_acceleration();
    if (mode != JointMode::Slip && !(s_ * bound > 0.0)) return;
    using Side = AccelerationContinuum::Side;
    result.continuum = {.bound = bound, .side = s_ > 0.0 ? Side::AtMost : Side::AtLeast, .mode = mode};
  }

  const ScalarJoint& joint_;
  double s_, load_, terms_;
  double reduced_load_ = 0.0, stiff_ = 1.0, soft_ = 1.0;
  double stiff_sign_ = 1.0;  ///< sign of F_n of the branch with the larger inertia
};

bool is_static(const ScalarJoint& joint, const StaticBand& band, double tau) {
  if (joint.contact == ContactKind::Unilateral && joint.d < 0.0) return false;
  const double allowed =
      case_tolerance * (std::abs(tau) + std::max({std::abs(joint.b), std::abs(band.low), std::abs(band.high)}));
  return tau >= band.low - allowed && tau <= band.high + allowed;
}

void add_separation(JointAccelerations& result, const ScalarJoint& joint, double tau) {
  const FreeMotion free = joint.free.value_or(FreeMotion{.inertia = joint.a, .bias = joint.b});
  const double load = rounded_to_zero(tau - free.bias, std::abs(tau) + std::abs(free.bias));
  result.solutions.push_back({load / free.inertia, 0.0, JointMode::Separation});
}

}  // namespace

void check_joint(const ScalarJoint& joint) {
  check_record(joint, "");
  if (joint.mu_static && *joint.mu_static < joint.mu)
    throw InvalidInput("mu_static", number_text(*joint.mu_static) + ": must be at least mu = " + number_text(joint.mu));
}

StaticBand static_band(const ScalarJoint& joint) {
  const double half = joint.mu_static.value_or(joint.mu) * std::abs(joint.d);
  return {joint.b - half, joint.b + half};
}

std::vector<TorqueLine> torque_lines(const ScalarJoint& joint) {
  using Motion = TorqueLine::Motion;
  const bool is_unilateral = joint.contact == ContactKind::Unilateral;
  std::vector<TorqueLine> lines;
  // where σ (c q̈ + d) ≥ 0
  const auto add_arm = [&](Motion motion, double sign, double sigma) {
    const double friction = sign * sigma * joint.mu;
    TorqueLine line{motion, joint.a + friction * joint.c, joint.b + friction * joint.d, -infinity, infinity};
    if (joint.c == 0.0 && sigma * joint.d < 0.0) return;
    if (joint.c != 0.0) (sigma * joint.c > 0.0 ? line.from : line.to) = -joint.d / joint.c;
    lines.push_back(line);
  };
  for (const auto& [motion, sign] : {std::pair(Motion::Forwards, 1.0), std::pair(Motion::Backwards, -1.0)}) {
    add_arm(motion, sign, 1.0);
    if (!is_unilateral && (joint.c != 0.0 || joint.d < 0.0)) add_arm(motion, sign, -1.0);
  }
  if (!is_unilateral || (joint.c == 0.0 && joint.d >= 0.0)) return lines;
  const FreeMotion free = joint.free.value_or(FreeMotion{joint.a, joint.b});
  TorqueLine line{Motion::Separated, free.inertia, free.bias, -infinity, infinity};
  // S = c (τ − b) + a d < 0
  if (joint.c != 0.0)
    (joint.c > 0.0 ? line.to : line.from) = (joint.b - joint.a * joint.d / joint.c - free.bias) / free.inertia;
  lines.push_back(line);
  return lines;
}

double critical_mu(const ScalarJoint& joint) { return joint.a / std::abs(joint.c); }

JointAccelerations solve_joint(const ScalarJoint& joint, double tau, double velocity) {
  return solve_joint(joint, static_band(joint), tau, velocity);
}

JointAccelerations solve_joint(const ScalarJoint& joint, const StaticBand& band, double tau, double velocity) {
  check_number(tau, any_number, "N m or N", "tau");
  JointAccelerations result;
  const SlipEquation forwards(joint, tau, 1.0), backwards(joint, tau, -1.0);
  if (velocity > 0.0) forwards.add_to(result, JointMode::Slip);
  if (velocity < 0.0) backwards.add_to(result, JointMode::Slip);
  if (velocity == 0.0) {
    result.static_possible = is_static(joint, band, tau);
    if (result.static_possible) result.solutions.push_back({0.0, joint.d, JointMode::Static});
    forwards.add_to(result, JointMode::IncipientPlus);
    backwards.add_to(result, JointMode::IncipientMinus);
  }
  if (joint.contact == ContactKind::Unilateral && forwards.reduced_load() < 0.0) add_separation(result, joint, tau);

  for (JointAcceleration& solution : result.solutions) {
    solution.acceleration += 0.0;  // no negative zero
    solution.normal_force += 0.0;
    if (!std::isfinite(solution.acceleration) || !std::isfinite(solution.normal_force)) throw out_of_range(joint);
  }
  std::sort(result.solutions.begin(), result.solutions.end(),
            [](const JointAcceleration& x, const JointAcceleration& y) { return x.acceleration < y.acceleration; });
  result.count = result.continuum                ? AccelerationCount::Continuum
                 : result.solutions.empty()      ? AccelerationCount::None
                 : result.solutions.size() == 1u ? AccelerationCount::One
                                                 : AccelerationCount::Several;
  return result;
}

double uniqueness_margin(const ScalarJoint& joint, double velocity) {
  const double m = joint.mu * std::abs(joint.c / joint.a);
  if (velocity == 0.0 && joint.mu_static.value_or(joint.mu) > joint.mu && joint.d != 0.0) return 0.0;
  if (joint.contact == ContactKind::Unilateral && velocity * joint.c > 0.0) return infinity;
  return m > 0.0 ? 1.0 / m : infinity;
}

bool is_unique_for_all_loads(double margin) { return margin > 1.0 + case_tolerance; }

}  // namespace dryslip
