#pragma once

// Reading a picture back.

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip::tests {

/// All elements of one name, as text.
inline std::vector<std::string> elements(const std::string& svg, const std::string& name) {
  std::vector<std::string> found;
  for (std::size_t at = svg.find("<" + name + " "); at != std::string::npos; at = svg.find("<" + name + " ", at + 1))
    found.push_back(svg.substr(at, svg.find('>', at) - at));
  return found;
}

inline std::string attribute(const std::string& element, const std::string& name) {
  const std::size_t at = element.find(" " + name + "=\"");
  if (at == std::string::npos) return "";
  const std::size_t from = at + name.size() + 3;
  return element.substr(from, element.find('"', from) - from);
}

/// A text of a picture and where it stands.
struct SvgLabel {
  Vec2 place;
  std::string anchor, text;
};

inline double number(const std::string& element, const std::string& name) {
  return std::strtod(attribute(element, name).c_str(), nullptr);
}

inline std::vector<SvgLabel> labels(const std::string& svg) {
  std::vector<SvgLabel> found;
  for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at + 1)) {
    const std::size_t end = svg.find('>', at);
    const std::string element = svg.substr(at, end - at);
    found.push_back({{number(element, "x"), number(element, "y")},
                     attribute(element, "text-anchor"),
                     svg.substr(end + 1, svg.find('<', end) - end - 1)});
  }
  return found;
}

/// Corners of a path, all its loops after each other.
inline std::vector<Vec2> corners(const std::string& path) {
  std::string text = attribute(path, "d");
  for (char& c : text)
    if (c == 'M' || c == 'L' || c == 'Z') c = ' ';
  std::vector<Vec2> points;
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    const double x = std::strtod(at, &end);
    if (end == at) return points;
    points.push_back({x, std::strtod(end, &end)});
  }
}

/// Every place of the page that an element names; NaN where a number cannot be read.
inline std::vector<Vec2> places(const std::string& svg) {
  std::vector<Vec2> found;
  const auto add = [&](const std::string& element, const char* x, const char* y) {
    found.push_back({number(element, x), number(element, y)});
    for (const char* name : {x, y})
      if (attribute(element, name).find_first_not_of("0123456789.-") != std::string::npos) found.push_back({NAN, NAN});
  };
  for (const auto& e : elements(svg, "text")) add(e, "x", "y");
  for (const auto& e : elements(svg, "circle")) add(e, "cx", "cy");
  for (const auto& e : elements(svg, "line")) {
    add(e, "x1", "y1");
    add(e, "x2", "y2");
  }
  for (const auto& e : elements(svg, "path")) {
    for (const Vec2 corner : corners(e)) found.push_back(corner);
    if (attribute(e, "d").find_first_not_of("0123456789.- MLZ") != std::string::npos) found.push_back({NAN, NAN});
  }
  return found;
}

}  // namespace dryslip::tests
