#include "dryslip/friction_load/patch_friction.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dryslip/friction_load/detail/moderate_twist.hpp"
#include "dryslip/friction_load/detail/support_friction.hpp"
#include "dryslip/record/invalid_input.hpp"

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
      // mean distance from O: the moment of a unit isotropic contact that spins about O
      FrictionState spin;
      LoadScale error;
      double reach = 0.0;
      const auto unit_parts = detail::make_support_friction(support, 1.0, isotropic, 1e-6);
      if (unit_parts.empty()) {
        throw InvalidInput("support[" + std::to_string(i) + "].pressure.file",
                           "no pressure on the shape: the grid must be positive somewhere on it");
      }
      for (const auto& part : unit_parts) {
        part.add_state({{}, 1.0}, spin, error);
        reach = std::max(reach, part.reach);
      }
      // the kernels' unit of moment is the reach, that of the scale the mean distance; a part is left for rounding
      const double tolerance = 0.5 * options.tolerance * (reach > 0.0 ? std::min(1.0, spin.load.moment / reach) : 1.0);
      auto made = detail::make_support_friction(support, forces[i], law, tolerance);
      scale_.force += forces[i] * law.largest_force();
      scale_.moment += forces[i] * law.largest_force() * spin.load.moment;
      closed_forms_.push_back(
          std::all_of(made.begin(), made.end(), [](const auto& part) { return part.is_closed_form(); }));
      std::move(made.begin(), made.end(), std::back_inserter(parts_));
    }
    tolerance_ = options.tolerance;
    is_closed_form_ = std::all_of(closed_forms_.begin(), closed_forms_.end(), [](bool closed) { return closed; });
    for (const SupportFriction& part : parts_) extent_ = std::max(extent_, part.reach);
    if (extent_ == 0.0) extent_ = 1.0;  // all at O: no spin slips, and any length will do to compare it with
  }

  FrictionState state(const Twist& V) const override {
    FrictionState result;
    const ScaledTwist scaled = scale_twist(V);
    if (scaled.is_zero) return result;
    LoadScale error;
    for (const SupportFriction& part : parts_) part.add_state(scaled.twist, result, error);
    result.dissipation = std::ldexp(power(result.load, scaled.twist), scaled.exponent);
    result.error_bound = std::max(scale_.force > 0.0 ? error.force / scale_.force : 0.0,
                                  scale_.moment > 0.0 ? error.moment / scale_.moment : 0.0);
    result.converged = result.converged && (is_closed_form_ || result.error_bound <= tolerance_);
    return result;
  }

  bool is_closed_form() const override { return is_closed_form_; }
  bool has_closed_form(std::size_t support) const override { return closed_forms_.at(support); }

  FrictionLoad load(const Twist& V) const override {
    // the usual contact in as few instructions as possible
    return parts_.size() == 1 && detail::is_moderate(V, extent_) ? parts_.front().load(V) : other_load(V);
  }

  void loads(std::span<const Twist> V, std::span<FrictionLoad> P) const override {
    constexpr std::size_t chunk = 4096;  // stays in the nearest cache
    std::vector<FrictionLoad> terms(parts_.size() > 1 ? std::min(chunk, V.size()) : 0);
    for (std::size_t start = 0; start < V.size(); start += chunk) {
      const auto part = V.subspan(start, std::min(chunk, V.size() - start));
      const auto sum = P.subspan(start, part.size());
      bool is_complete = parts_.front().loads(part, extent_, sum);
      for (std::size_t k = 1; k < parts_.size(); ++k) {
        is_complete &= parts_[k].loads(part, extent_, terms);
        for (std::size_t i = 0; i < part.size(); ++i) sum[i] = sum[i] + terms[i];
      }
      // twists that need scaling are rare
      for (std::size_t i = 0; !is_complete && i < part.size(); ++i) {
        if (!detail::is_moderate(part[i], extent_)) sum[i] = load(part[i]);
      }
    }
  }

  Mat3 hessian(const Twist& V) const override {
    if (!has_potential()) throw std::domain_error("hessian: a custom law has no dissipation potential");
    const ScaledTwist scaled = scale_twist(V);
    if (scaled.is_zero) throw std::domain_error("hessian: the dissipation has a kink at the zero twist");
    Mat3 sum = Mat3::Zero();
    for (const SupportFriction& part : parts_) part.add_hessian(scaled.twist, sum);
    return sum.unaryExpr([&](double entry) { return std::ldexp(entry, -scaled.exponent); });
  }

  LoadSet load_set(const Twist& V) const override {
    LoadSet result{.base = state(V).load, .terms = {}, .is_all = false};
    const ScaledTwist scaled = scale_twist(V);
    result.is_all = scaled.is_zero;
    if (!scaled.is_zero) {
      for (const SupportFriction& part : parts_) {
        const std::size_t before = result.terms.size();
        part.add_set_terms(scaled.twist, result.terms);
        if (!part.is_closed_form() && result.terms.size() > before) result.is_approximate = true;
      }
    }
    return result;
  }

  bool is_unique(const Twist& V) const override {
    const ScaledTwist scaled = scale_twist(V);
    return !scaled.is_zero && std::all_of(parts_.begin(), parts_.end(),
                                          [&](const SupportFriction& part) { return part.is_unique(scaled.twist); });
  }

  bool has_potential() const override {
    return std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part.has_potential(); });
  }

  LoadScale scale() const override { return scale_; }

 private:
  [[gnu::noinline]] FrictionLoad other_load(const Twist& V) const {
    if (!detail::is_moderate(V, extent_)) return state(V).load;
    FrictionLoad sum = parts_.front().load(V);
    for (std::size_t i = 1; i < parts_.size(); ++i) sum = sum + parts_[i].load(V);
    return sum;
  }

  struct ScaledTwist {
    Twist twist;
    int exponent = 0;  ///< original = 2^exponent × twist
    bool is_zero = false;
  };

  ScaledTwist scale_twist(const Twist& V) const {
    if (detail::is_moderate(V, extent_)) return {.twist = V};
    if (V == Twist{}) return {.twist = V, .is_zero = true};
    const double speed = std::max(std::abs(V.velocity.x), std::abs(V.velocity.y));
    if (!std::isfinite(V.velocity.x) || !std::isfinite(V.velocity.y) || !std::isfinite(V.omega)) {
      throw std::invalid_argument("twist: velocity and omega must be finite");
    }
    // by a power of two, so that no digit changes
    const int exponent = std::max(speed > 0.0 ? std::ilogb(speed) : -4000,
                                  V.omega != 0.0 ? std::ilogb(V.omega) + std::ilogb(extent_) : -4000);
    return {.twist = {{std::ldexp(V.velocity.x, -exponent), std::ldexp(V.velocity.y, -exponent)},
                      std::ldexp(V.omega, -exponent)},
            .exponent = exponent};
  }

  std::vector<SupportFriction> parts_;
  LoadScale scale_;
  double tolerance_ = 0.0;
  bool is_closed_form_ = true;
  std::vector<bool> closed_forms_;  // by support
  double extent_ = 0.0;             // largest distance of the contact from O
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
