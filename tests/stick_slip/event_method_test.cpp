#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/number_text.hpp"
#include "dryslip/stick_slip/simulate_slider.hpp"

namespace dryslip {
namespace {

constexpr double g = 9.81;

Expression drive(const std::string& text) { return {text, drive_variables}; }
Expression of_time(const std::string& text) { return {text, time_variable}; }

Slider block(double mu) {
  return {.contact = {.normal_force = g, .mu = mu, .supports = {{.shape = Rectangle{{0.1, 0.06}}}}},
          .mass = 1.0,
          .inertia = (0.1 * 0.1 + 0.06 * 0.06) / 12.0};
}

TEST(EventMethod, AStopJustBelowTheLimitTakesAFewHundredSteps) {
  for (const double below : {1e-2, 1e-4, 1e-6, 1e-9}) {
    Slider slider = block(0.5);
    slider.table.tilt = std::atan(0.5) * (1.0 - below);
    slider.contact.normal_force = g * std::cos(slider.table.tilt);
    slider.initial.velocity = {0.03 * std::sqrt(below), 0.01 * std::sqrt(below)};
    slider.initial.omega = 0.2 * std::sqrt(below);
    const SliderRun run =
        simulate_slider(slider, {.duration = 1e6, .until = SliderRunOptions::Until::Rest, .output_step = 1e6});
    EXPECT_EQ(run.outcome, SliderOutcome::AtRest) << below;
    EXPECT_LE(run.steps, 1000) << below;
  }
}

/// A push that is below the limit by little: spin and what goes across die out at once, the rest slows down for long. How long, times
/// what is missing to the limit, has a limit itself, up to the rounding of a push that close to it.
TEST(EventMethod, AFastSpinningBodyJustBelowTheLimitStopsInAFewHundredSteps) {
  const Shape shapes[]{Disk{0.1}, Rectangle{{0.1, 0.2}}, Annulus{0.05, 0.1},
                       Points{{{{0.1, 0.0}, 1.0}, {{-0.05, 0.08}, 1.0}, {{-0.05, -0.08}, 1.0}}}};
  for (const Shape& shape : shapes) {
    Slider slider{
        .contact = {.normal_force = 10.0, .mu = 0.3, .supports = {{.shape = shape}}}, .mass = 1.0, .inertia = 0.005};
    slider.initial.velocity = {1.0, 0.1};
    slider.initial.omega = 2.0;
    const auto stop_times_missing = [&](double below) {
      slider.drive.fx = drive("3*(1 - " + number_text(below) + ")");
      const SliderRun run =
          simulate_slider(slider, {.duration = 1e10, .until = SliderRunOptions::Until::Rest, .output_step = 1e9});
      EXPECT_EQ(run.outcome, SliderOutcome::AtRest) << shape.index() << ' ' << below;
      EXPECT_LE(run.steps, 1000) << shape.index() << ' ' << below;
      return run.events.back().t * below;
    };
    const double far = stop_times_missing(1e-5);
    for (const double below : {1e-2, 1e-3, 1e-4, 1e-6, 1e-7, 1e-8, 1e-9}) {
      EXPECT_NEAR(stop_times_missing(below), far, far * (0.01 * std::max(below, 1e-5) + 3e-16 / below))
          << shape.index() << ' ' << below;
    }
  }
}

TEST(EventMethod, SlowPushingTakesAFewThousandSteps) {
  Slider slider{.contact = {.normal_force = 0.00848 * g, .mu = 0.52, .supports = {{.shape = Rectangle{{0.01, 0.03}}}}},
                .mass = 0.00848,
                .inertia = 0.00848 * (0.01 * 0.01 + 0.03 * 0.03) / 12.0};
  slider.drive.springs = {{.stiffness = 200.0,
                           .damping = 0.6,
                           .point = {-0.005, -0.005},
                           .anchor = {of_time("-0.005 + 0.001*0.2 + 0.00001*t"), of_time("-0.005")},
                           .direction = Vec2{1.0, 0.0},
                           .unilateral = true}};
  const SliderRun run = simulate_slider(slider, {.duration = 1.5, .output_step = 0.1});
  EXPECT_EQ(run.outcome, SliderOutcome::Finished);
  EXPECT_LE(run.steps, 5000);
}

TEST(EventMethod, RowsDoNotInfluenceTheMotion) {
  Slider slider = block(0.4);
  slider.drive.fx = drive("6*sin(9*t) + if(mod(t, 0.3) < 0.1, 2, 0)");
  slider.drive.moment = drive("0.1*sin(13*t + 1)");
  const SliderRun coarse = simulate_slider(slider, {.duration = 2.0, .output_step = 0.5});
  const SliderRun fine = simulate_slider(slider, {.duration = 2.0, .output_step = 0.5 / 64});
  ASSERT_EQ(fine.samples.size(), 64 * 4 + 1u);
  for (std::size_t i = 0; i < coarse.samples.size(); ++i) {
    const SliderState &a = coarse.samples[i].state, &b = fine.samples[64 * i].state;
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.angle, b.angle);
    EXPECT_EQ(a.velocity, b.velocity);
    EXPECT_EQ(a.omega, b.omega);
  }
  EXPECT_EQ(coarse.steps, fine.steps);
}

// of mass powers of four: its square root is in the metric
TEST(EventMethod, UnitsThatArePowersOfTwoChangeNoBit) {
  struct Case {
    Shape shape;
    FrictionLaw law;
    std::string fx;  // of F, the unit of force, and T, that of time
  };
  const Points feet{{{{0.05, 0.02}, 1.0}, {{-0.04, 0.03}, 1.0}, {{0.0, -0.06}, 2.0}}};
  const Case cases[]{{Rectangle{{0.1, 0.06}}, IsotropicLaw{}, "F*3*sin(8*(t/T))"},
                     {feet, RatchetLaw{.heading = {.angle = 0.7}}, "F*2.5*sin(4*(t/T))"},
                     {feet, WheelLaw{.heading = {.angle = 0.7}}, "F*2.5*sin(4*(t/T))"},
                     {Disk{0.05}, IsotropicLaw{}, "F*3.92399"}};  // just below the limit: stiff steps
  struct Units {
    double length, mass, time;
  };
  for (const Case& c : cases) {
    const auto run_in = [&](const Units& units) {
      const auto [L, M, T] = units;
      const double F = M * L / (T * T);
      Slider slider = block(0.4);
      slider.contact.normal_force = F * g;
      Support& support = slider.contact.supports[0];
      support.shape = c.shape;
      support.law = c.law;
      if (auto* rectangle = std::get_if<Rectangle>(&support.shape)) rectangle->size = L * rectangle->size;
      if (auto* disk = std::get_if<Disk>(&support.shape)) disk->radius *= L;
      if (auto* points = std::get_if<Points>(&support.shape))
        for (WeightedPoint& point : points->points) point.position = L * point.position;
      slider.mass = M;
      slider.inertia = 0.002 * M * L * L;
      slider.initial.velocity = L / T * Vec2{0.3, -0.1};
      slider.initial.omega = 4.0 / T;
      std::string fx = c.fx;
      fx.replace(fx.find('F'), 1, number_text(F));
      if (const auto at = fx.find('T'); at != std::string::npos) fx.replace(at, 1, number_text(T));
      slider.drive.fx = drive(fx);
      return simulate_slider(slider, {.duration = 1.0 * T, .output_step = 0.125 * T});
    };
    const SliderRun a = run_in({1.0, 1.0, 1.0});
    for (const Units& units :
         {Units{1024.0, 1.0, 1.0}, Units{1.0, 64.0, 1.0}, Units{1.0, 1.0, 32.0}, Units{4.0, 4.0, 0.5}}) {
      const auto [L, M, T] = units;
      const SliderRun b = run_in(units);
      ASSERT_EQ(a.samples.size(), b.samples.size());
      EXPECT_EQ(a.steps, b.steps) << c.fx;
      for (std::size_t i = 0; i < a.samples.size(); ++i) {
        EXPECT_EQ(L * a.samples[i].state.position.x, b.samples[i].state.position.x) << c.fx << ' ' << i;
        EXPECT_EQ(a.samples[i].state.angle, b.samples[i].state.angle) << c.fx << ' ' << i;
        EXPECT_EQ(L / T * a.samples[i].state.velocity.y, b.samples[i].state.velocity.y) << c.fx << ' ' << i;
      }
    }
  }
}

TEST(EventMethod, APulseDuringASlipIsIntegrated) {
  // a slide along x with a pulse of 0.1 ms: its momentum √π F τ is added
  Slider slider = block(0.2);
  slider.initial.velocity = {2.0, 0.0};
  slider.drive.fx = drive("300*exp(-((t - 0.3137)/0.0001)^2)");
  const SliderRun run = simulate_slider(slider, {.duration = 0.5, .output_step = 0.5});
  EXPECT_NEAR(run.samples.back().state.velocity.x, 2.0 - 0.2 * g * 0.5 + std::sqrt(M_PI) * 300.0 * 1e-4, 1e-9);
}

TEST(EventMethod, ASwitchIsLocatedToTheLastDigitOfTimeHoweverLongTheRun) {
  // an impulse of 0.5 N s in 1e-10 s on a block at rest; it slides v²/(2μg) far
  Slider slider = block(0.5);
  slider.drive.fx = drive("if(t < 0.3, 0, if(t < 0.3 + 1e-10, 5e9, 0))");
  const double width = (0.3 + 1e-10) - 0.3, v = 5e9 * width - 0.5 * g * width;
  for (const double duration : {0.5, 1.0, 1000.0}) {
    const SliderRun run = simulate_slider(slider, {.duration = duration, .output_step = duration});
    ASSERT_EQ(run.events.size(), 3u);
    EXPECT_EQ(run.events[1].t, 0.3);
    EXPECT_NEAR(run.samples.back().state.position.x, v * v / g, 1e-5 * v * v / g);  // the end of the pulse: to 5e-16 s
  }
}

TEST(EventMethod, ATableThatBeginsToTurnUnderAFootIsOneEvent) {
  Slider slider = block(0.5);
  slider.contact.supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}}};
  slider.table.omega = of_time("if(t < 0.2, 0, 3)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[1].t, 0.2);
  EXPECT_EQ(run.events[1].to, MotionMode::Pivot);
  EXPECT_EQ(run.events[1].cause, SliderEvent::Cause::TableJumps);
  EXPECT_NEAR(run.samples.back().state.omega, 0.0, 1e-14);
}

TEST(EventMethod, AFormulaThatLosesItsValueAsTheBodyMovesIsNamedWithThePlace) {
  Slider slider = block(0.2);
  slider.drive.fx = drive("5-log(0.1-vx)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 1e-3});
  EXPECT_EQ(run.outcome, SliderOutcome::FormulaNotFinite);
  EXPECT_NE(run.reason.find("drive.fx: \"5-log(0.1-vx)\": not finite at about t = 0.016"), std::string::npos)
      << run.reason;
  EXPECT_NE(run.reason.find("vx = 0.1"), std::string::npos) << run.reason;
  EXPECT_EQ(run.samples.size(), 18u);  // rows up to there, and where it ends
  EXPECT_GT(run.samples.back().t, 0.016);
}

TEST(EventMethod, ATableWithAnInfiniteAccelerationIsTheFormulas) {
  for (const char* formula :
       {"sqrt(abs(0.3-t))", "sqrt(max(0,0.3-t))", "if(t<0.3,sqrt(0.3-t),0)", "if(t<0.3,0,sqrt(t-0.3))"}) {
    SCOPED_TRACE(formula);
    Slider slider = block(0.2);
    slider.table.velocity = {of_time(formula), of_time("0")};
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
    EXPECT_EQ(run.outcome, SliderOutcome::FormulaNotFinite);
    EXPECT_NE(run.reason.find("its rate of change is not finite at about t = 0.3 s"), std::string::npos) << run.reason;
  }
}

TEST(EventMethod, ABeltThatSlowsDownToRestIsFollowedBeyondItsLastMoment) {
  // the formula that is held has no value behind its switch
  Slider slider = block(0.5);
  slider.table.velocity = {of_time("max(0,0.5-t)^1.5"), of_time("0")};
  slider.initial.velocity = {std::pow(0.5, 1.5), 0.0};
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  ASSERT_EQ(run.outcome, SliderOutcome::Finished) << run.reason;
  EXPECT_EQ(run.events.size(), 1u);
  EXPECT_NEAR(run.samples.back().state.position.x, 0.4 * std::pow(0.5, 2.5), 1e-10);
}

TEST(EventMethod, APoleIsTheFormulas) {
  for (const char* formula : {"1/(t-0.5)", "tan(pi*t)", "1/(0.5-t)^2", "if(t<0.5,1/(t-0.5),0)"}) {
    Slider pushed = block(0.2), carried = pushed;
    pushed.initial.velocity = carried.initial.velocity = {0.5, 0.0};
    pushed.drive.fx = drive(formula);
    carried.table.velocity = {of_time(formula), of_time("0")};
    for (const Slider& slider : {pushed, carried}) {
      const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
      EXPECT_EQ(run.outcome, SliderOutcome::FormulaNotFinite) << formula;
      EXPECT_NE(run.reason.find("not finite at about t = 0.5"), std::string::npos) << run.reason;
      // nor has the last row other energies than the motion
      const SliderSample& last = run.samples.back();
      const double energy = last.work_of_loads + last.work_of_friction + 0.5 * slider.mass * 0.25;
      EXPECT_NEAR(last.kinetic_energy, energy, 1e-7 * std::max(1.0, last.kinetic_energy)) << formula;
      EXPECT_GT(last.t, 0.48);
    }
  }
}

TEST(EventMethod, APoleInPlaceIsTheFormulas) {
  for (const char* formula : {"1/(0.1-x)", "1/(x-0.1)^2", "0.1*tan(5*pi*x)"}) {
    Slider slider = block(0.2);
    slider.initial.velocity = {2.0, 0.0};
    slider.drive.fx = drive(formula);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
    EXPECT_EQ(run.outcome, SliderOutcome::FormulaNotFinite) << formula;
    EXPECT_NE(run.reason.find("x = 0.1"), std::string::npos) << run.reason;
  }
}

TEST(EventMethod, ABeltThatStartsTakesTheBlockAlongByFriction) {
  Slider slider = block(0.5);
  slider.table.velocity[0] = of_time("if(t > 0.5, 0.1, 0)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_EQ(run.events[1].cause, SliderEvent::Cause::TableJumps);
  EXPECT_NEAR(run.events[1].t, 0.5, 1e-14);  // times closer than this part of the span are the same
  EXPECT_NEAR(run.events[2].t, 0.5 + 0.1 / (0.5 * g), 1e-11);
  EXPECT_NEAR(run.samples.back().state.position.x, 0.1 * 0.5 - 0.1 * 0.1 / (2.0 * 0.5 * g), 1e-11);
  EXPECT_NEAR(run.samples.back().work_of_friction, 0.5 * 0.1 * 0.1, 1e-11);
}

TEST(EventMethod, ATiltOfExactlyTheFrictionAngleHolds) {
  Slider slider = block(0.5);
  slider.table.tilt = std::atan(0.5);
  slider.contact.normal_force = g * std::cos(slider.table.tilt);
  slider.drive.fy = drive("1e-14*sin(100*t)");
  const SliderRun run = simulate_slider(slider, {.duration = 100.0, .output_step = 10.0});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].to, MotionMode::Stick);
}

TEST(EventMethod, WithoutFrictionABodyTurnsUpToItsDrag) {
  Slider slider = block(0.3);
  slider.contact.supports[0].law = FreeLaw{};
  slider.inertia = 0.01;
  slider.initial.velocity = {-0.4, 0.2};
  slider.initial.omega = -1.0;
  slider.drive.moment = drive("0.2 - 0.05*omega");
  const SliderRun run = simulate_slider(slider, {.duration = 4.0, .output_step = 0.5});
  EXPECT_EQ(run.outcome, SliderOutcome::Finished);
  EXPECT_LE(run.steps, 300);
  for (const SliderSample& row : run.samples) {
    EXPECT_NEAR(row.state.omega, 4.0 - 5.0 * std::exp(-5.0 * row.t), 1e-9) << row.t;
    EXPECT_NEAR(row.state.position.x, -0.4 * row.t, 1e-9) << row.t;
  }
}

TEST(EventMethod, WithoutFrictionAPulseIsSeenFromRest) {
  Slider slider = block(0.0);
  const double width = 0.0016, strength = 8.0;
  slider.drive.fx = drive("8*exp(-((t - 0.6751)/0.0016)^2)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
  ASSERT_EQ(run.outcome, SliderOutcome::Finished) << run.reason;
  const double speed = strength * width * std::sqrt(std::numbers::pi);  // of 1 kg
  EXPECT_NEAR(run.samples.back().state.velocity.x, speed, 1e-9);
  EXPECT_NEAR(run.samples.back().state.position.x, speed * (1.0 - 0.6751), 1e-9);
}

/// A point of 1 kg at O, with N = 10 N.
Slider mass_point(double mu) {
  return {.contact = {.normal_force = 10.0, .mu = mu, .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}}}},
          .mass = 1.0,
          .inertia = 1.0};
}

TEST(EventMethod, WhatAFormulaIsAtASingleInstantDoesNotCount) {
  // sign(0) is neither -1 nor 1
  struct Case {
    double mu;
    const char* fx;
    double velocity;  // at t = 1
  };
  for (const Case& each : {Case{0.0, "sign(t)", 1.0}, Case{0.0, "sign(sin(2*t))", 1.0}, Case{0.03, "if(t>0,1,0)", 0.7},
                           Case{0.03, "sign(t-0.5)*0.5+0.5", 0.35}}) {
    for (const double tolerance : {1e-6, 1e-10}) {
      Slider slider = mass_point(each.mu);
      slider.drive.fx = drive(each.fx);
      const SliderRun run = simulate_slider(slider, {.duration = 1.0, .tolerance = tolerance, .output_step = 1.0});
      EXPECT_NEAR(run.samples.back().state.velocity.x, each.velocity, 1e-12) << each.fx << " " << tolerance;
    }
  }
}

TEST(EventMethod, AFastPushFromRestStopsInTime) {
  // it leaves where 1000 exp(-s²) = 10, s = (t - 0.4)/w, and friction takes 10 m/s² from there on
  const double w = 1e-6, s = -std::sqrt(std::log(100.0));
  const double impulse = 1000.0 * w * 0.5 * std::sqrt(std::numbers::pi) * std::erfc(s);
  Slider slider = mass_point(1.0);
  slider.drive.fx = drive("1000*exp(-((t-0.4)/1e-6)^2)");
  for (const double duration : {0.41, 0.45, 10.0}) {
    const SliderRun run = simulate_slider(slider, {.duration = duration, .output_step = 1.0});
    ASSERT_EQ(run.events.size(), 3u) << duration;
    EXPECT_NEAR(run.events[1].t, 0.4 + w * s, 1e-14) << duration;
    EXPECT_NEAR(run.events[2].t, 0.4 + w * s + impulse / 10.0, 1e-11) << duration;
  }
}

TEST(EventMethod, ABodyThatStartsToTurnAboutAFootPivotsFromTheStart) {
  Slider slider = mass_point(0.3);
  slider.contact.supports[0].shape = Points{{{{0.1, 0.0}, 1.0}}};
  slider.inertia = 0.01;
  for (const char* moment : {"0.01", "0.01*t", "if(t<0.3,0,0.01)"}) {
    slider.drive.moment = drive(moment);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
    EXPECT_EQ(run.events.back().to, MotionMode::Pivot) << moment;
    for (const SliderEvent& event : run.events) EXPECT_NE(event.to, MotionMode::Slip) << moment << " at " << event.t;
    for (const SliderSample& row : run.samples) EXPECT_NE(row.mode, MotionMode::Slip) << moment << " at " << row.t;
  }
}

TEST(EventMethod, AFormulaWithoutValueBehindALastRowIsTheFormulas) {
  Slider slider = mass_point(0.3);
  slider.drive.fx = drive("2*sqrt(0.7-t)");
  for (const double output_step : {1.0, 0.1, 0.07, 0.01}) {  // 7*0.1 is just above 0.7
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = output_step});
    EXPECT_EQ(run.outcome, SliderOutcome::FormulaNotFinite) << output_step << " " << run.reason;
  }
}

TEST(EventMethod, ABodyDrivenBackOverItsOwnSwitchChattersWhereItsSwingsEnd) {
  // 6 m/s² outwards, 4 back: each swing has √(2/3) of the speed of the one before
  Slider slider = mass_point(0.1);
  slider.initial.velocity = {0.1, 0.0};
  slider.drive.fx = drive("-5*sign(x)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  EXPECT_EQ(run.outcome, SliderOutcome::Chattering);
  const double ratio = std::sqrt(2.0 / 3.0);
  const double end = (0.1 / 6.0 + 0.1 * ratio / 4.0) / (1.0 - ratio);
  EXPECT_NEAR(run.samples.back().t, end, 0.01);
}

TEST(EventMethod, DragsAcrossTheMotionDoNotHoldBack) {
  // the body is turned: what is zero across the motion is a difference in its own axes
  Slider slider = block(0.3);
  slider.contact.supports[0].law = FreeLaw{};
  slider.initial.angle = 0.7;
  slider.initial.velocity = {0.5, 0.0};
  slider.drive.fx = drive("-2*vx");
  slider.drive.fy = drive("-14*vy - 15*vy*abs(vy)");
  const SliderRun run = simulate_slider(slider, {.duration = 2.0, .output_step = 0.5});
  EXPECT_LE(run.steps, 300);
  EXPECT_NEAR(run.samples.back().state.velocity.x, 0.5 * std::exp(-4.0), 1e-9);
  EXPECT_NEAR(run.samples.back().state.velocity.y, 0.0, 1e-12);
}

TEST(EventMethod, ANumberThatIsZeroButForRoundingHidesNoJump) {
  // the spring goes with the block on the belt: it touches or not by rounding
  Slider slider = block(0.4);
  slider.initial.angle = 0.3;
  slider.initial.velocity = {0.1, 0.0};
  slider.table.velocity = {of_time("if(t < 0.5, 0.1, 0)"), of_time("0")};
  const Vec2 place = rotated({0.03, 0.01}, unit_vector(0.3));
  slider.drive.springs = {{.stiffness = 100.0,
                           .point = {0.03, 0.01},
                           .anchor = {of_time(std::to_string(place.x) + " + 0.1*t"), of_time("0")},
                           .direction = Vec2{1.0, 0.0},
                           .unilateral = true}};
  for (const double off : {0.0, 1e-17, -1e-17}) {
    slider.initial.position = {std::stod(std::to_string(place.x)) - place.x + off, 0.0};
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
    ASSERT_EQ(run.outcome, SliderOutcome::Finished);
    ASSERT_GE(run.events.size(), 2u);
    EXPECT_EQ(run.events[1].cause, SliderEvent::Cause::TableJumps);
    EXPECT_NEAR(run.events[1].t, 0.5, 1e-12);
  }
}

TEST(EventMethod, AKinkOfTheBeltsVelocityIsNoJump) {
  for (const char* velocity : {"max(0, 1-2*t)", "if(t<0.5, 1-2*t, 0)", "abs(1-2*t)"}) {
    Slider slider = block(0.3);
    slider.initial.velocity = {1.0, 0.0};
    slider.table.velocity = {of_time(velocity), of_time("0")};
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.5});
    EXPECT_EQ(run.events.size(), 1u) << velocity;
    EXPECT_EQ(run.samples.back().mode, MotionMode::Stick) << velocity;
  }
}

/// Three points that lock backwards along x, as seen from the center of mass in balance.
Slider on_ratchets(double heading) {
  return {
      .contact = {.normal_force = g,
                  .mu = 0.4,
                  .supports = {{.shape = Points{{{{0.05, 0.0}, 1.0}, {{-0.025, 0.04}, 1.0}, {{-0.025, -0.04}, 1.0}}},
                                .law = RatchetLaw{.heading = {.angle = heading}}}}},
      .mass = 1.0,
      .inertia = 0.002};
}

TEST(EventMethod, AStopAtTheInstantOfAJumpIsAJump) {
  // rolls freely towards +x and rides on the table backwards; the table is as fast as it just when it jumps for the second time
  Slider slider = on_ratchets(0.0);
  slider.initial.velocity = {0.2, 0.0};
  slider.table.velocity = {of_time("0.5*(mod(t, 0.4)*3 - 0.5)"), of_time("0")};
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  const double rides_from = 0.3, speed = 0.5 * (0.4 * 3.0 - 0.5);
  EXPECT_NEAR(run.events.at(1).t, rides_from, 1e-9);
  EXPECT_NEAR(run.samples.back().state.velocity.x, speed, 1e-9);
  EXPECT_NEAR(run.samples.back().state.position.x, 0.2 * 0.3 + 0.5 * (0.2 + speed) * 0.1 + speed * 0.6, 1e-9);
}

TEST(EventMethod, RatchetsHoldAcrossTheirHeadingUpToFriction) {
  // without friction along the heading, zero is on the rim of what is borne
  Slider slider = on_ratchets(0.0);
  slider.drive.fy = drive("5*sin(6*t)");
  const SliderRun run = simulate_slider(slider, {.duration = 0.2, .output_step = 0.1});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].to, MotionMode::Stick);
  EXPECT_NEAR(run.events[1].t, std::asin(0.4 * g / 5.0) / 6.0, 1e-9);
}

TEST(EventMethod, ASwitchOnTheVelocityIsSeenHoweverSlowlyItComes) {
  // a force that nearly balances friction ends at 0.999 m/s
  Slider slider = block(0.3);
  const double friction = 0.3 * g, force = 0.999 * friction;
  slider.initial.velocity = {1.0, 0.0};
  slider.drive.fx = drive("if(vx > 0.999, " + std::to_string(force) + ", 0)");
  const SliderRun run =
      simulate_slider(slider, {.duration = 10.0, .until = SliderRunOptions::Until::Rest, .output_step = 1.0});
  ASSERT_EQ(run.outcome, SliderOutcome::AtRest);
  EXPECT_NEAR(run.samples.back().t, 0.001 / (friction - std::stod(std::to_string(force))) + 0.999 / friction, 1e-8);
}

TEST(EventMethod, APulseByAThresholdOnASineHasItsLength) {
  // F for 2 w around t = 0.25, at rest or in a slip: the momentum is 2 w F, less friction
  for (const double w : {1e-2, 1e-3, 1e-4, 1e-5}) {
    const double F = 20.0, limit = 0.3 * g;
    const std::string threshold = "cos(2*pi*" + std::to_string(w) + ")";
    Slider slider = block(0.3);
    slider.drive.fx = drive("if(sin(2*pi*t) > " + threshold + ", 20, 0)");
    const SliderRun rest = simulate_slider(slider, {.duration = 0.9, .output_step = 0.9});
    // pushed to v, then stopped by friction
    const double v = 2.0 * w * (F - limit), way = w * v + 0.5 * v * v / limit;
    EXPECT_NEAR(rest.samples.back().state.position.x, way, 1e-6 * way) << w;
    slider.initial.velocity = {3.0, 0.0};
    const SliderRun slip = simulate_slider(slider, {.duration = 0.5, .output_step = 0.5});
    EXPECT_NEAR(slip.samples.back().state.velocity.x, 3.0 - 0.5 * limit + 2.0 * w * F, 1e-6 * w * F) << w;
  }
}

TEST(EventMethod, RowsOfTheFirstMomentShowTheSlip) {
  Slider slider = block(0.3);
  slider.drive.fx = drive("if(t < 0.5, 0, 4)");
  const SliderRun run = simulate_slider(slider, {.duration = 0.5003, .tolerance = 1e-6, .output_step = 1e-5});
  const double rate = 4.0 - 0.3 * g;
  int rows = 0;
  for (const SliderSample& row : run.samples) {
    const double past = row.t - 0.5;
    if (!(past > 1e-12)) continue;
    ++rows;
    EXPECT_NEAR(row.state.velocity.x, rate * past, 1e-6 * rate * past) << past;
    EXPECT_NEAR(row.state.position.x, 0.5 * rate * past * past, 1e-11) << past;
    EXPECT_NEAR(row.load.force.x, 0.3 * g, 1e-6) << past;
  }
  EXPECT_EQ(rows, 30);
}

TEST(EventMethod, AFormulaThatIsHeldToAChoiceMayHaveNoValueBeyondIt) {
  // half a circle, and a root on both sides of its end: v = v₀ − μ g t + ∫ f dt
  Slider slider = block(0.3);
  slider.initial.velocity = {3.0, 0.0};
  slider.drive.fx = drive("2*sqrt(max(0, 1 - 4*t^2))");
  SliderRun run = simulate_slider(slider, {.duration = 0.8, .output_step = 0.8});
  ASSERT_EQ(run.outcome, SliderOutcome::Finished) << run.reason;
  EXPECT_NEAR(run.samples.back().state.velocity.x, 3.0 - 0.3 * g * 0.8 + M_PI / 4.0, 1e-8);
  slider.drive.fx = drive("5*abs(t - 0.5)^0.5");
  run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.5});
  ASSERT_EQ(run.outcome, SliderOutcome::Finished) << run.reason;
  const double half = 5.0 * std::pow(0.5, 1.5) / 1.5;
  EXPECT_NEAR(run.samples[1].state.velocity.x, 3.0 - 0.3 * g * 0.5 + half, 1e-8);
  EXPECT_NEAR(run.samples[2].state.velocity.x, 3.0 - 0.3 * g + 2.0 * half, 1e-8);
}

TEST(EventMethod, ASmoothDragThatFallsOffLateDoesNotHoldBack) {
  // −c v/√(v² + ε²) is −c but for the last moment: t = v₀/(μ g + c)
  Slider slider = block(0.3);
  slider.initial.velocity = {1.0, 0.0};
  slider.drive.fx = drive("-0.5*vx/sqrt(vx^2 + 1e-12)");
  const SliderRun run =
      simulate_slider(slider, {.duration = 1.0, .until = SliderRunOptions::Until::Rest, .output_step = 1.0});
  ASSERT_EQ(run.outcome, SliderOutcome::AtRest) << run.reason;
  EXPECT_NEAR(run.samples.back().t, 1.0 / (0.3 * g + 0.5), 1e-6);
  EXPECT_LE(run.steps, 20000);
}

TEST(EventMethod, LengthsMayBeGivenInAnyUnit) {
  // feet on wheels and ratchets: what holds must not depend on how a length compares with an angle
  const auto end_in = [](double unit) {
    const auto feet = [&](std::vector<WeightedPoint> points, FrictionLaw law) {
      for (WeightedPoint& point : points) point.position = unit * point.position;
      return Support{.shape = Points{points}, .law = std::move(law)};
    };
    Slider slider{.contact = {.normal_force = g * unit,
                              .mu = 0.4,
                              .supports = {feet({{{0.1, 0.02}, 1.0}, {{-0.07, 0.05}, 2.0}}, WheelLaw{{.angle = 0.3}}),
                                           feet({{{0.0, -0.08}, 1.5}}, RatchetLaw{.heading = {.angle = 1.0}})}},
                  .mass = 1.0,
                  .inertia = 0.003 * unit * unit};
    const std::string u = "*" + std::to_string(unit * 1e12) + "e-12";
    slider.table.gravity = g * unit;
    slider.initial.velocity = {0.3 * unit, 0.1 * unit};
    slider.initial.omega = 2.0;
    slider.drive.fx = drive("(6*sin(9*t))" + u);
    slider.drive.fy = drive("(4*sin(5*t + 1))" + u);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
    EXPECT_EQ(run.outcome, SliderOutcome::Finished) << unit << " " << run.reason;
    return run;
  };
  const SliderRun meters = end_in(1.0);
  for (const double unit : {1e-10, 1e-6, 1e6, 1e10}) {
    const SliderRun run = end_in(unit);
    ASSERT_EQ(run.samples.size(), meters.samples.size());
    EXPECT_EQ(run.events.size(), meters.events.size());
    for (std::size_t i = 0; i < run.samples.size(); ++i) {
      const SliderState &a = run.samples[i].state, &b = meters.samples[i].state;
      EXPECT_NEAR(a.position.x / unit, b.position.x, 1e-8) << unit << " row " << i;
      EXPECT_NEAR(a.angle, b.angle, 1e-8) << unit << " row " << i;
      EXPECT_NEAR(a.velocity.y / unit, b.velocity.y, 1e-8) << unit << " row " << i;
    }
  }
}

TEST(EventMethod, ARatchetAtAnAngleHoldsAcrossItsHeading) {
  // the load goes along a rim through zero, seen in axes that are not its own
  Slider slider = block(0.4);
  slider.contact.supports[0].law = RatchetLaw{.heading = {.angle = 0.0}};
  slider.initial.angle = 0.7;
  const std::string across = "*sin(4*t + 0.7)";
  slider.drive.fx = drive("-2*sin(0.7)" + across);
  slider.drive.fy = drive("2*cos(0.7)" + across);
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.5});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].to, MotionMode::Stick);
  EXPECT_EQ(run.samples.back().state.angle, 0.7);
}

TEST(EventMethod, RowsOfASupportThatStartsToYieldLoseWhatFrictionTakes) {
  // a short push makes eight feet turn about one of them, which yields 2.7 us before the row at 0.8 s
  const auto feet = [](std::vector<WeightedPoint> points, Vec2 center, double mu, double share) {
    for (WeightedPoint& point : points) point.position = point.position + center;
    return Support{.shape = Points{points}, .law = IsotropicLaw{{mu}}, .share = share};
  };
  Slider slider{.contact = {.normal_force = 1.96 * g,
                            .mu = 0.1,
                            .supports = {feet({{{-0.04375, 0.05243}, 1.316},
                                               {{0.06142, 0.001039}, 0.4102},
                                               {{-0.09855, -0.0476}, 1.354},
                                               {{0.000712, 0.08603}, 1.238}},
                                              {0.006766, 0.01007}, 0.2338, 0.2375),
                                         feet({{{0.06687, 0.08665}, 1.303},
                                               {{-0.03086, -0.08781}, 0.7027},
                                               {{-0.06683, 0.08716}, 0.8131},
                                               {{0.01114, 0.0566}, 0.9946}},
                                              {0.03818, -0.02781}, 0.1056, 0.7208)}},
                .mass = 1.96,
                .inertia = 0.02285};
  slider.initial.angle = -2.005;
  slider.drive.fx = drive("4.98*exp(-((t - 0.8004)/0.00048)^2)");
  slider.drive.moment = drive("-0.02043*(floor(6.044*t)/2 - 1)");
  const auto friction = friction_model(slider.contact);
  const SliderRun run = simulate_slider(slider, {.duration = 0.81, .output_step = 2e-6});
  ASSERT_EQ(run.outcome, SliderOutcome::Finished);
  int moving = 0;
  for (const SliderSample& row : run.samples) {
    const SliderState& at = row.state;
    const Twist V{rotated_back(at.velocity, unit_vector(at.angle)), at.omega};
    const double D = friction->dissipation(V);
    const double lost = dot(row.load.force, at.velocity) + row.load.moment * at.omega;
    const double speed = length(at.velocity) + 0.1 * std::abs(at.omega);
    if (row.mode == MotionMode::Stick || speed < 1e-8) continue;
    ++moving;
    EXPECT_NEAR(lost, D, 1e-7 * D) << "at " << row.t;
  }
  EXPECT_GT(moving, 500);
}

/// Rolling resistance and the friction of a pin as formulas: where the only motion that is left ends, the formula switches.
TEST(EventMethod, WhatRollsOrPivotsStopsWhereItsDragSwitches) {
  const auto stop_of = [](const Slider& slider) {
    const SliderRun run =
        simulate_slider(slider, {.duration = 5.0, .until = SliderRunOptions::Until::Rest, .output_step = 0.1});
    EXPECT_EQ(run.outcome, SliderOutcome::AtRest);
    EXPECT_EQ(run.samples.back().mode, MotionMode::Stick);
    EXPECT_EQ(run.events.back().cause, SliderEvent::Cause::Stop);
    EXPECT_EQ(run.events.size(), 2u);
    return run.samples.back();
  };
  const auto supported_by = [](std::vector<Vec2> places, const FrictionLaw& law) {
    Points points;
    for (const Vec2 place : places) points.points.push_back({place, 1.0});
    return ContactPatch{.normal_force = g, .mu = 0.5, .supports = {{.shape = points, .law = law}}};
  };
  for (const double drag : {0.03, 0.05, 0.071}) {
    Slider slider{.contact = supported_by({{0.0, 0.0}}, {}), .mass = 1.0, .inertia = 0.01};
    slider.initial.omega = 1.0;
    slider.drive.moment = drive(number_text(-drag) + "*sign(omega)");
    EXPECT_NEAR(stop_of(slider).t, 0.01 / drag, 1e-12);
  }
  for (const double viscous : {0.0, 1.0, 0.37}) {
    Slider slider{.contact = supported_by({{0.2, 0.0}, {-0.2, 0.0}}, WheelLaw{}), .mass = 1.0, .inertia = 0.04};
    slider.initial.velocity = {1.0, 0.0};
    slider.drive.fx = drive("-5*sign(vx) - vx*" + number_text(viscous));
    const SliderSample end = stop_of(slider);
    EXPECT_NEAR(end.t, viscous > 0.0 ? std::log1p(viscous / 5.0) / viscous : 0.2, 1e-10);
    EXPECT_EQ(end.state.velocity.x, 0.0);
    EXPECT_NEAR(end.load.force.x, 0.0, 1e-12);  // the drag of a body at rest
  }
}

/// How long it may take to come to rest has no effect on the way there.
TEST(EventMethod, AGenerousDurationChangesNothing) {
  const auto end_of = [](double duration) {
    Slider slider = block(0.3);
    slider.drive.fx = drive("if(t < 500, 4*sin(3*t), 0)");
    const SliderRun run = simulate_slider(slider, {.duration = duration, .output_step = duration});
    EXPECT_EQ(run.outcome, SliderOutcome::Finished) << duration << ' ' << run.reason;
    return run.samples.back().state.position.x;
  };
  EXPECT_NEAR(end_of(1e8), end_of(600.0), 1e-8);
}

}  // namespace
}  // namespace dryslip
