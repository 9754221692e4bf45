#pragma once

#include <cstddef>
#include <vector>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/numerics/expression.hpp"

namespace dryslip::bench {

/// A box of integration variables (u, v), mapped to the contact: Cartesian u = x, v = y, or polar u = radius, v = angle.
struct CubatureBox {
  enum class Map { Cartesian, Polar };
  Map map = Map::Cartesian;
  Vec2 low;
  Vec2 high;
};

struct CubatureResult {
  FrictionLoad load;
  bool converged = true;
};

/// The rival: force and moment of an isotropic contact by the adaptive cubature of libcubature, all three components at
/// once, to `tolerance` relative to LoadScale. The pressure is evaluated by the same Expression as ours.
class CubatureLoad {
 public:
  CubatureLoad(std::vector<CubatureBox> boxes, Expression pressure, const LoadScale& scale, double tolerance);

  CubatureResult operator()(const Twist& V) const;

  static bool is_available();

 private:
  std::vector<CubatureBox> boxes_;
  Expression pressure_;
  LoadScale scale_;
  double tolerance_;
  double total_ = 1.0;  // ∫ p dA
};

}  // namespace dryslip::bench
