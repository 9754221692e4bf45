#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "dryslip/record/number_text.hpp"
#include "tests/slider/simple_sliders.hpp"

namespace dryslip::tests {
namespace {

TEST(FormulasWithoutValue, AFormulaThatLosesItsValueAsTheBodyMovesIsNamedWithThePlace) {
  Slider slider = block(0.2);
  slider.drive.fx = drive("5-log(0.1-vx)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 1e-3});
  EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
  EXPECT_NE(run.reason.find("drive.fx: \"5-log(0.1-vx)\": not finite at about t = 0.016"), std::string::npos)
      << run.reason;
  EXPECT_NE(run.reason.find("vx = 0.1"), std::string::npos) << run.reason;
  EXPECT_EQ(run.samples.size(), 18u);  // rows up to there, and where it ends
  EXPECT_GT(run.samples.back().t, 0.016);
}

TEST(FormulasWithoutValue, ATableWithAnInfiniteAccelerationIsTheFormulas) {
  for (const char* formula :
       {"sqrt(abs(0.3-t))", "sqrt(max(0,0.3-t))", "if(t<0.3,sqrt(0.3-t),0)", "if(t<0.3,0,sqrt(t-0.3))"}) {
    SCOPED_TRACE(formula);
    Slider slider = block(0.2);
    slider.table.velocity = {of_time(formula), of_time("0")};
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
    EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
    EXPECT_NE(run.reason.find("its rate of change is not finite at about t = 0.3 s"), std::string::npos) << run.reason;
  }
}

TEST(FormulasWithoutValue, ABeltThatSlowsDownToRestIsFollowedBeyondItsLastMoment) {
  // the formula that is held has no value behind its switch
  Slider slider = block(0.5);
  slider.table.velocity = {of_time("max(0,0.5-t)^1.5"), of_time("0")};
  slider.initial.velocity = {std::pow(0.5, 1.5), 0.0};
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
  EXPECT_EQ(run.events.size(), 1u);
  EXPECT_NEAR(run.samples.back().state.position.x, 0.4 * std::pow(0.5, 2.5), 1e-10);
}

TEST(FormulasWithoutValue, APoleIsTheFormulas) {
  for (const char* formula : {"1/(t-0.5)", "tan(pi*t)", "1/(0.5-t)^2", "if(t<0.5,1/(t-0.5),0)"}) {
    Slider pushed = block(0.2), carried = pushed;
    pushed.initial.velocity = carried.initial.velocity = {0.5, 0.0};
    pushed.drive.fx = drive(formula);
    carried.table.velocity = {of_time(formula), of_time("0")};
    for (const Slider& slider : {pushed, carried}) {
      const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
      EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite) << formula;
      EXPECT_NE(run.reason.find("not finite at about t = 0.5"), std::string::npos) << run.reason;
      // nor has the last row other energies than the motion
      const SliderSample& last = run.samples.back();
      const double energy = last.work_of_loads + last.work_of_friction + 0.5 * slider.mass * 0.25;
      EXPECT_NEAR(last.kinetic_energy, energy, 1e-7 * std::max(1.0, last.kinetic_energy)) << formula;
      EXPECT_GT(last.t, 0.48);
    }
  }
}

TEST(FormulasWithoutValue, APoleInPlaceIsTheFormulas) {
  for (const char* formula : {"1/(0.1-x)", "1/(x-0.1)^2", "0.1*tan(5*pi*x)"}) {
    Slider slider = block(0.2);
    slider.initial.velocity = {2.0, 0.0};
    slider.drive.fx = drive(formula);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
    EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite) << formula;
    EXPECT_NE(run.reason.find("x = 0.1"), std::string::npos) << run.reason;
  }
}

TEST(FormulasWithoutValue, AFormulaWithoutValueBehindALastRowIsTheFormulas) {
  Slider slider = mass_point(0.3);
  slider.drive.fx = drive("2*sqrt(0.7-t)");
  for (const double output_step : {1.0, 0.1, 0.07, 0.01}) {  // 7*0.1 is just above 0.7
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = output_step});
    EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite) << output_step << " " << run.reason;
  }
}

TEST(FormulasWithoutValue, AFormulaThatIsHeldToAChoiceMayHaveNoValueBeyondIt) {
  // half a circle, and a root on both sides of its end: v = v₀ − μ g t + ∫ f dt
  Slider slider = block(0.3);
  slider.initial.velocity = {3.0, 0.0};
  slider.drive.fx = drive("2*sqrt(max(0, 1 - 4*t^2))");
  SliderRun run = simulate_slider(slider, {.duration = 0.8, .output_step = 0.8});
  ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
  EXPECT_NEAR(run.samples.back().state.velocity.x, 3.0 - 0.3 * g * 0.8 + M_PI / 4.0, 1e-8);
  slider.drive.fx = drive("5*abs(t - 0.5)^0.5");
  run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.5});
  ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
  const double half = 5.0 * std::pow(0.5, 1.5) / 1.5;
  EXPECT_NEAR(run.samples[1].state.velocity.x, 3.0 - 0.3 * g * 0.5 + half, 1e-8);
  EXPECT_NEAR(run.samples[2].state.velocity.x, 3.0 - 0.3 * g + 2.0 * half, 1e-8);
}

TEST(FormulasWithoutValue, ADragThatHasNoneAtRestIsNamedWhereTheBodyStops) {
  // 1 N beside friction, written with 0/0 for a body at rest
  const double mu = 0.3, stop = 1.0 / (mu * g + 1.0);
  for (const auto& [formula, belt] : {std::pair("-vx/sqrt(vx^2+vy^2)", 0.0), std::pair("-vx/abs(vx)", 0.0),
                                      std::pair("-(vx-0.5)/sqrt((vx-0.5)^2+vy^2)", 0.5)}) {
    Slider slider = block(mu);
    slider.table.velocity[0] = of_time(number_text(belt));
    slider.initial.velocity.x = 1.0 + belt;
    slider.drive.fx = drive(formula);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
    EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite) << formula;
    EXPECT_NE(run.reason.find("drive.fx: "), std::string::npos) << run.reason;
    EXPECT_NE(run.reason.find("vx = " + number_text(belt)), std::string::npos) << run.reason;
    EXPECT_NEAR(run.end, stop, 1e-9) << formula;
  }
  // where only the center comes to rest
  Slider slider = block(mu);
  slider.initial.velocity = {1.0, 0.3};
  slider.initial.omega = 9.0;
  slider.drive.fx = drive("-vx/sqrt(vx^2+vy^2)");
  slider.drive.fy = drive("-vy/sqrt(vx^2+vy^2)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
  EXPECT_NE(run.reason.find("vx = 0, vy = 0"), std::string::npos) << run.reason;
}

}  // namespace
}  // namespace dryslip::tests
