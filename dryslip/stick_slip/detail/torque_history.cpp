#include "dryslip/stick_slip/detail/torque_history.hpp"

#include <array>
#include <cmath>
#include <string>

#include "dryslip/numerics/formula_fault.hpp"

namespace dryslip::detail {
namespace {

/// Nodes on [0, 1] and weights of Gauss' rule with five points.
constexpr std::array<std::array<double, 2>, 5> gauss_rule{{{0.046910077030668004, 0.11846344252809454},
                                                           {0.23076534494715845, 0.23931433524968324},
                                                           {0.5, 0.28444444444444444},
                                                           {0.7692346550528415, 0.23931433524968324},
                                                           {0.9530899229693320, 0.11846344252809454}}};

}  // namespace

TorqueHistory::TorqueHistory(const std::vector<Expression>& tau) : tau_(tau) {
  try {
    at(0.0);
  } catch (const TorqueWithoutValue& torque) {
    throw torque.fault;
  }
}

Eigen::VectorXd TorqueHistory::at(double t) const {
  Eigen::VectorXd result(static_cast<Eigen::Index>(tau_.size()));
  for (std::size_t i = 0; i < tau_.size(); ++i) {
    const double value = tau_[i](std::span(&t, 1));
    if (!std::isfinite(value)) {
      const KeyedFormula torque{"tau[" + std::to_string(i) + "]", &tau_[i]};
      throw TorqueWithoutValue{*formula_fault({&torque, 1}, {&t, 1})};
    }
    result[static_cast<Eigen::Index>(i)] = value;
  }
  return result;
}

TorqueHistory::Integrals TorqueHistory::integrals(double t, double h) const {
  const Eigen::Index n = static_cast<Eigen::Index>(tau_.size());
  Integrals result{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n)};
  for (const auto& [node, weight] : gauss_rule) {
    const Eigen::VectorXd value = at(t + node * h);
    result.first += h * weight * value;
    result.second += h * h * (1.0 - node) * weight * value;
  }
  return result;
}

std::vector<double> TorqueHistory::choices(double t) const {
  std::vector<double> result;
  for (const Expression& expression : tau_) {
    std::vector<double> mine(expression.branch_count());
    expression.branches(std::span(&t, 1), mine);
    result.insert(result.end(), mine.begin(), mine.end());
  }
  return result;
}

double TorqueHistory::smooth_step(double t, double h, double accuracy) const {
  const std::vector<double> start = choices(t);
  if (start.empty() || choices(t + h) == start) return h;
  double low = 0.0, high = h;
  while (high - low > accuracy) {
    const double middle = 0.5 * (low + high);
    (choices(t + middle) == start ? low : high) = middle;
  }
  return low;
}

}  // namespace dryslip::detail
