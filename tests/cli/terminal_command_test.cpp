#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

ProgramResult terminal(const std::string& scenario, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"terminal", scenario};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program({.arguments = arguments});
}

/// What `terminal` says of the text of a scenario.
ProgramResult terminal_of(const std::string& text) {
  return run_program({.arguments = {"terminal", "-"}, .text = text});
}

double number(const Json& array, std::size_t i) { return array.at(i).get<double>(); }

const std::string dumbbell =  // mu N = 2, arm along x
    "[contact]\nnormal_force = 4\nmu = 0.5\nmu_static = 0.9\n[[contact.support]]\nshape = 'points'\n"
    "points = [[0.05, 0], [-0.05, 0]]\n";

TEST(TerminalCommand, DiskEndsWithTheRatioOfFarkas) {
  const ProgramResult result = terminal(source_file("scenarios/uniform_disk_slide_spin.toml"));
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.messages, "");
  const Json answer = Json::parse(result.out);
  EXPECT_EQ(answer.at("complete"), true);
  EXPECT_THAT(answer.at("frame").get<std::string>(), HasSubstr("center of mass"));
  EXPECT_THAT(answer.at("frame").get<std::string>(), HasSubstr("body axes"));
  int attracting = 0, translations = 0;
  for (const Json& end : answer.at("terminal_motions")) {
    const Json &V = end.at("direction"), &c = end.at("center_of_rotation");
    translations += c.is_null();
    EXPECT_EQ(c.is_null(), number(V, 2) == 0.0);
    if (!end.at("attracting").get<bool>()) continue;
    ++attracting;
    const double ratio = std::hypot(number(V, 0), number(V, 1)) / (0.05 * std::abs(number(V, 2)));
    EXPECT_NEAR(ratio, 0.6530017892, 1e-10);
    EXPECT_NEAR(std::hypot(number(c, 0), number(c, 1)), 0.05 * ratio, 1e-12);
    EXPECT_EQ(end.at("kind"), "minimum");
    EXPECT_EQ(end.at("isolated"), false);  // whichever way it slides
  }
  EXPECT_EQ(attracting, 2);
  EXPECT_EQ(translations, 1);
  // T₀ = (m v² + J ω²)/2 with J = m R²/2; translation loses most: √(2T₀/m)/(μg) with g = N/m
  const double m = 1.0194, energy = 0.5 * m * 0.25 + 0.5 * (0.5 * m * 0.0025) * 900.0;
  EXPECT_NEAR(answer.at("kinetic_energy").get<double>(), energy, 1e-15);
  const double earliest = std::sqrt(2.0 * energy * m) / 3.0;
  EXPECT_LE(number(answer.at("stop_time_bracket"), 0), earliest);
  EXPECT_GE(number(answer.at("stop_time_bracket"), 0), earliest * (1.0 - 1.01e-6));
  EXPECT_GT(number(answer.at("stop_time_bracket"), 1), earliest);
}

TEST(TerminalCommand, BracketHoldsTheStopOfTheBlock) {
  // 30 x 10 mm, stops at 0.14844271056 s
  const ProgramResult result = terminal_of(
      "[contact]\nmu = 0.4\n[[contact.support]]\nshape = 'rectangle'\nsize = [0.03, 0.01]\n[slider]\nmass = 0.0081\n"
      "[initial]\nvelocity = [0.5, 0.1]\nomega = 20\nangle = 0.3\n");
  EXPECT_EQ(result.status, 0) << result.messages;
  const Json bracket = Json::parse(result.out).at("stop_time_bracket");
  EXPECT_LT(number(bracket, 0), 0.14844271056);
  EXPECT_GT(number(bracket, 1), 0.14844271056);
}

TEST(TerminalCommand, CenterOfMassMayBeAnywhere) {
  // the slender dumbbell pivots about its supports; O is elsewhere
  const ProgramResult result = terminal_of(
      "[contact]\nnormal_force = 4\nmu = 0.5\n[[contact.support]]\nshape = 'points'\n"
      "points = [[1.05, 2], [0.95, 2]]\n[slider]\nmass = 1\ninertia = 0.002\ncenter_of_mass = [1, 2]\n[initial]\n");
  EXPECT_EQ(result.status, 0) << result.messages;
  const Json answer = Json::parse(result.out);
  int pivots = 0;
  for (const Json& end : answer.at("terminal_motions")) {
    if (!end.at("attracting").get<bool>() || end.at("center_of_rotation").is_null()) continue;
    ++pivots;
    const Json &V = end.at("direction"), &c = end.at("center_of_rotation");
    EXPECT_NEAR(std::abs(number(c, 0) - 1.0), 0.05, 1e-12);
    EXPECT_NEAR(number(c, 1), 2.0, 1e-12);
    // the center of mass goes around the support
    EXPECT_NEAR(number(V, 1), number(V, 2) * (1.0 - number(c, 0)), 1e-12);
  }
  EXPECT_EQ(pivots, 4);
}

TEST(TerminalCommand, SaysWhereThereIsNoEnd) {
  const std::string body = "[slider]\nmass = 1\ninertia = 0.002\n", moving = "[initial]\nvelocity = [1, 0.5]\n";
  const Json wheels = Json::parse(terminal_of(dumbbell + "law = { type = 'wheel' }\n" + body + moving).out);
  EXPECT_GT(number(wheels.at("stop_time_bracket"), 0), 0.0);
  EXPECT_TRUE(wheels.at("stop_time_bracket").at(1).is_null());
  EXPECT_EQ(wheels.at("remark"), "may never stop: some motion meets no friction");
  EXPECT_EQ(wheels.at("terminal_motions").at(0).at("power"), 0.0);
  const Json ice = Json::parse(terminal_of(dumbbell + "law = { mu = 0 }\n" + body + moving).out);
  EXPECT_TRUE(ice.at("stop_time_bracket").at(0).is_null());
  EXPECT_EQ(ice.at("remark"), "never stops: there is no friction");
  EXPECT_TRUE(ice.at("terminal_motions").empty());
}

TEST(TerminalCommand, AtRestTheBracketIsZero) {
  const std::string body = "[slider]\nmass = 1\ninertia = 0.002\n";
  const ProgramResult rest = terminal_of(dumbbell + body + "[initial]\nposition = [1, 2]\n");
  EXPECT_EQ(rest.messages, "");
  EXPECT_EQ(Json::parse(rest.out).at("stop_time_bracket"), Json::parse("[0.0, 0.0]"));
  const ProgramResult none = terminal_of(dumbbell + body + "[drive]\nfx = '1'\n[table]\ntilt = 0.1\n");
  EXPECT_EQ(none.status, 0);
  EXPECT_EQ(Json::parse(none.out).at("stop_time_bracket"), Json::parse("[0.0, 0.0]"));
  EXPECT_THAT(none.messages, HasSubstr("the sliding is free: [drive] and tilt and motion of [table] left out"));
  const ProgramResult resting =
      terminal_of(dumbbell + body + "[initial]\n[table]\nvelocity = ['0.0', '2 - 2']\nomega = -0.0\n");
  EXPECT_EQ(resting.messages, "");
  const ProgramResult turning = terminal_of(dumbbell + body + "[initial]\n[table]\nomega = '0*t'\n");
  EXPECT_THAT(turning.messages, HasSubstr("the sliding is free: tilt and motion of [table] left out"));
  EXPECT_THAT(none.messages, HasSubstr("no [initial]"));
}

TEST(TerminalCommand, BadInputIsOneLine) {
  const std::string folder = source_file("scenarios/");
  const ProgramResult mass = terminal(folder + "dumbbell.toml");
  EXPECT_EQ(mass.status, 1);
  EXPECT_EQ(mass.messages, folder + "dumbbell.toml: slider.mass: missing: free sliding needs the mass of the slider\n");
  const ProgramResult inertia = terminal_of(
      "[contact]\nnormal_force = 1\nmu = 0.5\n[[contact.support]]\nshape = 'points'\npoints = [[0, 0]]\n"
      "[slider]\nmass = 1\n");
  EXPECT_EQ(inertia.status, 1);
  EXPECT_EQ(inertia.messages,
            "<stdin>: slider.inertia: 0 by default for this contact: free sliding needs one above 0\n");
  const ProgramResult law = terminal_of(
      "[contact]\nnormal_force = 1\n[[contact.support]]\nshape = 'disk'\nradius = 0.1\nlaw = { type = 'custom', "
      "value = '0.3 + 0.1*cos(2*phi)' }\n[slider]\nmass = 1\n");
  EXPECT_EQ(law.status, 1);
  EXPECT_THAT(law.messages, HasSubstr("<stdin>: contact.support[0].law: "));
  EXPECT_EQ(lines_of(law.messages).size(), 1u);
}

TEST(TerminalCommand, WritesAFile) {
  const TemporaryFolder folder;
  const ProgramResult result =
      terminal(source_file("scenarios/uniform_disk_slide_spin.toml"), {"--out", folder.file("end.json")});
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(Json::parse(text_of(folder.file("end.json"))).at("terminal_motions").size(), 5u);
}

}  // namespace
}  // namespace dryslip::tests
