#include "dryslip/joints/detail/joint_phase.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "dryslip/numerics/look_along.hpp"

namespace dryslip::detail {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// What is beyond a limit by this part of its terms has left it: above case_tolerance, so that the solver sees it too.
constexpr double limit_passed = 1e-11;

std::size_t at_index(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

JointPhase::JointPhase(const Mechanism& mechanism, const VectorXd& velocity, const MechanismAcceleration& solution)
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
  for (Index i = 0; i < n; ++i) add_needs(i);
}

JointRunMode JointPhase::mode(Index i) const {
  const JointMode mode = modes_[at_index(i)];
  if (mode == JointMode::Separation) return JointRunMode::Separation;
  return mode == JointMode::Static ? JointRunMode::Stick : JointRunMode::Slip;
}

bool JointPhase::moves() const {
  return std::any_of(modes_.begin(), modes_.end(), [](JointMode mode) { return mode != JointMode::Static; });
}

VectorXd JointPhase::normal_force(const VectorXd& tau) const {
  VectorXd F = mechanism_.C * acceleration(tau) + mechanism_.d;
  for (Index i = 0; i < F.size(); ++i)
    if (mode(i) == JointRunMode::Separation) F[i] = 0.0;
  return F;
}

void JointPhase::add_needs(Index i) {
  const Mechanism& m = mechanism_;
  const MatrixXd inverse_size = inverse_.cwiseAbs();
  // a row times q̈ = inverse (τ + constant)
  const auto of_acceleration = [&](const Eigen::RowVectorXd& row) {
    const Eigen::RowVectorXd weights = row * inverse_, sizes = row.cwiseAbs() * inverse_size;
    return Condition{weights, weights.dot(constant_), sizes, sizes.dot(constant_.cwiseAbs())};
  };
  const Eigen::RowVectorXd none = Eigen::RowVectorXd::Zero(m.size());
  const auto constant = [&](double value) { return Condition{none, value, none, std::abs(value)}; };
  const Condition F = of_acceleration(m.C.row(i)) + constant(m.d[i]), pulled = -1.0 * F;
  const bool is_unilateral = m.contact_of(i) == ContactKind::Unilateral;
  const JointRunMode mine = mode(i);
  if (mine == JointRunMode::Separation) {
    needs_.push_back({{F}});
  } else if (mine == JointRunMode::Stick) {
    const double center = m.static_center.size() == 0 ? 0.0 : m.static_center[i], mu = m.static_coefficient(i);
    const Eigen::RowVectorXd own = Eigen::RowVectorXd::Unit(m.size(), i);
    const Condition friction =
        Condition{own, 0.0, own, 0.0} + constant(-m.b[i]) + -1.0 * of_acceleration(m.A.row(i)) + -center * F;
    const auto band = [&](double sign) {
      return Conditions{friction + -sign * mu * F, -1.0 * friction + -sign * mu * F};
    };
    Conditions pressed = band(1.0);
    if (is_unilateral) pressed.push_back(pulled);
    needs_.push_back({pressed});
    if (!is_unilateral) needs_.back().push_back(band(-1.0));
  } else {
    Conditions side{-e_[i] * direction_[i] * F};
    if (is_unilateral) side.push_back(pulled);
    needs_.push_back({side});
  }
}

namespace {

template <class Needs, class Holds>
bool all_hold(const Needs& needs, const Holds& holds) {
  return std::all_of(needs.begin(), needs.end(), [&](const auto& alternatives) {
    return std::any_of(alternatives.begin(), alternatives.end(), [&](const auto& conditions) {
      return std::all_of(conditions.begin(), conditions.end(), holds);
    });
  });
}

}  // namespace

bool JointPhase::is_broken(const VectorXd& tau) const {
  const VectorXd sizes = tau.cwiseAbs();
  return !all_hold(needs_, [&](const Condition& c) {
    return c.weights.dot(tau) + c.constant <= limit_passed * (c.weight_sizes.dot(sizes) + c.constant_size);
  });
}

bool JointPhase::surely_holds(std::span<const CurveBound> tau, double half_width) const {
  VectorXd sizes(static_cast<Index>(tau.size()));
  for (std::size_t i = 0; i < tau.size(); ++i) sizes[static_cast<Index>(i)] = std::abs(middle_of(tau[i]));
  if (!sizes.allFinite()) return false;
  return all_hold(needs_, [&](const Condition& c) {
    const BoundLine line = line_of({c.weights.data(), tau.size()}, tau, half_width);
    const double most = line.center + c.constant + half_width * std::abs(line.slope) + line.off;
    return most <= limit_passed * (c.weight_sizes.dot(sizes) + c.constant_size);
  });
}

}  // namespace dryslip::detail
