#pragma once

#include <string>

#include "cli/commands.hpp"
#include "dryslip/scenario/scenario.hpp"

namespace dryslip::cli {

/// The text of a scenario file, or of standard input for "-". Throws ScenarioError where it cannot be read.
std::string read_scenario_text(const std::string& name, const Streams& streams);

/// The scenario of a file, or of standard input for "-" (then files named in it are relative to the current folder).
Scenario read_scenario_input(const std::string& name, const Streams& streams);
/// A scenario for commands about a contact: throws InvalidInput where there is none, as for a ball alone.
Scenario read_contact_scenario(const std::string& name, const Streams& streams);

/// The scenario as messages call it.
std::string scenario_name(const CommonOptions& options);

/// The scenario for a command that is about the contact itself: a surrogate is ignored, with a remark.
Scenario with_exact_contact(Scenario scenario, const CommonOptions& options, const Streams& streams);

/// Fits the surrogate of a contact, where it has one that is not there yet, with a progress bar. Throws as Contact::surface().
void fit_surrogate(const Contact& contact, Coefficient which, const CommonOptions& options, const Streams& streams);

/// Prints the error of a surrogate as a remark.
void report_surrogate(const Scenario& scenario, double model_error, const CommonOptions& options,
                      const Streams& streams);

}  // namespace dryslip::cli
