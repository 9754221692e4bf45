#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string_view.h>

#include <array>
#include <filesystem>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/scenario/forward_problem.hpp"
#include "dryslip/scenario/read_scenario.hpp"
#include "dryslip/scenario/scenario.hpp"
#include "dryslip/scenario/write_forward.hpp"
#include "python/bindings.hpp"
#include "python/long_call.hpp"
#include "python/models.hpp"
#include "python/result_objects.hpp"
#include "python/runs.hpp"

namespace dryslip::python {

namespace {

constexpr const char* from_dict_name = "<dict>";

/// A scenario and the name that messages call it by.
struct PyScenario : Scenario {
  std::string name = "<scenario>";
};

}  // namespace
}  // namespace dryslip::python

template <>
inline constexpr auto dryslip::description<dryslip::python::PyScenario> =
    dryslip::record(description<Scenario>.name, "", description<Scenario>.meaning, description<Scenario>.fields,
                    dryslip::field<&dryslip::python::PyScenario::name>("", "of the scenario in messages"));

namespace dryslip::python {
namespace {

/// Does work on a scenario or a problem; its complaints name the file, as those of the command line.
template <class Named, class Work>
auto with_name(const Named& named, const Work& work) {
  try {
    return work();
  } catch (const InvalidInput& error) {
    throw std::invalid_argument(named.name + ": " + error.what());
  }
}

PyScenario scenario_of(Scenario scenario, const std::string& name) { return {std::move(scenario), name}; }

PyScenario scenario_from_toml(const std::string& text, const std::string& name, const std::string& folder) {
  return scenario_of(parse_scenario(text, name, file_reader(folder)), name);
}

PyScenario scenario_from_file(const std::filesystem::path& file) {
  return scenario_of(read_scenario(file.string()), file.string());
}

std::string toml_of(const nb::dict& tables) {
  return nb::cast<std::string>(nb::module_::import_("dryslip._toml").attr("toml_text")(tables));
}

/// Removes line numbers from messages: the text was made from a dict, and nobody has seen it.
template <class Parse>
auto without_lines(const Parse& parse) {
  try {
    return parse();
  } catch (const ScenarioError& error) {
    throw ScenarioError(error.file(), error.file() == from_dict_name ? 0 : error.line(), error.explanation());
  }
}

PyScenario scenario_from_dict(const nb::dict& tables, const std::string& folder) {
  const std::string text = toml_of(tables);
  return without_lines([&] { return scenario_from_toml(text, from_dict_name, folder); });
}

void require_contact(const PyScenario& scenario) {
  if (scenario.contact.supports.empty())
    throw InvalidInput("ball", "given without [contact], which this command needs; simulate and check read balls");
}

using S = PyScenario;

void bind_reading(nb::class_<S>& type) {
  type.def_static("from_toml", &scenario_from_toml, nb::arg("text"), nb::arg("name") = "<text>",
                  nb::arg("folder") = ".",
                  "Scenario of a TOML text; files named in it are relative to `folder`. ValueError: NAME:LINE: key: …")
      .def_static("from_file", &scenario_from_file, nb::arg("file"), "Scenario of a file.")
      .def_static("from_dict", &scenario_from_dict, nb::arg("tables"), nb::arg("folder") = ".",
                  "Scenario of nested dicts and lists, with the keys of the file.");
}

void bind_contact(nb::class_<S>& type) {
  type.def(
          "friction_model",
          [](const S& self, const std::string& coefficient) {
            return with_name(self, [&] {
              require_contact(self);
              return make_model(contact_of(self), coefficient);
            });
          },
          nb::arg("coefficient") = "kinetic", "FrictionModel of its contact.")
      .def(
          "limit_surface",
          [](const S& self, const std::string& coefficient) {
            return with_name(self, [&] {
              require_contact(self);
              return make_surface(contact_of(self), coefficient);
            });
          },
          nb::arg("coefficient") = "kinetic", "LimitSurface of its contact; `dryslip motion` takes 'static'.");
}

void bind_motion(nb::class_<S>& type) {
  type.def(
          "slider_of", [](const S& self) { return with_name(self, [&] { return with_contact(slider_of(self)); }); },
          "Slider of [contact], [slider], [initial], [drive] and [table].")
      .def(
          "ball_of",
          [](const S& self) {
            return with_name(self, [&] {
              if (!self.ball) throw InvalidInput("ball", "missing: the scenario has no [ball]");
              return ball_of(self);
            });
          },
          "Ball of [ball], [initial] and [table].")
      .def(
          "run_options", [](const S& self) { return with_name(self, [&] { return run_options_of(self); }); },
          "SliderRunOptions of [run].")
      .def(
          "ball_run_options", [](const S& self) { return with_name(self, [&] { return ball_run_options_of(self); }); },
          "BallRunOptions of [run].")
      .def(
          "_run",
          [](const S& self, nb::handle progress) {
            return with_name(self, [&] {
              // complaints about the body come before those about the run
              if (!self.ball) {
                const Slider slider = slider_of(self);
                return run_slider(slider, slider.initial, run_options_of(self), progress);
              }
              const Ball ball = ball_of(self);
              return run_ball(ball, ball_run_options_of(self), progress);
            });
          },
          nb::arg("progress"));
}

// ---- forward dynamics

/// A problem with the text it came from, which is how it is pickled.
struct PyProblem {
  ForwardProblem problem;
  std::string text, name;
};

PyProblem problem_from_toml(const std::string& text, const std::string& name) {
  return {parse_forward_problem(text, name), text, name};
}

PyProblem problem_from_file(const std::filesystem::path& file) {
  std::string text;
  try {
    text = file_reader("")(file.string());
  } catch (const std::runtime_error& error) {
    throw ScenarioError(file.string(), 0, error.what());
  }
  return problem_from_toml(text, file.string());
}

nb::object count_map(const PyProblem& self, const std::string& x_key, nb::handle x_values, const std::string& y_key,
                     nb::handle y_values, nb::handle progress) {
  const Rows x = numbers_of(x_values, "x"), y = numbers_of(y_values, "y");
  const NewArray counts = new_array({y.count, x.count});
  LongCall call(progress, "map", static_cast<double>(x.count * y.count));
  call.run([&] {
    for (std::size_t k = 0; k < x.count * y.count; ++k) {
      const std::array<ParameterValue, 2> values{{{x_key, x.values[k % x.count]}, {y_key, y.values[k / x.count]}}};
      counts.values[k] = count_accelerations(self.problem, values);
      call.reached(static_cast<double>(k));
    }
  });
  return counts.array.attr("astype")("int64");
}

void bind_reading(nb::class_<PyProblem>& type) {
  type.def_static("from_toml", &problem_from_toml, nb::arg("text"), nb::arg("name") = "<text>",
                  "Problem of a TOML text. ValueError: NAME:LINE: key: …")
      .def_static("from_file", &problem_from_file, nb::arg("file"), "Problem of a file.")
      .def_static(
          "from_dict",
          [](const nb::dict& tables) {
            const std::string text = toml_of(tables);
            return without_lines([&] { return problem_from_toml(text, from_dict_name); });
          },
          nb::arg("tables"), "Problem of nested dicts and lists, with the keys of the file.");
}

void bind_answers(nb::class_<PyProblem>& type) {
  type.def(
          "answer",
          [](const PyProblem& self, nb::handle progress) {
            LongCall call(progress, "forward", 1.0);
            const ForwardAnswer answer =
                with_name(self, [&] { return call.run([&] { return solve(self.problem, call.progress()); }); });
            PythonObjects objects;
            write(answer, objects);
            return objects.result();
          },
          nb::arg("progress") = false,
          nb::sig("def answer(self, progress: bool | collections.abc.Callable[[float], object] = False) -> dict[str, "
                  "typing.Any]"),
          "All accelerations, in the words of `dryslip forward`: verdict, solutions, static_possible, margin, …")
      .def(
          "_run",
          [](const PyProblem& self, nb::handle progress) {
            return with_name(self, [&] {
              return run_joints(driven_joints(self.problem), joint_run_options(self.problem), progress);
            });
          },
          nb::arg("progress"))
      .def("count_map", &count_map, nb::arg("x_key"), nb::arg("x"), nb::arg("y_key"), nb::arg("y"),
           nb::arg("progress") = false,
           nb::sig("def count_map(self, x_key: str, x: numpy.typing.ArrayLike, y_key: str, y: numpy.typing.ArrayLike, "
                   "progress: bool | collections.abc.Callable[[float], object] = False) -> "
                   "numpy.typing.NDArray[numpy.int64]"),
           "Number of accelerations (len(y), len(x)) over two numbers of the problem, such as 'mu' and 'tau'; -1 for a "
           "continuum, -2 where the model does not allow the values.");
}

void bind_properties(nb::class_<PyProblem>& type) {
  type.def_prop_ro(
          "title", [](const PyProblem& self) { return self.problem.title; }, "")
      .def_prop_ro(
          "model", [](const PyProblem& self) { return self.problem.model; }, "ScalarJoint, ScrewDrive or Mechanism.")
      .def_prop_ro(
          "tau", [](const PyProblem& self) { return initial_tau(self.problem); }, "Torques at t = 0.")
      .def_prop_ro(
          "velocity", [](const PyProblem& self) { return self.problem.velocity; }, "One per joint.")
      .def_ro("name", &PyProblem::name, "Of the problem in messages.")
      .def("__reduce__",
           [](const PyProblem& self) {
             return Maker{"ForwardProblem.from_toml", nb::make_tuple(self.text, self.name)}.reduced();
           })
      .def("__repr__", [](const PyProblem& self) {
        return nb::str("ForwardProblem({!r}, {!r})").format(self.name, nb::cast(self.problem.model));
      });
}

}  // namespace

void bind_scenario(nb::module_& m) {
  bind_record<SliderSection>(m, "slider");
  nb::class_<S> scenario = bind_record<S>(m);
  bind_reading(scenario);
  bind_contact(scenario);
  bind_motion(scenario);
  nb::class_<PyProblem> problem(m, "ForwardProblem",
                                "A problem of forward dynamics: a section [joint], [screw] or [mechanism], and [run].");
  bind_reading(problem);
  bind_answers(problem);
  bind_properties(problem);
  m.def("is_forward_problem", &is_forward_problem, nb::arg("text"), nb::arg("name") = "<text>",
        "True if the text of a scenario has a section [joint], [screw] or [mechanism].");
}

}  // namespace dryslip::python
