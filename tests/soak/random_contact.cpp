#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string_view>

#include "dryslip/record/number_text.hpp"
#include "tests/soak/random_parts.hpp"

namespace dryslip::soak {
namespace {

constexpr double pi = std::numbers::pi;

/// What the loads of a support cost: closed forms are cheap.
enum class Cost { Point, ClosedForm, Integrated };

std::string loop_of(Dice& dice, double size) {
  const int corners = 3 + dice.below(5);
  std::string loop;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * pi * (i + dice.uniform(0.0, 0.4)) / corners, radius = dice.uniform(0.4, 1.0) * size;
    loop += (i ? ", " : "") + pair(text_of(radius * std::cos(angle)), text_of(radius * std::sin(angle)));
  }
  return "[[" + loop + "]]";
}

std::string points_of(Dice& dice, int count) {
  std::string rows;
  for (int i = 0; i < count; ++i) {
    const std::string x = between(dice, -0.1, 0.1), y = between(dice, -0.1, 0.1);
    rows += (i ? ", [" : "[") + x + ", " + y + ", " + between(dice, 0.2, 2.0) + "]";
  }
  return "[" + rows + "]";
}

/// Lines of a shape with a pressure that it may have.
void add_shape(Section& support, Dice& dice, Cost cost) {
  auto& lines = support.lines;
  const auto length = [&] { return between(dice, 0.02, 0.1); };
  const auto linear = [&] {
    if (dice.chance(0.3))
      lines.emplace_back("pressure", "{ type = \"linear\", gradient = " + vector_between(dice, -3.0, 3.0) + " }");
  };
  if (cost == Cost::Point) {
    lines.emplace_back("shape", in_quotes("points"));
    lines.emplace_back("points", points_of(dice, 1 + dice.below(5)));
    return;
  }
  static const std::array<const char*, 7> names{"rectangle", "polygon", "disk",   "ring",
                                                "segment",   "annulus", "ellipse"};
  const std::string name = names[static_cast<std::size_t>(dice.below(cost == Cost::Integrated ? 7 : 6))];
  lines.emplace_back("shape", in_quotes(name));
  if (name == "rectangle") {
    const std::string side = length();
    lines.emplace_back("size", pair(side, length()));
    linear();
  } else if (name == "polygon") {
    lines.emplace_back("loops", loop_of(dice, dice.uniform(0.02, 0.1)));
    linear();
  } else if (name == "disk") {
    lines.emplace_back("radius", length());
    static const std::array<const char*, 3> pressures{"uniform", "hertz", "punch"};
    lines.emplace_back("pressure", "{ type = " + in_quotes(pressures[static_cast<std::size_t>(dice.below(3))]) + " }");
  } else if (name == "ring") {
    lines.emplace_back("radius", length());
  } else if (name == "segment") {
    lines.emplace_back("from", vector_between(dice, -0.1, 0.1));
    lines.emplace_back("to", vector_between(dice, -0.1, 0.1));
    if (dice.chance(0.3)) lines.emplace_back("ends", vector_between(dice, 0.1, 2.0));
  } else if (name == "annulus") {
    const std::string inner = between(dice, 0.01, 0.05);
    lines.emplace_back("radii", pair(inner, between(dice, 0.055, 0.1)));
    if (cost == Cost::Integrated) linear();
  } else {
    const std::string axis = length();
    lines.emplace_back("semi_axes", pair(axis, length()));
    if (dice.chance(0.5)) lines.emplace_back("pressure", "{ type = \"hertz\" }");
  }
}

/// The heading with which a segment rolls across itself.
std::string across_segment(const Section& support) {
  const auto vector = [&](std::string_view key) -> Vec2 {
    const auto line = std::find_if(support.lines.begin(), support.lines.end(), [&](auto& l) { return l.first == key; });
    Vec2 value;
    if (line != support.lines.end()) std::sscanf(line->second.c_str(), "[%lf, %lf]", &value.x, &value.y);
    return value;
  };
  const auto angle =
      std::find_if(support.lines.begin(), support.lines.end(), [](auto& l) { return l.first == "angle"; });
  const Vec2 along = vector("to") - vector("from");
  return number_text(std::atan2(along.y, along.x) + 0.5 * pi +
                     (angle == support.lines.end() ? 0.0 : std::stod(angle->second)));
}

std::string heading_of(Dice& dice, const Section& support, const Case& which) {
  static const std::array<const char*, 3> along_ring{"\"tangent\"", "\"-tangent\"", "\"radial\""};
  const bool is_ring = support.lines.front().second == "\"ring\"";
  if (which.start == Start::Roll) return "0.0";
  if (is_ring && dice.chance(0.8)) return along_ring[static_cast<std::size_t>(dice.below(3))];
  if (support.lines.front().second == "\"segment\"" && dice.chance(0.5)) return across_segment(support);
  return between(dice, -3.0, 3.0);
}

/// A quadrilateral around the origin.
std::string vertices_of(Dice& dice) {
  const auto mu = [&](double sign) { return text_of(sign * dice.uniform(0.1, 0.6)); };
  if (dice.chance(0.5)) {  // its sides along the axes
    const std::string left = mu(-1), right = mu(1), low = mu(-1), high = mu(1);
    return "[" + pair(right, high) + ", " + pair(left, high) + ", " + pair(left, low) + ", " + pair(right, low) + "]";
  }
  const std::string right = mu(1), high = mu(1), left = mu(-1);
  return "[" + pair(right, "0.02") + ", " + pair("0.02", high) + ", " + pair(left, "-0.02") + ", " +
         pair("-0.02", mu(-1)) + "]";
}

/// Any law but the isotropic one of the contact, which is the default.
std::string random_law(Dice& dice, const Section& support, const Case& which) {
  static const std::array<const char*, 7> names{"isotropic", "elliptic", "wheel", "rusty_wheel",
                                                "ratchet",   "polygon",  "free"};
  const std::string name =
      names[static_cast<std::size_t>(which.start == Start::Roll ? 2 + dice.below(3) : dice.below(7))];
  const double mu = dice.uniform(0.1, 0.8);
  const bool has_static = dice.chance(0.1);
  std::string law = "{ type = " + in_quotes(name);
  if (name == "elliptic") {
    law += ", mu = " + vector_between(dice, 0.1, 0.8);
  } else if (name == "polygon") {
    return law + ", vertices = " + vertices_of(dice) + " }";
  } else if (name == "free" && dice.chance(0.3)) {
    return law + " }";
  } else {
    if (name == "isotropic" || name == "rusty_wheel" || has_static || dice.chance(0.5)) {
      law += ", mu = " + text_of(mu);
      if (has_static) law += ", mu_static = " + text_of(mu * dice.uniform(1.05, 1.5));
    }
    if (name == "rusty_wheel") law += ", axle = " + text_of(mu * dice.uniform(0.05, 0.9));
    if (name == "free") law += std::string(", half = ") + (dice.chance(0.5) ? "\"left\"" : "\"right\"");
  }
  if (name != "isotropic") law += ", heading = " + heading_of(dice, support, which);
  return law + " }";
}

Section random_support(Dice& dice, const Case& which, Cost cost) {
  Section support{"[[contact.support]]", {}};
  add_shape(support, dice, cost);
  if (which.start != Start::Roll || cost != Cost::Point) {
    if (dice.chance(0.7)) support.lines.emplace_back("center", vector_between(dice, -0.1, 0.1));
    if (dice.chance(0.4)) support.lines.emplace_back("angle", between(dice, -3.0, 3.0));
  }
  const bool has_law =
      which.start == Start::Roll || cost == Cost::Integrated || dice.chance(cost == Cost::Point ? 0.75 : 0.0);
  if (has_law) {
    support.lines.emplace_back("law", random_law(dice, support, which));
  } else if (dice.chance(0.2)) {
    support.lines.emplace_back("law", "{ type = \"isotropic\", mu = " + between(dice, 0.1, 0.8) + " }");
  }
  return support;
}

/// Supports of a contact: mostly points and closed forms, as integrated loads take long.
std::vector<Cost> random_costs(Dice& dice, Start start) {
  const double kind = dice.uniform(0.0, 1.0);
  const int count = 1 + dice.below(3);
  std::vector<Cost> costs(static_cast<std::size_t>(count), Cost::Point);
  if (start == Start::Pivot || (start == Start::Roll && kind < 0.9) || kind < 0.5) return costs;
  if (kind > 0.95 || start == Start::Roll) return {Cost::Integrated};  // an area of wheels
  for (Cost& cost : costs) cost = kind > 0.8 && dice.chance(0.5) ? Cost::Point : Cost::ClosedForm;
  return costs;
}

}  // namespace

ScenarioText random_contact(Dice& dice, Case& which) {
  ScenarioText result{{"[contact]", {{"mu", text_of(which.mu)}}}};
  if (dice.chance(0.12)) result[0].lines.emplace_back("mu_static", text_of(which.mu * dice.uniform(1.05, 1.5)));
  const std::vector<Cost> costs = random_costs(dice, which.start);
  if (costs[0] == Cost::Integrated) which.duration = 0.25;
  for (const Cost cost : costs) result.push_back(random_support(dice, which, cost));
  if (which.start == Start::Pivot) {  // the foot it turns about, at O
    result.push_back({"[[contact.support]]",
                      {{"shape", in_quotes("points")}, {"points", "[[0.0, 0.0, " + between(dice, 0.5, 10.0) + "]]"}}});
  }
  if (result.size() > 2) {
    for (std::size_t i = 1; i < result.size(); ++i) result[i].lines.emplace_back("share", between(dice, 0.2, 1.0));
  }
  return result;
}

}  // namespace dryslip::soak
