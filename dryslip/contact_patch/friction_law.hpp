#pragma once

#include <array>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

/// Direction in which a wheel rolls (or the first axis of an anisotropic law).
struct Heading {
  /// The body's x axis, or on a ring its counter-clockwise tangent or outward radius.
  enum class Reference { Body, Tangent, Radial };
  Reference reference = Reference::Body;
  double angle = 0.0;  ///< from the reference, counter-clockwise [rad]; "-tangent" is Tangent with π
};
template <>
struct NumberOrWord<Heading> {
  static constexpr std::array words{"tangent", "-tangent", "radial"};
  static constexpr std::string_view number = "an angle in radians";
  static Heading from_number(double angle) { return {.angle = angle}; }
  static Heading from_word(std::size_t index) {
    if (index == 2) return {.reference = Heading::Reference::Radial};
    return {.reference = Heading::Reference::Tangent, .angle = index == 1 ? std::numbers::pi : 0.0};
  }
  static std::variant<double, std::string> as_number_or_word(const Heading& heading) {
    if (heading.reference == Heading::Reference::Body) return heading.angle;
    if (heading.reference == Heading::Reference::Radial) return "radial";
    return heading.angle == 0.0 ? "tangent" : "-tangent";
  }
};
inline constexpr std::string_view meaning_of_heading =
    "angle in body axes; on a ring also \"tangent\", \"-tangent\" or \"radial\"";

// Local friction laws: the force per unit normal force on the support for a slip direction. Each is given by its limit
// curve [Goyal1991, sec. 5]; e is the heading, n the heading turned by +90°. A coefficient left out is that of the
// contact; a law with its own `mu` may have its own `mu_static` (default: its `mu`).

/// The static coefficient of a law or of the whole contact.
template <auto member>
inline constexpr auto static_coefficient_field = field<member>("-", "static coefficient; default: mu", not_negative);

struct Coefficients {
  std::optional<double> mu, mu_static;
};
template <>
inline constexpr auto description<Coefficients> = record<Coefficients>(
    "Coefficients of one law.",
    field<&Coefficients::mu>("-", "kinetic coefficient; default: that of the contact", not_negative),
    static_coefficient_field<&Coefficients::mu_static>);

struct IsotropicLaw {
  Coefficients coefficients;
};
template <>
inline constexpr auto description<IsotropicLaw> = alternative<IsotropicLaw>("isotropic",
                                                                            "Limit curve: a circle of radius mu.",
                                                                            embedded<&IsotropicLaw::coefficients>());

/// Ellipse with semi-axes mu[0] along the heading and mu[1] across it. mu_static, if given, has the same ratio.
struct EllipticLaw {
  std::array<double, 2> mu{};
  std::optional<std::array<double, 2>> mu_static;
  Heading heading;
};
template <>
inline constexpr auto description<EllipticLaw> =
    alternative<EllipticLaw>("elliptic", "Limit curve: an ellipse.",
                             required<&EllipticLaw::mu>("-", "along and across the heading", not_negative),
                             field<&EllipticLaw::mu_static>("-", "in the same ratio; default: mu", not_negative),
                             field<&EllipticLaw::heading>("rad", meaning_of_heading));

/// |f·n| ≤ mu.
struct WheelLaw {
  Heading heading;
  Coefficients coefficients;
};
template <>
inline constexpr auto description<WheelLaw> =
    alternative<WheelLaw>("wheel", "Limit curve: a segment across the heading. Rolls freely along it.",
                          field<&WheelLaw::heading>("rad", meaning_of_heading), embedded<&WheelLaw::coefficients>());

/// |f| ≤ mu and |f·e| ≤ axle.
struct RustyWheelLaw {
  Heading heading;
  double axle = 0.0;
  Coefficients coefficients;
};
template <>
inline constexpr auto description<RustyWheelLaw> = alternative<RustyWheelLaw>(
    "rusty_wheel", "Limit curve: a circle cut by two straight rolling segments.",
    field<&RustyWheelLaw::heading>("rad", meaning_of_heading), embedded<&RustyWheelLaw::coefficients>(),
    required<&RustyWheelLaw::axle>("-", "bearing friction, 0 < axle < mu", positive));

/// f·e ≤ 0.
struct RatchetLaw {
  Heading heading;
  Coefficients coefficients;
};
template <>
inline constexpr auto description<RatchetLaw> = alternative<RatchetLaw>(
    "ratchet", "Limit curve: a half disk. Rolls freely towards the heading, locks backwards.",
    field<&RatchetLaw::heading>("rad", meaning_of_heading), embedded<&RatchetLaw::coefficients>());

/// Convex polygon that contains the origin; a segment through it is allowed. Either orientation.
struct PolygonLaw {
  std::vector<Vec2> vertices;
};
template <>
inline constexpr auto description<PolygonLaw> = alternative<PolygonLaw>(
    "polygon", "Limit curve: a convex polygon that contains the origin.",
    required<&PolygonLaw::vertices>("-", "[fx, fy] each: force per unit normal force, body axes"));

/// The vertices counter-clockwise, without repeated and collinear ones; two (or one) for a segment (or point).
std::vector<Vec2> convex_vertices(const PolygonLaw& law);

/// Wheel of wheels: no friction, or with one ratchet half the segment from 0 to mu on one side of the heading.
struct FreeLaw {
  enum class Half { None, Left, Right };  ///< Left: resists slip along n; Right: along −n
  Half half = Half::None;
  Heading heading;
  Coefficients coefficients;
};
template <>
inline constexpr std::array words<FreeLaw::Half>{"none", "left", "right"};
template <>
inline constexpr std::size_t first_word_in_files<FreeLaw::Half> = 1;
template <>
inline constexpr auto description<FreeLaw> =
    alternative<FreeLaw>("free", "No friction, or with one ratchet half a segment on one side of the heading.",
                         field<&FreeLaw::half>("", "side of the heading that resists"),
                         field<&FreeLaw::heading>("rad", meaning_of_heading), embedded<&FreeLaw::coefficients>());

/// Size `value` of the slip direction angle `phi` (body axes), force turned by `turn` from the slip. Violates the
/// maximum-power inequality unless it is constant and not turned (maximum_power.hpp); then only loads are offered.
struct CustomLaw {
  Expression value{"0", {"phi"}};
  double turn = 0.0;
};
template <>
inline constexpr auto description<CustomLaw> = alternative<CustomLaw>(
    "custom", "A formula of the slip direction `phi` [rad, body axes]; may violate maximum power.",
    required<&CustomLaw::value>("-", "force per unit normal force"),
    field<&CustomLaw::turn>("rad", "of the force from the slip", quarter_turn));

using FrictionLaw =
    std::variant<IsotropicLaw, EllipticLaw, WheelLaw, RustyWheelLaw, RatchetLaw, PolygonLaw, FreeLaw, CustomLaw>;

template <>
inline constexpr Choice choice<FrictionLaw>{.tag = "type"};

}  // namespace dryslip
