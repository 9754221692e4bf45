#include "cli/contact_summary.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/friction_load/patch_friction.hpp"

namespace dryslip::cli {
namespace {

using Json = nlohmann::ordered_json;

Json pair(Vec2 v) { return {v.x, v.y}; }

struct ShapeSummary {
  Json operator()(const Rectangle& s) const { return {{"size", pair(s.size)}}; }
  Json operator()(const Polygon& s) const {
    std::size_t vertices = 0;
    for (const auto& loop : s.loops) vertices += loop.size();
    return {{"loops", s.loops.size()}, {"vertices", vertices}};
  }
  Json operator()(const Disk& s) const { return {{"radius", s.radius}}; }
  Json operator()(const Ring& s) const { return {{"radius", s.radius}}; }
  Json operator()(const Annulus& s) const { return {{"radii", s.radii}}; }
  Json operator()(const Ellipse& s) const { return {{"semi_axes", pair(s.semi_axes)}}; }
  Json operator()(const Segment& s) const { return {{"from", pair(s.from)}, {"to", pair(s.to)}, {"ends", s.ends}}; }
  Json operator()(const Points& s) const {
    Json points = Json::array();
    for (const WeightedPoint& point : s.points) points.push_back({point.position.x, point.position.y, point.weight});
    return {{"points", points}};
  }
};

struct PressureSummary {
  Json operator()(const UniformPressure&) const { return Json::object(); }
  Json operator()(const LinearPressure& p) const { return {{"gradient", pair(p.gradient)}}; }
  Json operator()(const HertzPressure& p) const { return {{"shift", p.shift}, {"direction", p.direction}}; }
  Json operator()(const PunchPressure&) const { return Json::object(); }
  Json operator()(const ExpressionPressure& p) const { return {{"value", p.value.text()}}; }
  Json operator()(const GridPressure& p) const {
    return {{"origin", pair(p.origin)},
            {"spacing", pair(p.spacing)},
            {"nodes", {p.columns, p.columns == 0 ? 0 : p.values.size() / p.columns}}};
  }
};

Json heading_summary(const Heading& heading) {
  if (heading.reference == Heading::Reference::Radial) return "radial";
  if (heading.reference == Heading::Reference::Tangent) return heading.angle == 0.0 ? "tangent" : "-tangent";
  return heading.angle;
}

struct LawSummary {
  const ContactPatch& patch;

  Json operator()(const IsotropicLaw& law) const { return coefficients(law.coefficients); }
  Json operator()(const EllipticLaw& law) const {
    return {{"mu", law.mu}, {"mu_static", law.mu_static.value_or(law.mu)}, {"heading", heading_summary(law.heading)}};
  }
  Json operator()(const WheelLaw& law) const { return with_heading(law); }
  Json operator()(const RustyWheelLaw& law) const {
    Json summary = with_heading(law);
    summary["axle"] = law.axle;
    return summary;
  }
  Json operator()(const RatchetLaw& law) const { return with_heading(law); }
  Json operator()(const PolygonLaw& law) const { return {{"vertices", law.vertices.size()}}; }
  Json operator()(const FreeLaw& law) const {
    if (law.half == FreeLaw::Half::None) return Json::object();
    Json summary = with_heading(law);
    summary["half"] = law.half == FreeLaw::Half::Left ? "left" : "right";
    return summary;
  }
  Json operator()(const CustomLaw& law) const {
    Json summary{{"value", law.value.text()}, {"turn", law.turn}};
    if (const auto found = find_power_violation(law))
      summary["power_violation"] = {{"force", pair(found->force)},
                                    {"slip", pair(found->slip)},
                                    {"other_force", pair(found->other_force)},
                                    {"deficit", found->deficit}};
    return summary;
  }

 private:
  Json coefficients(const Coefficients& own) const {
    return {{"mu", resolve_coefficient(own, patch, Coefficient::Kinetic)},
            {"mu_static", resolve_coefficient(own, patch, Coefficient::Static)}};
  }
  template <class Law>
  Json with_heading(const Law& law) const {
    Json summary{{"heading", heading_summary(law.heading)}};
    summary.update(coefficients(law.coefficients));
    return summary;
  }
};

/// How the load of a support is computed.
const char* method_of(Support support, const ContactPatch& patch) {
  support.share = {};
  ContactPatch alone = patch;
  alone.supports = {std::move(support)};
  return friction_model(alone)->is_closed_form() ? "closed form" : "integrated";
}

/// The type first, then its keys.
Json named(const char* key, const char* name, const Json& rest) {
  Json summary{{key, name}};
  summary.update(rest);
  return summary;
}

}  // namespace

Json shape_summary(const Shape& shape) { return named("shape", word_of(shape), std::visit(ShapeSummary{}, shape)); }

Json pressure_summary(const Pressure& pressure) {
  return named("type", word_of(pressure), std::visit(PressureSummary{}, pressure));
}

Json law_summary(const FrictionLaw& law, const ContactPatch& patch) {
  return named("type", word_of(law), std::visit(LawSummary{patch}, law));
}

Json contact_summary(const Scenario& scenario) {
  const ContactPatch& patch = scenario.contact;
  const bool given = scenario.normal_force_source == Scenario::NormalForceSource::Given;
  Json contact{{"normal_force", patch.normal_force},
               {"normal_force_source", given ? "given" : "mass * gravity * cos(tilt)"},
               {"model", word_of(scenario.model)},
               {"tolerance", scenario.load_tolerance},
               {"center_of_pressure", pair(center_of_pressure(patch))},
               {"support", Json::array()}};
  const std::vector<double> forces = normal_forces(patch);
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    const Support& support = patch.supports[i];
    Json summary = shape_summary(support.shape);
    summary["center"] = pair(support.center);
    summary["angle"] = support.angle;
    summary["pressure"] = pressure_summary(support.pressure);
    summary["law"] = law_summary(support.law, patch);
    summary["normal_force"] = forces[i];
    summary["method"] = method_of(support, patch);
    contact["support"].push_back(summary);
  }
  return contact;
}

}  // namespace dryslip::cli
