#include "dryslip/friction_load/detail/line_integral.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "dryslip/friction_load/detail/hessian_term.hpp"
#include "dryslip/friction_load/detail/segment_kernel.hpp"

namespace dryslip::detail {

namespace {

constexpr double two_pi = 2.0 * std::numbers::pi;

Vec2 slip_at(const BasicTwist<double>& V, Vec2 r) { return V.velocity + V.omega * turned_left(r); }

}  // namespace

LineIntegral::LineIntegral(LimitCurve law, double heading, double tolerance)
    : law_(std::move(law)), heading_(heading), tolerance_(tolerance) {}

LineIntegral LineIntegral::ring(LimitCurve law, double heading, double tolerance) {
  LineIntegral result(std::move(law), heading, tolerance);
  result.is_ring_ = true;
  return result;
}

LineIntegral LineIntegral::segment(const Straight& line, LimitCurve law, double heading, double tolerance) {
  LineIntegral result(std::move(law), heading, tolerance);
  result.straight_ = line;
  return result;
}

double LineIntegral::last_parameter() const { return is_ring_ ? two_pi : straight_.length; }

LineIntegral::Place LineIntegral::place(double parameter) const {
  if (!is_ring_) {
    const double part = parameter / straight_.length;
    return {.position = straight_.start + parameter * straight_.tangent,
            .pressure = straight_.ends[0] + part * (straight_.ends[1] - straight_.ends[0]),
            .heading = unit_vector(heading_),
            .slope = straight_.tangent,
            .turning = 0.0};
  }
  const Vec2 r = unit_vector(parameter);
  const auto reference = law_.heading().reference;
  const double base = reference == Heading::Reference::Body      ? 0.0
                      : reference == Heading::Reference::Tangent ? parameter + 0.5 * std::numbers::pi
                                                                 : parameter;
  return {.position = r,
          .pressure = 1.0 / two_pi,
          .heading = unit_vector(base + heading_),
          .slope = turned_left(r),
          .turning = reference == Heading::Reference::Body ? 0.0 : 1.0};
}

std::vector<double> LineIntegral::parameters_of_slip(const BasicTwist<double>& V, Vec2 direction) const {
  const double angle = std::atan2(direction.y, direction.x) + heading_;
  if (!is_ring_) {
    // cross(v, d) is linear along the segment
    const Vec2 d = unit_vector(angle);
    const double first = cross(slip_at(V, straight_.start), d);
    const double slope = V.omega * cross(turned_left(straight_.tangent), d);
    return slope == 0.0 ? std::vector<double>{} : std::vector<double>{-first / slope};
  }
  // cross(v, d) = A + B cos(ψ − ψ₀), for a fixed direction as for one that turns with the ring
  const double speed = length(V.velocity), alpha = std::atan2(V.velocity.y, V.velocity.x);
  double cosine = 0.0, zero = 0.0;
  switch (law_.heading().reference) {
    case Heading::Reference::Body:
      cosine = speed * std::sin(angle - alpha) / V.omega;
      zero = angle;
      break;
    case Heading::Reference::Tangent:
      cosine = -V.omega * std::sin(angle) / speed;
      zero = alpha - angle;
      break;
    case Heading::Reference::Radial:
      cosine = V.omega * std::cos(angle) / speed;
      zero = alpha - angle + 0.5 * std::numbers::pi;
      break;
  }
  if (!(std::abs(cosine) <= 1.0)) return {};
  std::vector<double> result{zero + std::acos(cosine), zero - std::acos(cosine)};
  for (double& psi : result) psi -= two_pi * std::floor(psi / two_pi);
  return result;
}

std::vector<double> LineIntegral::breaks(const BasicTwist<double>& V) const {
  std::vector<double> result{0.0, last_parameter()};
  for (const Vec2& direction : law_.breaks()) {
    for (const double parameter : parameters_of_slip(V, direction)) result.push_back(parameter);
  }
  // next to the center of rotation the slip turns fast
  if (V.omega != 0.0) {
    const Vec2 c = (1.0 / V.omega) * turned_left(V.velocity);
    const double psi = std::atan2(c.y, c.x);
    result.push_back(is_ring_ ? psi - two_pi * std::floor(psi / two_pi) : dot(c - straight_.start, straight_.tangent));
  }
  std::erase_if(result, [&](double x) { return !(x >= 0.0 && x <= last_parameter()); });
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<Vec2> LineIntegral::corner_between(const BasicTwist<double>& V, double from, double to) const {
  const Place at = place(0.5 * (from + to));
  const Vec2 slip = rotated_back(slip_at(V, at.position), at.heading);
  if (!law_.has_known_breaks() || slip == Vec2{} || law_.curvature_radius(slip) != 0.0) return std::nullopt;
  return law_.force(slip);
}

Integral<3> LineIntegral::load_at_corner(Vec2 force, double from, double to) const {
  if (!is_ring_) {
    const Vec2 f = rotated(force, unit_vector(heading_));
    const double size = to - from, p = place(from).pressure, q = place(to).pressure;
    const double sum = 0.5 * size * (p + q), moment = size / 6.0 * (from * (2.0 * p + q) + to * (p + 2.0 * q));
    return {{sum * f.x, sum * f.y, cross(sum * straight_.start + moment * straight_.tangent, f)}};
  }
  const double part = (to - from) / two_pi;
  // ∫ (cos ψ, sin ψ)
  const Vec2 sum = 1.0 / two_pi * Vec2{std::sin(to) - std::sin(from), std::cos(from) - std::cos(to)};
  const Place first = place(0.0);
  const Vec2 f = rotated(force, first.heading);
  if (first.turning == 0.0) return {{part * f.x, part * f.y, cross(sum, f)}};
  const Vec2 turned = rotated(f, sum);
  return {{turned.x, turned.y, part * cross(first.position, f)}};
}

template <class Real>
std::optional<BasicLoad<Real>> LineIntegral::load_on_circle(const BasicTwist<double>& V, const BasicTwist<Real>& same,
                                                            double from, double to) const {
  const std::optional<double> radius = law_.round_radius();
  if (is_ring_ || !radius || V.omega == 0.0) return std::nullopt;
  // digits are lost with the cube of the distance; far away quadrature needs one panel
  constexpr double near = 4.0;
  const Place first = place(from), last = place(to);
  const Vec2 center = 1.0 / V.omega * turned_left(V.velocity);
  if (!(length(0.5 * (first.position + last.position) - center) < near * (to - from))) return std::nullopt;
  const SegmentKernel part{first.position, straight_.tangent, to - from, {first.pressure, last.pressure}};
  const BasicLoad<Real> load = segment_load(part, same);
  const Real size(*radius);
  return BasicLoad<Real>{{size * load.force.x, size * load.force.y}, size * load.moment};
}

Integral<3> LineIntegral::load(const BasicTwist<double>& V) const {
  const auto integrand = [&](double parameter) {
    const Place at = place(parameter);
    const Vec2 slip = slip_at(V, at.position);
    if (slip == Vec2{}) return Integral<3>{};
    const Vec2 f = at.pressure * rotated(law_.force(rotated_back(slip, at.heading)), at.heading);
    return Integral<3>{{f.x, f.y, cross(at.position, f)}, 0.0, true};
  };
  const std::vector<double> all = breaks(V);
  Integral<3> result;
  std::vector<double> rest;  // breaks of the parts that have no closed form, as long as they follow one another
  const auto add_rest = [&] {
    if (rest.size() > 1) result += integrate_adaptively<3>(integrand, rest, tolerance_ * law_.largest_force());
    rest.clear();
  };
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (const auto force = corner_between(V, all[i], all[i + 1])) {
      add_rest();
      result += load_at_corner(*force, all[i], all[i + 1]);
    } else if (const auto part = load_on_circle(V, V, all[i], all[i + 1])) {
      add_rest();
      result += Integral<3>{{part->force.x, part->force.y, part->moment}};
    } else {
      if (rest.empty()) rest.push_back(all[i]);
      rest.push_back(all[i + 1]);
    }
  }
  add_rest();
  return result;
}

Integral<6> LineIntegral::hessian(const BasicTwist<double>& V) const {
  const auto integrand = [&](double parameter) {
    const Place at = place(parameter);
    const Vec2 slip = slip_at(V, at.position);
    if (slip == Vec2{}) return Integral<6>{};
    const double radius = law_.curvature_radius(rotated_back(slip, at.heading));
    const double size = length(slip);
    return hessian_term(at.position, (1.0 / size) * slip, at.pressure * radius / size);
  };
  const double largest = std::max(length(V.velocity), std::abs(V.omega));
  const double tolerance = tolerance_ * law_.largest_force() / largest;
  Integral<6> result;
  const std::vector<double> all = breaks(V);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (corner_between(V, all[i], all[i + 1])) continue;
    // with ends that stay: where the force jumps at one, that is added below
    if (const auto part = load_on_circle(V, with_derivatives(V), all[i], all[i + 1])) {
      const auto& [force, moment] = *part;
      result += Integral<6>{{force.x.dx, 0.5 * (force.x.dy + force.y.dx), 0.5 * (force.x.dz + moment.dx), force.y.dy,
                             0.5 * (force.y.dz + moment.dy), moment.dz}};
    } else {
      result += integrate_adaptively<6>(integrand, std::span(all).subspan(i, 2), tolerance);
    }
  }
  // the force jumps where the slip crosses the direction of a straight side
  for (const LimitCurve::Side& side : law_.sides()) {
    for (const double parameter : parameters_of_slip(V, side.direction)) {
      if (!(parameter >= 0.0 && parameter <= last_parameter())) continue;
      const Place at = place(parameter);
      const Vec2 slip = slip_at(V, at.position);
      const double size = length(slip);
      if (!(dot(rotated(side.direction, at.heading), slip) > 0.0)) continue;  // the opposite direction
      const double rate = cross(slip, V.omega * turned_left(at.slope)) / (size * size) - at.turning;
      if (rate == 0.0) continue;
      result += hessian_term(at.position, (1.0 / size) * slip,
                             at.pressure * length(side.left - side.right) / (size * std::abs(rate)));
    }
  }
  return result;
}

bool LineIntegral::slips_along_side(const BasicTwist<double>& V) const {
  // cross(v, d) is A + B cos ψ or linear: it vanishes everywhere if it does at three places with slip
  for (const double part : {0.1, 0.3, 0.45, 0.8}) {
    const Place at = place(part * last_parameter());
    const Vec2 slip = slip_at(V, at.position);
    if (slip != Vec2{} && !law_.side_of(rotated_back(slip, at.heading))) return false;
  }
  return true;
}

std::vector<SlipSlice> LineIntegral::side_slices(const BasicTwist<double>& V, int count) const {
  std::vector<SlipSlice> result;
  const double step = last_parameter() / count;
  for (int i = 0; i < count; ++i) {
    const Place at = place((i + 0.5) * step);
    const LimitCurve::Side* side = law_.side_of(rotated_back(slip_at(V, at.position), at.heading));
    if (side == nullptr) continue;  // a single place without slip
    result.push_back({.position = at.position,
                      .weight = at.pressure * step,
                      .ends = {rotated(side->right, at.heading), rotated(side->left, at.heading)}});
  }
  return result;
}

}  // namespace dryslip::detail
