#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr, ::testing::StartsWith;

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
  // the numbers of the table by name
  const std::string center = "x,y\n0.004,0.01\n";
  const CsvTable table = csv_of(run_program({.arguments = {"moment", block, "--centers", "-"}, .text = center}).out);
  const nlohmann::json rows = nlohmann::json::parse(
      run_program({.arguments = {"moment", block, "--centers", "-", "--json"}, .text = center}).out);
  std::vector<double> named;
  for (const char* name : {"x", "y", "moment", "fx", "fy"})
    named.push_back(rows.at("rows").at(0).at(name).get<double>());
  EXPECT_EQ(named, table.rows.at(0));
}

TEST(MomentCommand, AToleranceOutOfReachIsReported) {
  const std::string pad =
      "[contact]\nnormal_force = 1\nmu = 0.5\ntolerance = 1e-30\n[[contact.support]]\nshape = 'rectangle'\n"
      "size = [0.05, 0.03]\npressure = { type = 'expression', value = '1 + 10*x' }\n";
  const TemporaryFolder folder;
  const std::string scenario = folder.write("pad.toml", pad);
  const ProgramResult result =
      run_program({.arguments = {"moment", scenario, "--centers", "-", "--json"}, .text = "x,y\n0.01,0.02\n"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.messages, StartsWith("dryslip: not converged: 1 of 1 rows"));
  // as the load of the unit spin
  const ProgramResult load =
      run_program({.arguments = {"load", scenario, "--twists", "-", "--json"}, .text = "vx,vy,omega\n0.02,-0.01,1\n"});
  const auto bound = [](const ProgramResult& answer) {
    return nlohmann::json::parse(answer.out).at("rows").at(0).at("error_bound").get<double>();
  };
  EXPECT_GT(bound(result), 0.0);
  EXPECT_EQ(bound(result), bound(load));
}

TEST(MomentCommand, MomentsBeyondTheLargestNumberAreTheLargestNumber) {
  const TemporaryFolder folder;
  const std::string disk = folder.write(
      "disk.toml", "[contact]\nnormal_force = 1e10\nmu = 0.5\n[[contact.support]]\nshape = 'disk'\nradius = 0.1\n");
  const ProgramResult result =
      run_program({.arguments = {"moment", disk, "--centers", "-"}, .text = "x,y\n1e305,0\n-3e304,1e305\n"});
  EXPECT_EQ(result.status, 0) << result.messages;
  ASSERT_EQ(csv_of(result.out).rows.size(), 2u);
  for (const auto& row : csv_of(result.out).rows) EXPECT_EQ(row[2], std::numeric_limits<double>::max());
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
    EXPECT_THAT(result.messages, StartsWith("<stdin>: contact.support[0].law: violates maximum power: for slip v = ["));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("m.svg")));
  const ProgramResult isotropic = run_program({.arguments = {"moment", "-", "--plot", folder.file("m.svg")},
                                               .text = disk + "law = { type = 'custom', value = '0.3' }\n"});
  EXPECT_EQ(isotropic.status, 0) << isotropic.messages;
}

TEST(MomentCommand, AGridHasTheRowsOfItsCentersXFastest) {
  const CsvTable grid = csv_of(run_program({.arguments = {"moment", block, "--grid", "5,4"}}).out);
  EXPECT_EQ(grid.header, "x,y,moment,fx,fy");
  ASSERT_EQ(grid.rows.size(), 20u);
  std::string centers = "x,y\n";
  for (std::size_t k = 0; k < 20; ++k) {
    const double x = grid.rows[k][0], y = grid.rows[k][1];
    EXPECT_NEAR(x, grid.rows[0][0] + static_cast<double>(k % 5) * (grid.rows[1][0] - grid.rows[0][0]), 1e-16);
    EXPECT_EQ(y, grid.rows[k - k % 5][1]);
    centers += nlohmann::json(x).dump() + "," + nlohmann::json(y).dump() + "\n";
  }
  // 10 mm × 30 mm with the margin of the picture, 0.45 of the longer side; no narrower than 3/4
  EXPECT_NEAR(grid.rows[19][0], 0.75 * 0.5 * 0.03 * 1.9, 1e-15);
  EXPECT_NEAR(grid.rows[19][1], 0.5 * 0.03 * 1.9, 1e-15);
  const CsvTable same = csv_of(run_program({.arguments = {"moment", block, "--centers", "-"}, .text = centers}).out);
  EXPECT_EQ(grid.rows, same.rows);
  const ProgramResult json = run_program({.arguments = {"moment", block, "--grid", "5,4", "--json"}});
  const nlohmann::json rows = nlohmann::json::parse(json.out).at("rows");
  ASSERT_EQ(rows.size(), 20u);
  EXPECT_EQ(rows.at(7).at("fx").get<double>(), grid.rows[7][3]);
}

TEST(MomentCommand, ContoursLieOnTheirLevel) {
  const ProgramResult result = run_program({.arguments = {"moment", block, "--contours", "6"}});
  EXPECT_EQ(result.status, 0) << result.messages;
  const CsvTable table = csv_of(result.out);
  EXPECT_EQ(table.header, "moment,line,x,y");
  ASSERT_GT(table.rows.size(), 100u);
  std::string centers = "x,y\n";
  for (const auto& row : table.rows)
    centers += nlohmann::json(row[2]).dump() + "," + nlohmann::json(row[3]).dump() + "\n";
  const CsvTable exact = csv_of(run_program({.arguments = {"moment", block, "--centers", "-"}, .text = centers}).out);
  ASSERT_EQ(exact.rows.size(), table.rows.size());
  // linear between 160 nodes: spacing²/8 times ∂²M/∂x², at most π μp times half the diagonal (integral in polar coordinates)
  const double spacing = 0.03 * 1.9 / 159, curvature = 3.1416 * 0.4 * 0.229554 / (0.01 * 0.03) * 0.0158;
  for (std::size_t k = 0; k < table.rows.size(); ++k)
    EXPECT_NEAR(table.rows[k][0], exact.rows[k][2], spacing * spacing / 8 * curvature);
  // the same as nested lists; the smallest moment has a closed line
  const ProgramResult nested = run_program({.arguments = {"moment", block, "--contours", "6", "--json"}});
  const nlohmann::json contours = nlohmann::json::parse(nested.out).at("contours");
  std::vector<std::vector<double>> rows;
  double number = 0.0;
  for (const auto& contour : contours) {
    for (const auto& line : contour.at("lines")) {
      for (const auto& point : line) rows.push_back({contour.at("moment"), number, point.at(0), point.at(1)});
      ++number;
    }
  }
  EXPECT_EQ(rows, table.rows);
  // about as many levels as asked for: steps are 1, 2 or 5 times a power of ten
  const ProgramResult many = run_program({.arguments = {"moment", block, "--contours", "40", "--json"}});
  const std::size_t levels = nlohmann::json::parse(many.out).at("contours").size();
  EXPECT_GE(levels, 20u);
  EXPECT_LE(levels, 54u);
  EXPECT_EQ(contours.at(0).at("moment").get<double>(), table.rows[0][0]);
  const nlohmann::json line = contours.at(0).at("lines").at(0);
  EXPECT_EQ(line.at(0), line.at(line.size() - 1));
}

TEST(MomentCommand, BadGridsAndContoursAreOneLine) {
  for (const std::string grid : {"5", "5,", "1,4", "5,4,3", "a,b", "5;4", "5.5,4", "200000,4", "-3,4"}) {
    const ProgramResult result = run_program({.arguments = {"moment", block, "--grid=" + grid}});
    EXPECT_EQ(result.status, 1) << grid;
    EXPECT_EQ(result.messages,
              "dryslip moment: --grid: '" + grid +
                  "': must be two whole numbers from 2 to 100000, nodes along x and y, such as 40,60\n");
    EXPECT_EQ(result.out, "");
  }
  for (const std::string count : {"0", "x", "3.5", "1001", "7 "}) {
    const ProgramResult result = run_program({.arguments = {"moment", block, "--contours=" + count}});
    EXPECT_EQ(result.status, 1) << count;
    EXPECT_EQ(result.messages,
              "dryslip moment: --contours: '" + count + "': must be a number of contour lines, from 1 to 1000\n");
  }
  const ProgramResult both = run_program({.arguments = {"moment", block, "--grid", "5,4", "--contours", "3"}});
  EXPECT_EQ(both.status, 1);
  EXPECT_EQ(both.messages, "dryslip moment: --centers, --grid and --contours: give one of them at a time\n");
}

TEST(MomentCommand, NeedsSomethingToDo) {
  const ProgramResult result = run_program({.arguments = {"moment", block}});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.messages, StartsWith("dryslip moment: nothing to do: give --centers"));
}

TEST(MomentCommand, DrawsEveryNamedScenario) {
  const TemporaryFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("scenarios"))) {
    if (entry.path().extension() != ".toml" || !has_contact(entry.path().string())) continue;
    SCOPED_TRACE(entry.path().string());
    const ProgramResult result =
        run_program({.arguments = {"moment", entry.path().string(), "--plot", folder.file("m.svg")}});
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(text_of(folder.file("m.svg")).find("nan"), std::string::npos);
  }
}

}  // namespace
}  // namespace dryslip::tests
