#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using Json = nlohmann::json;

Json points_of(const std::string& scenario) {
  const ProgramResult result = run_program({.arguments = {"points", scenario}});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.messages, "");
  return Json::parse(result.out);
}

void expect_near(const Json& found, double x, double y, double tolerance) {
  ASSERT_TRUE(found.is_array()) << found;
  EXPECT_NEAR(found.at(0).get<double>(), x, tolerance);
  EXPECT_NEAR(found.at(1).get<double>(), y, tolerance);
}

TEST(PointsCommand, AgreesWithTheReferenceFile) {
  std::ifstream stream(source_file("tests/reference_data/special_points.json"));
  const Json reference = Json::parse(stream);
  const Json& item = reference.at("cases").at(0);  // an L
  ASSERT_EQ(item.at("name"), "L-shape");
  const TemporaryFolder folder;
  const Json found = points_of(folder.write(
      "l.toml", "[contact]\nnormal_force = 1.7\nmu = 0.35\n[[contact.support]]\nshape = \"polygon\"\nloops = " +
                    item.at("patch").at("loops").dump() + "\n"));
  expect_near(found.at("center_of_pressure"), item.at("CP").at(0), item.at("CP").at(1), 1e-14);
  expect_near(found.at("center_of_friction"), item.at("CF").at(0), item.at("CF").at(1), 1e-12);
  expect_near(found.at("center_of_twist"), item.at("CT").at(0), item.at("CT").at(1), 1e-10);
  EXPECT_NEAR(found.at("least_moment").get<double>(), item.at("moment_at_CT").get<double>(), 1e-14);
}

TEST(PointsCommand, EveryPointOfTheBarIsACenterOfTwist) {
  const Json twist = points_of(source_file("scenarios/dumbbell.toml")).at("center_of_twist");
  expect_near(twist.at("point"), 0.0, 0.0, 1e-9);
  EXPECT_EQ(twist.at("set").at("type"), "segment");
  for (const Json& end : twist.at("set").at("ends")) {
    EXPECT_NEAR(end.at(0).get<double>(), 0.0, 1e-9);
    EXPECT_NEAR(std::abs(end.at(1).get<double>()), 0.05, 1e-9);
  }
}

TEST(PointsCommand, RingOfRatchetsHasNoCenterOfFriction) {
  const Json found = points_of(source_file("scenarios/ring_of_ratchets.toml"));
  EXPECT_EQ(found.at("center_of_friction"), "none");
  expect_near(found.at("center_of_twist"), 0.0, 0.0, 1e-9);
}

/// Special points of a contact of 1 N with mu = 0.5 on these supports.
Json points_with(const std::string& supports) {
  const TemporaryFolder folder;
  return points_of(folder.write("case.toml", "[contact]\nnormal_force = 1\nmu = 0.5\n" + supports));
}

std::string point_at(const std::string& place, const std::string& law) {
  return "[[contact.support]]\nshape = \"points\"\npoints = [" + place + "]\nlaw = { " + law + " }\n";
}

TEST(PointsCommand, WheelsOnABarHaveALineAndAStrip) {
  const std::string law = "type = 'wheel'";
  const Json found = points_with(point_at("[0.02, 0.03]", law) + point_at("[-0.04, 0.03]", law));
  // all friction forces are along the axles, through the middle; least moment between the axles
  const Json& friction = found.at("center_of_friction");
  EXPECT_EQ(friction.at("set").at("type"), "line");
  expect_near(friction.at("point"), -0.01, 0.0, 1e-14);
  expect_near(friction.at("set").at("point"), -0.01, 0.0, 1e-14);
  EXPECT_NEAR(std::abs(friction.at("set").at("direction").at(1).get<double>()), 1.0, 1e-14);
  const Json& twist = found.at("center_of_twist");
  EXPECT_NEAR(twist.at("point").at(0).get<double>(), -0.01, 1e-9);
  EXPECT_EQ(twist.at("set").at("type"), "strip");
  const double a = twist.at("set").at("ends").at(0).at(0), b = twist.at("set").at("ends").at(1).at(0);
  EXPECT_NEAR(std::max(a, b), 0.02, 1e-9);
  EXPECT_NEAR(std::min(a, b), -0.04, 1e-9);
  EXPECT_NEAR(std::abs(twist.at("set").at("direction").at(1).get<double>()), 1.0, 1e-12);
  EXPECT_NEAR(found.at("least_moment").get<double>(), 0.25 * 0.06, 1e-12);
}

TEST(PointsCommand, NamesRaysHalfPlanesRegionsAndThePlane) {
  // a ratchet that rolls towards −y and a weaker wheel along y, 2 cm higher: the axis to the right of the ratchet
  const Json ray = points_with(point_at("[0.01, 0.04]", "type = 'ratchet', heading = -1.5707963267948966, mu = 0.5") +
                               point_at("[0, 0.06]", "type = 'wheel', heading = 1.5707963267948966, mu = 0.2"))
                       .at("center_of_twist");
  EXPECT_EQ(ray.at("set").at("type"), "ray");
  expect_near(ray.at("set").at("end"), 0.01, 0.04, 1e-9);
  expect_near(ray.at("set").at("direction"), 1.0, 0.0, 1e-9);
  // resists slip to its left only, that is, spins about centers behind it
  const Json half = points_with(point_at("[0.1, 0]", "type = 'free', half = 'left'")).at("center_of_twist");
  EXPECT_EQ(half.at("set").at("type"), "half_plane");
  EXPECT_NEAR(half.at("set").at("point").at(0).get<double>(), 0.1, 1e-9);
  expect_near(half.at("set").at("inward"), 1.0, 0.0, 1e-9);
  // four of them around a square
  std::string square;
  for (const char* angle : {"0", "1.5707963267948966", "3.141592653589793", "-1.5707963267948966"}) {
    const double a = std::strtod(angle, nullptr);
    square += point_at("[" + Json(-0.01 * std::cos(a)).dump() + ", " + Json(-0.01 * std::sin(a)).dump() + "]",
                       "type = 'free', half = 'left', heading = " + std::string(angle));
  }
  const Json region = points_with(square).at("center_of_twist").at("set");
  EXPECT_EQ(region.at("type"), "region");
  EXPECT_GT(region.at("outline").size(), 16u);
  for (const Json& r : region.at("outline"))
    EXPECT_NEAR(std::max(std::abs(r.at(0).get<double>()), std::abs(r.at(1).get<double>())), 0.01, 1e-9);
  const Json plane = points_with(point_at("[0.1, 0]", "type = 'isotropic', mu = 0")).at("center_of_twist");
  EXPECT_EQ(plane.at("set").at("type"), "plane");
}

TEST(PointsCommand, UsesTheKineticCoefficient) {
  const Json found = points_with(point_at("[0, 0]", "type = 'isotropic', mu = 0.2, mu_static = 0.6") +
                                 point_at("[0.1, 0]", "type = 'isotropic', mu = 0.2, mu_static = 0.2"));
  expect_near(found.at("center_of_friction"), 0.05, 0.0, 1e-14);
}

TEST(PointsCommand, WritesToAFileAndReadsFromStandardInput) {
  const TemporaryFolder folder;
  const std::string text =
      "[contact]\nnormal_force = 1\nmu = 0.2\n[[contact.support]]\nshape = \"disk\"\nradius = 0.1\ncenter = [1, 2]\n";
  const ProgramResult result =
      run_program({.arguments = {"points", "-", "--json", "--out", folder.file("p.json")}, .text = text});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.out, "");
  expect_near(Json::parse(text_of(folder.file("p.json"))).at("center_of_twist"), 1.0, 2.0, 1e-9);
}

}  // namespace
}  // namespace dryslip::tests
