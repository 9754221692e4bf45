#include "dryslip/drawing/draw_chart.hpp"
#include "reproduce/Kardan2013/breakaway.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

/// Offset of the sharp link from the center of mass [m].
double offset_of(const PreparedSlider& slider) { return -slider.slider().drive.springs.at(0).point.y; }

/// Force at breakaway by both criteria: a row per offset of the push.
std::vector<std::vector<double>> forces_over_offset(const PreparedSlider& slider) {
  std::vector<std::vector<double>> rows;
  constexpr int steps = 60;
  for (int i = 0; i <= steps; ++i) {
    const Breakaway at = breakaway(slider, 0.015 * i / steps);
    rows.push_back({at.offset, at.exact, at.kardan});
  }
  return rows;
}

std::string picture_of(const std::vector<std::vector<double>>& rows) {
  using Mark = ChartSeries::Mark;
  return draw_chart(
      {.title = "Kardan 2013, Table 1: force at breakaway",
       .subtitle = "block of 30 mm by 10 mm pushed across its long side, at h from its center",
       .panels = {{.x = {"h [mm]", ""},
                   .y = {"force [mN]", ""},
                   .series = {{.name = "exact criterion", .points = points_of(rows, 0, 1), .color = series_colors[0]},
                              {.name = "Kardan's criterion",
                               .points = points_of(rows, 0, 2),
                               .color = series_colors[1],
                               .mark = Mark::Dashed},
                              {.name = "Table 1, theory",
                               .points = {{5, 34.7}, {10, 26.2}},
                               .color = series_colors[2],
                               .mark = Mark::Dots},
                              {.name = "Table 1, measured",
                               .points = {{5, 36.5}, {10, 27.6}},
                               .color = series_colors[3],
                               .mark = Mark::Dots}}}}});
}

}  // namespace

ItemResult kardan_table_1(const ScenarioTexts& scenarios) {
  const PreparedSlider five = slider_of(scenarios.scenario("push_at_5_mm")),
                       ten = slider_of(scenarios.scenario("push_at_10_mm"));
  const Breakaway at_5 = breakaway(five, offset_of(five)), at_10 = breakaway(ten, offset_of(ten));
  const Basis theory = Basis::printed("Table 1, theory, last digit"),
              error = Basis::printed("Table 1, relative error; last digit of the force");
  const std::string single = "no single weight gives both printed forces by the criterion of the paper",
                    measured = "it is a measurement: both printed theories are 5 % below it too";
  ItemResult result;
  result.comparisons = {
      {"force at breakaway, h = 5 mm [mN]", 34.7, at_5.exact, 0.05, theory},
      {"force at breakaway, h = 10 mm [mN]", 26.2, at_10.exact, 0.05, theory},
      {"by Kardan's criterion, h = 5 mm [mN]", 34.7, at_5.kardan, 0.05, theory, single},
      {"by Kardan's criterion, h = 10 mm [mN]", 26.2, at_10.kardan, 0.05, theory},
      {"measured, h = 5 mm [mN]", 36.5, at_5.exact, 0.05, Basis::printed("Table 1, measured"), measured},
      {"measured, h = 10 mm [mN]", 27.6, at_10.exact, 0.05, Basis::printed("Table 1, measured"), measured},
      {"below the measured force, h = 5 mm [%]", 4.93, 100 * (1 - at_5.exact / 36.5), 0.14, error},
      {"below the measured force, h = 10 mm [%]", 5.07, 100 * (1 - at_10.exact / 27.6), 0.18, error}};
  const std::vector<std::vector<double>> rows = forces_over_offset(five);
  result.pictures = {{"force_at_breakaway.svg", picture_of(rows),
                      "Force at which the block yields against the offset h of the push."}};
  result.data = {csv_file("force_at_breakaway.csv", "h_mm,exact_mN,kardan_mN", rows)};
  return result;
}

}  // namespace dryslip::reproduce
