#include "reproduce/Goyal1991/point_law.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "dryslip/friction_load/facet_motions.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {

ContactPatch support_alone(const Scenario& scenario, std::size_t support) {
  ContactPatch patch = scenario.contact;
  patch.supports = {scenario.contact.supports.at(support)};
  return patch;
}

double slip_direction(int i) { return 2.0 * std::numbers::pi * i / slip_directions; }

PointLaw::PointLaw(ContactPatch point) : point_(std::move(point)), model_(friction_model(point_)) {}

Vec2 PointLaw::force(double slip_angle) const { return model_->load({unit_vector(slip_angle), 0.0}).force; }

double PointLaw::reach(double angle) const { return model_->dissipation({unit_vector(angle), 0.0}); }

std::vector<StraightSide> PointLaw::sides() const {
  std::vector<StraightSide> sides;
  for (const Twist& V : possible_facet_motions(point_)) {
    if (V.omega != 0.0) continue;
    const LoadSet loads = model_->load_set(V);
    if (loads.terms.size() != 1) continue;
    if (const auto* side = std::get_if<LoadSegment>(&loads.terms[0])) {
      sides.push_back({std::atan2(V.velocity.y, V.velocity.x), length(side->ends[1].force - side->ends[0].force)});
    }
  }
  std::sort(sides.begin(), sides.end(),
            [](const StraightSide& a, const StraightSide& b) { return a.slip_angle < b.slip_angle; });
  return sides;
}

double PointLaw::worst_deficit() const {
  std::vector<Vec2> forces;
  for (int i = 0; i < slip_directions; ++i) forces.push_back(force(slip_direction(i)));
  double worst = 0.0;
  for (int i = 0; i < slip_directions; ++i) {
    for (const Vec2 other : forces)
      worst = std::max(worst, dot(other - forces[static_cast<std::size_t>(i)], unit_vector(slip_direction(i))));
  }
  return worst;
}

NormalCurve PointLaw::curve(const std::string& title, const std::string& remark) const {
  NormalCurve curve = limit_curve(point_);
  curve.title = title;
  curve.remark = remark;
  return curve;
}

ItemFile PointLaw::curve_file(const std::string& name) const {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < slip_directions; ++i) {
    const Vec2 f = force(slip_direction(i));
    rows.push_back({slip_direction(i), f.x, f.y});
  }
  return csv_file(name, "slip_angle,fx,fy", rows);
}

ItemFile curves_picture(const std::string& title, const std::vector<NormalCurve>& curves, const std::string& caption,
                        const std::string& name) {
  return {
      name,
      draw_limit_curves(title, "Force on the support per normal force; arrows: the slip that belongs to it", curves),
      caption};
}

}  // namespace dryslip::reproduce
