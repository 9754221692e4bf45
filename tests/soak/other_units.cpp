#include <cmath>
#include <variant>

#include "tests/soak/formula_text.hpp"
#include "tests/soak/same_motion.hpp"

namespace dryslip::soak {
namespace {

void scale_shape(Shape& shape, double factor) {
  const auto scale = [=](Vec2& a) { a = factor * a; };
  if (auto* rectangle = std::get_if<Rectangle>(&shape)) scale(rectangle->size);
  if (auto* polygon = std::get_if<Polygon>(&shape)) {
    for (auto& loop : polygon->loops) {
      for (Vec2& vertex : loop) scale(vertex);
    }
  }
  if (auto* disk = std::get_if<Disk>(&shape)) disk->radius *= factor;
  if (auto* ring = std::get_if<Ring>(&shape)) ring->radius *= factor;
  if (auto* annulus = std::get_if<Annulus>(&shape))
    annulus->radii = {factor * annulus->radii[0], factor * annulus->radii[1]};
  if (auto* ellipse = std::get_if<Ellipse>(&shape)) scale(ellipse->semi_axes);
  if (auto* segment = std::get_if<Segment>(&shape)) {
    scale(segment->from);
    scale(segment->to);
  }
  if (auto* points = std::get_if<Points>(&shape)) {
    for (WeightedPoint& point : points->points) scale(point.position);
  }
}

void scale_contact(ContactPatch& contact, const Units& units) {
  contact.normal_force *= units.mass * units.length / (units.time * units.time);
  for (Support& support : contact.supports) {
    scale_shape(support.shape, units.length);
    support.center = units.length * support.center;
    if (auto* linear = std::get_if<LinearPressure>(&support.pressure)) {
      linear->gradient = (1.0 / units.length) * linear->gradient;
    }
    if (auto* formula = std::get_if<ExpressionPressure>(&support.pressure)) {
      const Terms terms{{"x", "(x/" + number(units.length) + ")"}, {"y", "(y/" + number(units.length) + ")"}};
      formula->value = Expression(substituted(formula->value, terms), {"x", "y"});
    }
    if (auto* grid = std::get_if<GridPressure>(&support.pressure)) {
      grid->origin = units.length * grid->origin;
      grid->spacing = units.length * grid->spacing;
    }
  }
}

/// The formulas of the drive and of the table; each gives a value of this size in its old unit.
struct Rescale {
  Terms terms;
  void operator()(Expression& formula, double factor) const {
    formula = Expression(number(factor) + "*" + substituted(formula, terms), formula.variables());
  }
};

}  // namespace

SameMotion other_units(const Slider& slider, const SliderRunOptions& options, const Units& units) {
  SameMotion result{.name = "units", .slider = slider, .options = options, .time = units.time};
  Slider& other = result.slider;
  const double L = units.length, M = units.mass, T = units.time, speed = L / T, force = M * L / (T * T);
  const auto divided = [](const std::string& name, double by) { return "(" + name + "/" + number(by) + ")"; };
  const Rescale rescale{{{"t", divided("t", T)},
                         {"x", divided("x", L)},
                         {"y", divided("y", L)},
                         {"vx", divided("vx", speed)},
                         {"vy", divided("vy", speed)},
                         {"omega", divided("omega", 1.0 / T)}}};
  scale_contact(other.contact, units);
  other.mass *= M;
  other.inertia *= M * L * L;
  other.center_of_mass = L * other.center_of_mass;
  const auto scaled = [=](const SliderState& s, double length, double time) {
    return SliderState{length * s.position, s.angle, (length / time) * s.velocity, s.omega / time};
  };
  other.initial = scaled(slider.initial, L, T);
  rescale(other.drive.fx, force);
  rescale(other.drive.fy, force);
  rescale(other.drive.moment, force * L);
  for (PointForce& point : other.drive.forces) {
    point.point = L * point.point;
    for (Expression& component : point.force) rescale(component, force);
  }
  for (Spring& spring : other.drive.springs) {
    spring.stiffness *= M / (T * T);
    spring.damping *= M / T;
    spring.point = L * spring.point;
    for (Expression& component : spring.anchor) rescale(component, L);
  }
  for (Expression& component : other.table.velocity) rescale(component, speed);
  rescale(other.table.omega, 1.0 / T);
  other.table.gravity *= L / (T * T);
  *result.options.duration *= T;
  result.options.output_step *= T;
  result.options.step *= T;
  result.back = [=](const SliderState& state) { return scaled(state, 1.0 / L, 1.0 / T); };
  return result;
}

}  // namespace dryslip::soak
