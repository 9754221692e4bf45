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

/// True for an expression without rules for its chords, whose peaks must be looked for.
bool is_rough(const AreaPiece& piece) {
  const auto* expression = std::get_if<ExpressionProfile>(&piece.pressure);
  return expression && expression->rules.empty();
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

ChordMoments moments_by_rule(const ExpressionProfile& pressure, const ChordRule& rule, Vec2 q, Vec2 n, Interval part) {
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
  const std::vector<std::size_t>* crossed = nullptr;  ///< edges of a polygon, where they are known
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

/// Substitution of a panel of lines that makes the integrand smooth up to its ends.
class AreaIntegral::LinePanel {
 public:
  /// Ends where a line touches a curved boundary.
  static LinePanel with_smooth_ends(const LineFamily& family, double from, double to) {
    return {family, Kind::SmoothEnds, from, to - from};
  }
  /// Nothing to be done.
  static LinePanel plain(const LineFamily& family, double from, double to) {
    return {family, Kind::Plain, from, to - from};
  }
  /// The chords of near lines end on straight sides as 1/sin(φ − φ₁), 1/sin(φ₂ − φ), with φ₁ < from, to < φ₂: the
  /// variable is log(sin x/sin(δ − x)), φ = φ₁ + 2x, φ₂ = φ₁ + 2δ, which moves both poles to infinity.
  static LinePanel between_poles(const LineFamily& family, double from, double to, double first_pole,
                                 double second_pole) {
    const double delta = 0.5 * (second_pole - first_pole);
    const auto variable = [&](double phi) {
      return std::log(std::sin(0.5 * (phi - first_pole)) / std::sin(0.5 * (second_pole - phi)));
    };
    LinePanel panel{family, Kind::Poles, variable(from), variable(to) - variable(from)};
    panel.pole_ = unit_vector(first_pole);
    panel.sine_ = std::sin(delta);
    panel.cosine_ = std::cos(delta);
    return panel;
  }

  /// A line, and how fast its parameter changes.
  struct Node {
    Line x;
    double slope = 0.0;
  };
  Node operator()(double t) const {
    Node node = line_at(t);
    if (!crossed_.empty()) node.x.crossed = &crossed_;
    return node;
  }

  /// Whether its lines cut the polygon; all of them cross the same edges.
  bool meets(const ChordRegion& polygon) {
    const Line line = line_at(0.5).x;
    crossed_ = polygon.crossed_edges(line.q, line.n);
    return !crossed_.empty();
  }

 private:
  enum class Kind { SmoothEnds, Plain, Poles };
  LinePanel(const LineFamily& family, Kind kind, double from, double width)
      : family_(&family), kind_(kind), from_(from), width_(width) {}

  Node line_at(double t) const {
    if (kind_ == Kind::SmoothEnds) {
      const MappedNode node = SmoothEnds{from_, width_}(t);
      return {family_->at(node.x), node.slope};
    }
    const double x = from_ + t * width_;
    if (kind_ == Kind::Plain) return {family_->at(x), width_};
    // the half angle x has the direction (1 + w cos δ, w sin δ), w = e^variable
    const double w = std::exp(x), along = 1.0 + w * cosine_, across = w * sine_;
    const double scale = 1.0 / (along * along + across * across);
    const Vec2 twice{scale * (along - across) * (along + across), scale * 2.0 * along * across};
    return {family_->near_line(rotated(twice, pole_)), 2.0 * width_ * scale * across};
  }

  const LineFamily* family_;
  Kind kind_;
  double from_;
  double width_;
  Vec2 pole_;          // direction of the first pole
  double sine_ = 0.0;  // of δ
  double cosine_ = 0.0;
  std::vector<std::size_t> crossed_;
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
  if (const auto* p = std::get_if<ExpressionProfile>(&piece.pressure)) {
    for (const ChordRule& rule : p->rules) {
      if (to - from <= rule.largest_length) return moments_by_rule(*p, rule, line.q, line.n, part);
    }
    if (!p->rules.empty()) {  // longer than any chord that was tried
      const double middle = 0.5 * (from + to);
      ChordMoments sum = moments(piece, line, {from, middle}, tolerance);
      return sum += moments(piece, line, {middle, to}, tolerance);
    }
    const auto integrand = [&](double s) {
      const Vec2 r = p->unit * position(s);
      const double y = p->value(std::array{r.x, r.y});
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

std::vector<AreaIntegral::LinePanel> AreaIntegral::panels(const AreaPiece& piece, const LineFamily& family,
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
  std::vector<LinePanel> result;
  for (std::size_t i = 0; i + 1 < parameters.size(); ++i) {
    const double from = parameters[i], to = parameters[i + 1];
    if (!(to > from)) continue;
    if (angles.empty() || is_rough(piece)) {
      result.push_back(LinePanel::with_smooth_ends(family, from, to));
    } else if (!family.is_near) {
      result.push_back(LinePanel::plain(family, from, to));
    } else {
      const double first = pole_below(from - least_distance);
      const double second = std::min(pole_above(to + least_distance), first + pi);
      result.push_back(second > to ? LinePanel::between_poles(family, from, to, first, second)
                                   : LinePanel::plain(family, from, to));
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
  const LineFamily family(V);
  const bool is_split = family.is_near && (!law_.is_symmetric() || is_rough(piece));
  const double inner_tolerance = 0.1 * tolerance / pi;  // φ ranges over π, η over 2
  std::vector<Interval> chords;
  const auto integrand = [&](const Line& line) {
    if (line.crossed) {
      piece.region.chords(line.q, line.n, *line.crossed, chords);
    } else {
      piece.region.chords(line.q, line.n, chords);
    }
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
  // the poles of straight sides are far from every panel, tangent points of curved ones may be close
  const Smoothness smoothness = is_rough(piece) || !law_.has_known_breaks() ? Smoothness::Unknown
                                : piece.region.side_angles().empty()        ? Smoothness::Regular
                                                                            : Smoothness::Analytic;
  return integrate_panels<N>(integrand, panels(piece, family, refinement), tolerance, smoothness);
}

/// The smallest rules whose errors on many chords are below `tolerance`; none if the expression is not that smooth.
std::vector<ChordRule> AreaIntegral::chord_rules(const AreaPiece& piece, double tolerance) const {
  const auto& pressure = std::get<ExpressionProfile>(piece.pressure);
  constexpr int directions = 8, lines = 64;  // together they meet every peak wider than 1/100 of the region
  struct Chord {
    Line line;
    Interval part;
  };
  std::vector<Chord> chords;
  std::vector<Interval> parts;
  double longest = 0.0;
  for (int i = 0; i < directions; ++i) {
    const LineFamily family(
        {rotated(turned_left(piece.region.long_direction()), unit_vector(i * pi / directions)), 0.0});
    const std::vector<double> range = breaks(piece, family);
    for (int k = 0; k < lines; ++k) {
      const Line line = family.far_line(range.front() + (range.back() - range.front()) * (k + 0.5) / lines);
      piece.region.chords(line.q, line.n, parts);
      for (const Interval& part : parts) {
        chords.push_back({line, part});
        longest = std::max(longest, part.to - part.from);
      }
    }
  }
  // every chord is cut to pieces of the length in question, and these are halved
  const auto error_of = [&](const ChordRule& rule) {
    double largest = 0.0;
    for (const auto& [line, part] : chords) {
      const int pieces = static_cast<int>(std::ceil((part.to - part.from) / rule.largest_length));
      const double length = (part.to - part.from) / pieces;
      for (int k = 0; k < pieces && largest <= tolerance; ++k) {
        const double from = part.from + k * length, to = from + length, middle = 0.5 * (from + to);
        const ChordMoments whole = moments_by_rule(pressure, rule, line.q, line.n, {from, to});
        ChordMoments halves = moments_by_rule(pressure, rule, line.q, line.n, {from, middle});
        halves += moments_by_rule(pressure, rule, line.q, line.n, {middle, to});
        for (std::size_t m = 0; m < whole.value.size(); ++m) {
          largest = std::max(largest, std::abs(whole.value[m] - halves.value[m]));
        }
      }
    }
    return largest;
  };
  std::vector<ChordRule> result;
  for (const double part : {1.0, 0.75, 0.5, 0.25}) {
    const std::size_t shorter = result.size();
    for (ChordRule rule : gauss_rules<4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32>()) {
      rule.largest_length = part * 1.02 * longest;
      const double error = error_of(rule);
      if (!(error <= tolerance)) continue;
      rule.error = 4.0 * error;  // in between, and about a center of rotation 2 away the moments are larger
      result.insert(result.begin(), rule);
      break;
    }
    if (result.size() == shorter) return {};
  }
  return result;
}

AreaIntegral::AreaIntegral(std::vector<AreaPiece> pieces, LimitCurve law, double heading, double tolerance)
    : pieces_(std::move(pieces)),
      law_(std::move(law)),
      isotropic_(law_.isotropic_coefficient()),
      heading_(unit_vector(heading)),
      tolerance_(tolerance) {
  // total and centroid of the pressure from parallel lines; their errors enter every load
  const auto of_line = [](const Line& line, const ChordMoments& plus, const ChordMoments&) {
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
