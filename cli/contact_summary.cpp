#include "cli/contact_summary.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "cli/record_summary.hpp"
#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/friction_load/patch_friction.hpp"

namespace dryslip {

// Values of many numbers are shown by their count.

static nlohmann::ordered_json record_summary(const Polygon& shape) {
  std::size_t vertices = 0;
  for (const auto& loop : shape.loops) vertices += loop.size();
  return {{"loops", shape.loops.size()}, {"vertices", vertices}};
}
static nlohmann::ordered_json record_summary(const GridPressure& grid) {
  return {{"origin", {grid.origin.x, grid.origin.y}},
          {"spacing", {grid.spacing.x, grid.spacing.y}},
          {"nodes", {grid.columns, grid.columns == 0 ? 0 : grid.values.size() / grid.columns}}};
}
static nlohmann::ordered_json record_summary(const PolygonLaw& law) { return {{"vertices", law.vertices.size()}}; }

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

Json pair(Vec2 v) { return {v.x, v.y}; }

Json power_violation(const PowerViolation& found) {
  return {{"force", pair(found.force)},
          {"slip", pair(found.slip)},
          {"other_force", pair(found.other_force)},
          {"deficit", found.deficit}};
}

/// The law with the coefficients that it takes from the contact.
FrictionLaw with_coefficients(FrictionLaw law, const ContactPatch& patch) {
  const auto fill = [&]<class Law>(Law& own) {
    if constexpr (requires { own.coefficients; })
      own.coefficients = {resolve_coefficient(own.coefficients, patch, Coefficient::Kinetic),
                          resolve_coefficient(own.coefficients, patch, Coefficient::Static)};
    if constexpr (std::is_same_v<Law, EllipticLaw>) own.mu_static = own.mu_static.value_or(own.mu);
  };
  std::visit(fill, law);
  return law;
}

Json law_summary(const FrictionLaw& law, const ContactPatch& patch) {
  const auto* free = std::get_if<FreeLaw>(&law);
  if (free != nullptr && free->half == FreeLaw::Half::None) return {{"type", word_of(law)}};  // nothing else counts
  Json summary = detail::value_summary(with_coefficients(law, patch));
  if (const auto* custom = std::get_if<CustomLaw>(&law))
    if (const auto found = find_power_violation(*custom)) summary["power_violation"] = power_violation(*found);
  return summary;
}

Json support_summary(Support support, const ContactPatch& patch, double normal_force) {
  support.share = {};  // the force says it
  Json summary = record_summary(support);
  summary["law"] = law_summary(support.law, patch);
  summary["normal_force"] = normal_force;
  return summary;
}

}  // namespace

Json contact_summary(const Scenario& scenario, const Contact& made) {
  const ContactPatch& patch = scenario.contact;
  const bool given = scenario.normal_force_source == Scenario::NormalForceSource::Given;
  Json contact{{"normal_force", patch.normal_force},
               {"normal_force_source", given ? "given" : "mass * gravity * cos(tilt)"},
               {"model", word_of(scenario.model)},
               {"tolerance", scenario.load_tolerance},
               {"center_of_pressure", pair(center_of_pressure(patch))},
               {"support", Json::array()}};
  const std::vector<double> forces = normal_forces(patch);
  const auto exact = made.exact().model();
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    contact["support"].push_back(support_summary(patch.supports[i], patch, forces[i]));
    contact["support"].back()["method"] = exact->has_closed_form(i) ? "closed form" : "integrated";
  }
  return contact;
}

}  // namespace cli
}  // namespace dryslip
