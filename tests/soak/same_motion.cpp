#include "tests/soak/same_motion.hpp"

#include <cmath>
#include <utility>

#include "tests/friction_load/random_contact.hpp"
#include "tests/soak/formula_text.hpp"

namespace dryslip::soak {
namespace {

using Pair = std::array<Expression, 2>;
using Texts = std::array<std::string, 2>;

Texts texts(const Pair& formulas, const Terms& terms) {
  return {substituted(formulas[0], terms), substituted(formulas[1], terms)};
}

Pair of_state(const Texts& text) {
  return {Expression(text[0], drive_variables), Expression(text[1], drive_variables)};
}
Pair of_time(const Texts& text) { return {Expression(text[0], time_variable), Expression(text[1], time_variable)}; }

/// A linear map of the plane on formulas.
struct Map {
  double xx = 1.0, xy = 0.0, yx = 0.0, yy = 1.0;
  Texts operator()(const Texts& v) const { return {combined(xx, v[0], xy, v[1]), combined(yx, v[0], yy, v[1])}; }
  Vec2 operator()(Vec2 v) const { return {xx * v.x + xy * v.y, yx * v.x + yy * v.y}; }
};

/// Every formula of the drive with its variables replaced, its forces multiplied, in the world and in the body.
void change_formulas(Slider& slider, const Terms& terms, const Map& in_world, const Map& in_body, double moment) {
  SliderDrive& drive = slider.drive;
  const Pair force = of_state(in_world(texts({drive.fx, drive.fy}, terms)));
  drive.fx = force[0];
  drive.fy = force[1];
  drive.moment = Expression(number(moment) + "*" + substituted(drive.moment, terms), drive_variables);
  for (PointForce& point : drive.forces) {
    const Map& map = point.frame == PointForce::Frame::World ? in_world : in_body;
    point.force = of_state(map(texts(point.force, terms)));
  }
}

/// The places of the body at which forces act.
void change_places(Slider& slider, const std::function<Vec2(Vec2)>& place) {
  slider.center_of_mass = place(slider.center_of_mass);
  for (PointForce& force : slider.drive.forces) force.point = place(force.point);
  for (Spring& spring : slider.drive.springs) spring.point = place(spring.point);
}

void change_anchors(Slider& slider, const Map& map) {
  for (Spring& spring : slider.drive.springs) {
    spring.anchor = of_time(map(texts(spring.anchor, {})));
    if (spring.direction) spring.direction = map(*spring.direction);
  }
}

/// Only a tilt about an axis can be given: the weight along the table as a force.
void weight_as_force(Slider& slider) {
  Table& table = slider.table;
  if (table.tilt == 0.0) return;
  const double pull = slider.mass * table.gravity * std::sin(table.tilt);
  const bool about_y = table.tilt_axis == Table::TiltAxis::Y;
  Expression& force = about_y ? slider.drive.fx : slider.drive.fy;
  force = Expression("(" + force.text() + ")+" + number(about_y ? pull : -pull), drive_variables);
  table.tilt = 0.0;
}

}  // namespace

SameMotion turned_world(const Slider& slider, const SliderRunOptions& options, double angle) {
  SameMotion result{.name = "turned", .slider = slider, .options = options};
  Slider& other = result.slider;
  const double c = std::cos(angle), s = std::sin(angle);
  const Map turn{c, -s, s, c};
  weight_as_force(other);
  const Terms terms{{"x", combined(c, "x", s, "y")},
                    {"y", combined(-s, "x", c, "y")},
                    {"vx", combined(c, "vx", s, "vy")},
                    {"vy", combined(-s, "vx", c, "vy")},
                    {"angle", combined(1.0, "angle", -angle, "1")}};
  change_formulas(other, terms, turn, {}, 1.0);
  change_anchors(other, turn);
  other.table.velocity = of_time(turn(texts(other.table.velocity, {})));
  other.initial.position = turn(slider.initial.position);
  other.initial.velocity = turn(slider.initial.velocity);
  other.initial.angle += angle;
  const Map back{c, s, -s, c};
  result.back = [=](SliderState state) {
    return SliderState{back(state.position), state.angle - angle, back(state.velocity), state.omega};
  };
  return result;
}

SameMotion mirrored_world(const Slider& slider, const SliderRunOptions& options) {
  SameMotion result{.name = "mirrored", .slider = slider, .options = options};
  Slider& other = result.slider;
  const Map mirror{1.0, 0.0, 0.0, -1.0};
  const auto mirrored = [=](const SliderState& state) {
    return SliderState{mirror(state.position), -state.angle, mirror(state.velocity), -state.omega};
  };
  other.contact = tests::mirrored(slider.contact);
  weight_as_force(other);
  change_formulas(other, {{"y", "(-y)"}, {"vy", "(-vy)"}, {"angle", "(-angle)"}, {"omega", "(-omega)"}}, mirror, mirror,
                  -1.0);
  change_places(other, [=](Vec2 place) { return mirror(place); });
  change_anchors(other, mirror);
  other.table.velocity = of_time(mirror(texts(other.table.velocity, {})));
  other.table.omega = Expression("-" + substituted(other.table.omega, {}), time_variable);
  other.initial = mirrored(slider.initial);
  result.back = mirrored;
  return result;
}

SameMotion shifted_world(const Slider& slider, const SliderRunOptions& options, Vec2 step) {
  SameMotion result{.name = "shifted", .slider = slider, .options = options};
  Slider& other = result.slider;
  change_formulas(other, {{"x", combined(1.0, "x", -step.x, "1")}, {"y", combined(1.0, "y", -step.y, "1")}}, {}, {},
                  1.0);
  for (Spring& spring : other.drive.springs) {
    const Texts text = texts(spring.anchor, {});
    spring.anchor = of_time({combined(1.0, text[0], step.x, "1"), combined(1.0, text[1], step.y, "1")});
  }
  // the table turns about another place
  Table& table = other.table;
  const std::string omega = substituted(table.omega, {});
  const Texts velocity = texts(table.velocity, {});
  if (omega != "(0)") {
    table.velocity = of_time({combined(1.0, velocity[0], step.y, omega), combined(1.0, velocity[1], -step.x, omega)});
  }
  other.initial.position = slider.initial.position + step;
  result.back = [=](SliderState state) {
    state.position = state.position - step;
    return state;
  };
  return result;
}

SameMotion other_body_frame(const Slider& slider, const SliderRunOptions& options, double angle, Vec2 step) {
  SameMotion result{.name = "body_frame", .slider = slider, .options = options};
  Slider& other = result.slider;
  const double c = std::cos(angle), s = std::sin(angle);
  const Map turn{c, -s, s, c};
  other.contact = tests::shifted(tests::turned(slider.contact, angle), step);
  change_formulas(other, {{"angle", combined(1.0, "angle", angle, "1")}}, {}, turn, 1.0);
  change_places(other, [=](Vec2 place) { return turn(place) + step; });
  other.initial.angle -= angle;
  result.back = [=](SliderState state) {
    state.angle += angle;
    return state;
  };
  return result;
}

std::vector<SameMotion> same_motions(const Slider& slider, const SliderRunOptions& options) {
  std::vector<SameMotion> result;
  result.push_back(turned_world(slider, options, 0.7));
  result.push_back(mirrored_world(slider, options));
  result.push_back(shifted_world(slider, options, {0.37, -0.21}));
  result.push_back(other_body_frame(slider, options, -1.1, {0.03, 0.02}));
  result.push_back(other_units(slider, options, {.length = 0x1p7, .mass = 0x1p10, .time = 0x1p3}));
  result.back().name = "units_of_two";
  result.push_back(other_units(slider, options, {.length = 1e-3, .mass = 1e-6, .time = 1e-2}));
  result.back().name = "units_of_ten";
  return result;
}

}  // namespace dryslip::soak
