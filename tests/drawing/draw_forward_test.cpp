#include "dryslip/drawing/draw_forward.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/drawing/svg_numbers.hpp"
#include "tests/told_progress.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> circles(const std::string& picture, const std::string& radius, const std::string& fill) {
  std::vector<std::string> found;
  for (const std::string& element : elements(picture, "circle"))
    if (attribute(element, "r") == radius && attribute(element, "fill") == fill) found.push_back(element);
  return found;
}

ForwardProblem problem_of(std::variant<ScalarJoint, ScrewDrive, Mechanism> model, const Eigen::VectorXd& tau,
                          const Eigen::VectorXd& velocity) {
  ForwardProblem problem{.model = std::move(model), .velocity = velocity};
  for (const double value : tau) problem.tau.push_back({value});
  return problem;
}

std::string graph_of(const ScalarJoint& joint, double tau, double velocity) {
  const ForwardAnswer answer =
      solve(problem_of(joint, Eigen::VectorXd::Constant(1, tau), Eigen::VectorXd::Constant(1, velocity)));
  return draw_joint_graph(std::get<JointAnswer>(answer.of), "a <joint>");
}

/// Where a place lies beside the lines that are drawn with this stroke [px].
double distance_from_lines(const std::string& picture, const std::string& width, Vec2 place) {
  double nearest = 1e300;
  for (const std::string& element : elements(picture, "path")) {
    if (attribute(element, "stroke-width") != width) continue;
    const std::vector<Vec2> line = corners(element);
    for (std::size_t k = 0; k + 1 < line.size(); ++k) {
      const Vec2 along = line[k + 1] - line[k], to = place - line[k];
      const double part = std::clamp(dot(to, along) / dot(along, along), 0.0, 1.0);
      nearest = std::min(nearest, length(to - part * along));
    }
  }
  return nearest;
}

TEST(DrawForward, GraphMarksTheSolutionsWhereTheTorqueMeetsTheV) {
  const std::string picture = graph_of({.a = 2, .b = 1, .c = 1, .d = 3, .mu = 3.5}, 2.0, 1.0);
  EXPECT_THAT(picture, HasSubstr("a &lt;joint&gt;"));
  std::vector<std::string> marks = circles(picture, "5", "#111111");
  ASSERT_EQ(marks.size(), 3u);  // two, and the legend
  marks.pop_back();
  // on one of the lines of the V: thick lines of the forward motion
  std::vector<std::vector<Vec2>> lines;
  for (const std::string& element : elements(picture, "path"))
    if (attribute(element, "stroke-width") == "2.8") lines.push_back(corners(element));
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0].size(), 3u);  // end, apex, end
  for (const std::string& mark : marks) {
    const Vec2 place{number(mark, "cx"), number(mark, "cy")};
    double nearest = 1e300;
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec2 along = lines[0][k + 1] - lines[0][k], to = place - lines[0][k];
      nearest = std::min(nearest, std::abs(along.x * to.y - along.y * to.x) / length(along));
    }
    EXPECT_LT(nearest, 0.1);  // pixels, as they are written
  }
  EXPECT_EQ(circles(picture, "10", "none").size() + circles(picture, "10", "").size(), 1u);  // the selected one
}

TEST(DrawForward, ApexIsNamedWhereNeitherTheLoadNorTheVsPass) {
  for (const double mu : {0.5, 1.95, 2.05, 3.5}) {
    for (const double tau : {-7.0, -6.0, -4.0, 2.0}) {
      const std::string picture = graph_of({.a = 2, .b = 1, .c = 1, .d = 3, .mu = mu}, tau, 1.0);
      const std::size_t name = picture.find(">F_n = 0<");
      ASSERT_NE(name, std::string::npos);
      const std::string text = picture.substr(picture.rfind("<text ", name), name - picture.rfind("<text ", name));
      const Vec2 place{number(text, "x"), number(text, "y") - 4.0};  // middle of the letters
      // the line of the load has the only long dashes of the frame's width
      for (const std::string& line : elements(picture, "line")) {
        if (attribute(line, "stroke-dasharray") == "6 4" && number(line, "x2") - number(line, "x1") > 500) {
          EXPECT_GT(std::abs(number(line, "y1") - place.y), 8.0) << mu << " " << tau;
        }
      }
      for (const std::string& path : elements(picture, "path")) {
        const std::vector<Vec2> arms = corners(path);
        for (std::size_t k = 0; k + 1 < arms.size(); ++k) {
          const Vec2 along = arms[k + 1] - arms[k], to = place - arms[k];
          if (dot(along, to) > 0.0 && dot(along, to) < dot(along, along)) {
            EXPECT_GT(std::abs(cross(along, to)) / length(along), 8.0) << mu << " " << tau;
          }
        }
      }
    }
  }
}

TEST(DrawForward, SolutionsOfUnilateralJointsAreOnTheirLines) {
  using Kind = ContactKind;
  const ScalarJoint one_sided{.a = 2, .c = 1, .d = 3, .mu = 0.5, .contact = Kind::Unilateral};
  const ScalarJoint other_way{.a = 2, .b = 1, .c = -1, .d = -3, .mu = 0.5, .contact = Kind::Unilateral};
  const ScalarJoint frees_itself{
      .a = 2, .c = 1, .d = 3, .mu = 0.5, .contact = Kind::Unilateral, .free = FreeMotion{.inertia = 3, .bias = -1}};
  int separated = 0, slipping = 0;
  for (const ScalarJoint& joint : {one_sided, other_way, frees_itself}) {
    for (const double tau : {-8.0, -5.0, 4.0, 9.0}) {
      for (const double velocity : {-1.0, 1.0}) {
        const JointAccelerations all = solve_joint(joint, tau, velocity);
        const std::string picture = graph_of(joint, tau, velocity);
        std::vector<std::string> marks = circles(picture, "5", "#111111");
        ASSERT_EQ(marks.size(), all.solutions.size() + 1);  // the legend last
        marks.pop_back();
        for (const std::string& mark : marks)
          EXPECT_LT(distance_from_lines(picture, "2.8", {number(mark, "cx"), number(mark, "cy")}), 0.1) << tau;
        for (const JointAcceleration& solution : all.solutions)
          ++(solution.mode == JointMode::Separation ? separated : slipping);
      }
    }
  }
  EXPECT_GT(separated, 5);
  EXPECT_GT(slipping, 5);
}

TEST(DrawForward, GraphsOfHardCasesStayFinite) {
  for (const ScalarJoint& joint :
       {ScalarJoint{.a = 2}, ScalarJoint{.a = 2, .d = 3, .mu = 0.5}, ScalarJoint{.a = 2, .c = 1, .mu = 2},
        ScalarJoint{.a = 2, .b = 1, .c = 1, .d = 3, .mu = 2}, ScalarJoint{.a = 2e-9, .c = -1e-9, .d = 1e-9, .mu = 1}}) {
    for (const double velocity : {-1.0, 0.0, 1.0}) {
      for (const double tau : {0.0, -5.0}) {
        const std::string picture = graph_of(joint, tau * joint.a / 2, velocity);
        EXPECT_EQ(picture.find("nan"), std::string::npos);
        for (const Vec2 place : places(picture)) EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
      }
    }
  }
}

TEST(DrawForward, LinesOfTwoJointsMeetAtTheSolutions) {
  const Mechanism two{.A = Eigen::Matrix2d{{2.0, 0.1}, {0.1, 2.0}},
                      .C = Eigen::Matrix2d{{1.0, 0.1}, {0.0, 1.0}},
                      .b = Eigen::Vector2d(1, 1),
                      .d = Eigen::Vector2d(3, 3),
                      .mu = Eigen::Vector2d(3.5, 3.5)};
  const Eigen::VectorXd tau = Eigen::Vector2d(2, 2), velocity = Eigen::Vector2d(1, 1);
  const ForwardAnswer answer = solve(problem_of(two, tau, velocity));
  const std::string picture = draw_constraint_lines(std::get<MechanismAnswer>(answer.of), "");
  std::vector<std::string> marks = circles(picture, "5", "#111111");
  ASSERT_EQ(marks.size(), 5u);  // the legend first
  for (std::size_t m = 1; m < marks.size(); ++m) {
    const Vec2 place{number(marks[m], "cx"), number(marks[m], "cy")};
    int on_lines = 0;
    for (const std::string& element : elements(picture, "path")) {
      if (attribute(element, "stroke-width") != "2.4") continue;
      const std::vector<Vec2> line = corners(element);
      const Vec2 along = line.back() - line.front(), to = place - line.front();
      on_lines += std::abs(along.x * to.y - along.y * to.x) / length(along) < 0.3;
    }
    EXPECT_GE(on_lines, 2) << m;
  }
  // the legend is above the graph and not cut off by it
  int samples = 0;
  for (const std::string& line : elements(picture, "line"))
    if (number(line, "y1") < 104 && std::abs(number(line, "x2") - number(line, "x1") - 20.0) < 0.1) {
      EXPECT_EQ(attribute(line, "clip-path"), "");
      ++samples;
    }
  EXPECT_EQ(samples, 4);
}

TEST(DrawForward, MapColorsTheCountOfEachCell) {
  SolutionMap map{
      .title = "map", .x = {"x", ""}, .y = {"y", ""}, .low = {0, 0}, .high = {2, 2}, .columns = 2, .rows = 2};
  std::vector<Vec2> asked;
  count_solutions(map, [&](double x, double y) {
    asked.push_back({x, y});
    return x < 1 ? 0 : y < 1 ? 2 : -1;
  });
  EXPECT_EQ(asked, (std::vector<Vec2>{{0.5, 0.5}, {1.5, 0.5}, {0.5, 1.5}, {1.5, 1.5}}));
  EXPECT_EQ(map.counts, (std::vector<int>{0, 2, 0, -1}));
  const std::string picture = draw_solution_maps({map, map});
  for (const char* text : {"none", "continuum", "#c8553d", "#f0a94e"}) EXPECT_THAT(picture, HasSubstr(text));
}

TEST(SolutionMap, SaysHowFarItIsAndStopsWhereItIsToldTo) {
  SolutionMap map{.low = {0, 0}, .high = {2, 2}, .columns = 4, .rows = 2};
  int asked = 0;
  const auto count = [&](double, double) { return ++asked; };
  ToldProgress told;
  count_solutions(map, count, told.progress());
  EXPECT_EQ(told.parts, (std::vector<double>{0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1}));
  asked = 0;
  ToldProgress stopped{.last = 1};
  EXPECT_THROW(count_solutions(map, count, stopped.progress()), Cancelled);
  EXPECT_EQ(asked, 0);
}

}  // namespace
}  // namespace dryslip::tests
