#include <array>
#include <stdexcept>

#include "dryslip/drawing/draw_chart.hpp"
#include "dryslip/surrogate/pade_fit.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

PadeFit fit_over(PadeRegion region) {
  region.directions = 8;  // more change no digit that is shown
  const PadeFit fit = fit_pade(hertz_samples(region));
  if (!fit.converged) throw std::runtime_error("the fit has not converged");
  return fit;
}

std::array<double, 4> values_of(const PadeParameters& p) { return {p.b_T, p.m_T, p.b_M, p.m_M}; }
constexpr std::array names{"b_T", "m_T", "b_M", "m_M"};

/// The parameters fitted at one shift each: a row per shift from 0 to d.
std::vector<std::vector<double>> parameters_over_shift(double d) {
  std::vector<std::vector<double>> rows;
  constexpr int steps = 10;
  for (int i = 0; i <= steps; ++i) {
    const double shift = d * i / steps;
    const auto values = values_of(fit_over({.least_shift = shift, .largest_shift = shift, .shifts = 1}).parameters);
    rows.push_back({shift, values[0], values[1], values[2], values[3]});
  }
  return rows;
}

std::string picture_of(const std::vector<std::vector<double>>& rows, const std::array<double, 4>& printed) {
  Chart chart{.title = "Szewc et al.: parameters of the formula, fitted for each shift d of the pressure",
              .subtitle = "solid: fitted at one d; dashed: printed, one set for all d",
              .panels = {},
              .columns = 2,
              .panel_size = {380, 220}};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const ChartSeries fitted{.name = "fitted", .points = points_of(rows, 0, k + 1)},
        line{.name = "printed",
             .points = {{0.0, printed[k]}, {rows.back()[0], printed[k]}},
             .color = series_colors[1],
             .mark = ChartSeries::Mark::Dashed};
    chart.panels.push_back({.caption = names[k], .x = {"d", ""}, .y = {names[k], ""}, .series = {fitted, line}});
  }
  return draw_chart(chart);
}

}  // namespace

ItemResult szewc_fit(const ScenarioTexts& scenarios) {
  const Ball ball = ball_of(scenarios.scenario("szewc_fig2_left"));
  const double d = ball.rolling_shift;  // the pressure shifts that a ball may have: 0 to d
  const auto circle = values_of(fit_over({.largest_shift = d}).parameters),
             square =
                 values_of(fit_over({.shape = PadeRegion::Shape::Square, .largest_shift = d, .speeds = 12}).parameters),
             single = values_of(fit_over({.least_shift = d, .largest_shift = d, .shifts = 1}).parameters),
             printed = values_of(ball.pade);
  constexpr std::array of_circle{0.780, 2.650, 0.425, 3.171}, of_square{0.765, 2.604, 0.419, 3.298},
      of_single{0.688, 2.109, 0.509, 1.927};
  const Basis basis = Basis::other_program("second program, three decimals, samples of its own");
  ItemResult result;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string name = names[k];
    result.comparisons.push_back({name + ", unit circle of speed and spin", of_circle[k], circle[k], 2e-3, basis});
    result.comparisons.push_back({name + ", unit square of speed and spin", of_square[k], square[k], 5e-3, basis});
    result.comparisons.push_back({name + ", unit circle, d = 1 only", of_single[k], single[k], 1e-3, basis});
    result.comparisons.push_back({name + " as printed", printed[k], circle[k], 5e-4,
                                  Basis::printed("eq. 12, three decimals"),
                                  "the region of the fit is not given; ours is within a few percent"});
  }
  const std::vector<std::vector<double>> rows = parameters_over_shift(d);
  result.pictures = {
      {"parameters.svg", picture_of(rows, printed), "The printed set is a compromise over d from 0 to 1."}};
  result.data = {csv_file("parameters.csv", "d,b_T,m_T,b_M,m_M", rows)};
  return result;
}

}  // namespace dryslip::reproduce
