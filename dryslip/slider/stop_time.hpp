#pragma once

#include "dryslip/limit_surface/dissipation_range.hpp"
#include "dryslip/slider/prepared_slider.hpp"

namespace dryslip {

/// Proven bounds on the time at which free sliding stops.
struct StopTimeBracket {
  double earliest = 0.0;        ///< [s]; infinite without friction
  double latest = 0.0;          ///< [s]; infinite where some motion meets no friction: the slider may roll on for ever
  double kinetic_energy = 0.0;  ///< at the start [J]
  DissipationRange range;       ///< that the bounds follow from
};
template <>
inline constexpr auto description<StopTimeBracket> =
    record<StopTimeBracket>("Proven bounds on the time at which free sliding stops.",
                            field<&StopTimeBracket::earliest>("s", "infinite without friction"),
                            field<&StopTimeBracket::latest>("s", "infinite where some motion meets no friction"),
                            field<&StopTimeBracket::kinetic_energy>("J", "at the start"),
                            field<&StopTimeBracket::range>("", "that the bounds follow from"));

/// Proven bounds on the stop time of a slider that slides freely from its initial state; drive and table are left out.
///
///     d√(2T)/dt = −D(V/√(2T)),   so   √(2T₀)/max D ≤ t ≤ √(2T₀)/min D   over VᵀGV = 1
///
/// where the extremes of D are proven bounds, not values found: bound_dissipation(). At rest: [0, 0]. Kinetic coefficients. Throws
/// InvalidInput as LimitSurface and for a mass or inertia that is not positive.
StopTimeBracket bracket_stop_time(const PreparedSlider& slider, const DissipationRangeOptions& options = {});

}  // namespace dryslip
