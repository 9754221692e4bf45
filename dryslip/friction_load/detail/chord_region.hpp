#pragma once

#include <array>
#include <optional>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip::detail {

/// Part of a line, by its parameter s.
struct Interval {
  double from = 0.0;
  double to = 0.0;
};

/// A plane region that can be cut by lines: a polygon, or an ellipse about the origin with an optional concentric hole;
/// either may be cut to a box.
class ChordRegion {
 public:
  static ChordRegion polygon(std::vector<std::vector<Vec2>> loops);
  static ChordRegion ellipse(Vec2 semi_axes, double hole_ratio);
  ChordRegion cut_to_box(Vec2 low, Vec2 high) const;

  /// Parts of the line q + s n (n a unit vector) inside the region, ascending.
  void chords(Vec2 q, Vec2 n, std::vector<Interval>& result) const;
  /// The chord of the full ellipse, without hole and box; nothing where the line misses it.
  std::optional<Interval> ellipse_chord(Vec2 q, Vec2 n) const { return conic_chord(q, n, 1.0); }
  /// 1/(half chord)² times the value of 1 − ρ² in the middle of an ellipse chord: nᵀ Q n with ρ² = rᵀ Q r.
  double ellipse_form(Vec2 n) const;

  /// Points where a line through the center of rotation (−Vy, Vx)/ω changes the way it cuts the region: corners,
  /// crossings with the box, and points of tangency.
  std::vector<Vec2> break_points(Vec2 velocity, double omega) const;

  /// Largest distance of the region from the origin.
  double radius() const;

 private:
  struct Box {
    Vec2 low;
    Vec2 high;
  };
  std::optional<Interval> conic_chord(Vec2 q, Vec2 n, double scale) const;
  std::vector<Vec2> conic_box_crossings(double scale) const;

  std::vector<std::array<Vec2, 2>> edges_;  // of a polygon
  Vec2 semi_axes_;                          // of an ellipse
  double hole_ratio_ = 0.0;
  std::optional<Box> box_;
};

}  // namespace dryslip::detail
