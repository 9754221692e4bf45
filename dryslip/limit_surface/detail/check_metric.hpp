#pragma once

#include <Eigen/Cholesky>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip::detail {

/// Factors G = LLᵀ of a metric. Throws InvalidInput where it is not symmetric and positive definite.
inline Eigen::LLT<Mat3> check_metric(const Mat3& metric) {
  Eigen::LLT<Mat3> factors(metric);
  const bool is_symmetric = (metric - metric.transpose()).cwiseAbs().maxCoeff() <= 1e-14 * metric.cwiseAbs().maxCoeff();
  if (!is_symmetric || factors.info() != Eigen::Success || !metric.allFinite()) {
    throw InvalidInput("metric", "must be symmetric and positive definite");
  }
  return factors;
}

}  // namespace dryslip::detail
