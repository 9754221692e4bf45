#include "dryslip/numerics/polygon_geometry.hpp"

#include <algorithm>
#include <boost/geometry/algorithms/convex_hull.hpp>
#include <boost/geometry/algorithms/correct.hpp>
#include <boost/geometry/geometries/multi_point.hpp>
#include <boost/geometry/geometries/multi_polygon.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/geometry/geometries/ring.hpp>
#include <boost/geometry/io/wkt/read.hpp>
#include <boost/geometry/strategies/strategies.hpp>
#include <cassert>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

namespace dryslip {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using BoostPolygon = bg::model::polygon<Point, false, true>;  // counter-clockwise, closed

template <class Ring>
Loop loop_of(const Ring& ring) {
  Loop loop;
  for (const Point& point : ring) loop.push_back({point.x(), point.y()});
  if (loop.size() > 1 && loop.front() == loop.back()) loop.pop_back();
  return loop;
}

/// First word in capitals.
std::string first_word(std::string_view text) {
  std::string word;
  for (const char c : text.substr(std::min(text.find_first_not_of(' '), text.size()))) {
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) break;
    word += static_cast<char>(c & ~0x20);
  }
  return word;
}

}  // namespace

Loop without_repeated_vertices(std::span<const Vec2> loop) {
  Loop vertices(loop.begin(), loop.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  while (vertices.size() > 1 && vertices.back() == vertices.front()) vertices.pop_back();
  return vertices;
}

double signed_area(std::span<const Vec2> loop) {
  double twice = 0.0;
  // From the first vertex, so that nothing cancels for loops far from the origin.
  for (std::size_t i = 2; i < loop.size(); ++i) twice += cross(loop[i - 1] - loop[0], loop[i] - loop[0]);
  return twice / 2;
}

double loops_area(std::span<const Loop> loops) {
  double area = 0.0;
  for (const Loop& loop : loops) area += signed_area(loop);
  return area;
}

Vec2 loops_centroid(std::span<const Loop> loops) {
  assert(!loops.empty() && !loops[0].empty());
  const Vec2 origin = loops[0][0];
  double twice_area = 0.0;
  Vec2 moment;  // 6 times the first moment of area about `origin`
  for (const Loop& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 a = loop[i] - origin, b = loop[(i + 1) % loop.size()] - origin;
      twice_area += cross(a, b);
      moment = moment + cross(a, b) * (a + b);
    }
  }
  return origin + 1 / (3 * twice_area) * moment;
}

Loop convex_hull(std::span<const Vec2> points) {
  bg::model::multi_point<Point> given;
  for (const Vec2 r : points) given.push_back({r.x, r.y});
  bg::model::ring<Point, false, true> hull;  // counter-clockwise, closed
  bg::convex_hull(given, hull);
  return without_repeated_vertices(loop_of(hull));
}

std::vector<Vec2> interior_points(std::span<const Loop> loops, int rows, int per_chord) {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (const Loop& loop : loops) {
    for (const Vec2 r : loop) {
      lowest = std::min(lowest, r.y);
      highest = std::max(highest, r.y);
    }
  }
  std::vector<Vec2> points;
  for (int row = 0; row < rows; ++row) {
    const double y = lowest + (row + 0.5) / rows * (highest - lowest);
    std::vector<double> crossings;
    for (const Loop& loop : loops) {
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
        if ((a.y <= y) != (b.y <= y)) crossings.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
      }
    }
    // The line enters and leaves the region in turn.
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      const double width = crossings[i + 1] - crossings[i];
      for (int j = 0; j < per_chord && width > 0; ++j) {
        points.push_back({crossings[i] + (j + 0.5) / per_chord * width, y});
      }
    }
  }
  return points;
}

std::vector<Loop> read_wkt(std::string_view text) {
  std::string line(text);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');

  const std::string kind = first_word(line);
  bg::model::multi_polygon<BoostPolygon> region;
  try {
    if (kind == "POLYGON") {
      bg::read_wkt(line, region.emplace_back());
    } else if (kind == "MULTIPOLYGON") {
      bg::read_wkt(line, region);
    } else {
      throw std::invalid_argument("'" + kind.substr(0, 20) + "' at the start: must be POLYGON or MULTIPOLYGON");
    }
  } catch (const bg::exception& error) {
    // Boost's message may quote the whole text.
    throw std::invalid_argument(std::string(error.what()).substr(0, 120) + ": not well-known text, which looks like " +
                                "POLYGON ((0 0, 1 0, 1 1, 0 0))");
  }

  bg::correct(region);
  std::vector<Loop> loops;
  for (const BoostPolygon& polygon : region) {
    if (!polygon.outer().empty()) loops.push_back(loop_of(polygon.outer()));
    for (const auto& hole : polygon.inners()) loops.push_back(loop_of(hole));
  }
  if (loops.empty()) throw std::invalid_argument(kind + " is empty: at least one loop is needed");
  return loops;
}

}  // namespace dryslip
