#include "dryslip/scenario/formula_without_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/numerics/number_text.hpp"

namespace dryslip {

InvalidInput formula_without_value(const Scenario& scenario, double t) {
  const std::string when = "not finite at about t = " + number_text(t, 6) + " s: must be finite";
  const SliderState at = scenario.initial.value_or(SliderState{});
  const SliderDrive drive = scenario.drive.value_or(SliderDrive{});
  const SliderTable table = scenario.table.value_or(SliderTable{});
  std::vector<std::pair<std::string, const Expression*>> formulas{{"drive.fx", &drive.fx},
                                                                  {"drive.fy", &drive.fy},
                                                                  {"drive.moment", &drive.moment},
                                                                  {"table.velocity", &table.velocity[0]},
                                                                  {"table.velocity", &table.velocity[1]},
                                                                  {"table.omega", &table.omega}};
  for (std::size_t i = 0; i < drive.forces.size(); ++i) {
    for (const Expression& force : drive.forces[i].force)
      formulas.emplace_back("drive.force[" + std::to_string(i) + "].force", &force);
  }
  for (std::size_t i = 0; i < drive.springs.size(); ++i) {
    for (const Expression& anchor : drive.springs[i].anchor)
      formulas.emplace_back("drive.spring[" + std::to_string(i) + "].anchor", &anchor);
  }
  const double just_after = t + 1e-6 * std::max(1.0, t);  // a run ends short of where a formula has no value
  for (const double time : {t, just_after}) {
    const std::array values{time, at.position.x, at.position.y, at.angle, at.velocity.x, at.velocity.y, at.omega};
    for (const auto& [key, formula] : formulas) {
      if (!std::isfinite((*formula)(values))) return {key, "\"" + formula->text() + "\": " + when};
    }
  }
  return {"drive", "an expression of [drive] or [table] is " + when};
}

}  // namespace dryslip
