#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "dryslip/record/number_text.hpp"
#include "tests/slider/simple_sliders.hpp"

namespace dryslip::tests {
namespace {

TEST(FormulaSwitches, APulseDuringASlipIsIntegrated) {
  // a slide along x with a pulse of 0.1 ms: its momentum √π F τ is added
  Slider slider = block(0.2);
  slider.initial.velocity = {2.0, 0.0};
  slider.drive.fx = drive("300*exp(-((t - 0.3137)/0.0001)^2)");
  const SliderRun run = simulate_slider(slider, {.duration = 0.5, .output_step = 0.5});
  EXPECT_NEAR(run.samples.back().state.velocity.x, 2.0 - 0.2 * g * 0.5 + std::sqrt(M_PI) * 300.0 * 1e-4, 1e-9);
}

TEST(FormulaSwitches, ASwitchIsLocatedToTheLastDigitOfTimeHoweverLongTheRun) {
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

TEST(FormulaSwitches, ATableThatBeginsToTurnUnderAFootIsOneEvent) {
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

TEST(FormulaSwitches, ARowAtTheEndIsFromBeforeASwitchThereWhateverTheOutputStep) {
  for (const double output_step : {0.05, 0.1, 0.25, 0.3}) {
    Slider slider = block(0.5);
    slider.table.velocity[0] = of_time("if(t >= 0.25, 0.1, 0)");
    const SliderRun run = simulate_slider(slider, {.duration = 0.25, .output_step = output_step});
    EXPECT_EQ(run.samples.back().t, 0.25);
    EXPECT_EQ(run.samples.back().mode, MotionMode::Stick) << output_step;
    EXPECT_EQ(run.samples.back().load.force.x, 0.0) << output_step;
  }
}

TEST(FormulaSwitches, ABeltThatStartsTakesTheBlockAlongByFriction) {
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

TEST(FormulaSwitches, WithoutFrictionAPulseIsSeenFromRest) {
  Slider slider = block(0.0);
  const double width = 0.0016, strength = 8.0;
  slider.drive.fx = drive("8*exp(-((t - 0.6751)/0.0016)^2)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
  ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
  const double speed = strength * width * std::sqrt(std::numbers::pi);  // of 1 kg
  EXPECT_NEAR(run.samples.back().state.velocity.x, speed, 1e-9);
  EXPECT_NEAR(run.samples.back().state.position.x, speed * (1.0 - 0.6751), 1e-9);
}

TEST(FormulaSwitches, WhatAFormulaIsAtASingleInstantDoesNotCount) {
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

TEST(FormulaSwitches, AFastPushFromRestStopsInTime) {
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

TEST(FormulaSwitches, ABodyDrivenBackOverItsOwnSwitchChattersWhereItsSwingsEnd) {
  // 6 m/s² outwards, 4 back: each swing has √(2/3) of the speed of the one before
  Slider slider = mass_point(0.1);
  slider.initial.velocity = {0.1, 0.0};
  slider.drive.fx = drive("-5*sign(x)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  EXPECT_EQ(run.outcome, RunOutcome::Chattering);
  const double ratio = std::sqrt(2.0 / 3.0);
  const double end = (0.1 / 6.0 + 0.1 * ratio / 4.0) / (1.0 - ratio);
  EXPECT_NEAR(run.samples.back().t, end, 0.01);
}

TEST(FormulaSwitches, ANumberThatIsZeroButForRoundingHidesNoJump) {
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
    ASSERT_EQ(run.outcome, RunOutcome::Finished);
    ASSERT_GE(run.events.size(), 2u);
    EXPECT_EQ(run.events[1].cause, SliderEvent::Cause::TableJumps);
    EXPECT_NEAR(run.events[1].t, 0.5, 1e-12);
  }
}

TEST(FormulaSwitches, AKinkOfTheBeltsVelocityIsNoJump) {
  for (const char* velocity : {"max(0, 1-2*t)", "if(t<0.5, 1-2*t, 0)", "abs(1-2*t)"}) {
    Slider slider = block(0.3);
    slider.initial.velocity = {1.0, 0.0};
    slider.table.velocity = {of_time(velocity), of_time("0")};
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.5});
    EXPECT_EQ(run.events.size(), 1u) << velocity;
    EXPECT_EQ(run.samples.back().mode, MotionMode::Stick) << velocity;
  }
}

TEST(FormulaSwitches, AStopAtTheInstantOfAJumpIsAJump) {
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

TEST(FormulaSwitches, ASwitchOnTheVelocityIsSeenHoweverSlowlyItComes) {
  // a force that nearly balances friction ends at 0.999 m/s
  Slider slider = block(0.3);
  const double friction = 0.3 * g, force = 0.999 * friction;
  slider.initial.velocity = {1.0, 0.0};
  slider.drive.fx = drive("if(vx > 0.999, " + std::to_string(force) + ", 0)");
  const SliderRun run =
      simulate_slider(slider, {.duration = 10.0, .until = SliderRunOptions::Until::Rest, .output_step = 1.0});
  ASSERT_EQ(run.outcome, RunOutcome::AtRest);
  EXPECT_NEAR(run.samples.back().t, 0.001 / (friction - std::stod(std::to_string(force))) + 0.999 / friction, 1e-8);
}

TEST(FormulaSwitches, APulseByAThresholdOnASineHasItsLength) {
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

/// Rolling resistance and the friction of a pin as formulas: where the only motion that is left ends, the formula switches.
TEST(FormulaSwitches, WhatRollsOrPivotsStopsWhereItsDragSwitches) {
  const auto stop_of = [](const Slider& slider) {
    const SliderRun run =
        simulate_slider(slider, {.duration = 5.0, .until = SliderRunOptions::Until::Rest, .output_step = 0.1});
    EXPECT_EQ(run.outcome, RunOutcome::AtRest);
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

TEST(FormulaSwitches, PulsesWhoseTailsOverflowAreSeen) {
  // 20 N/cosh(u): beyond the limit of 4.905 N for |u| < u₀ = acosh(20/4.905); 1/inf is nothing
  const double mu = 0.5, limit = mu * g, width = 1e-4, u = std::acosh(20.0 / limit);
  const auto integral = [](double a) { return 2.0 * std::atan(std::exp(a)); };  // of 1/cosh
  for (const char* formula :
       {"20/cosh((t-0.5)/1e-4)", "40/(exp((t-0.5)/1e-4)+exp(-(t-0.5)/1e-4))", "20/sqrt(1+sinh((t-0.5)/1e-4)^2)"}) {
    Slider slider = block(mu);
    slider.drive.fx = drive(formula);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
    ASSERT_EQ(run.events.size(), 3u) << formula;
    EXPECT_NEAR(run.events[1].t, 0.5 - u * width, 1e-12) << formula;
    // it stops where friction has taken the impulse up to there
    double stop = 0.5;
    for (int i = 0; i < 100; ++i)
      stop = run.events[1].t + 20.0 * width / limit * (integral((stop - 0.5) / width) - integral(-u));
    EXPECT_NEAR(run.events[2].t, stop, 1e-11) << formula;
    slider.initial.velocity.x = 1.0;
    const SliderRun slip =
        simulate_slider(slider, {.duration = 1.0, .until = SliderRunOptions::Until::Rest, .output_step = 0.25});
    EXPECT_EQ(slip.outcome, RunOutcome::AtRest) << slip.reason;
    EXPECT_NEAR(slip.samples.back().t, 1.0 / limit, 1e-9) << formula;
  }
  // a force that is switched off smoothly
  for (const char* formula : {"6/(1+exp((t-0.5)/1e-4))", "6-6/(1+exp(-(t-0.5)/1e-4))"}) {
    Slider slider = block(mu);
    slider.drive.fx = drive(formula);
    const SliderRun run = simulate_slider(slider, {.duration = 2.0, .output_step = 0.25});
    ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
    EXPECT_NEAR(run.events.back().t, 6.0 * 0.5 / limit, 1e-9) << formula;
  }
}

TEST(FormulaSwitches, CornersOfATriangleWaveAreNone) {
  // 40 N/s up and down, beyond the limit for 2 s₀ around each peak of 2π N: it slides on for as long as the impulse lasts
  const double limit = 0.5 * g, start = limit / 40.0, peak = std::numbers::pi / 20.0, over = peak - start;
  for (const char* formula : {"4*asin(sin(10*t))", "2*pi-4*acos(cos(10*t-pi/2))"}) {
    Slider slider = block(0.5);
    slider.drive.fx = drive(formula);
    const SliderRun run = simulate_slider(slider, {.duration = 0.4, .output_step = 0.1});
    ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
    ASSERT_EQ(run.events.size(), 3u) << formula;
    EXPECT_NEAR(run.events[1].t, start, 1e-9) << formula;
    EXPECT_NEAR(run.events[2].t, peak + over + std::numbers::sqrt2 * over, 1e-8) << formula;
  }
}

}  // namespace
}  // namespace dryslip::tests
