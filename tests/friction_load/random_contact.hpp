#pragma once

#include <random>
#include <string>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/friction_model.hpp"

namespace dryslip::tests {

using Random = std::mt19937_64;

double uniform(Random& random, double from, double to);
Vec2 uniform_in_square(Random& random, double half_side);

/// Cases of a random test: the environment's DRYSLIP_TEST_CASES, or 200 scaled by `part`, at least 1.
int test_cases(double part = 1.0);

/// A contact and the words for it in messages.
struct NamedPatch {
  std::string name;
  ContactPatch patch;
};

/// One contact for every valid choice of shape, pressure and local law (ring: also headings along it), of random size
/// (0.5 mm to 0.15 m), place, angle and strength; the center of the support is never O. With an expression as pressure
/// only a random quarter of the laws.
std::vector<NamedPatch> every_contact(Random& random);

/// Patches with the isotropic law for which the library has a closed form.
std::vector<NamedPatch> every_closed_form(Random& random);

/// Two to four supports of any kind with shares.
NamedPatch several_supports(Random& random);

/// 3 to 12 vertices around the origin, as a rule not convex.
Polygon random_polygon(Random& random, double radius);

/// Whether a generated contact has point supports.
enum class PointSupports { None, Some };

/// One to four supports in closed form, each with its own isotropic coefficient; at least one is a polygon, so that they are
/// not collinear. None or one to three of them points.
ContactPatch isotropic_contact(Random& random, PointSupports which);

/// Segments and points on one line, isotropic; `direction` is that of the line.
ContactPatch collinear_contact(Random& random, Vec2 direction);

/// Polygons, composites of closed forms, points with any mixture of laws that obey maximum power, and now and then a line
/// or area with such a law.
NamedPatch random_contact(Random& random);

/// Largest distance of the contact from O, roughly.
double reach(const ContactPatch& patch);

/// Twists that matter for a contact of this reach: center of rotation inside, near, far, translation, spin; both signs
/// and several orders of magnitude of speed.
Twist random_twist(Random& random, const ContactPatch& patch);

// A contact seen from elsewhere.
ContactPatch turned(ContactPatch patch, double angle);  ///< turned about O
ContactPatch mirrored(ContactPatch patch);              ///< y → −y
ContactPatch shifted(ContactPatch patch, Vec2 step);    ///< every center moved by step

/// True when every law has force(−slip) = −force(slip).
bool is_symmetric(const ContactPatch& patch);
/// True when every law obeys maximum power.
bool has_potential(const ContactPatch& patch);
/// True when every support has a closed form (and so rounding errors only).
bool is_closed_form(const ContactPatch& patch);

/// Text of a patch, enough to write the case down.
std::string text_of(const Twist& V);
std::string text_of(const FrictionLoad& P);

/// Largest component of a − b in units of the scale.
double difference(const FrictionLoad& a, const FrictionLoad& b, const LoadScale& scale);
/// Power that belongs to the scale: |F||V| + |M||ω|.
double power_scale(const LoadScale& scale, const Twist& V);

}  // namespace dryslip::tests
