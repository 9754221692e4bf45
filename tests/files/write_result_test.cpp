#include "dryslip/files/write_result.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <limits>
#include <locale>
#include <nlohmann/json.hpp>
#include <random>

#include "dryslip/files/write_sheet.hpp"
#include "dryslip/files/write_surface.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

std::string text_of(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

/// Every pattern of bits that is a finite number is as likely as any other.
double random_double(std::mt19937_64& generator) {
  while (true) {
    const double value = std::bit_cast<double>(generator());
    if (std::isfinite(value)) return value;
  }
}

void expect_numbers_to_survive() {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = random_double(generator);
    const auto back = parse_number(text_of(value));
    ASSERT_TRUE(back.has_value()) << text_of(value);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(value)) << text_of(value);
  }
}

TEST(DecimalNumber, ReadsBackToTheSameDouble) {
  expect_numbers_to_survive();
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.0, -0.0, 0.1, 1.0 / 3.0, Limits::max(), Limits::min(), Limits::denorm_min(), 1e22, 1e23})
    EXPECT_EQ(std::bit_cast<std::uint64_t>(parse_number(text_of(value)).value()), std::bit_cast<std::uint64_t>(value));
}

TEST(DecimalNumber, IsAsShortAsPossible) {
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(5.0), "5");
  EXPECT_EQ(text_of(1e-300), "1e-300");
  EXPECT_EQ(text_of(-2.5), "-2.5");
}

/// A locale that writes 1.234,5.
struct CommaNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(DecimalNumber, DoesNotDependOnTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaNumbers));
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // changes nothing where it is not installed; the line above always does
  EXPECT_EQ(text_of(1234.5), "1234.5");
  EXPECT_EQ(parse_number("1234.5"), 1234.5);
  EXPECT_EQ(parse_number("1e-400"), 0.0);  // the slow path
  EXPECT_FALSE(parse_number("1.234,5"));
  expect_numbers_to_survive();
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
}

TEST(DecimalNumber, AcceptsDecimalNumbersOnly) {
  EXPECT_EQ(parse_number("+1.5"), 1.5);
  EXPECT_EQ(parse_number("-.5"), -0.5);
  EXPECT_EQ(parse_number("7."), 7.0);
  EXPECT_EQ(parse_number("1E3"), 1000.0);
  EXPECT_EQ(parse_number("4.9e-324"), std::numeric_limits<double>::denorm_min());
  for (const char* text :
       {"",     " ",  "+",  "-",   ".",     "e5",     "1e",  "nan", "NaN", "-nan", "inf",   "-inf", "infinity",
        "0x10", "1 ", " 1", "1,5", "1e400", "-1e400", "+-1", "++1", "--1", "1f",   "1_000", "0.1.2"})
    EXPECT_FALSE(parse_number(text)) << "'" << text << "'";
}

template <class Answer>
std::string text_of_answer(const Answer& answer) {
  std::string text;
  JsonText json(text);
  write(answer, json);
  return text;
}

nlohmann::json json_of(const LoadSet& set) { return nlohmann::json::parse(text_of_answer(set)); }

const FrictionLoad base{{1, 2}, 3};
const LoadEllipse ellipse{.semi_axes = {{{{0.5, 0}, 0.25}, {{0, 0.125}, 4}}}};
const LoadSegment segment{{{{{-1, 0}, 0}, {{1, 0}, 0.5}}}};
const LoadPolygon triangle{{{{0, 0}, 0}, {{1, 0}, 0}, {{0, 1}, 2}}};

TEST(WriteResult, OneTermStandsAtItsPlace) {
  EXPECT_EQ(json_of({base, {ellipse}}), nlohmann::json::parse(R"({"type": "ellipse", "center": [1, 2, 3],
      "semi_axes": [[0.5, 0, 0.25], [0, 0.125, 4]]})"));
  EXPECT_EQ(json_of({base, {segment}}),
            nlohmann::json::parse(R"({"type": "segment", "ends": [[0, 2, 3], [2, 2, 3.5]]})"));
  EXPECT_EQ(json_of({base, {triangle}}),
            nlohmann::json::parse(R"({"type": "polygon", "vertices": [[1, 2, 3], [2, 2, 3], [1, 3, 5]]})"));
}

TEST(WriteResult, ASumHasItsPlaceInTheFirstTerm) {
  const nlohmann::json sum = json_of({base, {segment, ellipse}});
  EXPECT_EQ(sum.at("type"), "sum");
  ASSERT_EQ(sum.at("terms").size(), 2u);
  EXPECT_EQ(sum.at("terms")[0], nlohmann::json::parse(R"({"type": "segment", "ends": [[0, 2, 3], [2, 2, 3.5]]})"));
  EXPECT_EQ(sum.at("terms")[1].at("center"), nlohmann::json::parse("[0, 0, 0]"));
}

TEST(WriteResult, ACutEllipseSaysSo) {
  LoadEllipse half = ellipse;
  half.first_range = {-1.0, 0.0};
  EXPECT_EQ(json_of({base, {half}}).at("first_range"), nlohmann::json::parse("[-1, 0]"));
}

TEST(WriteResult, TheZeroTwistHasAllLoads) {
  EXPECT_EQ(json_of({.base = {}, .terms = {}, .is_all = true}), nlohmann::json::parse(R"({"type": "all"})"));
}

MotionAnswer corner_motion() {
  MotionAnswer answer;
  answer.load = {{1, 2}, 3};
  answer.found.factor = 0.5;
  answer.found.lower = 0.25;
  answer.found.upper = 0.75;
  answer.found.motion = {{4, 5}, 6};
  answer.found.is_on_facet = true;
  answer.found.motions = {{{1, 0}, 2}, {{0, 1}, 3}};
  return answer;
}

template <class Answer>
std::string csv_header_of(const Answer& answer) {
  std::string text;
  append_csv_header(text, columns_of(answer, Columns::Required));
  return text;
}

template <class Answer>
std::vector<Cell> cells_of(const Answer& answer) {
  std::vector<Cell> cells;
  append_cells(cells, answer, Columns::Required);
  return cells;
}

TEST(AnswerRow, MembersAndColumnsFollowTheDescription) {
  EXPECT_EQ(csv_header_of(MotionAnswer{}), "factor,vx,vy,omega,state,unique\n");
  EXPECT_EQ(csv_header_of(LoadAnswer{}), "vx,vy,omega,fx,fy,moment,power,unique\n");
  EXPECT_EQ(csv_header_of(MomentAnswer{}), "x,y,moment,fx,fy\n");
  EXPECT_EQ(csv_header_of(SectionPoint{}), "fx,fy,moment,vx,vy,omega,unique,on_facet\n");
  std::string row;
  append_csv_row(row, cells_of(corner_motion()));
  EXPECT_EQ(row, "0.5,4,5,6,slip,0\n");
  EXPECT_EQ(
      text_of_answer(corner_motion()),
      R"({"fx":1,"fy":2,"moment":3,"factor":0.5,"lower":0.25,"upper":0.75,"vx":4,"vy":5,"omega":6,"state":"slip",)"
      R"("place":"outside","unique":0,"on_facet":1,"set":{"type":"fan","motions":[[1,0,2],[0,1,3]]}})");
}

TEST(AnswerRow, WhatIsRareIsSaidOnlyThen) {
  MotionAnswer answer;  // factor 0
  answer.found.converged = false;
  answer.model_error = 0.125;
  const nlohmann::json rare = nlohmann::json::parse(text_of_answer(answer));
  EXPECT_EQ(rare.at("model_error"), 0.125);
  EXPECT_EQ(rare.at("converged"), false);
  EXPECT_EQ(rare.at("remark"), "friction does not resist this load");
  answer = {};
  answer.found.factor = std::numeric_limits<double>::infinity();
  const nlohmann::json usual = nlohmann::json::parse(text_of_answer(answer));
  EXPECT_EQ(usual.at("factor"), "inf");
  for (const char* name : {"model_error", "converged", "remark", "set"}) EXPECT_FALSE(usual.contains(name)) << name;
}

TEST(AnswerRow, ColumnsThatWereGivenAreRepeatedAsTheyWereWritten) {
  LoadAnswer answer{.twist = {{1, 2}, 3}, .state = {}, .power = 7, .is_unique = true};
  answer.state.load = {{4, 5}, 6};
  std::string row;
  append_csv_row(row, cells_of(answer), "1.0,2e0,+3", 3);
  append_csv_row(row, cells_of(answer));
  EXPECT_EQ(row, "1.0,2e0,+3,4,5,6,7,1\n1,2,3,4,5,6,7,1\n");
}

TEST(WriteResult, ContoursReadBackToTheSameDoubles) {
  const std::vector<MomentContour> contours{{1.0 / 3.0, {{{0.1, 2.0 / 3.0}, {1e-17, -0.7}}}}};
  const nlohmann::json contour = nlohmann::json::parse(text_of_answer(std::span(contours))).at("contours").at(0);
  EXPECT_EQ(contour.at("moment").get<double>(), contours[0].moment);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(contour.at("lines").at(0).at(i).at(0).get<double>(), contours[0].lines[0][i].x);
    EXPECT_EQ(contour.at("lines").at(0).at(i).at(1).get<double>(), contours[0].lines[0][i].y);
  }
}

TEST(WriteResult, SetsOfPointsSayTheirKind) {
  EXPECT_EQ(text_of_answer(PointSet(NoPoint{})), "\"none\"");
  EXPECT_EQ(text_of_answer(PointSet(Vec2{1, 2})), "[1,2]");
  EXPECT_EQ(text_of_answer(PointSet(WholePlane{})), R"({"point":[0,0],"set":{"type":"plane"}})");
  EXPECT_EQ(text_of_answer(PointSet(StripOfPoints{{{0, 0}, {0, 2}}, {1, 0}})),
            R"({"point":[0,1],"set":{"type":"strip","ends":[[0,0],[0,2]],"direction":[1,0]}})");
}

}  // namespace
}  // namespace dryslip
