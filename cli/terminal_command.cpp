#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/slider/stop_time.hpp"
#include "dryslip/slider/terminal_motion.hpp"

namespace dryslip::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(EigenDirection::Kind kind) {
  switch (kind) {
    case EigenDirection::Kind::Minimum:
      return "minimum";
    case EigenDirection::Kind::Saddle:
      return "saddle";
    case EigenDirection::Kind::Maximum:
      return "maximum";
    case EigenDirection::Kind::Degenerate:
      break;
  }
  return "degenerate";
}

Json summary_of(const TerminalMotion& motion) {
  const Twist& V = motion.motion;
  Json result{{"direction", {V.velocity.x, V.velocity.y, V.omega}}, {"center_of_rotation", nullptr}};
  if (const auto& c = motion.center_of_rotation) result["center_of_rotation"] = {c->x, c->y};
  // what a degenerate one does cannot be told from the curvature of D
  result["attracting"] = motion.kind == EigenDirection::Kind::Degenerate ? Json() : Json(motion.is_attracting());
  result["kind"] = name_of(motion.kind);
  result["isolated"] = motion.is_isolated;
  result["power"] = motion.dissipation;
  return result;
}

/// Why an end of the bracket is missing; empty where it has both.
std::string remark_of(const StopTimeBracket& bracket) {
  if (std::isinf(bracket.earliest)) return "never stops: there is no friction";
  if (!std::isinf(bracket.latest)) return "";
  if (bracket.range.has_free_motion()) return "may never stop: some motion meets no friction";
  return "no latest time is proven: some motion meets hardly any friction";
}

Json bracket_summary(const StopTimeBracket& bracket) {
  const auto end = [](double t) { return std::isinf(t) ? Json() : Json(t); };
  return {end(bracket.earliest), end(bracket.latest)};
}

/// What of the scenario free sliding leaves out; empty: nothing.
std::string left_out(const Scenario& scenario) {
  const auto is_zero = [](const Expression& e) { return e.text() == "0"; };
  std::string names;
  if (scenario.drive) names = "[drive]";
  if (const auto& table = scenario.table) {
    const bool moves = !is_zero(table->velocity[0]) || !is_zero(table->velocity[1]) || !is_zero(table->omega);
    if (moves || table->tilt != 0.0) names += std::string(names.empty() ? "" : " and ") + "tilt and motion of [table]";
  }
  return names;
}

}  // namespace

Outcome terminal_command(const TerminalOptions& options, const Streams& streams) {
  const Scenario scenario = with_exact_contact(read_contact_scenario(options.scenario, streams), options, streams);
  const PreparedSlider slider(slider_of(scenario, "free sliding"));
  const TerminalMotions found = find_terminal_motions(slider);
  const StopTimeBracket bracket = bracket_stop_time(slider);

  Json motions = Json::array();
  for (const TerminalMotion& motion : found.motions) motions.push_back(summary_of(motion));
  Json result{{"frame", "twist of the center of mass [vx, vy, omega], body axes; centers of rotation from O"},
              {"terminal_motions", std::move(motions)},
              {"complete", found.is_complete},
              {"kinetic_energy", bracket.kinetic_energy},
              {"stop_time_bracket", bracket_summary(bracket)}};
  if (const std::string remark = remark_of(bracket); !remark.empty()) result["remark"] = remark;
  if (!found.converged) result["converged"] = false;

  OutputFile output(options.out, streams.out);
  output.write(result.dump(2) + "\n");
  output.finish();
  if (!options.quiet) {
    if (const std::string names = left_out(scenario); !names.empty())
      streams.messages << "remark: the sliding is free: " << names << " left out\n";
    if (!scenario.initial) streams.messages << "remark: no [initial]: the stop time is that of a body at rest\n";
    if (!found.is_complete && !found.motions.empty())
      streams.messages << "remark: the count of the terminal motions does not add up: some may be missing\n";
    if (!bracket.range.converged)
      streams.messages << "remark: the bracket of the stop time is certain, but wider than it need be\n";
  }
  if (found.converged) return Outcome::Done;
  streams.messages << "not converged: some terminal motions are known to fewer than nine digits\n";
  return Outcome::NotConverged;
}

}  // namespace dryslip::cli
