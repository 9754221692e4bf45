// Rows of a described struct as columns and cells.

#include "dryslip/record/sheet.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace dryslip {

enum class SheetColor { Red, Green };
template <>
inline constexpr std::array words<SheetColor>{"red", "green"};

struct SheetPlace {
  double x = 0.0, y = 0.0;
};
struct SheetRow {
  double t = 0.5;
  SheetPlace place{1.0, 2.0};
  std::array<double, 2> pair{3.0, 4.0};
  SheetColor color = SheetColor::Green;
  std::optional<SheetColor> before{};
  int count = 7;
  bool is_last = true;
  std::vector<double> springs{}, joints{};
  SheetPlace unseen{};
};
template <>
inline constexpr auto description<SheetRow> = record<SheetRow>(
    "A row.", field<&SheetRow::t>("s", "time"), field<&SheetRow::place, &SheetPlace::y>("y", "m", "of the place"),
    field<&SheetRow::pair, Element<1>{}>("second", "-", ""), field<&SheetRow::color>("", ""),
    field<&SheetRow::before>("", ""), field<&SheetRow::count>("", ""), field<&SheetRow::is_last>("", ""),
    keyed("spring_*", field<&SheetRow::springs>("N", "")), field<&SheetRow::joints>("rad", ""),
    outside_files(field<&SheetRow::unseen>("", "")));

namespace {

std::vector<std::string> names_of(const SheetRow& row) {
  std::vector<std::string> names;
  for (const Column& column : columns_of(row)) names.push_back(column.name);
  return names;
}

TEST(Sheet, ColumnsHaveNamesUnitsAndMeaningsOfTheFields) {
  const std::vector<Column> columns = columns_of(SheetRow{});
  ASSERT_EQ(columns.size(), 7u);
  EXPECT_EQ(columns[1].name, "y");
  EXPECT_EQ(columns[1].unit, "m");
  EXPECT_EQ(columns[1].meaning, "of the place");
  EXPECT_EQ(columns[0].longest_word, 0u);
  EXPECT_EQ(columns[3].longest_word, 5u);
  EXPECT_EQ(columns[4].longest_word, 5u);
}

TEST(Sheet, CellsHoldWhatTheFieldsHold) {
  const Sheet sheet = sheet_of(std::vector<SheetRow>{{}, {.color = SheetColor::Red, .before = SheetColor::Green}});
  ASSERT_EQ(sheet.rows(), 2u);
  using Cells = std::vector<Cell>;
  EXPECT_EQ(Cells(sheet.row(0).begin(), sheet.row(0).end()),
            (Cells{0.5, 2.0, 4.0, std::string_view("green"), std::monostate{}, 7L, 1L}));
  EXPECT_EQ(sheet.row(1)[3], Cell(std::string_view("red")));
  EXPECT_EQ(sheet.row(1)[4], Cell(std::string_view("green")));
}

TEST(Sheet, ListsAreNumberedAlwaysAndOtherFieldsWhereThereAreSeveralValues) {
  using Names = std::vector<std::string>;
  const Names others{"t", "y", "second", "color", "before", "count", "is_last"};
  const auto with = [&](const Names& more) {
    Names all = others;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  EXPECT_EQ(names_of({.springs = {1.0}, .joints = {2.0}}), with({"spring_0", "joints"}));
  EXPECT_EQ(names_of({.springs = {1.0, 1.0}, .joints = {2.0, 3.0}}),
            with({"spring_0", "spring_1", "joints_0", "joints_1"}));
}

TEST(Sheet, ARowIsFiniteWhereAllItsNumbersAre) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(is_finite(SheetRow{.springs = {1.0, 2.0}}));
  EXPECT_TRUE(is_finite(SheetRow{.unseen = {nan, nan}}));  // is no number of the row
  EXPECT_FALSE(is_finite(SheetRow{.t = nan}));
  EXPECT_FALSE(is_finite(SheetRow{.place = {0.0, -infinity}}));
  EXPECT_FALSE(is_finite(SheetRow{.springs = {1.0, infinity}}));
}

}  // namespace
}  // namespace dryslip
