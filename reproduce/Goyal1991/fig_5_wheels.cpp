#include <cmath>
#include <numbers>

#include "reproduce/Goyal1991/point_law.hpp"

namespace dryslip::reproduce {
namespace {

constexpr double pi = std::numbers::pi, degree = pi / 180.0;
constexpr double forwards = 0.0, backwards = pi, left = 0.5 * pi, right = -0.5 * pi;  // of wheels that roll along x

/// Smallest angle from the rolling direction at which the force of a slip is no longer that of nearly rolling: skidding [rad].
double skid_angle(const PointLaw& law) {
  constexpr int halvings = 50;
  constexpr double changed = 1e-12;  // [N]
  const Vec2 rolling = law.force(1e-3);
  double low = 1e-3, high = left;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (length(law.force(middle) - rolling) < changed ? low : high) = middle;
  }
  return low;
}

}  // namespace

ItemResult goyal_fig_5(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("limit_curves/wheel_laws");
  const auto law = [&](std::size_t support) { return PointLaw(support_alone(scenario, support)); };
  const PointLaw wheel = law(0), rusty = law(1), ratchet = law(2), free = law(3), half_across = law(4),
                 half_along = law(5);
  constexpr double tolerance = 1e-9;
  const Basis segment = Basis::equations("segment across the rolling direction"),
              disk = Basis::equations("disk cut by |f·e| ≤ 0.4"),
              half_disk = Basis::equations("half disk: rolls forwards, locks backwards"),
              point = Basis::equations("a point: no friction"),
              half = Basis::equations("half a segment: resists one way"),
              strength = Basis::own_geometry("strength 1 N or bearing friction 0.4 N of our data");
  return {
      .comparisons =
          {{"ideal wheel: reach across [N]", 1.0, wheel.reach(left), tolerance, strength},
           {"ideal wheel: reach along [N]", 0.0, wheel.reach(forwards), tolerance, segment},
           {"rusty wheel: reach along [N]", 0.4, rusty.reach(forwards), tolerance, strength},
           {"rusty wheel: straight sides", 2, static_cast<double>(rusty.sides().size()), 0, disk},
           {"rusty wheel: length of a side [N]", 2.0 * std::sqrt(0.84), rusty.sides().at(0).length, tolerance, disk},
           {"rusty wheel: skids at an angle from rolling [°]", std::acos(0.4) / degree, skid_angle(rusty) / degree,
            1e-4, Basis::equations("corner of the cut disk; the force changes slowly beyond")},
           {"ratchet: reach forwards [N]", 0.0, ratchet.reach(forwards), tolerance, half_disk},
           {"ratchet: reach backwards [N]", 1.0, ratchet.reach(backwards), tolerance, strength},
           {"ratchet: length of its side [N]", 2.0, ratchet.sides().at(0).length, tolerance, half_disk},
           {"wheel of wheels: reach across [N]", 0.0, free.reach(left), tolerance, point},
           {"small wheels ratcheted: reach to the left [N]", 1.0, half_across.reach(left), tolerance, strength},
           {"small wheels ratcheted: reach to the right [N]", 0.0, half_across.reach(right), tolerance, half},
           {"big wheel ratcheted: reach forwards [N]", 1.0, half_along.reach(forwards), tolerance, strength},
           {"big wheel ratcheted: reach backwards [N]", 0.0, half_along.reach(backwards), tolerance, half}},
      .pictures = {curves_picture("Goyal 1991, Fig. 5: limit curves of wheels that roll along x",
                                  {wheel.curve("Ideal wheel", "rolls both ways without force"),
                                   rusty.curve("Rusty wheel", "rolls both ways against 0.4"),
                                   ratchet.curve("Ratchet", "rolls forwards, locks backwards"),
                                   free.curve("Wheel of wheels", "free in all directions"),
                                   half_across.curve("Small wheels ratcheted", "resist slip to the left"),
                                   half_along.curve("Big wheel ratcheted", "resists slip along x")},
                                  "Limit curves of wheels. Arrows inside a segment: rolling.")},
      .data = {wheel.curve_file("wheel.csv"), rusty.curve_file("rusty_wheel.csv"), ratchet.curve_file("ratchet.csv"),
               half_across.curve_file("small_wheels_ratcheted.csv"), half_along.curve_file("big_wheel_ratcheted.csv")}};
}

}  // namespace dryslip::reproduce
