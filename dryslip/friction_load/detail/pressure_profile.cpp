#include "dryslip/friction_load/detail/pressure_profile.hpp"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <numbers>

namespace dryslip::detail {

namespace {

using std::numbers::pi;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Σ of p sᵏ over a Gauss-Legendre rule on [from, to].
template <unsigned Points, class Value>
ChordMoments gauss_moments(double from, double to, Value&& value) {
  using Rule = boost::math::quadrature::gauss<double, Points>;
  const double center = 0.5 * (from + to), half = 0.5 * (to - from);
  ChordMoments sum;
  const auto add = [&](double s, double weight) {
    const double y = half * weight * value(s);
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

using SineMoments = std::array<double, 4>;

/// ∫ sinᵏα dα, or ∫ cos²α sinᵏα dα, over a part of a chord whose ends are at α = ±π/2: s = middle + half sin α.
SineMoments sine_moments(LinePart chord, LinePart part, bool with_cosine_squared) {
  const double middle = 0.5 * (chord.from + chord.to), half = 0.5 * (chord.to - chord.from);
  const auto antiderivative = [&](double s) {
    const double sine = (s - middle) / half;
    const double cosine = std::sqrt(std::max(0.0, (s - chord.from) * (chord.to - s))) / half;
    const double angle = std::atan2(sine, cosine), cube = cosine * cosine * cosine;
    return with_cosine_squared ? SineMoments{0.5 * (angle + sine * cosine), -cube / 3.0,
                                             0.125 * (angle - sine * cosine * (1.0 - 2.0 * sine * sine)),
                                             cube * (cosine * cosine / 5.0 - 1.0 / 3.0)}
                               : SineMoments{angle, -cosine, 0.5 * (angle - sine * cosine), cube / 3.0 - cosine};
  };
  const SineMoments from = antiderivative(part.from);
  SineMoments result = antiderivative(part.to);
  for (std::size_t k = 0; k < result.size(); ++k) result[k] -= from[k];
  return result;
}

using ChordRule = ExpressionProfile::ChordRule;

template <unsigned Points>
ChordRule gauss_rule() {
  static_assert(Points % 2 == 0 && Points <= Expression::block_size);
  static const auto rows = [] {
    using Rule = boost::math::quadrature::gauss<long double, Points>;
    std::array<std::array<double, Points>, 2> result{};
    for (std::size_t i = 0; i < Points; ++i) {
      result[0][i] = (i % 2 == 0 ? 1.0 : -1.0) * static_cast<double>(Rule::abscissa()[i / 2]);
      result[1][i] = static_cast<double>(Rule::weights()[i / 2]);
    }
    return result;
  }();
  return {rows[0], rows[1]};
}

/// Gauss-Legendre rules to choose from, ascending.
template <unsigned... Points>
std::array<ChordRule, sizeof...(Points)> gauss_rules() {
  return {gauss_rule<Points>()...};
}

ChordMoments moments_by_rule(const ExpressionProfile& pressure, const ChordRule& rule, Vec2 q, Vec2 n, LinePart part) {
  constexpr std::size_t block = Expression::block_size;
  const std::size_t count = rule.nodes.size();
  const double middle = 0.5 * (part.from + part.to), half = 0.5 * (part.to - part.from);
  const Vec2 center = pressure.unit * (q + middle * n), reach = (pressure.unit * half) * n;
  std::array<double, block> values;
  std::array<double, 2 * block> position;
  for (std::size_t i = 0; i < count; ++i) position[i] = center.x + rule.nodes[i] * reach.x;
  for (std::size_t i = 0; i < count; ++i) position[block + i] = center.y + rule.nodes[i] * reach.y;
  pressure.value.evaluate_block(position, {values.data(), count});
  double m0 = 0.0, m1 = 0.0, m2 = 0.0;  // about the middle
  for (std::size_t i = 0; i < count; ++i) {
    const double x = half * rule.nodes[i], y = half * rule.weights[i] * values[i];
    m0 += y;
    m1 += y * x;
    m2 += y * x * x;
  }
  return {{m0, middle * m0 + m1, middle * (middle * m0 + 2.0 * m1) + m2}, rule.error, true};
}

/// Moments along a chord of an ellipse with the pressure of Hertz or of a punch, by antiderivatives.
ChordMoments moments_in_ellipse(const AreaPiece& piece, const SlipLine& line, LinePart part) {
  const auto chord = piece.region.ellipse_chord(line.q, line.n);
  if (!chord) return {};
  const double middle = 0.5 * (chord->from + chord->to), half = 0.5 * (chord->to - chord->from);
  const double form = std::sqrt(piece.region.ellipse_form(line.n));
  const auto* hertz = std::get_if<HertzProfile>(&piece.pressure);
  const SineMoments sines = sine_moments(*chord, part, hertz != nullptr);
  std::array<double, 3> about_middle{};
  if (hertz) {
    const Vec2 center = line.q + middle * line.n;
    const double value = 1.0 + dot(hertz->shift, center), slope = half * dot(hertz->shift, line.n);
    for (std::size_t k = 0; k < 3; ++k) {
      about_middle[k] = form * half * half * (value * sines[k] + slope * sines[k + 1]);
    }
  } else {
    for (std::size_t k = 0; k < 3; ++k) about_middle[k] = sines[k] / form;
  }
  const double m0 = about_middle[0], m1 = half * about_middle[1], m2 = half * half * about_middle[2];
  return {{m0, middle * m0 + m1, middle * (middle * m0 + 2.0 * m1) + m2}, 0.0, true};
}

ChordMoments moments_of_formula(const ExpressionProfile& pressure, const SlipLine& line, LinePart part,
                                double tolerance) {
  const auto [from, to] = part;
  for (const ChordRule& rule : pressure.rules) {
    if (to - from <= rule.largest_length) return moments_by_rule(pressure, rule, line.q, line.n, part);
  }
  if (!pressure.rules.empty()) {  // longer than any chord that was tried
    const double middle = 0.5 * (from + to);
    ChordMoments sum = moments_of_formula(pressure, line, {from, middle}, tolerance);
    return sum += moments_of_formula(pressure, line, {middle, to}, tolerance);
  }
  const auto integrand = [&](double s) {
    const Vec2 r = pressure.unit * (line.q + s * line.n);
    const double y = pressure.value(std::array{r.x, r.y});
    return ChordMoments{{y, y * s, y * s * s}, 0.0, true};
  };
  constexpr std::size_t most_panels = 100;  // a jump of the pressure is located to 1e-12 of the chord by 50
  return integrate_adaptively<3>(integrand, std::array{from, to}, tolerance, most_panels);
}

struct Chord {
  SlipLine line;
  LinePart part;
  double length() const { return part.to - part.from; }
};

/// Chords of a region in many directions: together they meet every peak wider than 1/100 of it.
std::vector<Chord> chords_across(const ChordRegion& region) {
  constexpr int directions = 8, lines = 64;
  std::vector<Chord> chords;
  std::vector<LinePart> parts;
  for (int i = 0; i < directions; ++i) {
    const SlipLineFamily family({rotated(turned_left(region.long_direction()), unit_vector(i * pi / directions)), 0.0});
    double first = infinity, last = -infinity;
    for (const Vec2& point : region.break_points(family.u, 0.0)) {
      first = std::min(first, dot(point, family.u));
      last = std::max(last, dot(point, family.u));
    }
    for (int k = 0; k < lines; ++k) {
      const SlipLine line = family.far_line(first + (last - first) * (k + 0.5) / lines);
      region.chords(line.q, line.n, parts);
      for (const LinePart& part : parts) chords.push_back({line, part});
    }
  }
  return chords;
}

/// Largest error of a rule: every chord is cut to pieces of its length, and these are halved. Above `enough` it is not looked for any more.
double error_of(const ChordRule& rule, const ExpressionProfile& pressure, const std::vector<Chord>& chords,
                double enough) {
  double largest = 0.0;
  for (const Chord& chord : chords) {
    const SlipLine& line = chord.line;
    const int pieces = static_cast<int>(std::ceil(chord.length() / rule.largest_length));
    const double length = chord.length() / pieces;
    for (int k = 0; k < pieces && largest <= enough; ++k) {
      const double from = chord.part.from + k * length, to = from + length, middle = 0.5 * (from + to);
      const ChordMoments whole = moments_by_rule(pressure, rule, line.q, line.n, {from, to});
      ChordMoments halves = moments_by_rule(pressure, rule, line.q, line.n, {from, middle});
      halves += moments_by_rule(pressure, rule, line.q, line.n, {middle, to});
      for (std::size_t m = 0; m < whole.value.size(); ++m) {
        largest = std::max(largest, std::abs(whole.value[m] - halves.value[m]));
      }
    }
  }
  return largest;
}

}  // namespace

ChordMoments chord_moments(const AreaPiece& piece, const SlipLine& line, LinePart part, double tolerance) {
  if (const auto* p = std::get_if<PressurePolynomial<double>>(&piece.pressure)) {
    return gauss_moments<3>(part.from, part.to, [&](double s) {  // exact: degree 2 + 2
      const Vec2 r = line.q + s * line.n;
      return p->value + dot(p->gradient, r) + p->twist * r.x * r.y;
    });
  }
  if (const auto* p = std::get_if<ExpressionProfile>(&piece.pressure)) {
    return moments_of_formula(*p, line, part, tolerance);
  }
  return moments_in_ellipse(piece, line, part);
}

std::vector<ChordRule> chord_rules(const AreaPiece& piece, double tolerance) {
  const auto& pressure = std::get<ExpressionProfile>(piece.pressure);
  const std::vector<Chord> chords = chords_across(piece.region);
  double longest = 0.0;
  for (const Chord& chord : chords) longest = std::max(longest, chord.length());
  std::vector<ChordRule> result;
  for (const double part : {1.0, 0.75, 0.5, 0.25}) {
    const std::size_t shorter = result.size();
    for (ChordRule rule : gauss_rules<4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32>()) {
      rule.largest_length = part * 1.02 * longest;
      const double error = error_of(rule, pressure, chords, tolerance);
      if (!(error <= tolerance)) continue;
      rule.error = 4.0 * error;  // in between, and about a center of rotation 2 away the moments are larger
      result.insert(result.begin(), rule);
      break;
    }
    if (result.size() == shorter) return {};
  }
  return result;
}

}  // namespace dryslip::detail
