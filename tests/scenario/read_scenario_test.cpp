#include "dryslip/scenario/read_scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "dryslip/record/set_number.hpp"
#include "dryslip/scenario/read_grid.hpp"

namespace dryslip {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string no_files(const std::string&) { throw std::runtime_error("no files here"); }

Scenario parse(const std::string& text) { return parse_scenario(text, "case.toml", no_files); }

std::string mistake_in(const std::string& text) {
  try {
    parse(text);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "no mistake found";
}

const std::string disk = R"(
[contact]
normal_force = 10
mu = 0.3
[[contact.support]]
shape = "disk"
radius = 0.05
)";

TEST(ReadScenario, KnowsEveryKeyOfTheInterface) {
  const Scenario scenario = parse(R"toml(
title = "All keys"
[contact]
normal_force = 2
model = "exact"
mu = 0.4
mu_static = 0.5
tolerance = 1e-8
[[contact.support]]
shape = "rectangle"
size = [0.01, 0.03]
center = [0.1, 0.2]
angle = 0.3
pressure = { type = "linear", gradient = [1, -2] }
law = { type = "rusty_wheel", heading = 0.2, mu = 0.6, mu_static = 0.7, axle = 0.1 }
share = 0.25
[[contact.support]]
shape = "ring"
radius = 0.2
law = { type = "ratchet", heading = "-tangent" }
share = 0.75
[slider]
mass = 3
inertia = 0.1
center_of_mass = [0.01, -0.02]
[initial]
position = [1, 2]
angle = 0.5
velocity = [3, 4]
omega = 5
[drive]
fx = "2*t"
fy = "x + vx"
moment = 0.5
[[drive.force]]
point = [0.1, 0.2]
frame = "world"
force = ["3*t", "angle*omega"]
[[drive.spring]]
stiffness = 10
damping = 2
point = [0.3, 0.4]
anchor = ["t", "2*t"]
direction = [1, 0]
unilateral = true
[table]
velocity = ["sin(t)", 0]
omega = "0.1*t"
tilt = 0.2
tilt_axis = "x"
gravity = 1.62
[run]
duration = 7
until = "rest"
method = "prox"
step = 1e-4
stick_criterion = "CA"
tolerance = 1e-7
output_step = 0.02
)toml");
  EXPECT_EQ(scenario.title, "All keys");
  EXPECT_EQ(scenario.contact.normal_force, 2.0);
  EXPECT_EQ(scenario.normal_force_source, Scenario::NormalForceSource::Given);
  EXPECT_EQ(scenario.contact.mu, 0.4);
  EXPECT_EQ(scenario.contact.mu_static, 0.5);
  EXPECT_EQ(scenario.load_tolerance, 1e-8);
  ASSERT_EQ(scenario.contact.supports.size(), 2u);

  const Support& plate = scenario.contact.supports[0];
  EXPECT_EQ(std::get<Rectangle>(plate.shape).size, (Vec2{0.01, 0.03}));
  EXPECT_EQ(plate.center, (Vec2{0.1, 0.2}));
  EXPECT_EQ(plate.angle, 0.3);
  EXPECT_EQ(std::get<LinearPressure>(plate.pressure).gradient, (Vec2{1, -2}));
  const auto& rusty = std::get<RustyWheelLaw>(plate.law);
  EXPECT_EQ(rusty.heading.angle, 0.2);
  EXPECT_EQ(rusty.coefficients.mu, 0.6);
  EXPECT_EQ(rusty.coefficients.mu_static, 0.7);
  EXPECT_EQ(rusty.axle, 0.1);
  EXPECT_EQ(plate.share, 0.25);
  const Heading heading = std::get<RatchetLaw>(scenario.contact.supports[1].law).heading;
  EXPECT_EQ(heading.reference, Heading::Reference::Tangent);
  EXPECT_EQ(heading.angle, std::numbers::pi);

  EXPECT_EQ(scenario.slider->mass, 3.0);
  EXPECT_EQ(scenario.slider->inertia, 0.1);
  EXPECT_EQ(scenario.slider->center_of_mass, (Vec2{0.01, -0.02}));
  EXPECT_EQ(scenario.initial->position, (Vec2{1, 2}));
  EXPECT_EQ(scenario.initial->angle, 0.5);
  EXPECT_EQ(scenario.initial->velocity, (Vec2{3, 4}));
  EXPECT_EQ(scenario.initial->omega, 5.0);

  const std::array<double, 7> now{0.5, 10, 20, 0.25, 30, 40, 8};  // t, x, y, angle, vx, vy, omega
  EXPECT_EQ(scenario.drive->fx(now), 1.0);
  EXPECT_EQ(scenario.drive->fy(now), 40.0);
  EXPECT_EQ(scenario.drive->moment(now), 0.5);
  ASSERT_EQ(scenario.drive->forces.size(), 1u);
  EXPECT_EQ(scenario.drive->forces[0].frame, PointForce::Frame::World);
  EXPECT_EQ(scenario.drive->forces[0].point, (Vec2{0.1, 0.2}));
  EXPECT_EQ(scenario.drive->forces[0].force[1](now), 2.0);
  ASSERT_EQ(scenario.drive->springs.size(), 1u);
  const Spring& spring = scenario.drive->springs[0];
  EXPECT_EQ(spring.stiffness, 10.0);
  EXPECT_EQ(spring.damping, 2.0);
  EXPECT_EQ(spring.point, (Vec2{0.3, 0.4}));
  EXPECT_EQ(spring.anchor[1](std::array{0.5}), 1.0);
  EXPECT_EQ(spring.direction, (Vec2{1, 0}));
  EXPECT_TRUE(spring.unilateral);

  EXPECT_EQ(scenario.table->omega(std::array{2.0}), 0.2);
  EXPECT_EQ(scenario.table->velocity[1](std::array{2.0}), 0.0);
  EXPECT_EQ(scenario.table->tilt, 0.2);
  EXPECT_EQ(scenario.table->tilt_axis, Table::TiltAxis::X);
  EXPECT_EQ(scenario.table->gravity, 1.62);
  EXPECT_EQ(scenario.run->duration, 7.0);
  EXPECT_EQ(scenario.run->until, SliderRunOptions::Until::Rest);
  EXPECT_EQ(scenario.run->method, SliderRunOptions::Method::Prox);
  EXPECT_EQ(scenario.run->step, 1e-4);
  EXPECT_EQ(scenario.run->stick_criterion, SliderRunOptions::StickCriterion::CA);
  EXPECT_EQ(scenario.run->tolerance, 1e-7);
  EXPECT_EQ(scenario.run->output_step, 0.02);
}

TEST(ReadScenario, ReadsEveryShapePressureAndLaw) {
  const auto support = [](const std::string& lines) {
    const std::string contact = "[contact]\nnormal_force = 1\nmu = 0.3\n[[contact.support]]\n";
    return parse(contact + lines + "\n").contact.supports.at(0);
  };
  EXPECT_EQ(std::get<Annulus>(support("shape = 'annulus'\nradii = [1, 2]").shape).radii[1], 2.0);
  EXPECT_EQ(std::get<Ellipse>(support("shape = 'ellipse'\nsemi_axes = [3, 2]").shape).semi_axes.x, 3.0);
  const auto segment = std::get<Segment>(support("shape = 'segment'\nfrom = [1, 2]\nto = [3, 4]\nends = [5, 6]").shape);
  EXPECT_EQ(segment.from, (Vec2{1, 2}));
  EXPECT_EQ(segment.to, (Vec2{3, 4}));
  EXPECT_EQ(segment.ends[1], 6.0);
  const auto points = std::get<Points>(support("shape = 'points'\npoints = [[1, 2, 3], [4, 5]]").shape);
  EXPECT_EQ(points.points[0].weight, 3.0);
  EXPECT_EQ(points.points[1].weight, 1.0);
  EXPECT_EQ(points.points[1].position, (Vec2{4, 5}));
  const auto polygon = std::get<Polygon>(support("shape = 'polygon'\nloops = [[[0, 0], [1, 0], [0, 2]]]").shape);
  EXPECT_EQ(polygon.loops.at(0).at(2), (Vec2{0, 2}));

  const std::string d = "shape = 'disk'\nradius = 1\n";
  const auto hertz = std::get<HertzPressure>(support(d + "pressure = {type='hertz', shift=0.1, direction=2}").pressure);
  EXPECT_EQ(hertz.shift, 0.1);
  EXPECT_EQ(hertz.direction, 2.0);
  EXPECT_TRUE(std::holds_alternative<PunchPressure>(support(d + "pressure = {type='punch'}").pressure));
  const auto formula = support(d + "pressure = {type='expression', value='2 + x - y'}").pressure;
  EXPECT_EQ(std::get<ExpressionPressure>(formula).value(std::array{1.0, 2.0}), 1.0);

  const auto elliptic = std::get<EllipticLaw>(support(d + "law = {type='elliptic', mu=[0.2, 0.4], heading=1}").law);
  EXPECT_EQ(elliptic.mu[1], 0.4);
  EXPECT_EQ(elliptic.heading.angle, 1.0);
  EXPECT_EQ(std::get<WheelLaw>(support(d + "law = {type='wheel', heading=2}").law).heading.angle, 2.0);
  const auto square = std::get<PolygonLaw>(support(d + "law = {type='polygon', vertices=[[1,0],[0,1],[-1,-1]]}").law);
  EXPECT_EQ(square.vertices.at(1), (Vec2{0, 1}));
  EXPECT_EQ(std::get<FreeLaw>(support(d + "law = {type='free'}").law).half, FreeLaw::Half::None);
  EXPECT_EQ(std::get<FreeLaw>(support(d + "law = {type='free', half='right'}").law).half, FreeLaw::Half::Right);
  const auto custom =
      std::get<CustomLaw>(support(d + "law = {type='custom', value='0.3 + 0.1*cos(phi)', turn=0.2}").law);
  EXPECT_EQ(custom.turn, 0.2);
  EXPECT_EQ(custom.value(std::array{0.0}), 0.4);
}

TEST(ReadScenario, TakesTheWeightOnATiltedTableAsNormalForce) {
  const std::string contact = "[contact]\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 1\n";
  const Scenario scenario = parse(contact + "[slider]\nmass = 2\n[table]\ntilt = 0.3\ngravity = 10\n");
  EXPECT_DOUBLE_EQ(scenario.contact.normal_force, 2 * 10 * std::cos(0.3));
  EXPECT_EQ(scenario.normal_force_source, Scenario::NormalForceSource::Weight);
  EXPECT_DOUBLE_EQ(parse(contact + "[slider]\nmass = 2\n").contact.normal_force, 2 * 9.81);
}

TEST(ReadScenario, AcceptsMuZeroAndNormalForceZero) {
  std::string text = disk;
  text.replace(text.find("10"), 2, "0 ");
  text.replace(text.find("0.3"), 3, "0  ");
  EXPECT_EQ(parse(text).contact.mu, 0.0);
  EXPECT_EQ(parse(text).contact.normal_force, 0.0);
}

TEST(ReadScenario, AcceptsByteOrderMarkAndWindowsLines) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : "title = \"\u00fcber\" # \u00e9" + disk)
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(parse(text).title, "\u00fcber");
}

TEST(ReadScenario, RejectsBareKeysOutsideAscii) {
  // The bytes on which toml++ 3.3 has undefined behaviour.
  EXPECT_THAT(mistake_in("\xC5\x87"), StartsWith("case.toml:1: a character outside ASCII"));
  EXPECT_THAT(mistake_in("a = 1\n\xC5\x87 = 2"), StartsWith("case.toml:2: "));
  EXPECT_THAT(mistake_in("a = '''\n'' '''\n\xC5\x87 = 2"), StartsWith("case.toml:3: a character"));
  EXPECT_THAT(mistake_in("a = \"\\\"\"\n\xC5\x87 = 2"), StartsWith("case.toml:2: a character"));
  // In strings and comments they are welcome.
  EXPECT_THAT(mistake_in("title = '\xC5\x87'"), HasSubstr("contact: missing"));
  EXPECT_THAT(mistake_in("title = \"\"\"\n\xC5\x87\"\"\""), HasSubstr("contact: missing"));
  EXPECT_THAT(mistake_in("# \xC5\x87"), HasSubstr("contact: missing"));
}

TEST(ReadScenario, AnswersEveryTruncationAndEveryChangedByteWithOneLine) {
  const std::string good = "title = 'a'" + disk + "law = { type = \"wheel\", heading = 0.1 }\n[run]\nduration = 1\n";
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const std::string& text :
         {good.substr(0, i), good.substr(0, i) + '\xC5' + good.substr(i + 1),
          good.substr(0, i) + '"' + good.substr(i + 1), good.substr(0, i) + good.substr(i + 1)}) {
      try {
        parse(text);
      } catch (const ScenarioError& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_GE(error.line(), 1) << message;
      }
    }
  }
}

TEST(ReadScenario, FindsFilesThroughTheReaderGiven) {
  const std::string text = disk + "pressure = { type = 'grid', file = 'map.csv' }\n";
  const auto one_file = [](const std::string& name) {
    EXPECT_EQ(name, "map.csv");
    return std::string("-0.05,-0.05,0.1,0.1\n1,2\n3,4\n");
  };
  const Scenario scenario = parse_scenario(text, "browser", one_file);
  EXPECT_EQ(std::get<GridPressure>(scenario.contact.supports[0].pressure).values.at(3), 4.0);
  EXPECT_THAT(mistake_in(text),
              StartsWith("case.toml:8: contact.support[0].pressure.file: \"map.csv\": no files here"));
}

TEST(SetNumber, KnowsThePathsOfAScenario) {
  Scenario scenario = parse(R"toml(
[contact]
normal_force = 2
mu = 0.4
[[contact.support]]
shape = "points"
points = [[0, 0], [1, 2, 3]]
share = 1
[[contact.support]]
shape = "rectangle"
size = [0.1, 0.3]
law = { type = "wheel", heading = 0.2 }
share = 1
[drive]
fx = "2*t"
[[drive.spring]]
stiffness = 3
anchor = ["t", 0]
)toml");
  const auto set = [&](const std::string& path, double value) { set_number(scenario, path, value); };
  set("contact.tolerance", 1e-7);
  EXPECT_EQ(scenario.load_tolerance, 1e-7);
  set("contact.mu", 0.7);
  EXPECT_EQ(scenario.contact.mu, 0.7);
  set("contact.support[0].points[1][2]", 5.0);
  EXPECT_EQ(std::get<Points>(scenario.contact.supports[0].shape).points[1].weight, 5.0);
  set("contact.support[1].size[1]", 0.2);
  EXPECT_EQ(std::get<Rectangle>(scenario.contact.supports[1].shape).size, (Vec2{0.1, 0.2}));
  set("contact.support[1].law.heading", 1.5);
  EXPECT_EQ(std::get<WheelLaw>(scenario.contact.supports[1].law).heading.angle, 1.5);
  set("initial.omega", 30.0);  // a section that the file does not have
  EXPECT_EQ(scenario.initial->omega, 30.0);
  set("drive.fx", 4.0);
  EXPECT_EQ(scenario.drive->fx(std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}), 4.0);
  set("drive.spring[0].direction[0]", 1.0);
  EXPECT_EQ(scenario.drive->springs[0].direction, (Vec2{1.0, 0.0}));
  EXPECT_THROW(set("contact.support[2].share", 1.0), UnknownParameter);
  EXPECT_THROW(set("run.until", 1.0), UnknownParameter);
  EXPECT_THROW(set("table.tilt", 2.0), InvalidInput);
  try {
    set("initial.omga", 1.0);
    FAIL() << "an unknown path";
  } catch (const UnknownParameter& error) {
    EXPECT_THAT(error.what(),
                StartsWith("initial.omga: not a numeric key of Scenario: did you mean 'initial.omega'? allowed: "));
  }
}

TEST(SetNumber, TheStartOfABallIsThatOfItsFile) {
  Scenario scenario = parse("[ball]\nradius = 0.02\ncontact_radius = 0.003\nmu = 0.2\n[initial]\nomega = [1, 2, 3]\n");
  set_number(scenario, "initial.omega[2]", 30.0);
  set_number(scenario, "initial.velocity[0]", 0.5);
  set_number(scenario, "ball.pade.m_T", 2.5);
  set_number(scenario, "table.tilt", 0.25);
  set_number(scenario, "run.duration", 7.0);
  EXPECT_EQ(scenario.ball->initial.omega, (std::array{1.0, 2.0, 30.0}));
  EXPECT_EQ(scenario.ball->initial.velocity, (Vec2{0.5, 0.0}));
  EXPECT_EQ(scenario.ball->pade.m_T, 2.5);
  EXPECT_EQ(ball_of(scenario).table.tilt, 0.25);
  EXPECT_EQ(ball_run_options_of(scenario).duration, 7.0);
  for (const char* other : {"initial.angle", "initial.omega", "slider.mass", "drive.fx", "contact.mu"})
    EXPECT_THROW(set_number(scenario, other, 1.0), UnknownParameter) << other;
  EXPECT_FALSE(scenario.initial || scenario.slider || scenario.drive);
}

TEST(SetNumber, NothingMakesABallOfASlider) {
  Scenario scenario =
      parse("[contact]\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 1\n[slider]\nmass = 1\n");
  EXPECT_THROW(set_number(scenario, "ball.mu", 0.1), UnknownParameter);
  EXPECT_FALSE(scenario.ball);
}

TEST(SetNumber, AWeightFollowsWhatItIsMadeOf) {
  const auto text = [](const std::string& mass, const std::string& tilt, const std::string& gravity) {
    return "[contact]\nmu = 0.3\n[[contact.support]]\nshape = 'disk'\nradius = 1\n[slider]\nmass = " + mass +
           "\n[table]\ntilt = " + tilt + "\ngravity = " + gravity + "\n";
  };
  const auto force_of = [](const Scenario& scenario) { return scenario.contact.normal_force; };
  Scenario scenario = parse(text("2", "0", "9.81"));
  set_number(scenario, "slider.mass", 3.0);
  EXPECT_EQ(force_of(scenario), force_of(parse(text("3", "0", "9.81"))));
  set_number(scenario, "table.tilt", 0.5);
  EXPECT_EQ(force_of(scenario), force_of(parse(text("3", "0.5", "9.81"))));
  set_number(scenario, "table.gravity", 1.62);
  EXPECT_EQ(force_of(scenario), force_of(parse(text("3", "0.5", "1.62"))));
  EXPECT_EQ(scenario.normal_force_source, Scenario::NormalForceSource::Weight);
  set_number(scenario, "contact.normal_force", 7.0);
  set_number(scenario, "slider.mass", 5.0);
  EXPECT_EQ(force_of(scenario), 7.0);
  EXPECT_EQ(scenario.normal_force_source, Scenario::NormalForceSource::Given);
}

TEST(ReadGrid, ReadsRowsFromTheLowestYUpward) {
  const GridPressure grid =
      parse_grid("\xEF\xBB\xBFx0,y0,dx,dy\r\n-1, 2,0.5,0.25\r\n1,2,3\r\n\r\n4,5,6\r\n", "map.csv");
  EXPECT_EQ(grid.origin, (Vec2{-1, 2}));
  EXPECT_EQ(grid.spacing, (Vec2{0.5, 0.25}));
  EXPECT_EQ(grid.columns, 3u);
  EXPECT_EQ(grid.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace dryslip
