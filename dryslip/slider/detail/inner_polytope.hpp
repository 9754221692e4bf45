#pragma once

#include <array>
#include <vector>

#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip::detail {

/// Loads that a contact certainly carries: tetrahedra between the zero load and three loads of motions next to one another.
/// The set of loads is convex and holds them all, so what is in one of them needs no further test.
class InnerPolytope {
 public:
  /// Made from the loads of 66 motions, spread evenly in the units of the model's scale.
  explicit InnerPolytope(const FrictionModel& model);

  /// False says nothing. `last` is where to look first and where it was found: loads come in rows.
  bool contains(const FrictionLoad& P, std::size_t& last) const;

 private:
  std::vector<Mat3> to_shares_;  // of the three corners
};

}  // namespace dryslip::detail
