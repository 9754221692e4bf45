#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr, ::testing::StartsWith;
using Json = nlohmann::json;

const std::string dumbbell = source_file("scenarios/dumbbell.toml");  // mu N = 2, arm 0.05

TEST(SurfaceCommand, JsonNamesFacetsAndVertices) {
  const ProgramResult result = run_program({.arguments = {"surface", dumbbell, "--gap", "0.01"}});
  EXPECT_EQ(result.status, 0) << result.messages;
  const Json mesh = Json::parse(result.out);
  EXPECT_LE(mesh.at("gap").get<double>(), 0.01);
  EXPECT_GT(mesh.at("gap").get<double>(), 0.002);  // no finer than asked for
  EXPECT_EQ(mesh.at("converged"), true);
  EXPECT_NEAR(mesh.at("scale").at("force").get<double>(), 2.0, 1e-14);
  EXPECT_EQ(mesh.at("facets").size(), 4u);
  EXPECT_EQ(mesh.at("facets").at(0).at("set").at("type"), "ellipse");
  EXPECT_EQ(mesh.at("named_vertices").size(), 4u);
  EXPECT_EQ(mesh.at("edges").size(), 0u);
  const std::size_t count = mesh.at("vertices").size();
  EXPECT_EQ(mesh.at("normals").size(), count);
  EXPECT_EQ(mesh.at("centers").size(), count);
  EXPECT_EQ(mesh.at("kinds").size(), count);
  for (const Json& triangle : mesh.at("triangles")) {
    for (const Json& corner : triangle) EXPECT_LT(corner.get<std::size_t>(), count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto n = mesh.at("normals").at(i).get<std::vector<double>>();
    EXPECT_NEAR(std::hypot(n[0], n[1], n[2]), 1.0, 1e-12);
    const Json& center = mesh.at("centers").at(i);
    if (center.is_null()) {
      EXPECT_EQ(n[2], 0.0);
      continue;
    }
    // the slip of the normal vanishes at its center
    EXPECT_NEAR(n[0] - n[2] * center.at(1).get<double>(), 0.0, 1e-12);
    EXPECT_NEAR(n[1] + n[2] * center.at(0).get<double>(), 0.0, 1e-12);
    EXPECT_EQ(center.at(2).get<double>() > 0.0, n[2] > 0.0);
  }
}

TEST(SurfaceCommand, FilesHoldWhatTheirHeadersSay) {
  const TemporaryFolder folder;
  const std::string ply = folder.file("s.ply"), vtk = folder.file("s.vtk");
  EXPECT_EQ(run_program({.arguments = {"surface", dumbbell, "--gap", "0.01", "--out", ply}}).status, 0);
  EXPECT_EQ(run_program({.arguments = {"surface", dumbbell, "--gap", "0.01", "--out", vtk}}).status, 0);

  std::istringstream lines(text_of(ply));
  std::size_t vertices = 0, faces = 0, edges = 0;
  for (std::string line; std::getline(lines, line) && line != "end_header";) {
    std::istringstream words(line);
    std::string word, name;
    words >> word >> name;
    if (word == "element") words >> (name == "vertex" ? vertices : name == "face" ? faces : edges);
  }
  EXPECT_GT(vertices, 100u);
  for (std::size_t i = 0; i < vertices; ++i) {
    double value = 0.0;
    for (int k = 0; k < 10; ++k) ASSERT_TRUE(lines >> value);
  }
  std::size_t flat = 0;
  for (std::size_t i = 0; i < faces; ++i) {
    std::size_t size = 0, corner = 0, is_facet = 0;
    ASSERT_TRUE(lines >> size);
    for (std::size_t k = 0; k < size; ++k) {
      ASSERT_TRUE(lines >> corner);
      ASSERT_LT(corner, vertices);
    }
    lines >> is_facet;
    flat += is_facet;
  }
  EXPECT_EQ(flat, 4u);
  std::string rest;
  EXPECT_FALSE(lines >> rest) << rest;

  const std::string text = text_of(vtk);
  EXPECT_THAT(text, StartsWith("# vtk DataFile Version 3.0\n"));
  EXPECT_THAT(text, HasSubstr("POINTS " + std::to_string(vertices) + " double\n"));
  EXPECT_THAT(text, HasSubstr("VERTICES 4 8\n"));
  EXPECT_THAT(text, HasSubstr("POINT_DATA " + std::to_string(vertices) + "\nNORMALS normals double\n"));
}

TEST(SurfaceCommand, SectionIsACurveInItsPlane) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.csv");
  EXPECT_EQ(run_program({.arguments = {"surface", dumbbell, "--section", "0,1,0", "--out", file}}).status, 0);
  const CsvTable square = csv_of(text_of(file));
  EXPECT_EQ(square.header, "fx,fy,moment,vx,vy,omega,unique,on_facet");
  for (const auto& row : square.rows) {
    EXPECT_NEAR(row[1], 0.0, 1e-12);
    EXPECT_NEAR(std::abs(row[0]) + std::abs(row[2]) / 0.05, 2.0, 1e-9);
  }
  const Json circle =
      Json::parse(run_program({.arguments = {"surface", dumbbell, "--section", "0,0,1", "--gap", "1e-4"}}).out);
  EXPECT_LE(circle.at("gap").get<double>(), 1e-4);
  for (const Json& P : circle.at("vertices"))
    EXPECT_NEAR(std::hypot(P.at(0).get<double>(), P.at(1).get<double>()), 2.0, 1e-9);
  for (const char* name : {"s.ply", "s.vtk", "s.json"}) {
    const ProgramResult result =
        run_program({.arguments = {"surface", dumbbell, "--section", "-1,0.5,3", "--out", folder.file(name)}});
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_GT(text_of(folder.file(name)).size(), 1000u);
  }
  const Json oblique = Json::parse(text_of(folder.file("s.json")));
  for (const Json& P : oblique.at("vertices"))
    EXPECT_NEAR(-P.at(0).get<double>() + 0.5 * P.at(1).get<double>() + 3.0 * P.at(2).get<double>(), 0.0, 1e-12);
  // --json whatever the name says
  const std::string named = folder.file("t.ply");
  EXPECT_EQ(run_program({.arguments = {"surface", dumbbell, "--section", "-1,0.5,3", "--json", "--out", named}}).status,
            0);
  EXPECT_EQ(text_of(named), text_of(folder.file("s.json")));
}

TEST(SurfaceCommand, AGapOutOfReachIsReported) {
  const ProgramResult result = run_program({.arguments = {"surface", dumbbell, "--section", "0,0,1", "--gap", "1e-9"}});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.messages, StartsWith("not converged: the gap is "));
  EXPECT_THAT(result.messages, HasSubstr(", asked for 1e-09\n"));
  const Json section = Json::parse(result.out);  // what is known is written all the same
  EXPECT_EQ(section.at("converged"), false);
  EXPECT_GT(section.at("gap").get<double>(), 1e-9);
}

TEST(SurfaceCommand, StaticSurfaceIsLarger) {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.toml",
      "[contact]\nnormal_force = 2\nmu = 0.3\nmu_static = 0.6\n[[contact.support]]\nshape = \"disk\"\nradius = 0.1\n");
  const auto force = [&](const std::string& coefficient) {
    return Json::parse(run_program({.arguments = {"surface", file, "--gap", "0.1", "--coefficient", coefficient}}).out)
        .at("scale")
        .at("force")
        .get<double>();
  };
  EXPECT_NEAR(force("static"), 1.2, 1e-14);
  EXPECT_NEAR(force("kinetic"), 0.6, 1e-14);
}

TEST(SurfaceCommand, BadInputIsOneLineAndWritesNothing) {
  const TemporaryFolder folder;
  const auto expect_refused = [&](std::vector<std::string> more, const std::string& message) {
    std::vector<std::string> arguments{"surface", dumbbell};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_program({.arguments = arguments});
    EXPECT_EQ(result.status, 1) << message;
    EXPECT_EQ(lines_of(result.messages).size(), 1u) << result.messages;
    EXPECT_THAT(result.messages, HasSubstr(message));
    EXPECT_EQ(result.out, "");
  };
  expect_refused({"--out", folder.file("s.stl")}, ".json, .ply or .vtk");
  expect_refused({"--out", folder.file("s.csv")}, ".json, .ply or .vtk");
  expect_refused({"--section", "0,0,1", "--out", folder.file("s.stl")}, ".json, .ply, .vtk or .csv");
  expect_refused({"--gap", "0"}, "--gap: '0': must be a number from 1e-9 to 1");
  expect_refused({"--gap", "nan"}, "--gap: 'nan': must be a number from 1e-9 to 1");
  expect_refused({"--section", "0,0,0"}, "not all zero");
  expect_refused({"--section", "0,1"}, "--section");
  expect_refused({"--section", "0,1,inf"}, "--section");
  expect_refused({"--coefficient", "dynamic"}, "dynamic");
  EXPECT_TRUE(folder.entries().empty());
}

}  // namespace
}  // namespace dryslip::tests
