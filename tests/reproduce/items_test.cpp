#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "reproduce/gallery.hpp"
#include "reproduce/items.hpp"

namespace dryslip::reproduce {
namespace {

ItemReport report_of(const std::string& item, const ScenarioTexts& scenarios = named_scenarios()) {
  return run_items(find_items(item), scenarios).at(0);
}

/// The scenarios with one place of one text written otherwise.
ScenarioTexts changed(const std::string& scenario, const std::string& before, const std::string& after) {
  ScenarioTexts scenarios = named_scenarios();
  std::string& text = scenarios.texts.at(scenario);
  const std::size_t place = text.find(before);
  if (place == std::string::npos) throw std::logic_error(scenario + " has no '" + before + "'");
  text.replace(place, before.size(), after);
  return scenarios;
}

/// A value of a scenario, 1 % larger.
struct Change {
  std::string item, scenario, before, after;
};

void PrintTo(const Change& change, std::ostream* out) { *out << change.scenario << ": " << change.after; }

class EveryItem : public ::testing::TestWithParam<Change> {};

const Change changes[] = {
    {"goyal_fig_2", "goyal_bar", "[[0.0, 1.0,", "[[0.0, 1.01,"},
    {"goyal_fig_3", "limit_curves/smooth_laws", "mu = [1.0, 0.5]", "mu = [1.0, 0.505]"},
    {"goyal_fig_4", "limit_curves/hexagon_law", "[0.9, -0.2]", "[0.909, -0.2]"},
    {"goyal_fig_5", "limit_curves/wheel_laws", "axle = 0.4", "axle = 0.404"},
    {"goyal_fig_6", "limit_curves/castors", "heading = 0.6", "heading = 0.606"},
    {"goyal_fig_6", "limit_curves/castors", "0.25+", "0.2525+"},
    {"goyal_fig_7", "goyal_bar", "mu = 1.0", "mu = 1.01"},
    {"goyal_fig_8", "goyal_bar", "inertia = 1.0", "inertia = 1.01"},
    {"goyal_fig_9", "ring_of_ratchets", "radius = 0.1", "radius = 0.101"},
    {"goyal_fig_10", "goyal_bar", "[0.0, -1.0, 1.0]", "[0.0, -1.01, 1.0]"},
    {"kardan_fig_3", "kardan_never_slips", "mu = 0.4 ", "mu = 0.404 "},
    {"kardan_fig_4", "kardan_never_stops", "mass = 0.0234", "mass = 0.023634"},
    {"kardan_fig_5", "kardan_four_stops", "0.073*sin", "0.07373*sin"},
    {"kardan_fig_6", "kardan_general_motion", "0.0007*cos", "0.000707*cos"},
    {"kardan_table_1", "push_at_5_mm", "mu_static = 0.55", "mu_static = 0.5555"},
    {"kardan_table_1", "push_at_10_mm", "mass = 0.00848", "mass = 0.0085648"},
    {"kardan_fig_10", "push_flat_link", "mu = 0.52", "mu = 0.5252"},
    {"kardan_fig_11", "push_at_10_mm", "mass = 0.00848", "mass = 0.0085648"},
    {"kardan_fig_12", "push_at_5_mm", "size = [0.01, 0.03]", "size = [0.01, 0.0303]"},
    {"szewc_fig_2", "szewc_fig2_left", "mu = 0.2", "mu = 0.202"},
    {"szewc_fig_3", "szewc_fig3_top_left", "radius = 0.02", "radius = 0.0202"},
    {"szewc_fig_2", "szewc_fig2_right", "-800*cos", "-808*cos"},
    {"szewc_fig_2", "szewc_fig2_right_scaled", "cos(1500*t)", "cos(1515*t)"},
    {"szewc_fig_3", "szewc_fig3_top_right", "velocity = [0.0, 0.4]", "velocity = [0.0, 0.404]"},
    {"szewc_fig_3", "szewc_fig3_bottom_left", "contact_radius = 0.003", "contact_radius = 0.00303"},
    {"szewc_fig_3", "szewc_fig3_bottom_right", "rolling_shift = 1.0", "rolling_shift = 0.99"},
    {"szewc_models", "szewc_fig2_left", "rolling_shift = 1.0", "rolling_shift = 0.99"},
    {"szewc_fit", "szewc_fig2_left", "rolling_shift = 1.0", "rolling_shift = 0.99"},
    {"dupont_fig_1", "forward_dynamics/two_joints_fig_1", "mu = [0.4,", "mu = [0.404,"},
    {"dupont_fig_1", "forward_dynamics/two_joints_four_solutions", "d = [3.0,", "d = [3.03,"},
    {"dupont_fig_2", "forward_dynamics/joint_fig_2", "d = 3.0", "d = 3.03"},
    {"dupont_fig_3", "forward_dynamics/joint_fig_3", "mu = 3.5", "mu = 3.535"},
    {"dupont_fig_3", "forward_dynamics/joint_at_rest", "b = 1.0", "b = 1.01"},
    {"dupont_fig_4", "forward_dynamics/joint_fig_4_above", "a = 2.0", "a = 2.02"},
    {"dupont_fig_4", "forward_dynamics/joint_fig_4_below", "tau = -6.0", "tau = -6.06"},
    {"dupont_fig_6", "forward_dynamics/screw_fig_6", "mu = 0.05", "mu = 0.0505"},
    {"dupont_fig_7", "forward_dynamics/screw_fig_7", "lead = 0.002", "lead = 0.00202"},
    {"beyond_threshold", "push_at_5_mm", "size = [0.01, 0.03]", "size = [0.01, 0.0303]"},
    {"beyond_terminal_motions", "terminal_motions/annulus", "0.03,", "0.0303,"},
    {"beyond_terminal_motions", "terminal_motions/rectangle", "size = [0.1, 0.05]", "size = [0.101, 0.05]"},
    {"beyond_error_ladder", "uniform_disk_slide_spin", "radius = 0.05", "radius = 0.0505"},
    {"beyond_error_ladder", "kardan_general_motion", "size = [0.01, 0.03]", "size = [0.0101, 0.03]"},
    {"beyond_rod", "forward_dynamics/painleve_rod", "a = 0.4", "a = 0.404"},
    {"beyond_four_corners", "free_slide_of_a_block", "omega = 20.0", "omega = 20.2"},
};

std::string name_of(const ::testing::TestParamInfo<Change>& info) {
  return info.param.item + "_" + std::to_string(info.index);
}
/// As it is, computed once.
const ItemReport& our_report(const std::string& item) {
  static std::map<std::string, ItemReport> reports;
  if (reports.count(item) == 0) reports[item] = report_of(item);
  return reports.at(item);
}

TEST(Items, TheReadmeCountsThemByTheirBasis) {
  std::vector<ItemReport> reports;
  for (const Item& item : all_items()) reports.push_back(our_report(item.name));
  const ComparisonCounts counts = count_comparisons(reports);
  std::ifstream file(DRYSLIP_SOURCE_DIR "/README.md");
  const std::string readme{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(readme.find("Of " + std::to_string(counts.all) + " expected values"), std::string::npos) << counts.all;
  for (const Basis::Kind kind : all_basis_kinds) {
    const std::size_t k = static_cast<std::size_t>(kind), line = readme.find("| " + std::string(phrase_of(kind)));
    ASSERT_NE(line, std::string::npos) << phrase_of(kind);
    const std::string row = readme.substr(line, readme.find('\n', line) - line);
    const std::string numbers =
        " | " + std::to_string(counts.by_basis[k]) + " | " + std::to_string(counts.reproduced_by_basis[k]) + " |";
    EXPECT_NE(row.find(numbers), std::string::npos) << row << ": should end in" << numbers;
  }
}

INSTANTIATE_TEST_SUITE_P(Items, EveryItem, ::testing::ValuesIn(changes), name_of);

TEST_P(EveryItem, IsReproducedButNotWithOneValueChangedByOnePercent) {
  const Change& change = GetParam();
  const ItemReport& ours = our_report(change.item);
  EXPECT_EQ(ours.failure, "");
  EXPECT_FALSE(ours.result.comparisons.empty());
  EXPECT_FALSE(ours.result.pictures.empty());
  EXPECT_FALSE(ours.result.data.empty());
  for (const Comparison& c : ours.result.comparisons) {
    EXPECT_TRUE(std::isfinite(c.ours)) << c.what;
    EXPECT_NE(verdict(c), Verdict::NotReproduced) << c.what << ": " << c.expected << ", ours " << c.ours;
    EXPECT_FALSE(c.basis.text.empty()) << c.what;
    // a reason stands only where it is needed
    if (!c.because.empty()) {
      EXPECT_EQ(verdict(c), Verdict::Differs) << c.what;
    }
  }

  const ItemReport other = report_of(change.item, changed(change.scenario, change.before, change.after));
  EXPECT_TRUE(has_failed(other)) << "with " << change.after << " nothing is seen";
  ASSERT_EQ(other.result.comparisons.size(), ours.result.comparisons.size());
}

TEST(Items, AllHaveTheirRowAmongTheChanges) {
  std::set<std::string> tested;
  for (const Change& change : changes) tested.insert(change.item);
  for (const Item& item : all_items()) EXPECT_EQ(tested.count(item.name), 1u) << item.name;
  EXPECT_EQ(tested.size(), all_items().size());
}

TEST(Items, NameThemselvesTheirPaperAndTheirScenarios) {
  std::set<std::string> papers;
  for (const Paper& paper : all_papers()) papers.insert(paper.key);
  for (const Item& item : all_items()) {
    EXPECT_EQ(papers.count(item.paper), 1u) << item.name;
    EXPECT_EQ(item.place.empty(), item.paper == "beyond") << item.name;
    EXPECT_FALSE(item.title.empty()) << item.name;
    EXPECT_FALSE(item.scenarios.empty()) << item.name;
    for (const std::string& name : item.scenarios) EXPECT_EQ(named_scenarios().texts.count(name), 1u) << name;
  }
}

TEST(Items, AreFoundByNameAndByPaperInAnyCaseOfLetters) {
  EXPECT_EQ(find_items("Kardan_Fig_3").at(0).name, "kardan_fig_3");
  const std::size_t count = find_items("Kardan2013").size();
  EXPECT_GE(count, 5u);
  EXPECT_EQ(find_items("kardan").size(), count);
  try {
    find_items("kardan_fig_33");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("did you mean 'kardan_fig_3'?"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("kardan_table_1"));
  }
}

}  // namespace
}  // namespace dryslip::reproduce
