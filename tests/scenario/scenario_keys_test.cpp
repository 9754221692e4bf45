#include "dryslip/scenario/scenario_keys.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace dryslip {
namespace {

const std::filesystem::path file = std::filesystem::path(DRYSLIP_SOURCE_DIR) / "docs/reference/scenario_keys.md";

TEST(ScenarioKeys, ThePageIsWhatTheDescriptionsSay) {
  const std::string page = scenario_keys_page();
  if (std::getenv("DRYSLIP_WRITE_PAGES") != nullptr) std::ofstream(file, std::ios::binary) << page;
  std::ifstream stream(file, std::ios::binary);
  const std::string written{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  EXPECT_EQ(written, page)
      << file.string() << " differs from the descriptions: run\n"
      << "  DRYSLIP_WRITE_PAGES=1 build/release/tests/scenario_tests --gtest_filter='ScenarioKeys.*'";
}

TEST(ScenarioKeys, KeysStandInTheirTables) {
  const std::string page = scenario_keys_page();
  const auto section = [&](const std::string& name) {
    const std::size_t begin = page.find("## `" + name + "`");
    return begin == std::string::npos ? "" : page.substr(begin, page.find("\n#", begin) - begin);
  };
  EXPECT_NE(section("[contact]").find("| `model` | `\"exact\"`, `\"pade\"`"), std::string::npos)
      << section("[contact]");
  EXPECT_NE(section("[contact]").find("| `normal_force` | number | N |"), std::string::npos);
  EXPECT_EQ(section("[contact]").find("required"), std::string::npos);
  EXPECT_NE(section("[[drive.spring]]").find("| `stiffness` | number | N/m |"), std::string::npos);
  EXPECT_NE(section("[screw]").find("| `tau` | number or formula of t | N m or N |"), std::string::npos);
  EXPECT_NE(section("[mechanism]").find("| `velocity` | list: number per joint |"), std::string::npos);
}

}  // namespace
}  // namespace dryslip
