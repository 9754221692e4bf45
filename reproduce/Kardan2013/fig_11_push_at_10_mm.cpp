#include "reproduce/Kardan2013/push_test.hpp"

namespace dryslip::reproduce {

ItemResult kardan_fig_11(const ScenarioTexts& scenarios) {
  return push_by_sharp_link(scenarios.scenario("push_at_10_mm"),
                            {.figure = "Fig. 11", .theory = 26.2, .measured = 27.6});
}

}  // namespace dryslip::reproduce
