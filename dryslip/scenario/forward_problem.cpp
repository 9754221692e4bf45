#include "dryslip/scenario/forward_problem.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "dryslip/files/nesting.hpp"
#include "dryslip/files/read_record.hpp"
#include "dryslip/joints/compliant_contact.hpp"
#include "dryslip/record/counted.hpp"
#include "dryslip/record/in_section.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/printable.hpp"
#include "dryslip/record/range.hpp"
#include "dryslip/record/set_number.hpp"

namespace dryslip {
namespace {

using detail::SectionReader;
using detail::TomlMember;
using detail::TomlNode;
using Eigen::VectorXd;

using Model = decltype(ForwardProblem::model);
constexpr auto& kinds = detail::Alternatives<Model>::words;
const std::vector<std::string> time_only{"t"};

double finite_number(const SectionReader& section, const std::string& key, const TomlNode& node) {
  const double value = section.number(key, node);
  if (const std::string fault = fault_of(value, any_number, ""); !fault.empty()) section.fail(key, fault);
  return value;
}

JointTorque read_torque(const SectionReader& section, const std::string& key, const TomlNode& node) {
  if (std::holds_alternative<double>(node.value)) return {finite_number(section, key, node), {}};
  JointTorque torque{.formula = section.expression(key, node, time_only)};
  const double start = 0.0;
  torque.value = (*torque.formula)(std::span(&start, 1));
  if (!std::isfinite(torque.value)) section.fail(key, "\"" + torque.formula->text() + "\": not finite at t = 0");
  return torque;
}

VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Values of one joint are numbers, those of a mechanism arrays, one number per joint.
struct JointReader : detail::ValueReader {
  std::size_t joints = 1;
  bool is_many = false;

  using ValueReader::needed;
  using ValueReader::read;

  std::string needed(const VectorXd&) const { return is_many ? detail::numbers_needed(joints, joints) : "a number"; }
  std::string needed(const Eigen::MatrixXd&) const {
    return "an array whose elements are each " + detail::numbers_needed(joints, joints);
  }
  std::string needed(const std::vector<JointTorque>&) const {
    return is_many ? "an array of " + counted(joints, "number") + " or expressions of t"
                   : "a number, or an expression of t";
  }

  void read(const std::string&, const TomlNode&, Model&) const {}  // its section has chosen it
  template <class T>
  void read(const std::string& key, const TomlNode& node, std::optional<T>& value) const {
    read(key, node, value.emplace());
  }
  void read(const std::string& key, const TomlNode& node, VectorXd& value) const {
    value = is_many ? vector_of(section.row(key, node, joints, joints)) : VectorXd{{finite_number(section, key, node)}};
  }
  void read(const std::string& key, const TomlNode& node, Eigen::MatrixXd& value) const {
    const TomlNode::Array& rows = section.array(key, node, needed(value));
    value.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(joints));
    for (std::size_t i = 0; i < rows.size(); ++i)
      value.row(static_cast<Eigen::Index>(i)) = vector_of(section.row(indexed(key, i), rows[i], joints, joints));
    if (rows.size() != joints)
      section.fail(
          key, counted(rows.size(), "row") + ": must be " + std::to_string(joints) + " by " + std::to_string(joints));
  }
  void read(const std::string& key, const TomlNode& node, std::vector<ContactKind>& value) const {
    const std::string allowed = "true, false, or an array of " + std::to_string(joints) + " of them";
    const auto kind_of = [&](const std::string& one, const TomlNode& given) {
      if (!std::holds_alternative<bool>(given.value)) section.fail_type(one, given, allowed);
      return static_cast<ContactKind>(std::get<bool>(given.value));
    };
    const auto* elements = std::get_if<TomlNode::Array>(&node.value);
    if (elements == nullptr) return value.assign(joints, kind_of(key, node));
    if (elements->size() != joints) section.fail_type(key, node, allowed);
    for (std::size_t i = 0; i < joints; ++i) value.push_back(kind_of(indexed(key, i), (*elements)[i]));
  }
  void read(const std::string& key, const TomlNode& node, std::vector<JointTorque>& value) const {
    if (!is_many) return value.assign(1, read_torque(section, key, node));
    const TomlNode::Array& torques = section.array(key, node, needed(value));
    if (torques.size() != joints) section.fail_type(key, node, needed(value));
    for (std::size_t i = 0; i < joints; ++i) value.push_back(read_torque(section, indexed(key, i), torques[i]));
  }
};

std::size_t joint_count(const SectionReader& section) {
  const std::string needed = "the mass matrix, an array of rows";
  const std::size_t rows = section.array("A", section.required("A", needed), needed).size();
  if (rows > static_cast<std::size_t>(most_joints))
    section.fail("A", std::to_string(rows) + " rows: at most " + std::to_string(most_joints) + " joints");
  return rows;
}

void check(const ScalarJoint& joint) { check_joint(joint); }
void check(const ScrewDrive& screw) { check_screw(screw); }
void check(const Mechanism& mechanism) { check_mechanism(mechanism); }

/// Whether the load has no indices.
bool is_one_joint(const ForwardProblem& problem) { return !std::holds_alternative<Mechanism>(problem.model); }

/// The section of a model, which holds the load too.
void read_model(const SectionReader& section, std::size_t kind, ForwardProblem& problem) {
  problem.model = detail::Alternatives<Model>::make(kind);
  JointReader reader{{section}};
  const auto read = [&]<class M>(M& model) {
    std::vector<std::string_view> keys;
    detail::add_keys<M>(keys);
    detail::add_keys<ForwardProblem>(keys);
    section.allow_keys(keys, "keys of a " + std::string(kinds[kind]));
    reader.is_many = std::is_same_v<M, Mechanism>;
    if (reader.is_many) reader.joints = joint_count(section);
    detail::read_fields_by(reader, model);
    section.within([&] { check(model); });
  };
  std::visit(read, problem.model);
  problem.section = section.path();
  problem.position = VectorXd::Zero(static_cast<Eigen::Index>(reader.joints));
  detail::read_fields_by(reader, problem);
  if (problem.stiffness && !section.has("selection")) problem.rule = SelectionRule::Compliance;
  if (problem.rule == SelectionRule::Continuity && !problem.previous_acceleration)
    section.fail("previous_acceleration", "missing: selection = \"continuity\" needs the acceleration before");
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

/// Throws for a text nested so deeply that reading it would run out of stack.
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
    Mechanism operator()(const ScrewDrive& screw) const { return mechanism_of(screw); }
    Mechanism operator()(const Mechanism& mechanism) const { return mechanism; }
  };
  DrivenJoints joints{.mechanism = in_section(problem.section, [&] { return std::visit(Converter{}, problem.model); }),
                      .tau = {},
                      .position = problem.position,
                      .velocity = problem.velocity};
  const std::string tau = joined_key(problem.section, "tau");
  for (const JointTorque& torque : problem.tau) {
    joints.tau_keys.push_back(is_one_joint(problem) ? tau : indexed(tau, joints.tau.size()));
    joints.tau.push_back(torque.formula ? *torque.formula : Expression(number_text(torque.value), time_only));
  }
  return joints;
}

JointRunOptions joint_run_options(const ForwardProblem& problem) {
  if (!problem.run) throw InvalidInput("run.duration", "missing: --simulate needs [run] with duration [s]");
  JointRunOptions options = *problem.run;
  options.rule = problem.rule;
  options.stiffness = problem.stiffness;
  return options;
}

void check_size_of_run(const ForwardProblem& problem) {
  const DrivenJoints joints = driven_joints(problem);
  const JointRunOptions run = joint_run_options(problem);
  check_number_of_rows(run.duration, run.output_step);
  if (!run.stiffness) return;
  constexpr double most = 1e7;  // some minutes
  const double times = run.duration / relaxation_time(joints.mechanism, *run.stiffness);
  if (std::isfinite(times) && times > most)
    throw InvalidInput(joined_key(problem.section, "stiffness"),
                       number_text(*run.stiffness) + ": the duration is " + number_text(times, 3) +
                           " relaxation times: at most 1e7; leave it out for the rigid limit");
}

/// A number stands for a formula.
template <class Visit>
bool visit_numbers(const NumberPlace& place, JointTorque& torque, const Visit& visit) {
  const auto number = [](double value) { return JointTorque{value, {}}; };
  return detail::visit_instead(place, torque, number, visit);
}

namespace {

/// Gives a number another value by its key, and looks at nothing else.
void put_number(ForwardProblem& problem, const ParameterValue& given) {
  const std::string table = std::string(kinds[problem.model.index()]) + ".";
  NumberSetter set(given.key.starts_with(table) ? given.key.substr(table.size()) : given.key, given.value);
  const auto visit = [&](const NumberPlace& place, double& number) {
    if (!is_one_joint(problem)) return set(place, number);
    return set({place.path.substr(0, place.path.find('[')), place.range, place.unit}, number);
  };
  const auto visit_model = [&](auto& model) { return for_each_number(model, "", visit); };
  if (!std::visit(visit_model, problem.model) && !for_each_number(problem, "", visit)) set.fail("this problem");
}

}  // namespace

void set_parameters(ForwardProblem& problem, std::span<const ParameterValue> values) {
  for (const ParameterValue& value : values) put_number(problem, value);
  std::visit([](const auto& model) { check(model); }, problem.model);
}

void set_parameter(ForwardProblem& problem, const std::string& key, double value) {
  const ParameterValue one{key, value};
  set_parameters(problem, {&one, 1});
}

bool is_forward_problem(std::string_view text, const std::string& name) {
  const TomlNode tree = detail::parse_toml(text, name);
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](const char* kind) { return detail::find_member(tree, kind) != nullptr; });
}

ForwardProblem parse_forward_problem(std::string_view text, const std::string& name) {
  const TomlNode tree = detail::parse_toml(text, name);
  const detail::ScenarioSource source{name, no_files};
  const SectionReader root(source, tree, "");
  std::vector<std::string_view> keys{"title"};
  keys.insert(keys.end(), kinds.begin(), kinds.end());
  keys.push_back("run");
  root.allow_keys(keys, "keys of a problem of forward dynamics");
  ForwardProblem problem;
  if (root.has("title")) problem.title = root.text("title", *root.find("title"));
  std::string found;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const auto section = root.section(kinds[kind]);
    if (!section) continue;
    if (!found.empty()) root.fail(kinds[kind], "beside [" + found + "]: one of [joint], [screw], [mechanism] is read");
    found = kinds[kind];
    read_model(*section, kind, problem);
  }
  if (found.empty()) root.fail("joint", "missing: one of [joint], [screw], [mechanism] is needed");
  if (const auto run = root.section("run")) problem.run = detail::read_record<JointRunOptions>(*run);
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
  std::size_t kind = 0;
  {
    const SectionReader object(source, tree, "");
    kind = object.word("kind", object.required("kind", "\"joint\", \"screw\" or \"mechanism\""), kinds);
  }
  std::erase_if(std::get<TomlNode::Table>(tree.value), [](const TomlMember& member) { return member.key == "kind"; });
  ForwardProblem problem;
  read_model(SectionReader(source, tree, ""), kind, problem);
  return problem;
}

}  // namespace dryslip
