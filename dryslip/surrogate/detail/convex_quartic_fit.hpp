#pragma once

#include <array>

#include "dryslip/surrogate/quartic_model.hpp"

namespace dryslip::detail {

/// T_ijkl of H = Σ T_ijkl y_i y_j y_k y_l with the same entry for every order of the indices.
double tensor_entry(const Quartic::Coefficients& coefficients, const std::array<int, 4>& indices);

/// Least squares among the certified quartics, as quartic_by_least_squares().
CertifiedQuartic fit_convex_quartic(const ContactSamples& samples);

/// The certified quartic next to a given one, in the sum of squares of the coefficients.
CertifiedQuartic nearest_convex_quartic(const Quartic::Coefficients& coefficients);

}  // namespace dryslip::detail
