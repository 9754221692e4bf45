// The reference files through the program: scenario and twists in, loads and sets out.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dryslip/record/number_text.hpp"
#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using Json = nlohmann::json;
using Load = std::array<double, 3>;  // fx, fy, moment

constexpr double tolerance = 1e-11;  // relative to LoadScale, as promised; the data have 12 digits and more

Json reference(const std::string& name) {
  return Json::parse(std::ifstream(source_file("tests/reference_data/" + name))).at("cases");
}

std::string number(const Json& value) { return number_text(value.get<double>()); }
std::string vector(const Json& value) { return value.dump(); }

/// Cases of one contact share a run of the program.
struct Group {
  std::string scenario;
  std::vector<Json> cases;
};

/// The contact of a case of patch_friction.json in the words of the scenario file.
std::string patch_scenario(const Json& item) {
  const Json& patch = item.at("patch");
  const std::string type = patch.at("type");
  std::string text = "[contact]\nnormal_force = " + number(item.at("N")) + "\nmu = " + number(item.at("mu")) +
                     "\ntolerance = 1e-12\n[[contact.support]]\n";
  if (type == "rectangle") {
    text += "shape = 'rectangle'\nsize = [" + number(patch.at("lx")) + ", " + number(patch.at("ly")) + "]\n";
  } else if (type == "polygon") {
    text += "shape = 'polygon'\nloops = " + vector(patch.at("loops")) + "\n";
  } else if (type == "disc" || type == "ring") {
    text += "shape = '" + std::string(type == "disc" ? "disk" : "ring") + "'\nradius = " + number(patch.at("radius")) +
            "\n";
  } else if (type == "annulus") {
    text += "shape = 'annulus'\nradii = [" + number(patch.at("r_in")) + ", " + number(patch.at("r_out")) + "]\n";
  } else if (type == "hertz_disc") {
    text += "shape = 'disk'\nradius = " + number(patch.at("radius")) +
            "\npressure = { type = 'hertz', shift = " + number(patch.at("d")) +
            ", direction = " + number(patch.at("gamma")) + " }\n";
  } else if (type == "ellipse_hertz") {
    text += "shape = 'ellipse'\nsemi_axes = [" + number(patch.at("a")) + ", " + number(patch.at("b")) +
            "]\npressure = { type = 'hertz' }\n";
  } else if (type == "segment") {
    text += "shape = 'segment'\nfrom = " + vector(patch.at("p1")) + "\nto = " + vector(patch.at("p2")) + "\nends = [" +
            number(patch.at("n1")) + ", " + number(patch.at("n2")) + "]\n";
  } else if (type == "points") {
    text += "shape = 'points'\npoints = " + vector(patch.at("points")) + "\n";
  } else {
    throw std::runtime_error("unknown patch " + type);
  }
  if (patch.contains("pressure"))
    text += "pressure = { type = 'linear', gradient = " + vector(patch.at("pressure").at("g")) + " }\n";
  return text;
}

/// One contact of a body of points: a normal force of 1 N, so that its strength k is its coefficient.
std::string contact_law(const Json& contact) {
  const std::string type = contact.at("type");
  if (type == "isotropic") return "{ type = 'isotropic', mu = " + number(contact.at("k")) + " }";
  const std::string heading = ", heading = " + number(contact.at("e"));
  if (type == "elliptic")
    return "{ type = 'elliptic', mu = [" + number(contact.at("k1")) + ", " + number(contact.at("k2")) + "]" + heading +
           " }";
  const std::string mu = ", mu = " + number(contact.at("k"));
  if (type == "ideal_wheel") return "{ type = 'wheel'" + heading + mu + " }";
  if (type == "rusty_wheel")
    return "{ type = 'rusty_wheel'" + heading + mu + ", axle = " + number(contact.at("b")) + " }";
  if (type == "ratchet") return "{ type = 'ratchet'" + heading + mu + " }";
  throw std::runtime_error("unknown contact " + type);
}

std::string body_scenario(const Json& contacts) {
  std::string text = "[contact]\nnormal_force = " + std::to_string(contacts.size()) + "\n";
  for (const Json& contact : contacts)
    text += "[[contact.support]]\nshape = 'points'\npoints = [[0, 0, 1]]\ncenter = [" + number(contact.at("x")) + ", " +
            number(contact.at("y")) + "]\nshare = 1\nlaw = " + contact_law(contact) + "\n";
  return text;
}

/// Answers of the program to the twists of a group, and last to a unit spin about O.
Json answers(const Group& group) {
  const TemporaryFolder folder;
  std::string twists = "omega,vx,vy\n";
  for (const Json& item : group.cases) {
    const Json& V = item.at("twist");
    twists += number(V[2]) + "," + number(V[0]) + "," + number(V[1]) + "\n";
  }
  const ProgramResult result =
      run_program({.arguments = {"load", folder.write("case.toml", group.scenario), "--twists", "-", "--json"},
                   .text = twists + "1,0,0\n"});
  EXPECT_EQ(result.status, 0) << group.scenario << result.messages;
  return Json::parse(result.out).at("rows");
}

/// Answers to all cases of a group as CSV, which come from the vectorised path.
std::vector<std::vector<double>> csv_answers(const Group& group) {
  const TemporaryFolder folder;
  std::string twists = "vx,vy,omega\n";
  for (const Json& item : group.cases)
    twists +=
        number(item.at("twist")[0]) + "," + number(item.at("twist")[1]) + "," + number(item.at("twist")[2]) + "\n";
  return csv_of(run_program(
                    {.arguments = {"load", folder.write("case.toml", group.scenario), "--twists", "-"}, .text = twists})
                    .out)
      .rows;
}

struct Scale {
  double force, moment;
};

void expect_load(const Load& expected, const Load& given, const Scale& scale) {
  EXPECT_NEAR(given[0], expected[0], tolerance * scale.force);
  EXPECT_NEAR(given[1], expected[1], tolerance * scale.force);
  EXPECT_NEAR(given[2], expected[2], tolerance * scale.moment);
}

Load load_of(const Json& row) { return {row.at("fx"), row.at("fy"), row.at("moment")}; }

/// The ellipse { c₁ a + c₂ b } as the matrix a aᵀ + b bᵀ, which does not depend on the choice of its axes.
void expect_same_ellipse(const Load& a, const Load& b, const Json& axes, const Scale& scale) {
  const Load c = axes.at(0), d = axes.at(1), unit{scale.force, scale.force, scale.moment};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(c[i] * c[j] + d[i] * d[j], a[i] * a[j] + b[i] * b[j], 2 * tolerance * unit[i] * unit[j]);
}

Load minus(const Json& friction_on_body) {
  return {-friction_on_body[0].get<double>(), -friction_on_body[1].get<double>(), -friction_on_body[2].get<double>()};
}

void expect_patch_case(const Json& item, const Json& row, const Scale& scale) {
  const Load V = item.at("twist");
  const double speed = scale.force * std::hypot(V[0], V[1]) + scale.moment * std::abs(V[2]);
  EXPECT_NEAR(row.at("power").get<double>(), item.at("h").get<double>(), tolerance * speed);
  if (!item.value("set_valued", false)) {
    EXPECT_EQ(row.at("unique"), 1);
    expect_load(minus(item.at("friction_on_body")), load_of(row), scale);
    return;
  }
  EXPECT_EQ(row.at("unique"), 0);
  const Json& facet = item.at("facet");
  EXPECT_EQ(row.at("set").at("type"), "ellipse");
  expect_load(minus(facet.at("center_friction_on_body")), row.at("set").at("center"), scale);
  expect_same_ellipse(facet.at("semi_axis_1"), facet.at("semi_axis_2"), row.at("set").at("semi_axes"), scale);
}

TEST(Reference, PatchFrictionThroughTheProgram) {
  std::map<std::string, Group> groups;
  std::size_t count = 0;
  for (const Json& item : reference("patch_friction.json")) {
    const std::string scenario = patch_scenario(item);
    groups[scenario].scenario = scenario;
    groups[scenario].cases.push_back(item);
    ++count;
  }
  ASSERT_EQ(count, 203u);
  for (const auto& [scenario, group] : groups) {
    const Json rows = answers(group);
    const auto csv = csv_answers(group);
    ASSERT_EQ(rows.size(), group.cases.size() + 1);
    ASSERT_EQ(csv.size(), group.cases.size());
    // μN, and μN times the mean distance from O: the moment of a spin about O.
    const double mu_N = group.cases[0].at("mu").get<double>() * group.cases[0].at("N").get<double>();
    const Scale scale{mu_N, rows.back().at("power").get<double>()};
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
      SCOPED_TRACE(group.cases[i].at("id").get<std::string>() + " " + group.cases[i].at("note").get<std::string>());
      expect_patch_case(group.cases[i], rows[i], scale);
      expect_load(load_of(rows[i]), {csv[i][3], csv[i][4], csv[i][5]}, scale);
      EXPECT_EQ(csv[i][7], rows[i].at("unique").get<double>());
    }
  }
}

TEST(Reference, PointBodyLoadsThroughTheProgram) {
  std::map<std::string, Group> groups;
  std::size_t count = 0;
  for (const Json& item : reference("limit_surface.json")) {
    if (item.at("kind") != "point_body_load") continue;
    const std::string scenario = body_scenario(item.at("contacts"));
    groups[scenario].scenario = scenario;
    groups[scenario].cases.push_back(item);
    ++count;
  }
  ASSERT_EQ(count, 54u);
  for (const auto& [scenario, group] : groups) {
    const Json rows = answers(group);
    Scale scale{0.0, 0.0};
    for (const Json& contact : group.cases[0].at("contacts")) {
      const double k = contact.contains("k") ? contact.at("k").get<double>() : contact.at("k1").get<double>();
      scale.force += k;
      scale.moment += k * std::hypot(contact.at("x").get<double>(), contact.at("y").get<double>());
    }
    for (std::size_t i = 0; i < group.cases.size(); ++i) {
      const Json& item = group.cases[i];
      SCOPED_TRACE(item.at("id").get<std::string>() + " " + item.at("body").get<std::string>());
      const Load V = item.at("twist");
      const double speed = scale.force * std::hypot(V[0], V[1]) + scale.moment * std::abs(V[2]);
      EXPECT_NEAR(rows[i].at("power").get<double>(), item.at("h").get<double>(), tolerance * speed);
      EXPECT_EQ(rows[i].at("unique") == 1, item.at("unique").get<bool>());
      if (item.at("unique").get<bool>()) expect_load(item.at("P"), load_of(rows[i]), scale);
    }
  }
}

}  // namespace
}  // namespace dryslip::tests
