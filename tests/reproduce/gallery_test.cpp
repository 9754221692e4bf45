#include "reproduce/gallery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>

namespace dryslip::reproduce {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Comparison, IsReproducedUpToItsTolerance) {
  Comparison c{"force [mN]", 34.7, 34.74, 0.05, Basis::printed("Table 1")};
  EXPECT_EQ(verdict(c), Verdict::Reproduced);
  c.ours = 34.66;
  EXPECT_EQ(verdict(c), Verdict::Reproduced);
  c.ours = 34.64;
  EXPECT_EQ(verdict(c), Verdict::NotReproduced);
  c.ours = 34.76;
  EXPECT_EQ(verdict(c), Verdict::NotReproduced);
  EXPECT_EQ(verdict_text(c), "NOT REPRODUCED");
  c.because = "of a reason";
  EXPECT_EQ(verdict(c), Verdict::Differs);
  EXPECT_EQ(verdict_text(c), "differs, because of a reason");
  c.ours = std::numeric_limits<double>::quiet_NaN();
  c.because = "";
  EXPECT_EQ(verdict(c), Verdict::NotReproduced);
}

TEST(Comparison, ShowsAsManyDigitsAsTheToleranceAsksFor) {
  const Comparison c{"", 0.47212282, 0.472122816309, 1e-7, Basis::printed("")};
  EXPECT_EQ(expected_text(c), "0.47212282");
  EXPECT_EQ(ours_text(c), "0.47212282");
  EXPECT_EQ(difference_text(c), "-3.7e-09");
  const Comparison count{"", 4, 4, 0, Basis::printed("")};
  EXPECT_EQ(ours_text(count), "4");
  EXPECT_EQ(difference_text(count), "0");
  EXPECT_EQ(ours_text({"", 0, 12000, 0.5, Basis::printed("")}), "12000");
  EXPECT_EQ(ours_text({"", 0, -2e-9, 0.5, Basis::printed("")}), "-2e-09");
}

/// Reports of two items that need little time.
const std::vector<ItemReport>& some_reports() {
  static const std::vector<ItemReport> reports = run_items(
      std::vector<Item>{find_items("kardan_table_1").at(0), find_items("beyond_rod").at(0)}, named_scenarios());
  return reports;
}

TEST(Gallery, PageIsSelfContainedAndAllItsLinksExist) {
  const std::vector<GalleryFile> files = gallery_files(some_reports(), named_scenarios());
  std::set<std::string> paths;
  for (const GalleryFile& file : files) {
    EXPECT_TRUE(paths.insert(file.path).second) << file.path << " twice";
    EXPECT_FALSE(file.text.empty()) << file.path;
  }
  EXPECT_EQ(files.back().path, "index.html");
  const std::string page = files.back().text;
  std::set<std::string> linked;
  for (const std::string attribute : {"href=\"", "src=\""}) {
    for (std::size_t at = page.find(attribute); at != std::string::npos; at = page.find(attribute, at + 1)) {
      const std::size_t from = at + attribute.size();
      const std::string target = page.substr(from, page.find('"', from) - from);
      linked.insert(target);
      if (target.starts_with("#")) {
        EXPECT_THAT(page, HasSubstr("id=\"" + target.substr(1) + "\""));
      } else {
        EXPECT_EQ(paths.count(target), 1u) << target;
      }
    }
  }
  // nothing is missing on the page, and nothing comes from elsewhere
  paths.erase("index.html");
  for (const std::string& path : paths) EXPECT_EQ(linked.count(path), 1u) << path;
  for (const char* outside : {"http:", "https:", "<script", "<link", "@import", "url("})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  EXPECT_THAT(page, HasSubstr("<meta name=\"viewport\" content=\"width=device-width"));
  EXPECT_LT(page.size(), 30000u);
}

TEST(Gallery, PageShowsEveryComparisonAndItsReason) {
  const std::string page = gallery_page(some_reports());
  for (const ItemReport& report : some_reports()) {
    EXPECT_THAT(page, HasSubstr("id=\"" + report.item.name + "\""));
    for (const Comparison& c : report.result.comparisons) {
      EXPECT_THAT(page, HasSubstr(">" + expected_text(c) + "<"));
      EXPECT_THAT(page, HasSubstr(">" + ours_text(c) + "<"));
    }
  }
  EXPECT_THAT(page, HasSubstr("It differs, because no single weight"));
}

TEST(Gallery, ComparisonsAreCountedByTheirBasis) {
  const ComparisonCounts counts = count_comparisons(some_reports());
  // Table 1: eight printed numbers, three of them differ; the rod: six closed forms
  EXPECT_EQ(counts.all, 14u);
  EXPECT_EQ(counts.by_basis, (std::array<std::size_t, 4>{8, 6, 0, 0}));
  EXPECT_EQ(counts.reproduced_by_basis, (std::array<std::size_t, 4>{5, 6, 0, 0}));
  EXPECT_EQ(counts.reproduced, 11u);
  EXPECT_EQ(counts.differ, 3u);
  EXPECT_EQ(counts.not_reproduced(), 0u);

  const std::string text = summary_text(some_reports()), page = gallery_page(some_reports());
  EXPECT_THAT(text, HasSubstr("2 items, 14 comparisons: 11 reproduced, 3 differ for a known reason, 0 not reproduced\n"
                              "Of the expected values\n"
                              "     8 printed in a paper: 5 reproduced\n"
                              "     6 following from equations: 6 reproduced\n"
                              "     0 from another program: 0 reproduced\n"
                              "     0 our own geometry or derivation: 0 reproduced\n"));
  EXPECT_THAT(page, HasSubstr("or what its figure shows</td><td class=\"number\">8</td><td class=\"number\">5</td>"));
  for (const std::string& view : {text, page}) {
    EXPECT_THAT(view, HasSubstr("expected"));
    EXPECT_THAT(view, Not(HasSubstr("published")));
  }
  const nlohmann::json json = nlohmann::json::parse(summary_json(some_reports()));
  EXPECT_EQ(json.at("comparisons"), 14);
  EXPECT_EQ(json.at("by_basis").at("printed"), (nlohmann::json{{"comparisons", 8}, {"reproduced", 5}}));
  // only what is printed is called published
  const nlohmann::json printed = json.at("items").at(0).at("comparisons").at(0),
                       derived = json.at("items").at(1).at("comparisons").at(0);
  EXPECT_EQ(printed.at("basis_kind"), "printed");
  EXPECT_EQ(printed.at("published"), printed.at("expected"));
  EXPECT_EQ(derived.at("basis_kind"), "equations");
  EXPECT_FALSE(derived.contains("published"));
}

TEST(Gallery, AFailureIsSeenEverywhere) {
  Item item = find_items("kardan_fig_3").at(0);
  item.run = [](const ScenarioTexts&) -> ItemResult { throw std::runtime_error("not converged <at all>"); };
  const std::vector<ItemReport> reports = run_items({&item, 1}, named_scenarios());
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_TRUE(has_failed(reports[0]));
  EXPECT_THAT(summary_text(reports), HasSubstr("NOT REPRODUCED: not converged"));
  EXPECT_THAT(summary_text(reports), HasSubstr("FAILED: kardan_fig_3"));
  EXPECT_THAT(gallery_page(reports), HasSubstr("not converged &lt;at all&gt;"));
  const nlohmann::json json = nlohmann::json::parse(summary_json(reports)).at("items").at(0);
  EXPECT_EQ(json.at("reproduced"), false);
  EXPECT_EQ(json.at("failure"), "not converged <at all>");
}

TEST(Gallery, ReportsAreTheSameWhateverRunsBesideThem) {
  const std::vector<Item> items = find_items("kardan");
  const std::string together = summary_json(run_items(items, named_scenarios()));
  std::vector<ItemReport> one_by_one;
  for (const Item& item : items) one_by_one.push_back(run_items({&item, 1}, named_scenarios()).at(0));
  EXPECT_EQ(summary_json(one_by_one), together);
}

TEST(Gallery, BadScenariosAreNoFailureButAnError) {
  ScenarioTexts scenarios = named_scenarios();
  scenarios.texts.at("kardan_never_slips") = "[contact]\nmu = -1\n";
  EXPECT_THROW(run_items(find_items("kardan"), scenarios), std::invalid_argument);
}

}  // namespace
}  // namespace dryslip::reproduce
