#include "dryslip/scenario/write_forward.hpp"

#include <cassert>

#include "dryslip/record/decimal_number.hpp"

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

void write_selection(ResultSink& sink, SelectionRule rule, const Selection& chosen) {
  sink.object("selected", [&] {
    sink.member("rule", word_of(rule));
    sink.member("by", word_of(chosen.by));
    sink.key("solution");
    chosen.index ? sink.count(*chosen.index) : sink.nothing();
    if (chosen.is_impulsive_stop) sink.member("impulsive_stop", true);
  });
}

void write_accelerations(ResultSink& sink, const JointAnswer& answer) {
  const JointAccelerations& all = answer.accelerations;
  sink.member("verdict", dryslip::word_of(all.count));
  sink.objects("solutions", all.solutions, [&](const JointAcceleration& solution) {
    sink.member("acceleration", solution.acceleration);
    sink.member("normal_force", solution.normal_force);
    sink.member("mode", word_of_one(solution.mode));
  });
  sink.member("static_possible", all.static_possible);
  sink.member("unique_for_all_loads", is_unique_for_all_loads(answer.margin));
  sink.member("margin", answer.margin);
  if (!all.continuum) return;
  const char* side = all.continuum->side == AccelerationContinuum::Side::AtMost ? "<=" : ">=";
  sink.member("bound", all.continuum->bound);
  sink.member("side", side);
  sink.object("continuum", [&] {
    sink.member("bound", all.continuum->bound);
    sink.member("side", side);
    sink.member("mode", word_of_one(all.continuum->mode));
    if (all.continuum->mode != JointMode::Slip) sink.member("open_end", 0.0);
  });
}

void write_accelerations(ResultSink& sink, const MechanismAccelerations& all) {
  sink.member("verdict", dryslip::word_of(all.count));
  sink.objects("solutions", all.solutions, [&](const MechanismAcceleration& solution) {
    sink.member("acceleration", solution.acceleration);
    sink.member("normal_force", solution.normal_force);
    sink.list("mode", solution.modes, [&](JointMode mode) { sink.word(word_of_many(mode)); });
  });
  sink.member("static_possible", all.static_possible);
  if (all.continua.empty()) return;
  sink.objects("continuum", all.continua, [&](const MechanismContinuum& continuum) {
    sink.member("end", continuum.end);
    if (continuum.other_end) sink.member("other_end", *continuum.other_end);
    sink.member("direction", continuum.direction);
  });
}

/// The members that belong to the kind, but the selection.
struct AnswerWriter {
  ResultSink& sink;

  void operator()(const JointAnswer& answer) const {
    sink.member("kind", "joint");
    write_accelerations(sink, answer);
    sink.member("critical_mu", critical_mu(answer.joint));
    sink.member("static_band", answer.static_band.low, answer.static_band.high);
  }

  void operator()(const ScrewAnswer& answer) const {
    const ScrewProperties& properties = answer.properties;
    const ScalarJoint& scalar = answer.as_joint.joint;
    const auto& inverse = properties.inverse_efficiency;
    sink.member("kind", "screw");
    write_accelerations(sink, answer.as_joint);
    sink.member("friction_angle", properties.friction_angle);
    sink.member("efficiencies", 1.0 / inverse[0], 1.0 / inverse[1]);
    sink.member("inverse_efficiencies", inverse[0], inverse[1]);
    sink.member("effective_inertias", properties.effective_inertia[0], properties.effective_inertia[1]);
    sink.member("static_band", properties.static_band.low, properties.static_band.high);
    sink.member("overhauling", properties.is_overhauling);
    sink.member("self_locking", !properties.is_overhauling);
    sink.object("vertex", [&] {
      sink.member("acceleration", properties.vertex_acceleration);
      sink.member("tau", properties.vertex_tau);
    });
    sink.object("scalar_equivalent", [&] {
      sink.member("a", scalar.a);
      sink.member("b", scalar.b);
      sink.member("mu_c", scalar.mu * scalar.c);
      sink.member("mu_d", scalar.mu * scalar.d);
    });
  }

  void operator()(const MechanismAnswer& answer) const {
    const UniquenessBound& bound = answer.bound;
    sink.member("kind", "mechanism");
    write_accelerations(sink, answer.accelerations);
    sink.member("unique_for_all_loads", bound.is_unique);
    sink.member("margin", bound.margin_low);
    sink.member("margin_bracket", bound.margin_low, bound.margin_high);
    sink.member("certificate", bound.certificate == UniquenessBound::Certificate::Norm ? "norm" : "determinants");
    if (bound.witness) {
      sink.object("witness", [&] {
        sink.member("tau", bound.witness->tau);
        sink.member("d", bound.witness->d);
        write_accelerations(sink, bound.witness->accelerations);
      });
    }
    sink.member("worst_residual", answer.accelerations.worst_residual);
  }
};

const Selection& selection_of(const ForwardAnswer& answer) {
  if (const auto* screw = std::get_if<ScrewAnswer>(&answer.of)) return screw->as_joint.selected;
  if (const auto* joint = std::get_if<JointAnswer>(&answer.of)) return joint->selected;
  return std::get<MechanismAnswer>(answer.of).selected;
}

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

void write_events(ResultSink& sink, const std::vector<JointEvent>& events) {
  sink.objects("events", events, [&](const JointEvent& event) {
    sink.member("t", event.t);
    sink.key("joint");
    sink.count(static_cast<std::size_t>(event.joint));
    sink.key("from");
    event.from ? sink.word(word_of_many(*event.from)) : sink.nothing();
    sink.member("to", word_of_many(event.to));
    sink.member("cause", dryslip::word_of(event.cause));
    sink.member("position", event.position);
    sink.member("impulse", event.impulse);
    sink.member("normal_impulse", event.normal_impulse);
  });
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

void write(const ForwardAnswer& answer, ResultSink& sink) {
  sink.begin_object();
  std::visit(AnswerWriter{sink}, answer.of);
  write_selection(sink, answer.rule, selection_of(answer));
  sink.end_object();
}

std::string json_text(const ForwardAnswer& answer, std::size_t indent) {
  std::string text;
  JsonText json(text, indent);
  write(answer, json);
  return text;
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
  JsonText json(text);
  json.begin_object();
  json.member("t", row.t);
  for (const Column& column : columns)
    for (std::size_t i = 0; i < joints_; ++i)
      json.member(column_name(column.name, i, joints_), column.values(row)[static_cast<Eigen::Index>(i)]);
  for (std::size_t i = 0; i < joints_; ++i) json.member(column_name("mode", i, joints_), word_of_many(row.modes[i]));
  json.end_object();
}

std::string json_start(const JointRun& run) {
  std::string text;
  JsonText json(text);
  json.begin_object();
  json.member("outcome", word_of(run.outcome));
  json.member("converged", is_converged(run.outcome));
  if (!run.reason.empty()) json.member("reason", run.reason.c_str());
  write_events(json, run.events);
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
  std::string text;
  JsonText json(text);
  json.begin_object();
  write_events(json, events);
  json.end_object();
  return text + "\n";
}

}  // namespace dryslip
