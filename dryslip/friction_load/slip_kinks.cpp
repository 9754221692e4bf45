#include "dryslip/friction_load/slip_kinks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <variant>

#include "dryslip/contact_patch/gyration.hpp"
#include "dryslip/friction_load/detail/limit_curve.hpp"
#include "dryslip/friction_load/patch_friction.hpp"

namespace dryslip {
namespace {

using detail::LimitCurve;

Eigen::RowVector3d row_along(Vec2 d, Vec2 r) { return {d.x, d.y, cross(r, d)}; }

/// Both components of the slip at a place.
SlipKink::Rows point_rows(Vec2 place) {
  SlipKink::Rows rows(2, 3);
  rows.row(0) = row_along({1.0, 0.0}, place);
  rows.row(1) = row_along({0.0, 1.0}, place);
  return rows;
}

/// Whether two unit vectors are perpendicular.
bool is_across(Vec2 a, Vec2 b) {
  constexpr double rounding = 1e-12;
  return std::abs(dot(a, b)) <= rounding;
}

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

/// Normal force on each point of a support [N].
std::vector<double> forces_of_points(const Points& points, double normal_force) {
  double total = 0.0;
  for (const WeightedPoint& point : points.points) total += point.weight;
  std::vector<double> result;
  for (const WeightedPoint& point : points.points) result.push_back(normal_force * point.weight / total);
  return result;
}

void add_kinks_of_place(const ContactPatch& contact, Vec2 place, std::vector<SlipKink>& kinks) {
  kinks.push_back({.rows = point_rows(place), .place = place, .contact = contact, .load = {}});
}

/// A ring whose law turns with it slips along one side of the law everywhere where it turns about its center. What it can add
/// there, forces across the slip of any size up to q at each place, has every resultant up to (2/π) q: that of a point.
void add_kinks_of_ring(const ContactPatch& contact, const LimitCurve& curve, Vec2 place, std::vector<SlipKink>& kinks) {
  const auto& ring = std::get<Ring>(contact.supports.front().shape);
  const double tangent = curve.heading().reference == Heading::Reference::Radial ? 0.5 * std::numbers::pi : 0.0;
  for (const double spin : {1.0, -1.0}) {
    const Vec2 slip = spin * unit_vector(tangent - curve.heading().angle);  // in the frame of the law
    for (const LimitCurve::Side& side : curve.sides()) {
      if (!is_across(turned_left(side.direction), slip) || !(dot(side.direction, slip) > 0.0)) continue;
      const double along = dot(slip, side.right), across = 0.5 * length(side.left - side.right);
      SlipKink kink{.rows = point_rows(place), .spin = spin, .place = place, .contact = contact, .load = {}};
      kink.load.moment = spin * contact.normal_force * ring.radius * along;
      kink.contact.supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}},
                                .center = place,
                                .law = IsotropicLaw{{.mu = 2.0 / std::numbers::pi * across}}}};
      kinks.push_back(kink);
    }
  }
}

/// The force of a slip direction in the body frame, and the side that belongs to it, if there is one.
struct ForceOfSlip {
  Vec2 middle;
  double reach = 0.0;  // half the length of the side
};
ForceOfSlip force_of(const LimitCurve& curve, Vec2 slip) {
  const Vec2 heading = unit_vector(curve.heading().angle), own = rotated_back(slip, heading);
  for (const LimitCurve::Side& side : curve.sides()) {
    if (!is_across(turned_left(side.direction), own) || !(dot(side.direction, own) > 0.0)) continue;
    return {0.5 * rotated(side.left + side.right, heading), 0.5 * length(side.left - side.right)};
  }
  return {rotated(curve.force(own), heading)};
}

/// Unit vector along a segment, body frame.
Vec2 direction_of(const Segment& segment, const Support& support) {
  const Vec2 chord = segment.to - segment.from;
  return rotated((1.0 / length(chord)) * chord, unit_vector(support.angle));
}

/// A line whose law has a side along it, one way or both.
std::optional<SlipKink> kink_of_line(const ContactPatch& contact, const LimitCurve& curve) {
  const Support& support = contact.supports.front();
  const auto* segment = std::get_if<Segment>(&support.shape);
  if (!segment) return std::nullopt;
  const auto [first, last] = segment->ends;
  RollingLine line{.middle = support.center + rotated(0.5 * (segment->from + segment->to), unit_vector(support.angle)),
                   .along = direction_of(*segment, support),
                   .half_length = 0.5 * length(segment->to - segment->from),
                   .normal_force = contact.normal_force,
                   .gradient = (last - first) / (last + first)};
  const auto side_to = [&](Vec2 slip) -> RollingLine::Side {
    const ForceOfSlip force = force_of(curve, slip);
    return {dot(turned_left(line.along), force.middle), dot(line.along, force.middle), force.reach};
  };
  line.left = side_to(turned_left(line.along));
  line.right = side_to(-turned_left(line.along));
  if (!(line.most_reach() > 0.0)) return std::nullopt;
  SlipKink kink{.rows = SlipKink::Rows(1, 3), .place = line.middle, .contact = contact, .load = {}, .line = line};
  kink.rows.row(0) = row_along(line.along, line.middle);
  const Vec2 most = line.most_reach() / line.normal_force * line.along;
  kink.contact.supports = {
      {.shape = Points{{{{0.0, 0.0}, 1.0}}}, .center = line.middle, .law = PolygonLaw{{most, -most}}}};
  return kink;
}

void add_kinks_of_sides(const ContactPatch& contact, Coefficient which, Vec2 place, std::vector<SlipKink>& kinks) {
  const Support& support = contact.supports.front();
  const LimitCurve curve(support.law, contact, which);
  if (curve.heading().reference != Heading::Reference::Body) return add_kinks_of_ring(contact, curve, place, kinks);
  const Vec2 heading = unit_vector(curve.heading().angle);
  const bool is_point = std::holds_alternative<Points>(support.shape);
  const std::optional<SlipKink> line = kink_of_line(contact, curve);
  if (line) kinks.push_back(*line);
  for (const LimitCurve::Side& side : curve.sides()) {
    const Vec2 d = rotated(side.direction, heading);
    if (line && is_across(d, line->line->along)) continue;
    const Vec2 force = contact.normal_force * 0.5 * rotated(side.left + side.right, heading);
    SlipKink kink{.rows = SlipKink::Rows(is_point ? 1 : 2, 3),
                  .direction = d,
                  .place = place,
                  .contact = contact,
                  .load = {force, cross(is_point ? place : center_of_pressure(contact), force)}};
    kink.rows.row(0) = row_along(turned_left(d), place);
    // a support with a size must not turn; its spin counts as the slip at its gyration radius
    if (!is_point) kink.rows.row(1) << 0.0, 0.0, std::sqrt(squared_gyration_radius(contact, place));
    kink.contact.supports.front().law = centered(side, heading);
    kinks.push_back(kink);
  }
}

}  // namespace

ContactPatch SlipKink::contact_at(const Twist& V) const {
  ContactPatch result = contact;
  if (line) result.normal_force *= line->reach(V) / line->most_reach();
  return result;
}

std::vector<SlipKink> slip_kinks(const ContactPatch& patch, Coefficient which) {
  std::vector<SlipKink> kinks;
  const std::vector<double> shares = normal_force_shares(patch);
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    const Support& support = patch.supports[i];
    if (const auto* free = std::get_if<FreeLaw>(&support.law); free && free->half == FreeLaw::Half::None) continue;
    const double force = patch.normal_force * shares[i];
    const auto* points = std::get_if<Points>(&support.shape);
    if (!points) {
      const std::size_t first = kinks.size();
      add_kinks_of_sides(alone(patch, support, force), which, support.center, kinks);
      for (std::size_t k = first; k < kinks.size(); ++k) kinks[k].support = i;
      continue;
    }
    const std::vector<double> forces = forces_of_points(*points, force);
    for (std::size_t j = 0; j < forces.size(); ++j) {
      if (!(forces[j] > 0.0)) continue;
      Support one = support;
      one.shape = Points{{points->points[j]}};
      const ContactPatch contact = alone(patch, one, forces[j]);
      const Vec2 place = support.center + rotated(points->points[j].position, unit_vector(support.angle));
      const std::size_t first = kinks.size();
      add_kinks_of_place(contact, place, kinks);
      add_kinks_of_sides(contact, which, place, kinks);
      for (std::size_t k = first; k < kinks.size(); ++k) kinks[k].support = i, kinks[k].point = j;
    }
  }
  return kinks;
}

void add_support(ContactPatch& contact, const Support& support, double normal_force) {
  if (!(normal_force > 0.0)) return;
  contact.supports.push_back(support);
  contact.supports.back().share = normal_force;
  contact.normal_force += normal_force;
}

ContactPatch without_supports(const ContactPatch& patch, std::span<const SlipKink* const> kinks) {
  const auto is_left_out = [&](std::size_t support, std::size_t point) {
    return std::any_of(kinks.begin(), kinks.end(),
                       [&](const SlipKink* kink) { return kink->support == support && kink->point == point; });
  };
  const std::vector<double> forces = normal_forces(patch);
  ContactPatch result{.normal_force = 0.0, .mu = patch.mu, .mu_static = patch.mu_static, .supports = {}};
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    const auto* points = std::get_if<Points>(&patch.supports[i].shape);
    if (!points) {
      if (!is_left_out(i, 0)) add_support(result, patch.supports[i], forces[i]);
      continue;
    }
    const std::vector<double> each = forces_of_points(*points, forces[i]);
    Support rest = patch.supports[i];
    Points left;
    double force = 0.0;
    for (std::size_t j = 0; j < each.size(); ++j) {
      if (is_left_out(i, j) || !(each[j] > 0.0)) continue;
      left.points.push_back(points->points[j]);
      force += each[j];
    }
    rest.shape = left;
    add_support(result, rest, force);
  }
  return result;
}

}  // namespace dryslip
