#include "dryslip/numerics/formula_fault.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

namespace dryslip::tests {
namespace {

using Use = KeyedFormula::Use;

TEST(FormulaFault, NamesTheFirstFormulaWithoutValueAndWhatItDependsOn) {
  const Expression good("cos(t) + x", {"t", "x", "y"}), bad("sqrt(0.1 - x)", {"t", "x", "y"});
  const std::array formulas{KeyedFormula{"drive.fx", &good}, KeyedFormula{"drive.fy", &bad}};
  const auto fault = formula_fault(formulas, std::array{0.5, 0.2, 7.0});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->key(), "drive.fy");
  EXPECT_STREQ(fault->what(), "drive.fy: \"sqrt(0.1 - x)\": not finite at about t = 0.5 s, x = 0.2: must be finite");
  EXPECT_FALSE(formula_fault(formulas, std::array{0.5, 0.05, 7.0}));
}

TEST(FormulaFault, LooksAtTheRateOnlyWhereItIsUsed) {
  const Expression root("sqrt(t)", {"t"});
  const std::array value{KeyedFormula{"table.velocity", &root, Use::Value}},
      rate{KeyedFormula{"table.velocity", &root, Use::ValueAndRate}};
  EXPECT_FALSE(formula_fault(value, std::array{0.0}));
  ASSERT_TRUE(formula_fault(rate, std::array{0.0}));
  EXPECT_STREQ(formula_fault(rate, std::array{0.0})->what(),
               "table.velocity: \"sqrt(t)\": its rate of change is not finite at about t = 0 s: must be finite");
  EXPECT_FALSE(formula_fault(rate, std::array{0.1}));
}

TEST(FormulaFault, SeesAPoleBetweenTwoDoubles) {
  // 1/3 is no double
  const Expression pole("1/(3*t - 1)", {"t"}), root("sqrt(abs(0.3 - t))", {"t"});
  const std::array value{KeyedFormula{"tau[0]", &pole}, KeyedFormula{"tau[1]", &root}};
  const double third = 1.0 / 3.0, width = 1e-15;
  const auto fault = formula_fault_between(value, third - width, third + width);
  ASSERT_TRUE(fault);
  EXPECT_STREQ(fault->what(), "tau[0]: \"1/(3*t - 1)\": not finite at about t = 0.333333 s: must be finite");
  EXPECT_FALSE(formula_fault_between(value, 0.3 - width, 0.3 + width));
  const std::array rate{KeyedFormula{"table.omega", &root, Use::ValueAndRate}};
  ASSERT_TRUE(formula_fault_between(rate, 0.3 - width, 0.3 + width));
  EXPECT_STREQ(
      formula_fault_between(rate, 0.3 - width, 0.3 + width)->what(),
      "table.omega: \"sqrt(abs(0.3 - t))\": its rate of change is not finite at about t = 0.3 s: must be finite");
}

TEST(FormulaFault, SeesWhatGrowsWithoutEndTowardsASwitch) {
  const auto fault_of = [](const char* text) {
    const Expression formula(text, {"t"});
    const std::array formulas{KeyedFormula{"tau[0]", &formula}};
    return formula_fault_between(formulas, 0.3 - 1e-9, 0.3 + 1e-9).has_value();
  };
  EXPECT_TRUE(fault_of("if(t < 0.3, 1/(t - 0.3), 0)"));
  EXPECT_TRUE(fault_of("if(t <= 0.3, 0, -1/(t - 0.3))"));
  // its integral is finite; it has no value on the other side; it falls
  EXPECT_FALSE(fault_of("if(t < 0.3, 1/sqrt(0.3 - t), 0)"));
  EXPECT_FALSE(fault_of("if(t < 0.3, sqrt(0.3 - t), 0)"));
  EXPECT_FALSE(fault_of("if(t < 0.3, (0.3 - t)*log(0.3 - t), 0)"));
  EXPECT_FALSE(fault_of("if(t < 0.3, t - 0.299999999, 0)"));  // from zero
  // steep ramps
  EXPECT_FALSE(fault_of("max(0, min(0.2, 0.2*1e10*(t - 0.3)))"));
  EXPECT_FALSE(fault_of("max(0, min(0.2, 0.2*1e12*(0.3 - t)))"));
}

TEST(FormulaFault, BlamesNoFormulaForAPlaceThatIsNoNumber) {
  const Expression formula("if(t > 0.3, 10, 0)*(1 + x)", {"t", "x"});
  const std::array formulas{KeyedFormula{"drive.fx", &formula}};
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(formula_fault_between(formulas, std::array{0.2, 0.0}, std::array{0.4, nothing}));
  EXPECT_FALSE(formula_fault_between(formulas, std::array{0.2, nothing}, std::array{0.4, 0.0}));
}

TEST(FormulaFault, SeesAPoleInPlaceOnTheWay) {
  const Expression pole("1/(0.1 - x)^2", {"t", "x"});
  const std::array formulas{KeyedFormula{"drive.fx", &pole}};
  const auto fault = formula_fault_between(formulas, std::array{0.5, 0.0999}, std::array{0.50001, 0.1002});
  ASSERT_TRUE(fault);
  EXPECT_STREQ(fault->what(),
               "drive.fx: \"1/(0.1 - x)^2\": not finite at about t = 0.500005 s, x = 0.10005: must be finite");
  EXPECT_FALSE(formula_fault_between(formulas, std::array{0.5, 0.1002}, std::array{0.50001, 0.1005}));
}

}  // namespace
}  // namespace dryslip::tests
