#include "dryslip/drawing/draw_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "dryslip/drawing/nice_scale.hpp"
#include "dryslip/drawing/plot_frame.hpp"
#include "dryslip/drawing/surface_colors.hpp"

namespace dryslip {
namespace {

// distinct for all kinds of color vision
const std::array<std::string, 8> colors{"#111111", "#0072b2", "#d55e00", "#009e73",
                                        "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a"};

const std::string& color_of(std::size_t model) { return colors[model % colors.size()]; }

std::string label_of(const FittedModel& model) { return std::string(word_of(model.kind)) + ", " + model.variant; }

/// Ticks at powers of ten; the frame's box holds decimal logarithms.
void draw_decades(SvgCanvas& canvas, const PlotFrame& frame, const std::string& x, const std::string& y) {
  const SvgStyle tick{.stroke = "#222222", .width = 1.0}, grid{.stroke = "#dddddd", .width = 1.0};
  const Vec2 low = frame.page(frame.box.low), high = frame.page(frame.box.high);
  const auto text = [](double decade) { return round_value_text(std::pow(10.0, decade), std::pow(10.0, decade)); };
  for (double d = std::ceil(frame.box.low.x); d <= frame.box.high.x; d += 1.0) {
    const double place = frame.page({d, 0.0}).x;
    canvas.add_line({place, low.y}, {place, high.y}, grid);
    canvas.add_line({place, low.y}, {place, low.y + 6}, tick);
    canvas.add_text({place, low.y + 21}, text(d), {.size = 12});
  }
  for (double d = std::ceil(frame.box.low.y); d <= frame.box.high.y; d += 1.0) {
    const double place = frame.page({0.0, d}).y;
    canvas.add_line({low.x, place}, {high.x, place}, grid);
    canvas.add_line({low.x - 6, place}, {low.x, place}, tick);
    canvas.add_text({low.x - 10, place + 4}, text(d), {.size = 12, .anchor = "end"});
  }
  canvas.add_rectangle(frame.corner, frame.size, {.stroke = "#222222", .width = 1.2});
  canvas.add_text({low.x + frame.size.x / 2, low.y + 44}, x);
  canvas.add_text({low.x - 62, frame.corner.y + frame.size.y / 2}, y, {.angle = -90});
}

/// The lowest line of the frame stands for no error at all.
void draw_ladder(SvgCanvas& canvas, std::span<const RatedModel> models, PlotFrame frame) {
  double least_error = 1.0, least_cost = 1e9, largest_cost = 1.0;
  for (const RatedModel& model : models) {
    if (model.fitted.error.largest > 0.0) least_error = std::min(least_error, model.fitted.error.largest);
    least_cost = std::min(least_cost, model.cost.one_by_one);
    largest_cost = std::max(largest_cost, model.cost.one_by_one);
  }
  frame.box = {{std::floor(std::log10(least_cost)), std::floor(std::log10(least_error)) - 0.6},
               {std::ceil(std::log10(largest_cost) + 0.1), 0.0}};
  draw_decades(canvas, frame, "time of a load [ns]", "largest error of the load, relative [-]");
  for (std::size_t i = 0; i < models.size(); ++i) {
    const double error = models[i].fitted.error.largest;
    const double height = error > 0.0 ? std::min(std::log10(error), 0.0) : frame.box.low.y + 0.15;
    const Vec2 place = frame.page({std::log10(models[i].cost.one_by_one), height});
    canvas.add_circle(place, 6.0, {.stroke = "white", .width = 1.0, .fill = color_of(i)});
    if (error > 0.0) continue;
    const bool is_right = place.x > frame.corner.x + 0.5 * frame.size.x;
    canvas.add_text(place + Vec2{is_right ? -12.0 : 12.0, 4.0}, "no error",
                    {.size = 12, .anchor = is_right ? "end" : "start"});
  }
}

/// Loads of motions (cos θ, 0, sin θ), in units of the frame of the exact contact.
std::vector<Vec2> load_curve(const FrictionModel& model, const ContactFrame& units) {
  constexpr int parts = 720;
  std::vector<Vec2> curve;
  for (int i = 0; i <= parts; ++i) {
    const Vec2 u = unit_vector(i * 2.0 * std::numbers::pi / parts);
    const FrictionLoad y = units.scaled(model.load(units.unscaled(Twist{{u.x, 0.0}, u.y})));
    curve.push_back({y.force.x, y.moment});
  }
  return curve;
}

void draw_curves(SvgCanvas& canvas, std::span<const RatedModel> models, PlotFrame frame) {
  const ContactFrame& units = models.front().fitted.frame;
  std::vector<std::vector<Vec2>> curves;
  double reach = 1.0;
  for (const RatedModel& model : models) {
    curves.push_back(load_curve(*model.fitted.model, units));
    for (const Vec2 point : curves.back()) reach = std::max({reach, std::abs(point.x), std::abs(point.y)});
  }
  reach *= 1.08;
  frame.box = {{-reach, -reach}, {reach, reach}};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    for (Vec2& point : curves[i]) point = frame.page(point);
    const bool is_exact = models[i].fitted.kind == ContactModel::Exact;
    if (is_exact) canvas.add_loops({&curves[i], 1}, {.stroke = "", .fill = body_color});
    canvas.add_polyline(curves[i],
                        {.stroke = color_of(i), .width = is_exact ? 2.4 : 1.4, .dash = is_exact ? "" : "6 3"});
  }
  draw_axes(canvas, frame, {"fx of motions with vy = 0, relative to mu N", "-"},
            {"moment about the reference point", "-"});
}

}  // namespace

std::string draw_fit(std::span<const RatedModel> models, const FitPicture& picture) {
  constexpr double width = 1080, side = 420, top = 70, legend = 560;
  const double height = legend + 24.0 * std::ceil(static_cast<double>(models.size()) / 3.0) + 20;
  SvgCanvas canvas(width, height);
  canvas.add_rectangle({}, {width, height}, {.stroke = "", .fill = "white"});
  draw_title(canvas, width, picture.title, "surrogates of the contact: error against cost, and their loads");
  draw_ladder(canvas, models, {.corner = {90, top}, .size = {side, side}});
  draw_curves(canvas, models, {.corner = {90 + side + 110, top}, .size = {side, side}});
  for (std::size_t i = 0; i < models.size(); ++i) {
    const Vec2 place{90.0 + 330.0 * static_cast<double>(i % 3), legend + 24.0 * static_cast<double>(i / 3)};
    canvas.add_circle(place, 6.0, {.stroke = "white", .width = 1.0, .fill = color_of(i)});
    canvas.add_text(place + Vec2{14, 4}, label_of(models[i].fitted), {.size = 12.5, .anchor = "start"});
  }
  return canvas.text();
}

}  // namespace dryslip
