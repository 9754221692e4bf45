#include "dryslip/files/result_sink.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace dryslip::tests {
namespace {

void write_sample(ResultSink& sink) {
  sink.begin_object();
  sink.member("size", 0.1);
  sink.member("end", std::numeric_limits<double>::infinity());
  sink.member("word", "a \"quoted\" one\n");
  sink.member("holds", true);
  sink.member("pair", 1.0, -2.5e-300);
  sink.key("none");
  sink.nothing();
  sink.list("counts", std::vector<std::size_t>{}, [&](std::size_t k) { sink.count(k); });
  sink.objects("parts", std::vector<int>{1, 2},
               [&](int k) { sink.object("inner", [&] { sink.member("k", static_cast<double>(k)); }); });
  sink.end_object();
}

TEST(ResultSink, WritesOneLineOrOneMemberALine) {
  std::string line, indented;
  JsonText one(line), many(indented, 2);
  write_sample(one);
  write_sample(many);
  EXPECT_EQ(
      line,
      R"({"size":0.1,"end":"inf","word":"a \"quoted\" one\n","holds":true,"pair":[1,-2.5e-300],"none":null,"counts":[],)"
      R"("parts":[{"inner":{"k":1}},{"inner":{"k":2}}]})");
  // another program's idea of an indented text: the same but for the last digits of numbers that are whole
  const nlohmann::ordered_json parsed = nlohmann::ordered_json::parse(line);
  EXPECT_EQ(indented, parsed.dump(2));
}

TEST(ResultSink, WholeNumbersMayHaveAPointAndCountsNever) {
  std::string text;
  JsonText json(text, 0, WholeNumbers::WithPoint);
  json.begin_list();
  for (const double value : {5.0, -0.0, 0.5, 1e300, std::numeric_limits<double>::infinity()}) json.number(value);
  json.count(5);
  json.place({1.0, 2.0});
  json.end_list();
  EXPECT_EQ(text, R"([5.0,-0.0,0.5,1e+300,"inf",5,[1.0,2.0]])");
}

TEST(ResultSink, LinesStandAloneWithoutAnIndent) {
  std::string text;
  JsonText json(text);
  json.begin_object();
  json.member("gap", 0.5);
  json.lines("parts", std::vector<double>{1, 2, 3}, [&](double value) { json.number(value); });
  json.lines("none", std::vector<double>{}, [&](double value) { json.number(value); });
  json.key("rows");
  json.begin_list();
  for (const double value : {1.0, 2.0}) {
    json.new_line();
    json.number(value);
  }
  json.new_line();
  json.end_list();
  json.end_object();
  EXPECT_EQ(text, "{\"gap\":0.5,\n\"parts\":[1,\n2,\n3],\n\"none\":[],\"rows\":[\n1,\n2\n]}");
}

TEST(ResultSink, NumbersReadBackToTheSameDouble) {
  for (const double value : {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, -0.0, 123456789.0}) {
    std::string text;
    JsonText(text).number(value);
    EXPECT_EQ(nlohmann::json::parse(text).get<double>(), value) << text;
  }
}

}  // namespace
}  // namespace dryslip::tests
