#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/scenario/read_scenario.hpp"

namespace dryslip {
namespace {

using ::testing::StartsWith;

Scenario scenario_of(const std::string& text) {
  return parse_scenario(text, "test.toml", [](const std::string&) { return std::string(); });
}

const std::string contact =
    "[contact]\nnormal_force = 3\nmu = 0.5\ntolerance = 1e-8\n[[contact.support]]\nshape = 'rectangle'\nsize = [0.1, "
    "0.2]\n";

TEST(SliderOf, TakesEveryTable) {
  const Scenario scenario = scenario_of(
      contact +
      "[slider]\nmass = 2\ninertia = 0.25\ncenter_of_mass = [0.01, 0.02]\n[initial]\nposition = [1, 2]\nangle = 3\n"
      "velocity = [4, 5]\nomega = 6\n[drive]\nfx = '7*t'\n[[drive.spring]]\nstiffness = 8\nanchor = ['0', '0']\n"
      "[table]\ntilt = 0.125\n[run]\nduration = 9\nstick_criterion = 'CA'\n");
  const Slider slider = slider_of(scenario);
  const SliderRunOptions run = run_options_of(scenario);
  EXPECT_EQ(slider.mass, 2.0);
  EXPECT_EQ(slider.inertia, 0.25);
  EXPECT_EQ(slider.center_of_mass, (Vec2{0.01, 0.02}));
  EXPECT_EQ(slider.contact.normal_force, 3.0);
  EXPECT_EQ(slider.load_tolerance, 1e-8);
  EXPECT_EQ(slider.initial.position, (Vec2{1, 2}));
  EXPECT_EQ(slider.initial.omega, 6.0);
  EXPECT_EQ(slider.drive.fx.text(), "7*t");
  EXPECT_EQ(slider.drive.springs.at(0).stiffness, 8.0);
  EXPECT_EQ(slider.table.tilt, 0.125);
  EXPECT_EQ(run.duration, 9.0);
  EXPECT_EQ(run.stick_criterion, SliderRunOptions::StickCriterion::CA);
}

TEST(SliderOf, FillsInWhatIsLeftOut) {
  const Scenario scenario = scenario_of(contact + "[slider]\nmass = 2\n[run]\nuntil = 'rest'\n");
  const Slider slider = slider_of(scenario);
  const SliderRunOptions run = run_options_of(scenario);
  EXPECT_NEAR(slider.inertia, 2.0 * (0.01 + 0.04) / 12.0, 1e-16);  // m (a² + b²)/12
  EXPECT_EQ(slider.initial.velocity, (Vec2{0, 0}));
  EXPECT_EQ(slider.table.gravity, 9.81);
  EXPECT_FALSE(run.duration);
}

TEST(SliderOf, SaysWhatIsMissing) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      slider_of(scenario_of(text), "somebody");
      run_options_of(scenario_of(text));
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message(contact + "[run]\nduration = 1\n"), StartsWith("slider.mass: missing: somebody needs the mass"));
  EXPECT_THAT(message(contact + "[slider]\ninertia = 1\n[run]\nduration = 1\n"), StartsWith("slider.mass: missing: "));
  EXPECT_THAT(message(contact + "[slider]\nmass = 1\n"), StartsWith("run.duration: missing: "));
  EXPECT_THAT(message(contact + "[slider]\nmass = 1\n[run]\ntolerance = 1e-8\n"),
              StartsWith("run.duration: missing: "));
  const std::string point =
      "[contact]\nnormal_force = 3\nmu = 0.5\n[[contact.support]]\nshape = 'points'\npoints = [[0, 0, 1]]\n";
  EXPECT_THAT(message(point + "[slider]\nmass = 1\n[run]\nduration = 1\n"), StartsWith("slider.inertia: 0 by default"));
}

}  // namespace
}  // namespace dryslip
