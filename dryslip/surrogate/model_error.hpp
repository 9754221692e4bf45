#pragma once

#include "dryslip/record/progress.hpp"
#include "dryslip/surrogate/surrogate.hpp"

namespace dryslip {

/// Errors of a surrogate against the contact that it was fitted to, over the motions of the samples; `largest` is found by a search that
/// starts from the worst of them.
struct ModelError {
  double largest = 0.0;      ///< of a load: |ΔF| or |ΔM|, whichever is more, relative to LoadScale [-]
  double rms = 0.0;          ///< root mean square of those errors [-]
  Twist largest_at;          ///< a motion with the largest error
  double dissipation = 0.0;  ///< largest |ΔD|/D [-]
  double gauge = 0.0;        ///< largest |g(P) − 1| for loads P on the exact surface: its radial distance [-]
  /// Largest angle between the motions that a load has in the model and exactly, as vectors (v, ω frame length) [rad]. For a center of
  /// rotation close to the contact it is the distance of the centers in units of that length.
  double center_of_rotation = 0.0;
  double least_power = 1.0;  ///< least D of the model over that of the contact: above 0 it dissipates everywhere [-]
  double asymmetry = 0.0;  ///< largest |J − Jᵀ|/|J + Jᵀ| of J = ∂P/∂V in units of the frame: 0 for a gradient [-]
  bool converged = true;  ///< every load had its motion found
};
template <>
inline constexpr auto description<ModelError> = record<ModelError>(
    "Errors of a surrogate against the exact contact.",
    field<&ModelError::largest>("-", "of a load, relative to LoadScale"),
    field<&ModelError::rms>("-", "root mean square of those errors"),
    field<&ModelError::largest_at>("m/s, m/s, rad/s", "a motion with the largest error: vx, vy, omega"),
    field<&ModelError::dissipation>("-", "largest |ΔD|/D"),
    field<&ModelError::gauge>("-", "largest radial distance from the exact surface"),
    field<&ModelError::center_of_rotation>("rad", "largest angle between motions of a load"),
    field<&ModelError::least_power>("-", "least D over that of the contact: above 0 it dissipates"),
    field<&ModelError::asymmetry>("-", "0 for a gradient"),
    field<&ModelError::converged>("", "every load had its motion found"));

/// Throws Cancelled where progress says so.
ModelError measure_error(const Surrogate& model, const FrictionModel& exact, const ContactSamples& samples,
                         const Progress& progress = {});

/// Time of one load [ns], one by one and in a batch: the least of several runs of a few milliseconds.
struct LoadCost {
  double one_by_one = 0.0;
  double in_batch = 0.0;
};
template <>
inline constexpr auto description<LoadCost> = record<LoadCost>("Time of one load.",
                                                               field<&LoadCost::one_by_one>("ns", "of a single load"),
                                                               field<&LoadCost::in_batch>("ns", "as one of many"));

/// Throws Cancelled where progress says so.
LoadCost measure_cost(const FrictionModel& model, const ContactFrame& frame, const Progress& progress = {});

}  // namespace dryslip
