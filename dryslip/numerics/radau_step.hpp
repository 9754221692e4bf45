#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>

#include "dryslip/numerics/detail/radau_table.hpp"

namespace dryslip {

/// One implicit step for stiff y′ = f(y) with N unknowns: collocation at five Radau points, of order 9 at the end of the step,
/// L-stable [Hairer1996, sec. IV.5, IV.8]. The polynomial of degree 5 through the points is the curve between the ends.
/// f depends on the first M unknowns only; the others follow from them.
template <int N, int M = N>
class RadauStep {
  static constexpr int points = detail::RadauTable::points;

 public:
  using State = Eigen::Matrix<double, N, 1>;
  using Jacobian = Eigen::Matrix<double, N, N>;

  /// From y with slope f(y) over h; `jacobian` is ∂f/∂y near y, and Newton's iteration goes on to a small part of `allowed`
  /// per component, or to `rounding` where h f is not known better. False where it does not converge: the step is too long.
  template <class Slope>
  bool step(const Slope& f, const State& y, const State& slope, const Jacobian& jacobian, double h,
            const State& allowed, const State& rounding = State::Zero()) {
    start_ = y;
    h_ = h;
    stages_.setZero();
    // in units of powers of two next to the errors allowed: what is exchanged in the equations must not depend on the units given
    scale_ = allowed.unaryExpr([](double a) { return a > 0.0 ? std::exp2(std::ilogb(a)) : 1.0; });
    jacobian_ = scale_.cwiseInverse().asDiagonal() * jacobian * scale_.asDiagonal();
    const Newton newton(jacobian_, h);
    const State small = (newton_part * allowed).cwiseMax(rounding);
    bool is_solved = false;
    double before = 0.0;
    for (int round = 0; round < most_rounds && !is_solved; ++round) {
      // it starts with all points at y
      const Slopes slopes = round == 0 ? Slopes(slope.template replicate<1, points>()) : slopes_at_points(f);
      const Stages all = scale_.template replicate<points, 1>();
      const Stages change = newton.change(residual(slopes).cwiseQuotient(all)).cwiseProduct(all);
      stages_ += change;
      double size = 0.0;
      for (int i = 0; i < points; ++i) {
        size = std::max(size, change.template segment<N>(N * i).cwiseQuotient(small).cwiseAbs().maxCoeff());
      }
      if (!change.allFinite() || (round > 1 && size > 2.0 * before)) return false;
      // the next changes would be smaller by the same factor
      is_solved = size < 1.0 || (round > 0 && size * size < before - size);
      before = size;
    }
    end_ = start_ + stages_.template tail<N>();
    if (is_solved) estimate_error(slope);
    return is_solved;
  }

  const State& start() const { return start_; }
  const State& end() const { return end_; }
  double size() const { return h_; }

  /// Error of the curve in units of `allowed` per component: at most 1 is good. It falls with h⁶.
  double error(const State& allowed) const {
    return error_.cwiseQuotient(allowed).stableNorm() / std::sqrt(static_cast<double>(N));
  }
  static double next_size(double h, double error) {
    return h * std::clamp(0.9 * std::pow(std::max(error, 1e-12), -1.0 / 6.0), 0.2, 5.0);
  }

  /// y at the part x of the step as Σ powers[i] xⁱ.
  Eigen::Matrix<double, N, points + 1> powers() const {
    Eigen::Matrix<double, N, points + 1> result = Eigen::Matrix<double, N, points + 1>::Zero();
    result.col(0) = start_;
    for (int i = 0; i < points; ++i) {
      Eigen::Matrix<double, 1, points + 1> factors = Eigen::Matrix<double, 1, points + 1>::Zero();  // of basis(i, ·)
      factors[1] = 1.0 / c[i];
      for (int k = 0; k < points; ++k) {
        if (k == i) continue;
        for (int j = points; j >= 0; --j)
          factors[j] = ((j > 0 ? factors[j - 1] : 0.0) - c[k] * factors[j]) / (c[i] - c[k]);
      }
      result += stages_.template segment<N>(N * i) * factors;
    }
    return result;
  }

  /// y at the part x of the step, 0 ≤ x ≤ 1.
  State at(double x) const {
    State sum = start_;
    for (int i = 0; i < points; ++i) sum += Table::basis(i, x) * stages_.template segment<N>(N * i);
    return sum;
  }

 private:
  static constexpr int most_rounds = 12;
  static constexpr double newton_part = 1e-3;  // of the allowed error, so that the iteration adds nothing to it
  static constexpr double filter = 0.1;        // of h, in the error estimate: about the mean distance of the points
  using Stages = Eigen::Matrix<double, N * points, 1>;
  using Slopes = Eigen::Matrix<double, N, points>;
  using Table = detail::RadauTable;
  static constexpr const auto& c = Table::c;
  static const Table& table() { return Table::get(); }

  /// Solves (1 − factor J) x = r for unknowns of which the first M act on all.
  template <class Number>
  class Linear {
   public:
    using Vector = Eigen::Matrix<Number, N, 1>;
    Linear() = default;
    Linear(const Jacobian& jacobian, Number factor)
        : first_(Square(Square::Identity() - factor * jacobian.template topLeftCorner<M, M>().template cast<Number>())),
          others_(factor * jacobian.template bottomLeftCorner<N - M, M>().template cast<Number>()) {}
    Vector solve(const Vector& r) const {
      Vector x = r;
      x.template head<M>() = first_.solve(r.template head<M>());
      if constexpr (M < N) x.template tail<N - M>() += others_ * x.template head<M>();
      return x;
    }

   private:
    using Square = Eigen::Matrix<Number, M, M>;
    Eigen::PartialPivLU<Square> first_;
    Eigen::Matrix<Number, N - M, M> others_;
  };

  /// Solves (1 − h A ⊗ J) Δ = r among the eigenvectors of A, where it falls apart [Hairer1996, sec. IV.8].
  class Newton {
   public:
    Newton(const Jacobian& jacobian, double h) : real_(jacobian, h * table().real_value) {
      for (int k = 0; k < Table::pairs; ++k) pairs_[k] = Linear<std::complex<double>>(jacobian, h * table().value[k]);
    }
    Stages change(const Stages& residual) const {
      const Eigen::Map<const Eigen::Matrix<double, N, points>> r(residual.data());
      Stages result;
      Eigen::Map<Eigen::Matrix<double, N, points>> change(result.data());
      change = real_.solve(r * table().real_inverse.transpose()) * table().real_T.transpose();
      for (int k = 0; k < Table::pairs; ++k) {
        const Eigen::Matrix<std::complex<double>, N, 1> part =
            pairs_[k].solve(r.template cast<std::complex<double>>() * table().inverse.row(k).transpose());
        change += 2.0 * (part.real() * table().T.col(k).real().transpose() -
                         part.imag() * table().T.col(k).imag().transpose());
      }
      return result;
    }

   private:
    Linear<double> real_;
    Linear<std::complex<double>> pairs_[Table::pairs];
  };

  template <class Slope>
  Slopes slopes_at_points(const Slope& f) const {
    Slopes slopes;
    for (int j = 0; j < points; ++j) slopes.col(j) = f(State(start_ + stages_.template segment<N>(N * j)));
    return slopes;
  }
  /// h A f(y + Z) − Z.
  Stages residual(const Slopes& slopes) const {
    Stages result = -stages_;
    for (int i = 0; i < points; ++i) {
      for (int j = 0; j < points; ++j) result.template segment<N>(N * i) += h_ * table().A(i, j) * slopes.col(j);
    }
    return result;
  }

  /// How far the curve's slope at the start is from f(y), filtered so that stiff components do not count twice.
  void estimate_error(const State& slope) {
    State gap = h_ * slope;
    for (int i = 0; i < points; ++i) gap -= table().start_slope[i] * stages_.template segment<N>(N * i);
    error_ = filter * Linear<double>(jacobian_, filter * h_).solve(gap.cwiseQuotient(scale_)).cwiseProduct(scale_);
  }

  State start_ = State::Zero(), end_ = State::Zero(), error_ = State::Zero(), scale_ = State::Ones();
  Jacobian jacobian_ = Jacobian::Zero();  // scaled
  Stages stages_ = Stages::Zero();
  double h_ = 0.0;
};

}  // namespace dryslip
