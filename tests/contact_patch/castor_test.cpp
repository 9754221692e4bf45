#include "dryslip/contact_patch/castor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>

#include "dryslip/contact_patch/maximum_power.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {
namespace {

constexpr double pi = std::numbers::pi;
const CrookedCastor crooked{.arm = {.length = 0.03, .bend = 0.5}, .axle = 0.1, .mu = 0.4};

InlineCastor rubbing_castor() { return {.length = 0.02, .rubbing = {"0.3+0.1*cos(phi-0.4)+0.05*sin(2*phi)", {"phi"}}}; }

Vec2 force(const FrictionLaw& law, Vec2 slip) {
  const ContactPatch patch{.normal_force = 1.0, .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}, .law = law}}};
  return friction_model(patch)->load({slip, 0.0}).force;
}

/// What the wheel does when the pivot moves: v = rolling t + turning ẑ×u, with the wheel rolling along t.
struct Wheel {
  double rolling = 0.0;  ///< speed [m/s]
  double turning = 0.0;  ///< of the arm, times its length [m/s]
};

Wheel wheel_of(const CastorArm& arm, double line_angle, Vec2 v) {
  const Vec2 t = unit_vector(line_angle + arm.bend), across = turned_left(unit_vector(line_angle));
  return {cross(v, across) / cross(t, across), cross(t, v) / cross(t, across)};
}

/// Angle of the line by Runge-Kutta's method on the kinematics of the wheel, slip along x.
double integrated_angle(const CastorArm& arm, double start, double distance, int steps) {
  const auto slope = [&](double psi) { return wheel_of(arm, psi, {1.0, 0.0}).turning / arm.length; };
  const double h = distance / steps;
  double psi = start;
  for (int i = 0; i < steps; ++i) {
    const double k1 = slope(psi), k2 = slope(psi + 0.5 * h * k1), k3 = slope(psi + 0.5 * h * k2),
                 k4 = slope(psi + h * k3);
    psi += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return psi;
}

TEST(Castor, TurnsAsItsWheelRolls) {
  for (const double bend : {0.0, 0.5, -1.1}) {
    const CastorArm arm{.length = 0.03, .bend = bend};
    for (const double start : {2.9 - bend, -1.7, 0.4}) {
      const double exact = line_angle_after(arm, start, 0.05);
      const double coarse = integrated_angle(arm, start, 0.05, 100) - exact,
                   fine = integrated_angle(arm, start, 0.05, 200) - exact;
      EXPECT_LT(std::abs(fine), 1e-7) << bend << ' ' << start;
      EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.3) << bend << ' ' << start;  // the order of the method
    }
  }
}

TEST(Castor, TurnsInTheEndUntilTheWheelRollsAlongTheSlip) {
  for (const double start : {2.0, -3.0, 0.1, 100.0}) {
    EXPECT_NEAR(line_angle_after(crooked.arm, start, 40 * crooked.arm.length), -crooked.arm.bend, 1e-15) << start;
    EXPECT_NEAR(std::remainder(line_angle_after(crooked.arm, start, 0.0) - start, 2 * pi), 0.0, 1e-14) << start;
  }
}

TEST(Castor, RelaxationDistanceIsWhereTheAngleIsReached) {
  for (const double start : {2.0, -3.0, 0.3}) {
    const double distance = relaxation_distance(crooked.arm, start, 0.02);
    EXPECT_NEAR(std::abs(line_angle_after(crooked.arm, start, distance) + crooked.arm.bend), 0.02, 1e-14) << start;
  }
  EXPECT_EQ(relaxation_distance(crooked.arm, -0.51, 0.02), 0.0);
  // few castor lengths: from across the slip to 1° in l ln(1/tan 0.5°)
  EXPECT_NEAR(relaxation_distance({.length = 1.0}, pi / 2, pi / 180), 4.7413, 1e-4);
}

TEST(Castor, ForceOfACrookedCastorRunsAlongItsLineAndPaysForTheBearing) {
  for (const double bend : {0.0, 0.5, -1.1}) {
    CrookedCastor castor = crooked;
    castor.arm.bend = bend;
    for (int i = 0; i < 50; ++i) {
      const double line_angle = 0.77 * i;
      const Vec2 v = 0.3 * unit_vector(1.3 * i + 0.2);
      const Vec2 f = force(instantaneous_law(castor, line_angle), v);
      EXPECT_NEAR(cross(f, unit_vector(line_angle)), 0.0, 1e-15);  // two-force member
      const double lost = castor.axle * std::abs(wheel_of(castor.arm, line_angle, v).rolling);
      EXPECT_NEAR(dot(f, v), lost, 1e-15);
    }
  }
}

TEST(Castor, InstantaneousLawObeysMaximumPowerAndRelaxedLawDoesNot) {
  const WheelLaw law = instantaneous_law(crooked, 0.8);
  EXPECT_FALSE(find_power_violation(law));
  for (int i = 0; i < 60; ++i) {
    const Vec2 v = unit_vector(0.1 * i + 0.01), f = force(law, v);
    for (int k = 0; k < 60; ++k) EXPECT_GE(dot(f - force(law, unit_vector(0.1 * k)), v), -1e-15);
  }
  // the relaxed force is the longest along the slip for a slip turned by δ
  const auto found = find_power_violation(relaxed_law(crooked));
  ASSERT_TRUE(found);
  const double size = crooked.axle / std::cos(crooked.arm.bend);
  EXPECT_NEAR(found->deficit, size - crooked.axle, 1e-14);
  EXPECT_NEAR(dot(found->force, found->slip), crooked.axle, 1e-9);
  EXPECT_NEAR(dot(found->other_force, found->slip), size, 1e-9);
}

TEST(Castor, RelaxedLawIsTheInstantaneousOneAtTheEndOfTheTurning) {
  const InlineCastor in_line = rubbing_castor();
  for (const double bend : {0.0, 0.5, -1.1}) {
    CrookedCastor castor = crooked;
    castor.arm.bend = bend;
    for (const double phi : {-2.5, -0.3, 1.0, 3.0}) {
      const Vec2 v = unit_vector(phi);
      const auto line_angle = [&](const CastorArm& arm) {
        return phi + line_angle_after(arm, 1.7 - phi, 40 * arm.length);
      };
      const Vec2 f = force(relaxed_law(castor), v);
      EXPECT_LE(length(f - force(instantaneous_law(castor, line_angle(castor.arm)), v)), 1e-15) << bend << ' ' << phi;
      EXPECT_NEAR(dot(f, v), castor.axle, 1e-15);  // the wheel rolls with the speed of the slip
      const Vec2 rubbing = force(relaxed_law(in_line), v);
      const IsotropicLaw circle = instantaneous_law(in_line, line_angle({.length = in_line.length}));
      EXPECT_LE(length(rubbing - force(circle, v)), 1e-15) << phi;
    }
  }
}

TEST(Castor, WithoutBendTheRelaxedLawIsIsotropic) {
  EXPECT_TRUE(obeys_maximum_power(relaxed_law(CrookedCastor{.arm = {.length = 0.03}, .axle = 0.1, .mu = 0.4})));
}

TEST(Castor, TheTopOfAnInlineWheelRubsTheSameInEveryDirection) {
  const InlineCastor in_line = rubbing_castor();
  // the slider's force by virtual power of the rubbing, slip = slider − top of the wheel, which moves twice as fast
  for (int i = 0; i < 50; ++i) {
    const double line_angle = 0.77 * i;
    const auto slip = [&](Vec2 v) {
      const double rolling = wheel_of({.length = in_line.length}, line_angle, v).rolling;
      return v - (2 * rolling) * unit_vector(line_angle);
    };
    const Vec2 v = unit_vector(1.3 * i + 0.2);
    const double size = in_line.rubbing(std::array{std::remainder(line_angle, 2 * pi)});
    const Vec2 rubbing = (size / length(slip(v))) * slip(v);
    const Vec2 expected{dot(rubbing, slip({1.0, 0.0})), dot(rubbing, slip({0.0, 1.0}))};
    EXPECT_LE(length(force(instantaneous_law(in_line, line_angle), v) - expected), 1e-15);
  }
  EXPECT_TRUE(find_power_violation(relaxed_law(in_line)));
}

TEST(Castor, NamesMistakes) {
  const auto key_of = [](const std::function<void()>& work) -> std::string {
    try {
      work();
    } catch (const InvalidInput& error) {
      return error.key();
    }
    return "none";
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto law_key = [&](const CrookedCastor& castor) { return key_of([&] { relaxed_law(castor); }); };
  EXPECT_EQ(law_key(crooked), "none");
  EXPECT_EQ(law_key({.arm = {.length = 0.0}, .axle = 0.1, .mu = 0.4}), "castor.arm.length");
  EXPECT_EQ(law_key({.arm = {.length = 1.0, .bend = pi / 2}, .axle = 0.1, .mu = 0.4}), "castor.arm.bend");
  EXPECT_EQ(law_key({.arm = {.length = 1.0, .bend = nan}, .axle = 0.1, .mu = 0.4}), "castor.arm.bend");
  EXPECT_EQ(law_key({.arm = {.length = 1.0}, .axle = -0.1, .mu = 0.4}), "castor.axle");
  EXPECT_EQ(law_key({.arm = {.length = 1.0, .bend = 1.4}, .axle = 0.1, .mu = 0.4}), "castor.mu");  // skids
  EXPECT_EQ(key_of([&] { instantaneous_law(crooked, nan); }), "castor.line_angle");
  EXPECT_EQ(key_of([&] { line_angle_after(crooked.arm, nan, 1.0); }), "castor.start");
  EXPECT_EQ(key_of([&] { line_angle_after(crooked.arm, 0.0, -1.0); }), "castor.distance");
  EXPECT_EQ(key_of([&] { relaxation_distance(crooked.arm, 1.0, 0.0); }), "castor.within");
  EXPECT_EQ(key_of([&] {
              instantaneous_law(InlineCastor{.length = 1.0, .rubbing = {"-1", {"phi"}}}, 0.0);
            }),
            "castor.rubbing");
  EXPECT_EQ(key_of([&] { relaxed_law(InlineCastor{.length = 1.0, .rubbing = {"x", {"x"}}}); }), "castor.rubbing");
  EXPECT_EQ(key_of([&] { relaxed_law(InlineCastor{.length = 0.0, .rubbing = {"1", {"phi"}}}); }), "castor.length");
}

}  // namespace
}  // namespace dryslip
