#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/joints/simulate_joint.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/scenario/write_forward.hpp"
#include "dryslip/slider/simulate_slider.hpp"
#include "dryslip/slider/stop_time.hpp"
#include "dryslip/slider/terminal_motion.hpp"
#include "python/bindings.hpp"
#include "python/models.hpp"
#include "python/runs.hpp"
#include "python/words.hpp"

namespace dryslip::python {

/// Inertia that was left out: that of uniform plates and lines.
template <>
void complete(Slider& slider) {
  if (slider.inertia == 0.0 && !slider.contact.supports.empty())
    slider.inertia = slider.mass * squared_gyration_radius(slider.contact, slider.center_of_mass);
}

namespace {

const Words frame_words{"body", "world"};
const Words method_words{"event", "prox"};
const Words criterion_words{"exact", "CA"};
const Words mode_words{"stick", "slip", "pivot"};
const Words cause_words{"start", "stop", "load_leaves", "support_holds", "support_yields", "table_jumps"};
const Words eigen_words{"minimum", "saddle", "maximum", "degenerate"};

// ---- the slider

using ContactOrModel = std::variant<ContactPatch, PyFrictionModel>;

/// The contact as such, or a model of it, which then is the slider's too.
auto contact_field() {
  return make_field<Slider, ContactOrModel, true>(
      "contact", "ContactPatch, or FrictionModel of one; its origin O is that of the body frame",
      [](const Slider& self) { return ContactOrModel(self.contact); },
      [](Slider& self, const ContactOrModel& given) {
        if (const auto* model = std::get_if<PyFrictionModel>(&given)) {
          if (!model->origin) throw InvalidInput("contact", "sampled points: must be a contact, or a model of one");
          self.contact = model->origin->patch;
          self.model = model->origin->kind;
          self.load_tolerance = model->origin->tolerance;
        } else {
          self.contact = std::get<ContactPatch>(given);
        }
      });
}

auto inertia_field() {
  return make_field<Slider, std::optional<double>>(
      "inertia", "about the center of mass [kg m²]; default: that of a uniform plate of the supports' shape",
      [](const Slider& self) { return self.inertia > 0.0 ? std::optional(self.inertia) : std::nullopt; },
      [](Slider& self, std::optional<double> value) { self.inertia = value.value_or(0.0); });
}

auto model_field() {
  auto made = make_field<Slider, std::optional<std::string>>(
      "model", "'exact', 'pade', 'ellipsoid', 'quartic' or 'table'; default: that of the contact",
      [](const Slider& self) { return std::optional<std::string>(word_of(self.model)); },
      [](Slider& self, const std::optional<std::string>& word) {
        if (word) self.model = value_of_word<ContactModel>(*word, "model");
      });
  made.is_none = true;
  return made;
}

auto tolerance_field() {
  auto made = make_field<Slider, std::optional<double>>(
      "load_tolerance", "of loads that are integrated, of scale [-]",
      [](const Slider& self) { return std::optional(self.load_tolerance); },
      [](Slider& self, std::optional<double> value) { self.load_tolerance = value.value_or(self.load_tolerance); });
  made.is_none = true;
  return made;
}

void bind_slider_records(nb::module_& m) {
  record(m, "SliderState", "Where a slider is and how it moves, world frame.",
         field<&SliderState::position>("position", "of the center of mass [m]"),
         field<&SliderState::angle>("angle", "[rad]"),
         field<&SliderState::velocity>("velocity", "of the center of mass [m/s]"),
         field<&SliderState::omega>("omega", "[rad/s]"));
  record(m, "PointForce", "Force at a point of the slider.", field<&PointForce::point>("point", "body frame [m]"),
         word_field<&PointForce::frame>("frame", frame_words, "axes of the force: 'body' or 'world'"),
         formula_pair_field<&PointForce::force>("force", drive_variables,
                                                "formulas of t, x, y, angle, vx, vy, omega, or numbers [N]"));
  record(m, "Spring", "Spring and damper between a point of the slider and a moving anchor.",
         field<&Spring::stiffness>("stiffness", "[N/m]"), field<&Spring::damping>("damping", "[N s/m]"),
         field<&Spring::point>("point", "body frame [m]"),
         formula_pair_field<&Spring::anchor>("anchor", time_variable, "formulas of t, world frame [m]"),
         field<&Spring::direction>("direction", "world; acts along it only [-]"),
         field<&Spring::unilateral>("unilateral", "pushes along the direction, never pulls"));
  record(m, "SliderDrive",
         "External load at the center of mass, world frame; formulas of t, x, y, angle, vx, vy, omega.",
         formula_field<&SliderDrive::fx>("fx", drive_variables, "[N]"),
         formula_field<&SliderDrive::fy>("fy", drive_variables, "[N]"),
         formula_field<&SliderDrive::moment>("moment", drive_variables, "[N m]"),
         field<&SliderDrive::forces>("forces", "list of PointForce"),
         field<&SliderDrive::springs>("springs", "list of Spring"));
  record(m, "Table", "Motion and tilt of the support plane.",
         formula_pair_field<&Table::velocity>("velocity", time_variable, "formulas of t [m/s]"),
         formula_field<&Table::omega>("omega", time_variable, "formula of t [rad/s]"),
         field<&Table::tilt>("tilt", "about y pulls along +x, about x along −y [rad]"),
         word_field<&Table::tilt_axis>("tilt_axis", tilt_axis_words, "'x' or 'y'"),
         field<&Table::gravity>("gravity", "[m/s²]"));
  m.attr("SliderTable") = m.attr("VibratingTable") = m.attr("Table");
  record(m, "SliderRunOptions", "How a motion in time is computed and how long it lasts.",
         field<&SliderRunOptions::duration>("duration", "with until = 'rest' the longest time allowed [s]"),
         word_field<&SliderRunOptions::until>("until", until_words, "'duration' or 'rest'"),
         word_field<&SliderRunOptions::method>("method", method_words, "'event' or 'prox'"),
         field<&SliderRunOptions::step>("step", "of the method 'prox' [s]"),
         word_field<&SliderRunOptions::stick_criterion>("stick_criterion", criterion_words, "'exact' or 'CA'"),
         field<&SliderRunOptions::tolerance>("tolerance", "of the integration, relative [-]"),
         field<&SliderRunOptions::output_step>("output_step", "[s]"));
  record(m, "Slider", "A body with its contact, what drives it, and where it starts.", contact_field(),
         required<&Slider::mass>("mass", "[kg]"), inertia_field(),
         field<&Slider::center_of_mass>("center_of_mass", "body frame [m]"),
         field<&Slider::initial>("initial", "SliderState"), field<&Slider::drive>("drive", "SliderDrive"),
         field<&Slider::table>("table", "Table"), model_field(), tolerance_field());
  record(m, "SliderEvent", "A change of mode.", field<&SliderEvent::t>("t", "[s]"),
         optional_word_field<&SliderEvent::from>("from_", mode_words, "'stick', 'slip', 'pivot'; None for the first"),
         word_field<&SliderEvent::to>("to", mode_words, ""),
         word_field<&SliderEvent::cause>(
             "cause", cause_words, "'start', 'stop', 'load_leaves', 'support_holds', 'support_yields', 'table_jumps'"),
         field<&SliderEvent::state>("state", "SliderState"));
}

void check_slider(const Slider& slider) {
  require_positive("slider.mass", slider.mass);
  require_positive("slider.inertia", slider.inertia);
  require_finite("slider.center_of_mass", {slider.center_of_mass.x, slider.center_of_mass.y});
  const SliderState& start = slider.initial;
  require_finite("initial.position", {start.position.x, start.position.y});
  require_finite("initial.angle", {start.angle});
  require_finite("initial.velocity", {start.velocity.x, start.velocity.y});
  require_finite("initial.omega", {start.omega});
  require_finite("table.tilt", {slider.table.tilt});
  require_finite("table.gravity", {slider.table.gravity});
}

}  // namespace

nb::dict run_slider(const Slider& slider, const SliderRunOptions& options, nb::handle progress) {
  check_slider(slider);
  check_run_options(options.duration, options.output_step, options.tolerance);
  require_positive("run.step", options.step);
  const bool has_end = options.until == SliderRunOptions::Until::Duration;
  if (has_end && !options.duration)
    throw InvalidInput("run.duration", "missing: give duration [s], or until = \"rest\"");
  LongCall call(progress, "simulate", has_end ? options.duration : std::nullopt);
  return simulated_parts(call, [&](const auto& told) { return simulate_slider(slider, options, told); });
}

namespace {

// ---- free sliding

void bind_free_sliding(nb::module_& m) {
  record(m, "TerminalMotion", "A motion that free sliding may have just before it stops.",
         field<&TerminalMotion::motion>("motion", "of the center of mass, body axes: vx, vy, omega; m v² + J ω² = 1 J"),
         field<&TerminalMotion::center_of_rotation>("center_of_rotation", "body frame [m]; None for a translation"),
         field<&TerminalMotion::dissipation>("dissipation", "of this motion [W]"),
         word_field<&TerminalMotion::kind>("kind", eigen_words, "'minimum', 'saddle', 'maximum', 'degenerate'"),
         field<&TerminalMotion::is_isolated>("is_isolated", "False: it stands for a curve of them"))
      .def_prop_ro("is_attracting", &TerminalMotion::is_attracting, "Motions nearby end in it.");
  record(m, "TerminalMotions", "All of them.", field<&TerminalMotions::motions>("motions", "by dissipation, ascending"),
         field<&TerminalMotions::is_complete>("is_complete", "nothing speaks against these being all"),
         field<&TerminalMotions::converged>("converged", "every direction is known to 1e-9"));
  record(m, "StopTimeBracket", "Between these times free sliding stops, for certain.",
         field<&StopTimeBracket::earliest>("earliest", "[s]; infinite without friction"),
         field<&StopTimeBracket::latest>("latest", "[s]; infinite where some motion meets no friction"),
         field<&StopTimeBracket::kinetic_energy>("kinetic_energy", "at the start [J]"),
         field<&StopTimeBracket::range>("range", "DissipationRange that it rests on"));
  m.def(
      "find_terminal_motions",
      [](const Slider& slider) {
        check_slider(slider);
        const nb::gil_scoped_release free;
        return find_terminal_motions(slider);
      },
      nb::arg("slider"), "All motions in which free sliding can come to rest.");
  m.def(
      "bracket_stop_time",
      [](const Slider& slider, double width, std::size_t most_motions) {
        check_slider(slider);
        const nb::gil_scoped_release free;
        return bracket_stop_time(slider, {.width = width, .most_motions = most_motions});
      },
      nb::arg("slider"), nb::arg("width") = 1e-6, nb::arg("most_motions") = 0,
      "Proven bounds [s] of the stop time of free sliding from the initial state.");
}

// ---- joints

nb::dict joint_parts(const JointRun& run) {
  const std::size_t rows = run.samples.size();
  const std::size_t joints = rows == 0 ? 0 : static_cast<std::size_t>(run.samples[0].position.size());
  const NewArray t = new_array({rows});
  nb::dict parts;
  parts["t"] = t.array;
  using Column = Eigen::VectorXd JointSample::*;
  const std::pair<const char*, Column> columns[] = {{"position", &JointSample::position},
                                                    {"velocity", &JointSample::velocity},
                                                    {"acceleration", &JointSample::acceleration},
                                                    {"normal_force", &JointSample::normal_force},
                                                    {"tau", &JointSample::tau}};
  for (const auto& [name, member] : columns) {
    const NewArray values = new_array({rows, joints});
    for (std::size_t i = 0; i < rows; ++i)
      std::copy_n((run.samples[i].*member).data(), joints, values.values + i * joints);
    parts[name] = values.array;
  }
  nb::list modes;
  for (std::size_t i = 0; i < rows; ++i) {
    t.values[i] = run.samples[i].t;
    nb::list row;
    for (const JointMode mode : run.samples[i].modes) row.append(run_mode_words.at(static_cast<std::size_t>(mode)));
    modes.append(row);
  }
  parts["mode"] = modes;
  parts["events"] = nb::cast(run.events);
  parts["outcome"] = word_of(run.outcome);
  parts["converged"] = is_converged(run.outcome);
  parts["reason"] = run.reason;
  return parts;
}

}  // namespace

nb::dict run_joints(const DrivenJoints& joints, const JointRunOptions& options, nb::handle progress) {
  check_mechanism(joints.mechanism);
  check_run_options(options.duration, options.output_step, options.tolerance);
  LongCall call(progress, "simulate", options.duration);
  return joint_parts(call.run([&] {
    return simulate_joint(joints, options, [&](double t) {
      call.reached(t);
      return true;
    });
  }));
}

namespace {

const Words joint_cause_words{"start", "stop", "reversal", "load_leaves", "impulsive_stop", "separation", "contact"};

void bind_joint_records(nb::module_& m) {
  record(m, "JointEvent", "A change of mode of one joint.", field<&JointEvent::t>("t", "[s]"),
         field<&JointEvent::joint>("joint", "index"),
         optional_word_field<&JointEvent::from>("from_", run_mode_words, "None for the first"),
         word_field<&JointEvent::to>("to", run_mode_words, "'slip', 'stick' or 'separation'"),
         word_field<&JointEvent::cause>("cause", joint_cause_words,
                                        "'start', 'stop', 'reversal', 'load_leaves', 'impulsive_stop', …"),
         field<&JointEvent::position>("position", "of the joint"),
         field<&JointEvent::impulse>("impulse", "of friction on the joint, where the velocity jumps"),
         field<&JointEvent::normal_impulse>("normal_impulse", "in its contact"));
  record(m, "JointRunOptions", "How a motion of joints in time is computed.",
         field<&JointRunOptions::duration>("duration", "[s]"),
         field<&JointRunOptions::output_step>("output_step", "[s]"),
         field<&JointRunOptions::tolerance>("tolerance", "of the times of events, of the output step [-]"),
         word_field<&JointRunOptions::rule>("rule", rule_words, "'static', 'continuity' or 'compliance'"),
         field<&JointRunOptions::stiffness>("stiffness", "of the contacts: then the compliant joints are simulated"));
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
  m.def("_run_slider", &run_slider, nb::arg("slider"), nb::arg("options"), nb::arg("progress"));
}

}  // namespace dryslip::python
