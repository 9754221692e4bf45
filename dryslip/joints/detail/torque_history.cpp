#include "dryslip/joints/detail/torque_history.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {

namespace {

/// Torques that matter: what is needed to move.
std::vector<double> torque_scales(const Mechanism& mechanism) {
  const Eigen::VectorXd scales = mechanism.b.cwiseAbs() + mechanism.mu.cwiseProduct(mechanism.d).cwiseAbs();
  return {scales.begin(), scales.end()};
}

}  // namespace

TorqueHistory::TorqueHistory(const DrivenJoints& joints)
    : formulas(joints.tau, torque_scales(joints.mechanism)), keys_(joints.tau_keys) {
  for (std::size_t i = keys_.size(); i < joints.tau.size(); ++i) keys_.push_back(indexed("tau", i));
  try {
    at(0.0);
    at(std::numeric_limits<double>::min());  // formulas may choose anew there
  } catch (const TorqueWithoutValue& torque) {
    throw torque.fault;
  }
}

std::vector<KeyedFormula> TorqueHistory::keyed() const {
  std::vector<KeyedFormula> result;
  for (std::size_t i = 0; i < formulas.size(); ++i) result.push_back({keys_[i], &formulas.formula(i)});
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

void TorqueHistory::fail_between(double t0, double t1) const {
  if (const auto fault = fault_between(t0, t1)) throw TorqueWithoutValue{*fault};
  // a pole at a switch: only the formula that is held has it
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    if (std::isfinite(formulas.value(i, t0)) && std::isfinite(formulas.value(i, t1))) continue;
    throw TorqueWithoutValue{InvalidInput(keys_[i], "\"" + formulas.formula(i).text() + "\": not finite at about t = " +
                                                        number_text(t0, 6) + " s: must be finite")};
  }
  const std::vector<std::string_view> all(keys_.begin(), keys_.end());
  throw TorqueWithoutValue{InvalidInput(joined(all), number_not_finite)};
}

}  // namespace dryslip::detail
