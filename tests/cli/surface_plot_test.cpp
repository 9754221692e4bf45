#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty, ::testing::StartsWith;

const std::string dumbbell = source_file("scenarios/dumbbell.toml");

/// Every element is closed, in the right order, and nothing is left over.
bool is_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = svg.substr(at + 1, end - at - 1);
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0 || tag.find('<') != std::string::npos) return false;
    const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
    if (tag.starts_with("/")) {
      if (open.empty() || "/" + open.back() != tag) return false;
      open.pop_back();
    } else if (!tag.ends_with("/")) {
      open.push_back(name);
    }
  }
  return open.empty() && svg.starts_with("<svg ") && svg.ends_with("</svg>\n");
}

TEST(SurfacePlot, IsDrawnWithoutAMeshOnStandardOutput) {
  const TemporaryFolder folder;
  const ProgramResult result = run_program({.arguments = {"surface", dumbbell, "--plot", folder.file("s.svg")}});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.messages, "");
  EXPECT_THAT(folder.entries(), ElementsAre("s.svg"));
  const std::string picture = text_of(folder.file("s.svg"));
  EXPECT_TRUE(is_well_formed(picture));
  for (const char* text : {"Dumbbell: two equal point supports", "Section m = 0", "Section fy = 0", "Section fx = 0",
                           "Moment function", "fx [N]", "m [mN·m]", "4 facets", "4 vertices"})
    EXPECT_THAT(picture, HasSubstr(text));
}

TEST(SurfacePlot, GoesTogetherWithAMesh) {
  const TemporaryFolder folder;
  const ProgramResult alone = run_program({.arguments = {"surface", dumbbell, "--plot", folder.file("a.svg")}});
  const ProgramResult result =
      run_program({.arguments = {"surface", dumbbell, "--plot", folder.file("s.svg"), "--out", folder.file("s.ply")}});
  EXPECT_EQ(result.status, 0) << result.messages;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(text_of(folder.file("s.ply")), StartsWith("ply\n"));
  EXPECT_EQ(text_of(folder.file("s.svg")), text_of(folder.file("a.svg")));  // same input, same bytes
  const ProgramResult both =
      run_program({.arguments = {"surface", dumbbell, "--plot", folder.file("s.svg"), "--out", "-"}});
  EXPECT_THAT(both.out, HasSubstr("\"facets\""));
}

TEST(SurfacePlot, OfASectionShowsThatPlane) {
  const TemporaryFolder folder;
  const auto draw = [&](const std::string& normal) {
    const ProgramResult result =
        run_program({.arguments = {"surface", dumbbell, "--section", normal, "--plot", folder.file("s.svg")}});
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(result.out, "");
    const std::string picture = text_of(folder.file("s.svg"));
    EXPECT_TRUE(is_well_formed(picture));
    return picture;
  };
  const std::string square = draw("0,1,0");
  EXPECT_THAT(square, HasSubstr("Section of the limit surface, fy = 0"));
  EXPECT_THAT(square, HasSubstr("fx [N]"));
  EXPECT_THAT(square, HasSubstr("m [mN·m]"));
  EXPECT_EQ(square.find("Moment function"), std::string::npos);
  EXPECT_THAT(draw("3,-4,0"), HasSubstr("force along (0.8, 0.6) [N]"));
}

TEST(SurfacePlot, LeavesNothingBehindWhereItFails) {
  const TemporaryFolder folder;
  const ProgramResult format =
      run_program({.arguments = {"surface", dumbbell, "--plot", folder.file("s.svg"), "--out", folder.file("s.stl")}});
  EXPECT_EQ(format.status, 1);
  EXPECT_THAT(format.messages, HasSubstr("s.stl"));
  const ProgramResult place = run_program(
      {.arguments = {"surface", dumbbell, "--plot", folder.file("none/s.svg"), "--out", folder.file("s.ply")}});
  EXPECT_EQ(place.status, 1);
  EXPECT_THAT(place.messages, HasSubstr("none/s.svg"));
  const ProgramResult plane =
      run_program({.arguments = {"surface", dumbbell, "--section", "0,0,0", "--plot", folder.file("s.svg")}});
  EXPECT_EQ(plane.status, 1);
  EXPECT_THAT(plane.messages, HasSubstr("not all zero"));
  EXPECT_THAT(folder.entries(), IsEmpty());
}

}  // namespace
}  // namespace dryslip::tests
