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
