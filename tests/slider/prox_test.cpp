#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip::tests {
namespace {

using Method = SliderRunOptions::Method;
using Until = SliderRunOptions::Until;

Slider slider_on(Shape shape) {
  const double mass = 0.2;
  return {.contact = {.normal_force = mass * 9.81, .mu = 0.4, .supports = {{.shape = std::move(shape)}}},
          .mass = mass,
          .inertia = 1.1e-4,
          .initial = {.velocity = {0.4, -0.15}, .omega = 11.0}};
}

Slider block() { return slider_on(Rectangle{{0.06, 0.03}}); }

Expression drive(const std::string& text) { return Expression(text, drive_variables); }
Expression of_time(const std::string& text) { return Expression(text, time_variable); }

/// Kardan's slider with the loads of his Fig. 6 [Kardan2013].
Slider kardan(double mu_static) {
  const double mass = 0.0234;
  return {
      .contact = {.normal_force = mass * 9.81,
                  .mu = 0.4,
                  .mu_static = mu_static,
                  .supports = {{.shape = Rectangle{{0.01, 0.03}}}}},
      .mass = mass,
      .inertia = 1.95e-6,
      .drive = {.fx = drive("0.07*cos(5*t)"), .fy = drive("0.06*sin(3*t)"), .moment = drive("0.0007*cos(4*t + pi/4)")}};
}

double distance(const SliderState& a, const SliderState& b) {
  const double gyration = 0.02;  // [m]
  return std::max(length(a.position - b.position), gyration * std::abs(a.angle - b.angle));
}

/// Largest distance of the prox solution from that of the event method, over the rows.
double error_of(const Slider& slider, SliderRunOptions options, double step) {
  const SliderRun exact = simulate_slider(slider, options);
  options.method = Method::Prox;
  options.step = step;
  const SliderRun run = simulate_slider(slider, options);
  double error = distance(run.samples.back().state, exact.samples.back().state);
  for (std::size_t i = 0; i + 1 < std::min(run.samples.size(), exact.samples.size()); ++i) {
    EXPECT_NEAR(run.samples[i].t, exact.samples[i].t, 1e-12);
    error = std::max(error, distance(run.samples[i].state, exact.samples[i].state));
  }
  return error;
}

/// Halving the step halves the error, up to its square: five halvings from `step` gain 32, as a rule within a tenth.
void expect_first_order(const Slider& slider, const SliderRunOptions& options, double step) {
  const double coarse = error_of(slider, options, step), fine = error_of(slider, options, step / 32.0);
  EXPECT_NEAR(std::log2(coarse / fine) / 5.0, 1.0, 0.1) << coarse << " " << fine;
}

TEST(Prox, FreeSlidingIsOfFirstOrder) {
  const SliderRunOptions until_rest{.duration = {}, .until = Until::Rest, .output_step = 0.01};
  for (const Shape& shape :
       std::vector<Shape>{Rectangle{{0.06, 0.03}}, Disk{0.04}, Points{{{{0.02, 0.01}, 1.0}, {{-0.03, 0.0}, 1.0}}}}) {
    SCOPED_TRACE(shape.index());
    expect_first_order(slider_on(shape), until_rest, 2e-4);
  }
}

TEST(Prox, StickAndSlipIsOfFirstOrder) {
  expect_first_order(kardan(0.4), {.duration = 1.5, .output_step = 0.05}, 2e-4);
}

TEST(Prox, ALargerStaticCoefficientIsOfFirstOrder) {
  expect_first_order(kardan(0.5), {.duration = 1.5, .output_step = 0.05}, 2e-4);
}

TEST(Prox, CriterionOfTheCenterOfAccelerationIsOfFirstOrder) {
  expect_first_order(kardan(0.4),
                     {.duration = 1.5, .stick_criterion = SliderRunOptions::StickCriterion::CA, .output_step = 0.05},
                     2e-4);
}

TEST(Prox, ATableThatMovesAndTurnsIsOfFirstOrder) {
  Slider slider = block();
  slider.initial = {};
  slider.table = {.velocity = {of_time("0.3*sin(20*t)"), of_time("0.1*sin(15*t)")}, .omega = of_time("3*sin(11*t)")};
  expect_first_order(slider, {.duration = 1.0, .output_step = 0.05}, 2e-4);
}

TEST(Prox, SpringAndDamperAreOfFirstOrder) {
  Slider slider = block();
  slider.initial = {};
  slider.drive.springs = {{.stiffness = 300.0,
                           .damping = 0.5,
                           .point = {0.03, 0.01},
                           .anchor = {of_time("0.03 + 0.1*t"), of_time("0.01")}}};
  expect_first_order(slider, {.duration = 1.0, .output_step = 0.05}, 2e-4);
}

TEST(Prox, APusherAndAFormulaWithJumpsAreOfFirstOrder) {
  Slider slider = block();
  slider.initial = {};
  slider.drive.fy = drive("if(mod(t, 0.3) < 0.1, 1.0, 0.2*abs(vy))");
  slider.drive.springs = {{.stiffness = 500.0,
                           .point = {-0.03, 0.005},
                           .anchor = {of_time("-0.031 + 0.1*t"), of_time("0")},
                           .direction = Vec2{1.0, 0.0},
                           .unilateral = true}};
  expect_first_order(slider, {.duration = 1.0, .output_step = 0.25}, 1e-4);
}

TEST(Prox, HasTheEventsOfTheEventMethod) {
  const SliderRunOptions options{.duration = 2.0, .output_step = 0.1};
  const SliderRun exact = simulate_slider(kardan(0.4), options);
  SliderRunOptions by_prox = options;
  by_prox.method = Method::Prox;
  by_prox.step = 1e-5;
  const SliderRun run = simulate_slider(kardan(0.4), by_prox);
  // it slips at once: the first row has the load of the slip that begins
  EXPECT_NEAR(run.samples[0].load.force.x, exact.samples[0].load.force.x, 1e-6);
  EXPECT_NEAR(run.samples[0].load.moment, exact.samples[0].load.moment, 1e-8);
  ASSERT_EQ(run.events.size(), exact.events.size());
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    EXPECT_EQ(run.events[i].to, exact.events[i].to);
    EXPECT_EQ(run.events[i].cause, exact.events[i].cause);
    EXPECT_NEAR(run.events[i].t, exact.events[i].t, 1e-4);  // ten steps
  }
}

TEST(Prox, ADumbbellPivots) {
  // both supports slip until one holds
  const Slider slider = slider_on(Points{{{{0.03, 0.0}, 3.0}, {{-0.03, 0.0}, 1.0}}});
  SliderRunOptions options{.duration = {}, .until = Until::Rest, .output_step = 0.01};
  const SliderRun exact = simulate_slider(slider, options);
  options.method = Method::Prox;
  options.step = 1e-5;
  const SliderRun run = simulate_slider(slider, options);
  ASSERT_EQ(run.events.size(), exact.events.size());
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    EXPECT_EQ(run.events[i].to, exact.events[i].to);
    EXPECT_NEAR(run.events[i].t, exact.events[i].t, 1e-4);  // ten steps
  }
}

TEST(Prox, StickIsExact) {
  Slider slider = kardan(0.4);
  slider.table.velocity = {of_time("0.01*sin(7*t)"), of_time("0.02")};
  slider.table.omega = of_time("0.3");
  const SliderRun run =
      simulate_slider(slider, {.duration = 2.0, .method = Method::Prox, .step = 1e-3, .output_step = 1e-3});
  int sticks = 0;
  for (const SliderSample& row : run.samples) {
    if (row.mode != MotionMode::Stick || row.t == 0.0) continue;
    ++sticks;
    const Vec2 r = row.state.position;
    EXPECT_NEAR(row.state.velocity.x, 0.01 * std::sin(7.0 * row.t) - 0.3 * r.y, 1e-15);
    EXPECT_NEAR(row.state.velocity.y, 0.02 + 0.3 * r.x, 1e-15);
    EXPECT_EQ(row.state.omega, 0.3);
  }
  EXPECT_GT(sticks, 100);
  const SliderRun still =
      simulate_slider(kardan(0.4), {.duration = 2.0, .method = Method::Prox, .step = 1e-3, .output_step = 1e-3});
  for (const SliderSample& row : still.samples) {
    const bool rests = length(row.state.velocity) == 0.0 && row.state.omega == 0.0;
    EXPECT_EQ(rests, row.mode == MotionMode::Stick || row.t == 0.0);
  }
}

TEST(Prox, WithoutLoadsTheEnergyNeverGrows) {
  for (const double step : {1e-5, 1e-4, 1e-3, 1e-2, 0.1, 10.0}) {
    for (const Shape& shape :
         std::vector<Shape>{Rectangle{{0.06, 0.03}}, Ring{0.04}, Points{{{{0.02, 0.01}, 1.0}, {{-0.03, 0.0}, 2.0}}}}) {
      Slider slider = slider_on(shape);
      slider.center_of_mass = {0.01, -0.005};
      const SliderRun run =
          simulate_slider(slider, {.until = Until::Rest, .method = Method::Prox, .step = step, .output_step = step});
      EXPECT_EQ(run.outcome, RunOutcome::AtRest);
      for (std::size_t i = 1; i < run.samples.size(); ++i) {
        EXPECT_LT(run.samples[i].kinetic_energy, run.samples[i - 1].kinetic_energy);
      }
    }
  }
}

TEST(Prox, WorksAddUpToTheKineticEnergy) {
  Slider slider = kardan(0.45);
  slider.center_of_mass = {0.002, -0.001};
  slider.initial = {.angle = 0.3, .velocity = {0.1, 0.2}, .omega = -3.0};
  slider.table = {.velocity = {of_time("0.01*sin(7*t)"), of_time("0.02")}, .omega = of_time("0.3"), .tilt = 0.1};
  slider.drive.springs = {{.stiffness = 2.0, .damping = 0.01, .point = {0.005, 0.0}, .direction = Vec2{1.0, 1.0}},
                          {.stiffness = 10.0,
                           .point = {0.005, 0.01},
                           .anchor = {of_time("0.01*t"), of_time("0")},
                           .direction = Vec2{1.0, 0.0},
                           .unilateral = true}};
  const SliderRun run =
      simulate_slider(slider, {.duration = 3.0, .method = Method::Prox, .step = 1e-3, .output_step = 2.5e-3});
  double largest = 0.0;
  for (const SliderSample& row : run.samples) {
    largest = std::max({largest, row.kinetic_energy, std::abs(row.work_of_friction), std::abs(row.work_of_springs)});
    const double works = row.work_of_loads + row.work_of_springs + row.work_of_friction;
    EXPECT_NEAR(row.kinetic_energy - run.samples.front().kinetic_energy, works, 1e-12 * largest);
  }
}

TEST(Prox, AStiffSpringIsStable) {
  // ten thousand times stiffer than a step resolves: the end of the spring follows its anchor
  Slider slider = block();
  slider.initial = {};
  slider.drive.springs = {
      {.stiffness = 1e9, .point = {0.03, 0.0}, .anchor = {of_time("0.03 + 0.1*t"), of_time("0.01*sin(5*t)")}}};
  const SliderRun run =
      simulate_slider(slider, {.duration = 1.0, .method = Method::Prox, .step = 1e-3, .output_step = 1e-2});
  for (const SliderSample& row : run.samples) {
    const Vec2 end = row.state.position + 0.03 * unit_vector(row.state.angle);
    // an angle ω h of a step away at most
    EXPECT_NEAR(end.x, 0.03 + 0.1 * row.t, 1e-5) << row.t;
    EXPECT_NEAR(end.y, 0.01 * std::sin(5.0 * row.t), 1e-5) << row.t;
  }
}

TEST(Prox, AFormulaWithoutValueEndsTheRunWithWhatIsDone) {
  Slider slider = block();
  slider.initial = {.velocity = {0.4, 0.0}};  // it slides 20 mm
  slider.drive.fx = drive("0.1*sqrt(0.015 - x)");
  slider.drive.springs = {{.stiffness = 0.1, .anchor = {of_time("t"), of_time("0")}}};
  const SliderRun run =
      simulate_slider(slider, {.duration = 1.0, .method = Method::Prox, .step = 1e-4, .output_step = 1e-2});
  EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
  EXPECT_EQ(run.reason.find("drive.fx: \"0.1*sqrt(0.015 - x)\": not finite at about t = 0.049"), 0u) << run.reason;
  EXPECT_NE(run.reason.find(", x = 0.0150"), std::string::npos) << run.reason;
  ASSERT_EQ(run.events.size(), 1u);
  // all rows up to the step in which it happens, and the last state
  ASSERT_EQ(run.samples.size(), 6u);
  EXPECT_NEAR(run.samples[4].t, 0.04, 1e-15);
  EXPECT_NEAR(run.samples.back().state.position.x, 0.015, 1e-4 * 0.4);
  for (const SliderSample& row : run.samples) EXPECT_TRUE(is_finite(row));
}

TEST(Prox, ANumberThatIsTooLargeEndsTheRun) {
  // the formula has a value always, the velocity has not: dv = 1e308 h/m
  Slider slider = block();
  slider.drive.fx = drive("if(t > 0.0205, 1e308, 0)");
  const SliderRun run =
      simulate_slider(slider, {.duration = 1.0, .method = Method::Prox, .step = 1e-3, .output_step = 1e-2});
  EXPECT_EQ(run.outcome, RunOutcome::NotConverged);
  EXPECT_EQ(run.reason, "a load or a velocity became infinite or not a number");
  EXPECT_NEAR(run.samples.back().t, 0.02, 1e-12);
  for (const SliderSample& row : run.samples) EXPECT_TRUE(is_finite(row));
}

TEST(Prox, RowsComeAtMultiplesOfTheOutputStepWhateverTheStep) {
  const SliderRun run =
      simulate_slider(block(), {.duration = 0.0505, .method = Method::Prox, .step = 3e-4, .output_step = 1e-3});
  ASSERT_EQ(run.samples.size(), 52U);
  for (std::size_t i = 0; i < 51; ++i) EXPECT_NEAR(run.samples[i].t, 1e-3 * static_cast<double>(i), 1e-15);
  EXPECT_EQ(run.samples.back().t, 0.0505);
  EXPECT_EQ(run.steps, 169);
}

TEST(Prox, ABodyThatSlidesForEverIsNeverAtRest) {
  Slider slider = block();
  slider.table.tilt = 0.6;
  const SliderRun run =
      simulate_slider(slider, {.duration = 2.0, .until = Until::Rest, .method = Method::Prox, .step = 1e-2});
  EXPECT_EQ(run.outcome, RunOutcome::NeverAtRest);
}

}  // namespace
}  // namespace dryslip::tests
