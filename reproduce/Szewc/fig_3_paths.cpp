#include <array>

#include "reproduce/Szewc/ball_paths.hpp"

namespace dryslip::reproduce {

ItemResult szewc_fig_3(const ScenarioTexts& scenarios) {
  const std::array<BallPanel, 4> panels{
      {{"top_left", "top left", "szewc_fig3_top_left", {108.94025645, 364.98470647}, {110.12640563, -142.04485154}},
       {"top_right", "top right", "szewc_fig3_top_right", {13.27996711, 475.22609244}, {14.19093921, -95.05401692}},
       {"bottom_left",
        "bottom left",
        "szewc_fig3_bottom_left",
        {-55.32987962, 338.17306271},
        {-57.10006909, -145.37990201}},
       {"bottom_right",
        "bottom right",
        "szewc_fig3_bottom_right",
        {-1.48382081, 349.34850766},
        {-1.69199954, -144.47145209}}}};
  return run_ball_panels(scenarios, "Szewc et al., Fig. 3: ball on a vibrating table", panels);
}

}  // namespace dryslip::reproduce
