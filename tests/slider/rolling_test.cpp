#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "dryslip/record/number_text.hpp"
#include "dryslip/slider/simulate_slider.hpp"

namespace dryslip {
namespace {

constexpr double g = 9.81;

Support wheels(std::vector<WeightedPoint> points) {
  return {.shape = Points{std::move(points)}, .law = WheelLaw{.heading = {.angle = 0.0}}};
}

Slider on_wheels(std::vector<WeightedPoint> points) {
  return {.contact = {.normal_force = 2.0 * g, .mu = 0.5, .supports = {wheels(std::move(points))}},
          .mass = 2.0,
          .inertia = 0.01};
}

TEST(Rolling, AKnifeEdgeOnAnInclineRunsACycloid) {
  // one wheel below the center of mass, spinning: [Neimark1972, ch. III]; it climbs back to where it started
  Slider slider = on_wheels({{{0.0, 0.0}, 1.0}});
  slider.initial.omega = 3.0;
  slider.table.tilt = 0.1;
  const SliderRun run = simulate_slider(slider, {.duration = 2.0, .output_step = 0.1});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  const double pull = g * std::sin(0.1), omega = 3.0;
  for (const SliderSample& row : run.samples) {
    const double phase = omega * row.t;
    EXPECT_NEAR(row.state.angle, phase, 1e-9);
    EXPECT_NEAR(row.state.position.x, pull / (2.0 * omega * omega) * std::pow(std::sin(phase), 2), 1e-8) << row.t;
    EXPECT_NEAR(row.state.position.y, pull / (2.0 * omega * omega) * (phase - 0.5 * std::sin(2.0 * phase)), 1e-8)
        << row.t;
    EXPECT_NEAR(row.work_of_friction, 0.0, 1e-10);
  }
}

TEST(Rolling, ACartRollsFreelyAndSideForcesHold) {
  Slider slider = on_wheels({{{0.1, 0.05}, 1.0}, {{0.1, -0.05}, 1.0}, {{-0.1, 0.05}, 1.0}, {{-0.1, -0.05}, 1.0}});
  slider.initial.velocity = {0.7, 0.0};
  slider.drive.fx = Expression("0.4", drive_variables);
  slider.drive.fy = Expression("3*sin(5*t)", drive_variables);  // below the limit of 9.8 N
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  for (const SliderSample& row : run.samples) {
    EXPECT_NEAR(row.state.position.x, 0.7 * row.t + 0.1 * row.t * row.t, 1e-10);
    EXPECT_EQ(row.state.position.y, 0.0);
    EXPECT_EQ(row.state.omega, 0.0);
    EXPECT_NEAR(row.load.force.y, 3.0 * std::sin(5.0 * row.t), 1e-12);
    EXPECT_NEAR(row.load.force.x, 0.0, 1e-12);
  }
}

TEST(Rolling, SideSlipOfACartDiesOutAndItRollsOn) {
  Slider slider = on_wheels({{{0.1, 0.0}, 1.0}, {{-0.1, 0.0}, 1.0}});
  slider.initial.velocity = {0.7, 0.2};
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  // friction across the heading only: v²/(2 μ g)
  EXPECT_NEAR(run.samples.back().state.position.y, 0.2 * 0.2 / (2.0 * 0.5 * g), 1e-9);
  EXPECT_NEAR(run.samples.back().state.position.x, 0.7, 1e-9);
  EXPECT_NEAR(run.samples.back().state.velocity.y, 0.0, 1e-16);
}

TEST(Rolling, ASideForceBeyondTheLimitMakesTheWheelsSlip) {
  Slider slider = on_wheels({{{0.1, 0.0}, 1.0}, {{-0.1, 0.0}, 1.0}});
  slider.initial.velocity = {0.7, 0.0};
  slider.drive.fy = Expression("10*t", drive_variables);
  const SliderRun run = simulate_slider(slider, {.duration = 1.5, .output_step = 0.1});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  // from t₀ = μ m g/10 on: m y″ = 10 (t − t₀)
  const double start = 0.5 * 2.0 * g / 10.0, after = 1.5 - start;
  EXPECT_NEAR(run.samples.back().state.position.y, 10.0 / 2.0 * std::pow(after, 3) / 6.0, 1e-8);
}

/// Two wheels in line on points, heading along x.
Slider two_wheels() {
  return {.contact = {.normal_force = g,
                      .mu = 0.4,
                      .supports = {{.shape = Points{{{{-0.1, 0.0}, 1.0}, {{0.1, 0.0}, 1.0}}},
                                    .law = WheelLaw{.heading = {.angle = 0.0}}}}},
          .mass = 1.0,
          .inertia = 0.01};
}

TEST(Rolling, WheelsRollFromRestUnderAForceThatGrowsFromZero) {
  Slider slider = two_wheels();
  slider.drive.fx = Expression("sin(t)", drive_variables);
  const SliderRun run = simulate_slider(slider, {.duration = 2.0, .output_step = 0.5});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  for (const SliderSample& row : run.samples) {
    EXPECT_NEAR(row.state.position.x, row.t - std::sin(row.t), 1e-9);
    EXPECT_EQ(row.state.position.y, 0.0);
  }
}

TEST(Rolling, WheelsThatStartAndStopSlippingSidewaysAreEvents) {
  Slider slider = two_wheels();
  slider.initial.velocity = {0.5, 0.0};
  slider.drive.fy = Expression("4.5*sin(2*t)", drive_variables);
  const SliderRun run = simulate_slider(slider, {.duration = 2.0});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_EQ(run.events[1].cause, SliderEvent::Cause::SupportYields);
  EXPECT_NEAR(run.events[1].t, 0.5 * std::asin(0.4 * g / 4.5), 1e-9);
  EXPECT_EQ(run.events[2].cause, SliderEvent::Cause::SupportHolds);
  // vy = ∫(4.5 sin 2t − μg) dt is zero again
  const auto side_speed = [&](double t) {
    const double start = 0.5 * std::asin(0.4 * g / 4.5);
    return 2.25 * (std::cos(2.0 * start) - std::cos(2.0 * t)) - 0.4 * g * (t - start);
  };
  EXPECT_NEAR(side_speed(run.events[2].t), 0.0, 1e-9);
}

TEST(Rolling, ASkateAsALineRollsAndBearsAMoment) {
  // a blade along x: translation along it is free, a moment below μ N L/4 = 0.4905 N m is held
  Slider slider{.contact = {.normal_force = 2.0 * g,
                            .mu = 0.5,
                            .supports = {{.shape = Segment{{-0.1, 0.0}, {0.1, 0.0}, {1.0, 1.0}},
                                          .law = WheelLaw{.heading = {.angle = 0.0}}}}},
                .mass = 2.0,
                .inertia = 0.01};
  slider.initial.velocity = {0.5, 0.0};
  slider.drive.moment = Expression("0.4*t", drive_variables);
  const SliderRun run = simulate_slider(slider, {.duration = 1.2, .output_step = 0.1});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  for (const SliderSample& row : run.samples) {
    EXPECT_EQ(row.state.angle, 0.0) << row.t;
    EXPECT_NEAR(row.state.position.x, 0.5 * row.t, 1e-10);
    EXPECT_NEAR(row.load.moment, 0.4 * row.t, 1e-10);
  }
}

TEST(Rolling, WhatBreaksAwayAlongItsHeadingRollsFromTheStart) {
  // along x by symmetry: nothing is borne across, and nothing turns
  const FrictionLaw laws[]{RustyWheelLaw{.heading = {.angle = 0.0}, .axle = 0.02},
                           PolygonLaw{{{0.4, 0.3}, {-0.4, 0.3}, {-0.4, -0.3}, {0.4, -0.3}}}};
  const std::vector<WeightedPoint> one{{{0.0, 0.0}, 1.0}},
      four{{{0.1, 0.05}, 1.0}, {{0.1, -0.05}, 1.0}, {{-0.1, 0.05}, 1.0}, {{-0.1, -0.05}, 1.0}};
  for (const FrictionLaw& law : laws) {
    const double resists = g * (law.index() == laws[0].index() ? 0.02 : 0.4), push = 3.0 * resists;
    for (const auto& points : {one, four}) {
      Slider slider{.contact = {.normal_force = g, .mu = 0.3, .supports = {{.shape = Points{points}, .law = law}}},
                    .mass = 1.0,
                    .inertia = 0.01};
      slider.drive.fx = Expression(number_text(push) + "*sin(3*t)", drive_variables);
      const SliderRun run = simulate_slider(slider, {.duration = 0.3, .output_step = 0.01});
      const double start = std::asin(1.0 / 3.0) / 3.0;
      ASSERT_EQ(run.events.size(), 2u);
      EXPECT_NEAR(run.events[1].t, start, 1e-9);
      for (const SliderSample& row : run.samples) {
        if (row.t < start) continue;
        const double speed = push / 3.0 * (std::cos(3.0 * start) - std::cos(3.0 * row.t)) - resists * (row.t - start);
        EXPECT_NEAR(row.state.velocity.x, speed, 1e-9) << row.t;
        EXPECT_NEAR(row.load.force.x, resists, 1e-9) << row.t;
        EXPECT_NEAR(row.load.force.y, 0.0, 1e-9) << row.t;
        EXPECT_NEAR(row.load.moment, 0.0, 1e-9) << row.t;
      }
    }
  }
}

TEST(Rolling, HeadingsOfAFewDigitsMakeAnAxle) {
  // two wheels beside each other: off by d, the motion is off by about as much, and no more
  const auto end_of = [](const FrictionLaw& law, double tolerance) {
    Slider slider{.contact = {.normal_force = g,
                              .mu = 0.5,
                              .supports = {{.shape = Points{{{{0.05, 0.0}, 1.0}, {{-0.05, 0.0}, 1.0}}}, .law = law}}},
                  .mass = 1.0,
                  .inertia = 0.005};
    slider.drive.fy = Expression("2*sin(10*t)", drive_variables);
    slider.drive.moment = Expression("0.2*sin(7*t)", drive_variables);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .tolerance = tolerance, .output_step = 0.5});
    EXPECT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
    return run.samples.back().state;
  };
  const double across = 0.5 * std::numbers::pi;
  const auto laws_of = [](double heading) {
    return std::vector<FrictionLaw>{WheelLaw{.heading = {.angle = heading}}, RatchetLaw{.heading = {.angle = heading}},
                                    RustyWheelLaw{.heading = {.angle = heading}, .axle = 0.1}};
  };
  for (const double heading : {1.5707963267, 1.5707963268, 1.570796327, 1.57079633, 1.5707963, 1.570796}) {
    const double off = std::abs(heading - across);
    const auto exact = laws_of(across), typed = laws_of(heading);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const SliderState a = end_of(exact[i], 1e-10), b = end_of(typed[i], 1e-10);
      EXPECT_NEAR(a.omega, b.omega, 1e-7 + 30.0 * off) << heading << ' ' << i;
      EXPECT_NEAR(a.position.y, b.position.y, 1e-8 + 30.0 * off) << heading << ' ' << i;
    }
  }
}

TEST(Rolling, AnAxleThatMissesByAMicrometerHoldsUntilItYieldsByMoreThanRounding) {
  // ratchets whose places are typed with six digits: their loads are held up to a millionth of what they may hold about the axle
  const double heading = 1.050382;
  const Vec2 along_axle = unit_vector(heading - 0.5 * std::numbers::pi);
  const auto end_of = [&](bool is_typed) {
    Points points;
    const double forces[]{0.5, 1.0, 2.0, 1.0};
    const Vec2 typed[]{{0.173523, -0.099448}, {0.052057, -0.029834}, {-0.069409, 0.039779}, {-0.173523, 0.099448}};
    for (int i = 0; i < 4; ++i)
      points.points.push_back({is_typed ? typed[i] : dot(typed[i], along_axle) * along_axle, forces[i]});
    Slider slider{.contact = {.normal_force = g,
                              .mu = 0.4,
                              .supports = {{.shape = points, .law = RatchetLaw{.heading = {.angle = heading}}}}},
                  .mass = 1.0,
                  .inertia = 0.005,
                  .initial = {.velocity = {-0.23, -0.239}, .omega = -0.66}};
    slider.drive.fx = Expression("2.17*cos(3*t)", drive_variables);
    slider.drive.fy = Expression("4.43*cos(10*t)", drive_variables);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.5});
    EXPECT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
    return run.samples.back().state;
  };
  const SliderState exact = end_of(false), typed = end_of(true);
  EXPECT_NEAR(length(typed.position - exact.position), 0.0, 1e-5);
  EXPECT_NEAR(length(typed.velocity - exact.velocity), 0.0, 1e-5);
  EXPECT_NEAR(typed.omega, exact.omega, 1e-4);
}

TEST(Rolling, AForceThroughTheCenterOfMassAsksNothingOfFreeFeet) {
  // beside the axle of the feet, on a tilted table that shakes along their headings
  const double tilt = 0.28854222653309, acceleration = g * std::sin(tilt);
  Slider slider{.contact = {.normal_force = g * std::cos(tilt),
                            .mu = 0.3,
                            .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}, {{0.05, 0.0}, 1.0}}},
                                          .law = FreeLaw{.half = FreeLaw::Half::Right}}}},
                .mass = 1.0,
                .inertia = 0.002,
                .center_of_mass = {0.0, -0.03},
                .table = {.tilt = tilt}};
  slider.table.velocity[0] = Expression("0.158*sin(100*t)", time_variable);
  const SliderRun run = simulate_slider(slider, {.duration = 0.05, .output_step = 0.01});
  ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
  EXPECT_LT(run.steps, 1000);
  for (const SliderSample& row : run.samples) {
    EXPECT_NEAR(row.state.position.x, 0.5 * acceleration * row.t * row.t, 1e-12);
    EXPECT_NEAR(row.state.angle, 0.0, 1e-12);
  }
}

TEST(Rolling, WhatSlidesOffAFootDoesNotRollByRounding) {
  // the side (0.6, -0.2) to (-0.2, -0.4) is along the line of the first and the last foot: where one of them is left, the other goes on
  const std::vector<Vec2> vertices{{0.6, -0.2}, {0.1, 0.5}, {-0.3, 0.1}, {-0.2, -0.4}};
  const auto end_of = [&](double aside) {
    Slider slider{
        .contact = {.normal_force = g,
                    .mu = 0.4,
                    .supports = {{.shape = Points{{{{0.1, 0.05}, 1.0}, {{0.1, -0.05}, 1.0}, {{-0.1, aside}, 1.0}}},
                                  .law = PolygonLaw{vertices},
                                  .share = 0.5},
                                 {.shape = Points{{{{0.053, 0.081}, 1.0}}},
                                  .law = RatchetLaw{.heading = {.angle = 0.25 * std::numbers::pi}},
                                  .share = 0.3}}},
        .mass = 1.0,
        .inertia = 0.002,
        .center_of_mass = {0.02, -0.03}};
    slider.drive.fx = Expression("5.03*sin(5*t+1)", drive_variables);
    slider.drive.moment = Expression("0.17*sin(5*t)", drive_variables);
    const SliderRun run = simulate_slider(slider, {.duration = 3.0, .output_step = 0.5});
    EXPECT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
    return run.samples.back().state.position;
  };
  const Vec2 there = end_of(0.0), beside = end_of(1e-5), further = end_of(2e-5);
  EXPECT_NEAR(length(2.0 * beside - further - there), 0.0, 1e-5);  // continuous in where the foot stands
  EXPECT_LE(length(beside - there), 1e-3);
}

TEST(Rolling, AWheelPushedExactlyAcrossHoldsUpToFriction) {
  // two forces whose sum along the heading is nothing: bounds of them are known along it to second order only
  Slider slider = on_wheels({{{0.0, 0.0}, 1.0}});
  slider.contact.supports[0].law = WheelLaw{.heading = {.angle = 0.25 * std::numbers::pi}};
  slider.drive.fx = Expression("-10*sin(3*t)", drive_variables);
  slider.drive.fy = Expression("10*sin(3*t)", drive_variables);
  const SliderRun run = simulate_slider(slider, {.duration = 0.4, .output_step = 0.1});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].t, std::asin(g / (10.0 * std::numbers::sqrt2)) / 3.0, 1e-9);
  // and what pushes it along, by however little, moves it at once
  slider.drive.fx = Expression("1e-9*(t > 0.1)", drive_variables);
  slider.drive.fy = Expression("0", drive_variables);
  const SliderRun free = simulate_slider(slider, {.duration = 0.4, .output_step = 0.1});
  ASSERT_GE(free.events.size(), 2u);
  EXPECT_NEAR(free.events[1].t, 0.1, 1e-12);
}

}  // namespace
}  // namespace dryslip
