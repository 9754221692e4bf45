#include "cli/forward_summary.hpp"

#include "cli/record_summary.hpp"

namespace dryslip {

static nlohmann::ordered_json value_summary(const JointTorque& torque) {
  if (torque.formula) return torque.formula->text();
  return torque.value;
}

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

// The models with what they have by default.

ScalarJoint with_defaults(ScalarJoint joint) {
  joint.mu_static = joint.mu_static.value_or(joint.mu);
  return joint;
}
ScrewDrive with_defaults(ScrewDrive screw) {
  screw.mu_static = screw.mu_static.value_or(screw.mu);
  return screw;
}
Mechanism with_defaults(Mechanism mechanism) {
  mechanism.mu_static = mechanism.mu_static.value_or(mechanism.mu);
  if (mechanism.contact.empty())
    mechanism.contact.assign(static_cast<std::size_t>(mechanism.size()), ContactKind::Bilateral);
  return mechanism;
}

/// Load and options, which stand in the section of the model; values of one joint are numbers, not arrays of one.
Json load_summary(const ForwardProblem& problem) {
  Json load = record_summary(problem);
  if (problem.position.isZero(0.0)) load.erase("position");
  if (!std::holds_alternative<Mechanism>(problem.model))
    for (Json& value : load)
      if (value.is_array()) value = Json(value[0]);
  return load;
}

}  // namespace

Json forward_summary(const ForwardProblem& problem) {
  Json summary = Json::object();
  if (!problem.title.empty()) summary["title"] = problem.title;
  Json& model = summary[word_of(problem.model)];
  model = std::visit([](const auto& given) { return record_summary(with_defaults(given)); }, problem.model);
  model.update(load_summary(problem));
  if (problem.run) summary["run"] = record_summary(*problem.run);
  return summary;
}

}  // namespace cli
}  // namespace dryslip
