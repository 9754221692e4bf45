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

TEST(ResultSink, NumbersReadBackToTheSameDouble) {
  for (const double value : {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, -0.0, 123456789.0}) {
    std::string text;
    JsonText(text).number(value);
    EXPECT_EQ(nlohmann::json::parse(text).get<double>(), value) << text;
  }
}

}  // namespace
}  // namespace dryslip::tests
