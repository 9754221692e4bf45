#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/surrogate/ellipsoid_model.hpp"
#include "dryslip/surrogate/lookup_model.hpp"
#include "dryslip/surrogate/pade_formula.hpp"
#include "dryslip/surrogate/quartic_model.hpp"

namespace dryslip {

/// The Padé formula of any contact through its moments, in the units of a ContactFrame. Its radius a is that of the circular
/// Hertz contact with the same spin moment, so that c_distance = 3π/16 and the paper's factors keep their meaning.
struct PadeQuotient {
  PadeFormula formula;
  PressureMoments moments;  ///< scaled by a

  /// a in units of the frame's length.
  static double radius();
  FrictionLoad load(const Twist& x) const;
  /// ∂y/∂x, not symmetric.
  Mat3 hessian(const Twist& x) const;
};

/// Moments of a patch about a point, scaled by the radius a of PadeQuotient: its exact loads for pure spin and translation,
/// integrated with their own error control. Throws InvalidInput where a law is not isotropic.
PressureMoments pressure_moments(const ContactPatch& patch, const FrictionModel& exact, Vec2 reference);

/// A surrogate: a fitted formula that replaces the exact contact.
class Surrogate final : public FrictionModel {
 public:
  using Formula = std::variant<PadeQuotient, Ellipsoid, Quartic, SurfaceLookup>;

  Surrogate(Formula formula, const ContactFrame& frame, const LoadScale& scale)
      : formula_(std::move(formula)), frame_(frame), scale_(scale) {}

  /// Load and dissipation, with model_error() as error bound.
  FrictionState state(const Twist& V) const override;
  FrictionLoad load(const Twist& V) const override;
  void loads(std::span<const Twist> V, std::span<FrictionLoad> P) const override;
  /// ∂P/∂V; for Padé, which has no potential, not symmetric.
  Mat3 hessian(const Twist& V) const override;
  LoadSet load_set(const Twist& V) const override;
  bool is_unique(const Twist& V) const override { return !(V == Twist{}); }
  bool has_potential() const override { return !std::holds_alternative<PadeQuotient>(formula_); }
  LoadScale scale() const override { return scale_; }

  double model_error() const override { return model_error_; }
  void set_model_error(double error) { model_error_ = error; }

 private:
  Formula formula_;
  ContactFrame frame_;
  LoadScale scale_;
  double model_error_ = 0.0;
};

}  // namespace dryslip
