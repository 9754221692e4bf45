#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dryslip/numerics/vec2.hpp"

namespace dryslip::detail {

/// Part of a line, by its parameter s.
struct LinePart {
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
  void chords(Vec2 q, Vec2 n, std::vector<LinePart>& result) const;
  /// The edges of a polygon that the line crosses, in ascending order.
  std::vector<std::size_t> crossed_edges(Vec2 q, Vec2 n) const;
  /// Parts of a line that is known to cross these edges in this order.
  void chords(Vec2 q, Vec2 n, const std::vector<std::size_t>& crossed, std::vector<LinePart>& result) const;
  /// The chord of the full ellipse, without hole and box; nothing where the line misses it.
  std::optional<LinePart> ellipse_chord(Vec2 q, Vec2 n) const { return conic_chord(q, n, 1.0); }
  /// 1/(half chord)² times the value of 1 − ρ² in the middle of an ellipse chord: nᵀ Q n with ρ² = rᵀ Q r.
  double ellipse_form(Vec2 n) const;

  /// Points where a line through the center of rotation (−Vy, Vx)/ω changes the way it cuts the region: corners,
  /// crossings with the box, and points of tangency; for a center inside an ellipse, of the line that comes nearest to
  /// being a tangent.
  std::vector<Vec2> break_points(Vec2 velocity, double omega) const;

  /// Directions of the straight sides, angles from 0 to π, ascending; empty where the boundary is curved.
  const std::vector<double>& side_angles() const { return side_angles_; }

  /// Direction of a chord of about the largest length.
  Vec2 long_direction() const;

  /// Largest distance of the region from the origin.
  double radius() const;

 private:
  struct Edge {
    Vec2 start;
    Vec2 end;
  };
  struct Box {
    Vec2 low;
    Vec2 high;
  };
  static double crossing(const Edge& edge, Vec2 q, Vec2 n);
  std::optional<LinePart> conic_chord(Vec2 q, Vec2 n, double scale) const;
  std::vector<Vec2> conic_box_crossings(double scale) const;

  std::vector<Edge> edges_;  // of a polygon
  std::vector<double> side_angles_;
  Vec2 semi_axes_;  // of an ellipse
  double hole_ratio_ = 0.0;
  std::optional<Box> box_;
};

}  // namespace dryslip::detail
