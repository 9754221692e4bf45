#include "dryslip/friction_load/slip_kinks.hpp"

#include <cmath>
#include <variant>

#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/friction_load/detail/limit_curve.hpp"

namespace dryslip {
namespace {

using detail::LimitCurve;

Eigen::RowVector3d row_along(Vec2 d, Vec2 r) { return {d.x, d.y, cross(r, d)}; }

/// A contact of this support alone.
ContactPatch alone(const ContactPatch& patch, const Support& support, double normal_force) {
  ContactPatch result{
      .normal_force = normal_force, .mu = patch.mu, .mu_static = patch.mu_static, .supports = {support}};
  result.supports.front().share.reset();
  return result;
}

/// The side of a limit curve as a law of its own, seen from its middle.
PolygonLaw centered(const LimitCurve::Side& side, Vec2 heading) {
  const Vec2 half = 0.5 * rotated(side.left - side.right, heading);
  return {{half, -half}};
}

void add_kinks_of_place(const ContactPatch& contact, Vec2 place, std::vector<SlipKink>& kinks) {
  SlipKink rest{.rows = SlipKink::Rows(2, 3), .direction = std::nullopt, .place = place, .contact = contact};
  rest.rows.row(0) = row_along({1.0, 0.0}, place);
  rest.rows.row(1) = row_along({0.0, 1.0}, place);
  kinks.push_back(rest);
}

void add_kinks_of_sides(const ContactPatch& contact, Vec2 place, std::vector<SlipKink>& kinks) {
  const Support& support = contact.supports.front();
  const LimitCurve curve(support.law, contact, Coefficient::Kinetic);
  if (curve.heading().reference != Heading::Reference::Body) return;
  const Vec2 heading = unit_vector(curve.heading().angle);
  const bool is_point = std::holds_alternative<Points>(support.shape);
  for (const LimitCurve::Side& side : curve.sides()) {
    const Vec2 d = rotated(side.direction, heading);
    SlipKink kink{.rows = SlipKink::Rows(is_point ? 1 : 2, 3), .direction = d, .place = place, .contact = contact};
    kink.rows.row(0) = row_along(turned_left(d), place);
    // a support with a size must not turn; its spin counts as the slip at its gyration radius
    if (!is_point) kink.rows.row(1) << 0.0, 0.0, std::sqrt(squared_gyration_radius(contact, place));
    kink.contact.supports.front().law = centered(side, heading);
    kinks.push_back(kink);
  }
}

}  // namespace

std::vector<SlipKink> slip_kinks(const ContactPatch& patch) {
  std::vector<SlipKink> kinks;
  const std::vector<double> shares = normal_force_shares(patch);
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    const Support& support = patch.supports[i];
    const double force = patch.normal_force * shares[i];
    const auto* points = std::get_if<Points>(&support.shape);
    if (!points) {
      add_kinks_of_sides(alone(patch, support, force), support.center, kinks);
      continue;
    }
    double total = 0.0;
    for (const WeightedPoint& point : points->points) total += point.weight;
    for (const WeightedPoint& point : points->points) {
      if (!(force * point.weight > 0.0)) continue;
      Support one = support;
      one.shape = Points{{point}};
      const ContactPatch contact = alone(patch, one, force * point.weight / total);
      const Vec2 place = support.center + rotated(point.position, unit_vector(support.angle));
      add_kinks_of_place(contact, place, kinks);
      add_kinks_of_sides(contact, place, kinks);
    }
  }
  return kinks;
}

}  // namespace dryslip
