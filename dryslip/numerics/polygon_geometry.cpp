#include "dryslip/numerics/polygon_geometry.hpp"

#include <algorithm>
#include <boost/geometry/algorithms/convex_hull.hpp>
#include <boost/geometry/geometries/multi_point.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/ring.hpp>
#include <boost/geometry/strategies/strategies.hpp>
#include <boost/spirit/home/x3.hpp>
#include <cassert>
#include <cstddef>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

namespace bg = boost::geometry;
namespace x3 = boost::spirit::x3;
using Point = bg::model::d2::point_xy<double>;

using LongVec2 = BasicVec2<long double>;  // thin frames: the loops nearly cancel
LongVec2 promoted(Vec2 r) { return {r.x, r.y}; }

template <class Ring>
Loop loop_of(const Ring& ring) {
  Loop loop;
  for (const Point& point : ring) loop.push_back({point.x(), point.y()});
  return loop;
}

// Grammar of well-known text. Boost.Geometry's own reader takes numbers in the spelling of the global locale.
struct WktTag {};
struct WktRegion {
  struct Ring {
    bool is_outer;  ///< the first of its polygon
    std::vector<double> coordinates;
  };
  std::vector<Ring> rings;
  bool polygon_begins = false;
};
constexpr auto region_of = [](auto& context) -> WktRegion& { return x3::get<WktTag>(context).get(); };
constexpr auto polygon_begins = [](auto& context) { region_of(context).polygon_begins = true; };
constexpr auto ring_begins = [](auto& context) {
  WktRegion& region = region_of(context);
  region.rings.push_back({std::exchange(region.polygon_begins, false), {}});
};
constexpr auto coordinate_read = [](auto& context) {
  const auto& text = x3::_attr(context);
  region_of(context).rings.back().coordinates.push_back(nearest_double(std::string(text.begin(), text.end())));
};

const auto digits = +x3::char_("0-9");
const auto decimal = (digits >> -(x3::lit('.') >> -digits)) | (x3::lit('.') >> digits);
const x3::rule<struct Coordinate> coordinate = "a number";
const auto coordinate_def =
    x3::raw[x3::lexeme[-x3::char_("+-") >> decimal >> -(x3::char_("eE") >> -x3::char_("+-") >> digits)]]
           [coordinate_read];
BOOST_SPIRIT_DEFINE(coordinate)
const auto vertex = x3::eps > coordinate > coordinate;
const auto ring = x3::lit('(')[ring_begins] > vertex > *(x3::lit(',') > vertex) > x3::lit(')');
const auto polygon = x3::lit('(')[polygon_begins] > ring > *(x3::lit(',') > ring) > x3::lit(')');
const auto multi_polygon = x3::lit('(') > polygon > *(x3::lit(',') > polygon) > x3::lit(')');
const auto well_known_text = (x3::no_case["multipolygon"] > (x3::no_case["empty"] | multi_polygon)) |
                             (x3::no_case["polygon"] > (x3::no_case["empty"] | polygon));

/// "line 2, column 5: '...': expected ..."
[[noreturn]] void fail_at(std::string_view text, std::size_t offset, const std::string& expected) {
  offset = std::min(text.find_first_not_of(" \t\r\n", offset), text.size());
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t column = offset - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  const std::string_view rest =
      text.substr(offset, std::min<std::size_t>(20, text.find_first_of("\r\n", offset) - offset));
  const std::string found = offset == text.size() ? "end of text" : "'" + std::string(rest) + "'";
  throw std::invalid_argument("line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + found +
                              ": expected " + expected);
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
  long double twice_area = 0.0L;
  LongVec2 moment;  // 6 times the first moment of area about `origin`
  for (const Loop& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const LongVec2 a = promoted(loop[i]) - promoted(origin);
      const LongVec2 b = promoted(loop[(i + 1) % loop.size()]) - promoted(origin);
      twice_area += cross(a, b);
      moment = moment + cross(a, b) * (a + b);
    }
  }
  const LongVec2 offset = 1.0L / (3.0L * twice_area) * moment;
  return origin + Vec2{static_cast<double>(offset.x), static_cast<double>(offset.y)};
}

double loops_squared_gyration_radius(std::span<const Loop> loops) {
  const LongVec2 centroid = promoted(loops_centroid(loops));
  long double twice_area = 0.0L;
  long double moment = 0.0L;  // 12 times the polar moment of area about the centroid
  for (const Loop& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const LongVec2 a = promoted(loop[i]) - centroid;
      const LongVec2 b = promoted(loop[(i + 1) % loop.size()]) - centroid;
      twice_area += cross(a, b);
      moment += cross(a, b) * (dot(a, a) + dot(a, b) + dot(b, b));
    }
  }
  return static_cast<double>(moment / (6.0L * twice_area));
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
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  auto at = text.begin();
  WktRegion region;
  bool matched = false;
  try {
    matched =
        x3::phrase_parse(at, text.end(), x3::with<WktTag>(std::ref(region))[well_known_text], x3::char_(" \t\r\n"));
  } catch (const x3::expectation_failure<std::string_view::const_iterator>& failure) {
    const auto offset = static_cast<std::size_t>(failure.where() - text.begin());
    fail_at(text, offset, failure.which() + ", as in POLYGON ((0 0, 1 0, 1 1, 0 0))");
  }
  if (!matched) fail_at(text, 0, "POLYGON or MULTIPOLYGON");
  if (at != text.end()) fail_at(text, static_cast<std::size_t>(at - text.begin()), "the end");
  if (region.rings.empty()) throw std::invalid_argument("empty: at least one loop is needed");

  std::vector<Loop> loops;
  for (const auto& [is_outer, coordinates] : region.rings) {
    Loop& loop = loops.emplace_back();
    for (std::size_t i = 0; i + 1 < coordinates.size(); i += 2) loop.push_back({coordinates[i], coordinates[i + 1]});
    if (loop.size() > 1 && loop.front() == loop.back()) loop.pop_back();
    if ((signed_area(loop) < 0) == is_outer) std::reverse(loop.begin(), loop.end());
  }
  return loops;
}

}  // namespace dryslip
