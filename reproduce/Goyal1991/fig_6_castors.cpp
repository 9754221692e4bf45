#include <cmath>
#include <numbers>
#include <stdexcept>

#include "dryslip/contact_patch/castor.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/drawing/draw_castor.hpp"
#include "reproduce/Goyal1991/point_law.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// Arm from the wheel to the pivot at O.
double arm_length(const Support& support) { return length(std::get<Points>(support.shape).points.at(0).position); }

CrookedCastor crooked_castor(const Support& support) {
  const auto& wheel = std::get<RustyWheelLaw>(support.law);
  return {.arm = {.length = arm_length(support), .bend = wheel.heading.angle},
          .axle = wheel.axle,
          .mu = wheel.coefficients.mu.value()};
}

InlineCastor inline_castor(const Support& support) {
  return {.length = arm_length(support), .rubbing = std::get<CustomLaw>(support.law).value};
}

/// A contact in one point with this law.
PointLaw point_law(ContactPatch contact, const FrictionLaw& law) {
  contact.supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}, .law = law}};
  return PointLaw(contact);
}

/// Distances and angles from the slip to the rolling direction, of a wheel that is pulled sideways.
ItemFile turning_file(const CastorArm& arm, double start) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i <= 80; ++i) {
    const double lengths = 0.1 * i;
    rows.push_back({lengths, line_angle_after(arm, start, lengths * arm.length) + arm.bend});
  }
  return csv_file("turning.csv", "distance_per_arm,rolling_angle", rows);
}

double deficit_of(const FrictionLaw& law) {
  const auto found = find_power_violation(law);
  return found ? found->deficit : 0.0;
}

}  // namespace

ItemResult goyal_fig_6(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("limit_curves/castors");
  const CrookedCastor crooked = crooked_castor(scenario.contact.supports.at(0));
  const InlineCastor in_line = inline_castor(scenario.contact.supports.at(1));
  constexpr double line = 1.0;  // [rad]
  const PointLaw now = point_law(scenario.contact, instantaneous_law(crooked, line)),
                 then = point_law(scenario.contact, relaxed_law(crooked)),
                 rubbing_now = point_law(scenario.contact, instantaneous_law(in_line, line)),
                 rubbing_then = point_law(scenario.contact, relaxed_law(in_line));
  const Vec2 turned = then.force(0.0);
  const double sideways = 0.5 * std::numbers::pi - crooked.arm.bend;  // line of a wheel across the slip
  const double distance = relaxation_distance(crooked.arm, sideways, 5.0 * degree),
               in_line_distance = relaxation_distance({.length = in_line.length}, 0.5 * std::numbers::pi, 5.0 * degree);
  constexpr double tolerance = 1e-9;
  const Basis arm = Basis::own_geometry("own derivation, a two-force member: b/cos δ along its line"),
              slip = Basis::own_geometry("own derivation, docs/theory/castor.md"),
              broken = Basis::own_geometry("own derivation, μN (1 − cos δ): another force would have more power"),
              turning = Basis::equations("obeys eq. 3 at any instant");
  return {
      .comparisons =
          {{"crooked, at an instant: reach along its line [N]", 0.2423256629, now.reach(line), tolerance, arm},
           {"crooked, at an instant: more power [W]", 0.0, now.worst_deficit(), 1e-12, turning},
           {"crooked, turned: size of the force [N]", 0.2423256629, length(turned), tolerance, arm},
           {"crooked, turned: angle from slip to force [°]", -0.6 / degree, std::atan2(turned.y, turned.x) / degree,
            tolerance, Basis::own_geometry("own derivation: −δ")},
           {"crooked, turned: more power [W]", 0.0423256629, deficit_of(relaxed_law(crooked)), tolerance, broken},
           {"crooked: dragged from across the slip to within 5° [mm]", 77.5312353, 1e3 * distance, 1e-6, slip},
           {"in line: dragged from across the slip to within 5° [mm]", 93.9390399, 1e3 * in_line_distance, 1e-6, slip},
           {"in line, at an instant: more power [W]", 0.0, rubbing_now.worst_deficit(), 1e-12, turning},
           {"in line, turned: force for slip along x [N]", 0.35, length(rubbing_then.force(0.0)), tolerance,
            Basis::own_geometry("size of its place, our data")},
           {"in line, turned: force for slip along y [N]", 0.15, length(rubbing_then.force(0.5 * std::numbers::pi)),
            tolerance, Basis::own_geometry("size of its place, our data")},
           {"in line, turned: breaks maximum power (1: yes)", 1, deficit_of(relaxed_law(in_line)) > 1e-3 ? 1.0 : 0.0, 0,
            Basis::printed("sec. 7: a force along the slip whose size depends on its direction")}},
      .pictures = {{"castors.svg", draw_castor(crooked, in_line, line),
                    "Castors obey maximum power at an instant; after they have turned they do not."}},
      .data = {turning_file(crooked.arm, sideways), then.curve_file("crooked_turned.csv"),
               rubbing_then.curve_file("in_line_turned.csv")}};
}

}  // namespace dryslip::reproduce
