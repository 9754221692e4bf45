#include <array>

#include "reproduce/Szewc/ball_paths.hpp"

namespace dryslip::reproduce {

ItemResult szewc_fig_2(const ScenarioTexts& scenarios) {
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

}  // namespace dryslip::reproduce
