#include "dryslip/surrogate/lookup_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "dryslip/friction_load/twist_vector.hpp"

namespace dryslip {

using detail::load_of;
using detail::twist_of;
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

SurfaceLookup::SurfaceLookup(const FrictionModel& exact, const ContactFrame& frame, int cells, const Progress& progress)
    : cells_(cells) {
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
      tell(progress, (face + (i + 1.0) / side) / 6.0);
      for (int j = -1; j <= cells + 1; ++j) {
        loads[static_cast<std::size_t>((i + 1) * side + j + 1)] =
            vector_of(frame.scaled(exact.load(frame.unscaled(twist_of(motion(i, j))))));
      }
    }
    for (int i = 0; i <= cells; ++i) {
      for (int j = 0; j <= cells; ++j) {
        const Vector3& y = load_at(i, j);
        // the mean of both mixed differences, which need not agree next to a kink
        const double mixed =
            (load_at(i, j + 1)[a] - load_at(i, j - 1)[a] + load_at(i + 1, j)[b] - load_at(i - 1, j)[b]) / (4.0 * step);
        nodes_.push_back({y.dot(motion(i, j)), step * y[a], step * y[b], step * step * mixed});
      }
    }
  }
}

SurfaceLookup::Face SurfaceLookup::face_of(const Vector3& x) {
  Eigen::Index k = std::abs(x[1]) > std::abs(x[0]) ? 1 : 0;
  if (std::abs(x[2]) > std::abs(x[k])) k = 2;
  const auto& [a, b] = others[static_cast<std::size_t>(k)];
  const double size = std::abs(x[k]);
  return {static_cast<int>(k), x[k] < 0.0 ? -1.0 : 1.0, size, x[a] / size, x[b] / size};
}

/// The cell of a place on a face.
class SurfaceLookup::Cell {
 public:
  Cell(const SurfaceLookup& table, const Face& face)
      : per_step_(0.5 * table.cells_),
        i_(cell_of((face.a + 1.0) * per_step_, table.cells_)),
        j_(cell_of((face.b + 1.0) * per_step_, table.cells_)),
        along_a_((face.a + 1.0) * per_step_ - i_),
        along_b_((face.b + 1.0) * per_step_ - j_) {
    const int number = 2 * face.axis + (face.sign < 0.0 ? 1 : 0);
    for (int p = 0; p < 2; ++p) {
      for (int q = 0; q < 2; ++q) corners_[p][q] = &table.node(number, i_ + p, j_ + q);
    }
  }

  Slopes slopes() const {
    const auto &A = along_a_, &B = along_b_;
    return {product(A.value, B.value), per_step_ * product(A.slope, B.value), per_step_ * product(A.value, B.slope)};
  }
  Curvatures curvatures() const {
    const auto &A = along_a_, &B = along_b_;
    const double square = per_step_ * per_step_;
    return {square * product(A.curvature, B.value), square * product(A.slope, B.slope),
            square * product(A.value, B.curvature)};
  }

 private:
  static int cell_of(double place, int cells) { return std::min(static_cast<int>(place), cells - 1); }
  double product(const std::array<double, 4>& A, const std::array<double, 4>& B) const {
    double sum = 0.0;
    for (std::size_t p = 0; p < 2; ++p) {
      for (std::size_t q = 0; q < 2; ++q) {
        const Node& n = *corners_[p][q];
        sum += A[2 * p] * (n.value * B[2 * q] + n.b * B[2 * q + 1]) +
               A[2 * p + 1] * (n.a * B[2 * q] + n.ab * B[2 * q + 1]);
      }
    }
    return sum;
  }

  double per_step_;
  int i_, j_;
  Hermite along_a_, along_b_;
  const Node* corners_[2][2];
};

FrictionLoad SurfaceLookup::load(const Twist& x) const {
  const Face face = face_of(vector_of(x));
  const Slopes phi = Cell(*this, face).slopes();
  const auto& [a, b] = others[static_cast<std::size_t>(face.axis)];
  Vector3 y;
  y[a] = phi.a;
  y[b] = phi.b;
  y[face.axis] = face.sign * (phi.value - face.a * phi.a - face.b * phi.b);
  return load_of(y);
}

Mat3 SurfaceLookup::hessian(const Twist& x) const {
  const Face face = face_of(vector_of(x));
  const Curvatures phi = Cell(*this, face).curvatures();
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
