#include <numbers>

#include "tests/soak/random_parts.hpp"

namespace dryslip::soak {
namespace {

std::string phase(Dice& dice, double from, double to) {
  const std::string frequency = between(dice, from, to);
  return frequency + "*t + " + between(dice, 0.0, 3.0);
}

/// Of one of the loads: of time, and now and then of the state.
std::string random_term(Dice& dice, double size, const std::string& velocity, const std::string& place) {
  std::string term = random_load(dice, size);
  if (dice.chance(0.2)) term += " + " + random_load(dice, 0.5 * size);
  if (dice.chance(0.1)) term += " - " + text_of(size * dice.uniform(0.1, 3.0)) + "*" + velocity;
  if (dice.chance(0.05))
    term += " - " + text_of(size * dice.uniform(0.1, 3.0)) + "*" + velocity + "*abs(" + velocity + ")";
  if (dice.chance(0.05)) term += " - " + text_of(size * dice.uniform(0.5, 5.0)) + "*" + place;
  return in_quotes(term);
}

Section random_force(Dice& dice, double size) {
  Section force{"[[drive.force]]", {{"point", vector_between(dice, -0.1, 0.1)}}};
  force.lines.emplace_back("frame", dice.chance(0.5) ? "\"world\"" : "\"body\"");
  const std::string fx = in_quotes(random_load(dice, size)),
                    fy = dice.chance(0.5) ? in_quotes("0") : in_quotes(random_load(dice, size));
  force.lines.emplace_back("force", pair(fx, fy));
  return force;
}

std::string random_anchor(Dice& dice, double place, bool may_jump) {
  const std::string start = text_of(place, 5);
  const int kind = dice.below(may_jump ? 5 : 4);
  if (kind == 0) return in_quotes(start);
  if (kind == 1) return in_quotes(start + " + " + between(dice, -0.1, 0.1) + "*t");
  if (kind == 2)
    return in_quotes(joined({start, " + ", between(dice, 0.005, 0.05), "*sin(", between(dice, 1.0, 20.0), "*t)"}));
  if (kind == 3)
    return in_quotes(
        joined({start, " + ", between(dice, 0.01, 0.1), "*abs(mod(t, ", between(dice, 0.2, 0.8), ") - 0.15)"}));
  return in_quotes(joined({start, " + if(t > ", between(dice, 0.1, 0.9), ", ", between(dice, -0.03, 0.03), ", 0)"}));
}

Section random_spring(Dice& dice, const Case& which) {
  const double stiffness = dice.chance(0.3) ? dice.log_uniform(1e3, 1e5) : dice.log_uniform(5.0, 1e3);
  Section spring{"[[drive.spring]]", {{"stiffness", text_of(stiffness)}}};
  // a damper of the body's mass on it: of any size about the critical one
  const bool is_damped = dice.chance(0.6);
  if (is_damped) {
    const double critical = 2.0 * std::sqrt(stiffness * which.weight / 9.81);
    spring.lines.emplace_back("damping", text_of(critical * dice.log_uniform(0.02, 2.0)));
  }
  const Vec2 point{std::stod(between(dice, -0.1, 0.1)), std::stod(between(dice, -0.1, 0.1))};
  spring.lines.emplace_back("point", pair(text_of(point.x), text_of(point.y)));
  // stretched so that it pulls with about the force of friction
  const double stretch = std::min(0.08, 2.0 * which.mu * which.weight / stiffness);
  const Vec2 off{dice.uniform(-stretch, stretch), dice.uniform(-stretch, stretch)};
  const Vec2 place = which.position + rotated(point - which.center_of_mass, unit_vector(which.angle)) + off;
  // a jump of the anchor would ask the damper for an impulse
  const bool may_jump = !is_damped && stiffness < 1e3;
  const std::string x = random_anchor(dice, place.x, may_jump);
  spring.lines.emplace_back("anchor", pair(x, random_anchor(dice, place.y, may_jump)));
  if (dice.chance(0.5)) {
    const double angle = dice.uniform(-3.0, 3.0);
    spring.lines.emplace_back("direction", pair(text_of(std::cos(angle)), text_of(std::sin(angle))));
    if (dice.chance(0.5)) spring.lines.emplace_back("unilateral", "true");
  }
  return spring;
}

std::string random_velocity(Dice& dice) {
  const std::string size = between(dice, 0.05, 0.6);
  switch (dice.below(9)) {
    case 0:
    case 1:
    case 2:
      return size + "*sin(" + phase(dice, 3.0, 40.0) + ")";
    case 3:
      return size + "*cos(" + text_of(dice.log_uniform(20.0, 300.0)) + "*t)";
    case 4:  // rises and falls, without jumps
      return joined({size, "*(abs(mod(t, ", between(dice, 0.1, 0.6), ") - ", between(dice, 0.02, 0.1), ")*4 - 0.2)"});
    case 5:  // jumps back
      return size + "*(mod(t, " + between(dice, 0.1, 0.6) + ")*3 - 0.5)";
    case 6:
      return "if(t > " + between(dice, 0.1, 0.9) + ", " + size + ", 0)";
    case 7:
      return "0.1*floor(" + between(dice, 2.0, 8.0) + "*t)";
    default:
      return size + "*sign(sin(" + phase(dice, 4.0, 20.0) + "))";
  }
}

std::string random_turning(Dice& dice) {
  const std::string size = between(dice, -3.0, 3.0);
  switch (dice.below(3)) {
    case 0:
      return size;
    case 1:
      return size + "*sin(" + phase(dice, 2.0, 20.0) + ")";
    default:
      return "if(t > " + between(dice, 0.1, 0.9) + ", " + size + ", 0)";
  }
}

}  // namespace

std::string random_load(Dice& dice, double size) {
  const double signed_size = dice.chance(0.5) ? size : -size;
  const std::string text = text_of(signed_size * dice.uniform(0.2, 1.5));
  switch (dice.below(13)) {
    case 0:
      return text;
    case 1:
      return text + "*t";
    case 2:
      return joined({text, "*(mod(t, ", between(dice, 0.1, 0.8), ")*", between(dice, 2.0, 6.0), " - 1)"});
    case 3:
      return "if(sin(" + between(dice, 4.0, 20.0) + "*t) > 0.3, " + text + ", -(" + text + "))";
    case 4:
      return text + "*sign(sin(" + phase(dice, 3.0, 12.0) + "))";
    case 5:
      return text + "*(floor(" + between(dice, 2.0, 8.0) + "*t)/2 - 1)";
    case 6:
    case 7: {  // a tap
      const std::string peak = text_of(signed_size * dice.uniform(1.0, 6.0)), at = between(dice, 0.05, 0.95);
      return peak + "*exp(-((t - " + at + ")/" + text_of(dice.log_uniform(1e-4, 1e-2), 2) + ")^2)";
    }
    case 8:
      return text + "*max(sin(" + phase(dice, 3.0, 15.0) + "), 0.2)";
    default:
      return text + "*sin(" + phase(dice, 1.0, 12.0) + ")";
  }
}

ScenarioText random_drive(Dice& dice, const Case& which) {
  ScenarioText result;
  if (dice.chance(which.start == Start::Rest ? 0.1 : 0.25)) return result;
  const double force = which.mu * which.weight, moment = 0.05 * force;
  result.push_back({"[drive]", {}});
  if (dice.chance(0.8)) result[0].lines.emplace_back("fx", random_term(dice, force, "vx", "x"));
  if (dice.chance(0.7)) result[0].lines.emplace_back("fy", random_term(dice, force, "vy", "y"));
  if (dice.chance(0.6)) result[0].lines.emplace_back("moment", random_term(dice, moment, "omega", "sin(angle)"));
  if (dice.chance(0.2)) result.push_back(random_force(dice, 0.7 * force));
  while (dice.chance(0.25)) result.push_back(random_spring(dice, which));
  return result;
}

ScenarioText random_table(Dice& dice, const Case& which) {
  ScenarioText result;
  if (dice.chance(0.5)) return result;
  Section table{"[table]", {}};
  if (dice.chance(0.65)) {
    const std::string x = in_quotes(random_velocity(dice));
    table.lines.emplace_back("velocity", pair(x, dice.chance(0.4) ? in_quotes("0") : in_quotes(random_velocity(dice))));
  }
  if (dice.chance(0.15)) table.lines.emplace_back("omega", in_quotes(random_turning(dice)));
  if (dice.chance(0.4)) {
    // below the angle of friction by any part
    const double angle = std::atan(which.mu), below = dice.log_uniform(1e-9, 0.5);
    table.lines.emplace_back("tilt", text_of((dice.chance(0.8) ? 1.0 : -1.0) * angle * (1.0 - below), 12));
    if (dice.chance(0.3)) table.lines.emplace_back("tilt_axis", "\"x\"");
  }
  if (table.lines.empty()) return result;
  return {table};
}

}  // namespace dryslip::soak
