#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/scenario_input.hpp"
#include "dryslip/limit_surface/special_points.hpp"

namespace dryslip::cli {
namespace {

using Json = nlohmann::ordered_json;

Json pair(Vec2 r) { return {r.x, r.y}; }

/// The set of all points beside the one that stands for it.
struct SetWriter {
  Json operator()(NoPoint) const { return "none"; }
  Json operator()(Vec2 r) const { return pair(r); }
  Json operator()(const SegmentOfPoints& segment) const {
    return {{"type", "segment"}, {"ends", {pair(segment.ends[0]), pair(segment.ends[1])}}};
  }
  Json operator()(const RayOfPoints& ray) const {
    return {{"type", "ray"}, {"end", pair(ray.end)}, {"direction", pair(ray.direction)}};
  }
  Json operator()(const HalfPlaneOfPoints& half) const {
    return {{"type", "half_plane"}, {"point", pair(half.point)}, {"inward", pair(half.inward)}};
  }
  Json operator()(const LineOfPoints& line) const {
    return {{"type", "line"}, {"point", pair(line.point)}, {"direction", pair(line.direction)}};
  }
  Json operator()(const StripOfPoints& strip) const {
    return {
        {"type", "strip"}, {"ends", {pair(strip.ends[0]), pair(strip.ends[1])}}, {"direction", pair(strip.direction)}};
  }
  Json operator()(const RegionOfPoints& region) const {
    Json outline = Json::array();
    for (const Vec2 r : region.outline) outline.push_back(pair(r));
    return {{"type", "region"}, {"outline", std::move(outline)}};
  }
  Json operator()(WholePlane) const { return {{"type", "plane"}}; }
};

Json summary_of(const PointSet& set) {
  Json all = std::visit(SetWriter{}, set);
  if (!all.is_object()) return all;  // one point, or none
  return {{"point", pair(point_of(set))}, {"set", std::move(all)}};
}

}  // namespace

Outcome points_command(const PointsOptions& options, const Streams& streams) {
  const Scenario scenario = with_exact_contact(read_contact_scenario(options.scenario, streams), options, streams);
  const SpecialPoints points = find_special_points(*contact_of(scenario).surface());
  const Json result{{"center_of_pressure", pair(points.center_of_pressure)},
                    {"center_of_friction", summary_of(points.center_of_friction)},
                    {"center_of_twist", summary_of(points.center_of_twist)},
                    {"least_moment", points.least_moment}};
  OutputFile output(options.out, streams.out);
  output.write(result.dump(2) + "\n");
  output.finish();
  return Outcome::Done;
}

}  // namespace dryslip::cli
