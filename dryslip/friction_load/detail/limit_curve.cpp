#include "dryslip/friction_load/detail/limit_curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>

#include "dryslip/contact_patch/maximum_power.hpp"

namespace dryslip::detail {

namespace {

/// Sign of a slip component; zero below zero_slip of the slip.
double sign_of(double component, double slip) {
  if (std::abs(component) <= zero_slip * slip) return 0.0;
  return component > 0.0 ? 1.0 : -1.0;
}

constexpr Vec2 along{1.0, 0.0};
constexpr Vec2 across{0.0, 1.0};

}  // namespace

/// Segment |f·n| ≤ strength with the heading turned by `turn`.
void LimitCurve::make_wheel(double strength, double turn) {
  kind_ = Kind::Wheel;
  heading_.angle += turn;
  k_ = strength;
  sides_ = {{along, {0.0, -k_}, {0.0, k_}}, {-along, {0.0, k_}, {0.0, -k_}}};
}

LimitCurve::LimitCurve(const FrictionLaw& law, const ContactPatch& patch, Coefficient which) {
  std::visit([&](const auto& own) { make(own, {patch, which}); }, law);
  if (k_ == 0.0 && kind_ != Kind::Polygon && kind_ != Kind::Custom) {
    kind_ = Kind::Free;
    sides_.clear();
    breaks_.clear();
  }
  for (const Side& side : sides_) breaks_.push_back(side.direction);
  find_largest_force();
}

void LimitCurve::make(const IsotropicLaw& law, const OnPatch& on) {
  kind_ = Kind::Round;
  k_ = on.coefficient(law.coefficients);
}

void LimitCurve::make(const EllipticLaw& law, const OnPatch& on) {
  heading_ = law.heading;
  const auto& mu = on.which == Coefficient::Static && law.mu_static ? *law.mu_static : law.mu;
  k_ = mu[0];
  k2_ = mu[1];
  kind_ = Kind::Elliptic;
  // without friction along or across the heading the ellipse is a segment: a wheel
  if (k_ == 0.0) {
    make_wheel(k2_, 0.0);
  } else if (k2_ == 0.0) {
    make_wheel(k_, -std::numbers::pi / 2.0);
  }
}

void LimitCurve::make(const WheelLaw& law, const OnPatch& on) {
  heading_ = law.heading;
  make_wheel(on.coefficient(law.coefficients), 0.0);
}

void LimitCurve::make(const RustyWheelLaw& law, const OnPatch& on) {
  kind_ = Kind::RustyWheel;
  heading_ = law.heading;
  k_ = on.coefficient(law.coefficients);
  // the static set is the kinetic one scaled
  k2_ = law.axle * k_ / resolve_coefficient(law.coefficients, on.patch, Coefficient::Kinetic);
  const double q = std::sqrt((k_ - k2_) * (k_ + k2_));
  sides_ = {{along, {k2_, -q}, {k2_, q}}, {-along, {-k2_, q}, {-k2_, -q}}};
  const double cosine = k2_ / k_, sine = q / k_;
  breaks_ = {{cosine, sine}, {-cosine, sine}, {-cosine, -sine}, {cosine, -sine}};
}

void LimitCurve::make(const RatchetLaw& law, const OnPatch& on) {
  kind_ = Kind::Ratchet;
  heading_ = law.heading;
  k_ = on.coefficient(law.coefficients);
  sides_ = {{along, {0.0, -k_}, {0.0, k_}}};
  breaks_ = {across, -across};
  is_symmetric_ = false;
}

void LimitCurve::make(const PolygonLaw& law, const OnPatch& /*on*/) {
  kind_ = Kind::Polygon;
  vertices_ = convex_vertices(law);
  const std::size_t n = vertices_.size();
  for (std::size_t i = 0; n > 1 && i < n; ++i) {
    const Vec2 edge = vertices_[(i + 1) % n] - vertices_[i];
    sides_.push_back({(-1.0 / length(edge)) * turned_left(edge), vertices_[i], vertices_[(i + 1) % n]});
  }
  is_symmetric_ = false;
}

void LimitCurve::make(const FreeLaw& law, const OnPatch& on) {
  if (law.half == FreeLaw::Half::None) return;
  kind_ = Kind::Half;
  heading_ = law.heading;
  k_ = on.coefficient(law.coefficients);
  k2_ = law.half == FreeLaw::Half::Left ? k_ : -k_;  // the end of the segment on n
  const Vec2 end{0.0, k2_}, none{};
  sides_ = law.half == FreeLaw::Half::Left ? std::vector<Side>{{along, none, end}, {-along, end, none}}
                                           : std::vector<Side>{{along, end, none}, {-along, none, end}};
  is_symmetric_ = false;
}

void LimitCurve::make(const CustomLaw& law, const OnPatch& /*on*/) {
  if (obeys_maximum_power(law)) {  // only a circle does
    kind_ = Kind::Round;
    k_ = law.value(std::array{0.0});
    return;
  }
  custom_ = law;
  kind_ = Kind::Custom;
  is_symmetric_ = false;
}

void LimitCurve::find_largest_force() {
  largest_force_ = std::max(k_, kind_ == Kind::Elliptic ? k2_ : 0.0);
  for (const Vec2& vertex : vertices_) largest_force_ = std::max(largest_force_, length(vertex));
  if (!custom_) return;
  for (int i = 0; i < 360; ++i) {
    largest_force_ = std::max(largest_force_, length(force(unit_vector(i * std::numbers::pi / 180.0))));
  }
}

std::optional<double> LimitCurve::isotropic_coefficient() const {
  if (kind_ == Kind::Round) return k_;
  if (kind_ == Kind::Free) return 0.0;
  return std::nullopt;
}

const LimitCurve::Side* LimitCurve::side_of(Vec2 slip) const {
  const double size = length(slip);
  for (const Side& side : sides_) {
    if (std::abs(cross(side.direction, slip)) <= zero_slip * size && dot(side.direction, slip) > 0.0) return &side;
  }
  return nullptr;
}

/// Vertex of a polygonal curve with the largest power.
Vec2 LimitCurve::corner_of(Vec2 slip) const {
  return *std::max_element(vertices_.begin(), vertices_.end(),
                           [&](const Vec2& a, const Vec2& b) { return dot(a, slip) < dot(b, slip); });
}

Vec2 LimitCurve::force(Vec2 slip) const {
  const double size = length(slip);
  switch (kind_) {
    case Kind::Round:
      return (k_ / size) * slip;
    case Kind::Elliptic:
      return arc_force(slip);
    case Kind::Wheel:
      return {0.0, k_ * sign_of(slip.y, size)};
    case Kind::RustyWheel:
      if (k_ * std::abs(slip.x) <= k2_ * size) return (k_ / size) * slip;
      return {std::copysign(k2_, slip.x), std::sqrt((k_ - k2_) * (k_ + k2_)) * sign_of(slip.y, size)};
    case Kind::Ratchet:
      if (sign_of(slip.x, size) <= 0.0) return (k_ / size) * slip;
      return {0.0, k_ * sign_of(slip.y, size)};
    case Kind::Half: {
      const double sign = sign_of(slip.y, size);
      return {0.0, sign == 0.0 ? 0.5 * k2_ : (sign * k2_ > 0.0 ? k2_ : 0.0)};
    }
    case Kind::Polygon:
      if (const Side* side = side_of(slip)) return 0.5 * (side->right + side->left);
      return corner_of(slip);
    case Kind::Custom: {
      const double phi = std::atan2(slip.y, slip.x);
      return custom_->value(std::array{phi}) * unit_vector(phi + custom_->turn);
    }
    default:
      return {};
  }
}

Vec2 LimitCurve::arc_force(Vec2 slip) const {
  if (kind_ != Kind::Elliptic) return (k_ / length(slip)) * slip;
  const double h = std::hypot(k_ * slip.x, k2_ * slip.y);
  return {k_ * k_ * slip.x / h, k2_ * k2_ * slip.y / h};
}

std::vector<LimitCurve::Sector> LimitCurve::sectors() const {
  if (kind_ == Kind::Free) return {};
  if (kind_ == Kind::Polygon && vertices_.size() < 2) return {{.is_whole = true, .corner = force(along)}};
  if (breaks_.empty()) return {{.is_whole = true}};
  std::vector<Vec2> ends = breaks_;
  std::sort(ends.begin(), ends.end(), [](Vec2 a, Vec2 b) { return std::atan2(a.y, a.x) < std::atan2(b.y, b.x); });
  std::vector<Sector> result;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Vec2 right = ends[i], left = ends[(i + 1) % ends.size()];
    const double angle = std::atan2(cross(right, left), dot(right, left));
    const double width = angle > 0.0 ? angle : angle + 2.0 * std::numbers::pi;
    const Vec2 middle = rotated(right, unit_vector(0.5 * width));
    Sector sector{.right = right, .left = left, .side_at_right = side_of(right), .side_at_left = side_of(left)};
    if (curvature_radius(middle) == 0.0) sector.corner = force(middle);
    result.push_back(sector);
  }
  return result;
}

double LimitCurve::curvature_radius(Vec2 slip) const {
  switch (kind_) {
    case Kind::Round:
    case Kind::Elliptic:
      return arc_radius(slip);
    case Kind::RustyWheel:
      return k_ * std::abs(slip.x) <= k2_ * length(slip) ? arc_radius(slip) : 0.0;
    case Kind::Ratchet:
      return slip.x <= 0.0 ? arc_radius(slip) : 0.0;
    default:
      return 0.0;
  }
}

std::optional<double> LimitCurve::round_radius() const {
  if (kind_ != Kind::Round && kind_ != Kind::RustyWheel && kind_ != Kind::Ratchet) return std::nullopt;
  return k_;
}

double LimitCurve::arc_radius(Vec2 slip) const {
  if (kind_ != Kind::Elliptic) return k_;
  const double h = std::hypot(k_ * slip.x, k2_ * slip.y) / length(slip);
  return k_ * k_ * k2_ * k2_ / (h * h * h);
}

LimitCurve::RestSet LimitCurve::rest_set() const {
  switch (kind_) {
    case Kind::Elliptic:
      return {.semi_axes = {k_, k2_}, .vertices = {}};
    case Kind::RustyWheel:
      return {.semi_axes = {k_, k_}, .first_range = {-k2_ / k_, k2_ / k_}, .vertices = {}};
    case Kind::Ratchet:
      return {.semi_axes = {k_, k_}, .first_range = {-1.0, 0.0}, .vertices = {}};
    case Kind::Wheel:
      return {.semi_axes = {}, .vertices = {{0.0, -k_}, {0.0, k_}}};
    case Kind::Half:
      return {.semi_axes = {}, .vertices = {{}, {0.0, k2_}}};
    case Kind::Polygon:
      return {.semi_axes = {}, .vertices = vertices_};
    case Kind::Custom: {
      RestSet set;
      for (int i = 0; i < 360; ++i) set.vertices.push_back(force(unit_vector(i * std::numbers::pi / 180.0)));
      return set;
    }
    default:
      return {.semi_axes = {k_, k_}, .vertices = {}};
  }
}

}  // namespace dryslip::detail
