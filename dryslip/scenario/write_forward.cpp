#include "dryslip/scenario/write_forward.hpp"

#include "dryslip/files/write_record.hpp"

namespace dryslip {
namespace {

using Eigen::VectorXd;

const char* word_of_many(JointMode mode) {
  if (mode == JointMode::Static) return "stick";
  if (mode == JointMode::IncipientPlus || mode == JointMode::IncipientMinus) return "start";
  return word_of(mode);
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
  sink.member("verdict", word_of(all.count));
  sink.key("solutions");
  write_value(all.solutions, sink);
  sink.member("static_possible", all.static_possible);
  sink.member("unique_for_all_loads", is_unique_for_all_loads(answer.margin));
  sink.member("margin", answer.margin);
  if (!all.continuum) return;
  write_keys(*all.continuum, sink, {"mode"});
  sink.object("continuum", [&] {
    write_keys(*all.continuum, sink);
    if (all.continuum->mode != JointMode::Slip) sink.member("open_end", 0.0);
  });
}

void write_accelerations(ResultSink& sink, const MechanismAccelerations& all) {
  sink.member("verdict", word_of(all.count));
  sink.objects("solutions", all.solutions, [&](const MechanismAcceleration& solution) {
    write_keys(solution, sink, {"modes", "residual"});
    sink.list("mode", solution.modes, [&](JointMode mode) { sink.word(word_of_many(mode)); });
  });
  sink.member("static_possible", all.static_possible);
  if (all.continua.empty()) return;
  sink.key("continuum");
  write_value(all.continua, sink);
}

/// The members that belong to the kind, except for the selection.
struct AnswerWriter {
  ResultSink& sink;

  void operator()(const JointAnswer& answer) const {
    sink.member("kind", description<ScalarJoint>.word);
    write_accelerations(sink, answer);
    sink.member("critical_mu", critical_mu(answer.joint));
    sink.member("static_band", answer.static_band.low, answer.static_band.high);
  }

  void operator()(const ScrewAnswer& answer) const {
    const ScrewProperties& properties = answer.properties;
    const ScalarJoint& scalar = answer.as_joint.joint;
    const auto& inverse = properties.inverse_efficiency;
    sink.member("kind", description<ScrewDrive>.word);
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
    sink.member("kind", description<Mechanism>.word);
    write_accelerations(sink, answer.accelerations);
    sink.member("unique_for_all_loads", bound.is_unique);
    sink.member("margin", bound.margin_low);
    sink.member("margin_bracket", bound.margin_low, bound.margin_high);
    sink.member("certificate", word_of(bound.certificate));
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

}  // namespace

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

}  // namespace dryslip
