#include "dryslip/joints/multi_dof_joints.hpp"
#include "dryslip/joints/screw_drive.hpp"
#include "dryslip/joints/select_acceleration.hpp"
#include "dryslip/joints/slender_rod.hpp"
#include "dryslip/joints/uniqueness_bound.hpp"
#include "python/bindings.hpp"
#include "python/long_call.hpp"
#include "python/words.hpp"

namespace dryslip::python {
namespace {

const Words count_words{"none", "one", "several", "continuum"};
const Words side_words{"<=", ">="};
const Words certificate_words{"norm", "determinants"};
const Words by_words{"only", "static", "continuity", "compliance"};

/// Progress that answers to Ctrl-C by an exception.
Progress progress_of(LongCall& call) {
  return [&call](double part) {
    call.reached(part);
    return true;
  };
}

auto modes_field() {
  using P = std::vector<std::string>;
  return make_field<MechanismAcceleration, P, false>(
      "modes", "one per joint",
      [](const MechanismAcceleration& self) {
        P words;
        for (const JointMode mode : self.modes) words.push_back(joint_mode_words.at(static_cast<std::size_t>(mode)));
        return words;
      },
      [](MechanismAcceleration& self, const P& words) {
        self.modes.clear();
        for (const std::string& word : words) self.modes.push_back(enum_of<JointMode>(word, joint_mode_words, "modes"));
      });
}

void bind_problems(nb::module_& m) {
  bind_record<FreeMotion>(m, "free");
  bind_record<ScalarJoint>(m);
  bind_record<ScrewDrive>(m);
  bind_record<Mechanism>(m);
  bind_record<SlenderRod>(m);
}

void bind_answers(nb::module_& m) {
  record(m, "JointAcceleration", "One consistent acceleration of a joint.",
         field<&JointAcceleration::acceleration>("acceleration", "[rad/s²] or [m/s²]"),
         field<&JointAcceleration::normal_force>("normal_force", "[N]"),
         word_field<&JointAcceleration::mode>("mode", joint_mode_words,
                                              "'slip', 'static', 'incipient+', 'incipient-', 'separation'"));
  record(m, "AccelerationContinuum", "A half line of accelerations, or from rest a stretch that ends before 0.",
         field<&AccelerationContinuum::bound>("bound", "belongs to it"),
         word_field<&AccelerationContinuum::side>("side", side_words, "of the bound: '<=' or '>='"),
         word_field<&AccelerationContinuum::mode>("mode", joint_mode_words, ""));
  record(m, "JointAccelerations", "Every consistent acceleration of a joint.",
         word_field<&JointAccelerations::count>("verdict", count_words, "'none', 'one', 'several' or 'continuum'"),
         field<&JointAccelerations::solutions>("solutions", "ascending"),
         field<&JointAccelerations::continuum>("continuum", "or None"),
         field<&JointAccelerations::static_possible>("static_possible", "at rest, and it may stay there"));
  record(m, "MechanismAcceleration", "One consistent acceleration of all joints.",
         field<&MechanismAcceleration::acceleration>("acceleration", "(n)"),
         field<&MechanismAcceleration::normal_force>("normal_force", "(n)"), modes_field(),
         field<&MechanismAcceleration::residual>("residual", "of the equations of motion [-]"));
  record(m, "MechanismContinuum", "Accelerations between two ends, or from one end on without bound.",
         field<&MechanismContinuum::end>("end", "(n)"),
         field<&MechanismContinuum::other_end>("other_end", "None: a ray"),
         field<&MechanismContinuum::direction>("direction", "largest component 1"));
  record(m, "MechanismAccelerations", "Every consistent acceleration of n joints.",
         word_field<&MechanismAccelerations::count>("verdict", count_words, "'none', 'one', 'several' or 'continuum'"),
         field<&MechanismAccelerations::solutions>("solutions", "by acceleration, the first joint first"),
         field<&MechanismAccelerations::continua>("continua", "their ends are among the solutions"),
         field<&MechanismAccelerations::static_possible>("static_possible", "some solution keeps every joint at rest"),
         field<&MechanismAccelerations::worst_residual>("worst_residual", "[-]"));
  record(m, "StaticBand", "Torques at which a joint at rest may stay.", field<&StaticBand::low>("low", "[N m] or [N]"),
         field<&StaticBand::high>("high", "[N m] or [N]"));
  record(m, "UniquenessWitness", "A load that has none or several accelerations.",
         field<&UniquenessWitness::tau>("tau", "(n)"), field<&UniquenessWitness::d>("d", "(n)"),
         field<&UniquenessWitness::accelerations>("accelerations", "all of them"));
  record(m, "UniquenessBound", "Whether n joints have exactly one acceleration for every load.",
         field<&UniquenessBound::is_unique>("is_unique", ""),
         word_field<&UniquenessBound::certificate>("certificate", certificate_words, "'norm' or 'determinants'"),
         field<&UniquenessBound::margin_low>("margin_low", "factor on mu: proven up to it [-]"),
         field<&UniquenessBound::margin_high>("margin_high", "lost there [-]"),
         field<&UniquenessBound::witness>("witness", "where it is not unique"));
  record(
      m, "Selection", "Which of several accelerations is chosen, and by what.",
      word_field<&Selection::by>("by", by_words, "'only', 'static', 'continuity' or 'compliance'"),
      field<&Selection::index>("index", "of the solution, or None"),
      field<&Selection::is_impulsive_stop>("is_impulsive_stop", "no solution is reached: the velocity jumps to zero"));
}

/// ScrewProperties with arrays that Python knows.
struct PyScrew {
  double friction_angle = 0.0;
  std::array<double, 2> inverse_efficiency{}, effective_inertia{};
  StaticBand static_band;
  double vertex_acceleration = 0.0, vertex_tau = 0.0;
  bool is_overhauling = false;
  double margin = 0.0;
};

void bind_screw(nb::module_& m) {
  record(m, "ScrewProperties",
         "What friction makes of a screw. Pairs: the load opposes the motion (lifting), drives it.",
         field<&PyScrew::friction_angle>("friction_angle", "[rad]"),
         field<&PyScrew::inverse_efficiency>("inverse_efficiency", "[-]"),
         field<&PyScrew::effective_inertia>("effective_inertia", "[kg m²]"),
         field<&PyScrew::static_band>("static_band", "of the torque [N m]"),
         field<&PyScrew::vertex_acceleration>("vertex_acceleration", "where the thread carries nothing [rad/s²]"),
         field<&PyScrew::vertex_tau>("vertex_tau", "[N m]"),
         field<&PyScrew::is_overhauling>("is_overhauling", "the mass sinks by itself; else self-locking"),
         field<&PyScrew::margin>("margin", "largest factor on mu that keeps uniqueness [-]"));
  m.def(
      "screw_properties",
      [](const ScrewDrive& screw) {
        check_screw(screw);
        const ScrewProperties p = screw_properties(screw);
        return PyScrew{p.friction_angle,
                       {p.inverse_efficiency[0], p.inverse_efficiency[1]},
                       {p.effective_inertia[0], p.effective_inertia[1]},
                       p.static_band,
                       p.vertex_acceleration,
                       p.vertex_tau,
                       p.is_overhauling,
                       p.margin};
      },
      nb::arg("screw"), "What friction makes of the screw.");
  m.def("scalar_equivalent", &scalar_equivalent, nb::arg("screw"),
        "The same equation as a joint whose normal force is the load torque.");
  m.def(
      "solve_screw",
      [](const ScrewDrive& screw, double tau, double velocity) {
        check_screw(screw);
        return solve_screw(screw, tau, velocity);
      },
      nb::arg("screw"), nb::arg("tau"), nb::arg("velocity"),
      "Every consistent acceleration [rad/s²] for the torque tau [N m]; normal_force is the load torque [N m].");
}

void bind_functions(nb::module_& m) {
  m.def(
      "solve_joint",
      [](const ScalarJoint& joint, double tau, double velocity) {
        check_joint(joint);
        return solve_joint(joint, tau, velocity);
      },
      nb::arg("joint"), nb::arg("tau"), nb::arg("velocity"),
      "Every consistent acceleration; of the velocity only the sign counts, 0 is rest.");
  m.def(
      "solve_mechanism",
      [](const Mechanism& mechanism, const Eigen::VectorXd& tau, const Eigen::VectorXd& velocity, nb::handle progress) {
        check_mechanism(mechanism);
        LongCall call(progress, "solve_mechanism", 1.0);
        return call.run([&] { return solve_mechanism(mechanism, tau, velocity, progress_of(call)); });
      },
      nb::arg("mechanism"), nb::arg("tau"), nb::arg("velocity"), nb::arg("progress") = false,
      "Every consistent acceleration of n joints, by all patterns of signs.");
  m.def("static_band", nb::overload_cast<const ScalarJoint&>(&static_band), nb::arg("joint"),
        "Torques at which a joint at rest may stay.");
  m.def("uniqueness_margin", nb::overload_cast<const ScalarJoint&, double>(&uniqueness_margin), nb::arg("joint"),
        nb::arg("velocity"), "Largest factor on mu with one acceleration for every load [-]; unique where above 1.");
  m.def("uniqueness_margin", nb::overload_cast<const ScrewDrive&, double>(&uniqueness_margin), nb::arg("screw"),
        nb::arg("velocity"));
  m.def(
      "bound_uniqueness",
      [](const Mechanism& mechanism, const Eigen::VectorXd& velocity, nb::handle progress) {
        check_mechanism(mechanism);
        LongCall call(progress, "bound_uniqueness", 1.0);
        return call.run([&] { return bound_uniqueness(mechanism, velocity, progress_of(call)); });
      },
      nb::arg("mechanism"), nb::arg("velocity"), nb::arg("progress") = false,
      "Whether n joints have exactly one acceleration for every tau and d, and the largest factor on mu that keeps "
      "it.");
  m.def("mechanism_of", nb::overload_cast<const ScalarJoint&>(&mechanism_of), nb::arg("joint"),
        "A joint or a screw as a mechanism of one.");
  m.def("mechanism_of", nb::overload_cast<const ScrewDrive&>(&mechanism_of), nb::arg("screw"));
  m.def(
      "select_acceleration",
      [](const ScalarJoint& joint, double tau, double velocity, const std::string& rule,
         std::optional<double> previous_acceleration, std::optional<double> normal_force) {
        check_joint(joint);
        return select_acceleration(joint, tau, velocity, solve_joint(joint, tau, velocity),
                                   {.rule = PythonForm<SelectionRule>::from(rule, {}, "rule"),
                                    .previous_acceleration = previous_acceleration,
                                    .normal_force = normal_force});
      },
      nb::arg("joint"), nb::arg("tau"), nb::arg("velocity"), nb::arg("rule") = "static",
      nb::arg("previous_acceleration") = nb::none(), nb::arg("normal_force") = nb::none(),
      "Which of the accelerations of solve_joint is taken: rule 'static', 'continuity' or 'compliance'.");
  m.def(
      "rod_joint",
      [](const SlenderRod& rod) {
        check_rod(rod);
        return rod_joint(rod);
      },
      nb::arg("rod"), "The slip of the rod's end as a joint with tau = 0.");
  m.def("critical_mu_of_rod", &critical_mu_of_rod, nb::arg("angle"),
        "Coefficient above which some loads have no or two accelerations [-]; angle [rad].");
}

}  // namespace

void bind_joints(nb::module_& m) {
  bind_problems(m);
  bind_answers(m);
  bind_screw(m);
  bind_functions(m);
}

}  // namespace dryslip::python
