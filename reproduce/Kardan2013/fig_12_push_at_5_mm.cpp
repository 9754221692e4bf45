#include "reproduce/Kardan2013/push_test.hpp"

namespace dryslip::reproduce {

ItemResult kardan_fig_12(const ScenarioTexts& scenarios) {
  return push_by_sharp_link(scenarios.scenario("push_at_5_mm"),
                            {.figure = "Fig. 12", .theory = 34.7, .measured = 36.5});
}

}  // namespace dryslip::reproduce
