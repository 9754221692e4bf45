// The circular Hertz contact of [Szewc] against its reference file and its closed forms.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/pade_approximation/hertz_contact.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double pi = std::numbers::pi;

double worst_difference(const FrictionLoad& a, const FrictionLoad& b) { return difference(a, b, {1.0, 1.0}); }

FrictionLoad load_of(const Json& item) {
  return {{item.at("Tx").get<double>(), item.at("Ty").get<double>()}, item.at("M").get<double>()};
}
Twist slip_of(const Json& item) {
  return {{item.at("vsx").get<double>(), item.at("vsy").get<double>()}, item.at("ws").get<double>()};
}
Vec2 shift_of(const Json& item) { return {item.at("dc").get<double>(), item.at("ds").get<double>()}; }

TEST(SzewcModel, TheIntegralAgreesWithTheReference) {
  int count = 0;
  for (const Json& item : reference("szewc_model.json")) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const FrictionState state = hertz_integral(slip_of(item), shift_of(item), item.at("eps_t").get<double>());
    EXPECT_TRUE(state.converged);
    EXPECT_LE(state.error_bound, 1e-12);
    EXPECT_LE(worst_difference(state.load, load_of(item.at("eq7"))), 1e-11);  // as promised
    ++count;
  }
  EXPECT_EQ(count, 35);
}

TEST(SzewcModel, TheFormulaAgreesWithTheReference) {
  const PadeFormula formula;
  for (const Json& item : reference("szewc_model.json")) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    const FrictionLoad P = formula.load(slip_of(item), hertz_moments(shift_of(item)), item.at("eps_t").get<double>());
    EXPECT_LE(worst_difference(P, load_of(item.at("eq12"))), 1e-13);  // as promised; a few roundings
  }
}

}  // namespace
}  // namespace dryslip::tests
