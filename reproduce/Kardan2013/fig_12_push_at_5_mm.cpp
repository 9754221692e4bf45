#include "reproduce/Kardan2013/push_test.hpp"

namespace dryslip::reproduce {
namespace {

ItemResult run(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("push_at_5_mm");
  const PushTest test = push_block(scenario);
  ItemResult result = push_pictures(test, scenario.title);
  result.comparisons = {
      {"times that the block yields", 1, test.starts, 0, Basis::printed("Fig. 12: one peak, then it falls")},
      {"force at breakaway [mN]", 34.7, test.breakaway, 0.05, Basis::printed("Table 1, theory, last digit")},
      {"measured force at breakaway [mN]", 36.5, test.breakaway, 0.05, Basis::printed("Table 1, measured"),
       "it is a measurement, 5 % above the printed theory too"},
      {"rows 20 ms after breakaway and later with a larger force", 0, test.rows_higher, 0,
       Basis::printed("Fig. 12: the force falls")}};
  return result;
}

}  // namespace

Item kardan_fig_12() {
  return {.name = "kardan_fig_12",
          .paper = "Kardan2013",
          .place = "Fig. 12",
          .title = "A block pushed by a sharp link at h = 5 mm: force in time",
          .remark =
              "Speed of the stage (1 mm/s) and stiffness of the load cell (200 N/m) are chosen, the paper gives none; "
              "measured forces fall irregularly, ours falls as the block turns away.",
          .scenarios = {"push_at_5_mm"},
          .run = run};
}

}  // namespace dryslip::reproduce
