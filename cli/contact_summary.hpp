#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dryslip/contact/contact.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/files/result_sink.hpp"
#include "dryslip/scenario/scenario.hpp"

namespace dryslip::cli {

struct SupportSummary {
  /// With the coefficients that its law takes from the contact, and without a share: the force says it.
  Support support;
  std::optional<PowerViolation> violation;
  double normal_force = 0.0;  ///< [N]
  const char* method = "";    ///< how its load is computed
};

/// What was understood of the contact of a scenario, in its own words: coefficients, defaults and normal forces are filled in.
struct ContactSummary {
  double normal_force = 0.0;  ///< [N]
  const char* normal_force_source = "";
  ContactModel model = ContactModel::Exact;
  double tolerance = 0.0;   ///< of integrated loads [-]
  Vec2 center_of_pressure;  ///< [m]
  std::vector<SupportSummary> supports;
};

/// `made` is the contact_of() the scenario.
ContactSummary contact_summary(const Scenario& scenario, const Contact& made);

void write(const ContactSummary& contact, ResultSink& sink);

/// Several lines for people.
std::string readable(const ContactSummary& contact);

}  // namespace dryslip::cli
