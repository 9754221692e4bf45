#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "dryslip/slider/simulate_slider.hpp"

// Lines that roll across themselves, in time.

namespace dryslip {
namespace {

constexpr double g = 9.81;

Expression formula(const std::string& text) { return {text, drive_variables}; }

TEST(Rollers, ARollerThatTurnsIsASkate) {
  // a line with its wheel across, on a slope, spins under its center of mass: it goes sideways in a cycloid, not down
  Slider slider{.contact = {.normal_force = g * std::cos(0.1),
                            .mu = 0.4,
                            .supports = {{.shape = Segment{.from = {-0.05, 0.0}, .to = {0.05, 0.0}},
                                          .law = WheelLaw{.heading = {.angle = M_PI / 2.0}}}}},
                .mass = 1.0,
                .inertia = 0.002};
  slider.table.tilt = 0.1;
  slider.table.tilt_axis = Table::TiltAxis::X;
  const double w = slider.initial.omega = 2.0, pull = g * std::sin(0.1);
  const SliderRun run = simulate_slider(slider, {.duration = 5.0, .output_step = 0.5});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  for (const SliderSample& row : run.samples) {
    const double t = row.t;
    EXPECT_NEAR(row.state.position.x, pull / w * (0.5 * t - std::sin(2.0 * w * t) / (4.0 * w)), 1e-8) << t;
    EXPECT_NEAR(row.state.position.y, -0.5 * pull / (w * w) * std::pow(std::sin(w * t), 2), 1e-8) << t;
    EXPECT_NEAR(row.state.omega, w, 1e-12) << t;
  }
}

Slider on_rusty_roller() {
  return {.contact = {.normal_force = g,
                      .mu = 0.4,
                      .supports = {{.shape = Segment{.from = {-0.05, 0.0}, .to = {0.05, 0.0}},
                                    .law = RustyWheelLaw{.heading = {.angle = M_PI / 2.0}, .axle = 0.1}}}},
          .mass = 1.0,
          .inertia = 0.002};
}

TEST(Rollers, ARustyRollerThatTurnsOnItsMiddleStopsByItsAxle) {
  Slider slider = on_rusty_roller();
  slider.initial.omega = 3.0;
  const SliderRun run =
      simulate_slider(slider, {.duration = 10.0, .until = SliderRunOptions::Until::Rest, .output_step = 0.01});
  ASSERT_EQ(run.outcome, RunOutcome::AtRest);
  // each half of it brakes with 0.1 N/2 at half its length
  EXPECT_NEAR(run.samples.back().t, 3.0 * 0.002 / (0.1 * g * 0.025), 1e-9);
  EXPECT_NEAR(run.samples.back().state.angle, 0.5 * 3.0 * run.samples.back().t, 1e-9);
}

TEST(Rollers, ARustyRollerGoesAndTurnsByWhereItTurns) {
  // x: where it turns, as a part of half its length; m dv/dt = axle N x, J dω/dt = −axle N (a/2) (1 − x²), its axes turn with it
  Slider slider = on_rusty_roller();
  slider.initial.velocity = {0.0, 0.2};
  slider.initial.omega = 3.0;
  const double a = 0.05, brake = 0.1 * g;
  const SliderRun run = simulate_slider(slider, {.duration = 0.2, .output_step = 0.05});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  using State = Eigen::Matrix<double, 5, 1>;  // v, omega, angle, x, y
  const auto slope = [&](const State& y) -> State {
    const double x = std::clamp(-y[0] / (y[1] * a), -1.0, 1.0);
    State rate;
    rate << brake * x, -brake * 0.5 * a * (1.0 - x * x) / 0.002, y[1], -y[0] * std::sin(y[2]), y[0] * std::cos(y[2]);
    return rate;
  };
  State y;
  y << 0.2, 3.0, 0.0, 0.0, 0.0;
  const double h = 1e-5;
  for (int i = 0; i < 20000; ++i) {
    const State k1 = slope(y), k2 = slope(y + 0.5 * h * k1), k3 = slope(y + 0.5 * h * k2), k4 = slope(y + h * k3);
    y += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  // it begins with all of the line going ahead, and ends with a part of it going back
  EXPECT_LT(std::abs(y[0] / (y[1] * a)), 1.0);
  const SliderState& end = run.samples.back().state;
  EXPECT_NEAR(end.angle, y[2], 1e-8);
  EXPECT_NEAR(end.omega, y[1], 1e-8);
  EXPECT_NEAR(end.position.x, y[3], 1e-8);
  EXPECT_NEAR(end.position.y, y[4], 1e-8);
}

TEST(Rollers, AHeadingTypedWithFewerDigitsIsAcrossTheLine) {
  struct Case {
    double heading, tolerance;
  };
  for (const Case& c :
       {Case{1.57079632679, 1e-10}, Case{1.570796326796, 1e-10}, Case{1.5707963, 1e-6}, Case{1.5708, 1e-5}}) {
    Slider slider = on_rusty_roller();
    const FrictionLaw exact = slider.contact.supports[0].law;
    slider.initial = {.velocity = {0.2, 0.8}, .omega = 6.0};
    std::vector<double> stops;
    for (const FrictionLaw& law : {exact, FrictionLaw(RustyWheelLaw{.heading = {.angle = c.heading}, .axle = 0.1})}) {
      slider.contact.supports[0].law = law;
      const SliderRun run = simulate_slider(
          slider,
          {.duration = 10.0, .until = SliderRunOptions::Until::Rest, .tolerance = c.tolerance, .output_step = 0.1});
      ASSERT_EQ(run.outcome, RunOutcome::AtRest) << c.heading;
      EXPECT_LT(run.steps, 2000);
      stops.push_back(run.samples.back().t);
    }
    EXPECT_NEAR(stops[0], stops[1], 1e2 * c.tolerance) << c.heading;
  }
}

TEST(Rollers, ARollerThatTurnsOneWayOnlyHoldsWithThePartThatGoesThatWay) {
  // turned at a steady rate about a point of itself while it is pushed along itself, ever harder
  Slider slider = on_rusty_roller();
  slider.contact.supports[0].law = RatchetLaw{.heading = {.angle = M_PI / 2.0}};
  slider.initial.omega = 0.5;
  // of both halves one goes back and is braked with 0.4 N/2 at half its length; body axes are those of the push
  const double brake = 0.4 * g / 2.0;
  slider.drive.moment = formula(std::to_string(brake * 0.025));
  slider.drive.forces = {{.point = {0.0, 0.0}, .force = {formula("4*t"), formula(std::to_string(-brake))}}};
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.1});
  const auto yields = std::find_if(run.events.begin(), run.events.end(), [](const SliderEvent& event) {
    return event.cause == SliderEvent::Cause::SupportYields;
  });
  ASSERT_NE(yields, run.events.end());
  EXPECT_NEAR(yields->t, brake / 4.0, 1e-6);
  EXPECT_NEAR(yields->state.omega, 0.5, 1e-5);
}

}  // namespace
}  // namespace dryslip
