#include "dryslip/friction_load/moment_function.hpp"

namespace dryslip {
namespace {

double sign_of(Spin spin) { return spin == Spin::CounterClockwise ? 1.0 : -1.0; }

/// ∇M = ±ẑ×F: the derivative of D(±(−ẑ×c, 1)) along c.
Vec2 gradient(Vec2 force, Spin spin) { return sign_of(spin) * turned_left(force); }

}  // namespace

Twist unit_spin(Vec2 center_of_rotation, Spin spin) {
  return {-sign_of(spin) * turned_left(center_of_rotation), sign_of(spin)};
}

double moment_function(const FrictionModel& model, Vec2 center_of_rotation, Spin spin) {
  return model.dissipation(unit_spin(center_of_rotation, spin));
}

MomentState moment_state(const FrictionModel& model, Vec2 center_of_rotation, Spin spin) {
  const FrictionState state = model.state(unit_spin(center_of_rotation, spin));
  return {.moment = state.dissipation,
          .gradient = gradient(state.load.force, spin),
          .error_bound = state.error_bound,
          .converged = state.converged};
}

FrictionLoad load_by_gradient(Vec2 center_of_rotation, const MomentState& M, Spin spin) {
  const Vec2 force = -sign_of(spin) * turned_left(M.gradient);
  return {force, sign_of(spin) * M.moment + cross(center_of_rotation, force)};
}

MomentGrid moment_grid(const FrictionModel& model, const RegularGrid& centers, Spin spin) {
  std::vector<Twist> spins(centers.size());
  for (std::size_t k = 0; k < spins.size(); ++k) spins[k] = unit_spin(centers.node(k), spin);
  std::vector<FrictionLoad> loads(spins.size());
  model.loads(spins, loads);
  MomentGrid result{.moment = {.grid = centers, .values = {}}, .gradients = {}};
  for (std::size_t k = 0; k < spins.size(); ++k) {
    result.moment.values.push_back(power(loads[k], spins[k]));
    result.gradients.push_back(gradient(loads[k].force, spin));
  }
  return result;
}

}  // namespace dryslip
