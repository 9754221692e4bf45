#include "dryslip/drawing/draw_castor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace dryslip {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(DrawCastor, MarksAViolationOnEveryTurnedCurveThatHasOne) {
  CrookedCastor crooked{.arm = {.length = 0.03, .bend = 0.6}, .axle = 0.2, .mu = 0.5};
  InlineCastor in_line{.length = 0.03, .rubbing = {"0.25+0.1*cos(2*phi)", {"phi"}}};
  const std::string picture = draw_castor(crooked, in_line, 1.0);
  EXPECT_THAT(picture, StartsWith("<svg xmlns="));
  EXPECT_THAT(picture, Not(HasSubstr("nan")));
  EXPECT_EQ(count(picture, ">f*</text>"), 2);
  EXPECT_EQ(draw_castor(crooked, in_line, 1.0), picture);  // same input, same bytes
  // without bend and with the same roughness everywhere both stay normal
  crooked.arm.bend = 0.0;
  in_line.rubbing = {"0.25", {"phi"}};
  EXPECT_EQ(count(draw_castor(crooked, in_line, 1.0), ">f*</text>"), 0);
}

}  // namespace
}  // namespace dryslip
