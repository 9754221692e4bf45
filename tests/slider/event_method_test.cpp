#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/number_text.hpp"
#include "tests/slider/simple_sliders.hpp"

namespace dryslip::tests {
namespace {

TEST(EventMethod, AStopJustBelowTheLimitTakesAFewHundredSteps) {
  for (const double below : {1e-2, 1e-4, 1e-6, 1e-9}) {
    Slider slider = block(0.5);
    slider.table.tilt = std::atan(0.5) * (1.0 - below);
    slider.contact.normal_force = g * std::cos(slider.table.tilt);
    slider.initial.velocity = {0.03 * std::sqrt(below), 0.01 * std::sqrt(below)};
    slider.initial.omega = 0.2 * std::sqrt(below);
    const SliderRun run =
        simulate_slider(slider, {.duration = 1e6, .until = SliderRunOptions::Until::Rest, .output_step = 1e6});
    EXPECT_EQ(run.outcome, RunOutcome::AtRest) << below;
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
      EXPECT_EQ(run.outcome, RunOutcome::AtRest) << shape.index() << ' ' << below;
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
  EXPECT_EQ(run.outcome, RunOutcome::Finished);
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
  EXPECT_EQ(run.outcome, RunOutcome::Finished);
  EXPECT_LE(run.steps, 300);
  for (const SliderSample& row : run.samples) {
    EXPECT_NEAR(row.state.omega, 4.0 - 5.0 * std::exp(-5.0 * row.t), 1e-9) << row.t;
    EXPECT_NEAR(row.state.position.x, -0.4 * row.t, 1e-9) << row.t;
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

TEST(EventMethod, RatchetsHoldAcrossTheirHeadingUpToFriction) {
  // without friction along the heading, zero is on the rim of what is borne
  Slider slider = on_ratchets(0.0);
  slider.drive.fy = drive("5*sin(6*t)");
  const SliderRun run = simulate_slider(slider, {.duration = 0.2, .output_step = 0.1});
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].to, MotionMode::Stick);
  EXPECT_NEAR(run.events[1].t, std::asin(0.4 * g / 5.0) / 6.0, 1e-9);
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

TEST(EventMethod, ASmoothDragThatFallsOffLateDoesNotHoldBack) {
  // −c v/√(v² + ε²) is −c but for the last moment: t = v₀/(μ g + c)
  Slider slider = block(0.3);
  slider.initial.velocity = {1.0, 0.0};
  slider.drive.fx = drive("-0.5*vx/sqrt(vx^2 + 1e-12)");
  const SliderRun run =
      simulate_slider(slider, {.duration = 1.0, .until = SliderRunOptions::Until::Rest, .output_step = 1.0});
  ASSERT_EQ(run.outcome, RunOutcome::AtRest) << run.reason;
  EXPECT_NEAR(run.samples.back().t, 1.0 / (0.3 * g + 0.5), 1e-6);
  EXPECT_LE(run.steps, 20000);
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
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
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

/// How long it may take to come to rest has no effect on the way there.
TEST(EventMethod, AGenerousDurationChangesNothing) {
  const auto end_of = [](double duration) {
    Slider slider = block(0.3);
    slider.drive.fx = drive("if(t < 500, 4*sin(3*t), 0)");
    const SliderRun run = simulate_slider(slider, {.duration = duration, .output_step = duration});
    EXPECT_EQ(run.outcome, RunOutcome::Finished) << duration << ' ' << run.reason;
    return run.samples.back().state.position.x;
  };
  EXPECT_NEAR(end_of(1e8), end_of(600.0), 1e-8);
}

TEST(EventMethod, ARunMayEndAtTheInstantOfAnEvent) {
  // 3*0.1 is the first number above 0.3; what breaks away, yields, holds or is taken along just then does so in no time
  const Slider pushed = [] {
    Slider slider = block(0.5);
    slider.drive.fx = drive("if(t > 0.3, 10, 0)");
    slider.drive.moment = drive("0.05*(t > 0.4)");
    return slider;
  }();
  Slider on_belt = block(0.5), on_foot = mass_point(0.3), on_feet = on_ratchets(0.3), swinging = block(0.4);
  on_belt.table.velocity = {of_time("if(t > 0.3, 0.1, 0)"), of_time("0.1*(t > 0.7)")};
  on_foot.drive.moment = drive("if(t > 0.3, 0.5, -0.5*omega)");
  on_foot.drive.fy = drive("4*(t > 0.7)");
  on_foot.contact.supports[0].shape = Points{{{{0.1, 0.0}, 1.0}}};
  on_feet.drive.fx = drive("6*sin(9*t)");
  on_feet.drive.moment = drive("if(t > 0.3, 0.2, 0)");
  swinging.drive.fx = drive("5*sin(7*t)");
  swinging.drive.moment = drive("0.05*sin(11*t)");
  Slider sticky = swinging, wheels = on_feet;
  sticky.contact.mu_static = 0.45;
  wheels.contact.supports[0].law = WheelLaw{{.angle = 0.3}};
  int ends = 0;
  for (const Slider& slider : {pushed, on_belt, on_foot, on_feet, swinging, sticky, wheels}) {
    for (const auto criterion : {SliderRunOptions::StickCriterion::Exact, SliderRunOptions::StickCriterion::CA}) {
      const auto run_for = [&](double duration) {
        return simulate_slider(slider, {.duration = duration, .stick_criterion = criterion, .output_step = 1.0});
      };
      for (const SliderEvent& event : run_for(1.0).events) {
        if (event.t == 0.0) continue;
        const double after = std::nextafter(event.t, 2.0);
        for (const double end : {std::nextafter(event.t, 0.0), event.t, after, std::nextafter(after, 2.0)}) {
          const SliderRun run = run_for(end);
          EXPECT_EQ(run.outcome, RunOutcome::Finished) << run.reason << " at " << end;
          const SliderSample& last = run.samples.back();
          EXPECT_EQ(last.t, end);
          EXPECT_NEAR(last.state.position.x, event.state.position.x, 1e-10) << end;
          EXPECT_NEAR(last.state.velocity.x, event.state.velocity.x, 1e-8) << end;
          EXPECT_NEAR(last.state.omega, event.state.omega, 1e-7) << end;
          ++ends;
        }
      }
    }
  }
  EXPECT_GT(ends, 150);
}

TEST(EventMethod, AFootThatTheBodyTurnsAboutHasItsStaticCoefficientFromTheStart) {
  // two feet 2 a apart, pushed across one of them: it bears F at its place and nothing else while the other one slides past it
  const double a = 0.1, mu = 0.3, mu_static = 0.5, N = 10.0, k = 0.5 * N * mu;
  Slider slider{.contact = {.normal_force = N,
                            .mu = mu,
                            .mu_static = mu_static,
                            .supports = {{.shape = Points{{{{-a, 0.0}, 1.0}, {{a, 0.0}, 1.0}}}}}},
                .mass = 1.0,
                .inertia = 0.005};  // with m a² the left foot would bear nothing
  // about the left foot: (J + m a²) dω/dt = 2 a (F − k) with the push at the right foot; the foot holds |F − k − m a dω/dt|
  const auto start_of = [&](double push, double tolerance) {
    slider.drive.forces = {{.point = {a, 0.0},
                            .frame = PointForce::Frame::World,
                            .force = {Expression("0", drive_variables), drive(number_text(push))}}};
    return simulate_slider(slider, {.duration = 0.01, .tolerance = tolerance, .output_step = 0.01});
  };
  for (const double borne : {0.9 * 0.5 * N * mu, 1.2 * 0.5 * N * mu, 0.95 * 0.5 * N * mu_static}) {
    const double own_rate = 2.0 * a / (slider.inertia + a * a), part = std::abs(1.0 - a * own_rate);
    const double push = k + borne / part;
    for (const double tolerance : {1e-8, 1e-10, 1e-12}) {
      const SliderRun run = start_of(push, tolerance);
      ASSERT_GE(run.events.size(), 1u);
      EXPECT_EQ(run.events[0].to, MotionMode::Pivot) << borne << ' ' << tolerance;
      EXPECT_EQ(run.samples.back().mode, MotionMode::Pivot) << borne << ' ' << tolerance;
      EXPECT_NEAR(run.samples.back().state.omega, own_rate * (push - k) * 0.01, 2e-4 * own_rate * push * 0.01);
    }
  }
}

TEST(EventMethod, AForceThatTurnsAlongTheLimitIsBorne) {
  // |F| = part × μN at every time; beyond it the block follows: v̇ = F/m − μg v/|v|, 1e-4 of μg at first
  for (const double part : {1.0 - 1e-9, 1.0, 1.0 + 1e-4}) {
    Slider slider = block(0.5);
    const std::string size = number_text(part * 0.5 * slider.contact.normal_force, 17);
    slider.drive.fx = drive(size + "*cos(5*t)");
    slider.drive.fy = drive(size + "*sin(5*t)");
    const SliderRun run = simulate_slider(slider, {.duration = 0.05, .output_step = 0.05});
    if (part <= 1.0) {
      EXPECT_EQ(run.events.size(), 1u);
      EXPECT_EQ(run.samples.back().mode, MotionMode::Stick);
      EXPECT_EQ(run.samples.back().state.position, Vec2{});
    } else {
      EXPECT_EQ(run.samples.back().mode, MotionMode::Slip);
      EXPECT_GT(run.samples.back().state.velocity.x, 0.0);
    }
  }
}

TEST(EventMethod, ALoadThatGoesAlongAFlatSideOfTheLimitIsBorne) {
  Slider slider = block(0.5);
  const double limit = 0.5 * slider.contact.normal_force;
  slider.contact.supports[0].law = PolygonLaw{.vertices = {{0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}}};
  slider.drive.fx = drive(number_text(limit, 17));
  slider.drive.fy = drive(number_text(0.1 * limit, 17) + "*sin(10*t)");
  const SliderRunOptions options{.duration = 2.0, .output_step = 2.0};
  EXPECT_EQ(simulate_slider(slider, options).samples.back().mode, MotionMode::Stick);
  // a push of 1e-6 s out of the side is seen: it adds its momentum less that of friction
  slider.drive.fx = drive(number_text(limit, 17) + " + if(t > 1, if(t < 1.000001, 10, 0), 0)");
  const SliderRun pushed = simulate_slider(slider, options);
  ASSERT_EQ(pushed.events.size(), 2u);
  EXPECT_NEAR(pushed.events[1].t, 1.0, 1e-15);
  EXPECT_NEAR(pushed.samples.back().state.velocity.x, 1e-5 / slider.mass,
              1e-9);  // friction and load are even from there on
}

}  // namespace
}  // namespace dryslip::tests
