#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip::detail {

/// Slip, or a component of it along a heading, below this part of its size counts as zero [-].
inline constexpr double zero_slip = 1e-14;

/// A local law as the integrators see it: the force per unit normal force for a slip direction, in the frame of its
/// heading (x = e, y = n), and where that force is not smooth or not unique [Goyal1991, sec. 5].
class LimitCurve {
 public:
  /// A straight side of the curve: slip along `direction` leaves every force between its ends open.
  struct Side {
    Vec2 direction;  ///< unit slip direction
    Vec2 right;      ///< force for slip turned a little clockwise [-]
    Vec2 left;       ///< force for slip turned a little counter-clockwise [-]
  };

  /// Slip directions over which the force is one smooth formula, counter-clockwise from `right` to `left`, at most a half-turn.
  struct Sector {
    Vec2 right, left;                     ///< unit slip directions
    bool is_whole = false;                ///< all directions: there are no ends
    std::optional<Vec2> corner;           ///< the force there, where it is constant; none: arc_force()
    const Side* side_at_right = nullptr;  ///< where the force jumps at that end; none: it is continuous
    const Side* side_at_left = nullptr;
  };

  LimitCurve(const FrictionLaw& law, const ContactPatch& patch, Coefficient which);

  /// Force for a slip ≠ 0; the middle of the side where it is not unique.
  Vec2 force(Vec2 slip) const;
  /// Force by the formula of the curved part, also for slips beyond its ends.
  Vec2 arc_force(Vec2 slip) const;
  /// All sectors, counter-clockwise; empty without friction. Not for a custom law.
  std::vector<Sector> sectors() const;
  /// Radius of curvature of the curve at the normal `slip`, η + η'' of the support function η: 0 at corners.
  double curvature_radius(Vec2 slip) const;
  /// Radius of curvature by the formula of the curved part, also for slips beyond its ends.
  double arc_radius(Vec2 slip) const;
  /// The side that belongs to the slip direction, if there is one.
  const Side* side_of(Vec2 slip) const;

  std::span<const Side> sides() const { return sides_; }
  std::span<const Vec2> breaks() const { return breaks_; }         ///< unit slip directions where the formula changes
  bool has_known_breaks() const { return kind_ != Kind::Custom; }  ///< analytic between breaks()
  bool is_symmetric() const { return is_symmetric_; }              ///< force(−slip) = −force(slip)
  bool is_gradient() const { return kind_ != Kind::Custom; }
  /// Radius of the curved part where that is of a circle about the origin; nothing where it is not, or there is none [-].
  std::optional<double> round_radius() const;
  /// Coefficient of an isotropic law; nothing for the others.
  std::optional<double> isotropic_coefficient() const;
  Heading heading() const { return heading_; }
  /// Largest force the law can carry, the scale of its errors [-].
  double largest_force() const { return largest_force_; }
  /// The set of forces at zero slip: ellipse with the given semi-axes along e and n cut to first_range, or a polygon.
  struct RestSet {
    Vec2 semi_axes;
    double first_range[2] = {-1.0, 1.0};
    std::vector<Vec2> vertices;  ///< not empty: the convex hull of these instead
  };
  RestSet rest_set() const;

 private:
  enum class Kind { Round, Elliptic, Wheel, RustyWheel, Ratchet, Polygon, Half, Free, Custom };

  /// The contact that a law is part of: it has the coefficients that the law leaves out.
  struct OnPatch {
    const ContactPatch& patch;
    Coefficient which;
    double coefficient(const Coefficients& own) const { return resolve_coefficient(own, patch, which); }
  };
  void make(const IsotropicLaw& law, const OnPatch& on);
  void make(const EllipticLaw& law, const OnPatch& on);
  void make(const WheelLaw& law, const OnPatch& on);
  void make(const RustyWheelLaw& law, const OnPatch& on);
  void make(const RatchetLaw& law, const OnPatch& on);
  void make(const PolygonLaw& law, const OnPatch& on);
  void make(const FreeLaw& law, const OnPatch& on);
  void make(const CustomLaw& law, const OnPatch& on);
  void make_wheel(double strength, double turn);
  void find_largest_force();
  Vec2 corner_of(Vec2 slip) const;

  Kind kind_ = Kind::Free;
  Heading heading_;
  double k_ = 0.0;              // radius, or semi-axis along e
  double k2_ = 0.0;             // semi-axis across, or axle
  std::vector<Vec2> vertices_;  // polygon
  std::optional<CustomLaw> custom_;
  std::vector<Side> sides_;
  std::vector<Vec2> breaks_;
  bool is_symmetric_ = true;
  double largest_force_ = 0.0;
};

/// A part of a line or area whose force may lie anywhere between two ends.
struct SlipSlice {
  Vec2 position;               ///< kernel's units
  double weight = 0.0;         ///< part of the normal force [-]
  std::array<Vec2, 2> ends{};  ///< forces per unit normal force [-]
};

}  // namespace dryslip::detail
