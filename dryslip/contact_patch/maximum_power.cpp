#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/numerics/vec2_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

using std::numbers::pi;

/// A deficit below this part of the largest force may be rounding of a formula's value [-].
constexpr double visible = 1e-14;

/// Slip directions tried all around, 0.09° apart; prime, so that few formulas repeat themselves in step with them.
constexpr int directions = 4001;
constexpr double gap = 2 * pi / directions;  // [rad]

double size_of(const CustomLaw& law, double phi) {
  const double reduced = std::remainder(phi, 2 * pi);
  return law.value(std::array{reduced});
}

Vec2 force_of(const CustomLaw& law, double phi) { return size_of(law, phi) * unit_vector(phi + law.turn); }

/// A slip direction and the one whose force would have more power [rad].
struct Pair {
  double slip = 0.0;
  double other = 0.0;
};

/// (f* − f)·v, without cancellation where the two directions are close.
double deficit_of(double turn, const Pair& pair, double size, double other_size) {
  const double apart = pair.other - pair.slip;
  return (other_size - size) * std::cos(apart + turn) - 2 * size * std::sin(0.5 * apart + turn) * std::sin(0.5 * apart);
}

double deficit_of(const CustomLaw& law, const Pair& pair) {
  return deficit_of(law.turn, pair, size_of(law, pair.slip), size_of(law, pair.other));
}

struct Samples {
  std::vector<double> phi;   ///< [rad]
  std::vector<double> size;  ///< [-]
};

Samples sample(const CustomLaw& law) {
  Samples samples;
  for (int i = 0; i < directions; ++i) {
    samples.phi.push_back(gap * i);
    samples.size.push_back(size_of(law, samples.phi.back()));
  }
  return samples;
}

/// The pair of sampled directions with the largest deficit.
Pair worst_pair(const CustomLaw& law, const Samples& samples) {
  std::vector<Vec2> forces;
  for (std::size_t i = 0; i < samples.phi.size(); ++i) {
    forces.push_back(samples.size[i] * unit_vector(samples.phi[i] + law.turn));
  }
  Pair worst;
  double largest = -1.0;
  for (std::size_t i = 0; i < samples.phi.size(); ++i) {
    const Vec2 v = unit_vector(samples.phi[i]);
    std::size_t most = i;
    double power = dot(forces[i], v);
    for (std::size_t k = 0; k < forces.size(); ++k) {
      const double other = dot(forces[k], v);
      if (other <= power) continue;
      power = other;
      most = k;
    }
    const Pair pair{samples.phi[i], samples.phi[most]};
    const double deficit = deficit_of(law.turn, pair, samples.size[i], samples.size[most]);
    if (deficit <= largest * (1 + visible)) continue;
    largest = deficit;
    worst = pair;
  }
  return worst;
}

/// Steps to the sides, first of the other direction, while that makes the deficit larger; then smaller steps.
Pair refined(const CustomLaw& law, Pair pair) {
  constexpr double smallest_step = 1e-12;  // [rad]; far below the angle of 1e-7 that makes a deficit visible
  double largest = deficit_of(law, pair);
  for (double step = gap; step > smallest_step; step *= 0.5) {
    for (bool is_better = true; is_better;) {
      is_better = false;
      for (const auto& [da, db] : {Pair{0, step}, {0, -step}, {step, 0}, {-step, 0}, {step, step}, {-step, -step}}) {
        const Pair next{pair.slip + da, pair.other + db};
        const double deficit = deficit_of(law, next);
        if (!(deficit > largest * (1 + visible))) continue;
        largest = deficit;
        pair = next;
        is_better = true;
        break;
      }
    }
  }
  return pair;
}

/// Few digits; a component that they would not show beside the other is zero.
std::string short_text(Vec2 v) {
  const double least = 1e-4 * length(v);
  const auto shown = [&](double component) { return std::abs(component) < least ? 0.0 : component; };
  return number_text(Vec2{shown(v.x), shown(v.y)}, 4);
}

}  // namespace

bool obeys_maximum_power(const FrictionLaw& law) {
  const auto* custom = std::get_if<CustomLaw>(&law);
  if (!custom) return true;
  return custom->value.is_independent_of(0) && (custom->turn == 0.0 || size_of(*custom, 0.0) == 0.0);
}

std::optional<PowerViolation> find_power_violation(const FrictionLaw& law) {
  if (obeys_maximum_power(law)) return std::nullopt;
  const CustomLaw& custom = std::get<CustomLaw>(law);
  const Samples samples = sample(custom);
  const Pair pair = refined(custom, worst_pair(custom, samples));
  const PowerViolation found{.force = force_of(custom, pair.slip),
                             .slip = unit_vector(pair.slip),
                             .other_force = force_of(custom, pair.other),
                             .deficit = deficit_of(custom, pair)};
  const double largest = *std::max_element(samples.size.begin(), samples.size.end());
  if (!(found.deficit > visible * std::max(largest, length(found.other_force)))) return std::nullopt;
  return found;
}

std::string explain_power_violation(const FrictionLaw& law) {
  const std::optional<PowerViolation> found = find_power_violation(law);
  if (!found) {
    return "not proven to obey maximum power, though no violation above 1e-14 was found: if its size is constant, "
           "make it an isotropic law; until then only `dryslip load` works";
  }
  return "violates maximum power: for slip v = " + short_text(found->slip) +
         " its force f = " + short_text(found->force) +
         " has less power than its force f* = " + short_text(found->other_force) +
         " of another slip, (f - f*).v = " + number_text(-found->deficit, 4) +
         " per unit normal force, so there is no limit surface; only `dryslip load` works";
}

void require_maximum_power(const ContactPatch& patch, const std::string& key) {
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    const FrictionLaw& law = patch.supports[i].law;
    if (obeys_maximum_power(law)) continue;
    throw InvalidInput(joined_key(key, indexed("support", i) + ".law"), explain_power_violation(law));
  }
}

}  // namespace dryslip
