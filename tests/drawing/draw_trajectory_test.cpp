#include "dryslip/drawing/draw_trajectory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "dryslip/drawing/thin_line.hpp"
#include "tests/drawing/svg_numbers.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Slider pushed_block(double mu_static) {
  return {
      .contact = {.normal_force = 2.0,
                  .mu = 0.5,
                  .mu_static = mu_static,
                  .supports = {{.shape = Rectangle{{0.01, 0.03}}}}},
      .mass = 0.2,
      .inertia = 2e-5,
      .drive = {.fx = Expression("1.3*sin(6*t)", drive_variables), .moment = Expression("0.003*t", drive_variables)}};
}

/// Rectangles of one color.
std::vector<std::string> bands(const std::string& picture, const std::string& color) {
  std::vector<std::string> found;
  for (const std::string& element : elements(picture, "rect"))
    if (attribute(element, "fill") == color) found.push_back(element);
  return found;
}

TEST(DrawTrajectory, ShowsPathForceAndVelocitiesOnThePage) {
  const Slider slider = pushed_block(0.5);
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
  const std::string picture = draw_trajectory(slider, run, {.title = "a <block>"});
  EXPECT_THAT(picture, StartsWith("<svg xmlns="));
  for (const char* text : {"a &lt;block&gt;", "Path of the center", "x [mm]", "velocity [", "omega [rad/s]", "t [s]",
                           "fx, world axes [", "largest friction force: 1 N"})
    EXPECT_THAT(picture, HasSubstr(text));
  EXPECT_THAT(picture, Not(HasSubstr("spring force")));
  EXPECT_THAT(picture, Not(HasSubstr("static")));
  for (const Vec2 place : places(picture)) {
    EXPECT_TRUE(place.x >= 0 && place.x <= 1000 && place.y >= 0 && place.y <= 1100) << place.x << " " << place.y;
  }
  EXPECT_EQ(draw_trajectory(slider, run, {.title = "a <block>"}), picture);  // same input, same bytes
}

TEST(DrawTrajectory, ShadesTheTimesOfStick) {
  const Slider slider = pushed_block(0.5);
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
  std::vector<double> starts, ends;  // of stick
  for (std::size_t i = 0; i < run.events.size(); ++i) {
    if (run.events[i].to != MotionMode::Stick) continue;
    starts.push_back(run.events[i].t);
    ends.push_back(i + 1 < run.events.size() ? run.events[i + 1].t : 1.0);
  }
  ASSERT_GE(starts.size(), 2u);
  const std::vector<std::string> found = bands(draw_trajectory(slider, run), "#e3e3e3");
  ASSERT_EQ(found.size(), 2 * starts.size() + 1);  // in two panels, and in the legend
  std::vector<std::string> first;
  for (const std::string& band : found)
    if (number(band, "height") > 100 && first.size() < starts.size()) first.push_back(band);
  // 890 pixels are one second
  for (std::size_t i = 0; i < starts.size(); ++i) {
    EXPECT_NEAR(number(first[i], "x"), 84 + 890 * starts[i], 0.02);
    EXPECT_NEAR(number(first[i], "width"), 890 * (ends[i] - starts[i]), 0.02);
  }
}

TEST(DrawTrajectory, TheForceStaysInsideTheCirclesOfBothCoefficients) {
  const Slider slider = pushed_block(0.6);
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.01});
  const std::string picture = draw_trajectory(slider, run);
  EXPECT_THAT(picture, HasSubstr("largest friction force: 1 N"));
  EXPECT_THAT(picture, HasSubstr("dashed: static, 1.2 N"));
  // the circles are the largest; their radii are as the coefficients
  std::vector<double> radii;
  for (const std::string& circle : elements(picture, "circle")) radii.push_back(number(circle, "r"));
  std::sort(radii.rbegin(), radii.rend());
  EXPECT_NEAR(radii.at(0) / radii.at(1), 1.2, 1e-3);
}

TEST(DrawTrajectory, SpringsHaveAPanel) {
  Slider slider = pushed_block(0.5);
  slider.drive.springs = {
      {.stiffness = 10.0, .anchor = {Expression("0.1*t", time_variable), Expression("0", time_variable)}},
      {.stiffness = 20.0}};
  const SliderRun run = simulate_slider(slider, {.duration = 0.2, .output_step = 0.01});
  const std::string picture = draw_trajectory(slider, run);
  for (const char* text : {"spring force [", "spring_0", "spring_1"}) EXPECT_THAT(picture, HasSubstr(text));
}

TEST(DrawTrajectory, DrawsAllKindsOfSupportsAndABodyThatNeverMoves) {
  Slider slider = pushed_block(0.5);
  slider.contact.supports = {{.shape = Points{{{{0.02, 0.0}, 1.0}, {{-0.02, 0.01}, 1.0}}}, .share = 0.5},
                             {.shape = Segment{{-0.01, 0.0}, {0.01, 0.02}, {1.0, 1.0}}, .share = 0.25},
                             {.shape = Ring{0.02}, .share = 0.25}};
  slider.drive = {};
  for (const double duration : {1e-3, 1.0}) {
    const SliderRun run = simulate_slider(slider, {.duration = duration, .output_step = 0.1});
    for (const Vec2 place : places(draw_trajectory(slider, run)))
      EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
  }
}

TEST(DrawTrajectory, AForceThatStaysWhereItIsIsADot) {
  Slider slider = pushed_block(0.5);
  slider.drive = {};
  slider.initial.velocity = {1.0, 0.0};
  const SliderRun run = simulate_slider(slider, {.duration = 0.01, .output_step = 1e-3});
  const auto dots = [](const SliderRun& shown, const Slider& of) {
    int count = 0;
    for (const std::string& circle : elements(draw_trajectory(of, shown), "circle"))
      count += number(circle, "r") == 3.0;
    return count;
  };
  EXPECT_EQ(dots(run, slider), 1);
  slider.initial = {.velocity = {0.1, 0.05}, .omega = 30.0};  // turns its force
  EXPECT_EQ(dots(simulate_slider(slider, {.duration = 0.01, .output_step = 1e-3}), slider), 0);
}

TEST(DrawTrajectory, ValuesOfRoundingLookLikeZero) {
  const Slider slider = pushed_block(0.5);
  SliderRun run = simulate_slider(slider, {.duration = 0.5, .output_step = 0.01});
  for (SliderSample& row : run.samples) row.state.omega = 0.0;
  const std::string calm = draw_trajectory(slider, run);
  for (std::size_t i = 0; i < run.samples.size(); ++i) run.samples[i].state.omega = i % 2 == 0 ? 1e-17 : -3e-16;
  EXPECT_EQ(draw_trajectory(slider, run), calm);
}

TEST(DrawTrajectory, ABodyThatATableCarriesHasAPathOfItsOwn) {
  Slider slider = pushed_block(0.5);
  slider.drive = {};
  const SliderRunOptions run{.duration = 1.0, .output_step = 0.01};
  EXPECT_THAT(draw_trajectory(slider, simulate_slider(slider, run)), Not(HasSubstr("carried")));
  slider.table.velocity[0] = Expression("0.1*t", time_variable);
  EXPECT_THAT(draw_trajectory(slider, simulate_slider(slider, run)), HasSubstr("carried"));
}

TEST(DrawTrajectory, VeryManyStopsLeaveThePathToBeSeen) {
  const auto stops_of = [](double duration) {
    Slider slider = pushed_block(0.5);
    slider.drive = {.fx = Expression("if(mod(t, 0.01) < 0.004, 2, 0)", drive_variables)};
    const SliderRun run = simulate_slider(slider, {.duration = duration, .output_step = 0.01});
    std::size_t stops = 0;
    for (const SliderEvent& event : run.events) stops += event.to == MotionMode::Stick ? 1 : 0;
    const std::string picture = draw_trajectory(slider, run);
    std::size_t drawn = 0;
    for (const std::string& circle : elements(picture, "circle")) drawn += attribute(circle, "r") == "3.2" ? 1 : 0;
    return std::pair(stops, drawn - 1);  // one is in the legend
  };
  const auto [few, few_drawn] = stops_of(0.105);
  EXPECT_GE(few, 10u);
  EXPECT_EQ(few_drawn, few);
  const auto [many, many_drawn] = stops_of(2.0);
  EXPECT_GE(many, 200u);
  EXPECT_GE(many_drawn, 5u);
  EXPECT_LE(many_drawn, 40u);  // 430 px, every 16 px
}

TEST(ThinLine, PassesEveryPointWithinTheDistance) {
  std::mt19937 random(7);
  std::normal_distribution<double> step(0.0, 0.4);
  std::vector<Vec2> points{{3.0, -2.0}};
  Vec2 drift{0.5, 0.2};
  for (int i = 0; i < 4000; ++i) {
    if (i % 500 == 250) drift = -1.0 * drift;  // there and back
    if (i % 700 == 350) drift = turned_left(drift);
    const double noise = i % 2000 < 1000 ? 0.05 : 1.0;
    points.push_back(points.back() + drift + noise * Vec2{step(random), step(random)});
  }
  const double distance = 0.3;
  const std::vector<Vec2> corners = thinned(points, distance);
  EXPECT_LT(corners.size(), points.size() / 2);
  EXPECT_EQ(corners.front(), points.front());
  EXPECT_EQ(corners.back(), points.back());
  // every point lies near the piece between its neighbours among the corners
  std::size_t piece = 0;
  for (const Vec2 point : points) {
    while (piece + 2 < corners.size() && point == corners[piece + 1]) ++piece;
    const Vec2 along = corners[piece + 1] - corners[piece];
    const double part = std::clamp(dot(point - corners[piece], along) / dot(along, along), 0.0, 1.0);
    EXPECT_LE(length(point - corners[piece] - part * along), distance * (1 + 1e-9));
  }
}

TEST(ThinLine, AStraightLineNeedsItsEndsOnly) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 100; ++i) points.push_back({0.3 * i, 0.1 * i});
  EXPECT_EQ(thinned(points, 0.01).size(), 2u);
  EXPECT_EQ(thinned(std::vector<Vec2>{{1, 2}}, 0.1).size(), 1u);
  EXPECT_TRUE(thinned({}, 0.1).empty());
}

}  // namespace
}  // namespace dryslip::tests
