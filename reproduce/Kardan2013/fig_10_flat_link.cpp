#include "reproduce/Kardan2013/push_test.hpp"

namespace dryslip::reproduce {

ItemResult kardan_fig_10(const ScenarioTexts& scenarios) {
  const PushTest test = push_block(scenarios.scenario("push_flat_link"));
  ItemResult result = push_pictures(test);
  result.comparisons = {
      {"times that the block yields", 1, test.starts, 0, Basis::printed("Fig. 10: one peak, then a plateau")},
      {"force at breakaway [mN]", 45.754, test.breakaway, 1e-3,
       Basis::equations("μ_s N: μ_s printed, weight from Table 1")},
      {"plateau over force at breakaway", 0.52 / 0.55, test.end / test.breakaway, 1e-4,
       Basis::equations("μ_k/μ_s as printed")}};
  return result;
}

}  // namespace dryslip::reproduce
