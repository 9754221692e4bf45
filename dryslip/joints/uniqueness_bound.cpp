#include "dryslip/joints/uniqueness_bound.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>

#include "dryslip/joints/detail/pattern_judge.hpp"
#include "dryslip/numerics/infinity.hpp"

namespace dryslip {
namespace {

using detail::JointOption;
using detail::JointPattern;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double margin_accuracy = 1e-11;  // of the margin: ten times what a determinant that vanishes is known to

/// Patterns of one mechanism, asked for the sign of their determinants.
class DeterminantTest {
 public:
  DeterminantTest(const Mechanism& mechanism, const VectorXd& velocity, const Progress& progress)
      : mechanism_(mechanism), options_(detail::joint_options(mechanism, velocity)), progress_(progress) {}

  /// The first pattern whose determinant is not positive for μ times this factor, or nothing.
  std::optional<JointPattern> violation(double factor) const {
    const detail::PatternEquations equations(mechanism_, mechanism_.b, factor);
    detail::PatternWalk walk(equations, options_);
    const double count = pattern_count(options_);
    do {
      constexpr std::uint64_t between = 1u << 14;
      if (walk.index() % between == between - 1) tell(progress_, static_cast<double>(walk.index()) / count);
      if (walk.determinant_sign() <= 0) return walk.pattern();
    } while (walk.next());
    return {};
  }

  /// Factor at which the determinant of the pattern vanishes, between one where it is positive and one where it is not.
  double root(const JointPattern& pattern, double low, double high) const {
    while (high - low > 0.01 * margin_accuracy * high) {
      const double middle = 0.5 * (low + high);
      const detail::PatternEquations equations(mechanism_, mechanism_.b, middle);
      (detail::determinant_sign(equations.matrix(pattern), nullptr) > 0 ? low : high) = middle;
    }
    return high;
  }

 private:
  const Mechanism& mechanism_;
  detail::JointOptions options_;
  const Progress& progress_;
};

struct Margin {
  double low = 0.0, high = 0.0;
};

/// Grows from what is certain until a pattern is violated; then the root of that pattern is the next candidate, until none is
/// violated just below it. Determinants that are positive for a factor are so for every smaller one, so that no root is missed.
Margin margin_of(const DeterminantTest& test, double certain) {
  double low = certain, high = std::max(1.0, 2.0 * certain);
  std::optional<JointPattern> pattern = test.violation(high);
  while (!pattern) {
    low = high;
    if (low >= largest_margin) return {infinity, infinity};
    high *= 4.0;
    pattern = test.violation(high);
  }
  while (pattern) {
    high = test.root(*pattern, low, high);
    const double below = high * (1.0 - 0.5 * margin_accuracy);
    if (below <= low) return {low, high};
    pattern = test.violation(below);
    if (!pattern) return {below, high};
    high = below;
  }
  return {low, high};
}

/// Accelerations, and loads that have them, inside a pattern: far from its borders.
struct PatternLoad {
  VectorXd tau, d;
};

PatternLoad load_inside(const Mechanism& mechanism, const VectorXd& velocity, const JointPattern& pattern,
                        std::mt19937_64& random) {
  std::uniform_real_distribution<double> size(0.5, 1.5), any(-1.0, 1.0);
  const VectorXd scale = mechanism.A.diagonal().cwiseSqrt().cwiseInverse();
  VectorXd x(mechanism.size());
  for (Index i = 0; i < x.size(); ++i)
    x[i] = pattern[static_cast<std::size_t>(i)].kind == JointOption::Kind::Holds
               ? 0.0
               : scale[i] * std::copysign(size(random), any(random));
  PatternLoad load{.tau = mechanism.b + mechanism.A * x, .d = VectorXd(x.size())};
  const VectorXd carried = mechanism.C * x;
  const double usual = carried.cwiseAbs().maxCoeff() + 1.0;
  for (Index i = 0; i < x.size(); ++i) {
    const JointOption& option = pattern[static_cast<std::size_t>(i)];
    const double direction = velocity[i] != 0.0 ? velocity[i] : x[i];
    double sign = option.e * direction < 0.0 ? -1.0 : 1.0;
    if (option.kind == JointOption::Kind::Moves && option.e == 0.0 && mechanism.mu[i] > 0.0) sign = -1.0;  // separated
    const double F = sign * usual * size(random);
    load.d[i] = F - carried[i];
    if (option.kind == JointOption::Kind::Moves) load.tau[i] += option.e * mechanism.mu[i] * F;
    if (mechanism.static_center.size() != 0 && option.kind == JointOption::Kind::Holds)
      load.tau[i] += mechanism.static_center[i] * F;
  }
  return load;
}

/// A load with the d of the mechanism whose acceleration lies in a pattern of this sign; or nothing after some tries.
std::optional<PatternLoad> load_with_own_d(const Mechanism& mechanism, const VectorXd& velocity, int sign,
                                           std::mt19937_64& random) {
  constexpr int tries = 400;
  std::normal_distribution<double> normal;
  const detail::PatternEquations equations(mechanism, mechanism.b);
  const double usual = mechanism.d.cwiseAbs().maxCoeff() + 1e-300;
  const double response = (mechanism.C * equations.scale.asDiagonal()).cwiseAbs().maxCoeff() + 1e-300;
  for (int k = 0; k < tries; ++k) {
    VectorXd x(mechanism.size());
    const double spread = 3.0 * usual / response * std::exp2(k % 7 - 3);
    for (Index i = 0; i < x.size(); ++i) x[i] = spread * equations.scale[i] * normal(random);
    JointPattern pattern(static_cast<std::size_t>(x.size()));
    VectorXd F = mechanism.C * x + mechanism.d, tau = mechanism.b + mechanism.A * x;
    for (Index i = 0; i < x.size(); ++i) {
      const double direction = velocity[i] != 0.0 ? velocity[i] : x[i];
      const bool separates = mechanism.contact_of(i) == ContactKind::Unilateral && F[i] < 0.0;
      const bool has_friction = mechanism.mu[i] > 0.0 && !separates;
      const double e = has_friction ? std::copysign(1.0, direction) * std::copysign(1.0, F[i]) : 0.0;
      pattern[static_cast<std::size_t>(i)] = {JointOption::Kind::Moves, e};
      tau[i] += e * mechanism.mu[i] * F[i];
    }
    if (detail::determinant_sign(equations.matrix(pattern), nullptr) == sign) return PatternLoad{tau, mechanism.d};
  }
  return {};
}

/// Indices of solutions add up to one number for all loads. So where signs differ, a load inside a negative pattern or one inside
/// a positive pattern has not exactly one solution. Candidates are solved; the first good one is the witness.
std::optional<UniquenessWitness> find_witness(const Mechanism& mechanism, const VectorXd& velocity,
                                              const JointPattern& violated, const Progress& progress) {
  std::mt19937_64 random(1992);
  JointPattern other;
  for (const auto& mine : detail::joint_options(mechanism, velocity)) other.push_back(mine.front());
  for (int round = 0; round < 6; ++round) {
    std::vector<PatternLoad> candidates;
    for (const int sign : {-1, 1})
      if (const auto load = load_with_own_d(mechanism, velocity, sign, random)) candidates.push_back(*load);
    candidates.push_back(load_inside(mechanism, velocity, violated, random));
    candidates.push_back(load_inside(mechanism, velocity, other, random));
    for (const PatternLoad& load : candidates) {
      Mechanism loaded = mechanism;
      loaded.d = load.d;
      MechanismAccelerations found = solve_mechanism(loaded, load.tau, velocity, progress);
      if (found.count != AccelerationCount::One) return UniquenessWitness{load.tau, load.d, std::move(found)};
    }
  }
  return {};
}

/// A load between the kinetic and the static limit of a joint at rest, all others far from theirs.
std::optional<UniquenessWitness> static_witness(const Mechanism& mechanism, const VectorXd& velocity,
                                                const Progress& progress) {
  for (Index i = 0; i < mechanism.size(); ++i) {
    if (velocity[i] != 0.0 || !(mechanism.static_coefficient(i) > mechanism.mu[i])) continue;
    Mechanism loaded = mechanism;
    if (loaded.d[i] == 0.0) loaded.d[i] = 1.0;
    if (loaded.contact_of(i) == ContactKind::Unilateral) loaded.d[i] = std::abs(loaded.d[i]);
    // equilibrium of all joints, this one between its limits
    VectorXd tau = mechanism.b;
    for (Index j = 0; j < tau.size(); ++j)
      tau[j] += velocity[j] == 0.0 ? 0.0 : std::copysign(mechanism.mu[j] * std::abs(loaded.d[j]), velocity[j]);
    tau[i] += 0.5 * (mechanism.static_coefficient(i) + mechanism.mu[i]) * std::abs(loaded.d[i]);
    MechanismAccelerations found = solve_mechanism(loaded, tau, velocity, progress);
    if (found.count != AccelerationCount::One) return UniquenessWitness{tau, loaded.d, std::move(found)};
  }
  return {};
}

}  // namespace

double certain_factor(const Mechanism& mechanism, const VectorXd& velocity) {
  const VectorXd scale = mechanism.A.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixXd inertia = scale.asDiagonal() * mechanism.A * scale.asDiagonal();
  const MatrixXd coupling = scale.cwiseProduct(mechanism.mu).asDiagonal() * mechanism.C * scale.asDiagonal();
  const Index n = mechanism.size();
  bool may_hold = false;
  for (Index i = 0; i < n; ++i) may_hold = may_hold || (velocity[i] == 0.0 && mechanism.static_coefficient(i) > 0.0);
  if (may_hold) {
    // |xᵀ E (μC) x| < xᵀ A x, which every principal part inherits
    const double least = Eigen::SelfAdjointEigenSolver<MatrixXd>(inertia, Eigen::EigenvaluesOnly).eigenvalues()[0];
    const double norm = coupling.norm();
    return norm > 0.0 ? least / norm : infinity;
  }
  // |(μC) A⁻¹| w < w / factor for w > 0: no pattern is singular
  const MatrixXd H = (coupling * inertia.inverse()).cwiseAbs();
  VectorXd w = VectorXd::Ones(n);
  double bound = infinity;
  for (int step = 0; step < 60; ++step) {
    const VectorXd image = H * w;
    bound = std::min(bound, image.cwiseQuotient(w).maxCoeff());
    const double size = image.maxCoeff();
    if (size == 0.0) return infinity;
    w = image / size + VectorXd::Constant(n, 1e-9);  // positive, as the certificate needs
  }
  return bound > 0.0 ? 1.0 / bound : infinity;
}

UniquenessBound bound_uniqueness(const Mechanism& mechanism, const VectorXd& velocity, const Progress& progress) {
  UniquenessBound result;
  for (Index i = 0; i < mechanism.size(); ++i) {
    if (velocity[i] != 0.0 || !(mechanism.static_coefficient(i) > mechanism.mu[i])) continue;
    result.witness = static_witness(mechanism, velocity, progress);
    return result;
  }
  const double certain = certain_factor(mechanism, velocity) * (1.0 - 1e-9);
  result.certificate = certain > 1.0 ? UniquenessBound::Certificate::Norm : UniquenessBound::Certificate::Determinants;
  const DeterminantTest test(mechanism, velocity, progress);
  if (certain >= largest_margin) {
    result.margin_low = result.margin_high = infinity;
  } else {
    const Margin margin = margin_of(test, certain);
    result.margin_low = margin.low;
    result.margin_high = margin.high;
  }
  const std::optional<JointPattern> violated = certain > 1.0 ? std::nullopt : test.violation(1.0);
  result.is_unique = !violated;
  if (violated) result.witness = find_witness(mechanism, velocity, *violated, progress);
  return result;
}

}  // namespace dryslip
