#pragma once

#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/load_set.hpp"

namespace dryslip::detail {

/// Where the loads of a contact may be sets, as twists; more than there are does no harm. Opposite twists are left out.
struct KinkCandidates {
  std::vector<Twist> cones;       ///< spins about points, translations along a heading
  std::vector<Twist> on_circles;  ///< where the set of loads has the sides a of all kinks along a·V = 0
};

KinkCandidates kink_candidates(const ContactPatch& patch);

/// Directions a of the straight sides of a set of loads. Motions with such a side as loads have a·V = 0.
std::vector<FrictionLoad> sides_of(const LoadSet& loads);

}  // namespace dryslip::detail
