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
  ContactModel kind = ContactModel::Exact;
  std::string variant;
  AnyObject model;
  nb::dict parameters;
  ContactFrame frame;
  ModelError error;
  std::optional<double> convexity;
  std::optional<PadeFit> pade;
};

}  // namespace
}  // namespace dryslip::python

template <>
inline constexpr auto dryslip::description<dryslip::python::PyFittedModel> =
    dryslip::python::described_as<dryslip::FittedModel>(
        python::mirrored_fields<FittedModel, &python::PyFittedModel::kind, &python::PyFittedModel::variant,
                                &python::PyFittedModel::model, &python::PyFittedModel::parameters,
                                &python::PyFittedModel::frame, &python::PyFittedModel::error,
                                &python::PyFittedModel::convexity, &python::PyFittedModel::pade>());

namespace dryslip::python {
namespace {

PyFittedModel summary_of(const FittedModel& fitted, const Contact& contact, const Maker& maker) {
  PyFittedModel made{.kind = fitted.kind,
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
                               double tolerance, const ProgressArgument& progress) {
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

NumberArray hertz_loads(const ArrayLike& slips, Vec2 shift, double epsilon, double tolerance) {
  const Rows V = rows_of(slips, "slips", slip_columns);
  const NewArray P = new_array(V.leading, {3});
  for_each_row("hertz_integral", V.count,
               [&](std::size_t i) { P.loads()[i] = hertz_integral(V.twists()[i], shift, epsilon, tolerance).load; });
  return P;
}

NumberArray pade_loads(const ArrayLike& slips, Vec2 shift, const PadeParameters& parameters, double epsilon) {
  const Rows V = rows_of(slips, "slips", slip_columns);
  const NewArray P = new_array(V.leading, {3});
  const PadeFormula formula(parameters);
  const PressureMoments moments = hertz_moments(shift);
  for_each_row("pade_load", V.count,
               [&](std::size_t i) { P.loads()[i] = formula.load(V.twists()[i], moments, epsilon); });
  return P;
}

void bind_fits(nb::module_& m) {
  bind_result<ContactFrame>(m);
  bind_result<ModelError>(m);
  bind_result<ComponentError>(m);
  bind_result<PadeFit>(m);
  bind_result<PyFittedModel>(m);
  bind_result<LoadCost>(m);
  m.def("fit_model", &fit, nb::arg("patch"), nb::arg("model"), nb::arg("coefficient") = "kinetic",
        nb::arg("tolerance") = 1e-10, nb::arg("progress") = false,
        "All variants of one kind of surrogate; the first is the one that friction_model() uses.");
  m.def(
      "_fitted_friction_model",
      [](const ContactPatch& patch, const std::string& model, const std::string& coefficient, double tolerance,
         std::size_t index) { return fit(patch, model, coefficient, tolerance, {}).at(index).model; },
      nb::arg("patch"), nb::arg("model"), nb::arg("coefficient"), nb::arg("tolerance"), nb::arg("index"));
  m.def(
      "measure_cost",
      [](const PyFrictionModel& model, const ContactFrame& frame, const ProgressArgument& progress) {
        LongCall call(progress, "measure_cost", 1.0);
        return call.run([&] { return measure_cost(*model.model, frame, call.progress()); });
      },
      nb::arg("model"), nb::arg("frame"), nb::arg("progress") = false,
      "Time of one load, one by one and in a batch, on this machine [ns].");
}

}  // namespace

void bind_surrogate(nb::module_& m) {
  bind_record<PadeParameters>(m, "ball.pade");
  m.attr("szewc_parameters") = szewc_parameters;
  bind_fits(m);
  m.def("hertz_integral", &hertz_loads, nb::arg("slips"), nb::arg("shift") = Vec2{}, nb::arg("epsilon") = 0.0,
        nb::arg("tolerance") = 1e-12,
        "Scaled loads (T_x, T_y, M) of the circular Hertz contact of a rolling ball, integrated. slips [..., 3]: "
        "velocity/a and omega [1/s]; shift (d_c, d_s) of the pressure [-]; epsilon [1/s].");
  m.def("pade_load", &pade_loads, nb::arg("slips"), nb::arg("shift") = Vec2{}, nb::arg("parameters") = szewc_parameters,
        nb::arg("epsilon") = 0.0, "What hertz_integral() gives, by the Padé formula.");
}

}  // namespace dryslip::python
