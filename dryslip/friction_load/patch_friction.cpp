#include "dryslip/friction_load/patch_friction.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dryslip/friction_load/detail/support_friction.hpp"
#include "dryslip/numerics/invalid_input.hpp"

namespace dryslip {

namespace {

using detail::LimitCurve;
using detail::SupportFriction;

/// Sum over the supports; the twist is brought to moderate size first, since loads depend on its direction only.
class PatchFriction final : public FrictionModel {
 public:
  PatchFriction(const ContactPatch& patch, const FrictionModelOptions& options) {
    const std::vector<double> forces = normal_forces(patch);
    const ContactPatch unit_patch{.normal_force = 1.0, .mu = 1.0, .mu_static = {}, .supports = {}};
    const LimitCurve isotropic(IsotropicLaw{}, unit_patch, Coefficient::Kinetic);
    for (std::size_t i = 0; i < forces.size(); ++i) {
      const Support& support = patch.supports[i];
      const LimitCurve law(support.law, patch, options.coefficient);
      auto made = detail::make_support_friction(support, forces[i], law, options.tolerance);
      // mean distance from O: the moment of a unit isotropic contact that spins about O
      FrictionState spin;
      LoadScale error;
      for (const auto& part : detail::make_support_friction(support, 1.0, isotropic, 1e-6)) {
        part.add_load({{}, 1.0}, spin, error);
      }
      scale_.force += forces[i] * law.largest_force();
      scale_.moment += forces[i] * law.largest_force() * spin.load.moment;
      std::move(made.begin(), made.end(), std::back_inserter(parts_));
    }
    for (const SupportFriction& part : parts_) extent_ = std::max(extent_, part.unit + length(part.center));
  }

  FrictionState state(const Twist& V) const override {
    FrictionState result;
    const ScaledTwist scaled = scale_twist(V);
    if (scaled.is_zero) return result;
    LoadScale error;
    for (const SupportFriction& part : parts_) part.add_load(scaled.twist, result, error);
    result.dissipation = scaled.factor * power(result.load, scaled.twist);
    result.error_bound = std::max(scale_.force > 0.0 ? error.force / scale_.force : 0.0,
                                  scale_.moment > 0.0 ? error.moment / scale_.moment : 0.0);
    return result;
  }

  Mat3 hessian(const Twist& V) const override {
    if (!has_potential()) throw std::domain_error("hessian: a custom law has no dissipation potential");
    const ScaledTwist scaled = scale_twist(V);
    if (scaled.is_zero) throw std::domain_error("hessian: the dissipation has a kink at the zero twist");
    Mat3 sum = Mat3::Zero();
    for (const SupportFriction& part : parts_) part.add_hessian(scaled.twist, sum);
    return sum / scaled.factor;
  }

  LoadSet load_set(const Twist& V) const override {
    LoadSet result{.base = state(V).load, .terms = {}, .is_all = false};
    const ScaledTwist scaled = scale_twist(V);
    result.is_all = scaled.is_zero;
    if (!scaled.is_zero) {
      for (const SupportFriction& part : parts_) part.add_set_terms(scaled.twist, result.terms);
    }
    return result;
  }

  bool is_unique(const Twist& V) const override {
    const ScaledTwist scaled = scale_twist(V);
    return !scaled.is_zero && std::all_of(parts_.begin(), parts_.end(), [&](const SupportFriction& part) {
             return part.is_unique(scaled.twist);
           });
  }

  bool has_potential() const override {
    return std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part.has_potential(); });
  }

  LoadScale scale() const override { return scale_; }

 private:
  struct ScaledTwist {
    Twist twist;
    double factor = 1.0;  ///< original = factor × twist
    bool is_zero = false;
  };

  /// Squares of the twist's components must neither overflow nor vanish.
  ScaledTwist scale_twist(const Twist& V) const {
    const double speed = std::max(std::abs(V.velocity.x), std::abs(V.velocity.y));
    const double size = std::max(speed, std::abs(V.omega) * extent_);
    if (size > 1e-100 && size < 1e100) return {.twist = V};
    if (speed == 0.0 && V.omega == 0.0) return {.twist = V, .is_zero = true};
    if (!std::isfinite(speed) || !std::isfinite(V.omega)) {
      throw std::invalid_argument("twist: velocity and omega must be finite");
    }
    // by a power of two, so that no digit changes
    const int exponent = std::max(speed > 0.0 ? std::ilogb(speed) : -4000,
                                  V.omega != 0.0 ? std::ilogb(V.omega) + std::ilogb(extent_) : -4000);
    return {.twist = {{std::ldexp(V.velocity.x, -exponent), std::ldexp(V.velocity.y, -exponent)},
                      std::ldexp(V.omega, -exponent)},
            .factor = std::ldexp(1.0, exponent)};
  }

  std::vector<SupportFriction> parts_;
  LoadScale scale_;
  double extent_ = 0.0;  // largest distance of the contact from O
};

}  // namespace

void FrictionModel::loads(std::span<const Twist> V, std::span<FrictionLoad> P) const {
  std::transform(V.begin(), V.end(), P.begin(), [this](const Twist& twist) { return load(twist); });
}

std::unique_ptr<FrictionModel> friction_model(const ContactPatch& patch, const FrictionModelOptions& options) {
  check_patch(patch);
  if (!(options.tolerance > 0.0) || !(options.tolerance < 1.0)) {
    throw InvalidInput("tolerance", std::to_string(options.tolerance) + ": must lie between 0 and 1");
  }
  return std::make_unique<PatchFriction>(patch, options);
}

Vec2 center_of_pressure(const ContactPatch& patch) {
  check_patch(patch);
  // without normal force the shares still tell where it would act
  ContactPatch unit_patch = patch;
  unit_patch.normal_force = 1.0;
  const std::vector<double> forces = normal_forces(unit_patch);
  Vec2 sum;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    sum = sum + forces[i] * detail::center_of_pressure(patch.supports[i]);
  }
  return sum;
}

}  // namespace dryslip
