#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dryslip/record/number_text.hpp"
#include "tests/slider/simple_sliders.hpp"

namespace dryslip::tests {
namespace {

// of mass powers of four: its square root is in the metric
TEST(Units, UnitsThatArePowersOfTwoChangeNoBit) {
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

TEST(Units, LengthsMayBeGivenInAnyUnit) {
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
    EXPECT_EQ(run.outcome, RunOutcome::Finished) << unit << " " << run.reason;
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

}  // namespace
}  // namespace dryslip::tests
