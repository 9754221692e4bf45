#include "dryslip/stick_slip/detail/torque_history.hpp"

#include <limits>
#include <string>

namespace dryslip::detail {

TorqueHistory::TorqueHistory(const std::vector<Expression>& tau, std::vector<double> scales)
    : formulas(tau, std::move(scales)) {
  try {
    at(0.0);
    at(std::numeric_limits<double>::min());  // formulas may choose anew there
  } catch (const TorqueWithoutValue& torque) {
    throw torque.fault;
  }
}

std::vector<KeyedFormula> TorqueHistory::keyed() const {
  std::vector<KeyedFormula> result;
  for (std::size_t i = 0; i < formulas.size(); ++i)
    result.push_back({"tau[" + std::to_string(i) + "]", &formulas.formula(i)});
  return result;
}

Eigen::VectorXd TorqueHistory::at(double t) const {
  Eigen::VectorXd result(static_cast<Eigen::Index>(formulas.size()));
  for (std::size_t i = 0; i < formulas.size(); ++i)
    result[static_cast<Eigen::Index>(i)] = formulas.formula(i)(std::span(&t, 1));
  if (!result.allFinite()) throw TorqueWithoutValue{*formula_fault(keyed(), {&t, 1})};
  return result;
}

Eigen::VectorXd TorqueHistory::held_at(double t) const {
  Eigen::VectorXd result(static_cast<Eigen::Index>(formulas.size()));
  for (std::size_t i = 0; i < formulas.size(); ++i) result[static_cast<Eigen::Index>(i)] = formulas.value(i, t);
  return result;
}

std::optional<InvalidInput> TorqueHistory::fault_between(double t0, double t1) const {
  return formula_fault_between(keyed(), t0, t1);
}

}  // namespace dryslip::detail
