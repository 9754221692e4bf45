#pragma once

#include <optional>
#include <string>

#include "dryslip/contact_patch/contact_patch.hpp"

namespace dryslip {

/// Two forces of one law and a slip that break maximum power: (f − f*)·v < 0.
struct PowerViolation {
  Vec2 force;            ///< f of the slip v, per unit normal force [-]
  Vec2 slip;             ///< direction of v, a unit vector
  Vec2 other_force;      ///< f* of another slip, per unit normal force [-]
  double deficit = 0.0;  ///< (f* − f)·v > 0 [-]
};
template <>
inline constexpr auto description<PowerViolation> =
    record<PowerViolation>("Two forces of one law and a slip that break maximum power.",
                           field<&PowerViolation::force>("-", "of the slip, per unit normal force"),
                           field<&PowerViolation::slip>("-", "its direction"),
                           field<&PowerViolation::other_force>("-", "of another slip, per unit normal force"),
                           field<&PowerViolation::deficit>("-", "(other_force − force) · slip"));

/// True when the law is proven to obey the maximum-power inequality
///
///     (f − f*)·v ≥ 0   for the force f of the slip v and every force f* of the law   [Goyal1991, eq. (3)].
///
/// All laws but the custom one do, being given by convex limit curves. A custom law does if and only if it is the
/// isotropic one: force along the slip and of constant size, or none (proof: docs/theory/castor.md). A formula that
/// names phi but is constant all the same is not recognised.
bool obeys_maximum_power(const FrictionLaw& law);

/// The worst violation: the largest deficit over the pairs of 4001 slip directions all around, made larger by small
/// steps. Where all sizes are positive no force at all, f* = 0, is never worse.
///
/// What is returned is a violation. Nothing is returned for a law that obeys, and for one whose deficit is below 1e-14
/// of its largest force at all directions tried, which are 0.09° apart.
std::optional<PowerViolation> find_power_violation(const FrictionLaw& law);

/// One line for a law that is not proven to obey: the triple v, f, f* that breaks the inequality, with few digits.
std::string explain_power_violation(const FrictionLaw& law);

/// Throws InvalidInput for the first law that is not proven to obey maximum power: key `support[0].law`, behind that of the patch, with
/// the explanation above.
void require_maximum_power(const ContactPatch& patch, const std::string& key = "");

}  // namespace dryslip
