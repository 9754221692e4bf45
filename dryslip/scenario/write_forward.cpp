#include "dryslip/scenario/write_forward.hpp"

#include <cassert>
#include <cmath>
#include <nlohmann/json.hpp>

#include "dryslip/forward_dynamics/uniqueness_bound.hpp"
#include "dryslip/scenario/decimal_number.hpp"

namespace dryslip {
namespace {

using Eigen::VectorXd;

const char* word_of_one(JointMode mode) {
  switch (mode) {
    case JointMode::Slip:
      return "slip";
    case JointMode::Static:
      return "static";
    case JointMode::IncipientPlus:
      return "incipient+";
    case JointMode::IncipientMinus:
      return "incipient-";
    case JointMode::Separation:
      return "separation";
  }
  assert(false);
  return "";
}

const char* word_of_many(JointMode mode) {
  switch (mode) {
    case JointMode::Slip:
      return "slip";
    case JointMode::Static:
      return "stick";
    case JointMode::IncipientPlus:
    case JointMode::IncipientMinus:
      return "start";
    case JointMode::Separation:
      return "separation";
  }
  assert(false);
  return "";
}

const char* word_of(SelectionRule rule) {
  switch (rule) {
    case SelectionRule::Static:
      return "static";
    case SelectionRule::Continuity:
      return "continuity";
    case SelectionRule::Compliance:
      return "compliance";
  }
  assert(false);
  return "";
}

const char* word_of(Selection::By by) {
  switch (by) {
    case Selection::By::Only:
      return "only";
    case Selection::By::Static:
      return "static";
    case Selection::By::Continuity:
      return "continuity";
    case Selection::By::Compliance:
      return "compliance";
  }
  assert(false);
  return "";
}

/// JSON as it grows: members get their commas by what stands before them.
class JsonLine {
 public:
  std::string text = "{";

  void key(std::string_view name) {
    if (text.back() != '{') text += ',';
    text += '"';
    text += name;
    text += "\":";
  }
  void number(double value) {
    if (std::isinf(value)) {
      text += value > 0 ? "\"inf\"" : "\"-inf\"";
    } else {
      append_number(text, value);
    }
  }
  void word(std::string_view value) {
    text += '"';
    text += value;
    text += '"';
  }
  void member(std::string_view name, double value) {
    key(name);
    number(value);
  }
  void member(std::string_view name, const char* value) {
    key(name);
    word(value);
  }
  void member(std::string_view name, bool value) {
    key(name);
    text += value ? "true" : "false";
  }
  void member(std::string_view name, const VectorXd& values) {
    key(name);
    numbers(values);
  }
  void member(std::string_view name, double first, double second) {
    member(name, VectorXd(Eigen::Vector2d(first, second)));
  }
  template <class Values>
  void numbers(const Values& values) {
    text += '[';
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      if (i > 0) text += ',';
      number(values[i]);
    }
    text += ']';
  }
  /// [ … ] with one element per item.
  template <class Items, class Write>
  void list(std::string_view name, const Items& items, const Write& write) {
    key(name);
    text += '[';
    bool is_first = true;
    for (const auto& item : items) {
      if (!is_first) text += ',';
      is_first = false;
      text += '{';
      write(item);
      text += '}';
    }
    text += ']';
  }
};

void write_selection(JsonLine& json, SelectionRule rule, const Selection& chosen) {
  json.key("selected");
  json.text += '{';
  json.member("rule", word_of(rule));
  json.member("by", word_of(chosen.by));
  json.key("solution");
  json.text += chosen.index ? std::to_string(*chosen.index) : "null";
  if (chosen.is_impulsive_stop) json.member("impulsive_stop", true);
  json.text += '}';
}

void write_one(JsonLine& json, const JointAccelerations& all, double margin) {
  json.member("verdict", dryslip::word_of(all.count));
  json.list("solutions", all.solutions, [&](const JointAcceleration& solution) {
    json.member("acceleration", solution.acceleration);
    json.member("normal_force", solution.normal_force);
    json.member("mode", word_of_one(solution.mode));
  });
  json.member("static_possible", all.static_possible);
  json.member("unique_for_all_loads", is_unique_for_all_loads(margin));
  json.member("margin", margin);
  if (!all.continuum) return;
  const char* side = all.continuum->side == AccelerationContinuum::Side::AtMost ? "<=" : ">=";
  json.member("bound", all.continuum->bound);
  json.member("side", side);
  json.key("continuum");
  json.text += '{';
  json.member("bound", all.continuum->bound);
  json.member("side", side);
  json.member("mode", word_of_one(all.continuum->mode));
  if (all.continuum->mode != JointMode::Slip) json.member("open_end", 0.0);
  json.text += '}';
}

JointSelectionOptions selection_options(const ForwardProblem& problem) {
  JointSelectionOptions options{.rule = problem.rule};
  if (problem.previous_acceleration) options.previous_acceleration = (*problem.previous_acceleration)[0];
  return options;
}

/// Answers a problem by its kind.
struct AnswerWriter {
  const ForwardProblem& problem;
  const ForwardProgress& progress;
  JsonLine& json;

  void operator()(const ScalarJoint& joint) const {
    const double tau = problem.tau[0].value, velocity = problem.velocity[0];
    const JointAccelerations all = solve_joint(joint, tau, velocity);
    json.member("kind", "joint");
    write_one(json, all, uniqueness_margin(joint, velocity));
    json.member("critical_mu", joint.a / std::abs(joint.c));
    const StaticBand band = static_band(joint);
    json.member("static_band", band.low, band.high);
    write_selection(json, problem.rule, select_acceleration(joint, tau, velocity, all, selection_options(problem)));
  }

  void operator()(const ScrewDrive& screw) const {
    const double tau = problem.tau[0].value, velocity = problem.velocity[0];
    const JointAccelerations all = solve_screw(screw, tau, velocity);
    const ScrewProperties properties = screw_properties(screw);
    const ScalarJoint scalar = scalar_equivalent(screw);
    json.member("kind", "screw");
    write_one(json, all, uniqueness_margin(screw, velocity));
    json.member("friction_angle", properties.friction_angle);
    const auto& inverse = properties.inverse_efficiency;
    json.member("efficiencies", 1.0 / inverse[0], 1.0 / inverse[1]);
    json.member("inverse_efficiencies", inverse[0], inverse[1]);
    json.member("effective_inertias", properties.effective_inertia[0], properties.effective_inertia[1]);
    json.member("static_band", properties.static_band.low, properties.static_band.high);
    json.member("overhauling", properties.is_overhauling);
    json.member("self_locking", !properties.is_overhauling);
    json.key("vertex");
    json.text += '{';
    json.member("acceleration", properties.vertex_acceleration);
    json.member("tau", properties.vertex_tau);
    json.text += '}';
    json.key("scalar_equivalent");
    json.text += '{';
    json.member("a", scalar.a);
    json.member("b", scalar.b);
    json.member("mu_c", scalar.mu * scalar.c);
    json.member("mu_d", scalar.mu * scalar.d);
    json.text += '}';
    write_selection(json, problem.rule, select_acceleration(scalar, tau, velocity, all, selection_options(problem)));
  }

  void operator()(const Mechanism& mechanism) const {
    const VectorXd tau = initial_tau(problem);
    const MechanismAccelerations all = solve_mechanism(mechanism, tau, problem.velocity, progress);
    const UniquenessBound bound = bound_uniqueness(mechanism, problem.velocity, progress);
    json.member("kind", "mechanism");
    write_all(all);
    json.member("unique_for_all_loads", bound.is_unique);
    json.member("margin", bound.margin_low);
    json.member("margin_bracket", bound.margin_low, bound.margin_high);
    json.member("certificate", bound.certificate == UniquenessBound::Certificate::Norm ? "norm" : "determinants");
    if (bound.witness) {
      json.key("witness");
      json.text += '{';
      json.member("tau", bound.witness->tau);
      json.member("d", bound.witness->d);
      write_all(bound.witness->accelerations);
      json.text += '}';
    }
    json.member("worst_residual", all.worst_residual);
    write_selection(
        json, problem.rule,
        select_acceleration(mechanism, tau, problem.velocity, all,
                            {.rule = problem.rule, .previous_acceleration = problem.previous_acceleration}));
  }

  void write_all(const MechanismAccelerations& all) const {
    json.member("verdict", dryslip::word_of(all.count));
    json.list("solutions", all.solutions, [&](const MechanismAcceleration& solution) {
      json.member("acceleration", solution.acceleration);
      json.member("normal_force", solution.normal_force);
      json.key("mode");
      json.text += '[';
      for (std::size_t i = 0; i < solution.modes.size(); ++i) {
        if (i > 0) json.text += ',';
        json.word(word_of_many(solution.modes[i]));
      }
      json.text += ']';
    });
    json.member("static_possible", all.static_possible);
    if (all.continua.empty()) return;
    json.list("continuum", all.continua, [&](const MechanismContinuum& continuum) {
      json.member("end", continuum.end);
      if (continuum.other_end) json.member("other_end", *continuum.other_end);
      json.member("direction", continuum.direction);
    });
  }
};

/// A column of the rows of a run, one per joint.
struct Column {
  const char* name;
  const VectorXd& (*values)(const JointSample& row);
};
constexpr Column columns[] = {
    {"position", [](const JointSample& row) -> const VectorXd& { return row.position; }},
    {"velocity", [](const JointSample& row) -> const VectorXd& { return row.velocity; }},
    {"acceleration", [](const JointSample& row) -> const VectorXd& { return row.acceleration; }},
    {"normal_force", [](const JointSample& row) -> const VectorXd& { return row.normal_force; }},
    {"tau", [](const JointSample& row) -> const VectorXd& { return row.tau; }},
};

/// "velocity", or "velocity_2" where there are several joints.
std::string column_name(const char* name, std::size_t joint, std::size_t count) {
  return count == 1 ? name : std::string(name) + "_" + std::to_string(joint);
}

void append_events(std::string& text, const std::vector<JointEvent>& events) {
  JsonLine json;
  json.list("events", events, [&](const JointEvent& event) {
    json.member("t", event.t);
    json.member("joint", static_cast<double>(event.joint));
    json.key("from");
    json.text += event.from ? '"' + std::string(word_of_many(*event.from)) + '"' : "null";
    json.member("to", word_of_many(event.to));
    json.member("cause", dryslip::word_of(event.cause));
    json.member("position", event.position);
    json.member("impulse", event.impulse);
    json.member("normal_impulse", event.normal_impulse);
  });
  text += json.text.substr(1);
}

}  // namespace

const char* word_of(AccelerationCount count) {
  switch (count) {
    case AccelerationCount::None:
      return "none";
    case AccelerationCount::One:
      return "one";
    case AccelerationCount::Several:
      return "several";
    case AccelerationCount::Continuum:
      return "continuum";
  }
  assert(false);
  return "";
}

const char* word_of(JointEvent::Cause cause) {
  switch (cause) {
    case JointEvent::Cause::Start:
      return "start";
    case JointEvent::Cause::Stop:
      return "stop";
    case JointEvent::Cause::Reversal:
      return "reversal";
    case JointEvent::Cause::LoadLeaves:
      return "load_leaves";
    case JointEvent::Cause::ImpulsiveStop:
      return "impulsive_stop";
    case JointEvent::Cause::Separation:
      return "separation";
    case JointEvent::Cause::Contact:
      return "contact";
  }
  assert(false);
  return "";
}

const char* word_of(JointOutcome outcome) {
  switch (outcome) {
    case JointOutcome::Finished:
      return "finished";
    case JointOutcome::NoAcceleration:
      return "no_acceleration";
    case JointOutcome::Undecided:
      return "undecided";
    case JointOutcome::Chattering:
      return "chattering";
    case JointOutcome::NotConverged:
      return "not_converged";
    case JointOutcome::FormulaNotFinite:
      return "formula_not_finite";
    case JointOutcome::Interrupted:
      return "interrupted";
  }
  assert(false);
  return "";
}

bool is_converged(JointOutcome outcome) {
  return outcome == JointOutcome::Finished || outcome == JointOutcome::Interrupted;
}

std::string forward_answer(const ForwardProblem& problem, const ForwardProgress& progress) {
  JsonLine json;
  std::visit(AnswerWriter{problem, progress, json}, problem.model);
  return json.text + "}";
}

std::string JointRowText::csv_header() const {
  std::string text = "t";
  for (const Column& column : columns)
    for (std::size_t i = 0; i < joints_; ++i) text += "," + column_name(column.name, i, joints_);
  for (std::size_t i = 0; i < joints_; ++i) text += "," + column_name("mode", i, joints_);
  return text + "\n";
}

void JointRowText::append_csv(const JointSample& row, std::string& text) const {
  append_number(text, row.t);
  for (const Column& column : columns) {
    for (const double value : column.values(row)) {
      text += ',';
      append_number(text, value);
    }
  }
  for (const JointMode mode : row.modes) text += std::string(",") + word_of_many(mode);
  text += '\n';
}

void JointRowText::append_json(const JointSample& row, std::string& text) const {
  JsonLine json;
  json.member("t", row.t);
  for (const Column& column : columns)
    for (std::size_t i = 0; i < joints_; ++i)
      json.member(column_name(column.name, i, joints_), column.values(row)[static_cast<Eigen::Index>(i)]);
  for (std::size_t i = 0; i < joints_; ++i) json.member(column_name("mode", i, joints_), word_of_many(row.modes[i]));
  text += json.text + "}";
}

std::string json_start(const JointRun& run) {
  std::string text = std::string("{\"outcome\":\"") + word_of(run.outcome) +
                     "\",\"converged\":" + (is_converged(run.outcome) ? "true" : "false");
  if (!run.reason.empty()) text += ",\"reason\":" + nlohmann::json(run.reason).dump();
  text += ",\n";
  append_events(text, run.events);
  return text + ",\n\"rows\":[";
}

std::string csv_text(const std::vector<JointEvent>& events) {
  std::string text = "t,joint,from,to,cause,position,impulse,normal_impulse\n";
  for (const JointEvent& event : events) {
    append_number(text, event.t);
    text += ',' + std::to_string(event.joint) + ',' + (event.from ? word_of_many(*event.from) : "") + ',' +
            word_of_many(event.to) + ',' + word_of(event.cause);
    for (const double value : {event.position, event.impulse, event.normal_impulse}) {
      text += ',';
      append_number(text, value);
    }
    text += '\n';
  }
  return text;
}

std::string json_text(const std::vector<JointEvent>& events) {
  std::string text = "{";
  append_events(text, events);
  return text + "}\n";
}

}  // namespace dryslip
