#include <array>
#include <cmath>
#include <numbers>

#include "dryslip/drawing/draw_chart.hpp"
#include "dryslip/record/format_text.hpp"
#include "dryslip/surrogate/hertz_contact.hpp"
#include "dryslip/surrogate/pade_fit.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {
namespace {

constexpr std::array shift_parts{0.0, 0.25, 0.5, 0.75, 1.0};  // of the scenario's d

/// Errors of the formula at one shift d, over 40 ratios of slide to spin and 24 directions.
PadeFit errors_at(double d, const PadeParameters& parameters) {
  return rate_pade(hertz_samples({.least_shift = d, .largest_shift = d, .shifts = 1}), parameters);
}

/// T along the slip and M of both models over the angle from pure sliding (0) to pure spin (π/2), the shift across the slip.
ChartPanel panel_of(double d, const PadeFormula& formula, std::vector<std::vector<double>>& rows) {
  using Mark = ChartSeries::Mark;
  ChartSeries T{.name = "T, eq. 7", .points = {}, .color = series_colors[0]},
      T12{.name = "T, eq. 12", .points = {}, .color = series_colors[0], .mark = Mark::Dashed},
      M{.name = "M, eq. 7", .points = {}, .color = series_colors[1]},
      M12{.name = "M, eq. 12", .points = {}, .color = series_colors[1], .mark = Mark::Dashed};
  const Vec2 shift{0.0, d};
  constexpr int steps = 60;
  for (int i = 0; i <= steps; ++i) {
    const double t = 0.5 * std::numbers::pi * i / steps;
    const Twist slip{{std::cos(t), 0.0}, std::sin(t)};
    const FrictionLoad exact = hertz_integral(slip, shift).load, approximate = formula.load(slip, hertz_moments(shift));
    T.points.push_back({t, exact.force.x});
    T12.points.push_back({t, approximate.force.x});
    M.points.push_back({t, exact.moment});
    M12.points.push_back({t, approximate.moment});
    rows.push_back({d, t, exact.force.x, approximate.force.x, exact.moment, approximate.moment});
  }
  return {.caption = format_text("d = {:g}, across the slip", d),
          .x = {"angle from sliding to spin [rad]", ""},
          .y = {"T_x and M", ""},
          .series = {T, T12, M, M12}};
}

/// Slips of the unit sphere, half a degree apart, whose power T·v + Mω is below 0.36 at the scenario's shift.
double slips_of_low_power(const Ball& ball) {
  const PadeFormula formula(ball.pade);
  const PressureMoments moments = hertz_moments({ball.rolling_shift, 0.0});
  constexpr int parts = 180;
  double count = 0.0;
  for (int i = 0; i <= parts; ++i) {
    for (int j = 0; j <= 2 * parts; ++j) {
      const Vec2 ratio = unit_vector(0.5 * std::numbers::pi * i / parts);
      const Twist slip{ratio.x * unit_vector(std::numbers::pi * j / parts), ratio.y};
      const FrictionLoad load = formula.load(slip, moments);
      count += dot(load.force, slip.velocity) + load.moment * slip.omega < 0.36;
    }
  }
  return count;
}

}  // namespace

ItemResult szewc_models(const ScenarioTexts& scenarios) {
  const Ball ball = ball_of(scenarios.scenario("szewc_fig2_left"));
  constexpr std::array rms_T{0.01827, 0.02446, 0.03730, 0.05209, 0.06755},
      rms_M{0.01780, 0.02214, 0.03178, 0.04332, 0.05558};
  constexpr std::array largest_T{0.0358, 0.0645, 0.1036, 0.1428, 0.1820},
      largest_M{0.0317, 0.0659, 0.1000, 0.1342, 0.1688};
  ItemResult result;
  std::vector<std::vector<double>> errors;
  for (std::size_t i = 0; i < shift_parts.size(); ++i) {
    const double d = shift_parts[i] * ball.rolling_shift;
    const PadeFit fit = errors_at(d, ball.pade);
    errors.push_back({d, fit.T.rms, fit.T.largest, fit.M.rms, fit.M.largest, fit.least_power});
    const std::string name = format_text("d = {:g}: ", shift_parts[i]);
    const Basis basis = Basis::other_program("second program, same 40 by 24 grid");
    result.comparisons.push_back({name + "rms error of T", rms_T[i], fit.T.rms, 5e-6, basis});
    result.comparisons.push_back({name + "largest error of T", largest_T[i], fit.T.largest, 5e-5, basis});
    result.comparisons.push_back({name + "rms error of M", rms_M[i], fit.M.rms, 5e-6, basis});
    result.comparisons.push_back({name + "largest error of M", largest_M[i], fit.M.largest, 5e-5, basis});
  }
  result.comparisons.push_back({"slips of size 1 with a power below 0.36", 0, slips_of_low_power(ball), 0,
                                Basis::other_program("eq. 12 dissipates; bound of a second program")});
  std::vector<std::vector<double>> rows;
  Chart chart{.title = "Szewc et al.: the formula (eq. 12) against the integral (eq. 7)",
              .subtitle = "force and moment of a Hertz contact, scaled, from pure sliding to pure spin",
              .panels = {},
              .columns = 3,
              .panel_size = {300, 260}};
  const PadeFormula formula(ball.pade);
  for (const double part : {0.0, 0.5, 1.0}) chart.panels.push_back(panel_of(part * ball.rolling_shift, formula, rows));
  result.pictures = {
      {"models.svg", draw_chart(chart), "Both models agree at both ends; the error between grows with the shift d."}};
  result.data = {csv_file("models.csv", "d,angle_rad,T_eq7,T_eq12,M_eq7,M_eq12", rows),
                 csv_file("errors.csv", "d,rms_T,largest_T,rms_M,largest_M,least_power", errors)};
  return result;
}

}  // namespace dryslip::reproduce
