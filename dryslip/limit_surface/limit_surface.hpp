#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/friction_load/patch_friction.hpp"

namespace dryslip {

namespace detail {
class LoadRay;
struct RaySearch;
}  // namespace detail

/// Where the ray along a load leaves the set of loads that the contact can carry, and the motion that starts there.
struct MotionOfLoad {
  double factor = 0.0;       ///< factor × load lies on the limit surface; infinite for the zero load
  double lower = 0.0;        ///< proven by points of the set: lower × load is inside
  double upper = 0.0;        ///< proven by supporting planes: beyond upper × load nothing is inside
  Twist motion;              ///< outward normal there; its direction counts. Zero for the zero load
  bool is_unique = false;    ///< the normal has one direction; false for factor 0
  bool is_on_facet = false;  ///< other loads have this motion too: the place lies on a flat part of the surface
  /// Directions of all normals where there are several: the two ends of a fan, or the outline of a cone.
  std::vector<Twist> motions;
  bool converged = true;  ///< upper − lower is below 1e-10 of factor

  /// The contact holds the load without motion.
  bool sticks() const { return factor >= 1.0; }
};

/// The options with a tolerance of at most 1e-12, which the surface of an exact contact needs where loads are integrated.
FrictionModelOptions surface_options(FrictionModelOptions options);

/// The set of all loads that a contact can carry, and its surface [Goyal1991, sec. 6].
class LimitSurface {
 public:
  /// Integrated loads get a tolerance of at most 1e-12. Throws InvalidInput as friction_model() and as
  /// require_maximum_power(): a law that does not obey maximum power has no limit surface.
  explicit LimitSurface(const ContactPatch& patch, const FrictionModelOptions& options = {});

  /// From a friction_model() of the patch that exists already, made with surface_options(options).
  LimitSurface(const ContactPatch& patch, const FrictionModelOptions& options,
               std::shared_ptr<const FrictionModel> model);

  /// The surface of a smooth surrogate of the contact: one load for every motion and one motion for every load.
  static LimitSurface of_surrogate(const ContactPatch& patch, std::shared_ptr<const FrictionModel> surrogate,
                                   Coefficient coefficient);

  /// The load is at O, body frame. Minimises D(V) on P·V = 1, the factor of [Goyal1991, eq. (5)]:
  ///
  ///     factor = min D(V)/(P·V) over P·V > 0 = largest t with t P in the set
  MotionOfLoad motion_of(const FrictionLoad& P) const;

  /// The factor alone; whether its motion is the only one is not examined.
  double factor_of(const FrictionLoad& P) const { return supporting_plane(P).factor; }

  /// A factor, and a motion that meets it: beyond factor × load nothing is inside, as D(motion) = factor (load · motion).
  struct SupportingPlane {
    double factor = 0.0;
    Twist motion;  ///< zero for the zero load
  };
  /// The factor of a load with its motion; whether it is the only one is not examined. Faster if started from the motion of a load nearby.
  SupportingPlane supporting_plane(const FrictionLoad& P, const Twist& near = {}) const;

  /// Motions that meet no friction in either sense, such as wheels rolling: the set of loads is flat across each.
  std::vector<Twist> free_motions() const;

  /// The free motions as orthogonal unit vectors (velocity, omega × unit_length()).
  std::span<const Eigen::Vector3d> flat_directions() const { return flat_directions_; }

  const FrictionModel& model() const { return *model_; }
  /// True for the exact contact; a surrogate has no facets, edges and kinks, whatever the patch.
  bool is_exact() const { return is_exact_; }
  const ContactPatch& patch() const { return patch_; }
  Coefficient coefficient() const { return coefficient_; }
  /// Unit in which motions are compared: (velocity, omega × length) [m].
  double unit_length() const { return length_; }
  /// Error of the loads, relative to LoadScale: rounding, or the tolerance of the integrals [-].
  double load_error() const { return model_->is_closed_form() ? 1e-15 : tolerance_; }

 private:
  LimitSurface(const ContactPatch& patch, Coefficient coefficient, std::shared_ptr<const FrictionModel> model,
               bool is_exact);
  void find_flat_directions();
  Twist about_O(const Twist& V) const;
  Vec2 snapped(const detail::LoadRay& ray, Vec2 y, double most) const;
  void find_other_motions(const detail::LoadRay& ray, const detail::RaySearch& search, MotionOfLoad& result) const;

  std::unique_ptr<LimitSurface> near_;  // the contact with O moved to its center of pressure, where O is far away
  Vec2 center_;                         // that center [m]
  ContactPatch patch_;
  Coefficient coefficient_;
  double tolerance_ = 0.0;  // of loads that are integrated, relative to LoadScale
  std::shared_ptr<const FrictionModel> model_;
  bool is_exact_;
  double length_ = 1.0;
  std::vector<Eigen::Vector3d> flat_directions_;
  bool curvature_jumps_ = false;  // D may be curved on one side only: line ends, corners of limit curves
  std::vector<Vec2> points_;      // of point supports, whose spins are the normals of facets [m]
};

}  // namespace dryslip
