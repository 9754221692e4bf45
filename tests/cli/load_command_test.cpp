#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "dryslip/record/number_text.hpp"
#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::StartsWith;

const std::string block = source_file("scenarios/kardan_general_motion.toml");
const std::string dumbbell = source_file("scenarios/dumbbell.toml");
const std::string header = "vx,vy,omega,fx,fy,moment,power,unique";

ProgramResult load(const std::string& scenario, const std::string& twists) {
  return run_program({.arguments = {"load", scenario, "--twists", "-"}, .text = twists});
}

nlohmann::json load_json(const std::string& scenario, const std::string& twists) {
  const ProgramResult result =
      run_program({.arguments = {"load", scenario, "--twists", "-", "--json"}, .text = twists});
  EXPECT_EQ(result.status, 0) << result.messages;
  return nlohmann::json::parse(result.out).at("rows");
}

TEST(LoadCommand, AnswersEveryTwistInTheOrderGiven) {
  const ProgramResult result = load(block, "vx,vy,omega\n0.2,0,0\n0,0,2\n-0.1,0.3,-4\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.messages, "");
  const CsvTable table = csv_of(result.out);
  EXPECT_EQ(table.header, header);
  ASSERT_EQ(table.rows.size(), 3u);
  const double mu_N = 0.4 * 0.229554;  // translation: the whole friction force along the slip
  EXPECT_NEAR(table.rows[0][3], mu_N, 1e-15);
  EXPECT_NEAR(table.rows[0][6], 0.2 * mu_N, 1e-15);
  EXPECT_EQ(table.rows[1][2], 2.0);
  EXPECT_NEAR(table.rows[1][3], 0.0, 1e-15);
  EXPECT_GT(table.rows[1][5], 0.0);
  for (const auto& row : table.rows) {
    ASSERT_EQ(row.size(), 8u);
    EXPECT_NEAR(row[6], row[0] * row[3] + row[1] * row[4] + row[2] * row[5], 1e-15);  // power = P·V
    EXPECT_EQ(row[7], 1.0);
  }
}

TEST(LoadCommand, FindsColumnsByNameInAnyOrderAndIgnoresOthers) {
  const std::string plain = load(block, "vx,vy,omega\n0.1,-0.2,3\n0.4,0.5,-6\n").out;
  EXPECT_EQ(load(block, "omega,note,vy,vx\n3,a,-0.2,0.1\n-6,,0.5,0.4\n").out, plain);
  EXPECT_EQ(load(block, "\xEF\xBB\xBFvx,vy,omega\r\n0.1,-0.2,3\r\n0.4,0.5,-6\r\n").out, plain);
  EXPECT_EQ(load(block, "\n\nvx,vy,omega\n\n0.1,-0.2,3\n \n0.4,0.5,-6").out, plain);
  // Other spellings of a number are the same number.
  EXPECT_EQ(csv_of(load(block, " vx , vy,omega\n +0.1 ,\t-2e-1, 3.0 \n0.4,.5,-6,\n").out).rows, csv_of(plain).rows);
  EXPECT_EQ(load(block, "\"vx\",\"a, b\",\"vy\",omega\n\"0.1\",\"x, y\",-0.2,3\n0.4,\"\",\"0.5\",-6\n").out, plain);
}

TEST(LoadCommand, ATableWithoutRowsGivesTheHeader) {
  const ProgramResult result = load(block, "vx,vy,omega\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, header + "\n");
  EXPECT_EQ(load_json(block, "vx,vy,omega\n").size(), 0u);
}

TEST(LoadCommand, ABadRowNamesItsLineAndColumn) {
  struct Case {
    std::string text, message;
  };
  const std::vector<Case> cases{
      {"vx,vy,omega\n1,2,3\n1,two,3\n", "<stdin>:3: vy: 'two': not a number"},
      {"vx,vy,omega\r\n\r\n1,2,3\r\n1,2,nan\r\n", "<stdin>:4: omega: 'nan': not a number"},
      {"vx,vy,omega\ninf,2,3\n", "<stdin>:2: vx: 'inf': not a number"},
      {"vx,vy,omega\n0x10,2,3\n", "<stdin>:2: vx: '0x10': not a number"},
      {"vx,vy,omega\n1e999,2,3\n", "<stdin>:2: vx: '1e999': not a number"},
      {"vx,vy,omega\n1,,3\n", "<stdin>:2: vy: '': not a number"},
      {"vx,vy,omega\n1,2\n", "<stdin>:2: omega: missing: the row has 2 fields"},
      {"vx,vy,omega\n1\n", "<stdin>:2: vy: missing: the row has 1 field\n"},
      {"vx,vy,omega\n0,1,0,2,0,3\n", "<stdin>:2: 6 fields: the first line names 3 columns"},
      {"vx,vy,omega\n\"1,2,3\n", "<stdin>:2: quotation mark not closed: a field in quotes begins and ends with \""},
      {"vx,vy,w\n1,2,3\n", "<stdin>:1: omega: no such column: the first line must name vx, vy, omega; it is 'vx,vy,w'"},
      {"vx;vy;omega\n1;2;3\n", "<stdin>:1: vx: no such column"},
      {"vx,vy,omega,vx\n1,2,3,4\n", "<stdin>:1: vx: two columns of this name"},
      {"1,2,3\n", "<stdin>:1: vx: no such column"},
      {"", "<stdin>:1: empty: the first line must name the columns vx, vy, omega"},
      {"vx,vy,omega\n" + std::string(3 << 20, '1'), "<stdin>:1: a line longer than"},
  };
  for (const Case& bad : cases) {
    const ProgramResult result = load(block, bad.text);
    EXPECT_EQ(result.status, 1) << bad.text.substr(0, 80);
    EXPECT_THAT(result.messages, StartsWith(bad.message));
    EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
  }
}

TEST(LoadCommand, NumbersReadBackToTheSameDoubleInEveryLanguage) {
  std::mt19937_64 generator(2);
  std::uniform_int_distribution<int> exponent(-300, 280);
  std::uniform_real_distribution<double> mantissa(-10, 10);
  std::string text = "vx,vy,omega\n";
  std::vector<double> values;
  for (int i = 0; i < 3000; ++i) {
    values.push_back(mantissa(generator) * std::pow(10.0, exponent(generator)));
    text += number_text(values.back()) + (i % 3 == 2 ? "\n" : ",");
  }
  const ProgramResult result = load(block, text);
  ASSERT_EQ(result.status, 0) << result.messages;
  const CsvTable table = csv_of(result.out);
  ASSERT_EQ(table.rows.size(), 1000u);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(table.rows[i / 3][i % 3]), std::bit_cast<std::uint64_t>(values[i]));
  for (const auto& row : table.rows)
    for (const double value : row) EXPECT_TRUE(std::isfinite(value));
  // Where this language is not installed the program falls back to the plain one, and the test says nothing.
  EXPECT_EQ(run_program({.arguments = {"load", block, "--twists", "-"}, .text = text, .language = "de_DE.UTF-8"}).out,
            result.out);
}

TEST(LoadCommand, JsonHoldsTheSameNumbersAndAnErrorBound) {
  const std::string twists = "vx,vy,omega\n0.1,-0.2,3\n0.4,0.5,-6\n";
  const CsvTable table = csv_of(load(dumbbell, twists).out);
  const nlohmann::json rows = load_json(dumbbell, twists);
  ASSERT_EQ(rows.size(), 2u);
  const char* names[] = {"vx", "vy", "omega", "fx", "fy", "moment", "power", "unique"};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(rows[i].at(names[k]).get<double>(), table.rows[i][k], 1e-12);
    EXPECT_GE(rows[i].at("error_bound").get<double>(), 0.0);
    EXPECT_FALSE(rows[i].contains("set"));
  }
}

TEST(LoadCommand, ATurnAboutAPointSupportHasTheFacetEllipse) {
  // Goyal 1991, sec. 8: the support at (0, 0.05) may carry any force up to μN/2 = 1 N.
  const nlohmann::json row = load_json(dumbbell, "vx,vy,omega\n0.05,0,1\n").at(0);
  EXPECT_EQ(row.at("unique"), 0);
  EXPECT_EQ(row.at("set").at("type"), "ellipse");
  EXPECT_NEAR(row.at("set").at("center")[0].get<double>(), 1.0, 1e-12);  // the other support slips along +x
  EXPECT_NEAR(row.at("set").at("center")[2].get<double>(), 0.05, 1e-12);
  ASSERT_EQ(row.at("set").at("semi_axes").size(), 2u);
  for (const auto& axis : row.at("set").at("semi_axes")) {
    const double fx = axis[0], fy = axis[1], moment = axis[2];
    EXPECT_NEAR(std::hypot(fx, fy), 1.0, 1e-12);
    EXPECT_NEAR(moment, -0.05 * fx, 1e-12);
  }
}

TEST(LoadCommand, TheZeroTwistHasEveryLoad) {
  const nlohmann::json row = load_json(block, "vx,vy,omega\n0,-0,0\n").at(0);
  EXPECT_EQ(row.at("unique"), 0);
  EXPECT_EQ(row.at("set"), nlohmann::json::parse(R"({"type": "all"})"));
  EXPECT_EQ(row.at("power"), 0.0);
}

TEST(LoadCommand, RollingWheelsGiveASumOfSegments) {
  const TemporaryFolder folder;
  const std::string one_wheel = R"(
[contact]
normal_force = 2
mu = 0.5
[[contact.support]]
shape = "points"
points = [[0.1, 0.2, 1]]
law = { type = "wheel", heading = 0 }
)";
  const std::string second = "[[contact.support]]\nshape = 'points'\npoints = [[-0.3, 0, 1]]\nlaw = {type = 'wheel'}\n";
  const nlohmann::json one = load_json(folder.write("one.toml", one_wheel), "vx,vy,omega\n1,0,0\n").at(0);
  EXPECT_EQ(one.at("unique"), 0);
  EXPECT_EQ(one.at("set").at("type"), "segment");
  ASSERT_EQ(one.at("set").at("ends").size(), 2u);
  const double end = one.at("set").at("ends")[0][1];
  EXPECT_NEAR(std::abs(end), 1.0, 1e-12);
  EXPECT_NEAR(one.at("set").at("ends")[0][2].get<double>(), 0.1 * end, 1e-12);
  EXPECT_NEAR(one.at("set").at("ends")[1][1].get<double>(), -end, 1e-12);
  const nlohmann::json two = load_json(folder.write("two.toml", one_wheel + second), "vx,vy,omega\n1,0,0\n").at(0);
  EXPECT_EQ(two.at("set").at("type"), "sum");
  EXPECT_EQ(two.at("set").at("terms").size(), 2u);
}

TEST(LoadCommand, AnUnreachableToleranceIsToldWithStatusTwo) {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("case.toml", R"(
[contact]
normal_force = 1
mu = 0.5
tolerance = 1e-30
[[contact.support]]
shape = "rectangle"
size = [0.05, 0.03]
pressure = { type = "expression", value = "1 + 10*x" }
)");
  const ProgramResult csv = load(scenario, "vx,vy,omega\n0.1,0.2,3\n0,0,0\n");
  EXPECT_EQ(csv.status, 2);
  EXPECT_EQ(csv_of(csv.out).rows.size(), 2u);  // the best known load is written all the same
  EXPECT_THAT(csv.messages,
              StartsWith("dryslip: not converged: 1 of 2 rows, the first is row 1; relative error up to "));
  const ProgramResult json =
      run_program({.arguments = {"load", scenario, "--twists", "-", "--json"}, .text = "vx,vy,omega\n0.1,0.2,3\n"});
  EXPECT_EQ(json.status, 2);
  EXPECT_EQ(nlohmann::json::parse(json.out).at("rows").at(0).at("converged"), false);
}

TEST(LoadCommand, WritesOverNoFileThatItReads) {
  const TemporaryFolder folder;
  const std::string twists = folder.write("twists.csv", "vx,vy,omega\n0.1,0.2,3\n"),
                    scenario = folder.write("block.toml", text_of(block));
  for (const auto& [out, what] : {std::pair{twists, "read by --twists"}, {scenario, "the scenario"}}) {
    const std::string before = text_of(out);
    const ProgramResult result = run_program({.arguments = {"load", scenario, "--twists", twists, "--out", out}});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.messages, "dryslip load: " + out + ": is " + what + ": must be another file\n");
    EXPECT_EQ(text_of(out), before);
  }
}

TEST(LoadCommand, NeedsNoMoreMemoryForMoreRows) {
  const TemporaryFolder folder;
  const auto memory = [&](int rows) {
    // Row by row: the memory of this process would count as the program's.
    const std::string file = folder.file("twists.csv");
    std::ofstream table(file);
    table << "vx,vy,omega\n";
    for (int i = 0; i < rows; ++i) table << "0.123456789,-0.987654321,3.14159265358979\n";
    table.close();
    const ProgramResult result =
        run_program({.arguments = {"load", block, "--twists", "-", "--quiet"}, .file = file, .out_file = "/dev/null"});
    EXPECT_EQ(result.status, 0);
    return result.largest_memory;
  };
  const long few = memory(20000);
  EXPECT_LT(memory(1000000), few + 8 * 1024);  // [KiB]; the table in memory would take 150 MB
}

}  // namespace
}  // namespace dryslip::tests
