#include <algorithm>

#include "dryslip/drawing/draw_chart.hpp"
#include "reproduce/Kardan2013/breakaway.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

/// The block with a short side of this part of the long one; the inertia is that of its uniform plate.
PreparedSlider with_width(const Scenario& scenario, double part) {
  Scenario other = scenario;
  Rectangle& rectangle = std::get<Rectangle>(other.contact.supports.at(0).shape);
  rectangle.size.x = part * rectangle.size.y;
  return slider_of(other);
}

/// By how much Kardan's criterion is above the exact one [%].
double excess(const Breakaway& at) { return 100.0 * (at.kardan / at.exact - 1.0); }

constexpr int steps = 150;

std::vector<Breakaway> sweep(const PreparedSlider& slider, double largest_offset) {
  std::vector<Breakaway> all;
  for (int i = 0; i <= steps; ++i) all.push_back(breakaway(slider, largest_offset * i / steps));
  return all;
}

/// Forces of the block over μ_s N, and by how much Kardan's criterion is too high for all three shapes: a row per offset.
std::vector<std::vector<double>> rows_of(const std::vector<Breakaway>& block, const std::vector<Breakaway>& square,
                                         const std::vector<Breakaway>& narrow) {
  const double unit = block.front().exact;  // μ_s N
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < block.size(); ++i) {
    rows.push_back({block[i].offset, block[i].exact / unit, block[i].kardan / unit, excess(block[i]), excess(square[i]),
                    excess(narrow[i])});
  }
  return rows;
}

std::string picture_of(const std::vector<std::vector<double>>& rows) {
  const auto series = [&](const std::string& name, std::size_t column, std::size_t color) {
    return ChartSeries{.name = name, .points = points_of(rows, 0, column), .color = series_colors[color]};
  };
  ChartSeries kardan = series("Kardan's criterion", 2, 1);
  kardan.mark = ChartSeries::Mark::Dashed;
  return draw_chart(
      {.title = "Force at breakaway over the eccentricity of the push",
       .subtitle = "block of 30 mm by 10 mm pushed across its long side; a square and a blade of the same length",
       .panels = {{.caption = "Force over μ_s N, block",
                   .x = {"h [mm]", ""},
                   .y = {"force / (μ_s N)", ""},
                   .series = {series("exact criterion", 1, 0), kardan}},
                  {.caption = "Kardan's criterion above the exact one",
                   .x = {"h [mm]", ""},
                   .y = {"difference [%]", ""},
                   .series = {series("block, 3:1", 3, 0), series("square", 4, 2), series("blade, 20:1", 5, 3)}}},
       .columns = 2,
       .panel_size = {420, 320}});
}

}  // namespace

ItemResult beyond_threshold(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("push_at_5_mm");
  const PreparedSlider block = slider_of(scenario), square = with_width(scenario, 1.0),
                       narrow = with_width(scenario, 0.05);
  const double half = 0.5 * std::get<Rectangle>(scenario.contact.supports.at(0).shape).size.y;
  const std::vector<Breakaway> of_block = sweep(block, half);
  const Breakaway unit = breakaway(block, 0.0), at_5 = breakaway(block, 0.005), at_10 = breakaway(block, 0.01);
  const auto worst = std::max_element(of_block.begin(), of_block.end(),
                                      [](const Breakaway& a, const Breakaway& b) { return excess(a) < excess(b); });
  const Basis basis = Basis::other_program("second program (kardan_threshold.json)");
  const std::vector<std::vector<double>> rows = rows_of(of_block, sweep(square, half), sweep(narrow, half));
  return {
      .comparisons = {{"exact force over μ_s N, h = 5 mm", 0.759270, at_5.exact / unit.exact, 5e-7, basis},
                      {"exact force over μ_s N, h = 10 mm", 0.572261, at_10.exact / unit.exact, 5e-7, basis},
                      {"Kardan's over μ_s N, h = 5 mm", 0.785961370, at_5.kardan / unit.exact, 1e-9, basis},
                      {"Kardan's over μ_s N, h = 10 mm", 0.572649600, at_10.kardan / unit.exact, 1e-9, basis},
                      {"Kardan's above the exact force, h = 5 mm [%]", 3.52, excess(at_5), 0.005,
                       Basis::other_program("digits of the second program")},
                      {"Kardan's above the exact force, at most [%]", 6.0, excess(*worst), 0.05,
                       Basis::other_program("digits of the second program")},
                      {"h where it is highest [mm]", 3.0, worst->offset, 0.5,
                       Basis::other_program("digits of the second program")}},
      .pictures = {{"threshold.svg", picture_of(rows),
                    "Left: both criteria for the block. Right: by how much Kardan's is too high, for three shapes."}},
      .data = {csv_file("threshold.csv", "h_mm,exact,kardan,excess_block,excess_square,excess_blade", rows)}};
}

}  // namespace dryslip::reproduce
