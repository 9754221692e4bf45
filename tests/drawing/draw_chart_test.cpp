#include "dryslip/drawing/draw_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/drawing/svg_numbers.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const ChartPanel one_panel{.x = {"t", "s"},
                           .y = {"force", "N"},
                           .series = {{.name = "a curve", .points = {{0, 0}, {1, 4}, {2, 0}}},
                                      {.name = "marks", .points = {{1, 4}, {2, 0}}, .mark = ChartSeries::Mark::Dots}}};

TEST(DrawChart, MarksLieOnTheCurveTheyBelongTo) {
  const std::string svg = draw_chart({.title = "A chart", .panels = {one_panel}});
  EXPECT_THAT(svg, HasSubstr(">A chart<"));
  EXPECT_THAT(svg, HasSubstr(">force [N]<"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  const std::vector<std::string> dots = elements(svg, "circle");
  ASSERT_EQ(dots.size(), 3u);  // two marks and one in the legend
  const std::vector<Vec2> curve = corners(elements(svg, "path").at(0));
  ASSERT_EQ(curve.size(), 3u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(number(dots[i], "cx"), curve[i + 1].x);
    EXPECT_EQ(number(dots[i], "cy"), curve[i + 1].y);
  }
  EXPECT_LT(curve[1].y, curve[0].y);  // up is up
}

TEST(DrawChart, EqualAspectKeepsASquareSquare) {
  ChartPanel panel{.x = {"x", "m"},
                   .y = {"y", "m"},
                   .series = {{.points = {{0, 0}, {3, 0}, {3, 3}, {0, 3}}}},
                   .aspect = ChartPanel::Aspect::Equal};
  const std::vector<Vec2> square = corners(elements(draw_chart({.panels = {panel}}), "path").at(0));
  ASSERT_EQ(square.size(), 4u);
  EXPECT_NEAR(square[1].x - square[0].x, square[1].y - square[2].y, 0.02);  // hundredths of a pixel are written
  panel.aspect = ChartPanel::Aspect::Free;
  const std::vector<Vec2> wide = corners(elements(draw_chart({.panels = {panel}}), "path").at(0));
  EXPECT_GT(wide[1].x - wide[0].x, wide[1].y - wide[2].y + 100);
}

TEST(DrawChart, PanelsAndLegendsStayOnThePageAndApart) {
  ChartPanel crowded = one_panel;
  for (int i = 0; i < 12; ++i) crowded.series.push_back({.name = "another curve", .points = {{0, 1.0 * i}, {2, 1}}});
  const std::string svg = draw_chart({.panels = {one_panel, crowded, one_panel}, .columns = 2});
  const std::string page = elements(svg, "svg").at(0);
  for (const std::string& text : elements(svg, "text")) {
    EXPECT_GT(number(text, "y"), 0.0);
    EXPECT_LT(number(text, "y"), number(page, "height"));
    EXPECT_LT(number(text, "x"), number(page, "width"));
  }
  // the frame of the third panel begins below the legend of the second
  const auto y_of = [&](std::size_t at) { return number(svg.substr(at, svg.find('>', at) - at), "y"); };
  const double lowest_name = y_of(svg.rfind("<text", svg.rfind(">another curve<"))),
               third_frame = y_of(svg.find("<rect", svg.find("id=\"panel_2\"")));
  EXPECT_GT(third_frame, lowest_name + 20);
}

}  // namespace
}  // namespace dryslip::tests
