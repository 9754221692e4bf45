#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/slider/simulate_slider.hpp"
#include "dryslip/slider/stop_time.hpp"
#include "dryslip/slider/terminal_motion.hpp"
#include "python/bindings.hpp"
#include "python/models.hpp"
#include "python/runs.hpp"

namespace dryslip::python {

PySlider with_contact(Slider slider, const std::optional<Contact>& given) {
  const auto is_its_own = [&](const ContactOptions& options) {
    return options.model == slider.model && options.tolerance == slider.load_tolerance;
  };
  const bool serves = given && is_its_own(given->options());
  PreparedSlider prepared = serves ? PreparedSlider(slider, *given) : PreparedSlider(slider);
  return {std::move(slider), given, std::move(prepared)};
}

/// Inertia that was left out is that of uniform plates and lines.
template <>
void complete(PySlider& slider) {
  if (slider.inertia == 0.0 && !slider.contact.supports.empty())
    slider.inertia = slider.mass * squared_gyration_radius(slider.contact, slider.center_of_mass);
  slider = with_contact(slider, slider.given);
}

/// The contact as such, or a model of it, which then is the slider's too.
template <>
struct FieldForm<Field<&Slider::contact>> {
  using Type = std::variant<ContactPatch, PyFrictionModel>;
  static constexpr bool has_default = false, is_none_by_default = false;
  static Type of(const Slider& slider) { return slider.contact; }
  static void set(PySlider& slider, const Type& given, const std::string& key) {
    const auto* model = std::get_if<PyFrictionModel>(&given);
    if (model != nullptr && !model->contact)
      throw InvalidInput(key, "sampled points: must be a contact, or a model of one");
    slider.contact = model != nullptr ? model->contact->patch() : std::get<ContactPatch>(given);
    if (model == nullptr) return;
    slider.model = model->contact->options().model;
    slider.load_tolerance = model->contact->options().tolerance;
    slider.given = model->contact;
  }
};

/// Left out: that of a uniform plate of the supports' shape.
template <>
struct FieldForm<Field<&Slider::inertia>> {
  using Type = std::optional<double>;
  static constexpr bool has_default = true, is_none_by_default = false;
  static Type of(const Slider& slider) { return slider.inertia == 0.0 ? std::nullopt : std::optional(slider.inertia); }
  static void set(Slider& slider, Type given, const std::string&) { slider.inertia = given.value_or(0.0); }
};

/// Left out: what the contact brings along.
template <auto member>
struct OfContact {
  using Form = PythonForm<typename Field<member>::Value>;
  using Type = std::optional<typename Form::Type>;
  static constexpr bool has_default = true, is_none_by_default = true;
  static Type of(const Slider& slider) { return Form::of(slider.*member); }
  static void set(Slider& slider, const Type& given, const std::string& key) {
    if (given) slider.*member = Form::from(*given, slider.*member, key);
  }
};
template <>
struct FieldForm<Field<&Slider::model>> : OfContact<&Slider::model> {};
template <>
struct FieldForm<Field<&Slider::load_tolerance>> : OfContact<&Slider::load_tolerance> {};

namespace {

// ---- the slider

void bind_slider_records(nb::module_& m) {
  bind_record<SliderState>(m, "initial");
  bind_record<PointForce>(m, "drive.force");
  bind_record<Spring>(m, "drive.spring");
  bind_record<SliderDrive>(m, "drive");
  bind_record<Table>(m, "table");
  m.attr("SliderTable") = m.attr("VibratingTable") = m.attr("Table");
  bind_record<SliderRunOptions>(m, "run");
  bind_record<PySlider>(m);
  bind_result<SliderEvent>(m);
}

}  // namespace

nb::dict run_slider(const PreparedSlider& slider, const SliderState& initial, const SliderRunOptions& options,
                    nb::handle progress) {
  check_run_options(options);
  const bool has_end = options.until == RunUntil::Duration;
  if (has_end && !options.duration)
    throw InvalidInput("run.duration", "missing: give duration [s], or until = \"rest\"");
  LongCall call(progress, "simulate", has_end ? options.duration : std::nullopt);
  return simulated_parts(call, [&](const Progress& told) {
    if (slider.slider().model != ContactModel::Exact) {  // it is fitted at t = 0
      const Contact contact = slider.contact_in_motion(options.tolerance);
      const Progress at_start = [&](double) { return told(0.0); };
      contact.surface(Coefficient::Static, at_start);
      contact.model(Coefficient::Kinetic, at_start);
    }
    return simulate_slider(slider, initial, options, told);
  });
}

namespace {

// ---- free sliding

void bind_free_sliding(nb::module_& m) {
  bind_result<TerminalMotion>(m).def_prop_ro("is_attracting", &TerminalMotion::is_attracting,
                                             "Motions nearby end in it.");
  bind_result<TerminalMotions>(m);
  bind_result<StopTimeBracket>(m);
  m.def(
      "find_terminal_motions",
      [](const PySlider& slider) {
        check_record<Slider>(slider, "");
        const nb::gil_scoped_release free;
        return find_terminal_motions(*slider.prepared);
      },
      nb::arg("slider"), "All motions in which free sliding can come to rest.");
  m.def(
      "bracket_stop_time",
      [](const PySlider& slider, double width, std::size_t most_motions) {
        check_record<Slider>(slider, "");
        const nb::gil_scoped_release free;
        return bracket_stop_time(*slider.prepared, {.width = width, .most_motions = most_motions});
      },
      nb::arg("slider"), nb::arg("width") = 1e-6, nb::arg("most_motions") = 0,
      "Proven bounds [s] on the stop time of free sliding from the initial state.");
}

}  // namespace

// ---- joints

nb::dict run_joints(const DrivenJoints& joints, const JointRunOptions& options, nb::handle progress) {
  check_mechanism(joints.mechanism);
  check_run_options(options);
  LongCall call(progress, "simulate", options.duration);
  return simulated_parts(call, [&](const Progress& told) { return simulate_joint(joints, options, told); });
}

namespace {

void bind_joint_records(nb::module_& m) {
  bind_result<JointEvent>(m);
  bind_record<JointRunOptions>(m, "run");
  m.def(
      "_run_joints",
      [](const Mechanism& mechanism, const std::vector<Formula>& tau, const Eigen::VectorXd& position,
         const Eigen::VectorXd& velocity, const JointRunOptions& options, nb::handle progress) {
        DrivenJoints joints{.mechanism = mechanism, .tau = {}, .position = position, .velocity = velocity};
        for (const Formula& formula : tau) joints.tau.push_back(expression_of(formula, time_variable));
        const auto count = static_cast<std::size_t>(mechanism.size());
        if (joints.tau.size() != count || static_cast<std::size_t>(position.size()) != count ||
            static_cast<std::size_t>(velocity.size()) != count)
          throw InvalidInput("tau, position, velocity",
                             "must have one value for each of the " + std::to_string(count) + " joints");
        return run_joints(joints, options, progress);
      },
      nb::arg("mechanism"), nb::arg("tau"), nb::arg("position"), nb::arg("velocity"), nb::arg("options"),
      nb::arg("progress"));
}

}  // namespace

void bind_slider(nb::module_& m) {
  bind_slider_records(m);
  bind_free_sliding(m);
  bind_joint_records(m);
  m.def(
      "_run_slider",
      [](const PySlider& slider, const SliderState& initial, const SliderRunOptions& options, nb::handle progress) {
        return run_slider(*slider.prepared, initial, options, progress);
      },
      nb::arg("slider"), nb::arg("initial"), nb::arg("options"), nb::arg("progress"));
}

}  // namespace dryslip::python
