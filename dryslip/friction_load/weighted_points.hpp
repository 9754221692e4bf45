#pragma once

#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip {

/// Isotropic friction of weighted points: the plain sum that everyone writes first, kept as a second route.
///
///     D(V) = Σ wᵢ |V + ω ẑ×rᵢ|,   wᵢ = μ pᵢ dAᵢ   [Goyal1991, eq. (7)]
class WeightedPoints final : public FrictionModel {
 public:
  struct Point {
    Vec2 position;        ///< [m]
    double weight = 0.0;  ///< μ times normal force [N]
  };
  explicit WeightedPoints(std::vector<Point> points);

  FrictionState state(const Twist& V) const override;
  Mat3 hessian(const Twist& V) const override;
  LoadSet load_set(const Twist& V) const override;
  bool is_unique(const Twist& V) const override;
  LoadScale scale() const override;

 private:
  std::vector<Point> points_;
};

/// Midpoint samples of an isotropic patch, about `count` per direction of an area and along a line. The load
/// converges with 1/count² for smooth slip, 1/count^1.5 and slower with the center of rotation inside.
WeightedPoints sample_patch(const ContactPatch& patch, int count);

}  // namespace dryslip
