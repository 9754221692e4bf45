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

#include "dryslip/record/decimal_number.hpp"

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

nlohmann::json json_of(const LoadSet& set) {
  std::string text;
  append_json(text, set);
  return nlohmann::json::parse(text);
}

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

TEST(WriteResult, RowsAndMembersAreSeparated) {
  std::string row;
  append_csv_row(row, std::array{1.0, -0.5, 1e-9});
  EXPECT_EQ(row, "1,-0.5,1e-09\n");
  std::string object = "{";
  append_json_member(object, "a", 1.0);
  append_json_member(object, "b", 0.5);
  EXPECT_EQ(object, R"({"a":1,"b":0.5)");
}

}  // namespace
}  // namespace dryslip
