#include "tests/friction_load/random_contact.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "dryslip/record/number_text.hpp"

namespace dryslip::tests {
namespace {

constexpr double pi = std::numbers::pi;

/// Text of an expression with one variable replaced by a term.
std::string with_variable(const std::string& text, const std::string& variable, const std::string& term) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool is_word_start = i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]));
    const std::size_t end = i + variable.size();
    const bool is_word_end = end >= text.size() || !std::isalnum(static_cast<unsigned char>(text[end]));
    if (is_word_start && is_word_end && text.compare(i, variable.size(), variable) == 0) {
      result += term;
      i = end;
    } else {
      result += text[i++];
    }
  }
  return result;
}

std::vector<Shape> every_shape(Random& random) {
  const auto half = [&] { return 0.0005 * std::pow(10.0, uniform(random, 0.0, 2.5)); };  // half of a size [m]
  const double a = half(), b = half(), c = half(), d = half();
  const auto near_one = [&] { return uniform(random, 0.5, 1.5); };
  const Vec2 shift = uniform_in_square(random, a);  // the shape's own frame need not be at its middle
  std::vector<std::vector<Vec2>> with_hole{
      {{-a, -a}, {1.3 * a, -0.8 * a}, {a, 0.7 * a}, {0.1 * a, 0.2 * a}, {-0.9 * a, 1.1 * a}},  // not convex
      {{-0.5 * a, -0.5 * a}, {-0.4 * a, 0.1 * a}, {0.2 * a, -0.3 * a}}};                       // clockwise
  for (auto& loop : with_hole) {
    for (Vec2& vertex : loop) vertex = vertex + shift;
  }
  return {
      Rectangle{{2 * a, 2 * a * near_one()}},
      Polygon{with_hole},
      Disk{b},
      Ring{c},
      Annulus{{c * uniform(random, 0.2, 0.9), c}},
      Ellipse{{d, d * uniform(random, 0.3, 0.9)}},
      Segment{uniform_in_square(random, b), Vec2{b, b} + uniform_in_square(random, 0.9 * b), {near_one(), near_one()}},
      Points{{{uniform_in_square(random, c), near_one()},
              {uniform_in_square(random, c), near_one()},
              {uniform_in_square(random, c), near_one()}}}};
}

/// Half of the shape's size.
double half_size(const Shape& shape) {
  if (const auto* disk = std::get_if<Disk>(&shape)) return disk->radius;
  if (const auto* ring = std::get_if<Ring>(&shape)) return ring->radius;
  if (const auto* annulus = std::get_if<Annulus>(&shape)) return annulus->radii[1];
  if (const auto* ellipse = std::get_if<Ellipse>(&shape)) return std::max(ellipse->semi_axes.x, ellipse->semi_axes.y);
  if (const auto* segment = std::get_if<Segment>(&shape)) return std::max(length(segment->from), length(segment->to));
  double largest = 0.0;
  if (const auto* points = std::get_if<Points>(&shape)) {
    for (const WeightedPoint& point : points->points) largest = std::max(largest, length(point.position));
  }
  for (const auto& loop : boundary_loops(shape)) {
    for (const Vec2& vertex : loop) largest = std::max(largest, length(vertex));
  }
  return largest;
}

std::vector<Pressure> every_pressure(const Shape& shape, Random& random) {
  std::vector<Pressure> result{UniformPressure{}};
  if (kind_of(shape) != ShapeKind::Area) return result;
  const double a = half_size(shape);
  result.push_back(LinearPressure{(0.3 / a) * unit_vector(uniform(random, 0.0, 2 * pi))});
  const std::string u = "(" + number_text(1.0 / a) + ")";
  result.push_back(
      ExpressionPressure{{"1+0.5*sin(2*x*" + u + ")+0.3*cos(1+y*" + u + ")+0.2*x*y*" + u + "*" + u, {"x", "y"}}});
  GridPressure grid{.origin = {-1.1 * a, -1.2 * a}, .spacing = {0.9 * a, 1.1 * a}, .columns = 4, .values = {}};
  for (int i = 0; i < 12; ++i) grid.values.push_back(uniform(random, 0.0, 2.0));
  grid.values[5] = 0.0;
  result.push_back(grid);
  if (std::holds_alternative<Disk>(shape)) {
    result.push_back(HertzPressure{});
    result.push_back(HertzPressure{.shift = uniform(random, 0.1, 1.0), .direction = uniform(random, -pi, pi)});
    result.push_back(PunchPressure{});
  }
  if (std::holds_alternative<Ellipse>(shape)) result.push_back(HertzPressure{});
  return result;
}

std::vector<FrictionLaw> every_law(const Shape& shape, Random& random) {
  const auto mu = [&] { return uniform(random, 0.1, 0.9); };
  const Heading body{.reference = Heading::Reference::Body, .angle = uniform(random, -pi, pi)};
  std::vector<Heading> headings{body};
  if (std::holds_alternative<Ring>(shape)) {
    headings.push_back({.reference = Heading::Reference::Tangent, .angle = uniform(random, -pi, pi)});
    headings.push_back({.reference = Heading::Reference::Radial, .angle = uniform(random, -pi, pi)});
  }
  std::vector<FrictionLaw> result{IsotropicLaw{}, IsotropicLaw{{.mu = mu(), .mu_static = {}}}};
  for (const Heading& heading : headings) {
    const double own = mu();
    result.push_back(EllipticLaw{.mu = {mu(), mu()}, .mu_static = {}, .heading = heading});
    result.push_back(WheelLaw{.heading = heading, .coefficients = {.mu = own, .mu_static = {}}});
    result.push_back(
        RustyWheelLaw{.heading = heading, .axle = 0.4 * own, .coefficients = {.mu = own, .mu_static = {}}});
    result.push_back(RatchetLaw{.heading = heading, .coefficients = {}});
    result.push_back(FreeLaw{.half = FreeLaw::Half::Left, .heading = heading, .coefficients = {}});
    result.push_back(FreeLaw{.half = FreeLaw::Half::Right, .heading = heading, .coefficients = {}});
  }
  result.push_back(PolygonLaw{{{mu(), -0.1}, {0.1, mu()}, {-mu(), 0.1}, {-0.1, -mu()}}});
  result.push_back(FreeLaw{});
  result.push_back(
      CustomLaw{.value = {"0.4+0.2*cos(phi-0.3)+0.1*sin(2*phi)", {"phi"}}, .turn = uniform(random, -0.5, 0.5)});
  return result;
}

std::string name_of(const Support& support) {
  return std::string(dryslip::word_of(support.shape)) + "/" + dryslip::word_of(support.pressure) + "/" +
         dryslip::word_of(support.law);
}

Support placed(Shape shape, Pressure pressure, FrictionLaw law, Random& random) {
  const double a = half_size(shape);
  return {.shape = std::move(shape),
          .center = Vec2{0.7 * a, -0.4 * a} + uniform_in_square(random, 0.5 * a),
          .angle = uniform(random, -pi, pi),
          .pressure = std::move(pressure),
          .law = std::move(law),
          .share = {}};
}

bool is_closed_form(const Support& support) {
  if (std::holds_alternative<Points>(support.shape)) return true;
  const auto* free = std::get_if<FreeLaw>(&support.law);
  if (free && free->half == FreeLaw::Half::None) return true;
  if (!std::holds_alternative<IsotropicLaw>(support.law)) return false;
  if (kind_of(support.shape) != ShapeKind::Area) return true;
  if (std::holds_alternative<ExpressionPressure>(support.pressure)) return false;
  const bool has_loops = !boundary_loops(support.shape).empty();
  if (has_loops) return true;
  if (std::holds_alternative<Annulus>(support.shape)) return std::holds_alternative<UniformPressure>(support.pressure);
  if (!std::holds_alternative<Disk>(support.shape)) return false;
  const auto* hertz = std::get_if<HertzPressure>(&support.pressure);
  return std::holds_alternative<UniformPressure>(support.pressure) ||
         std::holds_alternative<PunchPressure>(support.pressure) || (hertz && hertz->shift == 0.0);
}

}  // namespace

double uniform(Random& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}

Vec2 uniform_in_square(Random& random, double half_side) {
  const double x = uniform(random, -half_side, half_side);
  return {x, uniform(random, -half_side, half_side)};
}

int test_cases(double part) {
  const char* given = std::getenv("DRYSLIP_TEST_CASES");
  const double cases = given ? std::atof(given) : 200.0;
  return std::max(1, static_cast<int>(part * cases));
}

std::vector<NamedPatch> every_contact(Random& random) {
  std::vector<NamedPatch> result;
  for (const Shape& shape : every_shape(random)) {
    for (const Pressure& pressure : every_pressure(shape, random)) {
      // an expression is slow to build: a quarter of the laws, others with another seed
      const bool is_slow = std::holds_alternative<ExpressionPressure>(pressure);
      for (const FrictionLaw& law : every_law(shape, random)) {
        if (is_slow && random() % 4) continue;
        const Support support = placed(shape, pressure, law, random);
        result.push_back({name_of(support),
                          {.normal_force = uniform(random, 0.5, 20.0),
                           .mu = uniform(random, 0.1, 0.9),
                           .mu_static = {},
                           .supports = {support}}});
      }
    }
  }
  return result;
}

std::vector<NamedPatch> every_closed_form(Random& random) {
  std::vector<NamedPatch> result = every_contact(random);
  std::erase_if(result, [](const NamedPatch& item) {
    return !is_closed_form(item.patch) || !std::holds_alternative<IsotropicLaw>(item.patch.supports[0].law) ||
           std::holds_alternative<GridPressure>(item.patch.supports[0].pressure);
  });
  return result;
}

NamedPatch several_supports(Random& random) {
  const auto all = every_contact(random);
  NamedPatch result{"", {.normal_force = uniform(random, 0.5, 20.0), .mu = 0.35, .mu_static = {}, .supports = {}}};
  const int count = std::uniform_int_distribution<int>(2, 4)(random);
  for (int i = 0; i < count; ++i) {
    const NamedPatch& item = all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(random)];
    Support support = item.patch.supports[0];
    support.share = uniform(random, 0.2, 1.0);
    result.patch.supports.push_back(support);
    result.name += (i ? " + " : "") + item.name;
  }
  return result;
}

Polygon random_polygon(Random& random, double radius) {
  const int count = std::uniform_int_distribution<int>(3, 12)(random);
  std::vector<Vec2> loop;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * pi * (i + uniform(random, 0.0, 0.4)) / count;  // gaps stay below half a turn
    loop.push_back(uniform(random, 0.3, 1.0) * radius * unit_vector(angle));
  }
  return {{loop}};
}

namespace {

FrictionLaw own_isotropic_law(Random& random) {
  return IsotropicLaw{{.mu = uniform(random, 0.1, 0.9), .mu_static = {}}};
}

Support support_somewhere(Shape shape, FrictionLaw law, double distance, Random& random) {
  return {.shape = std::move(shape),
          .center = uniform_in_square(random, distance),
          .angle = uniform(random, -pi, pi),
          .pressure = {},
          .law = std::move(law),
          .share = uniform(random, 0.2, 1.0)};
}

Points random_points(Random& random, int count, double half_side) {
  Points points;
  for (int i = 0; i < count; ++i) {
    const Vec2 position = uniform_in_square(random, half_side);
    points.points.push_back({position, uniform(random, 0.2, 1.0)});
  }
  return points;
}

ContactPatch without_supports(Random& random) {
  return {.normal_force = uniform(random, 0.5, 20.0), .mu = uniform(random, 0.1, 0.9), .mu_static = {}, .supports = {}};
}

}  // namespace

ContactPatch isotropic_contact(Random& random, PointSupports which) {
  const double size = 0.001 * std::pow(10.0, uniform(random, 0.0, 2.0));
  ContactPatch patch = without_supports(random);
  const auto add = [&](Shape shape) {
    patch.supports.push_back(support_somewhere(std::move(shape), own_isotropic_law(random), 2.0 * size, random));
  };
  add(random_polygon(random, size));
  if (random() % 2) patch.supports[0].pressure = LinearPressure{(0.3 / size) * unit_vector(uniform(random, -pi, pi))};
  for (auto count = random() % 3; count > 0; --count) {
    const double a = size * uniform(random, 0.3, 1.0);
    const std::vector<Shape> shapes{Disk{a}, Ring{a}, Annulus{{0.6 * a, a}},
                                    Segment{{-a, 0.0}, {0.3 * a, a}, {1.0, 0.6}}, random_polygon(random, a)};
    add(shapes[random() % shapes.size()]);
  }
  if (which == PointSupports::Some) add(random_points(random, 1 + static_cast<int>(random() % 3), size));
  return patch;
}

ContactPatch collinear_contact(Random& random, Vec2 direction) {
  const double size = 0.001 * std::pow(10.0, uniform(random, 0.0, 2.0));
  const Vec2 start = uniform_in_square(random, size);
  ContactPatch patch = without_supports(random);
  const auto on_line = [&] { return start + uniform(random, -size, size) * direction; };
  const auto add = [&](Shape shape) {
    patch.supports.push_back(
        {.shape = std::move(shape), .law = own_isotropic_law(random), .share = uniform(random, 0.2, 1.0)});
  };
  for (auto count = 2 + random() % 4; count > 0; --count) add(Points{{{on_line(), 1.0}}});
  if (random() % 2) {
    const Vec2 from = on_line();
    add(Segment{from, from + uniform(random, 0.1, 1.0) * size * direction, {1.0, uniform(random, 0.2, 1.0)}});
  }
  return patch;
}

NamedPatch random_contact(Random& random) {
  const auto kind = random() % 30;
  if (kind < 15) {
    const auto which = kind < 10 ? PointSupports::None : PointSupports::Some;
    return {"isotropic, closed form", isotropic_contact(random, which)};
  }
  const double size = 0.001 * std::pow(10.0, uniform(random, 0.0, 2.0));
  ContactPatch patch = without_supports(random);
  NamedPatch result{"", patch};
  const auto add = [&](const Shape& shape) {
    std::vector<FrictionLaw> laws = every_law(shape, random);
    std::erase_if(laws, [](const FrictionLaw& law) { return std::holds_alternative<CustomLaw>(law); });
    const FrictionLaw& law = laws[random() % laws.size()];
    result.patch.supports.push_back(support_somewhere(shape, law, size, random));
    result.name += name_of(result.patch.supports.back()) + " ";
  };
  if (kind == 29) {  // integrated, which takes long
    const std::vector<Shape> shapes{Rectangle{{size, 0.7 * size}}, Ring{size},
                                    Segment{{-size, 0.0}, {0.3 * size, size}}};
    add(shapes[random() % shapes.size()]);
  }
  for (auto count = 1 + random() % 5; count > 0; --count) add(random_points(random, 1, size));
  return result;
}

double reach(const ContactPatch& patch) {
  double largest = 0.0;
  for (const Support& support : patch.supports) {
    largest = std::max(largest, length(support.center) + half_size(support.shape));
  }
  return largest;
}

Twist random_twist(Random& random, const ContactPatch& patch) {
  const double size = reach(patch), speed = std::pow(10.0, uniform(random, -3.0, 3.0));
  const double omega = speed * (random() % 2 ? 1.0 : -1.0);
  const auto about = [&](Vec2 c) { return Twist{-omega * turned_left(c), omega}; };
  switch (random() % 6) {
    case 0:
      return {(speed * size) * unit_vector(uniform(random, -pi, pi)), 0.0};
    case 1:
      return {{}, omega};
    case 2:
      return about(std::pow(10.0, uniform(random, 0.0, 6.0)) * size * unit_vector(uniform(random, -pi, pi)));
    case 3: {  // inside a support
      const Support& support = patch.supports[random() % patch.supports.size()];
      return about(support.center + uniform_in_square(random, half_size(support.shape)));
    }
    default:
      return about(uniform_in_square(random, 2.0 * size));
  }
}

namespace {

/// Applies a change to the heading of a law that has one.
template <class Change>
void change_heading(FrictionLaw& law, Change&& change) {
  std::visit(
      [&](auto& given) {
        if constexpr (requires { given.heading; }) change(given.heading);
      },
      law);
}

}  // namespace

ContactPatch turned(ContactPatch patch, double angle) {
  const Vec2 direction = unit_vector(angle);
  for (Support& support : patch.supports) {
    support.center = rotated(support.center, direction);
    support.angle += angle;
    if (auto* linear = std::get_if<LinearPressure>(&support.pressure)) {
      linear->gradient = rotated(linear->gradient, direction);
    }
    change_heading(support.law, [&](Heading& heading) {
      if (heading.reference == Heading::Reference::Body) heading.angle += angle;
    });
    if (auto* polygon = std::get_if<PolygonLaw>(&support.law)) {
      for (Vec2& vertex : polygon->vertices) vertex = rotated(vertex, direction);
    }
    if (auto* custom = std::get_if<CustomLaw>(&support.law)) {
      custom->value = {with_variable(custom->value.text(), "phi", "(phi-(" + number_text(angle) + "))"), {"phi"}};
    }
  }
  return patch;
}

namespace {

void mirror(Vec2& a) { a.y = -a.y; }

void mirror_shape(Shape& shape) {
  if (auto* polygon = std::get_if<Polygon>(&shape)) {
    for (auto& loop : polygon->loops) {
      std::for_each(loop.begin(), loop.end(), mirror);
      std::reverse(loop.begin(), loop.end());
    }
  } else if (auto* segment = std::get_if<Segment>(&shape)) {
    mirror(segment->from);
    mirror(segment->to);
  } else if (auto* points = std::get_if<Points>(&shape)) {
    for (WeightedPoint& point : points->points) mirror(point.position);
  }
}

void mirror_pressure(Pressure& pressure) {
  if (auto* linear = std::get_if<LinearPressure>(&pressure)) mirror(linear->gradient);
  if (auto* hertz = std::get_if<HertzPressure>(&pressure)) hertz->direction = -hertz->direction;
  if (auto* expression = std::get_if<ExpressionPressure>(&pressure)) {
    expression->value = {with_variable(expression->value.text(), "y", "(-y)"), {"x", "y"}};
  }
  if (auto* grid = std::get_if<GridPressure>(&pressure)) {
    const std::size_t rows = grid->values.size() / grid->columns;
    grid->origin.y = -(grid->origin.y + static_cast<double>(rows - 1) * grid->spacing.y);
    std::vector<double> values;
    for (std::size_t j = rows; j-- > 0;) {
      const auto row = grid->values.begin() + static_cast<std::ptrdiff_t>(j * grid->columns);
      values.insert(values.end(), row, row + static_cast<std::ptrdiff_t>(grid->columns));
    }
    grid->values = values;
  }
}

void mirror_law(FrictionLaw& law) {
  change_heading(law, [](Heading& heading) {
    // the counter-clockwise tangent becomes the clockwise one
    heading.angle = (heading.reference == Heading::Reference::Tangent ? pi : 0.0) - heading.angle;
  });
  if (auto* free = std::get_if<FreeLaw>(&law); free && free->half != FreeLaw::Half::None) {
    free->half = free->half == FreeLaw::Half::Left ? FreeLaw::Half::Right : FreeLaw::Half::Left;
  }
  if (auto* polygon = std::get_if<PolygonLaw>(&law))
    std::for_each(polygon->vertices.begin(), polygon->vertices.end(), mirror);
  if (auto* custom = std::get_if<CustomLaw>(&law)) {
    custom->value = {with_variable(custom->value.text(), "phi", "(-phi)"), {"phi"}};
    custom->turn = -custom->turn;
  }
}

}  // namespace

ContactPatch mirrored(ContactPatch patch) {
  for (Support& support : patch.supports) {
    mirror(support.center);
    support.angle = -support.angle;
    mirror_shape(support.shape);
    mirror_pressure(support.pressure);
    mirror_law(support.law);
  }
  return patch;
}

ContactPatch shifted(ContactPatch patch, Vec2 step) {
  for (Support& support : patch.supports) support.center = support.center + step;
  return patch;
}

bool is_symmetric(const ContactPatch& patch) {
  return std::all_of(patch.supports.begin(), patch.supports.end(), [](const Support& support) {
    const auto* free = std::get_if<FreeLaw>(&support.law);
    return !std::holds_alternative<RatchetLaw>(support.law) && !std::holds_alternative<PolygonLaw>(support.law) &&
           !std::holds_alternative<CustomLaw>(support.law) && (!free || free->half == FreeLaw::Half::None);
  });
}

bool has_potential(const ContactPatch& patch) {
  return std::none_of(patch.supports.begin(), patch.supports.end(),
                      [](const Support& support) { return std::holds_alternative<CustomLaw>(support.law); });
}

bool is_closed_form(const ContactPatch& patch) {
  return std::all_of(patch.supports.begin(), patch.supports.end(),
                     [](const Support& support) { return is_closed_form(support); });
}

std::string text_of(const Twist& V) {
  return "twist " + number_text(V.velocity.x) + " " + number_text(V.velocity.y) + " " + number_text(V.omega);
}
std::string text_of(const FrictionLoad& P) {
  return "load " + number_text(P.force.x) + " " + number_text(P.force.y) + " " + number_text(P.moment);
}

double difference(const FrictionLoad& a, const FrictionLoad& b, const LoadScale& scale) {
  const FrictionLoad d = a - b;
  const double force = std::max(std::abs(d.force.x), std::abs(d.force.y));
  const double of_force = force == 0.0 ? 0.0 : force / scale.force;
  const double of_moment = d.moment == 0.0 ? 0.0 : std::abs(d.moment) / scale.moment;
  return std::isnan(of_moment) || of_moment > of_force ? of_moment : of_force;  // NaN must not pass for small
}

double power_scale(const LoadScale& scale, const Twist& V) {
  return scale.force * length(V.velocity) + scale.moment * std::abs(V.omega);
}

}  // namespace dryslip::tests
