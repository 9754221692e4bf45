#include "dryslip/scenario/scenario.hpp"

#include "dryslip/contact_patch/gyration.hpp"

namespace dryslip {

std::optional<double> slider_inertia(const Scenario& scenario) {
  if (!scenario.slider) return {};
  const auto& [mass, inertia, center_of_mass] = *scenario.slider;
  if (inertia || !mass) return inertia;
  return *mass * squared_gyration_radius(scenario.contact, center_of_mass);
}

}  // namespace dryslip
