#include "dryslip/files/read_record.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dryslip/files/write_record.hpp"
#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/vec2.hpp"
#include "dryslip/record/set_number.hpp"
#include "tests/record_words.hpp"

namespace dryslip {

// Records with fields of every kind: each field is named once, in the description, and is found everywhere else.

struct Ship {
  double length = 0.0;
};
template <>
inline constexpr auto description<Ship> = alternative<Ship>("ship", "Swims.",
                                                            required<&Ship::length>("m", "over all", positive));
struct Cart {
  Vec2 size{2.0, 1.0};
};
template <>
inline constexpr auto description<Cart> = alternative<Cart>("cart", "Rolls.",
                                                            field<&Cart::size>("m", "along x and y", positive));
using Carrier = std::variant<Ship, Cart>;
template <>
inline constexpr Choice choice<Carrier>{.tag = "type"};

struct Parcel {
  double mass = 0.0;
  std::optional<double> height;
};
template <>
inline constexpr auto description<Parcel> = record<Parcel>("A parcel.",
                                                           required_key<&Parcel::mass>("kg", "of it", positive),
                                                           field<&Parcel::height>("m", "of it", not_negative));

struct Transport {
  Carrier carrier;
  std::vector<Parcel> parcels;
  Expression speed{"0", {"t", "x"}};
  std::array<Expression, 2> place{Expression("0", {"t"}), Expression("0", {"t"})};
  Paint paint = Paint::Bare;
  Side side = Side::Open;
  bool insured = false;
  std::string note;
};
template <>
inline constexpr auto description<Transport> = record<Transport>(
    "A transport.", field<&Transport::carrier>("", "what carries"),
    keyed("parcel", field<&Transport::parcels>("", "what is carried")),
    required_key<&Transport::speed>("m/s", "formula of t and x"), field<&Transport::place>("m", "formulas of t"),
    field<&Transport::paint>("", "its color"), keyed("closed", field<&Transport::side>("", "whether it has a roof")),
    field<&Transport::insured>("", "against loss"), field<&Transport::note>("", "on it"));

namespace {

const FileReader no_files = [](const std::string&) -> std::string { throw std::runtime_error("no files here"); };

Transport transport_of(const std::string& text) {
  const detail::ScenarioSource source{"case.toml", no_files};
  const detail::TomlNode tree = detail::parse_toml(text, source.name);
  return detail::read_record<Transport>(*detail::SectionReader(source, tree, "").section("transport"));
}

std::string mistake_in(const std::string& text) {
  try {
    transport_of("[transport]\nspeed = 1\n" + text);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "no mistake found";
}

const std::string whole = R"(
[transport]
speed = "2*t + x"
place = ["t", 3]
paint = "green"
closed = true
insured = true
note = "fragile"
carrier = { type = "cart", size = [3, 1.5] }
[[transport.parcel]]
mass = 5
[[transport.parcel]]
mass = 7
height = 0.5
)";

TEST(ReadRecord, EveryKindOfFieldFollowsFromItsDescription) {
  const Transport read = transport_of(whole);
  EXPECT_EQ(read.speed(std::array{1.0, 0.25}), 2.25);
  EXPECT_EQ(read.place[0](std::array{4.0}), 4.0);
  EXPECT_EQ(read.place[1](std::array{4.0}), 3.0);
  EXPECT_EQ(read.paint, Paint::Green);
  EXPECT_EQ(read.side, Side::Closed);
  EXPECT_TRUE(read.insured);
  EXPECT_EQ(read.note, "fragile");
  EXPECT_EQ(std::get<Cart>(read.carrier).size, (Vec2{3.0, 1.5}));
  ASSERT_EQ(read.parcels.size(), 2u);
  EXPECT_EQ(read.parcels[0].mass, 5.0);
  EXPECT_FALSE(read.parcels[0].height);
  EXPECT_EQ(read.parcels[1].height, 0.5);
}

TEST(ReadRecord, EveryMistakeNamesLineKeyValueAndWhatIsAllowed) {
  EXPECT_EQ(mistake_in(""), "no mistake found");
  EXPECT_EQ(
      mistake_in("spede = 1"),
      "case.toml:3: transport.spede: unknown key: did you mean 'speed'? keys of [transport]: carrier, parcel, speed, "
      "place, paint, closed, insured, note");
  EXPECT_EQ(mistake_in("carrier = {type = \"car\"}"),
            "case.toml:3: transport.carrier.type: \"car\": did you mean 'cart'? allowed: ship, cart");
  EXPECT_EQ(mistake_in("carrier = {type = \"cart\", length = 3}"),
            "case.toml:3: transport.carrier.length: unknown key: keys of the carrier cart: type, size");
  EXPECT_EQ(mistake_in("carrier = {type = \"cart\", size = [1, -2]}"),
            "case.toml:3: transport.carrier.size: [1, -2]: each must be greater than 0 [m]");
  EXPECT_EQ(mistake_in("carrier = {type = \"cart\", size = [1, inf]}"),
            "case.toml:3: transport.carrier.size[1]: inf: must be a finite number [m]");
  EXPECT_EQ(mistake_in("carrier = {type = \"cart\", size = 1}"),
            "case.toml:3: transport.carrier.size: 1: must be an array of 2 numbers");
  EXPECT_EQ(mistake_in("carrier = {}"), "case.toml:3: transport.carrier.length: missing: give a number");
  EXPECT_EQ(mistake_in("[[transport.parcel]]"), "case.toml:3: transport.parcel[0].mass: missing: give a number");
  EXPECT_EQ(mistake_in("[[transport.parcel]]\nmass = 0"),
            "case.toml:4: transport.parcel[0].mass: 0: must be greater than 0 [kg]");
  EXPECT_EQ(mistake_in("[[transport.parcel]]\nmass = 1\nheight = -1"),
            "case.toml:5: transport.parcel[0].height: -1: must not be negative [m]");
  EXPECT_EQ(mistake_in("parcel = 3"),
            "case.toml:3: transport.parcel: 3: must be an array of sections: [[transport.parcel]]");
  EXPECT_EQ(mistake_in("place = [\"t\", \"y\"]").substr(0, 38), "case.toml:3: transport.place[1]: \"y\": ");
  EXPECT_EQ(mistake_in("place = [1]"),
            "case.toml:3: transport.place: an array of 1: must be an array of 2 expressions");
  EXPECT_EQ(mistake_in("paint = \"bare\""), "case.toml:3: transport.paint: \"bare\": allowed: red, green");
  EXPECT_EQ(mistake_in("closed = 1"), "case.toml:3: transport.closed: 1: must be true or false");
  EXPECT_EQ(mistake_in("note = 1"), "case.toml:3: transport.note: 1: must be a string");
}

TEST(ReadRecord, ARequiredFormulaNamesItsVariables) {
  try {
    transport_of("[transport]");
    FAIL();
  } catch (const ScenarioError& error) {
    EXPECT_STREQ(error.what(), "case.toml:1: transport.speed: missing: give an expression of t and x in quotes");
  }
}

std::string json_of(const Transport& transport) {
  std::string text;
  JsonText json(text, 0, WholeNumbers::WithPoint);
  write_value(transport, json);
  return text;
}

TEST(WriteRecord, HasTheKeysOfTheFileInTheOrderOfTheDescription) {
  EXPECT_EQ(json_of(transport_of(whole)),
            R"({"carrier":{"type":"cart","size":[3.0,1.5]},"parcel":[{"mass":5.0},{"mass":7.0,"height":0.5}],)"
            R"("speed":"2*t + x","place":["t","3"],"paint":"green","closed":true,"insured":true,"note":"fragile"})");
  EXPECT_EQ(json_of({}).find("paint"), std::string::npos);  // without a word in files
}

TEST(SetNumber, FindsEveryNumberByItsPath) {
  Transport transport = transport_of(whole);
  set_number(transport, "parcel[1].mass", 9.0);
  EXPECT_EQ(transport.parcels[1].mass, 9.0);
  set_number(transport, "parcel[0].height", 0.25);  // was absent
  EXPECT_EQ(transport.parcels[0].height, 0.25);
  set_number(transport, "carrier.size[1]", 4.0);
  EXPECT_EQ(std::get<Cart>(transport.carrier).size, (Vec2{3.0, 4.0}));
  set_number(transport, "place[0]", -0.5);  // instead of a formula
  EXPECT_EQ(transport.place[0](std::array{7.0}), -0.5);
  EXPECT_EQ(transport.place[0].variables(), std::vector<std::string>{"t"});
}

TEST(SetNumber, RefusesUnknownPathsAndValuesOutOfRange) {
  Transport transport = transport_of(whole);
  try {
    set_number(transport, "parcel[1].mas", 1.0);
    FAIL();
  } catch (const UnknownParameter& error) {
    EXPECT_EQ(error.key(), "parcel[1].mas");
    EXPECT_EQ(error.explanation().substr(0, 72),
              "not a numeric key of Transport: did you mean 'parcel[1].mass'? allowed: ");
  }
  EXPECT_THROW(set_number(transport, "parcel[2].mass", 1.0), UnknownParameter);
  EXPECT_THROW(set_number(transport, "insured", 1.0), UnknownParameter);
  try {
    set_number(transport, "carrier.size[0]", 0.0);
    FAIL();
  } catch (const UnknownParameter&) {
    FAIL() << "the path is known";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "carrier.size[0]: 0: must be greater than 0 [m]");
  }
  EXPECT_EQ(std::get<Cart>(transport.carrier).size, (Vec2{3.0, 1.5}));
}

}  // namespace
}  // namespace dryslip
