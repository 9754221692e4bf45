#include "dryslip/friction_load/detail/area_integral.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "dryslip/friction_load/detail/hessian_term.hpp"

namespace dryslip::detail {

namespace {

using std::numbers::pi;

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

/// Parameters of the lines through the corners, and of those with a critical slip direction, ascending.
std::vector<double> AreaIntegral::breaks(const AreaPiece& piece, const SlipLineFamily& family) const {
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

std::vector<SlipLinePanel> AreaIntegral::panels(const AreaPiece& piece, const SlipLineFamily& family,
                                                int refinement) const {
  constexpr double least_distance = 1e-15;  // a side whose line goes through the center of rotation ends no chord
  const std::vector<double> parameters = refined(breaks(piece, family), refinement);
  const std::vector<double>& angles = piece.region.side_angles();
  // the last pole below, and the first one above
  const auto pole_below = [&](double phi) {
    const double turns = pi * std::floor(phi / pi);
    const auto next = std::upper_bound(angles.begin(), angles.end(), phi - turns);
    return next == angles.begin() ? angles.back() + turns - pi : *(next - 1) + turns;
  };
  const auto pole_above = [&](double phi) {
    const double turns = pi * std::floor(phi / pi);
    const auto next = std::upper_bound(angles.begin(), angles.end(), phi - turns);
    return next == angles.end() ? angles.front() + turns + pi : *next + turns;
  };
  std::vector<SlipLinePanel> result;
  for (std::size_t i = 0; i + 1 < parameters.size(); ++i) {
    const double from = parameters[i], to = parameters[i + 1];
    if (!(to > from)) continue;
    if (angles.empty() || is_rough(piece)) {
      result.push_back(SlipLinePanel::with_smooth_ends(family, from, to));
    } else if (!family.is_near) {
      result.push_back(SlipLinePanel::plain(family, from, to));
    } else {
      const double first = pole_below(from - least_distance);
      const double second = std::min(pole_above(to + least_distance), first + pi);
      result.push_back(second > to ? SlipLinePanel::between_poles(family, from, to, first, second)
                                   : SlipLinePanel::plain(family, from, to));
    }
    if (!angles.empty() && !result.back().meets(piece.region)) result.pop_back();
  }
  return result;
}

/// Sum over the lines of of_line(line, moments for s > 0, moments for s < 0), the latter with |s|; far lines, and
/// symmetric laws under a smooth pressure, have everything in the first, with signed s.
template <std::size_t N, class OfLine>
Integral<N> AreaIntegral::integrate(const AreaPiece& piece, const BasicTwist<double>& V, double tolerance,
                                    OfLine&& of_line, int refinement) const {
  const SlipLineFamily family(V);
  const bool is_split = family.is_near && (!law_.is_symmetric() || is_rough(piece));
  const double inner_tolerance = 0.1 * tolerance / pi;  // φ ranges over π, η over 2
  std::vector<LinePart> chords;
  const auto integrand = [&](const SlipLine& line) {
    if (line.crossed) {
      piece.region.chords(line.q, line.n, *line.crossed, chords);
    } else {
      piece.region.chords(line.q, line.n, chords);
    }
    ChordMoments plus, minus;
    for (const LinePart& chord : chords) {
      if (!is_split || chord.from >= 0.0) {
        plus += chord_moments(piece, line, chord, inner_tolerance);
      } else {
        if (chord.to > 0.0) plus += chord_moments(piece, line, {0.0, chord.to}, inner_tolerance);
        minus += chord_moments(piece, line, {chord.from, std::min(chord.to, 0.0)}, inner_tolerance);
      }
    }
    minus.value[1] = -minus.value[1];
    Integral<N> result = of_line(line, plus, minus);
    result.error = (plus.error + minus.error) * law_.largest_force();
    return result;
  };
  // the poles of straight sides are far from every panel, tangent points of curved ones may be close
  const Smoothness smoothness = is_rough(piece) || !law_.has_known_breaks() ? Smoothness::Unknown
                                : piece.region.side_angles().empty()        ? Smoothness::Regular
                                                                            : Smoothness::Analytic;
  return integrate_panels<N>(integrand, panels(piece, family, refinement), tolerance, smoothness);
}

AreaIntegral::AreaIntegral(std::vector<AreaPiece> pieces, LimitCurve law, double heading, double tolerance)
    : pieces_(std::move(pieces)),
      law_(std::move(law)),
      isotropic_(law_.isotropic_coefficient()),
      heading_(unit_vector(heading)),
      tolerance_(tolerance) {
  // total and centroid of the pressure from parallel lines; their errors enter every load
  const auto of_line = [](const SlipLine& line, const ChordMoments& plus, const ChordMoments&) {
    const Vec2 first = plus.value[0] * line.q + plus.value[1] * line.n;
    return Integral<3>{{plus.value[0], first.x, first.y}, 0.0, true};
  };
  const BasicTwist<double> translation{{1.0, 0.0}, 0.0};
  Integral<3> sum;
  for (AreaPiece& piece : pieces_) {
    // a crude value first: the tolerance is relative to it; a rough pressure is searched for peaks
    const auto integral = [&](double limit) {
      return integrate<3>(piece, translation, limit, of_line, is_rough(piece) ? 3 : 0);
    };
    const double crude = std::abs(integral(std::numeric_limits<double>::max()).value[0]);
    const double relative = 1e-2 * tolerance_ / static_cast<double>(pieces_.size());
    if (is_rough(piece)) {
      constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
      std::get<ExpressionProfile>(piece.pressure).rules =
          chord_rules(piece, std::max(5.0 * relative, rounding) * crude);
    }
    const Integral<3> part = integral(relative * crude);
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
  const bool is_near = SlipLineFamily(V).is_near;
  const double kappa = SlipLineFamily(V).kappa;
  // force, moment about the origin, and the pressure itself as a control
  const auto of_line = [&](const SlipLine& line, const ChordMoments& plus, const ChordMoments& minus) {
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
  const auto without_control = [](const Integral<4>& y) {
    return Integral<3>{{y.value[0], y.value[1], y.value[2]}, y.error, y.converged};
  };
  Integral<3> result;
  if (law_.largest_force() == 0.0) return result;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const double tolerance = tolerance_per_piece();
    if (!is_rough(pieces_[i])) {
      result += integrate<3>(
          pieces_[i], V, tolerance, [&](const auto&... line) { return without_control(of_line(line...)); }, 0);
      continue;
    }
    // a narrow peak may fall between the nodes: look closer until the control finds all of the pressure
    Integral<4> part = integrate<4>(pieces_[i], V, tolerance, of_line, 0);
    const auto missed = [&] { return std::abs(part.value[3] - totals_[i]) * law_.largest_force(); };
    for (int refinement = 1; refinement <= 3 && missed() > 2.0 * tolerance; ++refinement) {
      part = integrate<4>(pieces_[i], V, tolerance, of_line, refinement);
    }
    if (missed() > 2.0 * tolerance) part.error += missed();
    part.converged = part.converged && missed() <= 2.0 * tolerance;
    result += without_control(part);
  }
  for (double& component : result.value) component /= total_;
  result.error = result.error / total_ + law_.largest_force() * relative_error_;
  return result;
}

Integral<6> AreaIntegral::hessian(const BasicTwist<double>& V) const {
  // ∂f/∂(slip direction) is the radius of curvature of the limit curve; its straight sides add single lines
  const double speed = length(V.velocity), spin = std::abs(V.omega);
  const bool is_near = SlipLineFamily(V).is_near;
  const auto radius = [&](Vec2 slip) { return law_.curvature_radius(rotated_back(slip, heading_)); };
  const auto of_line = [&](const SlipLine& line, const ChordMoments& plus, const ChordMoments& minus) {
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
  const SlipLineFamily family(V);
  Integral<6> result;
  std::vector<LinePart> chords;
  for (const LimitCurve::Side& side : law_.sides()) {
    const Vec2 slip = rotated(side.direction, heading_);
    const auto eta = family.is_near ? std::nullopt : family.far_parameter(slip);
    if (!family.is_near && !eta) continue;
    const SlipLine line =
        eta ? family.far_line(*eta) : family.near_line((V.omega < 0.0 ? 1.0 : -1.0) * turned_left(slip));
    ChordMoments sum;
    for (const AreaPiece& piece : pieces_) {
      piece.region.chords(line.q, line.n, chords);
      for (LinePart chord : chords) {
        if (family.is_near) chord.from = std::max(chord.from, 0.0);
        if (chord.to > chord.from) sum += chord_moments(piece, line, chord, tolerance_per_piece());
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
  const SlipLineFamily family({u, 0.0});
  const LimitCurve::Side& side = *law_.side_of(rotated_back(u, heading_));
  std::vector<SlipSlice> result;
  std::vector<LinePart> chords;
  for (int i = 0; i < count; ++i) {
    Integral<2> slice;
    for (const AreaPiece& piece : pieces_) {
      const std::vector<double> range = breaks(piece, family);
      const double step = (range.back() - range.front()) / count, from = range.front() + i * step;
      slice += gauss_kronrod_panel<2>(
          [&](double eta) {
            const SlipLine line = family.far_line(eta);
            piece.region.chords(line.q, line.n, chords);
            double weight = 0.0;
            for (const LinePart& chord : chords)
              weight += chord_moments(piece, line, chord, tolerance_per_piece()).value[0];
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
