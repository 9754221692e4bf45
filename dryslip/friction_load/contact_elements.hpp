#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/friction_load/slip_kinks.hpp"

namespace dryslip {

/// Slip directions of a point support over which its force is one smooth formula: a curved part of its limit curve, or a corner.
struct SlipSector {
  Vec2 right, left;            ///< unit slip directions at its ends, counter-clockwise, body frame [-]
  bool is_whole = false;       ///< all directions: there are no ends
  std::optional<Vec2> corner;  ///< force on the support [N], where it is constant
  std::optional<std::size_t>
      side_at_right;  ///< the kink where the force jumps at that end; none: it is continuous there
  std::optional<std::size_t> side_at_left;
};

/// A part of a contact that can hold or roll by itself, and slips otherwise: a point support, or an extended support whose law has
/// straight sides.
struct ContactElement {
  Vec2 place;                                      ///< of the point or the support, body frame [m]
  std::vector<SlipKink> kinks;                     ///< of a point: rest first
  std::vector<SlipSector> sectors;                 ///< of a point; empty without friction
  std::shared_ptr<const FrictionModel> model;      ///< of an extended support
  std::optional<ContactPatch> at_rest_statically;  ///< a point that rests, with its static coefficient

  bool is_point() const { return model == nullptr; }
  Vec2 slip(const Twist& V) const { return V.velocity + V.omega * turned_left(place); }
  /// The sector of a slip ≠ 0; where two sectors meet, one of them.
  std::size_t sector_of(Vec2 slip) const;
  /// Load for a slip in this sector, by its formula also beyond the ends of the sector; an extended support has one load. A point at the
  /// center of rotation has none.
  FrictionLoad load(std::size_t sector, const Twist& V) const;
  /// ∂load/∂V of load(), in the order vx, vy, omega.
  Mat3 hessian(std::size_t sector, const Twist& V) const;
  /// Whether the direction of the force turns ever faster as the slip goes to zero.
  bool is_curved(std::size_t sector) const { return !is_point() || !sectors[sector].corner; }

  struct Arc;
  std::shared_ptr<const Arc> arc;  ///< the curved part of a point's law
};

/// A contact in parts: elements, and the rest, which has kinks at rest only.
struct ContactElements {
  /// `whole`: the friction_model() of the patch with these options, if it has been made already.
  ContactElements(const ContactPatch& patch, const FrictionModelOptions& options,
                  std::shared_ptr<const FrictionModel> whole = nullptr);

  std::vector<ContactElement> elements;
  std::shared_ptr<const FrictionModel> smooth;  ///< none: there is no such rest
};

}  // namespace dryslip
