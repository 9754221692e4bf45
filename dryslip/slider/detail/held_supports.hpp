#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/friction_load/slip_kinks.hpp"

namespace dryslip::detail {

/// Motions that stay on all of these kinks: columns N with NᵀGN = 1, body frame at O; zero where there are less than three.
Mat3 motions_on(std::span<const SlipKink* const> kinks, const Mat3& G);

/// Whether none of these motions misses the kink.
bool is_still(const SlipKink& kink, const Mat3& motions, const Mat3& G);

/// Supports of a contact that hold or roll. For the motions that this leaves the load is smooth in them: that of the other
/// supports, of lines that roll and a constant; what the held supports add to it does no work.
class HeldSupports {
 public:
  /// One kink of each support; they must outlive this.
  HeldSupports(const ContactPatch& patch, std::span<const SlipKink* const> kinks, const Mat3& G,
               const FrictionModelOptions& options);

  const Mat3& motions() const { return motions_; }
  /// The held supports alone, for the loads that they can add to that of V; without normal force where that is nothing.
  ContactPatch contact(const Twist& V) const;
  /// Load of a motion on the kinks beside what the held supports add.
  FrictionLoad load(const Twist& V) const;
  Mat3 hessian(const Twist& V) const;

 private:
  std::vector<const SlipKink*> kinks_;
  Mat3 motions_;
  ContactPatch none_;  // with the coefficients of the contact
  FrictionLoad rolling_;
  std::unique_ptr<FrictionModel> others_;  // none: there are none
};

}  // namespace dryslip::detail
