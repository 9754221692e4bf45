#include "dryslip/limit_surface/dissipation_range.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/limit_surface/motion_answer.hpp"
#include "dryslip/limit_surface/special_points.hpp"
#include "python/bind_surface_mesh.hpp"
#include "python/bindings.hpp"
#include "python/long_call.hpp"
#include "python/many.hpp"
#include "python/models.hpp"
#include "python/result_objects.hpp"

namespace dryslip::python {
namespace {

/// Answers to many loads, with their states as truths.
struct PyMotions : Many<MotionAnswer> {
  AnyObject sticks;

  PyMotions() = default;
  PyMotions(std::span<const MotionAnswer> answers, const AxisLengths& leading)
      : Many(answers, leading),
        sticks(column_of(answers, leading, [](const MotionAnswer& answer) { return answer.found.sticks(); })) {}
};

/// Answers to many loads, by Kardan's criterion where there is a metric.
PyMotions motions_of(const LimitSurface& surface, nb::handle loads, const std::optional<Mat3>& metric,
                     nb::handle progress) {
  const Rows P = rows_of(loads, "loads", "fx, fy, moment");
  std::vector<MotionAnswer> answers(P.count);
  LongCall call(progress, "motion", static_cast<double>(P.count));
  call.run([&] {
    for (std::size_t i = 0; i < P.count; ++i) {
      answers[i] = motion_answer(surface, P.loads()[i], metric);
      call.reached(static_cast<double>(i));
    }
  });
  return {answers, P.leading};
}

nb::object twist_array(const std::vector<Twist>& twists) {
  const NewArray made = new_array({twists.size(), 3});
  std::copy(twists.begin(), twists.end(), made.twists());
  return made.array;
}

// ---- special points

/// A point, None, or {"point", "set"} where there are several.
nb::object summary_of(const PointSet& set) {
  return std::holds_alternative<NoPoint>(set) ? nb::object(nb::none()) : object_of(set);
}

struct Points3 {
  Vec2 center_of_pressure;
  AnyObject center_of_friction, center_of_twist;
  double least_moment = 0.0;
};

void bind_special_points(nb::module_& m) {
  record(m, "SpecialPoints", "The three centers of a contact, body frame.",
         field<&Points3::center_of_pressure>("center_of_pressure", "(x, y) [m]"),
         field<&Points3::center_of_friction>("center_of_friction",
                                             "(x, y) [m], None, or {'point': …, 'set': …} where it is not unique"),
         field<&Points3::center_of_twist>(
             "center_of_twist",
             "minimum of the moment function: (x, y) [m], None, or {'point': …, 'set': …} where it is not unique"),
         field<&Points3::least_moment>("least_moment", "of the moment function, there [N m]"));
  m.def(
      "find_special_points",
      [](const PyLimitSurface& surface) {
        LongCall call(nb::none(), "special points", {});
        const SpecialPoints found = call.run([&] { return find_special_points(*surface.surface); });
        return Points3{found.center_of_pressure, summary_of(found.center_of_friction),
                       summary_of(found.center_of_twist), found.least_moment};
      },
      nb::arg("surface"), "Centers of pressure, friction and twist [m].");
}

// ---- directions and range

void bind_directions(nb::module_& m) {
  record(m, "EigenDirection", "A motion V whose friction only slows it down: P = λ G V for a load P of V.",
         field<&EigenDirection::motion>("motion", "VᵀGV = 1 J"),
         field<&EigenDirection::eigenvalue>("eigenvalue", "λ = D(V) [W]"),
         word_field<&EigenDirection::kind>("kind", "of the dissipation there"),
         field<&EigenDirection::is_isolated>("is_isolated", "False: one of a curve of them"),
         field<&EigenDirection::residual>("residual", "of P = λ G V [-]"));
  record(m, "EigenDirections", "All of them.",
         field<&EigenDirections::directions>("directions", "by eigenvalue, ascending"),
         field<&EigenDirections::morse_sum>("morse_sum", "2 when all are found"),
         field<&EigenDirections::is_complete>("is_complete", "their count adds up: none seems to be missing"),
         field<&EigenDirections::converged>("converged", "every residual is below 1e-9"));
  record(m, "DissipationRange", "What the dissipation can be among the motions with VᵀGV = 1 J; the bounds are proven.",
         field<&DissipationRange::least>("least", "[W]"), field<&DissipationRange::least_found>("least_found", "[W]"),
         field<&DissipationRange::largest_found>("largest_found", "[W]"),
         field<&DissipationRange::largest>("largest", "[W]"),
         field<&DissipationRange::converged>("converged", "the bounds are as tight as asked for"));
  m.def("kinetic_metric", &kinetic_metric, nb::arg("mass"), nb::arg("inertia"), nb::arg("center_of_mass") = Vec2{},
        "G (3, 3) with twice the kinetic energy VᵀGV for V at O: mass [kg], inertia about the center of mass [kg m²].");
  m.def(
      "find_eigen_directions",
      [](const ContactPatch& patch, const Mat3& metric) { return find_eigen_directions(LimitSurface(patch), metric); },
      nb::arg("patch"), nb::arg("metric"), nb::call_guard<nb::gil_scoped_release>(),
      "Directions in which load and motion are parallel in the metric: free sliding keeps them.");
  m.def(
      "bound_dissipation",
      [](const PyLimitSurface& surface, const Mat3& metric, double width, std::size_t most_motions) {
        const nb::gil_scoped_release free;
        return bound_dissipation(*surface.surface, metric, {.width = width, .most_motions = most_motions});
      },
      nb::arg("surface"), nb::arg("metric"), nb::arg("width") = 1e-6, nb::arg("most_motions") = 0,
      "Proven bounds of the dissipation over motions of one kinetic energy, VᵀGV = 1 J [W].");
}

}  // namespace

PyLimitSurface make_surface(const Contact& contact, const std::string& coefficient) {
  const auto which = enum_of<Coefficient>(coefficient, "coefficient");
  const ContactOptions& made_by = contact.options();
  LongCall call(nb::none(), "limit surface", {});
  return {call.run([&] { return contact.surface(which, call.progress()); }),
          {"LimitSurface", nb::make_tuple(contact.patch(), word_of(made_by.model), coefficient, made_by.tolerance)}};
}

void bind_limit_surface(nb::module_& m) {
  bind_many<MotionAnswer, PyMotions>(m, field<&PyMotions::sticks>("sticks", "factor ≥ 1: the contact holds the load"));
  nb::class_<PyLimitSurface> surface(
      m, "LimitSurface",
      "The set of all loads that a contact can carry.\n\nParameters\n----------\npatch\n    "
      "ContactPatch whose laws obey "
      "maximum power\nmodel\n    'exact', or a surrogate: 'pade', 'ellipsoid', 'quartic', 'table' (a "
      "lookup)\ncoefficient\n    'kinetic' "
      "or 'static'\ntolerance\n    of loads that are integrated, relative to LoadScale [-]\n");
  surface
      .def(
          "__init__",
          [](PyLimitSurface* self, const ContactPatch& patch, const std::string& model, const std::string& coefficient,
             double tolerance) {
            new (self) PyLimitSurface(make_surface(contact_made_by(patch, model, tolerance), coefficient));
          },
          nb::arg("patch"), nb::arg("model") = "exact", nb::arg("coefficient") = "kinetic",
          nb::arg("tolerance") = 1e-10)
      .def(
          "motion_of",
          [](const PyLimitSurface& self, nb::handle loads, nb::handle progress) {
            return motions_of(*self.surface, loads, std::nullopt, progress);
          },
          nb::arg("loads"), nb::arg("progress") = false,
          nb::sig(
              "def motion_of(self, loads: numpy.typing.ArrayLike, progress: bool | collections.abc.Callable[[float], "
              "object] = False) -> MotionOfLoad"),
          "For loads [..., 3] = fx, fy, moment at O [N, N, N m]: do they stick, and if not, which motion starts?")
      .def(
          "motion_by_one_twist",
          [](const PyLimitSurface& self, nb::handle loads, const Mat3& metric) {
            return motions_of(*self.surface, loads, metric, nb::none());
          },
          nb::arg("loads"), nb::arg("metric"),
          nb::sig("def motion_by_one_twist(self, loads: numpy.typing.ArrayLike, metric: numpy.typing.ArrayLike) -> "
                  "MotionOfLoad"),
          "The factor and motion by Kardan's test with the center of zero acceleration; metric of kinetic_metric(). "
          "May report stick for loads that slip.")
      .def(
          "free_motions", [](const PyLimitSurface& self) { return twist_array(self.surface->free_motions()); },
          nb::sig("def free_motions(self) -> numpy.typing.NDArray[numpy.float64]"),
          "Motions (n, 3) that meet no friction in either sense, such as wheels rolling.")
      .def_prop_ro(
          "unit_length", [](const PyLimitSurface& self) { return self.surface->unit_length(); },
          "Unit in which motions are compared, (velocity, omega × length) [m].")
      .def_prop_ro(
          "is_exact", [](const PyLimitSurface& self) { return self.surface->is_exact(); },
          "True for the exact contact, False for a surrogate.")
      .def("__reduce__", [](const PyLimitSurface& self) { return self.maker.reduced(); })
      .def("__repr__", [](const PyLimitSurface& self) {
        return nb::str("LimitSurface({!r}, model={!r}, coefficient={!r})")
            .format(self.maker.arguments[0], self.maker.arguments[1], self.maker.arguments[2]);
      });
  bind_surface_mesh(m, surface);
  bind_special_points(m);
  bind_directions(m);
}

}  // namespace dryslip::python
