#include "dryslip/surrogate/detail/convex_quartic_fit.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dryslip/friction_load/twist_vector.hpp"

namespace dryslip::detail {

namespace {

constexpr int quartic_size = 15, free_size = 9, size = quartic_size + free_size;
using Gram = Eigen::Matrix<double, 9, 9>;
using Unknowns = Eigen::Matrix<double, size, 1>;
using Square = Eigen::Matrix<double, size, size>;

/// The powers that a product of four components has.
std::array<int, 3> powers_of(const std::array<int, 4>& indices) {
  std::array<int, 3> powers{};
  for (const int i : indices) ++powers[static_cast<std::size_t>(i)];
  return powers;
}

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

/// Orders in which four indices with these powers can stand.
int orders(const std::array<int, 3>& p) { return 24 / (factorial(p[0]) * factorial(p[1]) * factorial(p[2])); }

std::size_t place_of(const std::array<int, 3>& powers) {
  return static_cast<std::size_t>(std::find(Quartic::powers.begin(), Quartic::powers.end(), powers) -
                                  Quartic::powers.begin());
}

/// G = Σ unknown × matrix: the coefficients, with G_(ij)(kl) = 12 T_ijkl, then the forms that vanish,
/// y_i z_j y_k z_l − y_i z_l y_k z_j.
std::vector<Gram> gram_matrices() {
  std::vector<Gram> matrices(size, Gram::Zero());
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) {
          const std::array<int, 3> powers = powers_of({i, j, k, l});
          matrices[place_of(powers)](3 * i + j, 3 * k + l) = 12.0 / orders(powers);
        }
      }
    }
  }
  std::size_t next = quartic_size;
  for (const auto& [i, k] : {std::array{0, 1}, {0, 2}, {1, 2}}) {
    for (const auto& [j, l] : {std::array{0, 1}, {0, 2}, {1, 2}}) {
      Gram& form = matrices[next++];
      form(3 * i + j, 3 * k + l) = form(3 * k + l, 3 * i + j) = 1.0;
      form(3 * i + l, 3 * k + j) = form(3 * k + j, 3 * i + l) = -1.0;
    }
  }
  return matrices;
}

/// Minimises ½uᵀQu − qᵀu over the u with G(u) positive definite: Newton's method with the barrier −τ ln det G, τ → 0.
class BarrierFit {
 public:
  BarrierFit(const Square& Q, const Unknowns& q) : Q_(Q), q_(q), matrices_(gram_matrices()) {}

  /// From a u inside.
  CertifiedQuartic solve(Unknowns u) const {
    constexpr double last_tau = 1e-10;  // what is left of the objective is 9 τ
    for (double tau = 1.0; tau >= last_tau; tau *= 0.1) u = minimise(u, tau);
    Quartic::Coefficients a;
    std::copy(u.data(), u.data() + quartic_size, a.begin());
    const Eigen::SelfAdjointEigenSolver<Gram> eigen(gram(u), Eigen::EigenvaluesOnly);
    return {Quartic(a), eigen.eigenvalues()[0]};
  }

 private:
  Gram gram(const Unknowns& u) const {
    Gram G = Gram::Zero();
    for (int i = 0; i < size; ++i) G += u[i] * matrices_[static_cast<std::size_t>(i)];
    return G;
  }

  /// Infinite outside.
  double objective(const Unknowns& u, double tau) const {
    const Eigen::LLT<Gram> factors(gram(u));
    if (factors.info() != Eigen::Success) return std::numeric_limits<double>::infinity();
    const Gram L = factors.matrixL();
    return 0.5 * u.dot(Q_ * u) - q_.dot(u) - 2.0 * tau * L.diagonal().array().log().sum();
  }

  Unknowns minimise(Unknowns u, double tau) const {
    constexpr int most_steps = 60;
    for (int step = 0; step < most_steps; ++step) {
      const Gram inverse = gram(u).llt().solve(Gram::Identity());
      std::vector<Gram> products;
      for (const Gram& matrix : matrices_) products.push_back(inverse * matrix);
      Unknowns slope = Q_ * u - q_;
      Square curvature = Q_;
      for (int i = 0; i < size; ++i) {
        const Gram& P = products[static_cast<std::size_t>(i)];
        slope[i] -= tau * P.trace();
        for (int j = 0; j < size; ++j) {
          curvature(i, j) += tau * P.cwiseProduct(products[static_cast<std::size_t>(j)].transpose()).sum();
        }
      }
      const Unknowns change = -curvature.ldlt().solve(slope);
      const double fall = -slope.dot(change), before = objective(u, tau);
      double part = 1.0;
      while (part > 1e-12 && !(objective(u + part * change, tau) <= before - 1e-4 * part * fall)) part *= 0.5;
      if (part <= 1e-12) break;
      u += part * change;
      if (fall <= 1e-6 * tau) break;
    }
    return u;
  }

  Square Q_;
  Unknowns q_;
  std::vector<Gram> matrices_;
};

Unknowns unknowns_of(const Quartic::Coefficients& a) {
  Unknowns u = Unknowns::Zero();
  std::copy(a.begin(), a.end(), u.data());
  return u;
}

/// |y|⁴ with G = 4 + 8 vec(1) vec(1)ᵀ, since ∂²|y|⁴ = 4|y|² + 8 y yᵀ: 4 times the three vanishing forms with i = j, k = l more
/// than the G of its coefficients.
Unknowns inside() {
  Quartic::Coefficients sphere{};
  for (std::size_t i = 0; i < sphere.size(); ++i) {
    const auto& p = Quartic::powers[i];
    if (p[0] % 2 == 0 && p[1] % 2 == 0 && p[2] % 2 == 0) sphere[i] = orders(p) == 1 ? 1.0 : 2.0;
  }
  Unknowns u = unknowns_of(sphere);
  for (const int form : {0, 4, 8}) u[quartic_size + form] = 4.0;
  return u;
}

}  // namespace

double tensor_entry(const Quartic::Coefficients& coefficients, const std::array<int, 4>& indices) {
  const std::array<int, 3> powers = powers_of(indices);
  return coefficients[place_of(powers)] / orders(powers);
}

CertifiedQuartic fit_convex_quartic(const ContactSamples& samples) {
  constexpr double weight_of_normals = 0.1;
  Square Q = Square::Zero();
  Unknowns q = Unknowns::Zero();
  const double share = 1.0 / static_cast<double>(samples.all.size());
  for (const ContactSample& sample : samples.all) {
    if (!(sample.D > 0.0)) continue;
    const Eigen::Vector3d y = vector_of(sample.load), normal = vector_of(sample.motion) / sample.D;
    // monomials and their derivatives
    Eigen::Matrix<double, 4, quartic_size> rows;
    for (int i = 0; i < quartic_size; ++i) {
      const auto& p = Quartic::powers[static_cast<std::size_t>(i)];
      const auto power_of = [&](std::size_t axis, int less) {
        const int n = p[axis] - less;
        return n < 0 ? 0.0 : std::pow(y[static_cast<Eigen::Index>(axis)], n);
      };
      rows(0, i) = power_of(0, 0) * power_of(1, 0) * power_of(2, 0);
      rows(1, i) = p[0] * power_of(0, 1) * power_of(1, 0) * power_of(2, 0);
      rows(2, i) = p[1] * power_of(0, 0) * power_of(1, 1) * power_of(2, 0);
      rows(3, i) = p[2] * power_of(0, 0) * power_of(1, 0) * power_of(2, 1);
    }
    const Eigen::Vector4d target(0.25, normal[0], normal[1], normal[2]);
    const Eigen::Vector4d weights(share, weight_of_normals * share, weight_of_normals * share,
                                  weight_of_normals * share);
    rows *= 0.25;
    Q.topLeftCorner<quartic_size, quartic_size>() += rows.transpose() * weights.asDiagonal() * rows;
    q.head<quartic_size>() += rows.transpose() * weights.asDiagonal() * target;
  }
  return BarrierFit(Q, q).solve(inside());
}

CertifiedQuartic nearest_convex_quartic(const Quartic::Coefficients& coefficients) {
  Square Q = Square::Zero();
  Q.topLeftCorner<quartic_size, quartic_size>().setIdentity();
  return BarrierFit(Q, unknowns_of(coefficients)).solve(inside());
}

}  // namespace dryslip::detail
