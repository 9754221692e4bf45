#include "dryslip/friction_load/detail/chord_region.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dryslip::detail {

namespace {

/// Part of the line inside low ≤ q + s n ≤ high for one coordinate.
LinePart slab(double q, double n, double low, double high) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (n == 0.0) return q >= low && q <= high ? LinePart{-infinity, infinity} : LinePart{infinity, -infinity};
  const double a = (low - q) / n, b = (high - q) / n;
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

ChordRegion ChordRegion::polygon(std::vector<std::vector<Vec2>> loops) {
  ChordRegion region;
  for (const auto& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()];
      region.edges_.push_back({a, b});
      const double angle = std::atan2(b.y - a.y, b.x - a.x);
      if (a != b) region.side_angles_.push_back(angle < 0.0 ? angle + std::numbers::pi : angle);
    }
  }
  std::sort(region.side_angles_.begin(), region.side_angles_.end());
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

std::optional<LinePart> ChordRegion::conic_chord(Vec2 q, Vec2 n, double scale) const {
  // |a + s b|² = 1 in the coordinates that make the ellipse a unit circle
  const Vec2 a{q.x / (scale * semi_axes_.x), q.y / (scale * semi_axes_.y)};
  const Vec2 b{n.x / (scale * semi_axes_.x), n.y / (scale * semi_axes_.y)};
  const double bb = dot(b, b);
  const double offset = cross(a, b) / std::sqrt(bb);  // distance of the line from the origin
  const double half2 = (1.0 - offset) * (1.0 + offset);
  if (!(half2 > 0.0)) return std::nullopt;
  const double middle = -dot(a, b) / bb, half = std::sqrt(half2 / bb);
  return LinePart{middle - half, middle + half};
}

double ChordRegion::crossing(const Edge& edge, Vec2 q, Vec2 n) {
  const double side_a = cross(n, edge.start - q), side_b = cross(n, edge.end - q);
  // measured from the nearer end
  const bool is_near_start = std::abs(side_a) < std::abs(side_b);
  const double part = (is_near_start ? side_a : side_b) / (side_a - side_b);
  return dot(n, (is_near_start ? edge.start : edge.end) - q) + part * dot(n, edge.end - edge.start);
}

std::vector<std::size_t> ChordRegion::crossed_edges(Vec2 q, Vec2 n) const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    if ((cross(n, edges_[i].start - q) < 0.0) != (cross(n, edges_[i].end - q) < 0.0)) result.push_back(i);
  }
  std::sort(result.begin(), result.end(),
            [&](std::size_t i, std::size_t k) { return crossing(edges_[i], q, n) < crossing(edges_[k], q, n); });
  return result;
}

void ChordRegion::chords(Vec2 q, Vec2 n, const std::vector<std::size_t>& crossed, std::vector<LinePart>& result) const {
  result.clear();
  for (std::size_t i = 0; i + 1 < crossed.size(); i += 2) {
    const LinePart chord{crossing(edges_[crossed[i]], q, n), crossing(edges_[crossed[i + 1]], q, n)};
    if (chord.to > chord.from) result.push_back(chord);
  }
}

void ChordRegion::chords(Vec2 q, Vec2 n, std::vector<LinePart>& result) const {
  result.clear();
  if (!edges_.empty()) {
    chords(q, n, crossed_edges(q, n), result);
  } else if (const auto outer = conic_chord(q, n, 1.0)) {
    const auto inner = hole_ratio_ > 0.0 ? conic_chord(q, n, hole_ratio_) : std::nullopt;
    if (inner) {
      result = {{outer->from, inner->from}, {inner->to, outer->to}};
    } else {
      result = {*outer};
    }
  }
  if (box_) {
    const LinePart x = slab(q.x, n.x, box_->low.x, box_->high.x), y = slab(q.y, n.y, box_->low.y, box_->high.y);
    for (LinePart& chord : result) {
      chord = {std::max({chord.from, x.from, y.from}), std::min({chord.to, x.to, y.to})};
    }
  }
  std::erase_if(result, [](const LinePart& chord) { return !(chord.to > chord.from); });
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
  for (const Edge& edge : edges_) points.push_back(edge.start);
  if (edges_.empty()) {
    for (const double scale : {1.0, hole_ratio_}) {
      if (scale == 0.0) continue;
      // tangency on the polar line of the center of rotation, in the coordinates that make the ellipse a unit circle
      const Vec2 pole{-velocity.y / (scale * semi_axes_.x), velocity.x / (scale * semi_axes_.y)};
      const double size = length(pole);
      const auto add = [&](double along, double across) {
        const Vec2 p = (scale / size) * (along * pole + across * turned_left(pole));
        points.push_back({p.x * semi_axes_.x, p.y * semi_axes_.y});
      };
      if (size > std::abs(omega)) {
        const double along = omega / size, across = std::sqrt((1.0 - along) * (1.0 + along));
        add(along, across);
        add(along, -across);
      } else if (size > 0.0) {
        add(size / omega, 1.0);
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

Vec2 ChordRegion::long_direction() const {
  if (edges_.empty()) return semi_axes_.x >= semi_axes_.y ? Vec2{1.0, 0.0} : Vec2{0.0, 1.0};
  const auto farthest = [&](Vec2 from) {
    const auto is_nearer = [&](const Edge& a, const Edge& b) {
      return length(a.start - from) < length(b.start - from);
    };
    return std::max_element(edges_.begin(), edges_.end(), is_nearer)->start;
  };
  const Vec2 first = farthest({}), second = farthest(first);
  return (1.0 / length(second - first)) * (second - first);
}

double ChordRegion::radius() const {
  double largest = std::max(semi_axes_.x, semi_axes_.y);
  for (const Edge& edge : edges_) largest = std::max(largest, length(edge.start));
  return largest;
}

}  // namespace dryslip::detail
