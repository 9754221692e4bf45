#include "dryslip/drawing/svg_canvas.hpp"

#include <cmath>
#include <iterator>

#include "dryslip/drawing/escaped_markup.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

/// Hundredths of a pixel, without useless zeros and without "-0".
std::string pixels(double value) {
  const double rounded = std::round(value * 100.0) / 100.0;
  return format_text("{}", rounded == 0.0 ? 0.0 : rounded);
}

}  // namespace

SvgCanvas::SvgCanvas(double width, double height) : width_(width), height_(height) {}

void SvgCanvas::open(const char* element) { body_ += std::string("<") + element; }

void SvgCanvas::close(const SvgStyle& style) {
  body_ += format_text(" fill=\"{}\"", style.fill.empty() ? "none" : style.fill);
  if (style.opacity < 1.0) body_ += format_text(" fill-opacity=\"{}\"", pixels(style.opacity));
  if (!style.stroke.empty())
    body_ += format_text(" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"",
                         style.stroke, pixels(style.width));
  if (!style.dash.empty()) body_ += format_text(" stroke-dasharray=\"{}\"", style.dash);
  if (!style.clip.empty()) body_ += format_text(" clip-path=\"url(#{})\"", style.clip);
  body_ += "/>\n";
}

void SvgCanvas::add_clip(const std::string& id, Vec2 corner, Vec2 size) {
  body_ += format_text("<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n", id,
                       pixels(corner.x), pixels(corner.y), pixels(size.x), pixels(size.y));
}

void SvgCanvas::add_rectangle(Vec2 corner, Vec2 size, const SvgStyle& style) {
  open("rect");
  body_ += format_text(" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", pixels(corner.x), pixels(corner.y),
                       pixels(size.x), pixels(size.y));
  close(style);
}

void SvgCanvas::add_circle(Vec2 center, double radius, const SvgStyle& style) {
  open("circle");
  body_ += format_text(" cx=\"{}\" cy=\"{}\" r=\"{}\"", pixels(center.x), pixels(center.y), pixels(radius));
  close(style);
}

void SvgCanvas::add_line(Vec2 from, Vec2 to, const SvgStyle& style) {
  open("line");
  body_ += format_text(" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", pixels(from.x), pixels(from.y), pixels(to.x),
                       pixels(to.y));
  close(style);
}

void SvgCanvas::add_loops(std::span<const std::vector<Vec2>> loops, const SvgStyle& style) {
  open("path");
  body_ += " fill-rule=\"evenodd\" d=\"";
  for (const std::vector<Vec2>& loop : loops) {
    char command = 'M';
    for (const Vec2 point : loop) {
      body_ += format_text("{}{} {}", command, pixels(point.x), pixels(point.y));
      command = 'L';
    }
    if (!loop.empty()) body_ += "Z";
  }
  body_ += '"';
  close(style);
}

void SvgCanvas::add_polyline(std::span<const Vec2> points, const SvgStyle& style) {
  open("path");
  body_ += " d=\"";
  char command = 'M';
  for (const Vec2 point : points) {
    body_ += format_text("{}{} {}", command, pixels(point.x), pixels(point.y));
    command = 'L';
  }
  body_ += '"';
  close(style);
}

void SvgCanvas::add_text(Vec2 place, std::string_view text, const SvgTextStyle& style) {
  body_ += format_text("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"", pixels(place.x),
                       pixels(place.y), pixels(style.size), style.anchor, style.color);
  if (style.angle != 0.0)
    body_ += format_text(" transform=\"rotate({} {} {})\"", pixels(style.angle), pixels(place.x), pixels(place.y));
  if (!style.halo.empty())
    body_ +=
        format_text(" stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\"", style.halo);
  body_ += ">" + escaped_markup(text) + "</text>\n";
}

std::string SvgCanvas::text() const {
  return format_text(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n{2}</svg>\n",
      pixels(width_), pixels(height_), body_);
}

}  // namespace dryslip
