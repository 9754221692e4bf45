#include "cli/forward_summary.hpp"

#include <string>
#include <vector>

namespace dryslip::cli {
namespace {

using Json = nlohmann::ordered_json;

Json list(const Eigen::VectorXd& values) { return std::vector<double>(values.begin(), values.end()); }

Json list(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) rows.push_back(list(Eigen::VectorXd(matrix.row(i))));
  return rows;
}

struct ModelSummary {
  Json operator()(const ScalarJoint& joint) const {
    return {{"a", joint.a},
            {"b", joint.b},
            {"c", joint.c},
            {"d", joint.d},
            {"mu", joint.mu},
            {"mu_static", joint.mu_static.value_or(joint.mu)},
            {"unilateral", joint.contact == ContactKind::Unilateral}};
  }
  Json operator()(const ScrewDrive& screw) const {
    return {{"inertia", screw.inertia},
            {"mass", screw.mass},
            {"lead", screw.lead},
            {"helix", screw.helix},
            {"thread", screw.thread},
            {"mu", screw.mu},
            {"mu_static", screw.mu_static.value_or(screw.mu)},
            {"gravity", screw.gravity},
            {"unilateral", screw.contact == ContactKind::Unilateral}};
  }
  Json operator()(const Mechanism& mechanism) const {
    std::vector<bool> unilateral;
    for (Eigen::Index i = 0; i < mechanism.size(); ++i)
      unilateral.push_back(mechanism.contact_of(i) == ContactKind::Unilateral);
    return {{"A", list(mechanism.A)},   {"C", list(mechanism.C)},
            {"b", list(mechanism.b)},   {"d", list(mechanism.d)},
            {"mu", list(mechanism.mu)}, {"mu_static", list(mechanism.mu_static.value_or(mechanism.mu))},
            {"unilateral", unilateral}};
  }
};

}  // namespace

Json forward_summary(const ForwardProblem& problem) {
  Json summary = Json::object();
  if (!problem.title.empty()) summary["title"] = problem.title;
  Json model = std::visit(ModelSummary{}, problem.model);
  Json tau = Json::array();
  for (const JointTorque& torque : problem.tau)
    tau.push_back(torque.formula ? Json(torque.formula->text()) : Json(torque.value));
  const bool is_many = std::holds_alternative<Mechanism>(problem.model);
  model["tau"] = is_many ? tau : tau[0];
  model["velocity"] = is_many ? list(problem.velocity) : Json(problem.velocity[0]);
  if (problem.stiffness) model["stiffness"] = *problem.stiffness;
  constexpr const char* rules[] = {"static", "continuity", "compliance"};
  model["selection"] = rules[static_cast<std::size_t>(problem.rule)];
  constexpr const char* kinds[] = {"joint", "screw", "mechanism"};
  summary[kinds[problem.model.index()]] = std::move(model);
  if (problem.run)
    summary["run"] = {{"duration", problem.run->duration},
                      {"output_step", problem.run->output_step},
                      {"tolerance", problem.run->tolerance}};
  return summary;
}

}  // namespace dryslip::cli
