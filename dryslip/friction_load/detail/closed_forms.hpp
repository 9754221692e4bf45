#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "dryslip/friction_load/detail/disk_kernel.hpp"
#include "dryslip/friction_load/detail/far_field.hpp"
#include "dryslip/friction_load/detail/four_edges.hpp"
#include "dryslip/friction_load/detail/polygon_pieces.hpp"
#include "dryslip/friction_load/detail/segment_kernel.hpp"

namespace dryslip::detail {

// Isotropic contacts with a closed form, per unit μN. Each evaluates load(V) about the origin of the support's own frame
// for any twist but zero, on double or on dual numbers; V.omega is scaled with the kernel's unit of length.

/// Twist at another reference point, and the load back from there.
template <class Real>
DRYSLIP_HD BasicTwist<Real> moved_to(const BasicTwist<Real>& V, const Vec2& point) {
  return {{V.velocity.x - V.omega * point.y, V.velocity.y + V.omega * point.x}, V.omega};
}
template <class Real>
DRYSLIP_HD BasicLoad<Real> moved_back(const BasicLoad<Real>& P, const Vec2& point) {
  return {P.force, P.moment + point.x * P.force.y - point.y * P.force.x};
}

/// True where the series in the moments is used instead of the closed form, which cancels there.
template <class Real>
DRYSLIP_HD bool is_far(const BasicTwist<Real>& V) {
  constexpr double limit = FarField::largest_ratio * FarField::largest_ratio;
  return V.omega * V.omega <= limit * dot(V.velocity, V.velocity);
}

/// Force and moment factors of a disk from the rim outwards, ρ = |V|/|ω| ≥ 1, as polynomials in t = √(1 − 1/ρ²): those
/// of Hertz and punch are analytic in t from the rim (0) to translation (1), where their closed forms cancel. Interpolated
/// at Chebyshev nodes in higher precision; error 3e-14, and 1e-12 of the derivatives.
class DiskPolynomial {
 public:
  explicit DiskPolynomial(DiskPressure pressure);
  template <class Real>
  DRYSLIP_HD DiskFactors<Real> operator()(const Real& t) const {
    if constexpr (std::is_same_v<Real, double>) {
      using Pair = Pack<PairSet>;  // both at once
      const Pair sum = polynomial(Pair(t), [&](std::size_t k) { return Pair::load(coefficients_[k].data()); });
      return {sum.lanes[0], sum.lanes[1]};
    } else {
      return {polynomial(t, [&](std::size_t k) { return coefficients_[k][0]; }),
              polynomial(t, [&](std::size_t k) { return coefficients_[k][1]; })};
    }
  }

 private:
  static constexpr std::size_t count = 20;
  /// In parts that do not wait for each other.
  template <class Real, class Coefficient>
  DRYSLIP_HD static Real polynomial(const Real& t, const Coefficient& c) {
    const Real t2 = t * t, t4 = t2 * t2, t8 = t4 * t4;
    const auto four = [&](std::size_t k) { return Real((c(k) + c(k + 1) * t) + t2 * (c(k + 2) + c(k + 3) * t)); };
    const auto eight = [&](std::size_t k) { return Real(four(k) + t4 * four(k + 4)); };
    return (eight(0) + t8 * eight(8)) + (t8 * t8) * four(16);
  }

  std::array<std::array<double, 2>, count> coefficients_{};  // of force and moment
};

/// Disk (uniform, Hertz, punch) or ring.
class DiskClosedForm {
 public:
  explicit DiskClosedForm(DiskPressure pressure);
  template <class Real>
  BasicLoad<Real> load(const BasicTwist<Real>& V) const {
    const Real v2 = dot(V.velocity, V.velocity), w2 = V.omega * V.omega;
    return outside_ && w2 < v2 ? outside(V, v2, w2) : disk_load(pressure_, V);
  }

 private:
  template <class Real>
  BasicLoad<Real> outside(const BasicTwist<Real>& V, const Real& v2, const Real& w2) const {
    using std::sqrt;
    const Real inverse2 = 1.0 / v2, inverse = sqrt(inverse2);
    const DiskFactors<Real> factors = (*outside_)(sqrt((v2 - w2) * inverse2));
    return {(factors.force * inverse) * V.velocity, V.omega * inverse * factors.moment};
  }

  DiskPressure pressure_;
  const DiskPolynomial* outside_ = nullptr;  // Hertz and punch only
};

/// Uniform annulus of outer radius 1: disk minus disk, in higher precision where it is thin.
struct AnnulusClosedForm {
  double inner = 0.0;

  template <class Real>
  BasicLoad<Real> load(const BasicTwist<Real>& V) const;
};

/// Segment with linear line pressure; `center` is its center of pressure.
struct SegmentClosedForm {
  Vec2 center;
  SegmentKernel kernel;  ///< about center
  FarField far;

  explicit SegmentClosedForm(const SegmentKernel& segment);
  template <class Real>
  BasicLoad<Real> load(const BasicTwist<Real>& V) const {
    const BasicTwist<Real> at = moved_to(V, center);
    return moved_back(is_far(at) ? far.load(at) : segment_load(kernel, at), center);
  }
};

/// Polygons with polynomial pressures; `center` is their center of pressure.
class PolygonClosedForm {
 public:
  /// Loops and pressures (up to a factor) in the support's own frame, in units of length that make their size about 1.
  struct Source {
    std::vector<std::vector<Vec2>> loops;
    PressurePolynomial<double> pressure;
  };
  PolygonClosedForm(std::span<const Source> sources, int degree);
  ~PolygonClosedForm();
  PolygonClosedForm(PolygonClosedForm&&) noexcept;
  PolygonClosedForm& operator=(PolygonClosedForm&&) noexcept;

  template <class Real>
  BasicLoad<Real> load(const BasicTwist<Real>& V) const {
    const BasicTwist<Real> at = at_center(V);
    BasicLoad<Real> result = is_far(at) ? far_load(at) : near_load(at);
    result.moment = result.moment * radius_;
    return moved_back(result, center_);
  }

  Vec2 center() const { return center_; }
  double radius() const { return radius_; }  ///< largest distance from center: the unit of the kernel below
  double total() const { return total_; }    ///< ∫ p dA of the sources
  int degree() const { return degree_; }
  std::span<const PolygonPiece<double>> pieces() const { return pieces_; }
  /// Corners in the unit of pieces(), where these are a single rectangle along the axes.
  const std::optional<AlignedRectangle>& rectangle() const { return rectangle_; }
  const FarField& far() const { return far_; }
  /// The twist that pieces() and far() take: at center, omega scaled with radius.
  template <class Real>
  BasicTwist<Real> at_center(const BasicTwist<Real>& V) const {
    BasicTwist<Real> at = moved_to(V, center_);
    at.omega = at.omega * radius_;
    return at;
  }
  /// Least ω/|V|, both at center, for which the near formula keeps within largest_batch_difference in any order of
  /// operations.
  double batch_ratio() const { return batch_ratio_; }
  /// True for slivers, whose near loads are computed in higher precision.
  bool is_precise() const { return precise_ != nullptr; }

 private:
  struct Precise;
  template <class Real>
  BasicLoad<Real> precise_load(const BasicTwist<Real>& V) const;
  /// True when rounding in doubles stays below 1e-13 relative to LoadScale for every near center of rotation.
  bool is_well_conditioned() const;
  template <class Real>
  BasicLoad<Real> far_load(const BasicTwist<Real>& V) const;
  /// Load in the arithmetic of its number type; Quad in Quad, others in doubles.
  template <class Real>
  BasicLoad<Real> plain_load(const BasicTwist<Real>& V) const;
  template <class Real>
  BasicLoad<Real> near_load(const BasicTwist<Real>& V) const {
    if (precise_) return precise_load(V);
    if constexpr (std::is_same_v<Real, double>) {
      return four_edge_load_(four_edge_pieces_, V);
    } else {
      return plain_load(V);
    }
  }

  Vec2 center_;
  double radius_ = 1.0;
  double total_ = 1.0;
  int degree_ = 0;
  double batch_ratio_ = 0.0;
  double condition_ = 0.0;  // rounding of the near formula in units of 1e-16 at c = 0; grows like (1 + |c|)²
  std::vector<PolygonPiece<double>> pieces_;
  std::optional<AlignedRectangle> rectangle_;
  std::vector<FourEdgePiece> four_edge_pieces_;  // pieces_, four edges at a time
  FourEdgeLoad four_edge_load_ = nullptr;
  FarField far_;
  std::unique_ptr<const Precise> precise_;  // slivers only
};

}  // namespace dryslip::detail
