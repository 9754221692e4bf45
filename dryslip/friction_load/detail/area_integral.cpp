#include "dryslip/friction_load/detail/area_integral.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "dryslip/friction_load/detail/hessian_term.hpp"

namespace dryslip::detail {

namespace {

constexpr double pi = std::numbers::pi;

/// Σ of p sᵏ over a Gauss-Legendre rule on [from, to]; value(x) is p ds/dx, s(x) the abscissa.
template <unsigned Points, class Abscissa, class Value>
ChordMoments gauss_moments(double from, double to, Abscissa&& s_of, Value&& value) {
  using Rule = boost::math::quadrature::gauss<double, Points>;
  const double center = 0.5 * (from + to), half = 0.5 * (to - from);
  ChordMoments sum;
  const auto add = [&](double x, double weight) {
    const double s = s_of(x), y = half * weight * value(x);
    sum.value[0] += y;
    sum.value[1] += y * s;
    sum.value[2] += y * s * s;
  };
  for (std::size_t k = 0; k < Rule::abscissa().size(); ++k) {
    const double node = Rule::abscissa()[k], weight = Rule::weights()[k];
    add(center + half * node, weight);
    if (node != 0.0) add(center - half * node, weight);
  }
  return sum;
}

/// True for a pressure that is only known point by point, whose peaks must be looked for.
bool is_pointwise(const AreaPiece& piece) { return std::holds_alternative<FunctionProfile>(piece.pressure); }

/// Every panel cut into 4^refinement equal parts.
std::vector<double> refined(std::vector<double> breaks, int refinement) {
  const std::size_t coarse = breaks.size(), parts = std::size_t{1} << (2 * refinement);
  for (std::size_t i = 0; refinement > 0 && i + 1 < coarse; ++i) {
    for (std::size_t k = 1; k < parts; ++k) {
      const double t = static_cast<double>(k) / static_cast<double>(parts);
      breaks.push_back((1.0 - t) * breaks[i] + t * breaks[i + 1]);
    }
  }
  std::sort(breaks.begin(), breaks.end());
  return breaks;
}

}  // namespace

/// One line through the center of rotation, q + s n.
struct AreaIntegral::Line {
  Vec2 q;
  Vec2 n;
  Vec2 slip;            ///< unit slip direction; on near lines for s > 0, the opposite for s < 0
  double cosine = 1.0;  ///< far: cos ψ
};

/// All lines through the center of rotation, near or far (see the class).
struct AreaIntegral::LineFamily {
  Vec2 velocity;
  double omega = 0.0;
  bool is_near = true;
  Vec2 center;         ///< near: the center of rotation
  Vec2 u;              ///< far: direction of the velocity
  double kappa = 0.0;  ///< far: ω/|V|

  explicit LineFamily(const BasicTwist<double>& V) : velocity(V.velocity), omega(V.omega) {
    const double speed = length(velocity);
    is_near = 2.0 * std::abs(omega) >= speed;
    if (is_near) {
      center = (1.0 / omega) * turned_left(velocity);
    } else {
      u = (1.0 / speed) * velocity;
      kappa = omega / speed;
    }
  }

  Line near_line(Vec2 n) const { return {.q = center, .n = n, .slip = (omega < 0.0 ? -1.0 : 1.0) * turned_left(n)}; }
  Line far_line(double eta) const {
    const double tangent = kappa * eta, cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
    const Vec2 slip = cosine * u + (cosine * tangent) * turned_left(u);
    return {.q = eta * u, .n = turned_left(slip), .slip = slip, .cosine = cosine};
  }
  Line at(double parameter) const { return is_near ? near_line(unit_vector(parameter)) : far_line(parameter); }

  /// η of the far line with this slip direction, if there is one.
  std::optional<double> far_parameter(Vec2 slip) const {
    const double along = dot(slip, u), across = dot(slip, turned_left(u));
    if (along > 0.0 && kappa != 0.0) return across / (along * kappa);
    return std::nullopt;
  }
};

ChordMoments AreaIntegral::moments(const AreaPiece& piece, const Line& line, Interval part, double tolerance) const {
  const auto [from, to] = part;
  const auto position = [&](double s) { return line.q + s * line.n; };
  const auto same = [](double s) { return s; };
  if (const auto* p = std::get_if<PressurePolynomial<double>>(&piece.pressure)) {
    return gauss_moments<3>(from, to, same, [&](double s) {  // exact: degree 2 + 2
      const Vec2 r = position(s);
      return p->value + dot(p->gradient, r) + p->twist * r.x * r.y;
    });
  }
  if (const auto* p = std::get_if<FunctionProfile>(&piece.pressure)) {
    const auto integrand = [&](double s) {
      const double y = p->value(position(s));
      return ChordMoments{{y, y * s, y * s * s}, 0.0, true};
    };
    constexpr std::size_t most_panels = 100;  // a jump of the pressure is located to 1e-12 of the chord by 50
    return integrate_adaptively<3>(integrand, std::array{from, to}, tolerance, most_panels);
  }
  // Hertz and punch: s = middle + half sin α makes the integrand smooth
  const auto chord = piece.region.ellipse_chord(line.q, line.n);
  if (!chord) return {};
  const double middle = 0.5 * (chord->from + chord->to), half = 0.5 * (chord->to - chord->from);
  const double form = std::sqrt(piece.region.ellipse_form(line.n));
  const auto angle_of = [&](double s) {  // asin((s − middle)/half) without its loss at the ends
    return std::atan2(s - middle, std::sqrt(std::max(0.0, (s - chord->from) * (chord->to - s))));
  };
  const auto abscissa = [&](double a) { return middle + half * std::sin(a); };
  const auto* hertz = std::get_if<HertzProfile>(&piece.pressure);
  const auto value = [&](double a) {
    if (!hertz) return 1.0 / form;
    const double cosine = std::cos(a);
    return form * half * half * cosine * cosine * (1.0 + dot(hertz->shift, position(abscissa(a))));
  };
  if (from == chord->from && to == chord->to) {
    // trigonometric polynomials of degree ≤ 5 over the full chord: equidistant points are exact
    constexpr int count = 8;
    ChordMoments sum;
    for (int k = 0; k < count; ++k) {
      const double a = pi * ((k + 0.5) / count - 0.5), y = pi / count * value(a), s = abscissa(a);
      sum.value[0] += y;
      sum.value[1] += y * s;
      sum.value[2] += y * s * s;
    }
    return sum;
  }
  return gauss_moments<15>(angle_of(from), angle_of(to), abscissa, value);
}

/// Parameters of the lines through the corners, and of those with a critical slip direction, ascending.
std::vector<double> AreaIntegral::breaks(const AreaPiece& piece, const LineFamily& family) const {
  std::vector<double> result;
  const auto add_angle = [&](double angle) { result.push_back(angle - pi * std::floor(angle / pi)); };
  const Vec2 w = turned_left(family.u);
  for (const Vec2& point : piece.region.break_points(family.velocity, family.omega)) {
    const Vec2 slip = family.velocity + family.omega * turned_left(point);
    if (!family.is_near) {
      result.push_back(dot(point, family.u) + dot(point, w) * dot(slip, w) / dot(slip, family.u));
    } else if (slip != Vec2{}) {
      add_angle(std::atan2(-slip.x, slip.y));
    }
  }
  std::sort(result.begin(), result.end());
  const std::size_t corners = result.size();
  for (const Vec2& direction : law_.breaks()) {
    const Vec2 slip = rotated(direction, heading_);
    if (family.is_near) {
      add_angle(std::atan2(slip.y, slip.x) + 0.5 * pi);
    } else if (const auto eta = family.far_parameter(slip)) {
      if (*eta > result.front() && *eta < result[corners - 1]) result.push_back(*eta);
    }
  }
  std::sort(result.begin(), result.end());
  if (family.is_near) {
    if (result.empty()) result.push_back(0.0);
    result.push_back(result.front() + pi);
  }
  return result;
}

/// Sum over the lines of of_line(line, moments for s > 0, moments for s < 0), the latter with |s|; far lines, and
/// symmetric laws under a smooth pressure, have everything in the first, with signed s.
template <std::size_t N, class OfLine>
Integral<N> AreaIntegral::integrate(const AreaPiece& piece, const BasicTwist<double>& V, double tolerance,
                                    OfLine&& of_line, int refinement) const {
  const LineFamily family(V);
  const std::vector<double> parameters = refined(breaks(piece, family), refinement);
  const bool is_split = family.is_near && (!law_.is_symmetric() || is_pointwise(piece));
  const double inner_tolerance = 0.1 * tolerance / (parameters.back() - parameters.front());
  std::vector<Interval> chords;
  const auto integrand = [&](double parameter) {
    const Line line = family.at(parameter);
    piece.region.chords(line.q, line.n, chords);
    ChordMoments plus, minus;
    for (const Interval& chord : chords) {
      if (!is_split || chord.from >= 0.0) {
        plus += moments(piece, line, chord, inner_tolerance);
      } else {
        if (chord.to > 0.0) plus += moments(piece, line, {0.0, chord.to}, inner_tolerance);
        minus += moments(piece, line, {chord.from, std::min(chord.to, 0.0)}, inner_tolerance);
      }
    }
    minus.value[1] = -minus.value[1];
    Integral<N> result = of_line(line, plus, minus);
    result.error = (plus.error + minus.error) * law_.largest_force();
    return result;
  };
  return integrate_adaptively<N>(integrand, parameters, tolerance);
}

AreaIntegral::AreaIntegral(std::vector<AreaPiece> pieces, LimitCurve law, double heading, double tolerance)
    : pieces_(std::move(pieces)), law_(std::move(law)), heading_(unit_vector(heading)), tolerance_(tolerance) {
  // total and centroid of the pressure from parallel lines; their errors enter every load
  const auto of_line = [](const Line& line, const ChordMoments& plus, const ChordMoments&) {
    const Vec2 first = plus.value[0] * line.q + plus.value[1] * line.n;
    return Integral<3>{{plus.value[0], first.x, first.y}, 0.0, true};
  };
  const BasicTwist<double> translation{{1.0, 0.0}, 0.0};
  Integral<3> sum;
  for (const AreaPiece& piece : pieces_) {
    // a crude value first: the tolerance is relative to it; a pressure known point by point is searched for peaks
    const int refinement = is_pointwise(piece) ? 3 : 0;
    const double crude =
        integrate<3>(piece, translation, std::numeric_limits<double>::max(), of_line, refinement).value[0];
    const double relative = 1e-2 * tolerance_ / static_cast<double>(pieces_.size());
    const Integral<3> part = integrate<3>(piece, translation, relative * std::abs(crude), of_line, refinement);
    totals_.push_back(part.value[0]);
    sum += part;
  }
  total_ = sum.value[0];
  relative_error_ = sum.error / total_;
  center_of_pressure_ = {sum.value[1] / total_, sum.value[2] / total_};
}

double AreaIntegral::tolerance_per_piece() const {
  return tolerance_ * law_.largest_force() * total_ / static_cast<double>(pieces_.size());
}

Integral<3> AreaIntegral::load(const BasicTwist<double>& V) const {
  const bool is_near = LineFamily(V).is_near;
  const double kappa = LineFamily(V).kappa;
  // force, moment about the origin, and the pressure itself as a control
  const auto of_line = [&](const Line& line, const ChordMoments& plus, const ChordMoments& minus) {
    const Vec2 f = force(line.slip);
    if (!is_near) {
      // dA = cos²ψ (1/cos ψ − κ s) ds dη
      const double c = line.cosine, k = -kappa * c;
      const double A0 = c * (plus.value[0] + k * plus.value[1]), A1 = c * (plus.value[1] + k * plus.value[2]);
      return Integral<4>{{A0 * f.x, A0 * f.y, A0 * cross(line.q, f) + A1 * cross(line.n, f), A0}, 0.0, true};
    }
    const Vec2 back = minus.value[1] != 0.0 ? force(-line.slip) : Vec2{};
    const Vec2 sum = plus.value[1] * f + minus.value[1] * back;
    const double moment = cross(line.n, f) * plus.value[2] - cross(line.n, back) * minus.value[2];
    return Integral<4>{{sum.x, sum.y, moment + cross(line.q, sum), plus.value[1] + minus.value[1]}, 0.0, true};
  };
  Integral<3> result;
  if (law_.largest_force() == 0.0) return result;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const double tolerance = tolerance_per_piece();
    Integral<4> part = integrate<4>(pieces_[i], V, tolerance, of_line, 0);
    if (is_pointwise(pieces_[i])) {
      // a narrow peak may fall between the nodes: look closer until the control finds all of the pressure
      const auto missed = [&] { return std::abs(part.value[3] - totals_[i]) * law_.largest_force(); };
      for (int refinement = 1; refinement <= 3 && missed() > 2.0 * tolerance; ++refinement) {
        part = integrate<4>(pieces_[i], V, tolerance, of_line, refinement);
      }
      if (missed() > 2.0 * tolerance) part.error += missed();
      part.converged = part.converged && missed() <= 2.0 * tolerance;
    }
    result += {{part.value[0], part.value[1], part.value[2]}, part.error, part.converged};
  }
  for (double& component : result.value) component /= total_;
  result.error = result.error / total_ + law_.largest_force() * relative_error_;
  return result;
}

Integral<6> AreaIntegral::hessian(const BasicTwist<double>& V) const {
  // ∂f/∂(slip direction) is the radius of curvature of the limit curve; its straight sides add single lines
  const double speed = length(V.velocity), spin = std::abs(V.omega);
  const bool is_near = LineFamily(V).is_near;
  const auto radius = [&](Vec2 slip) { return law_.curvature_radius(rotated_back(slip, heading_)); };
  const auto of_line = [&](const Line& line, const ChordMoments& plus, const ChordMoments& minus) {
    double factor = radius(line.slip) * plus.value[0];
    if (minus.value[0] != 0.0) factor += radius(-line.slip) * minus.value[0];
    return hessian_term(line.q, line.slip, is_near ? factor / spin : factor * line.cosine * line.cosine / speed);
  };
  Integral<6> result;
  if (law_.largest_force() == 0.0) return result;
  for (const AreaPiece& piece : pieces_) {
    result += integrate<6>(piece, V, tolerance_per_piece() / std::max(speed, spin), of_line, 0);
  }
  result += side_terms(V);
  for (double& component : result.value) component /= total_;
  result.error /= total_;
  return result;
}

/// Part of the Hessian from the straight sides of the limit curve: the force jumps across the line with that slip.
Integral<6> AreaIntegral::side_terms(const BasicTwist<double>& V) const {
  const LineFamily family(V);
  Integral<6> result;
  std::vector<Interval> chords;
  for (const LimitCurve::Side& side : law_.sides()) {
    const Vec2 slip = rotated(side.direction, heading_);
    const auto eta = family.is_near ? std::nullopt : family.far_parameter(slip);
    if (!family.is_near && !eta) continue;
    const Line line = eta ? family.far_line(*eta) : family.near_line((V.omega < 0.0 ? 1.0 : -1.0) * turned_left(slip));
    ChordMoments sum;
    for (const AreaPiece& piece : pieces_) {
      piece.region.chords(line.q, line.n, chords);
      for (Interval chord : chords) {
        if (family.is_near) chord.from = std::max(chord.from, 0.0);
        if (chord.to > chord.from) sum += moments(piece, line, chord, tolerance_per_piece());
      }
    }
    result += hessian_term(line.q, line.slip, length(side.left - side.right) * sum.value[0] / std::abs(V.omega));
  }
  return result;
}

bool AreaIntegral::slips_along_side(const BasicTwist<double>& V) const {
  const double speed = length(V.velocity);
  return speed > 0.0 && std::abs(V.omega) <= zero_slip * speed && law_.side_of(rotated_back(V.velocity, heading_));
}

std::vector<SlipSlice> AreaIntegral::side_slices(const BasicTwist<double>& V, int count) const {
  // all points of a line across the slip have the same lever arm
  const Vec2 u = (1.0 / length(V.velocity)) * V.velocity;
  const LineFamily family({u, 0.0});
  const LimitCurve::Side& side = *law_.side_of(rotated_back(u, heading_));
  std::vector<SlipSlice> result;
  std::vector<Interval> chords;
  for (int i = 0; i < count; ++i) {
    Integral<2> slice;
    for (const AreaPiece& piece : pieces_) {
      const std::vector<double> range = breaks(piece, family);
      const double step = (range.back() - range.front()) / count, from = range.front() + i * step;
      slice += gauss_kronrod_panel<2>(
          [&](double eta) {
            const Line line = family.far_line(eta);
            piece.region.chords(line.q, line.n, chords);
            double weight = 0.0;
            for (const Interval& chord : chords) weight += moments(piece, line, chord, tolerance_per_piece()).value[0];
            return Integral<2>{{weight, weight * eta}, 0.0, true};
          },
          from, from + step);
    }
    if (!(slice.value[0] > 0.0)) continue;
    result.push_back({.position = (slice.value[1] / slice.value[0]) * u,
                      .weight = slice.value[0] / total_,
                      .ends = {rotated(side.right, heading_), rotated(side.left, heading_)}});
  }
  return result;
}

}  // namespace dryslip::detail
