#pragma once

#include <array>
#include <optional>
#include <vector>

#include "dryslip/contact_patch/friction_law.hpp"
#include "dryslip/contact_patch/pressure.hpp"
#include "dryslip/contact_patch/shape.hpp"
#include "dryslip/record/record.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

/// One place where the slider touches the support plane.
struct Support {
  Shape shape;
  Vec2 center;
  double angle = 0.0;
  Pressure pressure;
  FrictionLaw law;
  std::optional<double> share;
};
template <>
inline constexpr auto description<Support> =
    record("Support", "", "One place where the slider touches the support plane.",
           required<&Support::shape>("shape", "", "its outline"),
           field<&Support::center>("center", "m", "of the shape's own frame in the body frame"),
           field<&Support::angle>("angle", "rad", "of the shape's own frame in the body frame"),
           field<&Support::pressure>("pressure", "", "how the normal force is spread over it"),
           field<&Support::law>("law", "", "its local friction law"),
           field<&Support::share>("share", "-",
                                  "part of the normal force, normalised over all supports; default: in proportion to "
                                  "area, length or total weight",
                                  not_negative));

/// What touches, in the words of the scenario file. Plain data; check_patch() says whether it makes sense.
struct ContactPatch {
  double normal_force = 0.0;
  std::optional<double> mu;
  std::optional<double> mu_static;
  std::vector<Support> supports;
};
template <>
inline constexpr auto description<ContactPatch> = record(
    "ContactPatch", "", "What touches, in the words of the scenario file; origin O of the body frame.",
    required<&ContactPatch::normal_force>("normal_force", "N", "that presses slider and support together",
                                          not_negative),
    field<&ContactPatch::mu>("mu", "-", "kinetic coefficient; not needed where every law has its own", not_negative),
    field<&ContactPatch::mu_static>("mu_static", "-", "static coefficient; default: mu", not_negative),
    keyed("support", field<&ContactPatch::supports>("supports", "", "where it touches")));

/// Throws InvalidInput with the key (`support[0].size`), the value given and what is allowed.
///
/// Valid and answered with finite loads: mu = 0, normal_force = 0, repeated and collinear vertices, slivers, supports
/// far from the origin.
void check_patch(const ContactPatch& patch);

/// Part of the normal force on each support [-]: by `share` where given, else in proportion to area, length or total
/// weight. They add up to 1, even without a normal force.
std::vector<double> normal_force_shares(const ContactPatch& patch);

/// Normal force on each support [N].
std::vector<double> normal_forces(const ContactPatch& patch);

/// The contact seen from another O: `origin` is its place in the body frame; axes stay parallel.
ContactPatch seen_from(ContactPatch patch, Vec2 origin);

/// Which of the two coefficients of a law a model uses.
enum class Coefficient { Kinetic, Static };
template <>
inline constexpr std::array words<Coefficient>{"kinetic", "static"};

/// The isotropic coefficient (or the strength mu of a wheel) of a law [-]; `own` are the law's, the rest the contact's.
double resolve_coefficient(const Coefficients& own, const ContactPatch& patch, Coefficient which);

}  // namespace dryslip
