#include "dryslip/scenario/detail/read_sections.hpp"

#include <cmath>
#include <numbers>

#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {
namespace {

PointForce read_point_force(const SectionReader& section) {
  section.allow_keys({"point", "frame", "force"});
  section.required("force", "an array of 2 expressions");
  return {.point = section.vector("point", {}),
          .frame = section.word("frame", {"body", "world"}) == 0 ? PointForce::Frame::Body : PointForce::Frame::World,
          .force = section.expressions("force", drive_variables)};
}

Spring read_spring(const SectionReader& section) {
  section.allow_keys({"stiffness", "damping", "point", "anchor", "direction", "unilateral"});
  section.required("anchor", "an array of 2 expressions");
  Spring spring{.stiffness = section.number("stiffness", Range::NotNegative),
                .damping = section.number("damping", 0.0, Range::NotNegative),
                .point = section.vector("point", {}),
                .anchor = section.expressions("anchor", time_variable),
                .direction = {},
                .unilateral = section.flag("unilateral", false)};
  if (section.has("direction")) {
    spring.direction = section.vector("direction");
    if (*spring.direction == Vec2{}) section.fail("direction", "[0, 0]: must not be the zero vector");
  }
  if (spring.unilateral && !spring.direction)
    section.fail("unilateral", "true: a unilateral spring needs direction = [dx, dy]");
  return spring;
}

}  // namespace

SliderSection read_slider(const SectionReader& section) {
  section.allow_keys({"mass", "inertia", "center_of_mass"});
  return {.mass = section.optional_number("mass", Range::Positive),
          .inertia = section.optional_number("inertia", Range::Positive),
          .center_of_mass = section.vector("center_of_mass", {})};
}

SliderState read_initial(const SectionReader& section) {
  section.allow_keys({"position", "angle", "velocity", "omega"});
  return {.position = section.vector("position", {}),
          .angle = section.number("angle", 0.0),
          .velocity = section.vector("velocity", {}),
          .omega = section.number("omega", 0.0)};
}

SliderDrive read_drive(const SectionReader& section) {
  section.allow_keys({"fx", "fy", "moment", "force", "spring"});
  SliderDrive drive{.fx = section.expression("fx", drive_variables),
                    .fy = section.expression("fy", drive_variables),
                    .moment = section.expression("moment", drive_variables),
                    .forces = {},
                    .springs = {}};
  for (const SectionReader& force : section.sections("force")) drive.forces.push_back(read_point_force(force));
  for (const SectionReader& spring : section.sections("spring")) drive.springs.push_back(read_spring(spring));
  return drive;
}

Table read_table(const SectionReader& section) {
  section.allow_keys({"velocity", "omega", "tilt", "tilt_axis", "gravity"});
  Table table{.velocity = section.expressions("velocity", time_variable),
              .omega = section.expression("omega", time_variable),
              .tilt = section.number("tilt", 0.0),
              .tilt_axis = Table::TiltAxis::Y,
              .gravity = section.number("gravity", 9.81, Range::NotNegative)};
  if (std::abs(table.tilt) > std::numbers::pi / 2)
    section.fail("tilt", number_text(table.tilt) + ": must lie between -pi/2 and pi/2 [rad]");
  if (section.has("tilt_axis"))
    table.tilt_axis = section.word("tilt_axis", {"x", "y"}) == 0 ? Table::TiltAxis::X : Table::TiltAxis::Y;
  return table;
}

SliderRunOptions read_run(const SectionReader& section) {
  section.allow_keys({"duration", "until", "method", "step", "stick_criterion", "tolerance", "output_step"});
  section.word("until", {"rest"});
  SliderRunOptions run{
      .duration = section.optional_number("duration", Range::Positive),
      .until = section.has("until") ? SliderRunOptions::Until::Rest : SliderRunOptions::Until::Duration,
      .method = section.word("method", {"event", "prox"}) == 0 ? SliderRunOptions::Method::Event
                                                               : SliderRunOptions::Method::Prox,
      .step = section.number("step", 1e-3, Range::Positive),
      .stick_criterion = section.word("stick_criterion", {"exact", "CA"}) == 0 ? SliderRunOptions::StickCriterion::Exact
                                                                               : SliderRunOptions::StickCriterion::CA,
      .tolerance = section.number("tolerance", 1e-10, Range::Positive),
      .output_step = section.number("output_step", 1e-3, Range::Positive)};
  if (!(run.tolerance >= 1e-15 && run.tolerance <= 0.1))
    section.fail("tolerance", number_text(run.tolerance) + ": must lie between 1e-15 and 0.1 [-]");
  constexpr double most_steps = 1e10;  // some hours
  if (run.method == SliderRunOptions::Method::Prox && run.duration.value_or(0.0) / run.step > most_steps)
    section.fail("step", number_text(run.step) + ": gives " + number_text(*run.duration / run.step, 3) +
                             " steps: must be at least duration/1e10 [s]");
  return run;
}

}  // namespace dryslip::detail
