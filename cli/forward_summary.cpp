#include "cli/forward_summary.hpp"

#include "cli/members_text.hpp"
#include "dryslip/files/write_record.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {

static void write_value(const JointTorque& torque, ResultSink& sink) {
  torque.formula ? sink.word(torque.formula->text()) : sink.number(torque.value);
}

namespace cli {
namespace {

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

/// A value of one joint: a number, not an array of one.
template <class T>
void write_first(const T& value, ResultSink& sink) {
  if constexpr (is_optional<T>)
    write_first(*value, sink);
  else if constexpr (is_list<T> || NumberColumn<T>)
    write_value(value[0], sink);
  else
    write_value(value, sink);
}

/// Load and options, which stand in the section of the model.
void write_load(const ForwardProblem& problem, ResultSink& sink) {
  const bool is_one = !std::holds_alternative<Mechanism>(problem.model);
  for_each_field<ForwardProblem>([&](const auto& field) {
    const auto& value = field.of(problem);
    if (field.key.empty() || is_left_out(value)) return;
    if (field.key == "position" && problem.position.isZero(0.0)) return;
    sink.key(field.key);
    is_one ? write_first(value, sink) : write_value(value, sink);
  });
}

void write_model(const ForwardProblem& problem, ResultSink& sink) {
  write_keys(problem.model, sink);
  write_load(problem, sink);
}

}  // namespace

ForwardSummary forward_summary(ForwardProblem problem) {
  std::visit([](auto& model) { model = with_defaults(model); }, problem.model);
  return {std::move(problem)};
}

void write(const ForwardSummary& summary, ResultSink& sink) {
  const ForwardProblem& problem = summary.problem;
  sink.begin_object();
  if (!problem.title.empty()) sink.member("title", problem.title);
  sink.object(word_of(problem.model), [&] { write_model(problem, sink); });
  if (problem.run) sink.object("run", [&] { write_keys(*problem.run, sink); });
  if (summary.warning) sink.member("warning", *summary.warning);
  sink.end_object();
}

std::string readable(const ForwardSummary& summary) {
  const ForwardProblem& problem = summary.problem;
  std::string text;
  const auto add = [&](const char* section, const std::string& what) {
    text += format_text("{:<10} {}\n", section, what);
  };
  if (!problem.title.empty()) add("title", problem.title);
  add(word_of(problem.model), members_text([&](ResultSink& sink) { write_model(problem, sink); }));
  if (problem.run) add("run", members_text([&](ResultSink& sink) { write_keys(*problem.run, sink); }));
  if (summary.warning) add("warning", *summary.warning);
  return text;
}

}  // namespace cli
}  // namespace dryslip
