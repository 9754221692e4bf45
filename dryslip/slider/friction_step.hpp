#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

#include "dryslip/contact/contact.hpp"
#include "dryslip/friction_load/slip_kinks.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// The velocity after an implicit step of friction from the velocity V* that the other loads alone would give:
///
///     V = argmin ½ (V − V*)ᵀ G (V − V*) + h D(V),    G (V* − V) ∈ h ∂D(V)
///
/// exactly zero where the load G V*/h is inside the limit surface, and exactly on a kink (a spin about a point support, a
/// wheel that rolls) where that holds. With h = 1 and V* = G⁻¹P it is the acceleration with which a body at rest yields to
/// the load P.
class FrictionStep {
 public:
  /// G as kinetic_metric(). Throws InvalidInput as LimitSurface.
  FrictionStep(const Contact& contact, const Mat3& G, Coefficient which = Coefficient::Kinetic);

  /// Twists at O, body frame; h > 0 [s].
  Twist operator()(const Twist& V_star, double h) const { return (*this)(V_star, h, {}, G_); }
  /// A step with another G, such as one with springs that are taken implicitly. A twist near the answer, if one is
  /// known, saves most of the time; the answer does not depend on it.
  Twist operator()(const Twist& V_star, double h, const Twist& near, const Mat3& G) const;

 private:
  std::optional<Eigen::Vector3d> smooth(const Eigen::Vector3d& impulse, double h, Eigen::Vector3d V,
                                        const Mat3& G) const;
  Eigen::Vector3d descend_freely(const Eigen::Vector3d& impulse, double h, const Eigen::Vector3d& start,
                                 const Mat3& G) const;
  Eigen::Vector3d along(const Twist& normal, const Eigen::Vector3d& impulse, double h, const Mat3& G) const;
  Twist on_kinks(const Twist& V_star, double h, const Mat3& G) const;
  std::vector<const SlipKink*> kinks_near(const Twist& V, double distance) const;

  std::shared_ptr<const LimitSurface> surface_;
  std::shared_ptr<const std::vector<SlipKink>> kinks_;
  Mat3 G_;
};

}  // namespace dryslip
