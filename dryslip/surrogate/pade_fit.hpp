#pragma once

#include <functional>
#include <span>
#include <vector>

#include "dryslip/record/progress.hpp"
#include "dryslip/surrogate/surrogate.hpp"

namespace dryslip {

/// One place of the region over which a formula is fitted, with the exact load there; scaled as in pade_formula.hpp.
struct PadeSample {
  Twist slip;
  PressureMoments moments;
  FrictionLoad exact;
  double weight = 1.0;
};

/// The region D of [Szewc, eq. (11)], which the paper does not give: speeds |v| and spins ω ≥ 0 on the unit circle or in the
/// unit square, all directions of v, shifts d along x; evenly, at the middles of equal parts.
struct PadeRegion {
  enum class Shape { Circle, Square };
  Shape shape = Shape::Circle;
  double least_shift = 0.0;
  double largest_shift = 1.0;
  int speeds = 40;  ///< parts of the circle, or of each side of the square
  int directions = 24;
  int shifts = 10;
  /// Weight of a place; left out: all weigh the same.
  std::function<double(const Twist& slip, double shift)> weight = {};
};

/// Samples of the circular Hertz contact, exact by hertz_integral().
std::vector<PadeSample> hertz_samples(const PadeRegion& region);

/// Samples of any contact over the same speeds and directions; its pressure is its own, so that the shifts do not count.
/// Throws Cancelled where progress says so.
std::vector<PadeSample> contact_samples_of(const FrictionModel& exact, const ContactFrame& frame,
                                           const PressureMoments& moments, const PadeRegion& region,
                                           const Progress& progress = {});

/// Error of one component over the samples.
struct ComponentError {
  double rms = 0.0;  ///< weighted
  double largest = 0.0;
  Twist largest_at;  ///< slip
  Vec2 center;       ///< c_center of that sample, from which its shift follows
};
template <>
inline constexpr auto description<ComponentError> = record<ComponentError>(
    "Error of one component over the region of a Padé fit.", field<&ComponentError::rms>("-", "root mean square"),
    keyed("max", field<&ComponentError::largest>("-", "of the samples")),
    keyed("max_at", field<&ComponentError::largest_at>("1/s", "slip of that sample")),
    outside_files(field<&ComponentError::center>("-", "center of pressure of that sample")));

struct PadeFit {
  PadeParameters parameters;
  ComponentError T;  ///< of the vector
  ComponentError M;
  double least_power = 0.0;  ///< least T·v + Mω over the samples on the unit sphere of slips
  double asymmetry = 0.0;  ///< largest |J − Jᵀ|/|J + Jᵀ|, J = ∂(T, M)/∂(v, ω): distance from a gradient field
  bool converged = true;

  bool dissipates() const { return least_power > 0.0; }
};
template <>
inline constexpr auto description<PadeFit> =
    record<PadeFit>("A fitted Padé formula.", field<&PadeFit::parameters>("", "of the formula"),
                    field<&PadeFit::T>("", "error of the force"), field<&PadeFit::M>("", "error of the moment"),
                    field<&PadeFit::least_power>("-", "over the samples on the unit sphere of slips"),
                    field<&PadeFit::asymmetry>("-", "distance from a gradient field"),
                    field<&PadeFit::converged>("", "the parameters were found"));

/// Errors of the formula with given parameters over the samples.
PadeFit rate_pade(std::span<const PadeSample> samples, const PadeParameters& parameters);

/// Least squares over the samples [Szewc, eq. (11)], for T and M each on its own, since they have no parameter in common:
/// Levenberg-Marquardt from the guess and from the best place of a fixed grid; the better end counts, so that the guess does not.
PadeFit fit_pade(std::span<const PadeSample> samples, const PadeParameters& guess = szewc_parameters);

}  // namespace dryslip
