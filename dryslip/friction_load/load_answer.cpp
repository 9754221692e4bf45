#include "dryslip/friction_load/load_answer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace dryslip {
namespace {

/// P·V, kept finite where a huge twist would overflow on the way.
double finite_power(const FrictionLoad& P, const Twist& V) {
  constexpr double largest = std::numeric_limits<double>::max();
  const double value = power(P, V);
  if (std::isfinite(value)) return value;
  const double size = std::max({std::abs(V.velocity.x), std::abs(V.velocity.y), std::abs(V.omega)});
  const double scaled = power(P, Twist{{V.velocity.x / size, V.velocity.y / size}, V.omega / size});
  return std::clamp(scaled * size, -largest, largest);
}

LoadAnswer answer_with(const FrictionModel& model, const Twist& V, const FrictionState& state) {
  return {.twist = V, .state = state, .power = finite_power(state.load, V), .is_unique = model.is_unique(V)};
}

}  // namespace

LoadAnswer load_answer(const FrictionModel& model, const Twist& V) {
  LoadAnswer answer = answer_with(model, V, model.state(V));
  if (!answer.is_unique) answer.set = model.load_set(V);
  return answer;
}

void load_answers(const FrictionModel& model, std::span<const Twist> V, std::span<LoadAnswer> answers) {
  if (!model.is_closed_form()) {
    for (std::size_t i = 0; i < V.size(); ++i) answers[i] = answer_with(model, V[i], model.state(V[i]));
    return;
  }
  std::vector<FrictionLoad> loads(V.size());
  model.loads(V, loads);
  for (std::size_t i = 0; i < V.size(); ++i) answers[i] = answer_with(model, V[i], {.load = loads[i]});
}

}  // namespace dryslip
