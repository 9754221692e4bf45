#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>

#include "dryslip/files/write_result.hpp"
#include "dryslip/friction_load/load_records.hpp"
#include "dryslip/friction_load/moment_answer.hpp"
#include "dryslip/friction_load/weighted_points.hpp"
#include "python/bindings.hpp"
#include "python/long_call.hpp"
#include "python/many.hpp"
#include "python/models.hpp"
#include "python/result_objects.hpp"

namespace dryslip::python {
namespace {

constexpr const char* twist_columns = "vx, vy, omega";
constexpr std::size_t batch = 1 << 11;  // twists at once: few enough to stay near the processor

/// The loads of the command line: all at once where they have a closed form, else one by one.
void find_loads(const FrictionModel& model, const Rows& V, FrictionLoad* P, LongCall& call) {
  const double total = static_cast<double>(std::max<std::size_t>(V.count, 1));
  const std::size_t step = model.is_closed_form() ? batch : 1;
  for (std::size_t i = 0; i < V.count; i += step) {
    const std::size_t count = std::min(step, V.count - i);
    V.require_finite(i, count);
    if (step > 1)
      model.loads({V.twists() + i, count}, {P + i, count});
    else
      P[i] = model.state(V.twists()[i]).load;
    call.reached(static_cast<double>(i + count) / total);
  }
}

NumberArray load(const PyFrictionModel& self, const ArrayLike& twists, const ProgressArgument& progress) {
  const Rows V = unchecked_rows_of(twists, "twists", twist_columns);
  const NewArray P = new_array(V.leading, {3});
  LongCall call(progress, "load", 1.0);
  call.run([&] { find_loads(*self.model, V, P.loads(), call); });
  return P;
}

Many<FrictionState> state(const PyFrictionModel& self, const ArrayLike& twists, const ProgressArgument& progress) {
  const Rows V = rows_of(twists, "twists", twist_columns);
  std::vector<FrictionState> states(V.count);
  LongCall call(progress, "state", static_cast<double>(V.count));
  call.run([&] {
    for (std::size_t i = 0; i < V.count; ++i) {
      states[i] = self.model->state(V.twists()[i]);
      call.reached(static_cast<double>(i));
    }
  });
  return {states, V.leading};
}

AnyObject dissipation(const PyFrictionModel& self, const ArrayLike& twists) {
  return column_named(state(self, twists, {}), "dissipation");
}

NumberArray hessian(const PyFrictionModel& self, const ArrayLike& twists) {
  const Rows V = rows_of(twists, "twists", twist_columns);
  const NewArray H = new_array(V.leading, {3, 3});
  for_each_row("hessian", V.count, [&](std::size_t i) {
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(H.values + 9 * i) = self.model->hessian(V.twists()[i]);
  });
  return H;
}

AnyObject is_unique(const PyFrictionModel& self, const ArrayLike& twists) {
  const Rows V = rows_of(twists, "twists", twist_columns);
  std::vector<char> unique(V.count);
  for_each_row("is_unique", V.count, [&](std::size_t i) { unique[i] = self.model->is_unique(V.twists()[i]); });
  return truths(unique, V.leading);
}

AnswerObject load_set(const PyFrictionModel& self, const Twist& V) { return object_of(self.model->load_set(V)); }

nb::str repr(const PyFrictionModel& self) {
  const LoadScale scale = self.model->scale();
  const std::string kind = self.contact ? dryslip::word_of(self.contact->options().model) : "points";
  return nb::str("FrictionModel({!r}, closed_form={}, scale=({:.6g} N, {:.6g} N m))")
      .format(kind, self.model->is_closed_form(), scale.force, scale.moment);
}

/// Least time of the batch call of C++ alone, of several: what bench/python compares with [s].
double seconds_of_loads(const PyFrictionModel& self, const ArrayLike& twists, int repeats) {
  const Rows V = rows_of(twists, "twists", twist_columns);
  std::vector<FrictionLoad> P(V.count);
  const nb::gil_scoped_release free;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    self.model->loads({V.twists(), V.count}, P);
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

/// P·V of arrays that have the same leading axes.
AnyObject power_of(const ArrayLike& loads, const ArrayLike& twists) {
  const Rows P = rows_of(loads, "loads", "fx, fy, moment"), V = rows_of(twists, "twists", twist_columns);
  if (P.leading != V.leading) throw std::invalid_argument("loads, twists: must have the same leading axes");
  const NewArray result = new_array(P.leading);
  for (std::size_t i = 0; i < P.count; ++i) result.values[i] = power(P.loads()[i], V.twists()[i]);
  return number_or_array(result, P.leading);
}

// ---- moment function

Many<MomentState> moment_states(const PyFrictionModel& self, const ArrayLike& centers, const std::string& spin) {
  const Rows c = rows_of(centers, "centers", "x, y");
  const Spin sense = enum_of<Spin>(spin, "spin");
  std::vector<MomentState> states(c.count);
  for_each_row("moment function", c.count,
               [&](std::size_t i) { states[i] = moment_state(*self.model, c.points()[i], sense); });
  return {states, c.leading};
}

AnyObject moments(const PyFrictionModel& self, const ArrayLike& centers, const std::string& spin) {
  return column_named(moment_states(self, centers, spin), "moment");
}

NumberArray unit_spins(const ArrayLike& centers, const std::string& spin) {
  const Rows c = rows_of(centers, "centers", "x, y");
  const Spin sense = enum_of<Spin>(spin, "spin");
  const NewArray V = new_array(c.leading, {3});
  for (std::size_t i = 0; i < c.count; ++i) V.twists()[i] = unit_spin(c.points()[i], sense);
  return V;
}

NumberArray loads_by_gradient(const PyFrictionModel& self, const ArrayLike& centers, const std::string& spin) {
  const Rows c = rows_of(centers, "centers", "x, y");
  const Spin sense = enum_of<Spin>(spin, "spin");
  const NewArray P = new_array(c.leading, {3});
  for_each_row("load by gradient", c.count, [&](std::size_t i) {
    P.loads()[i] = load_by_gradient(c.points()[i], moment_state(*self.model, c.points()[i], sense), sense);
  });
  return P;
}

void bind_moment_function(nb::module_& m) {
  bind_result<Many<MomentState>>(m);
  const auto spin = nb::arg("spin") = "counter_clockwise";
  m.def("moment_function", &moments, nb::arg("model"), nb::arg("centers"), spin,
        "Frictional moment about centers of rotation [..., 2] = x, y [m] of the body frame: M(c) = D(±(−ẑ×c, 1)) "
        "[N m].");
  m.def("moment_state", &moment_states, nb::arg("model"), nb::arg("centers"), spin,
        "The moment function [N m] with its gradient [N] at centers [..., 2] [m].");
  m.def("load_by_gradient", &loads_by_gradient, nb::arg("model"), nb::arg("centers"), spin,
        "Loads [..., 3] of spins about centers [..., 2] [m], by the gradient of the moment function: a second route.");
  m.def("unit_spin", &unit_spins, nb::arg("centers"), spin, "Twists [..., 3] of unit spin about centers [..., 2] [m].");
}

// ---- the model

void bind_loads(nb::class_<PyFrictionModel>& model) {
  model
      .def("load", &load, nb::arg("twists"), nb::arg("progress") = false,
           "Loads [..., 3] of twists [..., 3]. Zero twist: zero load; where the load is a set, one element of it.")
      .def("state", &state, nb::arg("twists"), nb::arg("progress") = false,
           "Loads with dissipation [W] and error bounds, one by one.")
      .def("dissipation", &dissipation, nb::arg("twists"), "D(V) = P·V, power lost [W], of twists [..., 3].")
      .def("hessian", &hessian, nb::arg("twists"),
           "∂P/∂V [..., 3, 3] in the order vx, vy, omega; ValueError for the zero twist and for custom laws.")
      .def("is_unique", &is_unique, nb::arg("twists"), "True where the load of a twist is a single vector.")
      .def("load_set", &load_set, nb::arg("twist"),
           "Every load that belongs to one twist, in the words of `dryslip load --json`: {'type': 'point', 'load': …}, "
           "'ellipse', 'segment', 'polygon', 'sum' or 'all'.");
}

void bind_properties(nb::class_<PyFrictionModel>& model) {
  model
      .def_prop_ro(
          "scale", [](const PyFrictionModel& self) { return self.model->scale(); }, "Units of errors, LoadScale.")
      .def_prop_ro(
          "model_error", [](const PyFrictionModel& self) { return self.model->model_error(); },
          "Largest error of the loads of a surrogate, relative to LoadScale; 0 for the exact contact [-].")
      .def_prop_ro(
          "has_potential", [](const PyFrictionModel& self) { return self.model->has_potential(); },
          "True when P = ∂D/∂V.")
      .def_prop_ro(
          "is_closed_form", [](const PyFrictionModel& self) { return self.model->is_closed_form(); },
          "True when every load is a closed form; False where some of it is integrated.")
      .def("__reduce__", [](const PyFrictionModel& self) { return self.maker.reduced(); })
      .def("__repr__", &repr);
}

PyFrictionModel sampled_model(const ContactPatch& patch, int count) {
  return {std::make_shared<const WeightedPoints>(sample_patch(patch, count)),
          std::nullopt,
          {"sample_patch", nb::make_tuple(patch, count)}};
}

}  // namespace

PyFrictionModel make_model(const Contact& contact, const std::string& coefficient) {
  const auto which = enum_of<Coefficient>(coefficient, "coefficient");
  const ContactOptions& made_by = contact.options();
  LongCall call(nb::none(), "friction_model", {});
  return {call.run([&] { return contact.model(which, call.progress()); }),
          contact,
          {"friction_model", nb::make_tuple(contact.patch(), word_of(made_by.model), coefficient, made_by.tolerance)}};
}

void bind_friction_load(nb::module_& m) {
  bind_result<LoadScale>(m);
  bind_result<Many<FrictionState>>(m);
  nb::class_<PyFrictionModel> type(
      m, "FrictionModel",
      "A sliding contact. Twists are vx, vy, omega of O in the body frame [m/s, m/s, rad/s], along the "
      "last axis of an array; loads fx, fy, moment about O [N, N, N m] are the external loads that overcome "
      "friction (what the slider exerts on the support): load · twist = dissipation ≥ 0.");
  bind_loads(type);
  bind_properties(type);
  m.def(
      "friction_model",
      [](const ContactPatch& patch, const std::string& model, const std::string& coefficient, double tolerance) {
        return make_model(contact_made_by(patch, model, tolerance), coefficient);
      },
      nb::arg("patch"), nb::arg("model") = "exact", nb::arg("coefficient") = "kinetic", nb::arg("tolerance") = 1e-10,
      "The friction of a contact. model: 'exact' (closed form where one is known, else integrated to the tolerance, "
      "relative to LoadScale), or a surrogate: 'pade', 'ellipsoid', 'quartic', 'table' (a lookup). coefficient: "
      "'kinetic' or 'static'.");
  m.def("sample_patch", &sampled_model, nb::arg("patch"), nb::arg("count"),
        "Isotropic friction by midpoint samples, about `count` per direction: the plain sum, as a second route.");
  m.def("_seconds_of_loads", &seconds_of_loads, nb::arg("model"), nb::arg("twists"), nb::arg("repeats"));
  m.def("power", &power_of, nb::arg("loads"), nb::arg("twists"), "P·V [W] of loads [..., 3] and twists [..., 3].");
  bind_moment_function(m);
}

}  // namespace dryslip::python
