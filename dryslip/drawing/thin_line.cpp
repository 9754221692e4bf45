#include "dryslip/drawing/thin_line.hpp"

#include <algorithm>
#include <cmath>

namespace dryslip {
namespace {

/// The directions from a corner that pass all points seen so far within the distance.
class Sight {
 public:
  Sight(Vec2 corner, double distance) : corner_(corner), distance_(distance) {}

  /// Whether a straight line to this point passes those before it; farther than all of them.
  bool reaches(Vec2 point) const {
    const Vec2 way = point - corner_;
    if (!is_narrow_) return dot(way, way) >= farthest_ * farthest_;
    return length(way) >= farthest_ && cross(right_, way) >= 0.0 && cross(way, left_) >= 0.0;
  }

  void pass(Vec2 point) {
    const Vec2 way = point - corner_;
    const double far = length(way);
    if (far <= distance_) return;
    farthest_ = std::max(farthest_, far);
    const double sine = distance_ / far, cosine = std::sqrt(1.0 - sine * sine);
    const Vec2 left = rotated(way, {cosine, sine}), right = rotated(way, {cosine, -sine});
    if (!is_narrow_ || cross(left, left_) > 0.0) left_ = left;
    if (!is_narrow_ || cross(right_, right) > 0.0) right_ = right;
    is_narrow_ = true;
  }

 private:
  Vec2 corner_;
  double distance_;
  double farthest_ = 0.0;
  bool is_narrow_ = false;  ///< some point was far enough to count
  Vec2 left_, right_;
};

}  // namespace

std::vector<Vec2> thinned(std::span<const Vec2> points, double distance) {
  std::vector<Vec2> corners;
  if (points.empty()) return corners;
  corners.push_back(points[0]);
  Sight sight(points[0], distance);
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!sight.reaches(points[i])) {
      corners.push_back(points[i - 1]);
      sight = Sight(points[i - 1], distance);
    }
    sight.pass(points[i]);
  }
  if (points.size() > 1) corners.push_back(points.back());
  return corners;
}

}  // namespace dryslip
