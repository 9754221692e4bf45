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

nb::object load(const PyFrictionModel& self, nb::handle twists, nb::handle progress) {
  const Rows V = unchecked_rows_of(twists, "twists", twist_columns);
  const NewArray P = new_array(V.leading, {3});
  LongCall call(progress, "load", 1.0);
  call.run([&] { find_loads(*self.model, V, P.loads(), call); });
  return P.array;
}

Many<FrictionState> state(const PyFrictionModel& self, nb::handle twists, nb::handle progress) {
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

nb::object hessian(const PyFrictionModel& self, nb::handle twists) {
  const Rows V = rows_of(twists, "twists", twist_columns);
  const NewArray H = new_array(V.leading, {3, 3});
  LongCall call(nb::none(), "hessian", {});
  call.run([&] {
    for (std::size_t i = 0; i < V.count; ++i) {
      Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(H.values + 9 * i) = self.model->hessian(V.twists()[i]);
      call.reached(0.0);
    }
  });
  return H.array;
}

nb::object is_unique(const PyFrictionModel& self, nb::handle twists) {
  const Rows V = rows_of(twists, "twists", twist_columns);
  std::vector<char> unique(V.count);
  LongCall call(nb::none(), "is_unique", {});
  call.run([&] {
    for (std::size_t i = 0; i < V.count; ++i) {
      unique[i] = self.model->is_unique(V.twists()[i]);
      call.reached(0.0);
    }
  });
  return truths(unique, V.leading);
}

nb::object load_set(const PyFrictionModel& self, const Twist& V) { return object_of(self.model->load_set(V)); }

/// Least time of the batch call of C++ alone, of several: what bench/python compares with [s].
double seconds_of_loads(const PyFrictionModel& self, nb::handle twists, int repeats) {
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
nb::object power_of(nb::handle loads, nb::handle twists) {
  const Rows P = rows_of(loads, "loads", "fx, fy, moment"), V = rows_of(twists, "twists", twist_columns);
  if (P.leading != V.leading) throw std::invalid_argument("loads, twists: must have the same leading axes");
  const NewArray result = new_array(P.leading);
  for (std::size_t i = 0; i < P.count; ++i) result.values[i] = power(P.loads()[i], V.twists()[i]);
  return number_or_array(result, P.leading);
}

// ---- moment function

Many<MomentState> moment_states(const PyFrictionModel& self, nb::handle centers, const std::string& spin) {
  const Rows c = rows_of(centers, "centers", "x, y");
  const Spin sense = enum_of<Spin>(spin, "spin");
  std::vector<MomentState> states(c.count);
  LongCall call(nb::none(), "moment function", {});
  call.run([&] {
    for (std::size_t i = 0; i < c.count; ++i) {
      states[i] = moment_state(*self.model, c.points()[i], sense);
      call.reached(0.0);
    }
  });
  return {states, c.leading};
}

nb::object unit_spins(nb::handle centers, const std::string& spin) {
  const Rows c = rows_of(centers, "centers", "x, y");
  const Spin sense = enum_of<Spin>(spin, "spin");
  const NewArray V = new_array(c.leading, {3});
  for (std::size_t i = 0; i < c.count; ++i) V.twists()[i] = unit_spin(c.points()[i], sense);
  return V.array;
}

nb::object loads_by_gradient(const PyFrictionModel& self, nb::handle centers, const std::string& spin) {
  const Rows c = rows_of(centers, "centers", "x, y");
  const Spin sense = enum_of<Spin>(spin, "spin");
  const NewArray P = new_array(c.leading, {3});
  LongCall call(nb::none(), "load by gradient", {});
  call.run([&] {
    for (std::size_t i = 0; i < c.count; ++i) {
      P.loads()[i] = load_by_gradient(c.points()[i], moment_state(*self.model, c.points()[i], sense), sense);
      call.reached(0.0);
    }
  });
  return P.array;
}

void bind_moment_function(nb::module_& m) {
  bind_many<MomentState>(m);
  m.def(
      "moment_function",
      [](const PyFrictionModel& model, nb::handle centers, const std::string& spin) {
        return column_named(moment_states(model, centers, spin), "moment");
      },
      nb::arg("model"), nb::arg("centers"), nb::arg("spin") = "counter_clockwise",
      nb::sig("def moment_function(model: FrictionModel, centers: numpy.typing.ArrayLike, spin: str = "
              "'counter_clockwise') -> typing.Any"),
      "Frictional moment about centers of rotation [..., 2] = x, y [m] of the body frame: M(c) = D(±(−ẑ×c, 1)) [N m].");
  m.def("moment_state", &moment_states, nb::arg("model"), nb::arg("centers"), nb::arg("spin") = "counter_clockwise",
        nb::sig("def moment_state(model: FrictionModel, centers: numpy.typing.ArrayLike, spin: str = "
                "'counter_clockwise') -> MomentState"),
        "The moment function [N m] with its gradient [N] at centers [..., 2] [m].");
  m.def("load_by_gradient", &loads_by_gradient, nb::arg("model"), nb::arg("centers"),
        nb::arg("spin") = "counter_clockwise",
        nb::sig("def load_by_gradient(model: FrictionModel, centers: numpy.typing.ArrayLike, spin: str = "
                "'counter_clockwise') -> numpy.typing.NDArray[numpy.float64]"),
        "Loads [..., 3] of spins about centers [..., 2] [m], by the gradient of the moment function: a second route.");
  m.def("unit_spin", &unit_spins, nb::arg("centers"), nb::arg("spin") = "counter_clockwise",
        nb::sig("def unit_spin(centers: numpy.typing.ArrayLike, spin: str = 'counter_clockwise') -> "
                "numpy.typing.NDArray[numpy.float64]"),
        "Twists [..., 3] of unit spin about centers [..., 2] [m].");
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
  record(m, "LoadScale", "The units in which errors of a load are measured.",
         field<&LoadScale::force>("force", "μN [N]"),
         field<&LoadScale::moment>("moment", "μN times the mean distance of the contact from O [N m]"));
  bind_many<FrictionState>(m);
  nb::class_<PyFrictionModel>(
      m, "FrictionModel",
      "A sliding contact. Twists are vx, vy, omega of O in the body frame [m/s, m/s, rad/s], along the "
      "last axis of an array; loads fx, fy, moment about O [N, N, N m] are the external loads that overcome "
      "friction (what the slider exerts on the support): load · twist = dissipation ≥ 0.")
      .def("load", &load, nb::arg("twists"), nb::arg("progress") = false,
           nb::sig("def load(self, twists: numpy.typing.ArrayLike, progress: bool | collections.abc.Callable[[float], "
                   "object] = False) -> numpy.typing.NDArray[numpy.float64]"),
           "Loads [..., 3] of twists [..., 3]. Zero twist: zero load; where the load is a set, one element of it.")
      .def("state", &state, nb::arg("twists"), nb::arg("progress") = false,
           nb::sig("def state(self, twists: numpy.typing.ArrayLike, progress: bool | collections.abc.Callable[[float], "
                   "object] = False) -> FrictionState"),
           "Loads with dissipation [W] and error bounds, one by one.")
      .def(
          "dissipation",
          [](const PyFrictionModel& self, nb::handle twists) {
            return column_named(state(self, twists, nb::none()), "dissipation");
          },
          nb::arg("twists"), nb::sig("def dissipation(self, twists: numpy.typing.ArrayLike) -> typing.Any"),
          "D(V) = P·V, power lost [W], of twists [..., 3].")
      .def("hessian", &hessian, nb::arg("twists"),
           nb::sig("def hessian(self, twists: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]"),
           "∂P/∂V [..., 3, 3] in the order vx, vy, omega; ValueError for the zero twist and for custom laws.")
      .def("is_unique", &is_unique, nb::arg("twists"),
           nb::sig("def is_unique(self, twists: numpy.typing.ArrayLike) -> typing.Any"),
           "True where the load of a twist is a single vector.")
      .def("load_set", &load_set, nb::arg("twist"),
           nb::sig("def load_set(self, twist: numpy.typing.ArrayLike) -> dict[str, typing.Any]"),
           "Every load that belongs to one twist, in the words of `dryslip load --json`: {'type': 'point', 'load': …}, "
           "'ellipse', 'segment', 'polygon', 'sum' or 'all'.")
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
      .def("__repr__", [](const PyFrictionModel& self) {
        const LoadScale scale = self.model->scale();
        const std::string kind = self.contact ? dryslip::word_of(self.contact->options().model) : "points";
        return nb::str("FrictionModel({!r}, closed_form={}, scale=({:.6g} N, {:.6g} N m))")
            .format(kind, self.model->is_closed_form(), scale.force, scale.moment);
      });
  m.def(
      "friction_model",
      [](const ContactPatch& patch, const std::string& model, const std::string& coefficient, double tolerance) {
        return make_model(contact_made_by(patch, model, tolerance), coefficient);
      },
      nb::arg("patch"), nb::arg("model") = "exact", nb::arg("coefficient") = "kinetic", nb::arg("tolerance") = 1e-10,
      "The friction of a contact. model: 'exact' (closed form where one is known, else integrated to the tolerance, "
      "relative to LoadScale), or a surrogate: 'pade', 'ellipsoid', 'quartic', 'table' (a lookup). coefficient: "
      "'kinetic' or 'static'.");
  m.def(
      "sample_patch",
      [](const ContactPatch& patch, int count) {
        return PyFrictionModel{std::make_shared<const WeightedPoints>(sample_patch(patch, count)),
                               std::nullopt,
                               {"sample_patch", nb::make_tuple(patch, count)}};
      },
      nb::arg("patch"), nb::arg("count"),
      "Isotropic friction by midpoint samples, about `count` per direction: the plain sum, as a second route.");
  m.def("_seconds_of_loads", &seconds_of_loads, nb::arg("model"), nb::arg("twists"), nb::arg("repeats"));
  m.def("power", &power_of, nb::arg("loads"), nb::arg("twists"),
        nb::sig("def power(loads: numpy.typing.ArrayLike, twists: numpy.typing.ArrayLike) -> typing.Any"),
        "P·V [W] of loads [..., 3] and twists [..., 3].");
  bind_moment_function(m);
}

}  // namespace dryslip::python
