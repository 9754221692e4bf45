#pragma once

#include <vector>

#include "dryslip/record/progress.hpp"
#include "dryslip/surrogate/contact_frame.hpp"

namespace dryslip {

/// The limit surface as a lookup: D on the six faces of the cube max |x_k| = 1 of motions, in the units of a ContactFrame,
/// between nodes by bicubic polynomials with the values and slopes of the exact contact at the corners of each cell.
///
///     D(x) = |x_k| φ(x_a/|x_k|, x_b/|x_k|),   y = ∂D/∂x
///
/// D is continuous and homogeneous. y is its gradient within a cell, and continuous except at the edges of the cube, where it jumps
/// by less than its error. D is convex up to that error only.
class SurfaceLookup {
 public:
  /// cells: of a face along each side. Throws Cancelled where progress says so.
  SurfaceLookup(const FrictionModel& exact, const ContactFrame& frame, int cells, const Progress& progress = {});

  FrictionLoad load(const Twist& x) const;
  Mat3 hessian(const Twist& x) const;
  int cells() const { return cells_; }

 private:
  /// φ with its derivatives by the two coordinates of a face.
  struct Node {
    double value, a, b, ab;
  };
  struct Face {
    int axis;     ///< k
    double sign;  ///< of x_k
    double size;  ///< |x_k|
    double a, b;  ///< coordinates, from −1 to 1
  };
  struct Slopes {
    double value, a, b;
  };
  struct Curvatures {
    double aa, ab, bb;
  };
  class Cell;
  static Face face_of(const Eigen::Vector3d& x);
  const Node& node(int face, int i, int j) const {
    return nodes_[static_cast<std::size_t>((face * (cells_ + 1) + i) * (cells_ + 1) + j)];
  }

  int cells_;
  std::vector<Node> nodes_;
};

}  // namespace dryslip
