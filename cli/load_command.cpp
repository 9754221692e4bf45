#include <ostream>

#include "cli/answer_stream.hpp"
#include "cli/commands.hpp"
#include "cli/convergence_report.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/files/write_result.hpp"

namespace dryslip::cli {

Outcome load_command(const LoadOptions& options, const Streams& streams) {
  const Scenario scenario = read_contact_scenario(options.scenario, streams);
  const Contact contact = contact_of(scenario);
  fit_surrogate(contact, Coefficient::Kinetic, options, streams);
  const auto model = contact.model();
  ConvergenceReport report(scenario.load_tolerance);
  const auto ask = [&](std::span<const Twist> twists, std::span<LoadAnswer> answers) {
    if (!options.json) load_answers(*model, twists, answers);
    for (std::size_t i = 0; i < twists.size(); ++i) {
      if (options.json) answers[i] = load_answer(*model, twists[i]);
      report.add(answers[i].state);
    }
  };
  stream_answers<Twist, LoadAnswer>(options.twists, Repeat::Question, ask, options, streams);
  report_surrogate(scenario, model->model_error(), options, streams);
  return report.outcome(streams.messages);
}

}  // namespace dryslip::cli
