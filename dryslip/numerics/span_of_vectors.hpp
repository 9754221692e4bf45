#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace dryslip {

/// Unit vectors across one another that span the given ones, up to three; parts shorter than `smallest` do not count.
std::vector<Eigen::Vector3d> span_of_vectors(std::span<const Eigen::Vector3d> vectors, double smallest);

/// Unit vectors that complete such a span to the whole space.
std::vector<Eigen::Vector3d> complement_of_span(std::span<const Eigen::Vector3d> span);

}  // namespace dryslip
