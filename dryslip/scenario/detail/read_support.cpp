#include <algorithm>
#include <array>

#include "dryslip/numerics/polygon_geometry.hpp"
#include "dryslip/record/printable.hpp"
#include "dryslip/scenario/detail/read_contact.hpp"

namespace dryslip::detail {
namespace {

Polygon read_polygon(const SectionReader& section) {
  if (section.has("loops") == section.has("file"))
    section.fail("loops", "a polygon needs either loops = [[[x, y], ...], ...] or file = \"part.wkt\"");
  if (section.has("loops")) return {section.loops("loops")};
  const std::string text = read_named_file(section, "file");
  try {
    return {read_wkt(text)};
  } catch (const std::invalid_argument& error) {
    section.fail("file", "\"" + printable(section.text("file")) + "\": " + printable(error.what()));
  }
}

Points read_points(const SectionReader& section) {
  Points shape;
  for (const std::vector<double>& row : section.rows("points", 2, 3))
    shape.points.push_back({.position = {row[0], row[1]}, .weight = row.size() > 2 ? row[2] : 1.0});
  return shape;
}

Segment read_segment(const SectionReader& section) {
  Segment shape{.from = section.vector("from"), .to = section.vector("to")};
  if (section.has("ends")) shape.ends = section.pair("ends");
  return shape;
}

struct ShapeReader {
  std::string_view name;
  std::vector<std::string_view> keys;
  Shape (*read)(const SectionReader&);
};

const std::array<ShapeReader, 8>& shape_readers() {
  using S = const SectionReader&;
  static const std::array<ShapeReader, 8> readers{{
      {"rectangle", {"size"}, [](S s) -> Shape { return Rectangle{s.vector("size")}; }},
      {"polygon", {"loops", "file"}, [](S s) -> Shape { return read_polygon(s); }},
      {"disk", {"radius"}, [](S s) -> Shape { return Disk{s.number("radius")}; }},
      {"ring", {"radius"}, [](S s) -> Shape { return Ring{s.number("radius")}; }},
      {"annulus", {"radii"}, [](S s) -> Shape { return Annulus{s.pair("radii")}; }},
      {"ellipse", {"semi_axes"}, [](S s) -> Shape { return Ellipse{s.vector("semi_axes")}; }},
      {"segment", {"from", "to", "ends"}, [](S s) -> Shape { return read_segment(s); }},
      {"points", {"points"}, [](S s) -> Shape { return read_points(s); }},
  }};
  return readers;
}

}  // namespace

Support read_support(const SectionReader& section) {
  // Without a shape: every key that some shape has, so that a misspelt "shape" is found as such.
  std::vector<std::string_view> keys{"shape", "center", "angle", "pressure", "law", "share"};
  if (!section.has("shape")) {
    for (const ShapeReader& reader : shape_readers()) keys.insert(keys.end(), reader.keys.begin(), reader.keys.end());
    section.allow_keys(keys, "keys of a support");
  }
  section.required("shape", "one of rectangle, polygon, disk, ring, annulus, ellipse, segment, points");
  const ShapeReader& reader = shape_readers()[section.word(
      "shape", {"rectangle", "polygon", "disk", "ring", "annulus", "ellipse", "segment", "points"})];
  keys.insert(keys.begin() + 1, reader.keys.begin(), reader.keys.end());
  section.allow_keys(keys, "keys of the shape " + std::string(reader.name));

  Support support{.shape = reader.read(section),
                  .center = section.vector("center", {}),
                  .angle = section.number("angle", 0.0),
                  .pressure = {},
                  .law = {},
                  .share = section.optional_number("share")};
  if (const auto pressure = section.section("pressure")) support.pressure = read_pressure(*pressure);
  if (const auto law = section.section("law")) support.law = read_law(*law);
  return support;
}

std::string read_named_file(const SectionReader& section, std::string_view key) {
  const std::string name = section.text(key);
  try {
    return section.source().read_file(name);
  } catch (const std::runtime_error& error) {
    section.fail(key, "\"" + printable(name) + "\": " + printable(error.what()));
  }
}

}  // namespace dryslip::detail
