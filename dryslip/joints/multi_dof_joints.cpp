#include "dryslip/joints/multi_dof_joints.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <string>

#include "dryslip/joints/detail/pattern_judge.hpp"
#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

using detail::JointOption;
using detail::JointOptions;
using detail::JointPattern;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::string element(const char* key, Index i) { return std::string(key) + "[" + std::to_string(i) + "]"; }

void check_size(const char* key, const VectorXd& values, Index n) {
  if (values.size() != n)
    throw InvalidInput(key, "an array of " + std::to_string(values.size()) + ": must be an array of " +
                                std::to_string(n) + " numbers, one per joint");
}

void check_size(const char* key, const MatrixXd& matrix, Index n) {
  if (matrix.rows() != n || matrix.cols() != n)
    throw InvalidInput(key, std::to_string(matrix.rows()) + " by " + std::to_string(matrix.cols()) + ": must be " +
                                std::to_string(n) + " by " + std::to_string(n));
}

void check_inertia(const MatrixXd& A) {
  constexpr double asymmetry = 1e-9;  // of the diagonal: matrices come from other programs, with rounded digits
  for (Index i = 0; i < A.rows(); ++i) {
    if (!(A(i, i) > 0.0))
      throw InvalidInput(element(element("A", i).c_str(), i),
                         number_text(A(i, i)) + ": must be greater than 0: A is positive definite");
    for (Index j = 0; j < i; ++j)
      if (std::abs(A(i, j) - A(j, i)) > asymmetry * std::sqrt(A(i, i) * A(j, j)))
        throw InvalidInput(element(element("A", i).c_str(), j), number_text(A(i, j)) + ": must equal A[" +
                                                                    std::to_string(j) + "][" + std::to_string(i) +
                                                                    "] = " + number_text(A(j, i)) + ": A is symmetric");
  }
  const VectorXd scale = A.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixXd scaled = scale.asDiagonal() * A * scale.asDiagonal();
  const Eigen::LLT<MatrixXd> cholesky(scaled);
  if (cholesky.info() != Eigen::Success || cholesky.matrixLLT().diagonal().minCoeff() < 1e-7)
    throw InvalidInput("A", "not positive definite: must be the symmetric positive definite mass matrix");
}

/// Throws where accelerations or normal forces may be beyond the range of a double.
void check_range(const Mechanism& mechanism, const VectorXd& tau) {
  for (Index i = 0; i < tau.size(); ++i) check_number(tau[i], any_number, "N m or N", element("tau", i));
  const MatrixXd inverse = mechanism.A.inverse().cwiseAbs();
  const VectorXd free = inverse * (tau.cwiseAbs() + mechanism.b.cwiseAbs()),
                 normal = mechanism.C.cwiseAbs() * free + mechanism.d.cwiseAbs();
  VectorXd mu(mechanism.size());
  for (Index i = 0; i < mu.size(); ++i) mu[i] = 1.0 + mechanism.static_coefficient(i);
  const MatrixXd feedback = mechanism.C.cwiseAbs() * inverse * mu.asDiagonal();
  if (!(inverse * mu.cwiseProduct(normal)).allFinite() || !feedback.allFinite())
    throw InvalidInput("A", "too small for the other numbers: accelerations are beyond the range of a double");
}

/// Narrower options where bounds of the normal forces and accelerations that hold for every pattern decide.
///
/// F = g − C A⁻¹ f with |f| ≤ μ |F| has |F| ≤ w = (1 − H)⁻¹ |g|, H = |C A⁻¹| diag μ, where the spectral radius of H is below
/// 1 (docs/theory/forward_dynamics.md).
JointOptions pruned(const Mechanism& mechanism, const VectorXd& tau, const VectorXd& velocity, JointOptions options) {
  constexpr double margin = 1e-9;  // of the bounds, far above their rounding
  constexpr double largest = 1e6;  // of (1 − H)⁻¹: nearer to the radius 1 rounding spoils them
  const Index n = mechanism.size();
  VectorXd mu(n);
  for (Index i = 0; i < n; ++i)
    mu[i] = mechanism.static_coefficient(i) +
            (mechanism.static_center.size() == 0 ? 0.0 : std::abs(mechanism.static_center[i]));
  const MatrixXd inverse = mechanism.A.inverse();
  const MatrixXd H = (mechanism.C * inverse).cwiseAbs() * mu.asDiagonal();
  const Eigen::PartialPivLU<MatrixXd> lu(MatrixXd::Identity(n, n) - H);
  const VectorXd ones = lu.solve(VectorXd::Ones(n));
  if (!(ones.minCoeff() >= 1.0 && ones.maxCoeff() < largest)) return options;
  const VectorXd free = inverse * (tau - mechanism.b), g = mechanism.C * free + mechanism.d;
  const VectorXd terms =
      (mechanism.C * inverse).cwiseAbs() * (tau.cwiseAbs() + mechanism.b.cwiseAbs()) + mechanism.d.cwiseAbs();
  const VectorXd w = lu.solve(g.cwiseAbs() + case_tolerance * terms);
  const VectorXd normal_width = H * w, width = inverse.cwiseAbs() * mu.cwiseProduct(w);
  for (Index i = 0; i < n; ++i) {
    const double normal_sign = std::abs(g[i]) > normal_width[i] + margin * w[i] ? std::copysign(1.0, g[i]) : 0.0;
    const double limit = width[i] + margin * (width[i] + std::abs(free[i]));
    const double start = std::abs(free[i]) > limit ? std::copysign(1.0, free[i]) : 0.0;
    const double direction = velocity[i] != 0.0 ? std::copysign(1.0, velocity[i]) : start;
    const bool is_unilateral = mechanism.contact_of(i) == ContactKind::Unilateral;
    std::erase_if(options[static_cast<std::size_t>(i)], [&](const JointOption& option) {
      if (option.kind == JointOption::Kind::Holds) return start != 0.0 || (is_unilateral && normal_sign < 0.0);
      if (mechanism.mu[i] == 0.0 || normal_sign == 0.0) return false;
      if (is_unilateral && (option.e == 0.0) != (normal_sign < 0.0)) return true;
      return option.e * direction * normal_sign < 0.0;
    });
    if (options[static_cast<std::size_t>(i)].empty())
      return detail::joint_options(mechanism, velocity);  // not to be: rounding
  }
  return options;
}

/// What generalised Newton steps assume: the pattern, and which way moving joints go.
struct NewtonState {
  const Mechanism& mechanism;
  const VectorXd& tau;
  const VectorXd& velocity;
  JointPattern pattern;
  VectorXd direction;  ///< of the friction of those that move; 0 where they hold

  enum class Change { All, First };
  /// Takes what accelerations say of all joints, or of the first one only that changes.
  void update(const VectorXd& acceleration, Change change) {
    const VectorXd F = mechanism.C * acceleration + mechanism.d;
    const VectorXd residual = tau - mechanism.b - mechanism.A * acceleration;
    const JointPattern before = pattern;
    for (Index i = 0; i < mechanism.size(); ++i) {
      const double center = mechanism.static_center.size() == 0 ? 0.0 : mechanism.static_center[i] * F[i];
      update_joint(i, acceleration[i], F[i], residual[i] - center);
      if (change == Change::First && pattern != before) return;
    }
  }

  /// What the acceleration says of joint i; friction: what it would need to hold.
  void update_joint(Index i, double acceleration, double normal_force, double friction) {
    using Kind = JointOption::Kind;
    JointOption& option = pattern[static_cast<std::size_t>(i)];
    if (velocity[i] == 0.0 && mechanism.static_coefficient(i) > 0.0) {
      const bool holds = option.kind == Kind::Holds
                             ? std::abs(friction) <= mechanism.static_coefficient(i) * std::abs(normal_force)
                             : direction[i] * acceleration < 0.0;
      if (option.kind == Kind::Holds && !holds) direction[i] = std::copysign(1.0, friction);
      option = {holds ? Kind::Holds : Kind::Moves, option.e};
    }
    if (option.kind == Kind::Holds) option.e = 0.0;
    if (option.kind == Kind::Holds || mechanism.mu[i] == 0.0) return;
    option.e = direction[i] * (normal_force < 0.0 ? -1.0 : 1.0);
    if (mechanism.contact_of(i) == ContactKind::Unilateral && normal_force < 0.0) option.e = 0.0;
  }

  /// Lets joints hold that would start with no more acceleration than its rounding.
  void hold_idle(const VectorXd& acceleration, const VectorXd& rounding) {
    for (Index i = 0; i < velocity.size(); ++i) {
      if (velocity[i] != 0.0 || mechanism.static_coefficient(i) == 0.0 || std::abs(acceleration[i]) > rounding[i])
        continue;
      pattern[static_cast<std::size_t>(i)] = {JointOption::Kind::Holds, 0.0};
      direction[i] = 0.0;
    }
  }
};

}  // namespace

void check_mechanism(const Mechanism& mechanism) {
  const Index n = mechanism.A.rows();
  if (n == 0) throw InvalidInput("A", "an array of 0: must have a row per joint, at least one");
  if (n > most_joints) throw InvalidInput("A", std::to_string(n) + " joints: at most " + std::to_string(most_joints));
  check_size("A", mechanism.A, n);
  check_size("C", mechanism.C, n);
  check_size("b", mechanism.b, n);
  check_size("d", mechanism.d, n);
  check_size("mu", mechanism.mu, n);
  if (mechanism.mu_static) check_size("mu_static", *mechanism.mu_static, n);
  check_record(mechanism, "");
  check_inertia(mechanism.A);
  for (Index i = 0; mechanism.mu_static && i < n; ++i)
    if ((*mechanism.mu_static)[i] < mechanism.mu[i])
      throw InvalidInput(element("mu_static", i), number_text((*mechanism.mu_static)[i]) +
                                                      ": must be at least mu = " + number_text(mechanism.mu[i]));
}

Mechanism mechanism_of(const ScalarJoint& joint) {
  const auto one = [](double value) -> VectorXd { return VectorXd::Constant(1, value); };
  Mechanism result{.A = one(joint.a),
                   .C = one(joint.c),
                   .b = one(joint.b),
                   .d = one(joint.d),
                   .mu = one(joint.mu),
                   .mu_static = {},
                   .contact = {joint.contact},
                   .static_center = {}};
  if (joint.mu_static) result.mu_static = one(*joint.mu_static);
  return result;
}

MechanismAccelerations solve_mechanism(const Mechanism& mechanism, const VectorXd& tau, const VectorXd& velocity,
                                       const Progress& progress) {
  check_range(mechanism, tau);
  const detail::PatternJudge judge(mechanism, tau, velocity);
  const JointOptions options = pruned(mechanism, tau, velocity, detail::joint_options(mechanism, velocity));
  const double count = pattern_count(options);
  const VectorXd& scale = judge.equations().scale;
  detail::SolutionList list;
  detail::PatternWalk walk(judge.equations(), options);
  do {
    constexpr std::uint64_t between = 1u << 14;  // patterns, some milliseconds
    if (walk.index() % between == between - 1) tell(progress, static_cast<double>(walk.index()) / count);
    if (!walk.is_regular()) {
      examine_singular(judge, walk.pattern(), list);
    } else if (!walk.is_accurate() || !judge.is_surely_wrong(walk.pattern(), walk.solution())) {
      if (auto found = judge.solve(walk.pattern())) {
        const double size = found->acceleration.cwiseQuotient(scale).cwiseAbs().maxCoeff();
        list.add(std::move(*found), size * scale);
      }
    }
  } while (walk.next());
  return list.result(velocity);
}

OneAcceleration one_acceleration(const Mechanism& mechanism, const VectorXd& tau, const VectorXd& velocity) {
  OneAcceleration result;
  const Index n = mechanism.size();
  const detail::PatternJudge judge(mechanism, tau, velocity);
  const detail::PatternEquations& equations = judge.equations();
  NewtonState state{
      .mechanism = mechanism, .tau = tau, .velocity = velocity, .pattern = {}, .direction = velocity.cwiseSign()};
  for (const auto& mine : detail::joint_options(mechanism, velocity)) state.pattern.push_back(mine.front());
  using Change = NewtonState::Change;
  state.update(VectorXd::Zero(n), Change::All);       // zero acceleration decides the first pattern
  const int newton_steps = 20 + static_cast<int>(n);  // a cycle shows well before
  const int most_steps = newton_steps + 200 * static_cast<int>(n);
  while (result.steps < most_steps) {
    detail::PatternEquations::RowMatrix inverse;
    if (detail::determinant_sign(equations.matrix(state.pattern), &inverse) == 0) return result;
    ++result.steps;
    const VectorXd y = inverse * equations.right_side(state.pattern);
    if (!judge.is_surely_wrong(state.pattern, y)) {
      if (auto found = judge.solve(state.pattern)) {
        result.solution = std::move(*found);
        result.converged = true;
        return result;
      }
    }
    const JointPattern before = state.pattern;
    const VectorXd x = equations.scale.cwiseProduct(y);
    state.update(x, result.steps < newton_steps ? Change::All : Change::First);
    // on the limit, what starts without acceleration holds
    if (state.pattern == before)
      state.hold_idle(x, case_tolerance * equations.scale.cwiseProduct(inverse.cwiseAbs() * judge.sources()));
    if (state.pattern == before) return result;
  }
  return result;
}

}  // namespace dryslip
