#include "dryslip/numerics/expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/numerics/random_formula.hpp"

#ifdef DRYSLIP_HAS_MUPARSER
#include <muParser.h>
#endif

namespace dryslip {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Values without symmetry, so that exchanged operands show; volatile, so that the compiler does not compute with them.
const volatile double x = 0.7;
const volatile double y = -1.3;

double value_of(const std::string& text) {
  const std::array<double, 2> values{x, y};
  return Expression(text, {"x", "y"})(values);
}

std::string mistake_in(const std::string& text, std::vector<std::string> variables = {"x", "y"}) {
  try {
    Expression(text, std::move(variables));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no mistake";
}

TEST(Expression, FollowsTheRulesOfPrecedence) {
  EXPECT_EQ(value_of("1+2*3-8/4/2"), 6.0);
  EXPECT_EQ(value_of("10-3-2"), 5.0);
  EXPECT_EQ(value_of("2^3^2"), 512.0);
  EXPECT_EQ(value_of("-3^2"), -9.0);
  EXPECT_EQ(value_of("2^-3"), 0.125);
  EXPECT_EQ(value_of("2^-2^2"), 1.0 / 16);
  EXPECT_EQ(value_of("-2*-3"), 6.0);
  EXPECT_EQ(value_of("2--3"), 5.0);
  EXPECT_EQ(value_of("+5-+3"), 2.0);
  EXPECT_EQ(value_of("(1+2)*(3-(4-5))"), 12.0);
  EXPECT_EQ(value_of("1+1 < 3"), 1.0);  // comparisons bind least
  EXPECT_EQ(value_of(" \t( 1\n+ 2 ) * 3 "), 9.0);
}

TEST(Expression, GivesTheSameBitsAsTheFormulaWrittenInCpp) {
  // Every operator with every kind of operand: constant, variable, longer part; on either side.
  EXPECT_EQ(value_of("x-y"), x - y);
  EXPECT_EQ(value_of("3-x"), 3 - x);
  EXPECT_EQ(value_of("x/3"), x / 3);
  EXPECT_EQ(value_of("3/x"), 3 / x);
  EXPECT_EQ(value_of("(x+1)-(y+2)"), (x + 1) - (y + 2));
  EXPECT_EQ(value_of("(x+1)/(y*x+2)"), (x + 1) / (y * x + 2));
  EXPECT_EQ(value_of("(x+1)/((y+1)*(x+3)-(x-1)*(y-2))"), (x + 1) / ((y + 1) * (x + 3) - (x - 1) * (y - 2)));
  EXPECT_EQ(value_of("((y+1)*(x+3)-(x-1)*(y-2))/(x+1)"), ((y + 1) * (x + 3) - (x - 1) * (y - 2)) / (x + 1));
  EXPECT_EQ(value_of("x^y"), std::pow(x, y));
  EXPECT_EQ(value_of("3^y"), std::pow(3, y));
  EXPECT_EQ(value_of("3^(x+y)"), std::pow(3, x + y));
  EXPECT_EQ(value_of("x^2.5"), std::pow(x, 2.5));
  EXPECT_EQ(value_of("(x+1)^(y-1)"), std::pow(x + 1, y - 1));
  EXPECT_EQ(value_of("0.07*cos(5*x+pi/4)"), 0.07 * std::cos(5 * x + std::numbers::pi / 4));
}

TEST(Expression, KnowsEveryFunctionOfTheInterface) {
  EXPECT_EQ(value_of("sin(x)"), std::sin(x));
  EXPECT_EQ(value_of("cos(x)"), std::cos(x));
  EXPECT_EQ(value_of("tan(x)"), std::tan(x));
  EXPECT_EQ(value_of("asin(x)"), std::asin(x));
  EXPECT_EQ(value_of("acos(x)"), std::acos(x));
  EXPECT_EQ(value_of("atan(x)"), std::atan(x));
  EXPECT_EQ(value_of("atan2(x, y)"), std::atan2(x, y));
  EXPECT_EQ(value_of("atan2(x, y+1)"), std::atan2(x, y + 1));
  EXPECT_EQ(value_of("atan2(x*2, y+1)"), std::atan2(x * 2, y + 1));
  EXPECT_EQ(value_of("sinh(x)"), std::sinh(x));
  EXPECT_EQ(value_of("cosh(x)"), std::cosh(x));
  EXPECT_EQ(value_of("tanh(x)"), std::tanh(x));
  EXPECT_EQ(value_of("exp(x)"), std::exp(x));
  EXPECT_EQ(value_of("log(x)"), std::log(x));
  EXPECT_EQ(value_of("sqrt(x)"), std::sqrt(x));
  EXPECT_EQ(value_of("abs(y)"), -y);
  EXPECT_EQ(value_of("sign(y)"), -1.0);
  EXPECT_EQ(value_of("sign(x)"), 1.0);
  EXPECT_EQ(value_of("sign(x-x)"), 0.0);
  EXPECT_EQ(value_of("floor(y)"), -2.0);
  EXPECT_EQ(value_of("mod(y, 1)"), y + 2);
  EXPECT_EQ(value_of("mod(7, -4)"), -1.0);
  EXPECT_EQ(value_of("mod(x+5, x-y)"), (x + 5) - (x - y) * std::floor((x + 5) / (x - y)));
  EXPECT_EQ(value_of("min(x, y)"), y);
  EXPECT_EQ(value_of("max(x, y)"), x);
  EXPECT_EQ(value_of("pi"), std::numbers::pi);
  EXPECT_EQ(value_of("e"), std::numbers::e);
}

TEST(Expression, GivesTheSameBitsInABlockButForSinesAndCosines) {
  for (const std::string text :
       {"exp(-400*(x^2+y^2))", "2+cos(60*x)*sin(40*y+1)", "1-2*x/(3+y)", "x^3-x^2.5/y", "min(x,y)+max(x,0.3)*abs(y-x)",
        "atan2(y,x)+mod(7*x,y)-tanh(x)*log(y)", "(x<y)+2*(x>=0.5)+sign(y-x)", "if(x<y,x*x,exp(y))", "y", "pi"}) {
    const Expression f(text, {"x", "y"});
    constexpr std::size_t block = Expression::block_size;
    std::vector<double> values(2 * block);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.01 + std::fmod(0.37 * static_cast<double>(i), 1.0);
    for (const std::size_t count : {std::size_t{1}, std::size_t{7}, block}) {
      std::vector<double> results(count);
      f.evaluate_block(values, results);
      for (std::size_t i = 0; i < count; ++i) {
        const double alone = f(std::array{values[i], values[block + i]});
        const bool has_sines = text.find("sin(") != text.npos || text.find("cos(") != text.npos;
        EXPECT_NEAR(results[i], alone, has_sines ? 1e-15 : 0.0) << text << " " << i;
      }
    }
  }
}

TEST(Expression, ComparesFromBothSides) {
  for (const char* text : {"x > y", "y < x", "x >= y", "y <= x", "x >= x", "x <= x", "x == x", "1 > y", "y < 1",
                           "x+1 > y+1", "(x+1)*(x+2) >= y+1", "y+1 <= (x+1)*(x+2)"}) {
    EXPECT_EQ(value_of(text), 1.0) << text;
  }
  for (const char* text : {"x < y", "y > x", "x <= y", "y >= x", "x < x", "x > x", "x == y", "1 < y", "y > 1",
                           "x+1 < y+1", "(x+1)*(x+2) <= y+1", "y+1 >= (x+1)*(x+2)"}) {
    EXPECT_EQ(value_of(text), 0.0) << text;
  }
}

TEST(Expression, EvaluatesOnlyTheBranchThatIsTaken) {
  EXPECT_EQ(value_of("if(x > 0, x+1, y+1)*10"), (x + 1) * 10);
  EXPECT_EQ(value_of("if(x < 0, x+1, y+1)*10"), (y + 1) * 10);
  EXPECT_EQ(value_of("if(y < 0, 1, sqrt(y))"), 1.0);
  EXPECT_EQ(value_of("if(x < 0, 1, if(y < 0, 2, 3)) + 10*if(y < 0, 4, 5)"), 42.0);
}

TEST(Expression, WholePowersAgreeWithPow) {
  for (int n = 0; n <= 12; ++n) {
    const double exact = std::pow(y, n);
    EXPECT_NEAR(value_of("y^" + std::to_string(n)), exact, 8e-16 * std::abs(exact)) << n;  // 4 ulp: three squarings
  }
  EXPECT_EQ(value_of("y^2"), y * y);
  EXPECT_EQ(value_of("y^1"), y);
}

TEST(Expression, ReadsNumbersToTheNearestDouble) {
  EXPECT_EQ(value_of(".5"), 0.5);
  EXPECT_EQ(value_of("5."), 5.0);
  EXPECT_EQ(value_of("1.5e-3"), 1.5e-3);
  EXPECT_EQ(value_of("2E+2"), 200.0);
  EXPECT_EQ(value_of("4.9406564584124654e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(value_of("1e-400"), 0.0);
  EXPECT_EQ(value_of("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(value_of("9007199254740993.0000000000000000000000001"), 9007199254740994.0);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> mantissa(1.0, 10.0), exponent(-300.0, 300.0);
  for (int i = 0; i < 10000; ++i) {
    const double number = mantissa(random) * std::pow(10.0, exponent(random));
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", number);
    ASSERT_EQ(value_of(text), number) << text;
  }
}

TEST(Expression, LeavesInfinityAndNanToTheEvaluation) {
  EXPECT_EQ(value_of("1/(x-x)"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(value_of("1/0"), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(value_of("log(y)")));
  EXPECT_TRUE(std::isnan(value_of("min(x, log(y))")));  // not hidden by min and max, on either side
  EXPECT_TRUE(std::isnan(value_of("max(log(y), x)")));
  EXPECT_TRUE(std::isnan(value_of("sign(log(y))")));
}

TEST(Expression, KnowsWhatItDependsOn) {
  const Expression expression("if(1, y^2, x) + 0*3", {"x", "y"});
  EXPECT_TRUE(expression.is_independent_of(0));
  EXPECT_FALSE(expression.is_independent_of(1));
  EXPECT_FALSE(Expression("1-x", {"x"}).is_independent_of(0));
  EXPECT_EQ(Expression("0.0", {"t"}).constant_value(), 0.0);
  EXPECT_EQ(Expression("3 - 2^2", {"x", "y"}).constant_value(), -1.0);
  EXPECT_FALSE(expression.constant_value());
  EXPECT_EQ(expression.text(), "if(1, y^2, x) + 0*3");
  EXPECT_EQ(expression.variables(), (std::vector<std::string>{"x", "y"}));
}

TEST(Expression, LetsAVariableHideAConstant) {
  const std::array<double, 1> values{5.0};
  EXPECT_EQ(Expression("e+1", {"e"})(values), 6.0);
  EXPECT_EQ(Expression("2e1+e", {"e"})(values), 25.0);
}

TEST(Expression, NamesTheColumnAndWhatStandsThere) {
  EXPECT_THAT(mistake_in("1 + * 2"), StartsWith("column 5: '*': expected a number"));
  EXPECT_THAT(mistake_in("(1+2"), AllOf(StartsWith("column 5: end of text"), HasSubstr("')'")));
  EXPECT_THAT(mistake_in("1+2)"), StartsWith("column 4: ')'"));
  EXPECT_THAT(mistake_in("5x"), AllOf(StartsWith("column 2: 'x'"), HasSubstr("* /")));
  EXPECT_THAT(mistake_in("x  y"), StartsWith("column 4: 'y'"));
  EXPECT_THAT(mistake_in("max(1,,2)"), StartsWith("column 7: ','"));
  EXPECT_THAT(mistake_in("1..2"), StartsWith("column 3: '.'"));
  EXPECT_THAT(mistake_in("1e"), StartsWith("column 2: 'e'"));
  EXPECT_THAT(mistake_in("x = 2"), StartsWith("column 3: '='"));
  EXPECT_THAT(mistake_in("1<x<2"), AllOf(StartsWith("column 4: '<'"), HasSubstr("chain")));
  EXPECT_THAT(mistake_in(""), StartsWith("column 1: end of text"));
  EXPECT_THAT(mistake_in("   "), StartsWith("column 4: end of text"));
  EXPECT_THAT(mistake_in("x + µ"), StartsWith("column 5: 'µ'"));
  EXPECT_THAT(mistake_in("µ + x"), StartsWith("column 1: 'µ'"));
  EXPECT_THAT(mistake_in("sin(µ)"), StartsWith("column 5: 'µ'"));
  EXPECT_THAT(mistake_in("x\a"), StartsWith("column 2: control character"));
  EXPECT_THAT(mistake_in("1e999*x"), AllOf(StartsWith("column 1: '1e999'"), HasSubstr("too large")));
}

TEST(Expression, SuggestsTheNearestName) {
  EXPECT_THAT(mistake_in("1+sni(x)"), AllOf(StartsWith("column 3: 'sni'"), HasSubstr("did you mean sin?")));
  EXPECT_THAT(mistake_in("2*omga", {"omega", "t"}),
              AllOf(StartsWith("column 3: 'omga'"), HasSubstr("did you mean omega?"),
                    HasSubstr("omega, t, pi, e and the functions sin, cos")));
  EXPECT_THAT(mistake_in("PI"), HasSubstr("did you mean pi?"));
  for (const char* other : {"zzzzzz", "foo", "foo(x)", "w"})
    EXPECT_THAT(mistake_in(other), Not(HasSubstr("did you mean"))) << other;
  EXPECT_THAT(mistake_in("nan"), StartsWith("column 1: 'nan': unknown name"));
  EXPECT_THAT(mistake_in("inf"), StartsWith("column 1: 'inf': unknown name"));
}

TEST(Expression, SaysHowManyArgumentsAFunctionTakes) {
  EXPECT_THAT(mistake_in("1+atan2(x)"), StartsWith("column 3: 'atan2': function takes 2 arguments, not 1"));
  EXPECT_THAT(mistake_in("sin(x, y)"), StartsWith("column 1: 'sin': function takes 1 argument, not 2"));
  EXPECT_THAT(mistake_in("if(x, y)"), StartsWith("column 1: 'if': function takes 3 arguments, not 2"));
  EXPECT_THAT(mistake_in("sin(max(x, y), 1)"), StartsWith("column 1: 'sin'"));
  EXPECT_THAT(mistake_in("sin()"), StartsWith("column 5: ')'"));
  EXPECT_THAT(mistake_in("2*sin"), StartsWith("column 3: 'sin': function without arguments"));
  EXPECT_THAT(mistake_in("x(2)"), AllOf(StartsWith("column 1: 'x'"), HasSubstr("not a function")));
}

TEST(Expression, RefusesDeepNestingInsteadOfRunningOutOfStack) {
  const std::size_t deep = 100000;
  EXPECT_THAT(mistake_in(std::string(deep, '(')), AllOf(StartsWith("column 201: "), HasSubstr("nested deeper")));
  EXPECT_THAT(mistake_in(std::string(deep, '-')), HasSubstr("nested deeper"));
  std::string powers, calls;
  for (std::size_t i = 0; i < deep; ++i) {
    powers += "2^";
    calls += "sin(";
  }
  EXPECT_THAT(mistake_in(powers), HasSubstr("nested deeper"));
  EXPECT_THAT(mistake_in(calls), HasSubstr("nested deeper"));
  EXPECT_EQ(value_of(std::string(190, '(') + "x" + std::string(190, ')')), x);
}

TEST(Expression, TakesLongSumsAndEverySlotItNeeds) {
  std::string text = "1";
  for (int i = 0; i < 100000; ++i) text += "+(x>0)";
  EXPECT_EQ(value_of(text), 100001.0);
  // A balanced tree of depth 12 needs the most intermediate values.
  std::string tree = "(x+y)";
  double value = x + y;
  for (int i = 0; i < 12; ++i) {
    tree = "(" + tree + (i % 2 ? "-2*" : "+3*") + tree + ")";
    value = i % 2 ? value - 2 * value : value + 3 * value;
  }
  EXPECT_EQ(value_of(tree), value);
}

TEST(Expression, IsTheSameFromManyThreads) {
  const Expression expression("sin(x)*cos(x+1)-(x+2)/(x*x+1)", {"x"});
  std::array<std::thread, 4> threads;
  std::array<int, 4> wrong{};
  for (std::size_t k = 0; k < threads.size(); ++k) {
    threads[k] = std::thread([&, k] {
      for (int i = 0; i < 20000; ++i) {
        const double t = 1e-3 * i + static_cast<double>(k);
        const std::array<double, 1> values{t};
        if (expression(values) != std::sin(t) * std::cos(t + 1) - (t + 2) / (t * t + 1)) ++wrong[k];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, (std::array<int, 4>{}));
}

std::vector<double> choices_at(const Expression& formula, std::span<const double> values) {
  std::vector<double> choices(formula.branch_count(), std::nan(""));  // each of them has to be written
  formula.branches(values, choices);
  return choices;
}

/// Value at x = `at` with the choices made at x = `chosen_at`; y is the same for both.
double value_held(const std::string& text, double chosen_at, double at) {
  const Expression formula(text, {"x", "y"});
  const std::vector<double> choices = choices_at(formula, std::array<double, 2>{chosen_at, y});
  return formula.value_with(std::array<double, 2>{at, y}, choices);
}

bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// A formula of x and y full of corners and jumps.
std::string random_choices(std::mt19937& random, int depth) {
  static const tests::FormulaKit kit{{"x", "y", "x", "y", "0", "1", "2.5", "0.3"},
                                     {{"(@a?@b)", {"+", "-", "*", "/"}},
                                      {"(@a?@b)", {"<", "<=", "==", ">=", ">"}},
                                      {"?(@a,@b)", {"mod", "min", "max", "atan2"}},
                                      {"?(@a)", {"abs", "sign", "floor"}},
                                      {"?(@a)", {"-", "sin", "log", "sqrt"}},
                                      {"if(@c,@a,@b)"}}};
  return tests::random_formula(kit, random, depth);
}

TEST(ExpressionBranches, AreCountedWhereTheFormulaChooses) {
  const auto count = [](const std::string& text) { return Expression(text, {"x", "y"}).branch_count(); };
  EXPECT_EQ(count("0.07*cos(5*x+y)^2"), 0u);
  for (const char* text : {"abs(x)", "sign(x)", "floor(x)", "mod(x,y)", "mod(x,y+1)", "min(x,y)", "max(x,y)", "x<y",
                           "x<=y", "x==y", "x>=y", "x>y", "atan2(y,x)", "atan2(y,x+1)"}) {
    EXPECT_EQ(count(text), 1u) << text;
  }
  EXPECT_EQ(count("min(x, max(y, min(1, x)))"), 3u);
  EXPECT_EQ(count("if(x < y, x, y)"), 1u);            // the comparison has chosen
  EXPECT_EQ(count("if(x, x, y)"), 1u);                // x ≠ 0
  EXPECT_EQ(count("if((x < y) + 1, x, y)"), 2u);      // the comparison and the sum
  EXPECT_EQ(count("if(if(x<y, x, y<1), x, y)"), 3u);  // both comparisons, and x ≠ 0 where it is the condition
  EXPECT_EQ(count("abs(-3) + (2 < 3) + if(1, x, abs(x))"), 0u);  // constants, and a branch never taken
}

TEST(ExpressionBranches, TakenAtAPointGiveTheBitsOfTheFormulaThere) {
  constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  constexpr std::array special{0.0, -0.0, 1.0, -2.0, 0.3, 1e300, -1e300, 5e-324, infinity, -infinity, nan};
  std::mt19937 random(3);
  std::uniform_real_distribution<double> ordinary(-3.0, 3.0);
  const auto number = [&] { return random() % 2 ? ordinary(random) : special[random() % special.size()]; };
  int finite = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random_choices(random, 5);
    const Expression formula(text, {"x", "y"});
    for (int k = 0; k < 5; ++k) {
      const std::array<double, 2> values{number(), number()};
      const std::vector<double> choices = choices_at(formula, values);
      const double value = formula(values);
      ASSERT_TRUE(same_bits(formula.value_with(values, choices), value))
          << text << " " << values[0] << " " << values[1];
      for (const double choice : choices) ASSERT_EQ(choice, choice) << text;  // NaN would always look like a switch
      finite += std::isfinite(value);
    }
  }
  EXPECT_GT(finite, 50000);
}

TEST(ExpressionBranches, HoldTheFormulaWhereverTheChoicesAreTheSame) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> anywhere(-3.0, 3.0), nearby(-0.5, 0.5);
  int same = 0, switched = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random_choices(random, 5);
    const Expression formula(text, {"x", "y"});
    const std::array<double, 2> values{anywhere(random), anywhere(random)};
    const std::array<double, 2> others{values[0] + nearby(random), values[1] + nearby(random)};
    const std::vector<double> choices = choices_at(formula, values);
    if (!std::ranges::equal(choices, choices_at(formula, others), same_bits)) {  // 0 and −0 are told apart
      ++switched;
    } else if (!choices.empty()) {
      ++same;
      ASSERT_TRUE(same_bits(formula.value_with(others, choices), formula(others))) << text;
    }
  }
  EXPECT_GT(same, 10000);
  EXPECT_GT(switched, 1000);
}

TEST(ExpressionBranches, ContinueTheFormulaBeyondTheSwitch) {
  EXPECT_EQ(value_held("abs(x)", 0.5, -0.2), -0.2);
  EXPECT_EQ(value_held("abs(x)", -0.5, 0.2), -0.2);
  EXPECT_EQ(value_held("sign(x)*x", 0.5, -0.2), -0.2);
  EXPECT_EQ(value_held("sign(x)", -0.5, 0.2), -1.0);
  EXPECT_EQ(value_held("floor(3*x)", 0.6, 0.7), 1.0);
  EXPECT_EQ(value_held("mod(x, 0.3)", 0.8, 1.1), 1.1 - 0.3 * 2);
  EXPECT_EQ(value_held("mod(7, x+2)", 0.1, 0.6), 7 - (0.6 + 2) * 3);  // ⌊7/2.1⌋
  EXPECT_EQ(value_held("min(x, 1-x)", 0.4, 0.7), 0.7);
  EXPECT_EQ(value_held("min(x, 1-x)", 0.6, 0.2), 1 - 0.2);
  EXPECT_EQ(value_held("max(x, 1-x)", 0.4, 0.7), 1 - 0.7);
  EXPECT_EQ(value_held("max(x, 1-x)", 0.6, 0.2), 0.2);
  EXPECT_EQ(value_held("min(x, min(1-x, 2*x))", -1.0, 3.0), 6.0);
  for (const char* text : {"x < 1", "x <= 1", "1 > x", "1 >= x"}) {
    EXPECT_EQ(value_held(text, 0.5, 2.0), 1.0) << text;
    EXPECT_EQ(value_held(text, 2.0, 0.5), 0.0) << text;
  }
  EXPECT_EQ(value_held("x == 1", 1.0, 2.0), 1.0);
  EXPECT_EQ(value_held("x == 1", 2.0, 1.0), 0.0);
  EXPECT_EQ(value_held("if(x < 1, x^2, 5)", 0.5, 2.0), 4.0);
  EXPECT_EQ(value_held("if(x < 1, x^2, 5)", 1.0, 0.5), 5.0);
  // Over the half-turn the angle grows beyond π, or falls below −π.
  EXPECT_NEAR(value_held("atan2(x, -1)", 0.1, -0.1), std::numbers::pi + std::atan(0.1), 1e-15);
  EXPECT_NEAR(value_held("atan2(x, -1)", -0.1, 0.1), -std::numbers::pi - std::atan(0.1), 1e-15);
  EXPECT_NEAR(value_held("atan2(x, y*2)", 0.1, -0.1), std::numbers::pi + std::atan2(0.1, -2 * y), 1e-15);
  EXPECT_EQ(value_held("atan2(x, 1)", 0.1, -0.1), std::atan(-0.1));  // no jump at angle 0
  EXPECT_EQ(value_held("atan2(x, 1)", -0.1, 0.1), std::atan(0.1));
}

TEST(ExpressionBranches, FollowAConditionThatIsNotAComparison) {
  EXPECT_EQ(value_held("if(floor(x), 1/x, 7)", 1.5, 0.5), 2.0);
  EXPECT_EQ(value_held("if(floor(x), 1/x, 7)", 0.5, 4.0), 7.0);
  EXPECT_EQ(value_held("if(x-1, x, 7)", 0.5, 1.0), 1.0);
  EXPECT_EQ(value_held("if(x-1, x, 7)", 1.0, 0.5), 7.0);
  EXPECT_EQ(value_held("if(if(x<5, x-1, x<6), x, 7)", 0.5, 1.0), 1.0);  // ends in a comparison that is not its truth
  EXPECT_EQ(value_held("if((x<1)*(y<0), x, 7)", 0.5, 4.0), 4.0);
}

TEST(ExpressionBranches, AreThoseOfTheFormulaOnTheSwitchItself) {
  const auto choices = [](const std::string& text, double at) {
    return choices_at(Expression(text, {"x"}), std::array{at});
  };
  EXPECT_EQ(choices("abs(x)", -2.0), std::vector{-1.0});
  EXPECT_EQ(choices("abs(x)", 0.0), std::vector{1.0});
  EXPECT_EQ(choices("sign(x)", 0.0), std::vector{0.0});
  EXPECT_EQ(choices("floor(x)", 2.0), std::vector{2.0});
  EXPECT_EQ(choices("floor(x)", -1e300), std::vector{-1e300});
  EXPECT_EQ(choices("mod(x, 0.25)", 0.5), std::vector{2.0});
  EXPECT_EQ(choices("(x < 1) + (x <= 1) + (x == 1)", 1.0), (std::vector{0.0, 1.0, 1.0}));
  EXPECT_EQ(choices("floor(log(x)) + sign(log(x))", -1.0), (std::vector{0.0, 0.0}));  // of NaN
}

TEST(ExpressionBranches, DoNotSwitchInABranchThatIsNotTaken) {
  // The parts that are not taken change often, and are NaN for some x.
  for (const char* text : {"if(x < 10, 2*x, floor(100*x)+abs(x)+sqrt(x))", "if(x > 10, mod(x, 0.01)*sign(x), 2*x)",
                           "if(x < 10, if(x > -10, 2*x, max(x, 0)), x<0)"}) {
    const Expression formula(text, {"x"});
    const std::vector<double> first = choices_at(formula, std::array{-1.0});
    for (double at = -1.0; at < 1.0; at += 0.003) {
      EXPECT_EQ(choices_at(formula, std::array{at}), first) << text << " " << at;
      EXPECT_EQ(formula.value_with(std::array{at}, first), 2 * at) << text << " " << at;
    }
    EXPECT_NE(choices_at(formula, std::array{20.0}), first) << text;
  }
}

/// ∫ f dt from 0 to `end` by Simpson's rule with steps of at most h, up to each switch and on from it.
struct IntegralWithSwitches {
  double value = 0.0;
  int switches = 0;
};

IntegralWithSwitches integrate_between_switches(const Expression& f, double end, double h) {
  IntegralWithSwitches integral;
  for (double t = 0.0; t < end && integral.switches < 100;) {  // a choice that never holds ends as well
    const std::vector<double> choices = choices_at(f, std::array{t});
    const auto switched = [&](double at) { return choices_at(f, std::array{at}) != choices; };
    double next = std::min(t + h, end);
    if (switched(next)) {  // between neighbouring doubles; the next step starts on the far side
      double before = t;
      while (std::nextafter(before, next) < next) {
        const double middle = std::midpoint(before, next);
        (switched(middle) ? next : before) = middle;
      }
      ++integral.switches;
    }
    const auto held = [&](double at) { return f.value_with(std::array{at}, choices); };
    integral.value += (next - t) / 6 * (held(t) + 4 * held((t + next) / 2) + held(next));
    t = next;
  }
  return integral;
}

TEST(ExpressionBranches, LetAnIntegratorKeepItsOrderAcrossSwitches) {
  const Expression f("abs(sin(t)) + if(t<1, floor(3*t), mod(t, 0.3))", {"t"});
  EXPECT_EQ(f.branch_count(), 4u);
  const double end = 4.0;
  // ∫|sin| = 3 + cos 4; ∫floor = (0 + 1 + 2)/3; ∫mod = 10 periods of 0.3²/2, from 3 periods + 0.1 to 13 periods + 0.1.
  const double exact = 3 + std::cos(end) + 1 + 10 * 0.045;
  for (const double h : {0.2, 0.1, 0.05, 0.01}) {
    const IntegralWithSwitches integral = integrate_between_switches(f, end, h);
    // Simpson's rule: h⁴/2880 max|f⁗| (end − 0), with |f⁗| ≤ 1; a sum of up to 400 terms rounds to 1e-14.
    EXPECT_NEAR(integral.value, exact, h * h * h * h / 2880 * end + 1e-14) << h;
    EXPECT_EQ(integral.switches, 2 + 1 + 10 + 1) << h;  // floor, t < 1, mod, sin
  }
}

/// By x, at x = `at`.
double derivative(const std::string& text, double at) {
  const Expression formula(text, {"x", "y"});
  const std::array<double, 2> values{at, y};
  return formula.derivative_with(values, 0, choices_at(formula, values));
}

TEST(ExpressionDerivative, OfEachOperationIsTheClosedForm) {
  const double u = 0.37;
  const std::vector<std::pair<std::string, double>> cases{{"-x", -1.0},
                                                          {"sin(x)", std::cos(u)},
                                                          {"cos(x)", -std::sin(u)},
                                                          {"tan(x)", 1.0 / (std::cos(u) * std::cos(u))},
                                                          {"asin(x)", 1.0 / std::sqrt(1.0 - u * u)},
                                                          {"acos(x)", -1.0 / std::sqrt(1.0 - u * u)},
                                                          {"atan(x)", 1.0 / (1.0 + u * u)},
                                                          {"sinh(x)", std::cosh(u)},
                                                          {"cosh(x)", std::sinh(u)},
                                                          {"tanh(x)", 1.0 / (std::cosh(u) * std::cosh(u))},
                                                          {"exp(x)", std::exp(u)},
                                                          {"log(x)", 1.0 / u},
                                                          {"sqrt(x)", 0.5 / std::sqrt(u)},
                                                          {"abs(x)", 1.0},
                                                          {"abs(-3*x)", 3.0},
                                                          {"sign(x) + floor(5*x) + (x < y)", 0.0},
                                                          {"x^2", 2.0 * u},
                                                          {"x^5", 5.0 * std::pow(u, 4)},
                                                          {"x^1.5", 1.5 * std::sqrt(u)},
                                                          {"2^x", std::pow(2.0, u) * std::log(2.0)},
                                                          {"x^x", std::pow(u, u) * (std::log(u) + 1.0)},
                                                          {"x + 3*x - y", 4.0},
                                                          {"y - x", -1.0},
                                                          {"x*sin(x)", std::sin(u) + u * std::cos(u)},
                                                          {"x/(1 + x)", 1.0 / ((1.0 + u) * (1.0 + u))},
                                                          {"1/x", -1.0 / (u * u)},
                                                          {"min(x, 2*x) + max(x, 3*x)", 4.0},
                                                          {"atan2(x, y)", y / (u * u + y * y)},
                                                          {"atan2(y, x)", -y / (u * u + y * y)},
                                                          {"mod(7*x, 0.5)", 7.0},
                                                          {"mod(7, x)", -std::floor(7.0 / u)},
                                                          {"if(x < 0.4, x^3, x)", 3.0 * u * u},
                                                          {"if(x > 0.4, x^3, 5*x)", 5.0}};
  for (const auto& [text, exact] : cases)
    EXPECT_NEAR(derivative(text, u), exact, 4e-15 * (1.0 + std::abs(exact))) << text;
  EXPECT_EQ(derivative("sqrt(y - y)*3 + x", u), 1.0);  // no slope of what does not change
}

TEST(ExpressionDerivative, AgreesWithDifferencesOfTheHeldFormula) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(-3.0, 3.0);
  int compared = 0, undefined = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = random_choices(random, 5);
    const Expression formula(text, {"x", "y"});
    const std::array<double, 2> values{anywhere(random), anywhere(random)};
    const std::vector<double> choices = choices_at(formula, values);
    const double h = 1e-5;
    const auto at = [&](double step) {
      return formula.value_with(std::array<double, 2>{values[0] + step, values[1]}, choices);
    };
    const double rough = (at(h) - at(-h)) / (2 * h), finer = (at(0.5 * h) - at(-0.5 * h)) / h;
    if (!std::isfinite(rough) || std::abs(rough - finer) > 1e-6 * (1.0 + std::abs(finer))) continue;  // near a pole
    const double derivative = formula.derivative_with(values, 0, choices);
    if (std::isnan(derivative)) {
      ++undefined;  // an infinite number on the way, such as y/0
      continue;
    }
    ++compared;
    const double scale = 1.0 + std::abs(finer) + 1e-10 * std::abs(at(0.0)) / h;
    ASSERT_NEAR(derivative, finer, 1e-5 * scale) << text;
  }
  EXPECT_GT(compared, 3000);
  EXPECT_LT(undefined, compared / 50);
}

#ifdef DRYSLIP_HAS_MUPARSER

/// A random formula in our words and in muparser's.
struct RandomFormula {
  std::string ours;
  std::string theirs;
};

RandomFormula random_formula(std::mt19937& random, int depth) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  if (depth == 0 || pick(6) == 0) {
    const std::string leaf = std::array<std::string, 5>{"x", "y", "2.5", "0.3", "3"}[static_cast<std::size_t>(pick(5))];
    return {leaf, leaf};
  }
  const RandomFormula a = random_formula(random, depth - 1), b = random_formula(random, depth - 1);
  const auto both = [&](const std::string& before, const std::string& between, const std::string& after) {
    return RandomFormula{before + a.ours + between + b.ours + after, before + a.theirs + between + b.theirs + after};
  };
  const auto one = [&](const std::string& before) {
    return RandomFormula{before + "(" + a.ours + ")", before + "(" + a.theirs + ")"};
  };
  switch (pick(11)) {
    case 0:
    case 1:
      return both("(", "+", ")");
    case 2:
      return both("", "*", "");  // without brackets: precedence is compared as well
    case 3:
      return both("(", "-", ")");
    case 4:
      return both("((", ")/(0.1+abs(", ")))");  // signs of zero are folded differently
    case 5:
      return both("(abs(", ")^(", "))");
    case 6:
      return one(std::array<std::string, 5>{"sin", "cos", "atan", "tanh", "-"}[static_cast<std::size_t>(pick(5))]);
    case 7:
      return both("min(", ",", ")");
    case 8:
      return both("max(", ",", ")");
    case 9:
      return both("(", "<", ")");
    default: {
      const RandomFormula c = random_formula(random, depth - 1);
      return {"if(" + c.ours + ">0," + a.ours + "," + b.ours + ")",
              "((" + c.theirs + ">0)?(" + a.theirs + "):(" + b.theirs + "))"};
    }
  }
}

TEST(Expression, AgreesWithMuparserOnRandomFormulas) {
  std::mt19937 random(11);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const RandomFormula formula = random_formula(random, 5);
    double their_x = x, their_y = y;
    mu::Parser parser;
    parser.DefineVar("x", &their_x);
    parser.DefineVar("y", &their_y);
    parser.SetExpr(formula.theirs);
    const double theirs = parser.Eval();
    const double ours = value_of(formula.ours);
    // muparser folds x*3+x*2 and the like, and its min hides NaN: rounding may differ, special values are left out.
    if (!std::isfinite(theirs) || !std::isfinite(ours)) continue;
    ++compared;
    EXPECT_NEAR(ours, theirs, 1e-9 * (1 + std::abs(theirs))) << formula.ours;
  }
  EXPECT_GT(compared, 2000);
}

#endif

}  // namespace
}  // namespace dryslip
