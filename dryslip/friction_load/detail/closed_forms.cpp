#include "dryslip/friction_load/detail/closed_forms.hpp"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <complex>
#include <numbers>
#include <type_traits>
#include <utility>

namespace dryslip {

using Quad = boost::multiprecision::cpp_bin_float_quad;

namespace detail {

namespace {

/// The moments m_jk = ∫ p ζʲ ζ̄ᵏ, j ≥ k, filled from weighted positions.
class MomentTable {
 public:
  template <class Constant>
  void add(const BasicVec2<Constant>& position, const Constant& weight) {
    const std::complex<double> z{static_cast<double>(position.x), static_cast<double>(position.y)};
    const double square = std::norm(z);
    std::complex<double> column = static_cast<double>(weight);
    for (std::size_t d = 0; d <= FarField::order; ++d, column *= z) {
      std::complex<double> term = column;
      for (std::size_t k = 0; d + 2 * k <= FarField::order; ++k, term *= square) table_[d + k][k] += term;
    }
  }
  std::complex<double> operator()(std::size_t j, std::size_t k) const { return table_[j][k]; }

 private:
  std::array<std::array<std::complex<double>, FarField::order + 1>, FarField::order + 1> table_{};
};

/// Nodes for integrals of the pressure times x or y: exact to degree 7, of 4 needed.
constexpr unsigned for_center = 4;
/// Nodes for the series: exact to degree 19, its order and a quadratic pressure.
constexpr unsigned for_series = 10;

/// Nodes and weights on [0, 1]; an even number.
template <unsigned Nodes, class Constant>
std::array<std::array<Constant, 2>, Nodes> unit_rule() {
  using Rule = boost::math::quadrature::gauss<Constant, Nodes>;
  const Constant half(0.5), one(1.0);
  std::array<std::array<Constant, 2>, Nodes> rule{};
  for (std::size_t k = 0; k < Nodes / 2; ++k) {
    const Constant x = Rule::abscissa()[k], w = Rule::weights()[k];
    rule[2 * k] = {half * (one - x), half * w};
    rule[2 * k + 1] = {half * (one + x), half * w};
  }
  return rule;
}

/// visit(position, p dA) over the nodes of a piece: the triangles between the reference point and the edges.
template <unsigned Nodes, class Constant, class Visit>
void visit_nodes(const PolygonPiece<Constant>& piece, Visit&& visit) {
  const auto rule = unit_rule<Nodes, Constant>();
  for (const auto& loop : piece.loops) {
    for (const auto& edge : loop) {
      const Constant twice_area = edge.length * edge.distance;
      for (const auto& [t, weight_t] : rule) {
        const BasicVec2<Constant> on_edge = edge.point(t * edge.length);
        for (const auto& [u, weight_u] : rule) {
          const BasicVec2<Constant> r = u * on_edge;
          const PressurePolynomial<Constant>& p = piece.pressure;
          const Constant value = p.value + dot(p.gradient, r) + p.twist * r.x * r.y;
          visit(r, weight_t * weight_u * u * twice_area * value);
        }
      }
    }
  }
}

/// Loops moved to a reference point and scaled, with the pressure seen from there.
template <class Constant>
PolygonPiece<Constant> make_piece(const PolygonClosedForm::Source& source, Vec2 center, double unit) {
  using std::sqrt;
  const Constant scale = Constant(1.0) / Constant(unit);
  PolygonPiece<Constant> piece;
  for (const auto& loop : source.loops) {
    PolygonLoop<Constant> edges;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 from = loop[i], to = loop[(i + 1) % loop.size()];
      const BasicVec2<Constant> start{(Constant(from.x) - Constant(center.x)) * scale,
                                      (Constant(from.y) - Constant(center.y)) * scale};
      const BasicVec2<Constant> step{(Constant(to.x) - Constant(from.x)) * scale,
                                     (Constant(to.y) - Constant(from.y)) * scale};
      const Constant length = sqrt(dot(step, step));
      if (length == 0) continue;
      const BasicVec2<Constant> tangent{step.x / length, step.y / length};
      edges.push_back({tangent, length, cross(start, tangent), dot(start, tangent)});
    }
    if (!edges.empty()) piece.loops.push_back(std::move(edges));
  }
  const auto& p = source.pressure;
  piece.pressure = {
      Constant(p.value + dot(p.gradient, center) + p.twist * center.x * center.y),
      {Constant(unit * (p.gradient.x + p.twist * center.y)), Constant(unit * (p.gradient.y + p.twist * center.x))},
      Constant(unit * unit * p.twist)};
  return piece;
}

template <class Constant>
void scale_pressure(PolygonPiece<Constant>& piece, const Constant& factor) {
  auto& p = piece.pressure;
  p = {p.value * factor, factor * p.gradient, p.twist * factor, p.value * factor / 6};
}

/// Pieces about `center` in units of `unit`, scaled to ∫ p = 1; returns ∫ p in the scaled unit before that.
template <class Constant>
Constant make_unit_pieces(std::span<const PolygonClosedForm::Source> sources, Vec2 center, double unit,
                          std::vector<PolygonPiece<Constant>>& pieces) {
  Constant total(0.0);
  for (const auto& source : sources) {
    pieces.push_back(make_piece<Constant>(source, center, unit));
    visit_nodes<for_center>(pieces.back(), [&](const auto&, const Constant& weight) { total += weight; });
  }
  for (auto& piece : pieces) scale_pressure(piece, Constant(Constant(1.0) / total));
  return total;
}

template <class Constant>
FarField far_field_of(std::span<const PolygonPiece<Constant>> pieces) {
  MomentTable table;
  for (const auto& piece : pieces)
    visit_nodes<for_series>(piece, [&](const auto& r, const Constant& weight) { table.add(r, weight); });
  return FarField(table);
}

}  // namespace

DiskPolynomial::DiskPolynomial(DiskPressure pressure) {
  // the rim's value, and t² times the interpolant of the rest: without a term in t, whose derivative the rim has not
  constexpr std::size_t nodes = count - 2;
  const auto factors_at = [&](const Quad& t) { return disk_factors_outside(pressure, Quad(1 - t * t), Quad(t * t)); };
  const DiskFactors<Quad> rim = factors_at(Quad(1e-12));  // differs from t = 0 by 1e-24
  std::array<Quad, nodes> t, force, moment;
  for (std::size_t i = 0; i < nodes; ++i) {
    t[i] = 0.5 + 0.5 * std::cos(std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(nodes));
    const DiskFactors<Quad> factors = factors_at(t[i]);
    force[i] = (factors.force - rim.force) / (t[i] * t[i]);
    moment[i] = (factors.moment - rim.moment) / (t[i] * t[i]);
  }
  const auto interpolate = [&](const Quad& value_at_rim, std::array<Quad, nodes>& values, std::size_t which) {
    // divided differences, then Newton's form multiplied out
    for (std::size_t j = 1; j < nodes; ++j) {
      for (std::size_t i = nodes - 1; i >= j; --i) values[i] = (values[i] - values[i - 1]) / (t[i] - t[i - j]);
    }
    std::array<Quad, nodes> sum{};
    for (std::size_t i = nodes; i-- > 0;) {
      for (std::size_t k = nodes - 1; k > 0; --k) sum[k] = sum[k - 1] - t[i] * sum[k];
      sum[0] = values[i] - t[i] * sum[0];
    }
    coefficients_[0][which] = static_cast<double>(value_at_rim);
    for (std::size_t k = 0; k < nodes; ++k) coefficients_[k + 2][which] = static_cast<double>(sum[k]);
  };
  interpolate(rim.force, force, 0);
  interpolate(rim.moment, moment, 1);
}

DiskClosedForm::DiskClosedForm(DiskPressure pressure) : pressure_(pressure) {
  static const DiskPolynomial hertz(DiskPressure::Hertz), punch(DiskPressure::Punch);
  if (pressure == DiskPressure::Hertz) outside_ = &hertz;
  if (pressure == DiskPressure::Punch) outside_ = &punch;
}

namespace {

/// Disk of radius 1 minus disk of radius `inner`, both under the same pressure.
template <class Real>
BasicLoad<Real> annulus_load(const Real& inner, const BasicTwist<Real>& V) {
  const Real area = (Real(1.0) - inner) * (Real(1.0) + inner);
  const Real outer_part = Real(1.0) / area, inner_part = inner * inner / area;
  const BasicLoad<Real> a = disk_load(DiskPressure::Uniform, V);
  const BasicTwist<Real> at_inner{V.velocity, V.omega * inner};
  const BasicLoad<Real> b = disk_load(DiskPressure::Uniform, at_inner);
  return {{outer_part * a.force.x - inner_part * b.force.x, outer_part * a.force.y - inner_part * b.force.y},
          outer_part * a.moment - inner_part * inner * b.moment};
}

// To higher precision and back, with derivatives where there are any.
Quad promoted(double x) { return Quad(x); }
BasicDual3<Quad> promoted(const Dual3& x) { return {Quad(x.value), Quad(x.dx), Quad(x.dy), Quad(x.dz)}; }
double rounded(const Quad& x) { return static_cast<double>(x); }
Dual3 rounded(const BasicDual3<Quad>& x) { return {rounded(x.value), rounded(x.dx), rounded(x.dy), rounded(x.dz)}; }

/// kernel(V) evaluated in higher precision.
template <class Real, class Kernel>
BasicLoad<Real> in_higher_precision(const BasicTwist<Real>& V, Kernel&& kernel) {
  using Higher = decltype(promoted(V.omega));
  const auto P = kernel(BasicTwist<Higher>{{promoted(V.velocity.x), promoted(V.velocity.y)}, promoted(V.omega)});
  return {{rounded(P.force.x), rounded(P.force.y)}, rounded(P.moment)};
}

}  // namespace

template <class Real>
BasicLoad<Real> AnnulusClosedForm::load(const BasicTwist<Real>& V) const {
  if (1.0 - inner > 1e-2) return annulus_load(Real(inner), V);
  // thin: the difference of the disks loses more than two digits
  return in_higher_precision(V, [&](const auto& V_precise) {
    return annulus_load(std::decay_t<decltype(V_precise.omega)>(Quad(inner)), V_precise);
  });
}
template BasicLoad<double> AnnulusClosedForm::load(const BasicTwist<double>&) const;
template BasicLoad<Dual3> AnnulusClosedForm::load(const BasicTwist<Dual3>&) const;

SegmentClosedForm::SegmentClosedForm(const SegmentKernel& segment) : kernel(segment) {
  const double sum = segment.ends[0] + segment.ends[1];
  const double part = (segment.ends[0] + 2.0 * segment.ends[1]) / (3.0 * sum);  // of the length, to the centroid
  center = segment.start + (part * segment.length) * segment.tangent;
  kernel.start = segment.start - center;
  MomentTable table;
  for (const auto& [t, weight] : unit_rule<for_series, double>()) {
    const double pressure = 2.0 / sum * ((1.0 - t) * segment.ends[0] + t * segment.ends[1]);
    table.add(kernel.start + (t * segment.length) * segment.tangent, weight * pressure);
  }
  far = FarField(table);
}

namespace {

/// Edges side by side; those that fill the last four have no length.
std::vector<FourEdgePiece> side_by_side(std::span<const PolygonPiece<double>> pieces) {
  std::vector<FourEdgePiece> result;
  for (const auto& piece : pieces) {
    PolygonLoop<double> edges;
    for (const auto& loop : piece.loops) edges.insert(edges.end(), loop.begin(), loop.end());
    while (edges.size() % 4 != 0) edges.push_back({.tangent = {}, .length = 0.0, .distance = 0.0, .abscissa = 1.0});
    FourEdgePiece packed{.edges = std::vector<FourEdges>(edges.size() / 4), .pressure = piece.pressure};
    for (std::size_t i = 0; i < edges.size(); ++i) {
      FourEdges& four = packed.edges[i / 4];
      const std::size_t lane = i % 4;
      four.tangent_x[lane] = edges[i].tangent.x;
      four.tangent_y[lane] = edges[i].tangent.y;
      four.length[lane] = edges[i].length;
      four.distance[lane] = edges[i].distance;
      four.abscissa[lane] = edges[i].abscissa;
    }
    result.push_back(std::move(packed));
  }
  return result;
}

}  // namespace

struct PolygonClosedForm::Precise {
  std::vector<PolygonPiece<Quad>> pieces;
};

namespace {

std::optional<AlignedRectangle> aligned_rectangle(std::span<const PolygonPiece<double>> pieces) {
  if (pieces.size() != 1 || pieces[0].loops.size() != 1 || pieces[0].loops[0].size() != 4) return std::nullopt;
  const PolygonLoop<double>& loop = pieces[0].loops[0];
  AlignedRectangle result{loop[0].point(0.0), loop[0].point(0.0)};
  for (const PolygonEdge<double>& edge : loop) {
    if (edge.tangent.x != 0.0 && edge.tangent.y != 0.0) return std::nullopt;
    const Vec2 start = edge.point(0.0);
    result.low = {std::min(result.low.x, start.x), std::min(result.low.y, start.y)};
    result.high = {std::max(result.high.x, start.x), std::max(result.high.y, start.y)};
  }
  return result;
}

Vec2 center_of_pressure(std::span<const PolygonClosedForm::Source> sources) {
  const Vec2 start = sources.front().loops.front().front();
  std::vector<PolygonPiece<Quad>> about_start;
  make_unit_pieces(sources, start, 1.0, about_start);
  BasicVec2<Quad> first{};
  for (const auto& piece : about_start) {
    visit_nodes<for_center>(piece, [&](const BasicVec2<Quad>& r, const Quad& weight) { first = first + weight * r; });
  }
  return start + Vec2{static_cast<double>(first.x), static_cast<double>(first.y)};
}

/// Rounding at c = 0: every edge contributes about |c|² × length × pressure of its own, the total is 1.
double condition_of(std::span<const PolygonPiece<double>> pieces) {
  double condition = 0.0;
  for (const auto& piece : pieces) {
    double perimeter = 0.0, largest = 0.0;
    for (const auto& loop : piece.loops) {
      for (const auto& edge : loop) {
        perimeter += edge.length;
        const auto& p = piece.pressure;
        const Vec2 r = edge.point(0.0);
        largest = std::max(largest, std::abs(p.value + dot(p.gradient, r) + p.twist * r.x * r.y));
      }
    }
    condition = std::max(condition, perimeter * largest);
  }
  return condition;
}

}  // namespace

PolygonClosedForm::PolygonClosedForm(std::span<const Source> sources, int degree)
    : center_(center_of_pressure(sources)), radius_(0.0), degree_(degree) {
  for (const auto& source : sources) {
    for (const auto& loop : source.loops) {
      for (const Vec2& vertex : loop) radius_ = std::max(radius_, length(vertex - center_));
    }
  }
  const double scaled_total = make_unit_pieces(sources, center_, radius_, pieces_);
  total_ = scaled_total * radius_ * radius_;
  condition_ = condition_of(pieces_);
  constexpr double batch_condition = 500.0;
  const double farthest = std::sqrt(batch_condition / condition_) - 1.0;
  batch_ratio_ =
      farthest > 0.0 ? std::max(1.0 / farthest, FarField::largest_ratio) : std::numeric_limits<double>::max();
  rectangle_ = aligned_rectangle(pieces_);
  four_edge_pieces_ = side_by_side(pieces_);
  four_edge_load_ = four_edge_load(degree);
  if (!is_well_conditioned()) {
    auto precise = std::make_unique<Precise>();
    total_ = static_cast<double>(make_unit_pieces(sources, center_, radius_, precise->pieces)) * radius_ * radius_;
    far_ = far_field_of<Quad>(precise->pieces);
    precise_ = std::move(precise);
  } else {
    far_ = far_field_of<double>(pieces_);
  }
}

PolygonClosedForm::~PolygonClosedForm() = default;
PolygonClosedForm::PolygonClosedForm(PolygonClosedForm&&) noexcept = default;
PolygonClosedForm& PolygonClosedForm::operator=(PolygonClosedForm&&) noexcept = default;

namespace {

constexpr double largest_condition = 4000.0;  // rounding of about 2e-13 relative to LoadScale

}  // namespace

bool PolygonClosedForm::is_well_conditioned() const {
  constexpr double farthest = 1.0 + 1.0 / FarField::largest_ratio;
  return condition_ * farthest * farthest <= largest_condition;
}

template <class Real>
BasicLoad<Real> PolygonClosedForm::plain_load(const BasicTwist<Real>& V) const {
  const auto with_degree = [&](const auto& of_degree) {
    return degree_ == 0   ? of_degree(std::integral_constant<int, 0>())
           : degree_ == 1 ? of_degree(std::integral_constant<int, 1>())
                          : of_degree(std::integral_constant<int, 2>());
  };
  if constexpr (std::is_same_v<Real, double>) {
    return four_edge_load_(four_edge_pieces_, V);
  } else if constexpr (std::is_same_v<Real, Dual3>) {
    const std::span<const PolygonPiece<double>> pieces(pieces_);
    return with_degree([&](auto degree) { return polygon_load<degree.value>(pieces, V); });
  } else {
    const std::span<const PolygonPiece<Quad>> pieces(precise_->pieces);
    return with_degree([&](auto degree) { return polygon_load<degree.value>(pieces, V); });
  }
}

/// Near loads of slivers; doubles where they suffice.
template <class Real>
BasicLoad<Real> PolygonClosedForm::precise_load(const BasicTwist<Real>& V) const {
  const Real distance2 = dot(V.velocity, V.velocity) / (V.omega * V.omega);
  const Real growth = Real(2.0) * (Real(1.0) + distance2);  // at least (1 + |c|)²
  if (Real(condition_) * growth <= Real(largest_condition)) return plain_load(V);
  return in_higher_precision(V, [&](const auto& V_precise) { return plain_load(V_precise); });
}

template <class Real>
BasicLoad<Real> PolygonClosedForm::far_load(const BasicTwist<Real>& V) const {
  return far_.load(V);
}

template BasicLoad<double> PolygonClosedForm::far_load(const BasicTwist<double>&) const;
template BasicLoad<Dual3> PolygonClosedForm::far_load(const BasicTwist<Dual3>&) const;
template BasicLoad<double> PolygonClosedForm::precise_load(const BasicTwist<double>&) const;
template BasicLoad<Dual3> PolygonClosedForm::precise_load(const BasicTwist<Dual3>&) const;
template BasicLoad<Dual3> PolygonClosedForm::plain_load(const BasicTwist<Dual3>&) const;

}  // namespace detail
}  // namespace dryslip
