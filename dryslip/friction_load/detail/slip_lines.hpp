#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "dryslip/friction_load/detail/basic_load.hpp"
#include "dryslip/friction_load/detail/chord_region.hpp"
#include "dryslip/numerics/adaptive_quadrature.hpp"

namespace dryslip::detail {

/// One line through the center of rotation, q + s n.
struct SlipLine {
  Vec2 q;
  Vec2 n;
  Vec2 slip;            ///< unit slip direction; on near lines for s > 0, the opposite for s < 0
  double cosine = 1.0;  ///< far: cos ψ
  const std::vector<std::size_t>* crossed = nullptr;  ///< edges of a polygon, where they are known
};

/// All lines through the center of rotation, near or far (docs/theory/load.md).
struct SlipLineFamily {
  Vec2 velocity;
  double omega = 0.0;
  bool is_near = true;
  Vec2 center;         ///< near: the center of rotation
  Vec2 u;              ///< far: direction of the velocity
  double kappa = 0.0;  ///< far: ω/|V|

  explicit SlipLineFamily(const BasicTwist<double>& V) : velocity(V.velocity), omega(V.omega) {
    const double speed = length(velocity);
    is_near = 2.0 * std::abs(omega) >= speed;
    if (is_near) {
      center = (1.0 / omega) * turned_left(velocity);
    } else {
      u = (1.0 / speed) * velocity;
      kappa = omega / speed;
    }
  }

  SlipLine near_line(Vec2 n) const {
    return {.q = center, .n = n, .slip = (omega < 0.0 ? -1.0 : 1.0) * turned_left(n)};
  }
  SlipLine far_line(double eta) const {
    const double tangent = kappa * eta, cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
    const Vec2 slip = cosine * u + (cosine * tangent) * turned_left(u);
    return {.q = eta * u, .n = turned_left(slip), .slip = slip, .cosine = cosine};
  }
  SlipLine at(double parameter) const { return is_near ? near_line(unit_vector(parameter)) : far_line(parameter); }

  /// η of the far line with this slip direction, if there is one.
  std::optional<double> far_parameter(Vec2 slip) const {
    const double along = dot(slip, u), across = dot(slip, turned_left(u));
    if (along > 0.0 && kappa != 0.0) return across / (along * kappa);
    return std::nullopt;
  }
};

/// Substitution of a panel of lines that makes the integrand smooth up to its ends.
class SlipLinePanel {
 public:
  /// Ends where a line touches a curved boundary.
  static SlipLinePanel with_smooth_ends(const SlipLineFamily& family, double from, double to) {
    return {family, Kind::SmoothEnds, from, to - from};
  }
  /// Nothing to be done.
  static SlipLinePanel plain(const SlipLineFamily& family, double from, double to) {
    return {family, Kind::Plain, from, to - from};
  }
  /// The chords of near lines end on straight sides as 1/sin(φ − φ₁), 1/sin(φ₂ − φ), with φ₁ < from, to < φ₂: the
  /// variable is log(sin x/sin(δ − x)), φ = φ₁ + 2x, φ₂ = φ₁ + 2δ, which moves both poles to infinity.
  static SlipLinePanel between_poles(const SlipLineFamily& family, double from, double to, double first_pole,
                                     double second_pole) {
    const double delta = 0.5 * (second_pole - first_pole);
    const auto variable = [&](double phi) {
      return std::log(std::sin(0.5 * (phi - first_pole)) / std::sin(0.5 * (second_pole - phi)));
    };
    SlipLinePanel panel{family, Kind::Poles, variable(from), variable(to) - variable(from)};
    panel.pole_ = unit_vector(first_pole);
    panel.sine_ = std::sin(delta);
    panel.cosine_ = std::cos(delta);
    return panel;
  }

  /// A line, and how fast its parameter changes.
  struct Node {
    SlipLine x;
    double slope = 0.0;
  };
  Node operator()(double t) const {
    Node node = line_at(t);
    if (!crossed_.empty()) node.x.crossed = &crossed_;
    return node;
  }

  /// Whether its lines cut the polygon; all of them cross the same edges.
  bool meets(const ChordRegion& polygon) {
    const SlipLine line = line_at(0.5).x;
    crossed_ = polygon.crossed_edges(line.q, line.n);
    return !crossed_.empty();
  }

 private:
  enum class Kind { SmoothEnds, Plain, Poles };
  SlipLinePanel(const SlipLineFamily& family, Kind kind, double from, double width)
      : family_(&family), kind_(kind), from_(from), width_(width) {}

  Node line_at(double t) const {
    if (kind_ == Kind::SmoothEnds) {
      const MappedNode node = SmoothEnds{from_, width_}(t);
      return {family_->at(node.x), node.slope};
    }
    const double x = from_ + t * width_;
    if (kind_ == Kind::Plain) return {family_->at(x), width_};
    // the half angle x has the direction (1 + w cos δ, w sin δ), w = e^variable
    const double w = std::exp(x), along = 1.0 + w * cosine_, across = w * sine_;
    const double scale = 1.0 / (along * along + across * across);
    const Vec2 twice{scale * (along - across) * (along + across), scale * 2.0 * along * across};
    return {family_->near_line(rotated(twice, pole_)), 2.0 * width_ * scale * across};
  }

  const SlipLineFamily* family_;
  Kind kind_;
  double from_;
  double width_;
  Vec2 pole_;          // direction of the first pole
  double sine_ = 0.0;  // of δ
  double cosine_ = 0.0;
  std::vector<std::size_t> crossed_;
};

}  // namespace dryslip::detail
