#pragma once

#include <span>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/surrogate/pade_kernel.hpp"

namespace dryslip {

// Scaled quantities of a contact, as in [Szewc]: lengths by its radius a, forces by μN. A Twist then holds velocity/a and
// omega, both in 1/s, and a FrictionLoad (T, M): the load is (μN T, a μN M).

/// Factors and exponents of the denominators [Szewc, eq. (8)] [-].
struct PadeParameters {
  double b_T = 1.0, m_T = 2.0;
  double b_M = 1.0, m_M = 2.0;

  friend constexpr bool operator==(const PadeParameters&, const PadeParameters&) = default;
};
inline constexpr Range above_one{.low = 1.0, .includes_low = false, .text = "must be above 1"};
template <>
inline constexpr auto description<PadeParameters> = record<PadeParameters>(
    "Factors and exponents of the Padé formula.", field<&PadeParameters::b_T>("-", "factor of the force", positive),
    field<&PadeParameters::m_T>("-", "exponent of the force", above_one),
    field<&PadeParameters::b_M>("-", "factor of the moment", positive),
    field<&PadeParameters::m_M>("-", "exponent of the moment", above_one));

/// The set printed in the paper [Szewc, eq. (12)], for circular Hertz contacts with 0 ≤ d ≤ 1.
inline constexpr PadeParameters szewc_parameters{.b_T = 0.771, .m_T = 2.655, .b_M = 0.419, .m_M = 3.073};

/// Moments c_ijk = ∫ xⁱ yʲ r⁻ᵏ σ dA of the scaled pressure σ, ∫ σ dA = 1 [Szewc, eq. (9), printed with the sign of the exponent
/// reversed]: what the pure motions need.
struct PressureMoments {
  Vec2 center;            ///< (c₁₀₀, c₀₁₀), the center of pressure
  Vec2 direction;         ///< (c₁₀₁, c₀₁₁), the mean of r/|r|
  double distance = 0.0;  ///< c₀₀₋₁, the mean of |r|
};

/// The load as a quotient that is exact for pure sliding and for pure spin [Szewc, eqs. (8), (12)].
///
///     T = (v + b_T ω ẑ×c_direction)/D_T,   D_T² = (|v|^m_T + |b_T ω|^m_T)^(2/m_T) + ε²
///     M = (b_M ω c_distance + c_center×v)/D_M,   D_M² likewise with b_M, m_M
///
/// T and M are along the slip. They have no potential in general: ∂(T, M)/∂(v, ω) is not symmetric.
class PadeFormula {
 public:
  /// Throws InvalidInput where a factor is not positive or an exponent is not above 1: then T would jump or T·v + Mω fall.
  explicit PadeFormula(const PadeParameters& parameters = szewc_parameters);

  /// Scaled load (T, M); zero for the zero twist. epsilon in 1/s.
  FrictionLoad load(const Twist& slip, const PressureMoments& moments, double epsilon = 0.0) const;
  /// ∂(T_x, T_y, M)/∂(v_x, v_y, ω).
  Mat3 jacobian(const Twist& slip, const PressureMoments& moments, double epsilon = 0.0) const;
  /// Loads of many twists for epsilon = 0; they differ from one by one by less than largest_batch_difference.
  void loads(std::span<const Twist> slips, const PressureMoments& moments, std::span<FrictionLoad> T_and_M) const;

  const PadeParameters& parameters() const { return parameters_; }

 private:
  PadeParameters parameters_;
  PadeTerm<double> for_T_, for_M_;
};

}  // namespace dryslip
