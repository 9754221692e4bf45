#include "dryslip/contact_patch/castor.hpp"
#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "python/bindings.hpp"
#include "python/record.hpp"

namespace dryslip::python {
namespace {

/// A class for each alternative of a variant.
template <Described... T>
void bind_alternatives(nb::module_& m, const std::variant<T...>*) {
  (bind_record<T>(m), ...);
}
template <class Variant>
void bind_alternatives(nb::module_& m) {
  bind_alternatives(m, static_cast<const Variant*>(nullptr));
}

void bind_castors(nb::module_& m) {
  bind_record<CastorArm>(m, "castor");
  bind_record<CrookedCastor>(m, "castor");
  bind_record<InlineCastor>(m, "castor");
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
  bind_alternatives<Shape>(m);
  bind_alternatives<Pressure>(m);
  bind_alternatives<FrictionLaw>(m);
  bind_record<Support>(m);
  bind_record<ContactPatch>(m);
  bind_castors(m);
  m.def("check_patch", &check_patch, nb::arg("patch"), "Raises ValueError with key, value and what is allowed.");
  m.def("normal_force_shares", &normal_force_shares, nb::arg("patch"), "Part of the normal force on each support [-].");
  m.def("normal_forces", &normal_forces, nb::arg("patch"), "Normal force on each support [N].");
  m.def("seen_from", &seen_from, nb::arg("patch"), nb::arg("origin"),
        "This contact with another point of the body frame [m] as its origin O.");
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
