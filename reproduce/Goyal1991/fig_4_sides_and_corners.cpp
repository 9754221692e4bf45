#include <algorithm>
#include <cmath>
#include <numbers>

#include "reproduce/Goyal1991/point_law.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// The fans of slips at the corners: from one side's slip to the next [rad].
std::vector<double> fans_of(const std::vector<StraightSide>& sides) {
  std::vector<double> fans;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const double next = i + 1 < sides.size() ? sides[i + 1].slip_angle : sides[0].slip_angle + 2.0 * std::numbers::pi;
    fans.push_back(next - sides[i].slip_angle);
  }
  return fans;
}

/// Slip angle, length of the side and the fan that follows.
ItemFile side_file(const std::vector<StraightSide>& sides, const std::vector<double>& fans) {
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < sides.size(); ++i) rows.push_back({sides[i].slip_angle, sides[i].length, fans[i]});
  return csv_file("sides.csv", "slip_angle,length,fan_after_it", rows);
}

}  // namespace

ItemResult goyal_fig_4(const ScenarioTexts& scenarios) {
  const PointLaw law(support_alone(scenarios.scenario("limit_curves/hexagon_law"), 0));
  const std::vector<StraightSide> sides = law.sides();
  const std::vector<double> fans = fans_of(sides);
  double longest = 0.0, around = 0.0, widest = 0.0;
  for (const StraightSide& side : sides) {
    longest = std::max(longest, side.length);
    around += side.length;
  }
  for (const double fan : fans) widest = std::max(widest, fan);
  // the forces of two slips within one fan
  const double inside = sides.at(0).slip_angle + 0.25 * fans.at(0), other = sides[0].slip_angle + 0.75 * fans[0];
  const Basis geometry = Basis::own_geometry("geometry of our hexagon");
  constexpr double tolerance = 1e-9;
  NormalCurve curve = law.curve("Sides and corners", "side: one slip, many forces; corner: one force, many slips");
  for (std::size_t i = 0; i < sides.size(); ++i) curve.marks.push_back(law.force(sides[i].slip_angle + 0.5 * fans[i]));
  return {
      .comparisons = {{"straight sides: one slip, many forces", 6, static_cast<double>(sides.size()), 0, geometry},
                      {"longest side [N]", std::sqrt(0.90), longest, tolerance, geometry},
                      {"all sides together [N]", 5.235530298475, around, tolerance, geometry},
                      {"widest fan of slips at a corner [°]", 65.224859431168, widest / degree, tolerance, geometry},
                      {"force changes within a fan by [N]", 0.0, length(law.force(inside) - law.force(other)), 1e-14,
                       Basis::equations("corner: one force, many slips")},
                      {"reach towards x [N]", 0.9, law.reach(0.0), tolerance, geometry},
                      {"power that another force would have more [W]", 0.0, law.worst_deficit(), 1e-12,
                       Basis::equations("maximum power, eq. 3")}},
      .pictures = {curves_picture("Goyal 1991, Fig. 4: a limit curve with sides and corners", {curve},
                                  "On a straight side the force is not unique, at a corner the slip.", "curve.svg")},
      .data = {law.curve_file("curve.csv"), side_file(sides, fans)}};
}

}  // namespace dryslip::reproduce
