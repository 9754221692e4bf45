#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/files/write_result.hpp"

namespace dryslip::cli {

Outcome points_command(const PointsOptions& options, const Streams& streams) {
  const Scenario scenario = with_exact_contact(read_contact_scenario(options.scenario, streams), options, streams);
  const SpecialPoints points = find_special_points(*contact_of(scenario).surface());
  OutputFile output(options.out, streams.out);
  output.write(json_file(points));
  output.finish();
  return Outcome::Done;
}

}  // namespace dryslip::cli
