#include <algorithm>
#include <cmath>
#include <numbers>

#include "reproduce/Goyal1991/point_law.hpp"

namespace dryslip::reproduce {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// Sizes and directions of the forces of a law.
struct Forces {
  double shortest = 0.0, longest = 0.0;  ///< [N]
  double longest_at = 0.0;               ///< direction of the longest, between 0 and π [rad]
  double farthest_from_slip = 0.0;       ///< largest angle between force and slip [rad]
};

Forces forces_of(const PointLaw& law) {
  Forces found{.shortest = length(law.force(0.0))};
  for (int i = 0; i < slip_directions; ++i) {
    const Vec2 f = law.force(slip_direction(i)), v = unit_vector(slip_direction(i));
    found.shortest = std::min(found.shortest, length(f));
    if (length(f) > found.longest) {
      found.longest = length(f);
      found.longest_at = std::fmod(std::atan2(f.y, f.x) + 2.0 * std::numbers::pi, std::numbers::pi);
    }
    found.farthest_from_slip = std::max(found.farthest_from_slip, std::abs(std::atan2(cross(v, f), dot(v, f))));
  }
  return found;
}

}  // namespace

ItemResult goyal_fig_3(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("limit_curves/smooth_laws");
  const PointLaw isotropic(support_alone(scenario, 0)), elliptic(support_alone(scenario, 1));
  const Forces circle = forces_of(isotropic), ellipse = forces_of(elliptic);
  // slips are half a degree apart: extremes, which are flat, are met to a few 1e-5
  constexpr double rounding = 1e-12, met = 5e-5;
  const Basis disk = Basis::own_geometry("disk of radius μN of our data"),
              axes = Basis::own_geometry("semi-axes of our data"), normal = Basis::equations("maximum power, eq. 3");
  return {.comparisons = {{"isotropic: longest force [N]", 1.0, circle.longest, rounding, disk},
                          {"isotropic: shortest force [N]", 1.0, circle.shortest, rounding, disk},
                          {"isotropic: largest angle from slip to force [°]", 0.0, circle.farthest_from_slip / degree,
                           1e-10, Basis::equations("force along the slip")},
                          {"elliptic: longest force [N]", 1.0, ellipse.longest, met, axes},
                          {"elliptic: shortest force [N]", 0.5, ellipse.shortest, met, axes},
                          {"elliptic: heading of the longest force [°]", 0.5 / degree, ellipse.longest_at / degree,
                           0.25, Basis::own_geometry("0.5 rad; half a step of slip")},
                          {"elliptic: largest angle from slip to force [°]", std::atan(0.75) / degree,
                           ellipse.farthest_from_slip / degree, 2e-3,
                           Basis::equations("f = (k₁² v₁, k₂² v₂)/h: tan = (k₁² − k₂²)/(2 k₁k₂)")},
                          {"isotropic: power that another force would have more [W]", 0.0, isotropic.worst_deficit(),
                           rounding, normal},
                          {"elliptic: power that another force would have more [W]", 0.0, elliptic.worst_deficit(),
                           rounding, normal}},
          .pictures = {curves_picture("Goyal 1991, Fig. 3: smooth limit curves",
                                      {isotropic.curve("Isotropic", "circle, μ = 1: slip along the force"),
                                       elliptic.curve("Elliptic", "semi-axes 1 and 0.5, turned by 0.5 rad")},
                                      "Limit curves with the slip as their normal.")},
          .data = {isotropic.curve_file("isotropic.csv"), elliptic.curve_file("elliptic.csv")}};
}

}  // namespace dryslip::reproduce
