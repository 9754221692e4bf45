#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr, ::testing::Not;

const std::string contact = "[contact]\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 0.1\n";

ProgramResult check(const std::string& text, const std::vector<std::string>& options = {}) {
  std::vector<std::string> arguments{"check", "-"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return run_program({.arguments = arguments, .text = text});
}

TEST(CheckCommand, SaysWhatItUnderstood) {
  const ProgramResult result = run_program({.arguments = {"check", source_file("scenarios/plate_on_three_feet.toml")}});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.messages, "");
  for (const char* part :
       {"valid", "20 N (given)", "polygon: loops = 1, vertices = 6", "isotropic: mu = 0.3", "10 N (50 %", "hertz",
        "mu = 0.8", "wheel: heading = 0.4", "closed form", "center of pressure"})
    EXPECT_THAT(result.out, HasSubstr(part));
}

TEST(CheckCommand, SaysTheSameAsJson) {
  const ProgramResult result =
      check(contact + "law = { type = 'elliptic', mu = [0.2, 0.4] }\n[slider]\nmass = 2\n", {"--json"});
  EXPECT_EQ(result.status, 0) << result.messages;
  const nlohmann::json summary = nlohmann::json::parse(result.out);
  EXPECT_DOUBLE_EQ(summary.at("contact").at("normal_force").get<double>(), 2 * 9.81);
  EXPECT_EQ(summary.at("contact").at("normal_force_source"), "mass * gravity * cos(tilt)");
  EXPECT_EQ(summary.at("contact").at("support")[0].at("shape"), "disk");
  EXPECT_EQ(summary.at("contact").at("support")[0].at("law").at("mu"), nlohmann::json::parse("[0.2, 0.4]"));
  EXPECT_EQ(summary.at("contact").at("support")[0].at("method"), "integrated");
  EXPECT_EQ(summary.at("slider").at("mass"), 2.0);
  EXPECT_TRUE(summary.at("warnings").empty());
}

TEST(CheckCommand, SaysHowTheLoadOfEachSupportIsComputed) {
  const std::string beside = "[[contact.support]]\nshape = 'ellipse'\nsemi_axes = [0.1, 0.2]\ncenter = [0.5, 0]\n";
  const auto methods = [&](const std::string& text) {
    const ProgramResult result = check(text + "[slider]\nmass = 2\n", {"--json"});
    EXPECT_EQ(result.status, 0) << result.messages;
    std::vector<std::string> found;
    const nlohmann::json summary = nlohmann::json::parse(result.out);
    for (const nlohmann::json& support : summary.at("contact").at("support")) found.push_back(support.at("method"));
    return found;
  };
  EXPECT_EQ(methods(contact + beside), (std::vector<std::string>{"closed form", "integrated"}));
  const std::string fitted = "[contact]\nmodel = 'table'\n" + contact.substr(10);
  EXPECT_EQ(methods(fitted + beside + "law = { type = 'elliptic', mu = [0.2, 0.4] }\n"),
            (std::vector<std::string>{"closed form", "integrated"}));
}

TEST(CheckCommand, ShowsTheInertiaAndWhereItIsFrom) {
  const std::string plate = "inertia_source = \"default: uniform plates, lines and weighted points of the supports\"";
  const std::string disk = contact.substr(0, contact.rfind("0.1")) + "0.25\n";  // binary fractions: no rounding to show
  EXPECT_THAT(check(disk + "[slider]\nmass = 2\n").out, HasSubstr("mass = 2, inertia = 0.0625, " + plate));
  EXPECT_THAT(check(disk + "[slider]\nmass = 2\ncenter_of_mass = [0.75, -0.5]\n").out,
              HasSubstr("inertia = 1.6875, " + plate));
  EXPECT_THAT(check(disk + "[slider]\nmass = 2\ninertia = 0.02\n").out,
              HasSubstr("inertia = 0.02, inertia_source = \"given\""));
  const std::string without_mass = "[contact]\nnormal_force = 1\n" + disk.substr(10) + "[slider]\n";
  EXPECT_THAT(check(without_mass).out, HasSubstr("slider   " + plate));
  const auto slider = nlohmann::json::parse(check(disk + "[slider]\nmass = 2\n", {"--json"}).out).at("slider");
  EXPECT_EQ(slider.at("inertia"), 0.0625);
  EXPECT_EQ(slider.at("inertia_source"), "default: uniform plates, lines and weighted points of the supports");
}

TEST(CheckCommand, WarnsWhereThePressureIsNotUnderTheCenterOfMass) {
  const ProgramResult off = check(contact + "center = [0.02, 0.01]\n[slider]\nmass = 2\n");
  EXPECT_EQ(off.status, 0);
  EXPECT_THAT(off.out,
              HasSubstr("warning: the center of pressure [0.02, 0.01] m is not under the center of mass [0, 0] m"));
  const ProgramResult under =
      check(contact + "center = [0.02, 0.01]\n[slider]\nmass = 2\ncenter_of_mass = [0.02, 0.01]\n");
  EXPECT_THAT(under.out, Not(HasSubstr("warning")));
  const ProgramResult unknown = check("[contact]\nnormal_force = 1\n" + contact.substr(10) + "center = [0.02, 0.01]\n");
  EXPECT_THAT(unknown.out, Not(HasSubstr("warning")));
}

TEST(CheckCommand, WarnsOfAStepThatHasNoEffect) {
  const std::string slider = contact + "[slider]\nmass = 2\n[initial]\nvelocity = [0.1, 0]\n[run]\nduration = 0.01\n";
  const std::string text = "run.step: 0.001: has no effect: method = \"event\" chooses its steps by run.tolerance\n";
  for (const std::string method : {"", "method = 'event'\n"}) {
    const ProgramResult checked = check(slider + method + "step = 1e-3\n");
    EXPECT_EQ(checked.status, 0);
    EXPECT_THAT(checked.out, HasSubstr("warning: " + text));
    const ProgramResult run = run_program({.arguments = {"simulate", "-"}, .text = slider + method + "step = 1e-3\n"});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.messages, "remark: " + text);
  }
  EXPECT_EQ(run_program({.arguments = {"simulate", "-", "--quiet"}, .text = slider + "step = 1e-3\n"}).messages, "");
  for (const std::string none : {"", "method = 'prox'\nstep = 1e-3\n"}) {
    EXPECT_THAT(check(slider + none).out, Not(HasSubstr("warning")));
    EXPECT_EQ(run_program({.arguments = {"simulate", "-"}, .text = slider + none}).messages, "");
  }
}

TEST(CheckCommand, ShowsForcesAndSprings) {
  const std::string text = contact +
                           "[slider]\nmass = 2\n[[drive.force]]\npoint = [0.01, 0]\nforce = ['t', '0']\n"
                           "[[drive.spring]]\nstiffness = 30\ndamping = 0.5\nanchor = ['0.1*t', '0']\n"
                           "direction = [1, 0]\nunilateral = true\n";
  const ProgramResult result = check(text);
  EXPECT_THAT(result.out, HasSubstr("\n  force[0]   point = [0.01, 0], frame = \"body\", force = [\"t\", \"0\"]\n"));
  EXPECT_THAT(result.out, HasSubstr("\n  spring[0]  stiffness = 30, damping = 0.5, point = [0, 0], anchor = "
                                    "[\"0.1*t\", \"0\"], direction = [1, 0], unilateral = true\n"));
  const nlohmann::json drive = nlohmann::json::parse(check(text, {"--json"}).out).at("drive");
  EXPECT_EQ(drive.at("force").at(0).at("force").at(0), "t");
  EXPECT_EQ(drive.at("spring").at(0).at("stiffness"), 30.0);
}

TEST(CheckCommand, WarnsOfWhatSimulateRefuses) {
  const std::string slider = "[slider]\nmass = 2\n", run = "[run]\nduration = 1\n";
  const auto warning_of = [](const std::string& text) {
    const ProgramResult result = check(text);
    EXPECT_EQ(result.status, 0) << result.messages;
    const std::size_t at = result.out.find("warning: `dryslip simulate` will refuse this file: ");
    return at == std::string::npos ? "" : result.out.substr(at);
  };
  EXPECT_THAT(warning_of(contact + slider + "[run]\ntolerance = 1e-8\n"), HasSubstr("run.duration: missing"));
  EXPECT_THAT(warning_of(contact + slider + "[drive]\nfx = '1/t'\n" + run), HasSubstr("drive.fx: \"1/t\": not finite"));
  EXPECT_THAT(
      warning_of("[ball]\nradius = 0.1\ncontact_radius = 0.01\nmu = 0.3\n[table]\nvelocity = ['1/t', '0']\n" + run),
      HasSubstr("table.velocity"));
  // at once, however many rows it would be
  EXPECT_THAT(warning_of(contact + slider + run + "output_step = 1e-12\n"),
              HasSubstr("run.output_step: 1e-12: gives 1e+12 rows: at most 1e8 are written"));
  EXPECT_EQ(
      warning_of(contact + slider + "[initial]\nvelocity = [1, 0]\n" + run + "until = 'rest'\noutput_step = 1e-12\n"),
      "");
  EXPECT_EQ(warning_of(contact + slider + run), "");
  EXPECT_EQ(warning_of(contact + slider), "");  // good for other commands
}

TEST(CheckCommand, WarnsOfWhatForwardRefusesToSimulate) {
  const std::string joint = "[joint]\na = 2\nb = 1\nc = 1\nd = 3\nmu = 0.5\ntau = 1\nvelocity = 0\n";
  EXPECT_THAT(
      check(joint + "[run]\nduration = 1e9\n").out,
      HasSubstr("`dryslip forward --simulate` will refuse this file: run.output_step: 0.001: gives 1e+12 rows"));
  EXPECT_THAT(check(joint + "stiffness = 1e30\n[run]\nduration = 1\n").out,
              HasSubstr("`dryslip forward --simulate` will refuse this file: joint.stiffness: 1e+30: the duration is"));
  EXPECT_THAT(check(joint + "[run]\nduration = 1\n").out, Not(HasSubstr("refuse")));
  EXPECT_THAT(check(joint).out, Not(HasSubstr("refuse")));
}

TEST(CheckCommand, WarnsOfAContactBesideABall) {
  const std::string ball = "[ball]\nradius = 0.1\ncontact_radius = 0.01\nmu = 0.3\n";
  EXPECT_THAT(
      check("[contact]\nnormal_force = 1\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 0.1\n" + ball).out,
      HasSubstr("warning: contact: has no effect on the motion of the ball"));
}

TEST(CheckCommand, PrintsTheTripleThatViolatesMaximumPower) {
  const std::string text = contact + "law = { type = 'custom', value = '0.3', turn = 0.1 }\n[slider]\nmass = 2\n";
  const ProgramResult result = check(text);
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_THAT(result.out, HasSubstr("warning: contact.support[0].law: violates maximum power: for slip v = ["));
  EXPECT_THAT(result.out, HasSubstr("(f - f*).v = -0.001499 "));  // -0.3 (1 - cos 0.1)
  EXPECT_THAT(result.out, HasSubstr("only `dryslip load` works"));

  const nlohmann::json summary = nlohmann::json::parse(check(text, {"--json"}).out);
  ASSERT_EQ(summary.at("warnings").size(), 1u);
  EXPECT_THAT(result.out, HasSubstr(summary.at("warnings")[0].get<std::string>()));
  const nlohmann::json& found = summary.at("contact").at("support")[0].at("law").at("power_violation");
  const auto power = [&](const char* force) {
    return found.at(force)[0].get<double>() * found.at("slip")[0].get<double>() +
           found.at(force)[1].get<double>() * found.at("slip")[1].get<double>();
  };
  EXPECT_NEAR(power("other_force") - power("force"), found.at("deficit").get<double>(), 1e-16);
  EXPECT_NEAR(found.at("deficit").get<double>(), 0.3 * (1 - std::cos(0.1)), 1e-12);
}

TEST(CheckCommand, HasNoWarningForACustomLawThatIsIsotropic) {
  const ProgramResult result = check(contact + "law = { type = 'custom', value = '0.3' }\n[slider]\nmass = 2\n");
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_THAT(result.out, Not(HasSubstr("warning")));
  EXPECT_THAT(result.out, HasSubstr("closed form"));
}

TEST(CheckCommand, NamesStandardInputInMessages) {
  const ProgramResult result = check("[contact]\nmu = -1\n");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.messages, HasSubstr("<stdin>:"));
}

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

TEST(CheckCommand, HostileNestingIsOneLineWithStatusOne) {
  constexpr int deep = 50000;
  struct Case {
    std::string text;
    std::string message;
  };
  const std::string too_deep = "nested deeper than 64 levels: keys, arrays and sections may go 64 levels deep";
  const std::string formula = "[drive]\nfx = '" + repeated("(", deep) + "t" + repeated(")", deep) + "'\n";
  const std::vector<Case> cases{
      {"a" + repeated(".a", deep) + " = 1\n", "<stdin>:1: " + too_deep},
      {contact + repeated("a . \"b\" . ", deep) + "a = 1\n", "<stdin>:6: " + too_deep},
      {"title = 'x'\n[a" + repeated(".a", deep) + "]\n", "<stdin>:2: " + too_deep},
      {"[[a" + repeated(".a", deep) + "]]\n", "<stdin>:1: " + too_deep},
      {"a = " + repeated("[", deep) + repeated("]", deep) + "\n", "<stdin>:1: " + too_deep},
      {"a = " + repeated("[\n", deep), "<stdin>:65: " + too_deep},
      {"a = " + repeated("{a=", deep) + "1" + repeated("}", deep) + "\n", "<stdin>:1: " + too_deep},
      {"a = " + repeated("[{a.a.a=", deep) + "1" + repeated("}]", deep) + "\n", "<stdin>:1: " + too_deep},
      // a quotation mark before the end of a long string hides nothing
      {"a = { s = \"\"\"x\"\"\"\", b" + repeated(".b", deep) + " = 1 }\n", "<stdin>:1: " + too_deep},
      // dots of two keys: each within the limit, one inside the other
      {"a" + repeated(".a", 40) + " = { b" + repeated(".b", 40) + " = 1 }\n", "<stdin>:1: " + too_deep},
      {contact + "[slider]\nmass = 1\n" + formula, "<stdin>:9: drive.fx: "},
      {"[contact]\nnormal_force = 1\n" + contact.substr(10) + "pressure = { type = 'expression', value = '" +
           repeated("-", deep) + "x' }\n",
       "<stdin>:7: contact.support[0].pressure.value: "},
      {repeated("[a]\n", 2), "<stdin>:2: "},
  };
  for (const Case& hostile : cases) {
    SCOPED_TRACE(hostile.text.substr(0, 60));
    for (const char* command : {"check", "simulate", "forward"}) {
      const ProgramResult result = run_program({.arguments = {command, "-"}, .text = hostile.text});
      EXPECT_EQ(result.status, 1) << command;
      EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages.substr(0, 300);
      EXPECT_LT(result.messages.size(), 2000u);
    }
    EXPECT_THAT(check(hostile.text).messages, testing::StartsWith(hostile.message));
  }
}

TEST(CheckCommand, NestingThatScenariosHaveIsFine) {
  // dots in strings, comments and numbers are none of keys
  const std::string text = "title = '" + repeated(".", 1000) + "'\n# " + repeated("[.", 1000) + "\n" +
                           "[contact]\nmu = 0.3\n[[contact.support]]\nshape = 'polygon'\nloops = [[" +
                           repeated("[0.0, 0.0], ", 1) + "[0.5, 0.0], [0.5, 0.25], [0.0, 0.25]]]\n" +
                           "[slider]\nmass = 1.0\n";
  const ProgramResult result = check(text);
  EXPECT_EQ(result.status, 0) << result.messages;
  // 63 dots are 64 levels: read, and refused for what they are
  EXPECT_THAT(check("a" + repeated(".a", 63) + " = 1\n").messages, HasSubstr("unknown"));
}

}  // namespace
}  // namespace dryslip::tests
