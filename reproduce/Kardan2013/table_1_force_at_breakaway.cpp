#include "dryslip/drawing/draw_chart.hpp"
#include "reproduce/Kardan2013/breakaway.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

/// Offset of the sharp link from the center of mass [m].
double offset_of(const Slider& slider) { return -slider.drive.springs.at(0).point.y; }

ItemResult run(const ScenarioTexts& scenarios) {
  const Slider five = slider_of(scenarios.scenario("push_at_5_mm")),
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

  ChartSeries exact{.name = "exact criterion", .color = series_colors[0]},
      kardan{.name = "Kardan's criterion", .color = series_colors[1], .mark = ChartSeries::Mark::Dashed};
  std::vector<std::vector<double>> rows;
  constexpr int steps = 60;
  for (int i = 0; i <= steps; ++i) {
    const Breakaway at = breakaway(five, 0.015 * i / steps);
    rows.push_back({at.offset, at.exact, at.kardan});
    exact.points.push_back({at.offset, at.exact});
    kardan.points.push_back({at.offset, at.kardan});
  }
  const ChartSeries printed{.name = "Table 1, theory",
                            .points = {{5, 34.7}, {10, 26.2}},
                            .color = series_colors[2],
                            .mark = ChartSeries::Mark::Dots},
      tested{.name = "Table 1, measured",
             .points = {{5, 36.5}, {10, 27.6}},
             .color = series_colors[3],
             .mark = ChartSeries::Mark::Dots};
  result.pictures = {
      {"force_at_breakaway.svg",
       draw_chart(
           {.title = "Kardan 2013, Table 1: force at breakaway",
            .subtitle = "block of 30 mm by 10 mm pushed across its long side, at h from its center",
            .panels = {{.x = {"h [mm]", ""}, .y = {"force [mN]", ""}, .series = {exact, kardan, printed, tested}}}}),
       "Force at which the block yields against the offset h of the push."}};
  result.data = {csv_file("force_at_breakaway.csv", "h_mm,exact_mN,kardan_mN", rows)};
  return result;
}

}  // namespace

Item kardan_table_1() {
  return {.name = "kardan_table_1",
          .paper = "Kardan2013",
          .place = "Table 1",
          .title = "Force at which a block yields to an eccentric push",
          .remark =
              "The paper does not give the mass of the block: 8.48 g follows from its printed forces by the exact "
              "criterion (nominal aluminium would be 8.1 g).",
          .scenarios = {"push_at_5_mm", "push_at_10_mm"},
          .run = run};
}

}  // namespace dryslip::reproduce
