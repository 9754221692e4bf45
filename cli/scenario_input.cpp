#include "cli/scenario_input.hpp"

#include <istream>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "cli/answer_stream.hpp"
#include "cli/progress_bar.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/scenario/read_scenario.hpp"

namespace dryslip::cli {

std::string read_scenario_text(const std::string& name, const Streams& streams) {
  if (name == "-") return {std::istreambuf_iterator<char>(streams.in), std::istreambuf_iterator<char>()};
  try {
    return file_reader("")(name);
  } catch (const std::runtime_error& error) {
    throw ScenarioError(name, 0, error.what());
  }
}

Scenario read_contact_scenario(const std::string& name, const Streams& streams) {
  Scenario scenario = read_scenario_input(name, streams);
  if (scenario.contact.supports.empty())
    throw InvalidInput("ball", "given without [contact], which this command needs; simulate and check read balls");
  return scenario;
}

Scenario read_scenario_input(const std::string& name, const Streams& streams) {
  if (name != "-") return read_scenario(name);
  return parse_scenario(read_scenario_text(name, streams), "<stdin>", file_reader("."));
}

std::string scenario_name(const CommonOptions& options) {
  return options.scenario == "-" ? "<stdin>" : options.scenario;
}

Scenario with_exact_contact(Scenario scenario, const CommonOptions& options, const Streams& streams) {
  if (scenario.model != ContactModel::Exact && !options.quiet) {
    streams.messages << "remark: contact.model = \"" << word_of(scenario.model)
                     << "\" is ignored: this command uses the exact contact\n";
  }
  scenario.model = ContactModel::Exact;
  return scenario;
}

void fit_surrogate(const Contact& contact, Coefficient which, const CommonOptions& options, const Streams& streams) {
  if (contact.options().model == ContactModel::Exact) return;
  ProgressBar bar(streams.messages, progress_visibility(options, streams));
  contact.model(which, bar.progress());
}

void report_surrogate(const Scenario& scenario, double model_error, const CommonOptions& options,
                      const Streams& streams) {
  if (options.quiet || scenario.model == ContactModel::Exact) return;
  streams.messages << "remark: contact.model = \"" << word_of(scenario.model)
                   << "\" replaces the exact contact: relative error of its loads up to " << number_text(model_error, 3)
                   << " (dryslip fit compares all surrogates)\n";
}

}  // namespace dryslip::cli
