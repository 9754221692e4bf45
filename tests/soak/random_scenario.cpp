#include "tests/soak/random_scenario.hpp"

#include "tests/soak/random_parts.hpp"

namespace dryslip::soak {
namespace {

Start random_start(Dice& dice) {
  const double kind = dice.uniform(0.0, 1.0);
  if (kind < 0.4) return Start::Rest;
  if (kind < 0.7) return Start::Any;
  if (kind < 0.78) return Start::Glide;
  if (kind < 0.86) return Start::Spin;
  return kind < 0.94 ? Start::Roll : Start::Pivot;
}

double rounded(double value) { return std::stod(text_of(value)); }

Vec2 random_place(Dice& dice, double reach) {
  return {rounded(dice.uniform(-reach, reach)), rounded(dice.uniform(-reach, reach))};
}

std::string text_of(Vec2 a) { return pair(soak::text_of(a.x), soak::text_of(a.y)); }

/// Where the body is: rolling and pivoting are exact where its axes are those of the world.
void place_body(Dice& dice, Case& which) {
  which.position = random_place(dice, 0.1);
  if (which.start == Start::Pivot) {
    which.center_of_mass = {std::stod(soak::text_of(dice.uniform(-0.05, 0.05), 2)), 0.0};
    return;
  }
  if (dice.chance(0.6)) which.center_of_mass = random_place(dice, 0.05);
  if (which.start != Start::Roll) which.angle = rounded(dice.uniform(-3.0, 3.0));
}

/// [slider] and [initial].
ScenarioText random_body(Dice& dice, const Case& which, double mass) {
  Section slider{"[slider]", {{"mass", soak::text_of(mass)}}};
  Section initial{"[initial]", {{"position", text_of(which.position)}}};
  const double radius = dice.uniform(0.03, 0.12);
  slider.lines.emplace_back("inertia", soak::text_of(mass * radius * radius));
  if (!(which.center_of_mass == Vec2{})) slider.lines.emplace_back("center_of_mass", text_of(which.center_of_mass));
  if (which.angle != 0.0) initial.lines.emplace_back("angle", soak::text_of(which.angle));
  auto& lines = initial.lines;
  switch (which.start) {
    case Start::Rest:
      break;
    case Start::Pivot: {
      const double omega = dice.chance(0.5) ? 4.0 : -2.0;  // its products with the place are exact
      lines.emplace_back("velocity", pair("0.0", soak::text_of(omega * which.center_of_mass.x)));
      lines.emplace_back("omega", soak::text_of(omega));
      break;
    }
    case Start::Roll:
      lines.emplace_back("velocity", pair(between(dice, -0.5, 0.5), "0.0"));
      break;
    default:
      if (which.start != Start::Spin) lines.emplace_back("velocity", vector_between(dice, -0.5, 0.5));
      if (which.start != Start::Glide) lines.emplace_back("omega", between(dice, -6.0, 6.0));
  }
  return {slider, initial};
}

}  // namespace

ScenarioText random_scenario(std::uint64_t seed, std::uint64_t index) {
  Dice dice(seed, index);
  const double mass = rounded(dice.uniform(0.5, 3.0));
  Case which{.start = random_start(dice), .mu = rounded(dice.uniform(0.1, 0.7)), .weight = 9.81 * mass};
  place_body(dice, which);
  ScenarioText result = random_contact(dice, which);
  for (const ScenarioText& part :
       {random_body(dice, which, mass), random_drive(dice, which), random_table(dice, which)}) {
    result.insert(result.end(), part.begin(), part.end());
  }
  result.push_back(
      {"[run]", {{"duration", text_of(which.duration)}, {"output_step", which.duration == 1.0 ? "0.1" : "0.05"}}});
  return result;
}

}  // namespace dryslip::soak
