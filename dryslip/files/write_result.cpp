#include "dryslip/files/write_result.hpp"

#include <array>
#include <cassert>
#include <cmath>

#include "dryslip/record/decimal_number.hpp"

namespace dryslip {
namespace {

void append_triple(std::string& text, const std::array<double, 3>& values) {
  for (std::size_t i = 0; i < 3; ++i) {
    text += i == 0 ? '[' : ',';
    append_number(text, values[i]);
  }
  text += ']';
}

void append_json(std::string& text, std::span<const FrictionLoad> loads, const FrictionLoad& base) {
  text += '[';
  for (std::size_t i = 0; i < loads.size(); ++i) {
    if (i > 0) text += ',';
    append_json(text, base + loads[i]);
  }
  text += ']';
}

/// One term of a set, moved by the base.
struct TermWriter {
  std::string& text;
  FrictionLoad base;

  void operator()(const LoadEllipse& ellipse) const {
    text += R"({"type":"ellipse","center":)";
    append_json(text, base);
    text += R"(,"semi_axes":)";
    append_json(text, ellipse.semi_axes, {});
    if (ellipse.first_range[0] > -1.0 || ellipse.first_range[1] < 1.0) {
      text += R"(,"first_range":[)";
      append_number(text, ellipse.first_range[0]);
      text += ',';
      append_number(text, ellipse.first_range[1]);
      text += ']';
    }
    text += '}';
  }
  void operator()(const LoadSegment& segment) const {
    text += R"({"type":"segment","ends":)";
    append_json(text, segment.ends, base);
    text += '}';
  }
  void operator()(const LoadPolygon& polygon) const {
    text += R"({"type":"polygon","vertices":)";
    append_json(text, polygon.vertices, base);
    text += '}';
  }
};

}  // namespace

void append_csv_row(std::string& text, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    assert(std::isfinite(values[i]));
    if (i > 0) text += ',';
    append_number(text, values[i]);
  }
  text += '\n';
}

void append_json_member(std::string& text, std::string_view name, double value) {
  assert(std::isfinite(value));
  if (!text.empty() && text.back() != '{') text += ',';
  text += '"';
  text += name;
  text += "\":";
  append_number(text, value);
}

void append_json(std::string& text, const FrictionLoad& load) {
  append_triple(text, {load.force.x, load.force.y, load.moment});
}

void append_json(std::string& text, const Twist& motion) {
  append_triple(text, {motion.velocity.x, motion.velocity.y, motion.omega});
}

void append_json(std::string& text, std::span<const Twist> motions) {
  text += '[';
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (i > 0) text += ',';
    append_json(text, motions[i]);
  }
  text += ']';
}

void append_json(std::string& text, const LoadSet& set) {
  if (set.is_all) {
    text += R"({"type":"all"})";
  } else if (set.terms.empty()) {
    text += R"({"type":"point","load":)";
    append_json(text, set.base);
    text += '}';
  } else if (set.terms.size() == 1) {
    std::visit(TermWriter{text, set.base}, set.terms[0]);
  } else {
    text += R"({"type":"sum","terms":[)";
    for (std::size_t i = 0; i < set.terms.size(); ++i) {
      if (i > 0) text += ',';
      std::visit(TermWriter{text, i == 0 ? set.base : FrictionLoad{}}, set.terms[i]);
    }
    text += "]}";
  }
}

}  // namespace dryslip
