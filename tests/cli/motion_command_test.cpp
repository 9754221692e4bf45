#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr, ::testing::StartsWith;
using Json = nlohmann::json;

const std::string block = source_file("scenarios/kardan_general_motion.toml");  // mu = 0.4, N = 0.229554
const std::string dumbbell = source_file("scenarios/dumbbell.toml");            // mu N = 2, arm 0.05

ProgramResult motion(const std::string& scenario, const std::string& loads, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"motion", scenario, "--loads", "-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program({.arguments = arguments, .text = "fx,fy,moment\n" + loads});
}

TEST(MotionCommand, IsTheInverseOfLoad) {
  const ProgramResult loads = run_program(
      {.arguments = {"load", block, "--twists", "-"}, .text = "vx,vy,omega\n0.3,-0.2,40\n-0.01,0.02,-1\n0.1,0,0\n"});
  std::string rows;
  for (const auto& row : csv_of(loads.out).rows) {
    char text[120];
    std::snprintf(text, sizeof text, "%.17g,%.17g,%.17g\n", 0.5 * row[3], 0.5 * row[4], 0.5 * row[5]);
    rows += text;
  }
  const ProgramResult result = motion(block, rows);
  EXPECT_EQ(result.status, 0) << result.messages;
  const CsvTable table = csv_of(result.out);
  EXPECT_EQ(table.header, "factor,vx,vy,omega,state,unique");
  const double twists[][3] = {{0.3, -0.2, 40}, {-0.01, 0.02, -1}, {0.1, 0, 0}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(table.rows[i][0], 2.0, 2e-10);
    EXPECT_EQ(table.rows[i][5], 1.0);
    // the same direction
    const double scale = std::hypot(twists[i][0], twists[i][1]) / std::hypot(table.rows[i][1], table.rows[i][2]);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(scale * table.rows[i][k + 1], twists[i][k], 1e-6 * std::abs(twists[i][2] + 0.1));
    EXPECT_THAT(lines_of(result.out)[i + 1], HasSubstr(",stick,1"));
  }
}

TEST(MotionCommand, SaysStickAndSlip) {
  const std::string out = motion(dumbbell, "1.999,0,0\n2.001,0,0\n0,0.5,0\n").out;
  EXPECT_THAT(lines_of(out)[1], HasSubstr(",stick,0"));  // a vertex: the motion is a fan
  EXPECT_THAT(lines_of(out)[2], HasSubstr(",slip,0"));
  EXPECT_THAT(lines_of(out)[3], HasSubstr(",stick,1"));
  EXPECT_NEAR(csv_of(out).rows[2][0], 4.0, 1e-9);
}

TEST(MotionCommand, ZeroLoadSticksAtAnyFactor) {
  const ProgramResult csv = motion(block, "0,0,0\n");
  EXPECT_EQ(lines_of(csv.out)[1], "inf,0,0,0,stick,0");
  EXPECT_EQ(csv.status, 0);
  const Json row = Json::parse(motion(block, "0,0,0\n", {"--json"}).out).at("rows").at(0);
  EXPECT_EQ(row.at("factor"), "inf");
  EXPECT_EQ(row.at("state"), "stick");
  EXPECT_EQ(motion(block, "0,0,0\n", {"--criterion", "CA"}).out, csv.out);
}

TEST(MotionCommand, JsonHasTheNumbersOfTheTableByName) {
  const std::string loads = "0.03,-0.01,0.0001\n-0.2,0.1,0.0005\n";  // inside and outside, on a smooth part
  const std::vector<std::vector<double>> given{{0.03, -0.01, 0.0001}, {-0.2, 0.1, 0.0005}};
  for (const std::string criterion : {"exact", "CA"}) {
    const CsvTable table = csv_of(motion(block, loads, {"--criterion", criterion}).out);
    const Json rows = Json::parse(motion(block, loads, {"--criterion", criterion, "--json"}).out).at("rows");
    ASSERT_EQ(rows.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      const auto number = [&](const char* name) { return rows[i].at(name).get<double>(); };
      EXPECT_EQ((std::vector<double>{number("fx"), number("fy"), number("moment")}), given[i]);
      EXPECT_EQ((std::vector<double>{number("factor"), number("vx"), number("vy"), number("omega")}),
                std::vector<double>(table.rows[i].begin(), table.rows[i].begin() + 4));
      EXPECT_EQ(rows[i].at("state"), i == 0 ? "stick" : "slip");
      EXPECT_EQ(rows[i].at("place"), i == 0 ? "inside" : "outside");
      EXPECT_EQ(rows[i].at("unique"), 1);
      EXPECT_EQ(rows[i].at("on_facet"), 0);
      EXPECT_FALSE(rows[i].contains("set"));
      EXPECT_EQ(number("lower") < number("upper"), criterion == "exact");  // the other looks at one twist
    }
  }
}

TEST(MotionCommand, TheCornerOfAPolytopeHasAConeOfMotions) {
  const TemporaryFolder folder;
  const auto wheel = [](const std::string& place, const std::string& heading) {
    return "[[contact.support]]\nshape = \"points\"\npoints = [" + place +
           "]\nlaw = { type = \"wheel\", heading = " + heading + " }\n";
  };
  const std::string cart = folder.write("cart.toml", "[contact]\nnormal_force = 3\nmu = 0.5\n" + wheel("[0, 0]", "0") +
                                                         wheel("[0.1, 0]", "0") + wheel("[0, 0.1]", "1.2"));
  // axle forces of 0.5 N, all of them at their limit
  const double fx = -0.5 * std::sin(1.2), fy = 1.0 + 0.5 * std::cos(1.2), moment = 0.05 - 0.1 * fx;
  char load[120];
  std::snprintf(load, sizeof load, "%.17g,%.17g,%.17g\n", fx, fy, moment);
  const Json row = Json::parse(motion(cart, load, {"--json"}).out).at("rows").at(0);
  EXPECT_NEAR(row.at("factor").get<double>(), 1.0, 1e-10);
  EXPECT_EQ(row.at("unique"), 0);
  EXPECT_EQ(row.at("set").at("type"), "cone");
  EXPECT_GT(row.at("set").at("motions").size(), 2u);
  for (const Json& V : row.at("set").at("motions")) {
    // each wheel slips towards its own force, or rolls
    const double vx = V.at(0), vy = V.at(1), omega = V.at(2),
                 small = 1e-6 * (std::hypot(vx, vy) + 0.1 * std::abs(omega));
    EXPECT_GE(vy, -small);
    EXPECT_GE(vy + 0.1 * omega, -small);
    EXPECT_GE((vx - 0.1 * omega) * -std::sin(1.2) + vy * std::cos(1.2), -small);
  }
}

TEST(MotionCommand, AContactThatCarriesNothingSaysSo) {
  const TemporaryFolder folder;
  const std::string cart = folder.write("skate.toml",
                                        "[contact]\nnormal_force = 1\nmu = 0.5\n[[contact.support]]\nshape = "
                                        "\"points\"\npoints = [[0, 0]]\nlaw = { type = \"wheel\" }\n");
  const ProgramResult result = motion(cart, "1,0,0\n0,0.25,0\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(csv_of(result.out).rows[0][0], 0.0);
  EXPECT_NEAR(csv_of(result.out).rows[1][0], 2.0, 1e-10);
  EXPECT_THAT(result.messages, HasSubstr("friction does not resist 1 of the loads (first: row 1); factor 0"));
  EXPECT_THAT(motion(cart, "0,0.25,0\n0,1,0\n1,0,0\n2,0,0\n").messages,
              HasSubstr("resist 2 of the loads (first: row 3)"));
  EXPECT_EQ(motion(cart, "1,0,0\n", {"--quiet"}).messages, "");
  const Json row = Json::parse(motion(cart, "1,0,0\n", {"--json"}).out).at("rows").at(0);
  EXPECT_THAT(row.at("remark").get<std::string>(), HasSubstr("friction does not resist"));
}

TEST(MotionCommand, JsonHoldsBoundsAndTheSet) {
  const Json rows = Json::parse(motion(dumbbell, "1,0,0\n0.7,0.1,0.02\n2,0,0\n", {"--json"}).out).at("rows");
  for (const Json& row : rows) {
    EXPECT_LE(row.at("lower").get<double>(), row.at("factor").get<double>());
    EXPECT_LE(row.at("factor").get<double>(), row.at("upper").get<double>());
    EXPECT_LE(row.at("upper").get<double>() - row.at("lower").get<double>(), 1e-10 * row.at("factor").get<double>());
  }
  EXPECT_EQ(rows[0].at("place"), "inside");
  EXPECT_EQ(rows[2].at("place"), "on");
  const Json& set = rows[0].at("set");
  EXPECT_EQ(set.at("type"), "fan");
  for (const Json& V : set.at("motions")) {
    // from the spin about one end to the opposite spin about the other
    EXPECT_NEAR(V.at(0).get<double>(), 0.05 * std::abs(V.at(2).get<double>()), 1e-9);
    EXPECT_NEAR(V.at(1).get<double>(), 0.0, 1e-9);
  }
  EXPECT_EQ(rows[1].at("on_facet"), 1);
  EXPECT_EQ(rows[1].at("unique"), 1);
}

TEST(MotionCommand, KardansCriterionLooksAtOneTwist) {
  // q = (fx/m, fy/m, moment/J), factor = D(q)/(P·q): the same by the load command
  const double m = 0.0234, J = 1.95e-6, fx = 0.03, fy = -0.01, moment = 0.0001;
  const CsvTable table = csv_of(motion(block, "0.03,-0.01,0.0001\n", {"--criterion", "CA"}).out);
  char twist[200];
  std::snprintf(twist, sizeof twist, "vx,vy,omega\n%.17g,%.17g,%.17g\n", fx / m, fy / m, moment / J);
  const CsvTable load = csv_of(run_program({.arguments = {"load", block, "--twists", "-"}, .text = twist}).out);
  const double power = fx * fx / m + fy * fy / m + moment * moment / J;
  EXPECT_NEAR(table.rows[0][0], load.rows[0][6] / power, 1e-12 * table.rows[0][0]);
  EXPECT_NEAR(table.rows[0][1], fx / m, 1e-12);
  EXPECT_NEAR(table.rows[0][3], moment / J, 1e-9);
  // it over-estimates the threshold
  EXPECT_GT(table.rows[0][0], csv_of(motion(block, "0.03,-0.01,0.0001\n").out).rows[0][0]);
}

TEST(MotionCommand, TableOneOfKardanByBothCriteria) {
  const Json cases = Json::parse(text_of(source_file("tests/reference_data/kardan_threshold.json"))).at("cases");
  const TemporaryFolder folder;
  for (const Json& item : cases) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const auto text = [&](const char* key) { return item.at(key).dump(); };
    // the normal force is the weight; the kinetic coefficient must not matter
    const std::string scenario =
        folder.write("block.toml", "[contact]\nmu = 0.1\nmu_static = " + text("mu_s") +
                                       "\n[[contact.support]]\nshape = 'rectangle'\n" + "size = [" + text("lx") + ", " +
                                       text("ly") + "]\n[slider]\nmass = " + text("m") + "\ninertia = " + text("J") +
                                       "\n[table]\ngravity = " + text("g") + "\n");
    const std::string unit = "1,0," + text("h") + "\n";  // 1 N along x at (0, −h)
    EXPECT_EQ(item.at("force_direction_angle"), 0.0);
    const double CA = csv_of(motion(scenario, unit, {"--criterion", "CA"}).out).rows.at(0).at(0);
    EXPECT_NEAR(CA, item.at("F_CA").get<double>(), 1e-12 * CA);
    const double exact = csv_of(motion(scenario, unit, {"--criterion", "exact"}).out).rows.at(0).at(0);
    EXPECT_NEAR(exact, item.at("F_exact").get<double>(), 1e-10 * exact);
  }
  EXPECT_EQ(cases.size(), 13u);
}

TEST(MotionCommand, KardansCriterionTakesLoadsAtOWhereverTheCenterOfMassIs) {
  // the same block and the same force, seen from another O
  const std::string contact =
      "[contact]\nnormal_force = 1\nmu = 0.4\n[[contact.support]]\nshape = 'rectangle'\nsize = [0.01, 0.03]\n";
  const TemporaryFolder folder;
  const std::string body = "[slider]\nmass = 0.1\ninertia = 1e-5\n";
  const std::string here = folder.write("here.toml", contact + body),
                    there = folder.write("there.toml",
                                         contact + "center = [0.2, 0.1]\n" + body + "center_of_mass = [0.2, 0.1]\n");
  const CsvTable a = csv_of(motion(here, "0.1,0.05,0.001\n", {"--criterion", "CA"}).out);
  const CsvTable b = csv_of(motion(there, "0.1,0.05,0.001\n", {"--criterion", "CA"}).out);  // 0.2·0.05 − 0.1·0.1 = 0
  EXPECT_NEAR(b.rows[0][0], a.rows[0][0], 1e-10 * a.rows[0][0]);
  const double omega = a.rows[0][3];
  EXPECT_NEAR(omega, 100.0, 1e-11);
  EXPECT_NEAR(b.rows[0][3], omega, 1e-9 * omega);
  EXPECT_NEAR(b.rows[0][1], a.rows[0][1] + 0.1 * omega, 1e-9 * omega);  // v − ω ẑ×c
  EXPECT_NEAR(b.rows[0][2], a.rows[0][2] - 0.2 * omega, 1e-9 * omega);
}

TEST(MotionCommand, UsesTheStaticCoefficient) {
  const TemporaryFolder folder;
  const std::string text =
      "[contact]\nnormal_force = 2\nmu = 0.3\nmu_static = 0.6\n[[contact.support]]\nshape = \"disk\"\nradius = 0.1\n";
  const CsvTable table = csv_of(motion(folder.write("s.toml", text), "0.6,0,0\n").out);
  EXPECT_NEAR(table.rows[0][0], 2.0, 1e-10);
}

TEST(MotionCommand, BadInputIsOneLine) {
  const ProgramResult criterion = motion(dumbbell, "1,0,0\n", {"--criterion", "CA"});
  EXPECT_EQ(criterion.status, 1);
  EXPECT_THAT(criterion.messages, HasSubstr("slider.mass: missing"));
  EXPECT_EQ(lines_of(criterion.messages).size(), 1u);
  const TemporaryFolder folder;
  const std::string point = folder.write("point.toml",
                                         "[contact]\nnormal_force = 1\nmu = 0.5\n[[contact.support]]\nshape = "
                                         "\"points\"\npoints = [[0, 0]]\n[slider]\nmass = 0.1\n");
  const ProgramResult inertia = motion(point, "1,0,0\n", {"--criterion", "CA"});
  EXPECT_EQ(inertia.status, 1);
  EXPECT_THAT(inertia.messages, HasSubstr("slider.inertia: 0 by default"));
  const ProgramResult word = motion(block, "1,0,0\n", {"--criterion", "kardan"});
  EXPECT_EQ(word.status, 1);
  EXPECT_THAT(word.messages, HasSubstr("kardan"));
  EXPECT_EQ(lines_of(word.messages).size(), 1u);
  const ProgramResult column = run_program({.arguments = {"motion", block, "--loads", "-"}, .text = "fx,fy\n1,2\n"});
  EXPECT_EQ(column.status, 1);
  EXPECT_THAT(column.messages, HasSubstr("moment"));
  const std::string custom = folder.write(
      "custom.toml",
      "[contact]\nnormal_force = 1\n[[contact.support]]\nshape = \"disk\"\nradius = 0.1\nlaw = { type = \"custom\", "
      "value = \"0.3 + 0.1*cos(2*phi)\" }\n");
  const ProgramResult law = motion(custom, "1,0,0\n");
  EXPECT_EQ(law.status, 1);
  EXPECT_THAT(law.messages, StartsWith(custom + ": contact.support[0].law: "));
  EXPECT_EQ(lines_of(law.messages).size(), 1u);
}

}  // namespace
}  // namespace dryslip::tests
