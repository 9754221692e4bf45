// A described struct as an object: every kind of value, what is left out, and what stands in place.

#include "dryslip/files/write_record.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dryslip/contact_patch/friction_law.hpp"
#include "dryslip/friction_load/load_records.hpp"
#include "tests/record_words.hpp"

namespace dryslip {

struct CrateOfWood {
  double oak = 0.5;
};
template <>
inline constexpr auto description<CrateOfWood> = alternative<CrateOfWood>("wood", "",
                                                                          field<&CrateOfWood::oak>("-", ""));
struct CrateOfTin {};
template <>
inline constexpr auto description<CrateOfTin> = alternative<CrateOfTin>("tin", "");

using CrateWall = std::variant<CrateOfWood, CrateOfTin>;
template <>
inline constexpr Choice choice<CrateWall>{.tag = "wall", .is_inline = true};
using CrateFloor = std::variant<CrateOfTin, CrateOfWood>;
template <>
inline constexpr Choice choice<CrateFloor>{.tag = "type"};

struct Crate {
  std::optional<double> mass{}, inertia = 0.25;
  Paint color = Paint::Bare, paint = Paint::Red;
  Side lid = Side::Closed;
  CrateWall wall{};
  CrateFloor floor = CrateOfWood{.oak = 2.0};
  Vec2 center{1.0, -2.0};
  std::vector<std::array<double, 2>> sizes{{1.0, 2.0}, {3.0, 4.0}};
  std::vector<CrateOfWood> planks{{.oak = 1.0 / 3.0}};
  Eigen::MatrixXd matrix = Eigen::Matrix2d{{1.0, 2.0}, {3.0, 4.0}};
  Heading heading{.reference = Heading::Reference::Radial};
  Twist motion{{1.0, 2.0}, 3.0};
  double high = std::numeric_limits<double>::infinity();
  int count = 7;
  bool is_new = true;
  std::string name = "a \"crate\"";
  double unseen = 1.0;
};
template <>
inline constexpr auto description<Crate> = record<Crate>(
    "A crate.", field<&Crate::mass>("kg", ""), field<&Crate::inertia>("kg m²", ""), field<&Crate::color>("", ""),
    field<&Crate::paint>("", ""), field<&Crate::lid>("", ""), field<&Crate::wall>("", ""), field<&Crate::floor>("", ""),
    field<&Crate::center>("m", ""), field<&Crate::sizes>("m", ""), keyed("plank", field<&Crate::planks>("", "")),
    field<&Crate::matrix>("", ""), field<&Crate::heading>("rad", ""), field<&Crate::motion>("", ""),
    field<&Crate::high>("m", ""), field<&Crate::count>("", ""), field<&Crate::is_new>("", ""),
    field<&Crate::name>("", ""), outside_files(field<&Crate::unseen>("", "")));

namespace {

std::string text_of(const Crate& crate, const Keys& without = {}) {
  std::string text;
  JsonText json(text);
  json.begin_object();
  write_keys(crate, json, without);
  json.end_object();
  return text;
}

TEST(WriteRecord, EveryKindOfValueStandsUnderItsKey) {
  EXPECT_EQ(text_of({}),
            R"({"inertia":0.25,"paint":"red","lid":true,"wall":"wood","oak":0.5,"floor":{"type":"wood","oak":2},)"
            R"("center":[1,-2],"sizes":[[1,2],[3,4]],"plank":[{"oak":0.3333333333333333}],"matrix":[[1,2],[3,4]],)"
            R"("heading":"radial","motion":[1,2,3],"high":"inf","count":7,"is_new":true,"name":"a \"crate\""})");
}

TEST(WriteRecord, KeysMayBeLeftOut) {
  const Crate crate{.wall = CrateOfTin{}, .floor = CrateOfTin{}};
  EXPECT_EQ(
      text_of(crate, {"inertia", "paint", "wall", "center", "sizes", "plank", "matrix", "heading", "motion", "high"}),
      R"({"lid":true,"floor":{"type":"tin"},"count":7,"is_new":true,"name":"a \"crate\""})");
}

}  // namespace
}  // namespace dryslip
