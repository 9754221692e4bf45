#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_file(folder)))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

// Each file tells in its first line what is expected: "# expect: LINE: fragment" of the message about itself, or
// "# expect: map.csv:LINE: fragment" about a file it names.
TEST(BadScenarios, GiveOneLineWithFileLineAndKeyAndStatusOne) {
  const std::string folder = source_file("tests/scenario/bad");
  const std::vector<std::string> names = files_in("tests/scenario/bad");
  ASSERT_GT(names.size(), 100u);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const std::string expectation = lines_of(text_of(folder + "/" + name)).at(0);
    ASSERT_THAT(expectation, StartsWith("# expect: "));
    std::string place = expectation.substr(10);
    const std::size_t colon = place.find(": ");
    const std::string fragment = place.substr(colon + 2);
    place.resize(colon);
    if (place.find(':') == std::string::npos) place = name + ":" + place;

    const ProgramResult result = run_program({.arguments = {"check", name}, .folder = folder});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
    EXPECT_THAT(result.messages, StartsWith(place + ": "));
    EXPECT_THAT(result.messages, HasSubstr(fragment));
  }
}

TEST(GoodScenarios, AllLoadAndAnswerATwist) {
  for (const std::string& name : files_in("scenarios")) {
    SCOPED_TRACE(name);
    const std::string file = source_file("scenarios/" + name);
    EXPECT_EQ(run_program({.arguments = {"check", file}}).status, 0);
    if (!has_contact(file)) continue;
    const ProgramResult result =
        run_program({.arguments = {"load", file, "--twists", "-"}, .text = "vx,vy,omega\n0.1,-0.05,3\n0,0,0\n"});
    EXPECT_EQ(result.status, 0) << result.messages;
    // nothing to say, but of a surrogate how far it is off
    if (text_of(file).find("\nmodel =") == std::string::npos) {
      EXPECT_EQ(result.messages, "");
    } else {
      EXPECT_THAT(result.messages, StartsWith("remark: contact.model = "));
    }
    const CsvTable table = csv_of(result.out);
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_GE(table.rows[0][6], 0.0);  // dissipated power
  }
}

}  // namespace
}  // namespace dryslip::tests
