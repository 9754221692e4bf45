#include "reproduce/Kardan2013/push_test.hpp"

namespace dryslip::reproduce {
namespace {

ItemResult run(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("push_flat_link");
  const PushTest test = push_block(scenario);
  ItemResult result = push_pictures(test, scenario.title);
  result.comparisons = {
      {"times that the block yields", 1, test.starts, 0, Basis::printed("Fig. 10: one peak, then a plateau")},
      {"force at breakaway [mN]", 45.754, test.breakaway, 1e-3,
       Basis::equations("μ_s N: μ_s printed, weight from Table 1")},
      {"plateau over force at breakaway", 0.52 / 0.55, test.end / test.breakaway, 1e-4,
       Basis::equations("μ_k/μ_s as printed")}};
  return result;
}

}  // namespace

Item kardan_fig_10() {
  return {
      .name = "kardan_fig_10",
      .paper = "Kardan2013",
      .place = "Fig. 10",
      .title = "A block pushed by a flat link: force in time",
      .remark =
          "The paper gives neither the speed of the stage nor the stiffness of the load cell; chosen are 1 mm/s and "
          "200 N/m. The measured force is irregular, ours is that of constant coefficients.",
      .scenarios = {"push_flat_link"},
      .run = run};
}

}  // namespace dryslip::reproduce
