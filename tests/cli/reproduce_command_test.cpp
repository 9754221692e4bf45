#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::Contains, ::testing::HasSubstr, ::testing::Not, ::testing::StartsWith;
using Json = nlohmann::json;
namespace fs = std::filesystem;

ProgramResult reproduce(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "reproduce");
  return run_program({.arguments = arguments});
}

/// The scenario of an item as the program copies it, with one place written otherwise.
std::string changed_copy(const TemporaryFolder& folder, const std::string& scenario, const std::string& before,
                         const std::string& after) {
  std::string text = text_of(source_file("scenarios/" + scenario));
  text.replace(text.find(before), before.size(), after);
  fs::create_directory(folder.file("changed"));
  folder.write("changed/" + scenario, text);
  return folder.file("changed");
}

TEST(ReproduceCommand, CountsOneItem) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program({.arguments = {"reproduce", "kardan_table_1"}, .folder = folder.file("")});
  EXPECT_THAT(result.out, HasSubstr("\n1 item, 8 comparisons: "));
  EXPECT_THAT(text_of(folder.file("gallery/index.html")), HasSubstr("<p>1 item, 8 comparisons: "));
}

TEST(ReproduceCommand, WritesDataPicturesScenariosAndAPageFromAnyFolder) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program({.arguments = {"reproduce", "kardan_fig_5", "kardan_table_1"}, .folder = folder.file("")});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_THAT(result.out, HasSubstr("kardan_fig_5    stops in half a period"));
  EXPECT_THAT(result.out, HasSubstr("2 items, "));
  EXPECT_EQ(result.messages, "written: gallery/index.html\n");
  for (const char* name : {"index.html", "kardan_fig_5/run.csv", "kardan_fig_5/motion.svg", "kardan_fig_5/result.json",
                           "kardan_table_1/force_at_breakaway.csv", "kardan_table_1/push_at_5_mm.toml"})
    EXPECT_TRUE(fs::exists(folder.file("gallery/") + name)) << name;
  EXPECT_EQ(text_of(folder.file("gallery/kardan_fig_5/kardan_four_stops.toml")),
            text_of(source_file("scenarios/kardan_four_stops.toml")));
  // every file has its name: nothing unfinished is left
  for (const auto& entry : fs::recursive_directory_iterator(folder.file("gallery")))
    EXPECT_NE(entry.path().filename().string().front(), '.') << entry.path();
}

TEST(ReproduceCommand, JsonHoldsTheNumbersOfTheTable) {
  const TemporaryFolder folder;
  const ProgramResult result = reproduce({"kardan_table_1", "--json", "--quiet", "--out", folder.file("g")});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.messages, "");
  const Json item = Json::parse(result.out).at("items").at(0);
  EXPECT_EQ(item.at("item"), "kardan_table_1");
  EXPECT_EQ(item.at("reproduced"), true);
  const Json first = item.at("comparisons").at(0), third = item.at("comparisons").at(2);
  EXPECT_EQ(first.at("expected"), 34.7);
  EXPECT_EQ(first.at("basis_kind"), "printed");
  EXPECT_EQ(first.at("published"), 34.7);
  EXPECT_EQ(first.at("tolerance"), 0.05);
  EXPECT_NEAR(first.at("ours").get<double>(), 34.739537, 1e-6);  // kardan_threshold.json
  EXPECT_NEAR(first.at("difference").get<double>(), 0.039537, 1e-6);
  EXPECT_EQ(first.at("verdict"), "reproduced");
  EXPECT_EQ(third.at("verdict"), "differs");
  EXPECT_THAT(third.at("because").get<std::string>(), HasSubstr("no single weight"));
  EXPECT_EQ(Json::parse(text_of(folder.file("g/kardan_table_1/result.json"))).at("items").at(0), item);
}

TEST(ReproduceCommand, AChangedScenarioIsNotReproducedWithStatusTwo) {
  const TemporaryFolder folder;
  const std::string changed = changed_copy(folder, "kardan_never_slips.toml", "mu = 0.4 ", "mu = 0.404 ");
  const ProgramResult result =
      reproduce({"kardan_fig_3", "kardan_fig_5", "--scenarios", changed, "--out", folder.file("g")});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.out, HasSubstr("1.1592477    +1.1e-02  NOT REPRODUCED"));  // 1.14777 × 1.01
  EXPECT_THAT(result.out, HasSubstr("FAILED: kardan_fig_3\n"));
  EXPECT_THAT(text_of(folder.file("g/index.html")), HasSubstr("NOT REPRODUCED"));
  EXPECT_THAT(text_of(folder.file("g/kardan_fig_3/kardan_never_slips.toml")), HasSubstr("mu = 0.404"));
}

TEST(ReproduceCommand, ListNamesItemsAndPapers) {
  const ProgramResult all = reproduce({"--list"}), kardan = reproduce({"Kardan2013", "--list"});
  EXPECT_EQ(all.status, 0);
  EXPECT_THAT(all.out, HasSubstr("kardan_fig_6 "));
  EXPECT_THAT(all.out, HasSubstr("beyond_rod "));
  EXPECT_THAT(kardan.out, HasSubstr("kardan_fig_6 "));
  EXPECT_THAT(kardan.out, Not(HasSubstr("beyond_rod ")));
  const Json listed = Json::parse(reproduce({"kardan", "--list", "--json"}).out).at("items");
  std::vector<std::string> names;
  for (const Json& item : listed) names.push_back(item.at("item"));
  EXPECT_THAT(names, Contains("kardan_table_1"));
  EXPECT_EQ(listed.size() + 1, lines_of(kardan.out).size());  // with the title of the paper
}

TEST(ReproduceCommand, BadInputIsOneLineWithStatusOne) {
  const TemporaryFolder folder;
  const std::string bad = changed_copy(folder, "kardan_never_slips.toml", "mu = 0.4 ", "mu = -1 ");
  folder.write("file", "");
  fs::create_directory(folder.file("empty"));
  const std::string out = folder.file("g");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"kardan_fig_33"}, "dryslip reproduce: unknown item or paper 'kardan_fig_33': did you mean 'kardan_fig_3'?"},
      {{"kardan_fig_3", "--out", "-"}, "dryslip reproduce: --out -: needs a folder"},
      {{"kardan_fig_3", "--out", folder.file("file")}, folder.file("file") + ": cannot be created: "},
      {{"kardan_fig_3", "--scenarios", folder.file("none"), "--out", out}, folder.file("none") + ": not a folder"},
      {{"kardan_fig_3", "--scenarios", folder.file("empty"), "--out", out}, folder.file("empty") + ": holds none of"},
      {{"kardan_fig_3", "--scenarios", bad, "--out", out}, "kardan_never_slips.toml:4: contact.mu: -1: "},
      {{"kardan_fig_3", "--lst"}, "dryslip reproduce: unknown option '--lst': did you mean '--list'?"}};
  for (const auto& [arguments, message] : cases) {
    const ProgramResult result = reproduce(arguments);
    EXPECT_EQ(result.status, 1) << message;
    EXPECT_THAT(result.messages, StartsWith(message));
    EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_FALSE(fs::exists(out + "/index.html"));
}

TEST(ReproduceCommand, InterruptedEndsWith130AndWithoutAPage) {
  const TemporaryFolder folder;
  // all items together take longer than this
  const std::string command = "timeout --preserve-status -s INT 0.2 " + program() + " reproduce --out " +
                              folder.file("g") + " > " + folder.file("out");
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 130);
  EXPECT_FALSE(fs::exists(folder.file("g/index.html")));
}

}  // namespace
}  // namespace dryslip::tests
