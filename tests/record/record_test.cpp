#include "dryslip/record/record.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/words.hpp"

namespace dryslip {

enum class Fruit { Apple, Pear };
template <>
inline constexpr std::array words<Fruit>{"apple", "pear"};

struct Stone {
  double mass = 2.0;
};
template <>
inline constexpr auto description<Stone> = alternative<Stone>("stone", "A stone.",
                                                              field<&Stone::mass>("kg", "of the stone", positive));

struct Basket {
  std::array<double, 2> size{};
  Stone stone;
  Fruit fruit = Fruit::Pear;
};
template <>
inline constexpr auto description<Basket> =
    record<Basket>("A basket.", required<&Basket::size, Element<1>{}>("height", "m", "of the rim", not_negative),
                   embedded<&Basket::stone>(), keyed("kind", field<&Basket::fruit>("", "what is in it")));

namespace {

TEST(Record, FieldsAreReadAndWrittenByTheirDescription) {
  Basket basket{.size = {1.0, 3.0}, .stone = {.mass = 5.0}};
  std::vector<std::string> seen;
  for_each_field<Basket>([&](const auto& field) {
    seen.push_back(std::string(field.name) + "/" + std::string(field.key) + "/" + std::string(field.unit));
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field.of(basket))>, double>) field.of(basket) += 0.5;
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"height/height/m", "mass/mass/kg", "fruit/kind/"}));
  EXPECT_EQ(basket.size[0], 1.0);
  EXPECT_EQ(basket.size[1], 3.5);
  EXPECT_EQ(basket.stone.mass, 5.5);
}

/// A name of its own, beside those of structs in other places.
template <class T>
struct Boxed {
  T content{};
  int count_of_lids = 1;
  struct Lid {
    double width = 0.0;
  };
};
using BoxOfStones = Boxed<Stone>;

TEST(Record, NamesAreThoseOfStructAndMember) {
  const auto record_of_lid = record<Boxed<std::vector<int>>::Lid>(
      "A lid.", field<&Boxed<std::vector<int>>::Lid::width>("m", "across", positive));
  EXPECT_EQ(record_of_lid.name, "Lid");
  EXPECT_STREQ(record_of_lid.word, "");
  EXPECT_EQ(std::get<0>(record_of_lid.fields).name, "width");
  EXPECT_EQ(std::get<0>(record_of_lid.fields).key, "width");
  EXPECT_EQ(std::get<0>(record_of_lid.fields).unit, "m");
  EXPECT_EQ(std::get<0>(record_of_lid.fields).range.low, 0.0);
  const auto stone = alternative<Stone>("heavy", "A stone.", required_key<&Stone::mass>("kg", "of the stone"));
  EXPECT_EQ(stone.name, "Stone");
  EXPECT_STREQ(stone.word, "heavy");
  EXPECT_TRUE(std::get<0>(stone.fields).is_required_in_files);
  EXPECT_FALSE(std::get<0>(stone.fields).is_required);
  EXPECT_EQ(std::get<0>(field<&BoxOfStones::count_of_lids>("", "on it")).name, "count_of_lids");
  EXPECT_EQ(std::get<0>(required<&BoxOfStones::content>("", "in it")).meaning, "in it");
  EXPECT_TRUE(std::get<0>(required<&BoxOfStones::content>("", "in it")).is_required_in_files);
}

TEST(Record, WordsOfAnEnumGoBothWays) {
  EXPECT_STREQ(word_of(Fruit::Pear), "pear");
  EXPECT_EQ(value_of_word<Fruit>("apple", "fruit"), Fruit::Apple);
  try {
    value_of_word<Fruit>("aple", "basket.fruit");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.key(), "basket.fruit");
    EXPECT_EQ(error.explanation(), "\"aple\": did you mean 'apple'? allowed: apple, pear");
  }
}

TEST(Record, RangesHoldTheirEndsAndNothingThatIsNotFinite) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(positive.contains(0.0));
  EXPECT_TRUE(positive.contains(1e-300));
  EXPECT_TRUE(not_negative.contains(0.0));
  EXPECT_FALSE(not_negative.contains(-1e-300));
  EXPECT_TRUE(zero_to_one.contains(1.0));
  EXPECT_FALSE(zero_to_one.contains(1.0 + 1e-15));
  for (const Range& range : {any_number, positive, not_negative}) {
    EXPECT_FALSE(range.contains(infinite));
    EXPECT_FALSE(range.contains(std::numeric_limits<double>::quiet_NaN()));
  }
  EXPECT_EQ(fault_of(-1.0, positive, "m"), "-1: must be greater than 0 [m]");
  EXPECT_EQ(fault_of(infinite, positive, "m"), "inf: must be a finite number [m]");
  EXPECT_EQ(fault_of(2.0, positive, "m"), "");
}

}  // namespace
}  // namespace dryslip
