#include "dryslip/scenario/scenario_keys.hpp"

#include <algorithm>

#include "dryslip/record/reference_page.hpp"
#include "dryslip/scenario/forward_problem.hpp"
#include "dryslip/scenario/scenario.hpp"

namespace dryslip {
namespace {

constexpr const char* introduction =
    R"(# Keys of the scenario file

Each key with its values, unit, meaning, range and default. Units are SI and
radians. [Scenario file](../scenario_file.md) explains how the parts work together and what formulas may contain; a plain number is a formula, too.

This page is written from the library's own descriptions; a test compares them.

)";

/// A weight can stand for the normal force.
RecordReference scenario_reference() {
  RecordReference scenario = reference_of<Scenario>();
  for (FieldReference& section : scenario.fields) {
    if (section.key != "contact") continue;
    FieldReference& force = section.sections.front().fields.front();
    force.is_required = false;
    force.meaning += "; default: slider.mass × table.gravity × cos(table.tilt)";
  }
  return scenario;
}

/// A joint, screw or mechanism with the keys of its load, which stand in its section: one value each, or one for each joint.
RecordReference with_load(RecordReference model) {
  for (FieldReference& field : reference_of<ForwardProblem>().fields) {
    if (field.key.empty()) continue;
    const std::string each = field.name == "tau" ? "number or formula of t" : "number";
    if (field.type.starts_with("list")) field.type = model.word == "mechanism" ? "list: " + each + " per joint" : each;
    model.fields.push_back(std::move(field));
  }
  return model;
}

}  // namespace

std::string scenario_keys_page() {
  std::string page = introduction + reference_sections(scenario_reference(), {.path = ""});
  page += reference_sections(reference_of<BallState>(), {.path = "initial", .note = "of a ball"});
  for (const RecordReference& model : detail::ReferencesOf<decltype(ForwardProblem::model)>::all())
    page += reference_sections(with_load(model), {.path = model.word});
  page +=
      reference_sections(reference_of<JointRunOptions>(), {.path = "run", .note = "of a joint, screw or mechanism"});
  page.pop_back();  // the empty line at the end
  return page;
}

}  // namespace dryslip
