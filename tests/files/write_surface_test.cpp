// Every number of a small surface, made up by hand, is found where each format puts it.

#include "dryslip/files/write_surface.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace dryslip {
namespace {

using nlohmann::json;
using ::testing::DoubleEq;
using ::testing::HasSubstr;
using ::testing::Pointwise;

/// A point of each kind; a translation, and spins of both senses. One triangle, one facet, a closed edge and an open one.
SurfaceMesh small_mesh() {
  using Kind = SurfacePoint::Kind;
  SurfaceMesh mesh{
      .points = {{{{1, 2}, 3}, {{3, 4}, 0}, Kind::Smooth},
                 {{{4, 5}, 6}, {{2, -3}, 6}, Kind::Rim},
                 {{{7, 8}, 9}, {{1, 2}, -2}, Kind::Edge},
                 {{{10, 11}, 12}, {{0, 0}, 4}, Kind::Vertex}},
      .triangles = {{0, 1, 2}},
      .facets = {{.motion = {{0.5, 0.25}, 8}, .loads = {.base = {{1, 1}, 1}, .terms = {}}, .outline = {3, 1, 0, 2}}},
      .edges = {{{0, 1, 3}, true}, {{2, 3}, false}},
      .vertices = {{3, {{{1, 0}, 2}, {{0, 1}, 3}}}},
      .length = 0.5,
      .force = 3.0,
      .gap = 0.25,
      .converged = false};
  return mesh;
}
const std::vector<double> places{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
const std::vector<double> normals{3.0 / 5, 4.0 / 5, 0, 2.0 / 7, -3.0 / 7, 6.0 / 7, 1.0 / 3, 2.0 / 3, -2.0 / 3, 0, 0, 1};
// c = ẑ×v/ω: (3, 2)/6, (−2, 1)/(−2)
const std::vector<double> centers{0, 0, 0.5, 2.0 / 6, 1, -0.5, 0, 0};

SurfaceSection small_section() {
  return {.points = {{{{1, 2}, 3}, {{3, 4}, 0}, true, false},
                     {{{4, 5}, 6}, {{2, -3}, 6}, true, true},
                     {{{7, 8}, 9}, {{1, 2}, -2}, false, false}},
          .gap = 0.125,
          .converged = true};
}

/// The numbers that follow a line of the text.
std::vector<double> numbers_after(const std::string& text, const std::string& line, std::size_t count) {
  const std::size_t start = text.find(line + "\n");
  EXPECT_NE(start, std::string::npos) << line;
  if (start == std::string::npos) return {};
  std::istringstream stream(text.substr(start + line.size() + 1));
  std::vector<double> numbers;
  for (double value = 0.0; numbers.size() < count && stream >> value;) numbers.push_back(value);
  return numbers;
}

std::vector<double> flattened(const json& rows) {
  std::vector<double> numbers;
  for (const json& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}

/// Rows of the PLY element vertex.
std::vector<double> ply_rows(const std::vector<int>& spins, const std::vector<int>& kinds) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    rows.insert(rows.end(), {places[3 * i], places[3 * i + 1], places[3 * i + 2]});
    rows.insert(rows.end(), {normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]});
    rows.insert(rows.end(), {centers[2 * i], centers[2 * i + 1], double(spins[i]), double(kinds[i])});
  }
  return rows;
}

TEST(WriteSurface, PlyHoldsEveryNumberInItsPlace) {
  const std::string text = ply_text(small_mesh());
  EXPECT_THAT(text, HasSubstr("certified gap 0.25 of scale"));
  EXPECT_THAT(text, HasSubstr("element vertex 4\n"));
  EXPECT_THAT(text, HasSubstr("element face 2\n"));
  EXPECT_THAT(text, HasSubstr("element edge 4\n"));
  EXPECT_THAT(numbers_after(text, "end_header", 40), Pointwise(DoubleEq(), ply_rows({0, 1, -1, 1}, {0, 1, 2, 3})));
  EXPECT_TRUE(text.ends_with("\n3 0 1 2 0\n4 3 1 0 2 1\n0 1\n1 3\n3 0\n2 3\n"));

  const std::string section = ply_text(small_section());
  EXPECT_THAT(section, HasSubstr("element face 0\n"));
  EXPECT_THAT(section, HasSubstr("element edge 3\n"));
  EXPECT_THAT(numbers_after(section, "end_header", 30), Pointwise(DoubleEq(), ply_rows({0, 1, -1}, {0, 1, 3})));
  EXPECT_TRUE(section.ends_with("\n0 1\n1 2\n2 0\n"));
}

TEST(WriteSurface, VtkHoldsEveryNumberInItsPlace) {
  const std::string text = vtk_text(small_mesh());
  EXPECT_THAT(numbers_after(text, "POINTS 4 double", 12), Pointwise(DoubleEq(), places));
  EXPECT_THAT(text,
              HasSubstr("VERTICES 1 2\n1 3\n"
                        "LINES 2 8\n4 0 1 3 0\n2 2 3\n"
                        "POLYGONS 2 9\n3 0 1 2\n4 3 1 0 2\n"
                        "CELL_DATA 5\nSCALARS feature int 1\nLOOKUP_TABLE default\n1\n2\n2\n0\n3\nPOINT_DATA 4\n"));
  EXPECT_THAT(numbers_after(text, "NORMALS normals double", 12), Pointwise(DoubleEq(), normals));
  const std::vector<double> flat_centers{0, 0, 0, 0.5, 2.0 / 6, 0, 1, -0.5, 0, 0, 0, 0};
  EXPECT_THAT(numbers_after(text, "VECTORS center_of_rotation double", 12), Pointwise(DoubleEq(), flat_centers));
  EXPECT_TRUE(text.ends_with("SCALARS spin int 1\nLOOKUP_TABLE default\n0\n1\n-1\n1\n"));
  EXPECT_THAT(vtk_text(small_section()), HasSubstr("LINES 1 5\n4 0 1 2 0\nCELL_DATA 1\n"));
}

TEST(WriteSurface, JsonHoldsEveryNumberInItsPlace) {
  const json mesh = json::parse(json_text(small_mesh()));
  EXPECT_EQ(mesh.at("gap"), 0.25);
  EXPECT_EQ(mesh.at("converged"), false);
  EXPECT_EQ(mesh.at("scale"), json({{"force", 3.0}, {"moment", 1.5}}));
  EXPECT_THAT(flattened(mesh.at("vertices")), Pointwise(DoubleEq(), places));
  EXPECT_THAT(flattened(mesh.at("normals")), Pointwise(DoubleEq(), normals));
  const json& rotation = mesh.at("centers");
  EXPECT_TRUE(rotation.at(0).is_null());
  EXPECT_THAT(flattened({rotation.at(1), rotation.at(2), rotation.at(3)}),
              Pointwise(DoubleEq(), std::vector<double>{0.5, 2.0 / 6, 1, 1, -0.5, -1, 0, 0, 1}));
  EXPECT_EQ(mesh.at("kinds"), json({"smooth", "rim", "edge", "vertex"}));
  EXPECT_EQ(mesh.at("triangles"), json::parse("[[0, 1, 2]]"));
  EXPECT_EQ(mesh.at("facets").at(0).at("motion"), json::parse("[0.5, 0.25, 8]"));
  EXPECT_EQ(mesh.at("facets").at(0).at("outline"), json::parse("[3, 1, 0, 2]"));
  EXPECT_EQ(mesh.at("edges"),
            json::parse(R"([{"points": [0, 1, 3], "closed": true}, {"points": [2, 3], "closed": false}])"));
  EXPECT_EQ(mesh.at("named_vertices"),
            json::parse(R"([{"point": 3, "load": [10, 11, 12], "motions": [[1, 0, 2], [0, 1, 3]]}])"));

  const json section = json::parse(json_text(small_section()));
  EXPECT_EQ(section.at("gap"), 0.125);
  EXPECT_EQ(section.at("converged"), true);
  EXPECT_EQ(section.at("unique"), json::parse("[1, 1, 0]"));
  EXPECT_EQ(section.at("on_facet"), json::parse("[0, 1, 0]"));
}

TEST(WriteSurface, CsvOfASectionHasLoadMotionAndFlags) {
  EXPECT_EQ(csv_text(small_section()),
            "fx,fy,moment,vx,vy,omega,unique,on_facet\n1,2,3,3,4,0,1,0\n4,5,6,2,-3,6,1,1\n7,8,9,1,2,-2,0,0\n");
}

}  // namespace
}  // namespace dryslip
