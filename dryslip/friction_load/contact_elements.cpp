#include "dryslip/friction_load/contact_elements.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "dryslip/contact_patch/static_twin.hpp"
#include "dryslip/friction_load/detail/limit_curve.hpp"

namespace dryslip {

using detail::LimitCurve;

struct ContactElement::Arc {
  LimitCurve curve;
  Vec2 heading;
  double normal_force = 0.0;

  Vec2 force(Vec2 slip) const { return normal_force * rotated(curve.arc_force(rotated_back(slip, heading)), heading); }
};

namespace {

/// The sectors of a point in the body frame, with the kinks at their ends.
std::vector<SlipSector> sectors_of(const LimitCurve& curve, double normal_force, Vec2 heading) {
  std::vector<SlipSector> result;
  // kinks follow the one of rest in the order of the sides
  const auto kink_of = [&](const LimitCurve::Side* side) -> std::optional<std::size_t> {
    if (!side) return std::nullopt;
    return 1 + static_cast<std::size_t>(side - curve.sides().data());
  };
  for (const LimitCurve::Sector& sector : curve.sectors()) {
    SlipSector s{.right = rotated(sector.right, heading),
                 .left = rotated(sector.left, heading),
                 .is_whole = sector.is_whole,
                 .side_at_right = kink_of(sector.side_at_right),
                 .side_at_left = kink_of(sector.side_at_left)};
    if (sector.corner) s.corner = normal_force * rotated(*sector.corner, heading);
    result.push_back(s);
  }
  return result;
}

/// The heading of a law whose forces are all along one line across it: a wheel, or half of one.
const Heading* heading_of_wheel(const FrictionLaw& law) {
  if (const auto* wheel = std::get_if<WheelLaw>(&law)) return &wheel->heading;
  const auto* free = std::get_if<FreeLaw>(&law);
  return free && free->half != FreeLaw::Half::None ? &free->heading : nullptr;
}

/// Treats rollers, lines that roll across themselves, as points: their forces are along the line, and so is the slip that counts, which
/// is constant along it.
ContactPatch with_rollers_as_points(ContactPatch patch) {
  for (Support& support : patch.supports) {
    const auto* line = std::get_if<Segment>(&support.shape);
    const Heading* heading = heading_of_wheel(support.law);
    if (!line || !heading) continue;
    const Vec2 along = rotated(line->to - line->from, unit_vector(support.angle));
    constexpr double rounding = 1e-12;
    if (std::abs(dot(along, unit_vector(heading->angle))) > rounding * length(along)) continue;
    support.shape = Points{{{0.5 * (line->from + line->to), 1.0}}};
    support.pressure = {};
  }
  return patch;
}

ContactElement make_element(const ContactPatch& patch, std::vector<SlipKink> kinks) {
  ContactElement element{.place = kinks.front().place, .kinks = std::move(kinks)};
  const SlipKink& first = element.kinks.front();
  if (!first.is_rest()) return element;
  const LimitCurve curve(first.contact.supports.front().law, patch, Coefficient::Kinetic);
  const Vec2 heading = unit_vector(curve.heading().angle);
  element.sectors = sectors_of(curve, first.contact.normal_force, heading);
  element.arc =
      std::make_shared<const ContactElement::Arc>(ContactElement::Arc{curve, heading, first.contact.normal_force});
  element.at_rest_statically = first.contact;
  Support& support = element.at_rest_statically->supports.front();
  support.law = static_law(support.law, patch);
  return element;
}

}  // namespace

std::size_t ContactElement::sector_of(Vec2 slip) const {
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    if (sectors[i].is_whole) return i;
    const double inside = std::min(cross(sectors[i].right, slip), cross(slip, sectors[i].left));
    if (inside > most) most = inside, best = i;
  }
  return best;
}

FrictionLoad ContactElement::load(std::size_t sector, const Twist& V) const {
  if (model) return model->load(V);
  if (sectors.empty()) return {};
  if (sectors[sector].corner) return load_at(place, *sectors[sector].corner);
  const Vec2 v = slip(V);
  return v == Vec2{} ? FrictionLoad{} : load_at(place, arc->force(v));
}

Mat3 ContactElement::hessian(std::size_t sector, const Twist& V) const {
  if (model) return model->hessian(V);
  const Vec2 v = slip(V);
  if (sectors.empty() || sectors[sector].corner || v == Vec2{}) return Mat3::Zero();
  const double size = length(v);
  const Vec2 across = turned_left((1.0 / size) * v);
  const Eigen::Vector3d a(across.x, across.y, cross(place, across));
  return arc->normal_force * arc->curve.arc_radius(rotated_back(v, arc->heading)) / size * a * a.transpose();
}

ContactElements::ContactElements(const ContactPatch& given, const FrictionModelOptions& options,
                                 std::shared_ptr<const FrictionModel> whole) {
  const ContactPatch patch = with_rollers_as_points(given);
  std::vector<SlipKink> kinks = slip_kinks(patch, options.coefficient);
  std::vector<const SlipKink*> all;
  for (const SlipKink& kink : kinks) all.push_back(&kink);
  const ContactPatch rest = without_supports(patch, all);
  if (kinks.empty()) {
    smooth = whole ? std::move(whole) : friction_model(patch, options);
  } else if (rest.normal_force > 0.0) {
    smooth = friction_model(rest, options);
  }
  if (smooth && !(smooth->scale().force > 0.0)) smooth.reset();
  for (auto from = kinks.begin(); from != kinks.end();) {
    const auto to = std::find_if(from, kinks.end(), [&](const SlipKink& kink) {
      return kink.support != from->support || kink.point != from->point;
    });
    const std::size_t support = from->support;
    const double normal_force = from->contact.normal_force;
    const bool is_point = from->is_rest();
    ContactElement element = make_element(patch, {std::make_move_iterator(from), std::make_move_iterator(to)});
    if (!is_point) {
      ContactPatch alone = patch;
      alone.supports = {patch.supports[support]};
      alone.supports.front().share.reset();
      alone.normal_force = normal_force;
      element.model = friction_model(alone, options);
    }
    elements.push_back(std::move(element));
    from = to;
  }
}

}  // namespace dryslip
