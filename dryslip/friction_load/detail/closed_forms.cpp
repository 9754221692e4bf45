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

/// Table of m_jk = ∫ p ζʲ ζ̄ᵏ, j ≥ k, filled from weighted positions.
class MomentTable {
 public:
  template <class Constant>
  void add(const BasicVec2<Constant>& position, const Constant& weight) {
    const std::complex<double> z{static_cast<double>(position.x), static_cast<double>(position.y)};
    const double square = std::norm(z);
    std::complex<double> column = static_cast<double>(weight);
    for (int d = 0; d <= FarField::order; ++d, column *= z) {
      std::complex<double> term = column;
      for (int k = 0; d + 2 * k <= FarField::order; ++k, term *= square) at(d + k, k) += term;
    }
  }
  std::complex<double> operator()(int j, int k) const { return table_[index(j, k)]; }

 private:
  static std::size_t index(int j, int k) { return static_cast<std::size_t>(j * (FarField::order + 1) + k); }
  std::complex<double>& at(int j, int k) { return table_[index(j, k)]; }

  std::array<std::complex<double>, static_cast<std::size_t>((FarField::order + 1) * (FarField::order + 1))> table_{};
};

using MomentRule =
    boost::math::quadrature::gauss<double, 10>;  // exact to degree 19: the order of the series and a quadratic pressure

/// Nodes and weights of the rule on [0, 1].
std::array<std::array<double, 2>, 10> unit_rule() {
  std::array<std::array<double, 2>, 10> rule{};
  for (std::size_t k = 0; k < 5; ++k) {
    const double x = MomentRule::abscissa()[k], w = MomentRule::weights()[k];
    rule[2 * k] = {0.5 * (1.0 - x), 0.5 * w};
    rule[2 * k + 1] = {0.5 * (1.0 + x), 0.5 * w};
  }
  return rule;
}

/// visit(position, p dA) over the nodes of a piece: the triangles between the reference point and the edges.
template <class Constant, class Visit>
void visit_nodes(const PolygonPiece<Constant>& piece, Visit&& visit) {
  const auto rule = unit_rule();
  for (const auto& loop : piece.loops) {
    for (const auto& edge : loop) {
      const Constant twice_area = edge.length * cross(edge.start, edge.tangent);
      for (const auto& [t, weight_t] : rule) {
        const BasicVec2<Constant> on_edge = Constant(1.0 - t) * edge.start + Constant(t) * edge.end;
        for (const auto& [u, weight_u] : rule) {
          const BasicVec2<Constant> r = Constant(u) * on_edge;
          const PressurePolynomial<Constant>& p = piece.pressure;
          const Constant value = p.value + dot(p.gradient, r) + p.twist * r.x * r.y;
          visit(r, Constant(weight_t * weight_u * u) * twice_area * value);
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
      const auto moved = [&](Vec2 r) {
        return BasicVec2<Constant>{(Constant(r.x) - Constant(center.x)) * scale,
                                   (Constant(r.y) - Constant(center.y)) * scale};
      };
      const BasicVec2<Constant> step{(Constant(to.x) - Constant(from.x)) * scale,
                                     (Constant(to.y) - Constant(from.y)) * scale};
      const Constant length = sqrt(dot(step, step));
      if (length == 0) continue;
      edges.push_back({moved(from), moved(to), {step.x / length, step.y / length}, length});
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
  p = {p.value * factor, factor * p.gradient, p.twist * factor};
}

/// Pieces about `center` in units of `unit`, scaled to ∫ p = 1; returns ∫ p in the scaled unit before that.
template <class Constant>
Constant make_unit_pieces(std::span<const PolygonClosedForm::Source> sources, Vec2 center, double unit,
                          std::vector<PolygonPiece<Constant>>& pieces) {
  Constant total(0.0);
  for (const auto& source : sources) {
    pieces.push_back(make_piece<Constant>(source, center, unit));
    visit_nodes(pieces.back(), [&](const auto&, const Constant& weight) { total += weight; });
  }
  for (auto& piece : pieces) scale_pressure(piece, Constant(Constant(1.0) / total));
  return total;
}

template <class Constant>
FarField far_field_of(std::span<const PolygonPiece<Constant>> pieces) {
  MomentTable table;
  for (const auto& piece : pieces)
    visit_nodes(piece, [&](const auto& r, const Constant& weight) { table.add(r, weight); });
  return FarField(table);
}

}  // namespace

DiskClosedForm::DiskClosedForm(DiskPressure pressure)
    : pressure_(pressure), has_series_(pressure == DiskPressure::Hertz || pressure == DiskPressure::Punch) {
  // ⟨r²ʲ⟩ is a beta function: the product of i/(i + 3/2) for Hertz, of i/(i + 1/2) for the punch
  double binomial = 1.0, radial = 1.0;
  for (std::size_t j = 1; j <= coefficients_.size(); ++j) {
    const double i = static_cast<double>(j);
    binomial *= (1.5 - i) / i;
    radial *= i / (i + (pressure == DiskPressure::Hertz ? 1.5 : 0.5));
    coefficients_[j - 1] = binomial * binomial * radial;
  }
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
  for (const auto& [t, weight] : unit_rule()) {
    const double pressure = 2.0 / sum * ((1.0 - t) * segment.ends[0] + t * segment.ends[1]);
    table.add(kernel.start + (t * segment.length) * segment.tangent, weight * pressure);
  }
  far = FarField(table);
}

namespace {

/// Two edges a pack; the last one of an odd number stands beside an edge without length, away from everything.
std::vector<PolygonPiece<Pack<2>>> paired(std::span<const PolygonPiece<double>> pieces) {
  std::vector<PolygonPiece<Pack<2>>> result;
  for (const auto& piece : pieces) {
    PolygonLoop<double> edges;
    for (const auto& loop : piece.loops) edges.insert(edges.end(), loop.begin(), loop.end());
    const Vec2 away{1e3, 1e3};
    if (edges.size() % 2 == 1) edges.push_back({away, away, {1.0, 0.0}, 0.0});
    PolygonLoop<Pack<2>> pairs;
    for (std::size_t i = 0; i < edges.size(); i += 2) {
      const auto both = [&](double a, double b) { return Pack<2>(Pack<2>::Lanes{a, b}); };
      const auto both_vectors = [&](Vec2 a, Vec2 b) { return BasicVec2<Pack<2>>{both(a.x, b.x), both(a.y, b.y)}; };
      const auto &a = edges[i], &b = edges[i + 1];
      pairs.push_back({both_vectors(a.start, b.start), both_vectors(a.end, b.end), both_vectors(a.tangent, b.tangent),
                       both(a.length, b.length)});
    }
    const auto& p = piece.pressure;
    result.push_back({{pairs}, {Pack<2>(p.value), {Pack<2>(p.gradient.x), Pack<2>(p.gradient.y)}, Pack<2>(p.twist)}});
  }
  return result;
}

}  // namespace

struct PolygonClosedForm::Precise {
  std::vector<PolygonPiece<Quad>> pieces;
};

PolygonClosedForm::PolygonClosedForm(std::span<const Source> sources, int degree) : degree_(degree) {
  // center of pressure about the first vertex, then everything about that center
  const Vec2 start = sources.front().loops.front().front();
  std::vector<PolygonPiece<Quad>> rough;
  make_unit_pieces(sources, start, 1.0, rough);
  BasicVec2<Quad> first{};
  for (const auto& piece : rough) {
    visit_nodes(piece, [&](const BasicVec2<Quad>& r, const Quad& weight) { first = first + weight * r; });
  }
  center_ = start + Vec2{static_cast<double>(first.x), static_cast<double>(first.y)};
  radius_ = 0.0;
  for (const auto& source : sources) {
    for (const auto& loop : source.loops) {
      for (const Vec2& vertex : loop) radius_ = std::max(radius_, length(vertex - center_));
    }
  }
  const double scaled_total = make_unit_pieces(sources, center_, radius_, pieces_);
  total_ = scaled_total * radius_ * radius_;
  // rounding: every edge contributes about |c|² × length × pressure of its own, the total is 1
  for (const auto& piece : pieces_) {
    double perimeter = 0.0, largest = 0.0;
    for (const auto& loop : piece.loops) {
      for (const auto& edge : loop) {
        perimeter += edge.length;
        const auto& p = piece.pressure;
        largest =
            std::max(largest, std::abs(p.value + dot(p.gradient, edge.start) + p.twist * edge.start.x * edge.start.y));
      }
    }
    condition_ = std::max(condition_, perimeter * largest);
  }
  paired_pieces_ = paired(pieces_);
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

constexpr double largest_condition = 4000.0;  // rounding of about 2e-13 of scale

}  // namespace

bool PolygonClosedForm::is_well_conditioned() const {
  constexpr double farthest = 1.0 + 1.0 / FarField::largest_ratio;
  return condition_ * farthest * farthest <= largest_condition;
}

template <class Real>
BasicLoad<Real> PolygonClosedForm::near_load(const BasicTwist<Real>& V) const {
  const auto with_degree = [&](const auto& of_degree) {
    return degree_ == 0   ? of_degree(std::integral_constant<int, 0>())
           : degree_ == 1 ? of_degree(std::integral_constant<int, 1>())
                          : of_degree(std::integral_constant<int, 2>());
  };
  if constexpr (std::is_same_v<Real, double>) {
    const std::span<const PolygonPiece<Pack<2>>> pieces(paired_pieces_);
    return with_degree([&](auto degree) { return paired_polygon_load<degree.value>(pieces, V); });
  } else if constexpr (std::is_same_v<Real, Dual3>) {
    const std::span<const PolygonPiece<double>> pieces(pieces_);
    return with_degree([&](auto degree) { return polygon_load<degree.value>(pieces, V); });
  } else {
    const std::span<const PolygonPiece<Quad>> pieces(precise_->pieces);
    return with_degree([&](auto degree) { return polygon_load<degree.value>(pieces, V); });
  }
}

/// Near loads of slivers; doubles where they suffice. Kept out of the way of the common path.
template <class Real>
[[gnu::noinline]] BasicLoad<Real> PolygonClosedForm::precise_load(const BasicTwist<Real>& V) const {
  const Real distance2 = dot(V.velocity, V.velocity) / (V.omega * V.omega);
  const Real growth = Real(2.0) * (Real(1.0) + distance2);  // at least (1 + |c|)²
  if (Real(condition_) * growth <= Real(largest_condition)) return near_load(V);
  return in_higher_precision(V, [&](const auto& V_precise) { return near_load(V_precise); });
}

template <class Real>
BasicLoad<Real> PolygonClosedForm::load(const BasicTwist<Real>& V) const {
  const BasicTwist<Real> at = at_center(V);
  BasicLoad<Real> result = is_far(at) ? far_.load(at) : precise_ ? precise_load(at) : near_load(at);
  result.moment = result.moment * radius_;
  return moved_back(result, center_);
}
template BasicLoad<double> PolygonClosedForm::load(const BasicTwist<double>&) const;
template BasicLoad<Dual3> PolygonClosedForm::load(const BasicTwist<Dual3>&) const;

}  // namespace detail
}  // namespace dryslip
