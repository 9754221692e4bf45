#include "dryslip/slider/simulate_slider.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "dryslip/limit_surface/stick_test.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {
namespace {

constexpr double g = 9.81;

/// The block of [Kardan2013] under a given coefficient.
Slider block(double mu) {
  return {.contact = {.normal_force = 0.0234 * g, .mu = mu, .supports = {{.shape = Rectangle{{0.01, 0.03}}}}},
          .mass = 0.0234,
          .inertia = 1.95e-6};
}

Expression drive(const std::string& text) { return {text, drive_variables}; }
Expression of_time(const std::string& text) { return {text, time_variable}; }

double balance(const SliderSample& row, const SliderSample& start) {
  return row.kinetic_energy - start.kinetic_energy - row.work_of_loads - row.work_of_springs - row.work_of_friction;
}

TEST(SimulateSlider, WorksBalanceTheKineticEnergy) {
  Slider slider = block(0.4);
  slider.center_of_mass = {0.002, -0.003};
  slider.drive = {
      .fx = drive("0.07*cos(5*t)"), .fy = drive("0.06*sin(3*t)"), .moment = drive("0.0007*cos(4*t + pi/4)")};
  slider.drive.forces = {{.point = {0.001, 0.01}, .force = {drive("0.01*sin(20*t)"), drive("0.02*x")}}};
  slider.drive.springs = {
      {.stiffness = 3.0, .damping = 0.01, .point = {0.0, 0.01}, .anchor = {of_time("0.01*t"), of_time("0")}}};
  slider.table = {
      .velocity = {of_time("0.05*sin(7*t)"), of_time("0.02")}, .omega = of_time("0.3*cos(2*t)"), .tilt = 0.05};
  const SliderRun run = simulate_slider(slider, {.duration = 2.0, .output_step = 0.05});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  EXPECT_GT(run.events.size(), 2u);
  for (const SliderSample& row : run.samples) EXPECT_NEAR(balance(row, run.samples.front()), 0.0, 1e-11) << row.t;
}

TEST(SimulateSlider, ErrorFallsWithTheTolerance) {
  Slider slider = block(0.4);
  slider.initial = {.velocity = {0.3, 0.1}, .omega = 15.0};
  const auto final_state = [&](double tolerance) {
    return simulate_slider(slider, {.until = SliderRunOptions::Until::Rest, .tolerance = tolerance}).samples.back();
  };
  const SliderSample exact = final_state(1e-13);
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    const SliderSample row = final_state(tolerance);
    EXPECT_LT(std::abs(row.t - exact.t), 30.0 * tolerance * exact.t) << tolerance;
    EXPECT_LT(length(row.state.position - exact.state.position), 30.0 * tolerance * length(exact.state.position));
    EXPECT_LT(std::abs(row.state.angle - exact.state.angle), 30.0 * tolerance * exact.state.angle);
  }
}

TEST(SimulateSlider, APartOnASawtoothConveyorMovesAtTheMeanSpeedOfTheTheory) {
  // the table rises at μg, so that the part sticks, and returns at 4 μg: mean speed (V/2)(1 − 1/4)
  const double mu = 0.3, peak = 0.2, rise = 2.0 * peak / (mu * g), fall = rise / 4.0, period = rise + fall;
  Slider slider = block(mu);
  const std::string phase = "mod(t, " + std::to_string(period) + ")";
  const double exact_period = std::stod(std::to_string(period));
  const double slope = mu * g;
  const auto number = [](double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", x);
    return std::string(text);
  };
  const double top = -peak + slope * rise;
  slider.table.velocity[0] = of_time(
      "if(" + phase + " < " + number(rise) + ", " + number(-peak) + " + " + number(slope) + "*" + phase + ", " +
      number(top) + " - " + number((top + peak) / (exact_period - rise)) + "*(" + phase + " - " + number(rise) + "))");
  const int periods = 200;
  const SliderRun run = simulate_slider(slider, {.duration = periods * exact_period, .output_step = exact_period});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  const auto& rows = run.samples;
  // after the first periods the motion repeats itself
  const double way = rows[static_cast<std::size_t>(periods)].state.position.x - rows[10].state.position.x;
  EXPECT_NEAR(way / ((periods - 10) * exact_period), 0.375 * peak, 1e-5 * peak);
}

TEST(SimulateSlider, APartThatAlwaysSlipsDriftsAtTheMedianOfTheTablesVelocity) {
  // low friction: the median of cos t + 0.5 cos 2t is −1/2
  Slider slider = block(1e-5);
  slider.initial.velocity = {-0.5, 0.0};
  slider.table.velocity[0] = of_time("cos(t) + 0.5*cos(2*t)");
  const double period = 2.0 * std::numbers::pi;
  const SliderRun run = simulate_slider(slider, {.duration = 20.0 * period, .output_step = period});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  EXPECT_NEAR(run.samples.back().state.position.x / (20.0 * period), -0.5, 1e-3);
}

TEST(SimulateSlider, AnUltrasonicTableCarriesAStickingBodyExactly) {
  // 20 kHz at 0.1 g: it sticks, and the friction load is the acceleration of the table times the mass
  const double frequency = 2.0 * std::numbers::pi * 20e3, speed = 0.1 * g / frequency;
  Slider slider = block(0.4);
  slider.initial.velocity = {0.0, speed};
  char text[80];
  std::snprintf(text, sizeof text, "%.17g*cos(%.17g*t)", speed, frequency);
  slider.table.velocity[1] = of_time(text);
  const SliderRun run = simulate_slider(slider, {.duration = 2e-4, .output_step = 7e-6});
  ASSERT_EQ(run.events.size(), 1u);
  for (const SliderSample& row : run.samples) {
    EXPECT_EQ(row.mode, MotionMode::Stick);
    EXPECT_NEAR(row.load.force.y, 0.0234 * 0.1 * g * std::sin(frequency * row.t), 1e-12 * 0.0234 * g);
  }
}

TEST(SimulateSlider, BothCriteriaAgreeWhereTheLoadIsAlongTheMotion) {
  for (const char* key : {"fx", "moment"}) {
    Slider slider = block(0.4);
    (key == std::string("fx") ? slider.drive.fx : slider.drive.moment) =
        drive(key == std::string("fx") ? "0.1*t" : "0.001*t");
    SliderRunOptions options{.duration = 2.0, .output_step = 0.5};
    const SliderRun exact = simulate_slider(slider, options);
    options.stick_criterion = SliderRunOptions::StickCriterion::CA;
    const SliderRun by_center = simulate_slider(slider, options);
    ASSERT_EQ(by_center.outcome, RunOutcome::Finished) << key;
    ASSERT_EQ(by_center.events.size(), exact.events.size()) << key;
    ASSERT_EQ(exact.events.size(), 2u);
    EXPECT_NEAR(by_center.events[1].t, exact.events[1].t, 1e-9) << key;
    EXPECT_NEAR(by_center.samples.back().state.position.x, exact.samples.back().state.position.x, 1e-9) << key;
    EXPECT_NEAR(by_center.samples.back().state.angle, exact.samples.back().state.angle, 1e-7) << key;
  }
}

TEST(SimulateSlider, KardansCriterionIsLookedAtAllAlongTheLoad) {
  // much inertia: translations bear large moments, a moment alone turns the disk; the load goes straight from one set to the other
  Slider slider{.contact = {.normal_force = 10.0, .mu = 0.3, .supports = {{.shape = Disk{.radius = 0.05}}}},
                .mass = 1.0,
                .inertia = 0.25};
  slider.drive = {.fx = drive("6*t-1.5"), .moment = drive("0.15")};
  const LimitSurface surface(slider.contact);
  const Mat3 G = Eigen::Vector3d(slider.mass, slider.mass, slider.inertia).asDiagonal();
  const auto factor = [&](double t) { return motion_by_one_twist(surface, {{6.0 * t - 1.5, 0.0}, 0.15}, G).factor; };
  ASSERT_GT(factor(0.0), 1.0);
  ASSERT_LT(factor(0.25), 1.0);
  ASSERT_GT(factor(0.5), 1.0);
  double held = 0.0, slips = 0.25;
  while (slips - held > 1e-13) {
    const double middle = 0.5 * (held + slips);
    (factor(middle) >= 1.0 ? held : slips) = middle;
  }
  for (const double output_step : {0.5, 0.01}) {
    const SliderRun run = simulate_slider(
        slider, {.duration = 0.5, .stick_criterion = SliderRunOptions::StickCriterion::CA, .output_step = output_step});
    ASSERT_EQ(run.outcome, RunOutcome::Finished);
    ASSERT_GE(run.events.size(), 2u);
    EXPECT_EQ(run.events[0].to, MotionMode::Stick);
    EXPECT_EQ(run.events[1].to, MotionMode::Slip);
    EXPECT_NEAR(run.events[1].t, slips, 1e-9);
  }
}

TEST(SimulateSlider, KardansCriterionBearsLoadsAlongAWheelBesideOthers) {
  // P·q = (fx² + fy²)/m against D(q) = μN |fy|/m: until fx² = μN fy − fy²
  Slider slider{.contact = {.normal_force = 10.0, .mu = 0.5}, .mass = 1.0, .inertia = 0.01};
  slider.contact.supports = {
      {.shape = Points{{{{0.1, 0.05}, 1.0}, {{0.1, -0.05}, 1.0}, {{-0.1, 0.0}, 1.0}}}, .law = WheelLaw{}}};
  slider.drive = {.fx = drive("2*t"), .fy = drive("1")};
  SliderRunOptions options{.duration = 1.5, .output_step = 0.5};
  EXPECT_EQ(simulate_slider(slider, options).events[0].to, MotionMode::Stick);
  EXPECT_LT(simulate_slider(slider, options).events.at(1).t, 1e-9);
  options.stick_criterion = SliderRunOptions::StickCriterion::CA;
  const SliderRun run = simulate_slider(slider, options);
  ASSERT_GE(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].t, 1.0, 1e-11);
}

TEST(SimulateSlider, StopsAreFoundAtAnyTolerance) {
  Slider slider = block(0.4);
  slider.drive = {
      .fx = drive("0.07*cos(5*t)"), .fy = drive("0.06*sin(3*t)"), .moment = drive("0.0007*cos(4*t + pi/4)")};
  const auto run_at = [&](double tolerance) {
    return simulate_slider(slider, {.duration = 1.0, .tolerance = tolerance, .output_step = 0.1});
  };
  const SliderRun usual = run_at(1e-10);
  for (const double tolerance : {1e-12, 1e-13, 1e-14}) {
    const SliderRun run = run_at(tolerance);
    ASSERT_EQ(run.outcome, RunOutcome::Finished) << tolerance;
    ASSERT_EQ(run.events.size(), usual.events.size()) << tolerance;
    for (std::size_t i = 0; i < run.events.size(); ++i) EXPECT_NEAR(run.events[i].t, usual.events[i].t, 1e-8);
  }
}

TEST(SimulateSlider, WhatNoSliderOrRunCanHaveIsRefusedByItsKey) {
  const auto key_of = [](const auto& spoil) -> std::string {
    Slider slider = block(0.4);
    slider.drive.springs.push_back({.stiffness = 1.0, .direction = Vec2{1.0, 0.0}});
    SliderRunOptions run{.duration = 0.01};
    spoil(slider, run);
    try {
      simulate_slider(slider, run);
    } catch (const InvalidInput& error) {
      return error.key();
    }
    return "none";
  };
  EXPECT_EQ(key_of([](Slider&, SliderRunOptions&) {}), "none");
  EXPECT_EQ(key_of([](Slider& s, SliderRunOptions&) { s.mass = 0.0; }), "slider.mass");
  EXPECT_EQ(key_of([](Slider& s, SliderRunOptions&) { s.inertia = NAN; }), "slider.inertia");
  EXPECT_EQ(key_of([](Slider& s, SliderRunOptions&) { s.initial.omega = NAN; }), "initial.omega");
  EXPECT_EQ(key_of([](Slider& s, SliderRunOptions&) { s.table.tilt = 2.0; }), "table.tilt");
  EXPECT_EQ(key_of([](Slider& s, SliderRunOptions&) { s.contact.normal_force = -1.0; }), "contact.normal_force");
  EXPECT_EQ(key_of([](Slider& s, SliderRunOptions&) { s.drive.springs[0].stiffness = -1.0; }),
            "drive.spring[0].stiffness");
  EXPECT_EQ(key_of([](Slider& s, SliderRunOptions&) { s.drive.springs[0].direction = Vec2{}; }),
            "drive.spring[0].direction");
  EXPECT_EQ(key_of([](Slider&, SliderRunOptions& run) { run.tolerance = 1.0; }), "run.tolerance");
  EXPECT_EQ(key_of([](Slider&, SliderRunOptions& run) {
              run.method = SliderRunOptions::Method::Prox;
              run.step = 0.0;
            }),
            "run.step");
}

TEST(SimulateSlider, AFormulaThatIsNotFiniteAtTheStartIsRefused) {
  for (const char* text : {"1/t", "log(-1-t)", "sqrt(t-1)"}) {
    for (const double speed : {0.0, 0.1}) {
      Slider slider = block(0.4);
      slider.initial.velocity.x = speed;
      slider.drive.fx = drive(text);
      EXPECT_THROW(simulate_slider(slider, {.duration = 0.1}), InvalidInput) << text << " " << speed;
    }
  }
}

TEST(SimulateSlider, AFormulaWithoutValueEndsTheRunWithWhatIsDone) {
  for (const double speed : {0.0, 0.9}) {  // it rests, it slips
    Slider slider = block(0.4);
    slider.initial.velocity.x = speed;
    slider.drive.fx = drive("0.01*sqrt(0.1 - t)");
    const SliderRun run = simulate_slider(slider, {.duration = 0.2, .output_step = 0.01});
    EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
    EXPECT_EQ(run.reason.find("drive.fx: \"0.01*sqrt(0.1 - t)\": not finite at about t = 0.1"), 0u) << run.reason;
    EXPECT_GE(run.samples.size(), 10u);
    EXPECT_LE(run.samples.back().t, 0.1 + 1e-9);
    EXPECT_EQ(run.events.size(), 1u);
    for (const SliderSample& row : run.samples) EXPECT_TRUE(is_finite(row));
  }
}

TEST(SimulateSlider, ASinkTakesTheRowsInsteadOfTheRun) {
  Slider slider = block(0.4);
  slider.initial.velocity.x = 0.5;
  slider.drive.springs = {{.stiffness = 3.0}};
  for (const auto method : {SliderRunOptions::Method::Event, SliderRunOptions::Method::Prox}) {
    const SliderRunOptions options{.duration = 0.3333, .method = method, .output_step = 0.01};
    const SliderRun kept = simulate_slider(slider, options);
    std::vector<SliderSample> rows;
    const SliderRun run = simulate_slider(slider, options, {}, [&](const SliderSample& row) { rows.push_back(row); });
    EXPECT_TRUE(run.samples.empty());
    EXPECT_EQ(run.events.size(), kept.events.size());
    EXPECT_EQ(run.outcome, kept.outcome);
    ASSERT_EQ(rows.size(), kept.samples.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i].t, kept.samples[i].t);
      EXPECT_EQ(rows[i].state.position, kept.samples[i].state.position);
      EXPECT_EQ(rows[i].spring_forces, kept.samples[i].spring_forces);
    }
    EXPECT_EQ(rows.back().t, 0.3333);
  }
}

TEST(SimulateSlider, ABodySlidesDownATiltForEver) {
  Slider slider = block(0.2);
  slider.table.tilt = 0.5;
  slider.contact.normal_force *= std::cos(0.5);
  const SliderRun run =
      simulate_slider(slider, {.duration = 2.0, .until = SliderRunOptions::Until::Rest, .output_step = 0.5});
  EXPECT_EQ(run.outcome, RunOutcome::NeverAtRest);
  const double acceleration = g * (std::sin(0.5) - 0.2 * std::cos(0.5));
  EXPECT_NEAR(run.samples.back().state.position.x, 2.0 * acceleration, 1e-9);
  EXPECT_NEAR(run.samples.back().state.velocity.x, 2.0 * acceleration, 1e-9);
}

TEST(SimulateSlider, AReversalThatDoesNotStickIsOneRow) {
  // a constant force beyond friction against the motion: through zero and back
  Slider slider = block(0.2);
  slider.initial.velocity = {0.3, 0.0};
  slider.drive.fx = drive("-0.1");
  const SliderRun run = simulate_slider(slider, {.duration = 0.2, .output_step = 0.1});
  const double friction = 0.2 * g, push = 0.1 / 0.0234, stop = 0.3 / (push + friction);
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].t, stop, 1e-10);
  EXPECT_EQ(run.events[1].to, MotionMode::Slip);
  EXPECT_EQ(run.events[1].from, MotionMode::Slip);
  const double after = 0.2 - stop;
  EXPECT_NEAR(run.samples.back().state.position.x, 0.15 * stop - 0.5 * (push - friction) * after * after, 1e-10);
}

TEST(SimulateSlider, APushByAOneSidedSpringPeaksAtTheThresholdAndDrops) {
  // a load cell on a slow stage, push at h = 10 mm from the center [Kardan2013, fig. 11]
  Slider slider = block(0.52);
  slider.contact.mu_static = 0.55;
  slider.mass = 0.00848;
  slider.inertia = 0.00848 * (0.03 * 0.03 + 0.01 * 0.01) / 12.0;
  slider.contact.normal_force = 0.00848 * g;
  slider.drive.springs = {{.stiffness = 200.0,
                           .damping = 0.1,
                           .point = {-0.005, -0.01},
                           .anchor = {of_time("0.001*t - 0.0051"), of_time("-0.01")},
                           .direction = Vec2{1.0, 0.0},
                           .unilateral = true}};
  const SliderRun run = simulate_slider(slider, {.duration = 0.3, .output_step = 1e-3});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  double peak = 0.0, last = 0.0;
  for (const SliderSample& row : run.samples) {
    ASSERT_EQ(row.spring_forces.size(), 1u);
    EXPECT_GE(row.spring_forces[0], 0.0);
    peak = std::max(peak, row.spring_forces[0]);
    last = row.spring_forces[0];
    if (row.t <= 0.1) {
      EXPECT_EQ(row.spring_forces[0], 0.0);  // 0.1 mm of air first
    }
  }
  const double threshold = 0.572261 * 0.55 * 0.00848 * g;
  EXPECT_NEAR(peak, threshold, 0.001 * threshold + 200.0 * 0.001 * 1e-3);  // within one row of loading
  EXPECT_LT(last, 0.97 * threshold);
}

TEST(SimulateSlider, AFormulaThatSwitchesWithoutEndIsSaid) {
  // pushed towards vy = 0.01 from both sides
  Slider slider = block(0.01);
  slider.drive.fy = drive("-0.1*sign(vy - 0.01)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  EXPECT_EQ(run.outcome, RunOutcome::Chattering);
  EXPECT_NEAR(run.samples.back().state.velocity.y, 0.01, 1e-9);
}

TEST(SimulateSlider, AFormulaOfTheVelocitySeesTheStop) {
  Slider slider = block(0.01);
  slider.initial.velocity = {0.01, 0.0};
  slider.drive.fx = drive("-0.1*sign(vx)");
  const SliderRun run = simulate_slider(slider, {.until = SliderRunOptions::Until::Rest});
  EXPECT_EQ(run.outcome, RunOutcome::AtRest);
  EXPECT_NEAR(run.samples.back().t, 0.01 / (0.01 * g + 0.1 / 0.0234), 1e-12);
}

TEST(SimulateSlider, StopsWhenAskedAmongTheRowsOfAStep) {
  // comes to rest at 1 s, and rests in one step to the end
  Slider slider = block(0.1);
  slider.initial.velocity = {0.1 * g, 0.0};
  for (const auto method : {SliderRunOptions::Method::Event, SliderRunOptions::Method::Prox}) {
    for (const double last : {0.25, 50.0}) {
      double reached = 0.0;
      const auto progress = [&](double t) {
        reached = t;
        return t < last;
      };
      const SliderRun run =
          simulate_slider(slider, {.duration = 1e9, .method = method, .step = 10.0, .output_step = 0.05}, progress);
      EXPECT_EQ(run.outcome, RunOutcome::Interrupted);
      EXPECT_NEAR(reached, last, 0.05);
      EXPECT_EQ(run.samples.back().t, reached);  // not a row more
      EXPECT_EQ(run.end, reached);
      EXPECT_EQ(run.samples.size(), std::lround(reached / 0.05) + 1);
      EXPECT_LE(run.events.back().t, reached);
    }
  }
}

}  // namespace
}  // namespace dryslip
