#include "dryslip/pade_approximation/table_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "dryslip/pade_approximation/detail/scaled_vector.hpp"

namespace dryslip {

using detail::load_of;
using detail::motion_of;
using detail::vector_of;
using Vector3 = Eigen::Vector3d;

namespace {

constexpr std::array<std::array<Eigen::Index, 2>, 3> others{{{1, 2}, {2, 0}, {0, 1}}};  // coordinates a, b of a face

/// Cubic Hermite polynomials on 0 ≤ t ≤ 1 for value and slope at both ends, with their derivatives.
struct Hermite {
  std::array<double, 4> value, slope, curvature;  // of: value at 0, slope at 0, value at 1, slope at 1
  explicit Hermite(double t)
      : value{(1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t), t * (1.0 - t) * (1.0 - t), t * t * (3.0 - 2.0 * t),
              t * t * (t - 1.0)},
        slope{6.0 * t * (t - 1.0), (1.0 - t) * (1.0 - 3.0 * t), 6.0 * t * (1.0 - t), t * (3.0 * t - 2.0)},
        curvature{12.0 * t - 6.0, 6.0 * t - 4.0, 6.0 - 12.0 * t, 6.0 * t - 2.0} {}
};

}  // namespace

SurfaceTable::SurfaceTable(const FrictionModel& exact, const ContactFrame& frame, int cells) : cells_(cells) {
  const double step = 2.0 / cells;
  const int side = cells + 3;  // one node more on each side, for the mixed derivative by differences
  std::vector<Vector3> loads(static_cast<std::size_t>(side * side));
  const auto load_at = [&](int i, int j) -> const Vector3& {
    return loads[static_cast<std::size_t>((i + 1) * side + j + 1)];
  };
  for (int face = 0; face < 6; ++face) {
    const Eigen::Index k = face / 2, a = others[static_cast<std::size_t>(k)][0],
                       b = others[static_cast<std::size_t>(k)][1];
    const auto motion = [&](int i, int j) {
      Vector3 x;
      x[k] = face % 2 == 0 ? 1.0 : -1.0;
      x[a] = -1.0 + i * step;
      x[b] = -1.0 + j * step;
      return x;
    };
    for (int i = -1; i <= cells + 1; ++i) {
      for (int j = -1; j <= cells + 1; ++j) {
        loads[static_cast<std::size_t>((i + 1) * side + j + 1)] =
            vector_of(frame.scaled(exact.load(frame.unscaled(motion_of(motion(i, j))))));
      }
    }
    for (int i = 0; i <= cells; ++i) {
      for (int j = 0; j <= cells; ++j) {
        const Vector3& y = load_at(i, j);
        // the mean of both mixed differences, which need not agree next to a kink
        const double mixed = (load_at(i, j + 1)[a] - load_at(i, j - 1)[a] + load_at(i + 1, j)[b] - load_at(i - 1, j)[b]) /
                             (4.0 * step);
        nodes_.push_back({y.dot(motion(i, j)), step * y[a], step * y[b], step * step * mixed});
      }
    }
  }
}

SurfaceTable::Face SurfaceTable::face_of(const Vector3& x) {
  Eigen::Index k = std::abs(x[1]) > std::abs(x[0]) ? 1 : 0;
  if (std::abs(x[2]) > std::abs(x[k])) k = 2;
  const auto& [a, b] = others[static_cast<std::size_t>(k)];
  const double size = std::abs(x[k]);
  return {static_cast<int>(k), x[k] < 0.0 ? -1.0 : 1.0, size, x[a] / size, x[b] / size};
}

SurfaceTable::Slopes SurfaceTable::slopes_at(const Face& face) const {
  const double per_step = 0.5 * cells_, s = (face.a + 1.0) * per_step, t = (face.b + 1.0) * per_step;
  const int i = std::min(static_cast<int>(s), cells_ - 1), j = std::min(static_cast<int>(t), cells_ - 1);
  const Hermite along_a(s - i), along_b(t - j);
  const int number = 2 * face.axis + (face.sign < 0.0 ? 1 : 0);
  Slopes sum{};
  for (int p = 0; p < 2; ++p) {
    for (int q = 0; q < 2; ++q) {
      const Node& n = node(number, i + p, j + q);
      const auto value_a = static_cast<std::size_t>(2 * p), slope_a = value_a + 1;
      const auto value_b = static_cast<std::size_t>(2 * q), slope_b = value_b + 1;
      const auto product = [&](const std::array<double, 4>& A, const std::array<double, 4>& B) {
        return A[value_a] * (n.value * B[value_b] + n.b * B[slope_b]) +
               A[slope_a] * (n.a * B[value_b] + n.ab * B[slope_b]);
      };
      sum.value += product(along_a.value, along_b.value);
      sum.a += per_step * product(along_a.slope, along_b.value);
      sum.b += per_step * product(along_a.value, along_b.slope);
      sum.aa += per_step * per_step * product(along_a.curvature, along_b.value);
      sum.ab += per_step * per_step * product(along_a.slope, along_b.slope);
      sum.bb += per_step * per_step * product(along_a.value, along_b.curvature);
    }
  }
  return sum;
}

FrictionLoad SurfaceTable::load(const Twist& x) const {
  const Face face = face_of(vector_of(x));
  const Slopes phi = slopes_at(face);
  const auto& [a, b] = others[static_cast<std::size_t>(face.axis)];
  Vector3 y;
  y[a] = phi.a;
  y[b] = phi.b;
  y[face.axis] = face.sign * (phi.value - face.a * phi.a - face.b * phi.b);
  return load_of(y);
}

Mat3 SurfaceTable::hessian(const Twist& x) const {
  const Face face = face_of(vector_of(x));
  const Slopes phi = slopes_at(face);
  const auto& [a, b] = others[static_cast<std::size_t>(face.axis)];
  const Eigen::Index k = face.axis;
  // H x = 0 gives the row and the column of k
  const double ka = -face.sign * (face.a * phi.aa + face.b * phi.ab);
  const double kb = -face.sign * (face.a * phi.ab + face.b * phi.bb);
  Mat3 H;
  H(a, a) = phi.aa;
  H(b, b) = phi.bb;
  H(a, b) = H(b, a) = phi.ab;
  H(k, a) = H(a, k) = ka;
  H(k, b) = H(b, k) = kb;
  H(k, k) = -face.sign * (face.a * ka + face.b * kb);
  return H / face.size;
}

}  // namespace dryslip
