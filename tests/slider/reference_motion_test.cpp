#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "dryslip/slider/simulate_slider.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

/// Sliders of free_sliding.json.
Slider free_slider(const Json& data) {
  const std::string kind = data.at("kind");
  const double mu = data.at("mu"), mass = data.at("m"), g = data.at("g");
  Support support;
  if (kind == "rectangle") support.shape = Rectangle{{data.at("lx"), data.at("ly")}};
  if (kind == "disc" || kind == "hertz_disc") support.shape = Disk{data.at("R")};
  if (kind == "ring") support.shape = Ring{data.at("R")};
  if (kind == "annulus") support.shape = Annulus{{data.at("r_in"), data.at("R")}};
  if (kind == "dumbbell") {
    support.shape = Points{{{vec(data.at("supports_body")[0]), 1.0}, {vec(data.at("supports_body")[1]), 1.0}}};
  }
  if (kind == "hertz_disc") support.pressure = HertzPressure{};
  const Json& twist = data.at("initial").at("twist");
  return {.contact = {.normal_force = mass * g, .mu = mu, .supports = {support}},
          .mass = mass,
          .inertia = data.at("J"),
          .initial = {.velocity = {twist[0], twist[1]}, .omega = twist[2]}};
}

TEST(FreeSliding, StopsWhenAndWhereTheReferenceSays) {
  for (const Json& data : reference("free_sliding.json")) {
    SCOPED_TRACE(data.at("id").get<std::string>());
    const Slider slider = free_slider(data);
    const SliderRun run = simulate_slider(slider, {.until = SliderRunOptions::Until::Rest, .output_step = 0.01});
    ASSERT_EQ(run.outcome, RunOutcome::AtRest);
    const SliderSample& last = run.samples.back();
    const Json& pose = data.at("final_pose");
    EXPECT_NEAR(last.t, data.at("stop_time").get<double>(), 1e-8);
    EXPECT_NEAR(last.state.position.x, pose[0].get<double>(), 1e-8);
    EXPECT_NEAR(last.state.position.y, pose[1].get<double>(), 1e-8);
    EXPECT_NEAR(last.state.angle, pose[2].get<double>(), 1e-8);
    EXPECT_EQ(length(last.state.velocity), 0.0);
    EXPECT_EQ(last.state.omega, 0.0);
    std::vector<SliderEvent> pivots;
    for (const SliderEvent& event : run.events) {
      if (event.to == MotionMode::Pivot) pivots.push_back(event);
    }
    const Json events = data.value("events", Json::array());
    ASSERT_EQ(pivots.size(), events.size());
    for (std::size_t i = 0; i < pivots.size(); ++i) {
      EXPECT_NEAR(pivots[i].t, events[i].at("t").get<double>(), 1e-7);
      EXPECT_NEAR(pivots[i].state.omega, events[i].at("omega").get<double>(), 1e-6);
    }
    const double start = run.samples.front().kinetic_energy;
    EXPECT_NEAR(last.work_of_friction, -start, 1e-9 * start);
  }
}

std::string cosine(const Json& force) {
  return std::to_string(force.at("amp").get<double>()) + "*cos(" + std::to_string(force.at("omega").get<double>()) +
         "*t + " + force.at("phase").dump() + ")";
}

TEST(KardanMotion, EventsAndStatesAreThoseOfTheReference) {
  for (const Json& data : reference("kardan_motion.json")) {
    SCOPED_TRACE(data.at("id").get<std::string>());
    const Json& given = data.at("params");
    const double mass = given.at("m"), g = given.at("g");
    const Json& force = data.at("force");
    const Slider slider{.contact = {.normal_force = mass * g,
                                    .mu = given.at("mu_k"),
                                    .mu_static = given.at("mu_s").get<double>(),
                                    .supports = {{.shape = Rectangle{{given.at("lx"), given.at("ly")}}}}},
                        .mass = mass,
                        .inertia = given.at("J"),
                        .drive = {.fx = Expression(cosine(force.at("Fx")), drive_variables),
                                  .fy = Expression(cosine(force.at("Fy")), drive_variables),
                                  .moment = Expression(cosine(force.at("M")), drive_variables)}};
    const SliderRun run = simulate_slider(
        slider, {.duration = 5.0,
                 .stick_criterion = data.at("criterion") == "CA" ? SliderRunOptions::StickCriterion::CA
                                                                 : SliderRunOptions::StickCriterion::Exact,
                 .output_step = 0.25});
    const Json& events = data.at("events");
    EXPECT_EQ(run.outcome, RunOutcome::Finished);
    EXPECT_EQ(run.events.size(), events.size());
    for (std::size_t i = 0; i < std::min(run.events.size(), events.size()); ++i) {
      EXPECT_NEAR(run.events[i].t, events[i].at("t").get<double>(), 1e-7) << i;
      EXPECT_EQ(run.events[i].to == MotionMode::Slip, events[i].at("event") == "stick_to_slip") << i;
    }
    const Json& times = data.at("times");
    ASSERT_EQ(run.samples.size(), times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
      EXPECT_NEAR(run.samples[i].t, times[i].get<double>(), 1e-12);
      const Json& expected = data.at("states_x_y_theta_vx_vy_w")[i];
      const SliderState& found = run.samples[i].state;
      const double tolerance = std::max(1e-8, 3.0 * data.at("max_pose_difference").get<double>());
      EXPECT_NEAR(found.position.x, expected[0].get<double>(), tolerance) << i;
      EXPECT_NEAR(found.position.y, expected[1].get<double>(), tolerance) << i;
      EXPECT_NEAR(found.angle, expected[2].get<double>(), 10.0 * tolerance) << i;
    }
  }
}

}  // namespace
}  // namespace dryslip::tests
