#include <array>

#include "dryslip/record/progress_part.hpp"
#include "dryslip/surrogate/fit_model.hpp"
#include "dryslip/surrogate/hertz_contact.hpp"
#include "dryslip/surrogate/model_error.hpp"
#include "python/bindings.hpp"
#include "python/long_call.hpp"
#include "python/models.hpp"

namespace dryslip::python {
namespace {

constexpr const char* slip_columns = "vx/a, vy/a, omega";

/// FittedModel as Python sees it.
struct PyFittedModel {
  std::string kind, variant;
  AnyObject model;
  nb::dict parameters;
  ContactFrame frame;
  ModelError error;
  std::optional<double> convexity;
  std::optional<PadeFit> pade;
};

PyFittedModel summary_of(const FittedModel& fitted, const Contact& contact, const Maker& maker) {
  PyFittedModel made{.kind = word_of(fitted.kind),
                     .variant = fitted.variant,
                     .frame = fitted.frame,
                     .error = fitted.error,
                     .convexity = fitted.convexity,
                     .pade = fitted.pade};
  made.model = nb::cast(PyFrictionModel{fitted.model, contact, maker});
  for (const auto& [name, value] : fitted.parameters) made.parameters[name.c_str()] = value;
  return made;
}

std::vector<PyFittedModel> fit(const ContactPatch& patch, const std::string& model, const std::string& coefficient,
                               double tolerance, nb::handle progress) {
  const auto kind = value_of_word<ContactModel>(model, "model");
  const auto which = enum_of<Coefficient>(coefficient, "coefficient");
  const Contact contact(patch, {.model = kind, .tolerance = tolerance});
  LongCall call(progress, "fit", 1.0);
  const std::vector<FittedModel> fitted = call.run([&] {
    const auto fitter = contact.fitter(which, part_of(call.progress(), 0.0, fitter_part));
    return fitter->fit(kind, part_of(call.progress(), fitter_part, 1.0));
  });
  std::vector<PyFittedModel> made;
  for (std::size_t i = 0; i < fitted.size(); ++i)
    made.push_back(summary_of(fitted[i], contact,
                              {"_fitted_friction_model", nb::make_tuple(patch, model, coefficient, tolerance, i)}));
  return made;
}

nb::object hertz_loads(nb::handle slips, Vec2 shift, double epsilon, double tolerance) {
  const Rows V = rows_of(slips, "slips", slip_columns);
  const NewArray P = new_array(V.leading, {3});
  LongCall call(nb::none(), "hertz_integral", {});
  call.run([&] {
    for (std::size_t i = 0; i < V.count; ++i) {
      P.loads()[i] = hertz_integral(V.twists()[i], shift, epsilon, tolerance).load;
      call.reached(0.0);
    }
  });
  return P.array;
}

nb::object pade_loads(nb::handle slips, Vec2 shift, const PadeParameters& parameters, double epsilon) {
  const Rows V = rows_of(slips, "slips", slip_columns);
  const NewArray P = new_array(V.leading, {3});
  const PadeFormula formula(parameters);
  const PressureMoments moments = hertz_moments(shift);
  LongCall call(nb::none(), "pade_load", {});
  call.run([&] {
    for (std::size_t i = 0; i < V.count; ++i) {
      P.loads()[i] = formula.load(V.twists()[i], moments, epsilon);
      call.reached(0.0);
    }
  });
  return P.array;
}

}  // namespace

void bind_surrogate(nb::module_& m) {
  bind_record<PadeParameters>(m, "ball.pade");
  m.attr("szewc_parameters") = szewc_parameters;
  record(m, "ContactFrame", "Units of a surrogate: its reference point, length and force.",
         field<&ContactFrame::reference>("reference", "point of the body frame [m]"),
         field<&ContactFrame::length>("length", "[m]"), field<&ContactFrame::force>("force", "[N]"));
  record(m, "ModelError", "Errors of a surrogate against the exact contact.",
         field<&ModelError::largest>("largest", "of a load, relative to LoadScale [-]"),
         field<&ModelError::rms>("rms", "of the same [-]"),
         field<&ModelError::largest_at>("largest_at", "a motion with the largest error: vx, vy, omega"),
         field<&ModelError::dissipation>("dissipation", "largest |ΔD|/D [-]"),
         field<&ModelError::gauge>("gauge", "largest radial distance from the exact surface [-]"),
         field<&ModelError::center_of_rotation>("center_of_rotation", "largest angle between motions of a load [rad]"),
         field<&ModelError::least_power>("least_power", "least D over that of the contact: above 0 it dissipates [-]"),
         field<&ModelError::asymmetry>("asymmetry", "0 for a gradient [-]"),
         field<&ModelError::converged>("converged", "every load had its motion found"));
  record(m, "ComponentError", "Error of one component over the region of a Padé fit.",
         field<&ComponentError::rms>("rms", "[-]"), field<&ComponentError::largest>("largest", "[-]"),
         field<&ComponentError::largest_at>("largest_at", "slip"),
         field<&ComponentError::center>("center", "center of pressure of that sample"));
  record(m, "PadeFit", "A fitted Padé formula.", field<&PadeFit::parameters>("parameters", ""),
         field<&PadeFit::T>("T", "of the force"), field<&PadeFit::M>("M", "of the moment"),
         field<&PadeFit::least_power>("least_power", "over the samples on the unit sphere of slips [-]"),
         field<&PadeFit::asymmetry>("asymmetry", "distance from a gradient field [-]"),
         field<&PadeFit::converged>("converged", ""));
  record(m, "FittedModel", "A surrogate of a contact, with its parameters and errors.",
         field<&PyFittedModel::kind>("kind", "'exact', 'pade', 'ellipsoid', 'quartic', 'table'"),
         field<&PyFittedModel::variant>("variant", "in words, such as 'least squares'"),
         field<&PyFittedModel::model>("model", "FrictionModel"),
         field<&PyFittedModel::parameters>("parameters", "by name, in the units of `frame`"),
         field<&PyFittedModel::frame>("frame", "ContactFrame"), field<&PyFittedModel::error>("error", "ModelError"),
         field<&PyFittedModel::convexity>("convexity", "least eigenvalue of the certificate of a quartic [-]"),
         field<&PyFittedModel::pade>("pade", "PadeFit of a Padé model"));
  record(m, "LoadCost", "Time of one load [ns].", field<&LoadCost::one_by_one>("one_by_one", "[ns]"),
         field<&LoadCost::in_batch>("in_batch", "[ns]"));
  m.def("fit_model", &fit, nb::arg("patch"), nb::arg("model"), nb::arg("coefficient") = "kinetic",
        nb::arg("tolerance") = 1e-10, nb::arg("progress") = false,
        "All variants of one kind of surrogate; the first is the one that friction_model() uses.");
  m.def(
      "_fitted_friction_model",
      [](const ContactPatch& patch, const std::string& model, const std::string& coefficient, double tolerance,
         std::size_t index) { return fit(patch, model, coefficient, tolerance, nb::none()).at(index).model; },
      nb::arg("patch"), nb::arg("model"), nb::arg("coefficient"), nb::arg("tolerance"), nb::arg("index"));
  m.def(
      "measure_cost",
      [](const PyFrictionModel& model, const ContactFrame& frame, nb::handle progress) {
        LongCall call(progress, "measure_cost", 1.0);
        return call.run([&] { return measure_cost(*model.model, frame, call.progress()); });
      },
      nb::arg("model"), nb::arg("frame"), nb::arg("progress") = false,
      "Time of one load, one by one and in a batch, on this machine [ns].");
  m.def(
      "hertz_integral", &hertz_loads, nb::arg("slips"), nb::arg("shift") = Vec2{}, nb::arg("epsilon") = 0.0,
      nb::arg("tolerance") = 1e-12,
      nb::sig("def hertz_integral(slips: numpy.typing.ArrayLike, shift: collections.abc.Sequence[float] = (0.0, 0.0), "
              "epsilon: float = 0.0, tolerance: float = 1e-12) -> numpy.typing.NDArray[numpy.float64]"),
      "Scaled loads (T_x, T_y, M) of the circular Hertz contact of a rolling ball, integrated. slips [..., 3]: "
      "velocity/a "
      "and omega [1/s]; shift (d_c, d_s) of the pressure [-]; epsilon [1/s].");
  m.def("pade_load", &pade_loads, nb::arg("slips"), nb::arg("shift") = Vec2{}, nb::arg("parameters") = szewc_parameters,
        nb::arg("epsilon") = 0.0,
        nb::sig("def pade_load(slips: numpy.typing.ArrayLike, shift: collections.abc.Sequence[float] = (0.0, 0.0), "
                "parameters: PadeParameters = ..., epsilon: float = 0.0) -> numpy.typing.NDArray[numpy.float64]"),
        "Scaled loads (T_x, T_y, M) of the circular Hertz contact of a rolling ball, by the Padé formula.");
}

}  // namespace dryslip::python
