#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/rolling_line.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip {

/// Motions for which the load of a support is a set: a point support that does not slip, or a support that slips exactly
/// along the direction of a straight side of its limit curve, such as a wheel that rolls, a ring of tangent wheels that turns about its
/// center, or a line that rolls across itself.
struct SlipKink {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, 2, 3>;
  Rows rows;                      ///< the motions V with rows · (velocity, omega) = 0; in [m/s]
  std::optional<Vec2> direction;  ///< only those that slip along it; none: the support rests, turns or is a line
  double spin = 0.0;  ///< of a ring that rolls about its center: sign of the omega that it needs; else 0 [-]
  Vec2 place;         ///< of the support, body frame [m]
  /// The support alone, whose loads add to the load of V on the kink: the whole limit curve of a point at rest, or the straight
  /// side, seen from its middle, of one that rolls.
  ContactPatch contact;
  FrictionLoad load;  ///< that of a motion on the kink, beside what `contact` adds: zero for one at rest, or a line
  std::optional<RollingLine>
      line;                 ///< of a line that rolls: its load, and how much less than `contact` it adds, depend on V
  std::size_t support = 0;  ///< which of the patch
  std::size_t point = 0;    ///< which of its points

  /// rows · V: zero on the kink [m/s].
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2, 1> miss(const Twist& V) const {
    return rows * Eigen::Vector3d(V.velocity.x, V.velocity.y, V.omega);
  }
  /// A point support that does not slip; the others roll.
  bool is_rest() const { return !direction && spin == 0.0 && !line; }
  /// Whether the motion slips towards `direction` or turns by `spin`, or there is none; whether a line can add anything.
  bool is_ahead(const Twist& V) const {
    if (line) return line->reach(V) > 0.0;
    if (spin != 0.0) return spin * V.omega > 0.0;
    return !direction || dot(*direction, V.velocity + V.omega * turned_left(place)) > 0.0;
  }
  /// `contact` reduced to what it adds for V; without normal force where it adds nothing.
  ContactPatch contact_at(const Twist& V) const;
};

/// All kinks of a contact. An extended support has one for each straight side of its law along which all of it can slip:
/// translations, or turns of a ring whose law turns with it. The two sides along a line share one.
std::vector<SlipKink> slip_kinks(const ContactPatch& patch, Coefficient which = Coefficient::Kinetic);

/// Adds a support with its normal force [N], if that is not zero, to a contact whose shares are normal forces.
void add_support(ContactPatch& contact, const Support& support, double normal_force);

/// The contact without the supports of these kinks; the others keep their normal forces.
ContactPatch without_supports(const ContactPatch& patch, std::span<const SlipKink* const> kinks);

}  // namespace dryslip
