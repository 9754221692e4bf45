#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string block = source_file("scenarios/kardan_general_motion.toml");

TEST(MomentCommand, AgreesWithTheLoadOfAUnitSpin) {
  const ProgramResult moments =
      run_program({.arguments = {"moment", block, "--centers", "-"}, .text = "name,y,x\na,0.01,0.004\nb,1000,-2\n"});
  EXPECT_EQ(moments.status, 0) << moments.messages;
  const CsvTable table = csv_of(moments.out);
  EXPECT_EQ(table.header, "x,y,moment,fx,fy");
  ASSERT_EQ(table.rows.size(), 2u);
  const CsvTable loads = csv_of(
      run_program({.arguments = {"load", block, "--twists", "-"}, .text = "vx,vy,omega\n0.01,-0.004,1\n1000,2,1\n"})
          .out);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(table.rows[i][2], loads.rows[i][6], 1e-13 * loads.rows[i][6]);  // M = D of the unit spin
    EXPECT_NEAR(table.rows[i][3], loads.rows[i][3], 1e-14);
    EXPECT_NEAR(table.rows[i][4], loads.rows[i][4], 1e-14);
  }
}

TEST(MomentCommand, TheForceIsTheTurnedGradient) {
  const double h = 1e-6;  // central difference: truncation O(h²), here 1e-6 of the force
  const ProgramResult result = run_program({.arguments = {"moment", block, "--centers", "-"},
                                            .text = "x,y\n0.004,0.01\n0.004001,0.01\n0.003999,0.01\n"
                                                    "0.004,0.010001\n0.004,0.009999\n"});
  const CsvTable table = csv_of(result.out);
  ASSERT_EQ(table.rows.size(), 5u);
  const double dM_dx = (table.rows[1][2] - table.rows[2][2]) / (2 * h);
  const double dM_dy = (table.rows[3][2] - table.rows[4][2]) / (2 * h);
  EXPECT_NEAR(table.rows[0][3], dM_dy, 1e-6);  // F = −ẑ×∇M
  EXPECT_NEAR(table.rows[0][4], -dM_dx, 1e-6);
}

TEST(MomentCommand, WritesJsonRows) {
  const ProgramResult result =
      run_program({.arguments = {"moment", block, "--centers", "-", "--json"}, .text = "x,y\n0,0\n"});
  const nlohmann::json row = nlohmann::json::parse(result.out).at("rows").at(0);
  EXPECT_GT(row.at("moment").get<double>(), 0.0);
  EXPECT_NEAR(row.at("fx").get<double>(), 0.0, 1e-15);
}

TEST(MomentCommand, DrawsAPictureWithOrWithoutATable) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program({.arguments = {"moment", block, "--plot", folder.file("m.svg")}});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.out, "");
  const std::string picture = text_of(folder.file("m.svg"));
  EXPECT_THAT(picture, StartsWith("<svg xmlns="));
  EXPECT_THAT(picture, HasSubstr("mN·m"));
  EXPECT_THAT(picture, HasSubstr("[mm]"));
  EXPECT_EQ(picture.find("nan"), std::string::npos);
  const ProgramResult both = run_program(
      {.arguments = {"moment", block, "--plot", folder.file("n.svg"), "--centers", "-"}, .text = "x,y\n0,0\n"});
  EXPECT_EQ(csv_of(both.out).rows.size(), 1u);
  EXPECT_EQ(text_of(folder.file("n.svg")), picture);  // same input, same bytes
}

TEST(MomentCommand, RefusesALawThatViolatesMaximumPower) {
  const std::string disk = "[contact]\nnormal_force = 1\n[[contact.support]]\nshape = 'disk'\nradius = 0.1\n";
  const TemporaryFolder folder;
  for (const std::vector<std::string>& work :
       {std::vector<std::string>{"--centers", "/dev/null"}, std::vector<std::string>{"--plot", folder.file("m.svg")}}) {
    std::vector<std::string> arguments{"moment", "-"};
    arguments.insert(arguments.end(), work.begin(), work.end());
    const ProgramResult result =
        run_program({.arguments = arguments, .text = disk + "law = { type = 'custom', value = '0.3+0.1*cos(phi)' }\n"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.messages, StartsWith("support[0].law: violates maximum power: for slip v = ["));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("m.svg")));
  const ProgramResult isotropic = run_program({.arguments = {"moment", "-", "--plot", folder.file("m.svg")},
                                               .text = disk + "law = { type = 'custom', value = '0.3' }\n"});
  EXPECT_EQ(isotropic.status, 0) << isotropic.messages;
}

TEST(MomentCommand, NeedsSomethingToDo) {
  const ProgramResult result = run_program({.arguments = {"moment", block}});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.messages, StartsWith("dryslip moment: nothing to do: give --centers"));
}

TEST(MomentCommand, DrawsEveryNamedScenario) {
  const TemporaryFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("scenarios"))) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path().string());
    const ProgramResult result =
        run_program({.arguments = {"moment", entry.path().string(), "--plot", folder.file("m.svg")}});
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(text_of(folder.file("m.svg")).find("nan"), std::string::npos);
  }
}

}  // namespace
}  // namespace dryslip::tests
