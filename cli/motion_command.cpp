#include <cmath>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "cli/commands.hpp"
#include "cli/scenario_input.hpp"
#include "cli/table_stream.hpp"
#include "dryslip/files/write_result.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/limit_surface/stick_test.hpp"
#include "dryslip/record/counted.hpp"
#include "dryslip/record/decimal_number.hpp"

namespace dryslip::cli {
namespace {

/// Where the ray of a load leaves the set of loads, by the criterion asked for.
class MotionTable {
 public:
  MotionTable(const Scenario& scenario, const MotionOptions& options)
      : surface_(contact_of(scenario).surface(Coefficient::Static)) {
    if (options.criterion != "CA") return;
    const Slider body = slider_of(scenario, "--criterion CA");
    metric_ = kinetic_metric(body.mass, body.inertia, body.center_of_mass);
  }

  void append(const CsvRows& rows, std::string& text, bool json) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const FrictionLoad P{{rows.value(i, 0), rows.value(i, 1)}, rows.value(i, 2)};
      const MotionOfLoad answer = metric_ ? motion_by_one_twist(*surface_, P, *metric_) : surface_->motion_of(P);
      ++rows_;
      if (!answer.converged && ++missed_ == 1) first_missed_ = rows_;
      if (answer.factor == 0.0 && ++bare_ == 1) first_bare_ = rows_;
      json ? append_json(text, P, answer, model_error()) : append_csv(text, answer);
    }
  }

  /// Of the loads of a stand-in, of scale; 0 for the exact contact.
  double model_error() const { return surface_->model().model_error(); }

  Outcome outcome(std::ostream& messages, bool quiet) const {
    if (bare_ > 0 && !quiet) {
      messages << "remark: the contact carries nothing in the direction of " << counted(bare_, "load") << ", first row "
               << first_bare_ << ": factor 0\n";
    }
    if (missed_ == 0) return Outcome::Done;
    messages << "not converged: " << missed_ << " of " << rows_ << " factors miss the certificate of 1e-10, first row "
             << first_missed_ << "\n";
    return Outcome::NotConverged;
  }

 private:
  static void append_factor(std::string& text, double factor, const char* infinite) {
    std::isinf(factor) ? void(text += infinite) : append_number(text, factor);
  }

  static void append_csv(std::string& text, const MotionOfLoad& answer) {
    append_factor(text, answer.factor, "inf");
    for (const double value : {answer.motion.velocity.x, answer.motion.velocity.y, answer.motion.omega}) {
      text += ',';
      append_number(text, value);
    }
    text += answer.sticks() ? ",stick" : ",slip";
    text += answer.is_unique ? ",1\n" : ",0\n";
  }

  static const char* place_of(const MotionOfLoad& answer) {
    constexpr double on = 1e-10;  // the certified width of a factor
    if (std::abs(answer.factor - 1.0) <= on) return "on";
    return answer.factor > 1.0 ? "inside" : "outside";
  }

  static void append_json(std::string& text, const FrictionLoad& P, const MotionOfLoad& answer, double model_error) {
    text += ",\n{";
    append_json_member(text, "fx", P.force.x);
    append_json_member(text, "fy", P.force.y);
    append_json_member(text, "moment", P.moment);
    const auto add_factor = [&](const char* name, double value) {
      text += std::string(",\"") + name + "\":";
      append_factor(text, value, "\"inf\"");
    };
    add_factor("factor", answer.factor);
    add_factor("lower", answer.lower);
    add_factor("upper", answer.upper);
    append_json_member(text, "vx", answer.motion.velocity.x);
    append_json_member(text, "vy", answer.motion.velocity.y);
    append_json_member(text, "omega", answer.motion.omega);
    text += answer.sticks() ? R"(,"state":"stick")" : R"(,"state":"slip")";
    text += std::string(R"(,"place":")") + place_of(answer) + '"';
    append_json_member(text, "unique", answer.is_unique ? 1.0 : 0.0);
    append_json_member(text, "on_facet", answer.is_on_facet ? 1.0 : 0.0);
    if (model_error > 0.0) append_json_member(text, "model_error", model_error);
    if (!answer.motions.empty()) {
      text += answer.motions.size() == 2 ? R"(,"set":{"type":"fan","motions":)" : R"(,"set":{"type":"cone","motions":)";
      dryslip::append_json(text, answer.motions);
      text += '}';
    }
    if (answer.factor == 0.0) text += R"(,"remark":"the contact carries nothing in this direction")";
    if (!answer.converged) text += R"(,"converged":false)";
    text += '}';
  }

  std::shared_ptr<const LimitSurface> surface_;
  std::optional<Mat3> metric_;  // of the slider, for Kardan's criterion
  std::size_t rows_ = 0, missed_ = 0, first_missed_ = 0, bare_ = 0, first_bare_ = 0;
};

}  // namespace

Outcome motion_command(const MotionOptions& options, const Streams& streams) {
  const Scenario scenario = read_contact_scenario(options.scenario, streams);
  MotionTable motions(scenario, options);
  stream_table({.input = options.loads,
                .columns = {"fx", "fy", "moment"},
                .header = "factor,vx,vy,omega,state,unique",
                .answer = [&](const CsvRows& rows, std::string& text) { motions.append(rows, text, options.json); }},
               options, streams);
  report_stand_in(scenario, motions.model_error(), options, streams);
  return motions.outcome(streams.messages, options.quiet);
}

}  // namespace dryslip::cli
