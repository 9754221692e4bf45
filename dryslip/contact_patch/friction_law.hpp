#pragma once

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip {

/// Direction in which a wheel rolls (or the first axis of an anisotropic law).
struct Heading {
  /// The body's x axis, or on a ring its counter-clockwise tangent or outward radius.
  enum class Reference { Body, Tangent, Radial };
  Reference reference = Reference::Body;
  double angle = 0.0;  ///< from the reference, counter-clockwise [rad]; "-tangent" is Tangent with π
};

// Local friction laws: the force per unit normal force on the support for a slip direction. Each is given by its limit
// curve [Goyal1991, sec. 5]; e is the heading, n the heading turned by +90°. A coefficient left out is that of the
// contact; a law with its own `mu` may have its own `mu_static` (default: its `mu`).

struct Coefficients {
  std::optional<double> mu;         ///< kinetic [-]
  std::optional<double> mu_static;  ///< static [-]
};

/// Circle of radius mu.
struct IsotropicLaw {
  Coefficients coefficients;
};

/// Ellipse with semi-axes mu[0] along the heading and mu[1] across it. mu_static, if given, has the same ratio.
struct EllipticLaw {
  std::array<double, 2> mu{};
  std::optional<std::array<double, 2>> mu_static;
  Heading heading;
};

/// Segment |f·n| ≤ mu across the heading: rolls freely along it.
struct WheelLaw {
  Heading heading;
  Coefficients coefficients;
};

/// Circle of radius mu cut by |f·e| ≤ axle (0 < axle < mu): bearing friction.
struct RustyWheelLaw {
  Heading heading;
  double axle = 0.0;  ///< [-]
  Coefficients coefficients;
};

/// Closed half disk f·e ≤ 0: rolls freely towards the heading, locks backwards.
struct RatchetLaw {
  Heading heading;
  Coefficients coefficients;
};

/// Convex polygon that contains the origin; a segment through it is allowed. Either orientation.
struct PolygonLaw {
  std::vector<Vec2> vertices;  ///< per unit normal force, body axes [-]
};

/// The vertices counter-clockwise, without repeated and collinear ones; two (or one) for a segment (or point).
std::vector<Vec2> convex_vertices(const PolygonLaw& law);

/// Wheel of wheels: no friction, or with one ratchet half the segment from 0 to mu on one side of the heading.
struct FreeLaw {
  enum class Half { None, Left, Right };  ///< Left: resists slip along n; Right: along −n
  Half half = Half::None;
  Heading heading;
  Coefficients coefficients;
};

/// Size `value` of the slip direction angle `phi` (body axes), force turned by `turn` from the slip. Violates the
/// maximum-power inequality unless it is constant and not turned (maximum_power.hpp); then only loads are offered.
struct CustomLaw {
  Expression value;   ///< of the variable phi [rad], per unit normal force [-]
  double turn = 0.0;  ///< [rad]
};

using FrictionLaw =
    std::variant<IsotropicLaw, EllipticLaw, WheelLaw, RustyWheelLaw, RatchetLaw, PolygonLaw, FreeLaw, CustomLaw>;

/// Name used in scenario files and messages.
const char* name_of(const FrictionLaw& law);

}  // namespace dryslip
