#include <numbers>

#include "dryslip/contact_patch/castor.hpp"
#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "python/bindings.hpp"
#include "python/record.hpp"

namespace dryslip::python {
namespace {

const std::vector<std::string> place_variables{"x", "y"}, direction_variable{"phi"};

}  // namespace

template <>
ExpressionPressure blank() {
  return {Expression("0", place_variables)};
}
template <>
CustomLaw blank() {
  return {Expression("0", direction_variable)};
}
template <>
InlineCastor blank() {
  return {.rubbing = Expression("0", direction_variable)};
}

namespace {

/// An angle in body axes, or "tangent", "-tangent", "radial" on a ring.
using HeadingWord = std::variant<double, std::string>;

HeadingWord word_of(const Heading& heading) {
  if (heading.reference == Heading::Reference::Body) return heading.angle;
  if (heading.reference == Heading::Reference::Radial) return "radial";
  return heading.angle == 0.0 ? "tangent" : "-tangent";
}

Heading heading_of(const HeadingWord& word) {
  if (const auto* angle = std::get_if<double>(&word)) return {.angle = *angle};
  switch (index_of(std::get<std::string>(word), {"tangent", "-tangent", "radial"}, "heading")) {
    case 0:
      return {.reference = Heading::Reference::Tangent};
    case 1:
      return {.reference = Heading::Reference::Tangent, .angle = std::numbers::pi};
    default:
      return {.reference = Heading::Reference::Radial};
  }
}

template <class Law>
auto heading_field(const char* doc = "angle in body axes [rad]; on a ring also 'tangent', '-tangent', 'radial'") {
  return make_field<Law, HeadingWord, false>(
      "heading", doc, [](const Law& law) { return word_of(law.heading); },
      [](Law& law, const HeadingWord& word) { law.heading = heading_of(word); });
}

template <class Law>
auto mu_field() {
  return make_field<Law, std::optional<double>, false>(
      "mu", "kinetic coefficient [-]; default: that of the contact", [](const Law& law) { return law.coefficients.mu; },
      [](Law& law, std::optional<double> mu) { law.coefficients.mu = mu; });
}

template <class Law>
auto mu_static_field() {
  return make_field<Law, std::optional<double>, false>(
      "mu_static", "static coefficient [-]; default: mu", [](const Law& law) { return law.coefficients.mu_static; },
      [](Law& law, std::optional<double> mu) { law.coefficients.mu_static = mu; });
}

void bind_shapes(nb::module_& m) {
  record(m, "Rectangle", "A rectangle.", required<&Rectangle::size>("size", "side lengths along x and y [m]"));
  record(m, "Polygon", "A polygon with any number of loops.",
         required<&Polygon::loops>("loops", "vertices [m]; outer loops counter-clockwise, holes clockwise"));
  record(m, "Disk", "A disk.", required<&Disk::radius>("radius", "[m]"));
  record(m, "Ring", "A thin ring: a line contact on a circle.", required<&Ring::radius>("radius", "[m]"));
  record(m, "Annulus", "A disk with a hole.", required<&Annulus::radii>("radii", "inner, outer [m]"));
  record(m, "Ellipse", "An ellipse.", required<&Ellipse::semi_axes>("semi_axes", "along x and y [m]"));
  record(m, "Segment", "A line contact whose line pressure changes linearly from end to end.",
         required<&Segment::from>("from_", "one end (x, y) [m]"), required<&Segment::to>("to", "the other end [m]"),
         field<&Segment::ends>("ends", "relative line pressure at the two ends [-]"));
  record(m, "Points", "Point contacts.",
         required<&Points::points>("points", "(x, y, weight) each [m, m, -]; the weight may be left out: 1"));
}

void bind_pressures(nb::module_& m) {
  record_of<UniformPressure>(m, "UniformPressure", "The same pressure everywhere.");
  record(m, "LinearPressure", "p ∝ 1 + gradient · (r − centroid of the area), in body axes.",
         required<&LinearPressure::gradient>("gradient", "[1/m]"));
  record(m, "HertzPressure", "p ∝ √(1−ρ²) (1 + shift (cos(direction) x + sin(direction) y)/a) on a disk or ellipse.",
         field<&HertzPressure::shift>("shift", "0 to 1, on a disk only [-]"),
         field<&HertzPressure::direction>("direction", "of the shift [rad]"));
  record_of<PunchPressure>(m, "PunchPressure", "p ∝ 1/√(1−ρ²): a rigid flat punch on a disk.");
  record(m, "ExpressionPressure", "p ∝ a formula of x and y, the support's own coordinates [m].",
         formula_field<&ExpressionPressure::value, true>("value", place_variables, "such as '1 + 20*x^2'"));
  record(m, "GridPressure",
         "Measured pressure: values on nodes, bilinear between them, zero outside, cut by the shape.",
         required<&GridPressure::origin>("origin", "position of the first node [m]"),
         required<&GridPressure::spacing>("spacing", "of the nodes along x and y [m]"),
         required<&GridPressure::columns>("columns", "nodes along x"),
         required<&GridPressure::values>("values", "row by row, from the lowest y upward [any unit of pressure]"));
}

void bind_laws(nb::module_& m) {
  record(m, "IsotropicLaw", "Limit curve: a circle of radius mu.", mu_field<IsotropicLaw>(),
         mu_static_field<IsotropicLaw>());
  record(m, "EllipticLaw", "Limit curve: an ellipse.",
         required<&EllipticLaw::mu>("mu", "along and across the heading [-]"),
         field<&EllipticLaw::mu_static>("mu_static", "in the same ratio [-]; default: mu"),
         heading_field<EllipticLaw>());
  record(m, "WheelLaw", "Limit curve: a segment across the heading. Rolls freely along it.", heading_field<WheelLaw>(),
         mu_field<WheelLaw>(), mu_static_field<WheelLaw>());
  record(m, "RustyWheelLaw", "Limit curve: a circle cut by two straight rolling segments.",
         required<&RustyWheelLaw::axle>("axle", "bearing friction, 0 < axle < mu [-]"), heading_field<RustyWheelLaw>(),
         mu_field<RustyWheelLaw>(), mu_static_field<RustyWheelLaw>());
  record(m, "RatchetLaw", "Limit curve: a half disk. Rolls freely towards the heading, locks backwards.",
         heading_field<RatchetLaw>(), mu_field<RatchetLaw>(), mu_static_field<RatchetLaw>());
  record(m, "PolygonLaw", "Limit curve: a convex polygon that contains the origin.",
         required<&PolygonLaw::vertices>("vertices", "force per unit normal force, body axes [-]"));
  record(m, "FreeLaw", "No friction, or with one ratchet half a segment on one side of the heading.",
         word_field<&FreeLaw::half>("half", {"none", "left", "right"}, "'none', 'left' or 'right' of the heading"),
         heading_field<FreeLaw>(), mu_field<FreeLaw>(), mu_static_field<FreeLaw>());
  record(m, "CustomLaw", "A formula of the slip direction `phi` [rad, body axes]; may violate maximum power.",
         formula_field<&CustomLaw::value, true>("value", direction_variable, "force per unit normal force [-]"),
         field<&CustomLaw::turn>("turn", "of the force from the slip [rad]"));
}

void bind_castors(nb::module_& m) {
  record(m, "CastorArm", "Arm of a castor; the wheel rolls along its line turned by `bend`.",
         required<&CastorArm::length>("length", "from the wheel to the pivot [m]"),
         field<&CastorArm::bend>("bend", "between −π/2 and π/2 [rad]"));
  record(m, "CrookedCastor", "A wheel with bearing friction on a bent arm.", required<&CrookedCastor::arm>("arm", ""),
         required<&CrookedCastor::axle>("axle", "bearing friction per unit normal force [-]"),
         required<&CrookedCastor::mu>("mu", "strength of the wheel [-]"));
  record(m, "InlineCastor", "A frictionless wheel whose top rubs on the slider.",
         required<&InlineCastor::length>("length", "[m]"),
         formula_field<&InlineCastor::rubbing, true>("rubbing", direction_variable,
                                                     "friction per unit normal force, of the line's angle phi [-]"));
  m.def("line_angle_after", &line_angle_after, nb::arg("arm"), nb::arg("start"), nb::arg("distance"),
        "Angle of the castor's line from the slip direction after being dragged by a distance [m]; start [rad] -> "
        "[rad].");
  m.def("relaxation_distance", &relaxation_distance, nb::arg("arm"), nb::arg("start"), nb::arg("within"),
        "Distance [m] after which the line is within an angle [rad] of its end.");
  m.def("instantaneous_law", nb::overload_cast<const CrookedCastor&, double>(&instantaneous_law), nb::arg("castor"),
        nb::arg("line_angle"), "Law of the castor for a given angle of its line in body axes [rad].");
  m.def("instantaneous_law", nb::overload_cast<const InlineCastor&, double>(&instantaneous_law), nb::arg("castor"),
        nb::arg("line_angle"));
  m.def("relaxed_law", nb::overload_cast<const CrookedCastor&>(&relaxed_law), nb::arg("castor"),
        "Law of the castor when it has turned behind the slip.");
  m.def("relaxed_law", nb::overload_cast<const InlineCastor&>(&relaxed_law), nb::arg("castor"));
}

}  // namespace

void bind_contact_patch(nb::module_& m) {
  bind_shapes(m);
  bind_pressures(m);
  bind_laws(m);
  record(m, "Support", "One place where the slider touches the support plane.",
         required<&Support::shape>("shape", "Rectangle, Polygon, Disk, Ring, Annulus, Ellipse, Segment or Points"),
         field<&Support::center>("center", "of the shape's own frame in the body frame [m]"),
         field<&Support::angle>("angle", "of the shape's own frame in the body frame [rad]"),
         field<&Support::pressure>("pressure", "default: uniform"), field<&Support::law>("law", "default: isotropic"),
         field<&Support::share>(
             "share", "part of the normal force [-]; default: in proportion to area, length or total weight"));
  record(m, "ContactPatch", "What touches, in the words of the scenario file; origin O of the body frame.",
         required<&ContactPatch::normal_force>("normal_force", "[N]"),
         field<&ContactPatch::mu>("mu", "kinetic coefficient [-]; not needed where every law has its own"),
         field<&ContactPatch::mu_static>("mu_static", "[-]; default: mu"),
         field<&ContactPatch::supports>("supports", "list of Support"));
  bind_castors(m);
  m.def("check_patch", &check_patch, nb::arg("patch"), "Raises ValueError with key, value and what is allowed.");
  m.def("normal_force_shares", &normal_force_shares, nb::arg("patch"), "Part of the normal force on each support [-].");
  m.def("normal_forces", &normal_forces, nb::arg("patch"), "Normal force on each support [N].");
  m.def("seen_from", &seen_from, nb::arg("patch"), nb::arg("origin"),
        "The same contact with another point of the body frame [m] as its origin O.");
  m.def("squared_gyration_radius", &squared_gyration_radius, nb::arg("patch"), nb::arg("about"),
        "Mean of |r − about|² over the shapes, weighted by their parts of the normal force [m²].");
  m.def("center_of_pressure", &center_of_pressure, nb::arg("patch"), "Centroid of the pressure, body frame [m].");
  m.def(
      "obeys_maximum_power", [](const FrictionLaw& law) { return obeys_maximum_power(law); }, nb::arg("law"),
      "True when the law is proven to obey the maximum-power inequality.");
  m.def(
      "explain_power_violation", [](const FrictionLaw& law) { return explain_power_violation(law); }, nb::arg("law"),
      "One line: two forces and a slip that break the maximum-power inequality.");
}

}  // namespace dryslip::python
