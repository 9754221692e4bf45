#include "dryslip/friction_load/detail/chord_region.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dryslip::detail {

namespace {

/// Part of the line inside low ≤ q + s n ≤ high for one coordinate.
Interval slab(double q, double n, double low, double high) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (n == 0.0) return q >= low && q <= high ? Interval{-infinity, infinity} : Interval{infinity, -infinity};
  const double a = (low - q) / n, b = (high - q) / n;
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

ChordRegion ChordRegion::polygon(std::vector<std::vector<Vec2>> loops) {
  ChordRegion region;
  for (const auto& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) region.edges_.push_back({loop[i], loop[(i + 1) % loop.size()]});
  }
  return region;
}

ChordRegion ChordRegion::ellipse(Vec2 semi_axes, double hole_ratio) {
  ChordRegion region;
  region.semi_axes_ = semi_axes;
  region.hole_ratio_ = hole_ratio;
  return region;
}

ChordRegion ChordRegion::cut_to_box(Vec2 low, Vec2 high) const {
  ChordRegion region = *this;
  // corners far outside an ellipse would be no use as breaks
  if (edges_.empty()) {
    low = {std::max(low.x, -semi_axes_.x), std::max(low.y, -semi_axes_.y)};
    high = {std::min(high.x, semi_axes_.x), std::min(high.y, semi_axes_.y)};
  }
  region.box_ = Box{low, high};
  return region;
}

double ChordRegion::ellipse_form(Vec2 n) const {
  const double x = n.x / semi_axes_.x, y = n.y / semi_axes_.y;
  return x * x + y * y;
}

std::optional<Interval> ChordRegion::conic_chord(Vec2 q, Vec2 n, double scale) const {
  // |a + s b|² = 1 in the coordinates that make the ellipse a unit circle
  const Vec2 a{q.x / (scale * semi_axes_.x), q.y / (scale * semi_axes_.y)};
  const Vec2 b{n.x / (scale * semi_axes_.x), n.y / (scale * semi_axes_.y)};
  const double bb = dot(b, b);
  const double offset = cross(a, b) / std::sqrt(bb);  // distance of the line from the origin
  const double half2 = (1.0 - offset) * (1.0 + offset);
  if (!(half2 > 0.0)) return std::nullopt;
  const double middle = -dot(a, b) / bb, half = std::sqrt(half2 / bb);
  return Interval{middle - half, middle + half};
}

void ChordRegion::chords(Vec2 q, Vec2 n, std::vector<Interval>& result) const {
  result.clear();
  if (!edges_.empty()) {
    // crossings with the boundary in ascending order bound the parts inside, two by two
    for (const auto& [a, b] : edges_) {
      const double side_a = cross(n, a - q), side_b = cross(n, b - q);
      if ((side_a < 0.0) == (side_b < 0.0)) continue;
      const double part_a = side_a / (side_a - side_b);  // measured from the nearer end
      const double s = part_a < 0.5 ? dot(n, a - q) + part_a * dot(n, b - a)
                                    : dot(n, b - q) + side_b / (side_a - side_b) * dot(n, b - a);
      result.push_back({s, s});
    }
    std::sort(result.begin(), result.end(), [](const Interval& a, const Interval& b) { return a.from < b.from; });
    const std::size_t count = result.size() / 2;
    for (std::size_t i = 0; i < count; ++i) result[i] = {result[2 * i].from, result[2 * i + 1].from};
    result.resize(count);
  } else if (const auto outer = conic_chord(q, n, 1.0)) {
    const auto inner = hole_ratio_ > 0.0 ? conic_chord(q, n, hole_ratio_) : std::nullopt;
    if (inner) {
      result = {{outer->from, inner->from}, {inner->to, outer->to}};
    } else {
      result = {*outer};
    }
  }
  if (box_) {
    const Interval x = slab(q.x, n.x, box_->low.x, box_->high.x), y = slab(q.y, n.y, box_->low.y, box_->high.y);
    for (Interval& chord : result) {
      chord = {std::max({chord.from, x.from, y.from}), std::min({chord.to, x.to, y.to})};
    }
  }
  std::erase_if(result, [](const Interval& chord) { return !(chord.to > chord.from); });
}

/// Crossings of one boundary ellipse with the sides of the box.
std::vector<Vec2> ChordRegion::conic_box_crossings(double scale) const {
  std::vector<Vec2> points;
  const auto add = [&](Vec2 corner, Vec2 n) {
    if (const auto chord = conic_chord(corner, n, scale)) {
      points.push_back(corner + chord->from * n);
      points.push_back(corner + chord->to * n);
    }
  };
  for (const Vec2& corner : {box_->low, box_->high}) {
    add(corner, {1.0, 0.0});
    add(corner, {0.0, 1.0});
  }
  return points;
}

std::vector<Vec2> ChordRegion::break_points(Vec2 velocity, double omega) const {
  std::vector<Vec2> points;
  for (const auto& edge : edges_) points.push_back(edge[0]);
  if (edges_.empty()) {
    for (const double scale : {1.0, hole_ratio_}) {
      if (scale == 0.0) continue;
      // tangency on the polar line of the center of rotation, in the coordinates that make the ellipse a unit circle
      const Vec2 pole{-velocity.y / (scale * semi_axes_.x), velocity.x / (scale * semi_axes_.y)};
      const double size = length(pole);
      if (!(size > std::abs(omega))) continue;
      const double along = omega / size, across = std::sqrt((1.0 - along) * (1.0 + along));
      for (const double side : {across, -across}) {
        const Vec2 p = (1.0 / size) * (along * pole + side * turned_left(pole));
        points.push_back({p.x * scale * semi_axes_.x, p.y * scale * semi_axes_.y});
      }
    }
  }
  if (box_) {
    points.insert(points.end(), {box_->low, {box_->high.x, box_->low.y}, box_->high, {box_->low.x, box_->high.y}});
    if (edges_.empty()) {
      for (const double scale : {1.0, hole_ratio_}) {
        if (scale == 0.0) continue;
        const std::vector<Vec2> crossings = conic_box_crossings(scale);
        points.insert(points.end(), crossings.begin(), crossings.end());
      }
    }
  }
  return points;
}

double ChordRegion::radius() const {
  double largest = std::max(semi_axes_.x, semi_axes_.y);
  for (const auto& edge : edges_) largest = std::max(largest, length(edge[0]));
  return largest;
}

}  // namespace dryslip::detail
