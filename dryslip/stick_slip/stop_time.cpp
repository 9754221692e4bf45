#include "dryslip/stick_slip/stop_time.hpp"

#include <cmath>
#include <limits>

namespace dryslip {

StopTimeBracket bracket_stop_time(const ContactPatch& patch, const PlanarBody& body, const Twist& V,
                                  const DissipationRangeOptions& options) {
  const LimitSurface surface(seen_from(patch, body.center_of_mass));
  StopTimeBracket result{.range = bound_dissipation(surface, central_metric(body), options)};
  if (V == Twist{}) return result;
  const double root =
      std::hypot(std::sqrt(body.mass) * length(V.velocity), std::sqrt(body.inertia) * V.omega);  // √(2T₀)
  constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
  const auto time = [&](double D) { return D > 0.0 ? root / D : std::numeric_limits<double>::infinity(); };
  result.earliest = time(result.range.largest) * (1.0 - rounding);
  result.latest = time(result.range.least) * (1.0 + rounding);
  return result;
}

}  // namespace dryslip
