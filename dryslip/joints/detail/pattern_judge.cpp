#include "dryslip/joints/detail/pattern_judge.hpp"

#include <algorithm>
#include <cmath>

namespace dryslip::detail {
namespace {

double rounded_to_zero(double value, double terms) { return std::abs(value) <= case_tolerance * terms ? 0.0 : value; }

/// Mode of a joint that moves from rest.
JointMode start_mode(double acceleration) {
  if (acceleration == 0.0) return JointMode::Static;
  return acceleration > 0.0 ? JointMode::IncipientPlus : JointMode::IncipientMinus;
}

/// A joint that moves with the friction e μ F_n.
struct MovingJoint {
  bool is_unilateral = false, has_friction = false;
  double velocity = 0.0, acceleration = 0.0, normal_force = 0.0, e = 0.0;

  std::optional<JointMode> mode() const {
    if (is_unilateral && normal_force < 0.0) {
      if (e != 0.0) return {};
      return JointMode::Separation;
    }
    if (e == 0.0 && has_friction && normal_force > 0.0) return {};  // separated, yet it would push
    const double direction = velocity != 0.0 ? velocity : acceleration;
    if (has_friction && velocity == 0.0 && acceleration == 0.0) return {};  // holds, rather
    if (e * direction * normal_force < 0.0) return {};
    return velocity != 0.0 ? JointMode::Slip : start_mode(acceleration);
  }
};

}  // namespace

PatternJudge::PatternJudge(const Mechanism& mechanism, const Eigen::VectorXd& tau, const Eigen::VectorXd& velocity)
    : mechanism_(mechanism), tau_(tau), velocity_(velocity), equations_(mechanism, tau) {
  scaled_normal_ = mechanism.C * equations_.scale.asDiagonal();
  normal_size_ = scaled_normal_.cwiseAbs().rowwise().sum();
  right_size_ = equations_.load.cwiseAbs().maxCoeff() + equations_.bias.cwiseAbs().maxCoeff();
}

/// Friction that keeps the joint at rest, from the middle of what it can bear.
double PatternJudge::friction_of_rest(Eigen::Index i, const Eigen::VectorXd& acceleration, double normal_force) const {
  const double center = mechanism_.static_center.size() == 0 ? 0.0 : mechanism_.static_center[i];
  return tau_[i] - mechanism_.b[i] - mechanism_.A.row(i).dot(acceleration) - center * normal_force;
}

std::optional<MechanismAcceleration> PatternJudge::judge(const JointPattern& pattern,
                                                         const Eigen::VectorXd& acceleration,
                                                         const Eigen::VectorXd& terms) const {
  const Eigen::Index n = mechanism_.size();
  MechanismAcceleration result{.acceleration = acceleration, .normal_force = Eigen::VectorXd(n), .modes = {}};
  for (Eigen::Index i = 0; i < n; ++i) result.acceleration[i] = rounded_to_zero(acceleration[i], terms[i]) + 0.0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double x = result.acceleration[i];
    const double normal_terms = mechanism_.C.row(i).cwiseAbs().dot(terms) + std::abs(mechanism_.d[i]);
    double F = rounded_to_zero(mechanism_.C.row(i).dot(acceleration) + mechanism_.d[i], normal_terms) + 0.0;
    const bool is_unilateral = mechanism_.contact_of(i) == ContactKind::Unilateral;
    const JointOption& option = pattern[static_cast<std::size_t>(i)];
    std::optional<JointMode> mode;
    if (option.kind == JointOption::Kind::Holds) {
      const double limit = mechanism_.static_coefficient(i);
      const double allowed = case_tolerance * (std::abs(tau_[i]) + std::abs(mechanism_.b[i]) +
                                               mechanism_.A.row(i).cwiseAbs().dot(terms) + limit * normal_terms);
      const bool is_pushed = !is_unilateral || F >= 0.0;
      if (is_pushed && std::abs(friction_of_rest(i, acceleration, F)) <= limit * std::abs(F) + allowed)
        mode = JointMode::Static;
    } else {
      mode = MovingJoint{is_unilateral, mechanism_.mu[i] > 0.0, velocity_[i], x, F, option.e}.mode();
    }
    if (!mode) return {};
    result.modes.push_back(*mode);
    result.normal_force[i] = *mode == JointMode::Separation ? 0.0 : F;
  }
  // y is what the equations were solved for
  const Eigen::VectorXd y = acceleration.cwiseQuotient(equations_.scale);
  const PatternEquations::RowMatrix matrix = equations_.matrix(pattern);
  const Eigen::VectorXd right = equations_.right_side(pattern);
  const Eigen::VectorXd size = matrix.cwiseAbs() * y.cwiseAbs() + right.cwiseAbs();
  const double largest = size.maxCoeff();
  result.residual = largest > 0.0 ? (matrix * y - right).cwiseAbs().maxCoeff() / largest : 0.0;
  return result;
}

bool PatternJudge::is_surely_wrong(const JointPattern& pattern, const Eigen::VectorXd& y) const {
  constexpr double doubt = 1e-6;  // a hundred times what an accurate walk may be wrong by
  const double size = y.cwiseAbs().maxCoeff() + right_size_;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const JointOption& option = pattern[static_cast<std::size_t>(i)];
    const double F = scaled_normal_.row(i).dot(y) + mechanism_.d[i];
    const double zero = doubt * (normal_size_[i] * size + std::abs(mechanism_.d[i]));
    const bool is_unilateral = mechanism_.contact_of(i) == ContactKind::Unilateral;
    if (is_unilateral && F < -zero && (option.kind == JointOption::Kind::Holds || option.e != 0.0)) return true;
    if (option.kind == JointOption::Kind::Holds) {
      const double center = mechanism_.static_center.size() == 0 ? 0.0 : mechanism_.static_center[i];
      const double friction =
          (equations_.load[i] - equations_.inertia.row(i).dot(y)) / equations_.row_scale[i] - center * F;
      const double allowed = mechanism_.static_coefficient(i) * (std::abs(F) + zero) + std::abs(center) * zero +
                             doubt * static_cast<double>(y.size()) * size / equations_.row_scale[i];
      if (std::abs(friction) > allowed) return true;
    } else if (velocity_[i] != 0.0) {
      if (option.e * velocity_[i] * F < 0.0 && std::abs(F) > zero) return true;
      if (is_unilateral && option.e == 0.0 && mechanism_.mu[i] > 0.0 && F > zero) return true;
    } else {
      if (option.e * y[i] * F < 0.0 && std::abs(F) > zero && std::abs(y[i]) > doubt * size) return true;
      if (is_unilateral && option.e == 0.0 && mechanism_.mu[i] > 0.0 && F > zero) return true;
    }
  }
  return false;
}

Eigen::VectorXd PatternJudge::sources() const {
  return equations_.row_scale.cwiseProduct(tau_.cwiseAbs() + mechanism_.b.cwiseAbs()) + equations_.bias.cwiseAbs();
}

std::optional<MechanismAcceleration> PatternJudge::solve(const JointPattern& pattern) const {
  const PatternEquations::RowMatrix matrix = equations_.matrix(pattern);
  const Eigen::VectorXd right = equations_.right_side(pattern);
  PatternEquations::RowMatrix inverse;
  if (determinant_sign(matrix, &inverse) == 0) return {};
  Eigen::VectorXd y = inverse * right;
  // residuals with more digits, so that zeros are zeros also where the matrix is bad
  for (int step = 0; step < 3; ++step) {
    Eigen::VectorXd residual(y.size());
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      long double sum = right[i];
      for (Eigen::Index j = 0; j < y.size(); ++j)
        sum -= static_cast<long double>(matrix(i, j)) * static_cast<long double>(y[j]);
      residual[i] = static_cast<double>(sum);
    }
    y += inverse * residual;
  }
  const Eigen::VectorXd terms = equations_.scale.cwiseProduct(inverse.cwiseAbs() * sources());
  return judge(pattern, equations_.scale.cwiseProduct(y), terms);
}

std::vector<double> PatternJudge::boundaries(const JointPattern& pattern, const Eigen::VectorXd& acceleration) const {
  std::vector<double> values;
  for (Eigen::Index i = 0; i < mechanism_.size(); ++i) {
    const double F = mechanism_.C.row(i).dot(acceleration) + mechanism_.d[i];
    values.push_back(F);
    if (pattern[static_cast<std::size_t>(i)].kind == JointOption::Kind::Holds) {
      const double friction = friction_of_rest(i, acceleration, F), limit = mechanism_.static_coefficient(i) * F;
      values.push_back(friction - limit);
      values.push_back(friction + limit);
    } else if (velocity_[i] == 0.0) {
      values.push_back(acceleration[i]);
    }
  }
  return values;
}

void SolutionList::add(MechanismAcceleration solution, const Eigen::VectorXd& terms) {
  for (std::size_t k = 0; k < found_.solutions.size(); ++k) {
    const MechanismAcceleration& other = found_.solutions[k];
    const Eigen::ArrayXd difference = (other.acceleration - solution.acceleration).cwiseAbs();
    if (other.modes == solution.modes && (difference <= case_tolerance * terms.cwiseMax(terms_[k]).array()).all())
      return;
  }
  found_.solutions.push_back(std::move(solution));
  terms_.push_back(terms);
}

void SolutionList::add(MechanismContinuum continuum) { found_.continua.push_back(std::move(continuum)); }

MechanismAccelerations SolutionList::result(const Eigen::VectorXd& velocity) {
  std::sort(found_.solutions.begin(), found_.solutions.end(),
            [](const MechanismAcceleration& p, const MechanismAcceleration& q) {
              return std::lexicographical_compare(p.acceleration.begin(), p.acceleration.end(), q.acceleration.begin(),
                                                  q.acceleration.end());
            });
  const bool some_rest = (velocity.array() == 0.0).any();
  for (const MechanismAcceleration& solution : found_.solutions) {
    bool all_rest = some_rest;
    for (Eigen::Index i = 0; i < velocity.size(); ++i)
      if (velocity[i] == 0.0 && solution.modes[static_cast<std::size_t>(i)] != JointMode::Static) all_rest = false;
    found_.static_possible = found_.static_possible || all_rest;
    found_.worst_residual = std::max(found_.worst_residual, solution.residual);
  }
  found_.count = !found_.continua.empty()        ? AccelerationCount::Continuum
                 : found_.solutions.empty()      ? AccelerationCount::None
                 : found_.solutions.size() == 1u ? AccelerationCount::One
                                                 : AccelerationCount::Several;
  return std::move(found_);
}

}  // namespace dryslip::detail
