#include <array>

#include "reproduce/Szewc/ball_paths.hpp"

namespace dryslip::reproduce {
namespace {

ItemResult run(const ScenarioTexts& scenarios) {
  const std::array<BallPanel, 3> panels{
      {{"left", "left", "szewc_fig2_left", {49.9079123, 313.8328}, {542.93046381, 309.92290394}},
       {"right_as_printed",
        "right, 1000 and 800 m/s",
        "szewc_fig2_right",
        {-0.27561933, 761.1723514},
        {683.85073751, 761.19603163}},
       {"right",
        "right, 1 and 0.8 m/s",
        "szewc_fig2_right_scaled",
        {0.25795362, 326.06992244},
        {492.7844478, 328.873924}}}};
  return run_ball_panels(scenarios, "Szewc et al., Fig. 2: ball on a vibrating table", panels);
}

}  // namespace

Item szewc_fig_2() {
  return {.name = "szewc_fig_2",
          .paper = "Szewc",
          .place = "Fig. 2",
          .title = "Paths of a ball on a vibrating table, tilt about y",
          .remark =
              "Printed amplitudes of 1000 and 800 m/s (right) are run as they stand and as 1 and 0.8 m/s; duration (2 "
              "s) and tilt (0 "
              "and 2°) are ours, and the initial alpha_x = 20 is read as an angular velocity.",
          .scenarios = {"szewc_fig2_left", "szewc_fig2_right", "szewc_fig2_right_scaled"},
          .run = run};
}

}  // namespace dryslip::reproduce
