#include "dryslip/joints/multi_dof_joints.hpp"
#include "dryslip/joints/screw_drive.hpp"
#include "dryslip/joints/select_acceleration.hpp"
#include "dryslip/joints/slender_rod.hpp"
#include "dryslip/joints/uniqueness_bound.hpp"
#include "python/bindings.hpp"
#include "python/long_call.hpp"
#include "python/record.hpp"

namespace dryslip::python {
namespace {

void bind_problems(nb::module_& m) {
  bind_record<FreeMotion>(m, "free");
  bind_record<ScalarJoint>(m);
  bind_record<ScrewDrive>(m);
  bind_record<Mechanism>(m);
  bind_record<SlenderRod>(m);
}

void bind_answers(nb::module_& m) {
  bind_result<JointAcceleration>(m);
  bind_result<AccelerationContinuum>(m);
  bind_result<JointAccelerations>(m);
  bind_result<MechanismAcceleration>(m);
  bind_result<MechanismContinuum>(m);
  bind_result<MechanismAccelerations>(m);
  bind_result<StaticBand>(m);
  bind_result<TorqueLine>(m);
  bind_result<UniquenessWitness>(m);
  bind_result<UniquenessBound>(m);
  bind_result<Selection>(m);
}

void bind_screw(nb::module_& m) {
  bind_result<ScrewProperties>(m);
  m.def(
      "screw_properties",
      [](const ScrewDrive& screw) {
        check_screw(screw);
        return screw_properties(screw);
      },
      nb::arg("screw"), "How friction changes the screw.");
  m.def("scalar_equivalent", &scalar_equivalent, nb::arg("screw"),
        "This screw as a joint whose normal force is the load torque.");
  m.def(
      "solve_screw",
      [](const ScrewDrive& screw, double tau, double velocity) {
        check_screw(screw);
        return solve_screw(screw, tau, velocity);
      },
      nb::arg("screw"), nb::arg("tau"), nb::arg("velocity"),
      "Every consistent acceleration [rad/s²] for the torque tau [N m]; normal_force is the load torque [N m].");
}

void bind_joint(nb::module_& m) {
  m.def(
      "solve_joint",
      [](const ScalarJoint& joint, double tau, double velocity) {
        check_joint(joint);
        return solve_joint(joint, tau, velocity);
      },
      nb::arg("joint"), nb::arg("tau"), nb::arg("velocity"),
      "Every consistent acceleration; of the velocity only the sign counts, 0 is rest.");
  m.def(
      "torque_lines",
      [](const ScalarJoint& joint) {
        check_joint(joint);
        return torque_lines(joint);
      },
      nb::arg("joint"),
      "Lines of torque over acceleration: the V of forward motion, the inverted one of backward motion, and of a "
      "unilateral joint that of separation. F_n = 0 where two of one motion meet.");
  m.def("static_band", nb::overload_cast<const ScalarJoint&>(&static_band), nb::arg("joint"),
        "Torques at which a joint at rest may stay.");
  m.def(
      "select_acceleration",
      [](const ScalarJoint& joint, double tau, double velocity, const std::string& rule,
         std::optional<double> previous_acceleration, std::optional<double> normal_force) {
        check_joint(joint);
        return select_acceleration(joint, tau, velocity, solve_joint(joint, tau, velocity),
                                   {.rule = enum_of<SelectionRule>(rule, "rule"),
                                    .previous_acceleration = previous_acceleration,
                                    .normal_force = normal_force});
      },
      nb::arg("joint"), nb::arg("tau"), nb::arg("velocity"), nb::arg("rule") = "static",
      nb::arg("previous_acceleration") = nb::none(), nb::arg("normal_force") = nb::none(),
      "Which of the accelerations of solve_joint is taken: rule 'static', 'continuity' or 'compliance'.");
}

void bind_mechanism(nb::module_& m) {
  m.def(
      "solve_mechanism",
      [](const Mechanism& mechanism, const Eigen::VectorXd& tau, const Eigen::VectorXd& velocity,
         const ProgressArgument& progress) {
        check_mechanism(mechanism);
        LongCall call(progress, "solve_mechanism", 1.0);
        return call.run([&] { return solve_mechanism(mechanism, tau, velocity, call.progress()); });
      },
      nb::arg("mechanism"), nb::arg("tau"), nb::arg("velocity"), nb::arg("progress") = false,
      "Every consistent acceleration of n joints, by all patterns of signs.");
  m.def("mechanism_of", nb::overload_cast<const ScalarJoint&>(&mechanism_of), nb::arg("joint"),
        "A joint or a screw as a mechanism of one.");
  m.def("mechanism_of", nb::overload_cast<const ScrewDrive&>(&mechanism_of), nb::arg("screw"));
}

void bind_uniqueness(nb::module_& m) {
  m.def("uniqueness_margin", nb::overload_cast<const ScalarJoint&, double>(&uniqueness_margin), nb::arg("joint"),
        nb::arg("velocity"), "Largest factor on mu with one acceleration for every load [-]; unique where above 1.");
  m.def("uniqueness_margin", nb::overload_cast<const ScrewDrive&, double>(&uniqueness_margin), nb::arg("screw"),
        nb::arg("velocity"));
  m.def(
      "bound_uniqueness",
      [](const Mechanism& mechanism, const Eigen::VectorXd& velocity, const ProgressArgument& progress) {
        check_mechanism(mechanism);
        LongCall call(progress, "bound_uniqueness", 1.0);
        return call.run([&] { return bound_uniqueness(mechanism, velocity, call.progress()); });
      },
      nb::arg("mechanism"), nb::arg("velocity"), nb::arg("progress") = false,
      "Whether n joints have exactly one acceleration for every tau and d, and the largest factor on mu that keeps "
      "it.");
}

void bind_rod(nb::module_& m) {
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
  bind_joint(m);
  bind_mechanism(m);
  bind_uniqueness(m);
  bind_rod(m);
}

}  // namespace dryslip::python
