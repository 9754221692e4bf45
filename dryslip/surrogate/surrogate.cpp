#include "dryslip/surrogate/surrogate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "dryslip/record/invalid_input.hpp"

namespace dryslip {

namespace {

using std::numbers::pi;

double size_of(const Twist& x) { return std::max({std::abs(x.velocity.x), std::abs(x.velocity.y), std::abs(x.omega)}); }

/// Sixth powers, which a quartic has, neither overflow nor vanish.
bool is_moderate(double size) { return size > 1e-45 && size < 1e45; }

/// A motion of moderate size with the same load.
Twist moderate(const Twist& V) {
  const double size = size_of(V);
  if (!std::isfinite(size)) throw std::invalid_argument("twist: velocity and omega must be finite");
  return {{V.velocity.x / size, V.velocity.y / size}, V.omega / size};
}

}  // namespace

double PadeQuotient::radius() { return 16.0 / (3.0 * pi); }

FrictionLoad PadeQuotient::load(const Twist& x) const {
  const auto [T, M] = formula.load({x.velocity, radius() * x.omega}, moments);
  return {T, radius() * M};
}

Mat3 PadeQuotient::hessian(const Twist& x) const {
  const Eigen::Vector3d units(1.0, 1.0, radius());
  return units.asDiagonal() * formula.jacobian({x.velocity, radius() * x.omega}, moments) * units.asDiagonal();
}

PressureMoments pressure_moments(const ContactPatch& patch, const FrictionModel& exact, Vec2 reference) {
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    if (!std::holds_alternative<IsotropicLaw>(patch.supports[i].law)) {
      throw InvalidInput("support[" + std::to_string(i) + "].law",
                         "the Padé model is made for isotropic friction: use ellipsoid, quartic or table");
    }
  }
  const ContactFrame frame = frame_about(exact, reference);
  const auto load = [&](const Twist& x) { return frame.scaled(exact.load(frame.unscaled(x))); };
  const FrictionLoad spin = load({{}, 1.0}), along_x = load({{1.0, 0.0}, 0.0}), along_y = load({{0.0, 1.0}, 0.0});
  // T = ẑ×c_direction in a spin, M = c_center×v in a translation
  return {.center = 1.0 / PadeQuotient::radius() * Vec2{along_y.moment, -along_x.moment},
          .direction = {spin.force.y, -spin.force.x},
          .distance = spin.moment / PadeQuotient::radius()};
}

FrictionLoad Surrogate::load(const Twist& V) const {
  const Twist x = frame_.scaled(V);
  const double size = size_of(x);
  if (!is_moderate(size)) return V == Twist{} ? FrictionLoad{} : load(moderate(V));
  return frame_.unscaled(std::visit([&](const auto& formula) { return formula.load(x); }, formula_));
}

void Surrogate::loads(std::span<const Twist> V, std::span<FrictionLoad> P) const {
  const auto* pade = std::get_if<PadeQuotient>(&formula_);
  if (!pade) return FrictionModel::loads(V, P);
  ContactFrame frame = frame_;
  frame.length *= PadeQuotient::radius();
  constexpr std::size_t chunk = 256;
  std::array<Twist, chunk> slips;
  for (std::size_t start = 0; start < V.size(); start += chunk) {
    const std::size_t count = std::min(chunk, V.size() - start);
    bool are_moderate = true;
    for (std::size_t i = 0; i < count; ++i) {
      slips[i] = frame.scaled(V[start + i]);
      are_moderate &= is_moderate(size_of(slips[i]));
    }
    const auto answers = P.subspan(start, count);
    pade->formula.loads(std::span(slips).first(count), pade->moments, answers);
    for (FrictionLoad& answer : answers) answer = frame.unscaled(answer);
    for (std::size_t i = 0; !are_moderate && i < count; ++i) {
      if (!is_moderate(size_of(slips[i]))) answers[i] = load(V[start + i]);
    }
  }
}

FrictionState Surrogate::state(const Twist& V) const {
  if (V == Twist{}) return {};
  const FrictionLoad P = load(V);
  return {.load = P, .dissipation = power(P, V), .error_bound = model_error_};
}

Mat3 Surrogate::hessian(const Twist& V) const {
  if (V == Twist{}) throw std::domain_error("hessian: the dissipation has a kink at the zero twist");
  const Twist x = frame_.scaled(V);
  if (!is_moderate(size_of(x))) return hessian(moderate(V)) / size_of(V);
  return frame_.unscaled(Mat3(std::visit([&](const auto& formula) { return formula.hessian(x); }, formula_)));
}

LoadSet Surrogate::load_set(const Twist& V) const { return {.base = load(V), .terms = {}, .is_all = V == Twist{}}; }

}  // namespace dryslip
