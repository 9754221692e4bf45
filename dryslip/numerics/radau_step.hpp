#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "dryslip/numerics/detail/radau_table.hpp"

namespace dryslip {

/// One implicit step for stiff y′ = f(y) with N unknowns: collocation at five Radau points, of order 9 at the end of the step,
/// L-stable [Hairer1996, sec. IV.5, IV.8]. The polynomial of degree 5 through the points is the curve between the ends.
template <int N>
class RadauStep {
 public:
  using State = Eigen::Matrix<double, N, 1>;
  using Jacobian = Eigen::Matrix<double, N, N>;

  /// From y with slope f(y) over h; `jacobian` is ∂f/∂y near y, and Newton's iteration goes on to a small part of `allowed`
  /// per component. False where it does not converge: the step is too long.
  template <class Slope>
  bool step(const Slope& f, const State& y, const State& slope, const Jacobian& jacobian, double h,
            const State& allowed) {
    start_ = y;
    h_ = h;
    stages_.setZero();
    const NewtonSolver solver(jacobian, h);
    bool is_solved = false;
    double before = 0.0;
    for (int round = 0; round < most_rounds && !is_solved; ++round) {
      const Stages change = solver.solve(residual(f));
      stages_ += change;
      const double size = (change.array().colwise() / allowed.array()).abs().maxCoeff();
      if (!std::isfinite(size) || (round > 1 && size > 2.0 * before)) return false;
      // the next changes would be smaller by the same factor
      is_solved = size < newton_part || (round > 0 && size * size < newton_part * (before - size));
      before = size;
    }
    end_ = start_ + stages_.col(points - 1);
    if (is_solved) estimate_error(slope, jacobian);
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

  /// y at the part x of the step, 0 ≤ x ≤ 1.
  State at(double x) const {
    State sum = start_;
    for (int i = 0; i < points; ++i) sum += detail::RadauTable::basis(i, x) * stages_.col(i);
    return sum;
  }

 private:
  static constexpr int points = detail::RadauTable::points;
  static constexpr int most_rounds = 12;
  static constexpr double newton_part = 1e-3;  // of the allowed error, so that the iteration adds nothing to it
  static constexpr double filter = 0.1;        // of h, in the error estimate: about the mean distance of the points
  using Stages = Eigen::Matrix<double, N, points>;  ///< y at the points, from the start on
  using ComplexState = Eigen::Matrix<std::complex<double>, N, 1>;
  using ComplexJacobian = Eigen::Matrix<std::complex<double>, N, N>;
  static const detail::RadauTable& table() { return detail::RadauTable::table(); }

  /// Solves Z − h J Z Aᵀ = R, which the eigenvectors of A take apart into three systems of N unknowns.
  class NewtonSolver {
   public:
    NewtonSolver(const Jacobian& J, double h)
        : real_(Jacobian::Identity() - h * table().eigenvalues[0].real() * J),
          pairs_{Eigen::PartialPivLU<ComplexJacobian>(system(J, h, 1)),
                 Eigen::PartialPivLU<ComplexJacobian>(system(J, h, 3))} {}

    Stages solve(const Stages& R) const {
      const auto &S = table().S, &inverse_S = table().inverse_S;
      Stages Z = real_.solve(State(R * inverse_S.row(0).real().transpose())) * S.col(0).real().transpose();
      for (int pair = 0; pair < 2; ++pair) {
        const int i = 1 + 2 * pair;
        const ComplexState w = pairs_[static_cast<std::size_t>(pair)].solve(
            ComplexState(R.template cast<std::complex<double>>() * inverse_S.row(i).transpose()));
        Z += 2.0 * (w * S.col(i).transpose()).real();  // with the conjugate one
      }
      return Z;
    }

   private:
    static ComplexJacobian system(const Jacobian& J, double h, std::size_t i) {
      return ComplexJacobian::Identity() - h * table().eigenvalues[i] * J.template cast<std::complex<double>>();
    }
    Eigen::PartialPivLU<Jacobian> real_;
    std::array<Eigen::PartialPivLU<ComplexJacobian>, 2> pairs_;
  };

  /// h A f(y + Z) − Z.
  template <class Slope>
  Stages residual(const Slope& f) const {
    Stages slopes;
    for (int j = 0; j < points; ++j) slopes.col(j) = f(State(start_ + stages_.col(j)));
    return h_ * slopes * table().A.transpose() - stages_;
  }

  /// How far the curve's slope at the start is from f(y), filtered so that stiff components do not count twice.
  void estimate_error(const State& slope, const Jacobian& jacobian) {
    const State gap = h_ * slope - stages_ * table().start_slope;
    const Jacobian matrix = Jacobian::Identity() - filter * h_ * jacobian;
    error_ = filter * matrix.partialPivLu().solve(gap);
  }

  State start_ = State::Zero(), end_ = State::Zero(), error_ = State::Zero();
  Stages stages_ = Stages::Zero();
  double h_ = 0.0;
};

}  // namespace dryslip
