#include <ostream>
#include <string>

#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/scenario/write_free_sliding.hpp"

namespace dryslip::cli {
namespace {

/// What of the scenario free sliding leaves out; empty: nothing.
std::string left_out(const Scenario& scenario) {
  std::string names;
  if (scenario.drive) names = "[drive]";
  if (const auto& table = scenario.table; table && (!is_at_rest(*table) || table->tilt != 0.0))
    names += std::string(names.empty() ? "" : " and ") + "tilt and motion of [table]";
  return names;
}

}  // namespace

Outcome terminal_command(const TerminalOptions& options, const Streams& streams) {
  const Scenario scenario = with_exact_contact(read_contact_scenario(options.scenario, streams), options, streams);
  const FreeSliding answer = free_sliding(PreparedSlider(slider_of(scenario, "free sliding")));
  OutputFile output(options.out, streams.out);
  output.write(json_file(answer));
  output.finish();
  if (!options.quiet) {
    if (const std::string names = left_out(scenario); !names.empty())
      streams.messages << "remark: the sliding is free: " << names << " left out\n";
    if (!scenario.initial) streams.messages << "remark: no [initial]: the stop time is that of a body at rest\n";
    if (!answer.terminal.is_complete && !answer.terminal.motions.empty())
      streams.messages << "remark: the list of terminal motions fails an index check: some may be missing\n";
    if (!answer.stop_time.range.converged)
      streams.messages << "remark: the bounds on the stop time are proven, but not tight\n";
  }
  if (answer.terminal.converged) return Outcome::Done;
  streams.messages << "not converged: some terminal motions are known to fewer than nine digits\n";
  return Outcome::NotConverged;
}

}  // namespace dryslip::cli
