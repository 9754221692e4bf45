#include "dryslip/joints/detail/joint_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dryslip::detail {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double allowed_error = 1e-12;  // of the inverse: beyond it is made anew
constexpr double doubtful_error = 1e-8;  // of the solution: beyond it every sign is examined anew
constexpr double small_pivot = 1e-6;     // of an update: nearer to a singular pattern the inverse is made anew

}  // namespace

JointOptions joint_options(const Mechanism& mechanism, const Eigen::VectorXd& velocity) {
  using Kind = JointOption::Kind;
  JointOptions options(static_cast<std::size_t>(mechanism.size()));
  for (Eigen::Index i = 0; i < mechanism.size(); ++i) {
    std::vector<JointOption>& mine = options[static_cast<std::size_t>(i)];
    const bool is_unilateral = mechanism.contact_of(i) == ContactKind::Unilateral;
    const bool may_hold = velocity[i] == 0.0 && mechanism.static_coefficient(i) > 0.0;
    if (may_hold) mine.push_back({Kind::Holds, 0.0});
    if (mechanism.mu[i] == 0.0) {
      mine.push_back({Kind::Moves, 0.0});
      continue;
    }
    if (velocity[i] >= 0.0 || !is_unilateral) mine.push_back({Kind::Moves, 1.0});
    if (velocity[i] <= 0.0 || !is_unilateral) mine.push_back({Kind::Moves, -1.0});
    if (is_unilateral) mine.push_back({Kind::Moves, 0.0});
  }
  return options;
}

double pattern_count(const JointOptions& options) {
  double count = 1.0;
  for (const auto& mine : options) count *= static_cast<double>(mine.size());
  return count;
}

PatternEquations::PatternEquations(const Mechanism& mechanism, const Eigen::VectorXd& tau, double friction_factor)
    : scale(mechanism.A.diagonal().cwiseSqrt().cwiseInverse()) {
  const Eigen::VectorXd mu = friction_factor * mechanism.mu;
  inertia = mechanism.A * scale.asDiagonal();
  coupling = mu.asDiagonal() * mechanism.C * scale.asDiagonal();
  row_scale = (inertia.cwiseAbs() + coupling.cwiseAbs()).rowwise().maxCoeff().cwiseInverse();
  inertia = (row_scale.asDiagonal() * inertia).eval();
  coupling = (row_scale.asDiagonal() * coupling).eval();
  load = row_scale.cwiseProduct(tau - mechanism.b);
  bias = row_scale.cwiseProduct(mu).cwiseProduct(mechanism.d);
}

PatternEquations::RowMatrix PatternEquations::matrix(const JointPattern& pattern) const {
  RowMatrix result = inertia;
  for (Eigen::Index i = 0; i < size(); ++i) {
    const JointOption& option = pattern[static_cast<std::size_t>(i)];
    if (option.kind == JointOption::Kind::Holds) {
      result.row(i).setZero();
      result(i, i) = 1.0;
    } else if (option.e != 0.0) {
      result.row(i) += option.e * coupling.row(i);
    }
  }
  return result;
}

Eigen::VectorXd PatternEquations::right_side(const JointPattern& pattern) const {
  Eigen::VectorXd result = load;
  for (Eigen::Index i = 0; i < size(); ++i) {
    const JointOption& option = pattern[static_cast<std::size_t>(i)];
    result[i] = option.kind == JointOption::Kind::Holds ? 0.0 : load[i] - option.e * bias[i];
  }
  return result;
}

int determinant_sign(PatternEquations::RowMatrix matrix, PatternEquations::RowMatrix* inverse) {
  const Eigen::Index n = matrix.rows();
  int sign = 1;
  if (inverse != nullptr) inverse->setIdentity(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i)
      if (std::abs(matrix(i, k)) > std::abs(matrix(pivot, k))) pivot = i;
    if (std::abs(matrix(pivot, k)) <= case_tolerance) return 0;
    if (pivot != k) {
      matrix.row(k).swap(matrix.row(pivot));
      if (inverse != nullptr) inverse->row(k).swap(inverse->row(pivot));
      sign = -sign;
    }
    const double value = matrix(k, k);
    if (value < 0.0) sign = -sign;
    if (inverse != nullptr) {
      matrix.row(k) /= value;
      inverse->row(k) /= value;
    }
    for (Eigen::Index i = inverse != nullptr ? 0 : k + 1; i < n; ++i) {
      const double factor = inverse != nullptr ? matrix(i, k) : matrix(i, k) / value;
      if (i == k || factor == 0.0) continue;
      matrix.row(i).tail(n - k) -= factor * matrix.row(k).tail(n - k);
      if (inverse != nullptr) inverse->row(i) -= factor * inverse->row(k);
    }
  }
  return sign;
}

PatternWalk::PatternWalk(const PatternEquations& equations, const JointOptions& options)
    : equations_(equations), options_(options), digits_(options.size(), 0), directions_(options.size(), 1) {
  for (const auto& mine : options) pattern_.push_back(mine.front());
  refresh();
}

void PatternWalk::refresh() {
  sign_ = detail::determinant_sign(equations_.matrix(pattern_), &inverse_);
  is_regular_ = sign_ != 0;
  error_ = epsilon;
  if (!is_regular_) return;
  y_ = inverse_ * equations_.right_side(pattern_);
  is_accurate_ = error_ * inverse_.cwiseAbs().maxCoeff() * static_cast<double>(y_.size()) < doubtful_error;
}

void PatternWalk::change_row(Eigen::Index i, const JointOption& option) {
  const JointOption old = std::exchange(pattern_[static_cast<std::size_t>(i)], option);
  if (!is_regular_) return refresh();
  column_ = inverse_.col(i);
  // row_: the change of row i times the inverse; residual: what the old solution leaves of the new equation
  double residual = 0.0;
  if (old.kind == option.kind) {
    const double change = option.e - old.e;
    row_.noalias() = change * (inverse_.transpose() * equations_.coupling.row(i).transpose());
    residual = -change * (equations_.bias[i] + equations_.coupling.row(i).dot(y_));
  } else if (option.kind == JointOption::Kind::Holds) {
    row_ = inverse_.row(i).transpose();
    residual = -y_[i];
    row_[i] -= 1.0;  // the old row times the inverse is a unit vector
  } else {
    new_row_ = equations_.inertia.row(i) + option.e * equations_.coupling.row(i);
    row_.noalias() = inverse_.transpose() * new_row_;
    residual = equations_.load[i] - option.e * equations_.bias[i] - new_row_.dot(y_);
    row_[i] -= 1.0;
  }
  const double pivot = 1.0 + row_[i];
  error_ = (error_ + epsilon) * std::max(1.0, 1.0 / std::abs(pivot));
  if (std::abs(pivot) < small_pivot || !(error_ < allowed_error)) return refresh();
  if (pivot < 0.0) sign_ = -sign_;
  y_ += (residual / pivot) * column_;
  inverse_.noalias() -= (column_ / pivot) * row_.transpose();
  is_accurate_ = error_ * inverse_.cwiseAbs().maxCoeff() * static_cast<double>(y_.size()) < doubtful_error;
}

bool PatternWalk::next() {
  // reflected Gray code of mixed radix: the lowest digit that can go on in its direction does, those below turn round
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    const std::size_t count = options_[i].size();
    const bool is_at_end = directions_[i] > 0 ? digits_[i] + 1 == count : digits_[i] == 0;
    if (is_at_end) {
      directions_[i] = -directions_[i];
      continue;
    }
    digits_[i] = directions_[i] > 0 ? digits_[i] + 1 : digits_[i] - 1;
    ++index_;
    change_row(static_cast<Eigen::Index>(i), options_[i][digits_[i]]);
    return true;
  }
  return false;
}

}  // namespace dryslip::detail
