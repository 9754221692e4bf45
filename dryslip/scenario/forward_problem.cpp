#include "dryslip/scenario/forward_problem.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "dryslip/files/nesting.hpp"
#include "dryslip/files/section_reader.hpp"
#include "dryslip/joints/compliant_contact.hpp"
#include "dryslip/record/counted.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/printable.hpp"

namespace dryslip {
namespace {

using detail::Range;
using detail::SectionReader;
using detail::TomlMember;
using detail::TomlNode;
using Eigen::VectorXd;

constexpr std::array<std::string_view, 3> kinds{"joint", "screw", "mechanism"};
const std::vector<std::string> time_only{"t"};

/// Keys that every kind has beside its own.
std::vector<std::string_view> with_common_keys(std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys(own);
  for (const std::string_view key : {"mu", "mu_static", "tau", "velocity", "position", "unilateral", "stiffness",
                                     "selection", "previous_acceleration"})
    keys.push_back(key);
  return keys;
}

JointTorque read_torque(const SectionReader& section, const std::string& key, const TomlNode& node) {
  if (std::holds_alternative<double>(node.value)) return {section.checked_number(key, node, Range::Any), {}};
  JointTorque torque{.formula = section.checked_expression(key, node, time_only)};
  const double start = 0.0;
  torque.value = (*torque.formula)(std::span(&start, 1));
  if (!std::isfinite(torque.value)) section.fail(key, "\"" + torque.formula->text() + "\": not finite at t = 0");
  return torque;
}

VectorXd one(double value) { return VectorXd::Constant(1, value); }

VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

ContactKind contact_kind(bool is_unilateral) {
  return is_unilateral ? ContactKind::Unilateral : ContactKind::Bilateral;
}

void read_selection(const SectionReader& section, ForwardProblem& problem) {
  problem.stiffness = section.optional_number("stiffness", Range::Positive);
  problem.rule = problem.stiffness ? SelectionRule::Compliance : SelectionRule::Static;
  if (section.has("selection")) {
    constexpr std::array rules{SelectionRule::Static, SelectionRule::Continuity, SelectionRule::Compliance};
    problem.rule = rules[section.word("selection", {"static", "continuity", "compliance"})];
  }
  if (problem.rule == SelectionRule::Continuity && !section.has("previous_acceleration"))
    section.fail("previous_acceleration", "missing: selection = \"continuity\" needs the acceleration before");
}

/// What one joint and a screw have in common.
void read_one_degree(const SectionReader& section, ForwardProblem& problem) {
  problem.tau = {read_torque(section, "tau", section.required("tau", "a number, or an expression of t"))};
  problem.velocity = one(section.number("velocity"));
  problem.position = one(section.number("position", 0.0));
  if (const auto previous = section.optional_number("previous_acceleration"))
    problem.previous_acceleration = one(*previous);
  read_selection(section, problem);
}

ScalarJoint read_joint(const SectionReader& section) {
  section.allow_keys(with_common_keys({"a", "b", "c", "d"}), "keys of a joint");
  ScalarJoint joint{.a = section.number("a", Range::Positive),
                    .b = section.number("b"),
                    .c = section.number("c"),
                    .d = section.number("d"),
                    .mu = section.number("mu", Range::NotNegative),
                    .mu_static = section.optional_number("mu_static", Range::NotNegative),
                    .contact = contact_kind(section.flag("unilateral", false))};
  check_joint(joint);
  return joint;
}

ScrewDrive read_screw(const SectionReader& section) {
  section.allow_keys(with_common_keys({"inertia", "mass", "lead", "helix", "thread", "gravity"}), "keys of a screw");
  ScrewDrive screw{.inertia = section.number("inertia", Range::Positive),
                   .mass = section.number("mass", Range::NotNegative),
                   .lead = section.number("lead", Range::Positive),
                   .helix = section.number("helix"),
                   .thread = section.number("thread"),
                   .mu = section.number("mu", Range::NotNegative),
                   .gravity = section.number("gravity", 9.81, Range::NotNegative),
                   .mu_static = section.optional_number("mu_static", Range::NotNegative),
                   .contact = contact_kind(section.flag("unilateral", false))};
  check_screw(screw);
  return screw;
}

std::size_t joint_count(const SectionReader& section) {
  const TomlNode& node = section.required("A", "the mass matrix, an array of rows");
  const auto* rows = std::get_if<TomlNode::Array>(&node.value);
  if (rows == nullptr) section.fail_type("A", node, "the mass matrix, an array of rows");
  if (rows->size() > static_cast<std::size_t>(most_joints))
    section.fail("A", std::to_string(rows->size()) + " rows: at most " + std::to_string(most_joints) + " joints");
  return rows->size();
}

Eigen::MatrixXd read_matrix(const SectionReader& section, std::string_view key, std::size_t n) {
  const auto rows = section.rows(key, n, n);
  if (rows.size() != n)
    section.fail(key, counted(rows.size(), "row") + ": must be " + std::to_string(n) + " by " + std::to_string(n));
  Eigen::MatrixXd result(n, n);
  for (std::size_t i = 0; i < n; ++i) result.row(static_cast<Eigen::Index>(i)) = vector_of(rows[i]);
  return result;
}

std::vector<ContactKind> read_contacts(const SectionReader& section, std::size_t n) {
  const TomlMember* member = detail::find_member(section.node(), "unilateral");
  if (member == nullptr) return {};
  const std::string needed = "true, false, or an array of " + std::to_string(n) + " of them";
  const auto kind_of = [&](const std::string& key, const TomlNode& node) {
    const bool* value = std::get_if<bool>(&node.value);
    if (value == nullptr) section.fail_type(key, node, needed);
    return contact_kind(*value);
  };
  const auto* elements = std::get_if<TomlNode::Array>(&member->node.value);
  if (elements == nullptr) return std::vector<ContactKind>(n, kind_of("unilateral", member->node));
  if (elements->size() != n) section.fail_type("unilateral", member->node, needed);
  std::vector<ContactKind> result;
  for (std::size_t i = 0; i < n; ++i)
    result.push_back(kind_of("unilateral[" + std::to_string(i) + "]", (*elements)[i]));
  return result;
}

void read_mechanism(const SectionReader& section, ForwardProblem& problem) {
  section.allow_keys(with_common_keys({"A", "C", "b", "d"}), "keys of a mechanism");
  const std::size_t n = joint_count(section);
  Mechanism mechanism{.A = read_matrix(section, "A", n),
                      .C = read_matrix(section, "C", n),
                      .b = vector_of(section.numbers("b", n)),
                      .d = vector_of(section.numbers("d", n)),
                      .mu = vector_of(section.numbers("mu", n, Range::NotNegative)),
                      .mu_static = {},
                      .contact = read_contacts(section, n),
                      .static_center = {}};
  if (section.has("mu_static")) mechanism.mu_static = vector_of(section.numbers("mu_static", n, Range::NotNegative));
  check_mechanism(mechanism);
  const std::string needed = "an array of " + counted(n, "number") + " or expressions of t";
  const TomlNode& tau = section.required("tau", needed);
  const auto* torques = std::get_if<TomlNode::Array>(&tau.value);
  if (torques == nullptr || torques->size() != n) section.fail_type("tau", tau, needed);
  for (std::size_t i = 0; i < n; ++i)
    problem.tau.push_back(read_torque(section, "tau[" + std::to_string(i) + "]", (*torques)[i]));
  problem.velocity = vector_of(section.numbers("velocity", n));
  problem.position = VectorXd::Zero(static_cast<Eigen::Index>(n));
  if (section.has("position")) problem.position = vector_of(section.numbers("position", n));
  if (section.has("previous_acceleration"))
    problem.previous_acceleration = vector_of(section.numbers("previous_acceleration", n));
  read_selection(section, problem);
  problem.model = std::move(mechanism);
}

void read_model(const SectionReader& section, std::string_view kind, ForwardProblem& problem) {
  try {
    if (kind == "mechanism") return read_mechanism(section, problem);
    if (kind == "screw") problem.model = read_screw(section);
    if (kind == "joint") problem.model = read_joint(section);
    read_one_degree(section, problem);
  } catch (const InvalidInput& error) {
    section.fail(error.key(), printable(error.explanation()));
  }
}

JointRunOptions read_joint_run(const SectionReader& section) {
  section.allow_keys({"duration", "output_step", "tolerance"});
  JointRunOptions run{.duration = section.number("duration", Range::Positive),
                      .output_step = section.number("output_step", 1e-3, Range::Positive),
                      .tolerance = section.number("tolerance", 1e-10, Range::Positive)};
  if (!(run.tolerance < 0.1))
    section.fail("tolerance", number_text(run.tolerance) + ": must lie between 0 and 0.1 [-]");
  return run;
}

TomlNode converted(const nlohmann::json& value, int line) {
  TomlNode node{{}, line};
  if (value.is_string()) node.value = value.get<std::string>();
  if (value.is_number()) node.value = value.get<double>();
  if (value.is_boolean()) node.value = value.get<bool>();
  if (value.is_null()) node.value = "null";  // which no key allows
  if (value.is_array()) {
    TomlNode::Array elements;
    for (const nlohmann::json& element : value) elements.push_back(converted(element, line));
    node.value = std::move(elements);
  }
  if (value.is_object()) {
    TomlNode::Table members;
    for (const auto& [key, element] : value.items()) members.push_back({key, converted(element, line), line});
    node.value = std::move(members);
  }
  return node;
}

/// Throws for a text nested so deep that reading it would run out of stack.
void check_nesting(std::string_view json, const std::string& name, int line) {
  detail::Nesting nesting;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') in_string = !in_string;
    if (in_string && json[i] == '\\') ++i;
    if (!in_string && !nesting.take(json[i])) throw ScenarioError(name, line, detail::nested_too_deep());
  }
}

const FileReader no_files = [](const std::string&) -> std::string { return {}; };

}  // namespace

VectorXd initial_tau(const ForwardProblem& problem) {
  VectorXd result(static_cast<Eigen::Index>(problem.tau.size()));
  for (std::size_t i = 0; i < problem.tau.size(); ++i) result[static_cast<Eigen::Index>(i)] = problem.tau[i].value;
  return result;
}

DrivenJoints driven_joints(const ForwardProblem& problem) {
  struct Converter {
    Mechanism operator()(const ScalarJoint& joint) const { return mechanism_of(joint); }
    Mechanism operator()(const ScrewDrive& screw) const {
      try {
        return mechanism_of(screw);
      } catch (const InvalidInput& error) {
        throw InvalidInput("screw." + error.key(), error.explanation());
      }
    }
    Mechanism operator()(const Mechanism& mechanism) const { return mechanism; }
  };
  DrivenJoints joints{.mechanism = std::visit(Converter{}, problem.model),
                      .tau = {},
                      .position = problem.position,
                      .velocity = problem.velocity};
  for (const JointTorque& torque : problem.tau)
    joints.tau.push_back(torque.formula ? *torque.formula : Expression(number_text(torque.value), time_only));
  return joints;
}

JointRunOptions joint_run_options(const ForwardProblem& problem) {
  if (!problem.run) throw InvalidInput("run.duration", "missing: --simulate needs [run] with duration [s]");
  JointRunOptions options = *problem.run;
  options.rule = problem.rule;
  options.stiffness = problem.stiffness;
  return options;
}

void check_size_of_run(const DrivenJoints& joints, const JointRunOptions& run) {
  check_number_of_rows(run.duration, run.output_step);
  if (!run.stiffness) return;
  constexpr double most = 1e7;  // some minutes
  const double times = run.duration / relaxation_time(joints.mechanism, *run.stiffness);
  if (std::isfinite(times) && times > most)
    throw InvalidInput("stiffness", number_text(*run.stiffness) + ": the duration is " + number_text(times, 3) +
                                        " relaxation times: at most 1e7; leave it out for the rigid limit");
}

namespace {

/// Sets one number of a model; false where it has no such key.
struct ParameterSetter {
  const std::string& key;
  double value;

  bool set(std::initializer_list<std::pair<const char*, double*>> numbers) const {
    for (const auto& [name, place] : numbers) {
      if (key != name) continue;
      *place = value;
      return true;
    }
    return false;
  }
  bool operator()(ScalarJoint& joint) const {
    const bool is_known = set({{"a", &joint.a}, {"b", &joint.b}, {"c", &joint.c}, {"d", &joint.d}, {"mu", &joint.mu}});
    check_joint(joint);
    return is_known;
  }
  bool operator()(ScrewDrive& screw) const {
    const bool is_known = set({{"inertia", &screw.inertia},
                               {"mass", &screw.mass},
                               {"lead", &screw.lead},
                               {"helix", &screw.helix},
                               {"thread", &screw.thread},
                               {"mu", &screw.mu},
                               {"gravity", &screw.gravity}});
    check_screw(screw);
    return is_known;
  }
  bool operator()(Mechanism& mechanism) const {
    bool is_known = false;
    for (Eigen::Index i = 0; i < mechanism.size(); ++i) {
      const std::string index = "[" + std::to_string(i) + "]";
      is_known = is_known || set({{("b" + index).c_str(), &mechanism.b[i]},
                                  {("d" + index).c_str(), &mechanism.d[i]},
                                  {("mu" + index).c_str(), &mechanism.mu[i]}});
    }
    check_mechanism(mechanism);
    return is_known;
  }
};

}  // namespace

void set_parameter(ForwardProblem& problem, const std::string& key, double value) {
  const bool is_one = problem.tau.size() == 1 && !std::holds_alternative<Mechanism>(problem.model);
  for (std::size_t i = 0; i < problem.tau.size(); ++i) {
    if (key != (is_one ? "tau" : "tau[" + std::to_string(i) + "]")) continue;
    problem.tau[i] = {value, {}};
    return;
  }
  if (!std::visit(ParameterSetter{key, value}, problem.model))
    throw UnknownParameter(
        key,
        "no number of this problem: joint: a, b, c, d, mu, tau; screw: inertia, mass, lead, helix, thread, "
        "mu, gravity, tau; mechanism: b[i], d[i], mu[i], tau[i]");
}

bool is_forward_problem(std::string_view text, const std::string& name) {
  const TomlNode tree = detail::parse_toml(text, name);
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](std::string_view kind) { return detail::find_member(tree, kind) != nullptr; });
}

ForwardProblem parse_forward_problem(std::string_view text, const std::string& name) {
  const TomlNode tree = detail::parse_toml(text, name);
  const detail::ScenarioSource source{name, no_files};
  const SectionReader root(source, tree, "");
  constexpr std::string_view keys[] = {"title", "joint", "screw", "mechanism", "run"};
  root.allow_keys(keys, "keys of a problem of forward dynamics");
  ForwardProblem problem;
  problem.title = root.text("title", "");
  std::string_view found;
  for (const std::string_view kind : kinds) {
    const auto section = root.section(kind);
    if (!section) continue;
    if (!found.empty())
      root.fail(kind, "beside [" + std::string(found) + "]: one of [joint], [screw], [mechanism] is read");
    found = kind;
    read_model(*section, kind, problem);
  }
  if (found.empty()) root.fail("joint", "missing: one of [joint], [screw], [mechanism] is needed");
  if (const auto run = root.section("run")) problem.run = read_joint_run(*run);
  return problem;
}

ForwardProblem parse_forward_case(std::string_view text, const std::string& name, int line) {
  check_nesting(text, name, line);
  TomlNode tree;
  try {
    tree = converted(nlohmann::json::parse(text), line);
  } catch (const nlohmann::json::exception& error) {
    const std::string_view what = error.what();
    throw ScenarioError(name, line, "not JSON: " + printable(what.substr(what.find("] ") + 2)));
  }
  if (!std::holds_alternative<TomlNode::Table>(tree.value))
    throw ScenarioError(name, line, detail::describe(tree) + ": must be an object {\"kind\": \"joint\", ...}");
  const detail::ScenarioSource source{name, no_files};
  std::string kind;
  {
    const SectionReader object(source, tree, "");
    object.required("kind", "\"joint\", \"screw\" or \"mechanism\"");
    kind = kinds[object.word("kind", {kinds[0], kinds[1], kinds[2]})];
  }
  std::erase_if(std::get<TomlNode::Table>(tree.value), [](const TomlMember& member) { return member.key == "kind"; });
  ForwardProblem problem;
  read_model(SectionReader(source, tree, ""), kind, problem);
  return problem;
}

}  // namespace dryslip
