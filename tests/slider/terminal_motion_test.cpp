// How free sliding ends: ratios known in closed form and from the reference file, frames, pivots, wheels.

#include "dryslip/slider/terminal_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

ContactPatch patch_of(const Shape& shape, const Pressure& pressure = {}) {
  return {.normal_force = 2.0, .mu = 0.4, .mu_static = 0.9, .supports = {{.shape = shape, .pressure = pressure}}};
}

Slider slider_of(const ContactPatch& patch, double mass, double inertia, Vec2 center_of_mass = {}) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();  // where it starts must not matter
  return {.contact = patch,
          .mass = mass,
          .inertia = inertia,
          .center_of_mass = center_of_mass,
          .initial = {.position = {nan, nan}, .angle = nan, .velocity = {nan, nan}, .omega = nan}};
}

/// v/(Rω) of the attracting motions, which must all have the same; 0: spins, infinite: translations.
double terminal_ratio(const ContactPatch& patch, double R, double mass, double inertia) {
  const TerminalMotions found = find_terminal_motions(slider_of(patch, mass, inertia));
  EXPECT_TRUE(found.is_complete && found.converged);
  double ratio = std::numeric_limits<double>::quiet_NaN();
  for (const TerminalMotion& end : found.motions) {
    const auto& [v, omega] = end.motion;
    EXPECT_NEAR(mass * dot(v, v) + inertia * omega * omega, 1.0, 1e-12);
    EXPECT_EQ(end.center_of_rotation.has_value(), end.motion.omega != 0.0);
    if (!end.is_attracting()) continue;
    const double here =
        end.motion.omega == 0.0 ? infinity : length(end.motion.velocity) / (R * std::abs(end.motion.omega));
    if (end.center_of_rotation) {
      EXPECT_NEAR(length(*end.center_of_rotation), here * R, 1e-14);
    }
    if (!std::isnan(ratio) && !std::isinf(ratio)) {
      EXPECT_NEAR(here, ratio, 1e-12);
    }
    ratio = here;
  }
  return ratio;
}

TEST(TerminalMotion, DisksAndRingsEndWithKnownRatios) {
  // uniform disk [Farkas2003], thin ring, annuli with their own inertia; the last digit given may be rounded
  EXPECT_NEAR(terminal_ratio(patch_of(Disk{0.05}), 0.05, 1.0, 0.5 * 0.0025), 0.653001789205598, 1e-13);
  EXPECT_NEAR(terminal_ratio(patch_of(Ring{0.2}), 0.2, 3.0, 3.0 * 0.04), 1.0, 1e-12);
  const double inner[] = {0.25, 0.5, 0.75, 0.9}, ratios[] = {0.690094, 0.774469, 0.880471, 0.950829};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(terminal_ratio(patch_of(Annulus{{inner[i], 1.0}}), 1.0, 2.0, 1.0 + inner[i] * inner[i]), ratios[i],
                5e-7);
  }
  // uniform pressure with any gyration radius k R
  const double squared[] = {0.3, 0.4, 0.6}, ends[] = {1.176780195, 0.853512822, 0.404382881};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(terminal_ratio(patch_of(Disk{1.0}), 1.0, 1.0, squared[i]), ends[i], 5e-10);
  }
}

TEST(TerminalMotion, EndsInSpinOrTranslationBeyondTwoGyrationRadii) {
  // thresholds k² = 2 <r>/<1/r> and <r²>/2: uniform 2/3 and 1/4, Hertz 1/2 and 1/5, flat punch 1 and 1/3
  struct Case {
    Pressure pressure;
    double high, low;
  };
  for (const Case& item :
       {Case{{}, 2.0 / 3, 0.25}, Case{HertzPressure{}, 0.5, 0.2}, Case{PunchPressure{}, 1.0, 1.0 / 3}}) {
    SCOPED_TRACE(word_of(item.pressure));
    const ContactPatch disk = patch_of(Disk{1.0}, item.pressure);
    EXPECT_NEAR(terminal_ratio(disk, 1.0, 1.0, 1.01 * item.high), 0.0, 1e-12);
    EXPECT_GT(terminal_ratio(disk, 1.0, 1.0, 0.99 * item.high), 0.01);
    EXPECT_EQ(terminal_ratio(disk, 1.0, 1.0, 0.99 * item.low), infinity);
    EXPECT_LT(terminal_ratio(disk, 1.0, 1.0, 1.01 * item.low), 100.0);
  }
}

TEST(TerminalMotion, ReferenceFileHasTheSameRatios) {
  for (const auto& [item, shape, pressure] : round_contacts()) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    EXPECT_NEAR(terminal_ratio(patch_of(shape, pressure), item.at("R"), item.at("m"), item.at("J")),
                item.at("terminal_ratio_fixed_point").get<double>(), 1e-13);
  }
}

TEST(TerminalMotion, RodRectangleAndSquareEndAsPublished) {
  const auto ends = [](const Shape& shape, double inertia, std::size_t count) {
    std::vector<TerminalMotion> result;
    for (const TerminalMotion& end : find_terminal_motions(slider_of(patch_of(shape), 1.0, inertia)).motions) {
      if (end.is_attracting()) result.push_back(end);
    }
    EXPECT_EQ(result.size(), count);  // the symmetries of the shape, both senses of spin
    return result;
  };
  for (const TerminalMotion& end : ends(Segment{{-0.5, 0.0}, {0.5, 0.0}}, 1.0 / 12, 4)) {
    EXPECT_NEAR(std::abs(end.center_of_rotation.value().x), 1.0 / std::sqrt(12.0), 1e-12);
    EXPECT_NEAR(end.center_of_rotation->y, 0.0, 1e-12);
  }
  // 2:1 along the short side, square along a diagonal; four digits are given
  for (const TerminalMotion& end : ends(Rectangle{{1.0, 0.5}}, 1.25 / 12, 4)) {
    EXPECT_NEAR(end.motion.velocity.x, 0.0, 1e-12);
    EXPECT_NEAR(std::abs(end.motion.velocity.y / end.motion.omega), 0.3268, 5e-5);
  }
  for (const TerminalMotion& end : ends(Rectangle{{1.0, 1.0}}, 2.0 / 12, 8)) {
    EXPECT_NEAR(std::abs(end.motion.velocity.x), std::abs(end.motion.velocity.y), 1e-12);
    EXPECT_NEAR(length(end.motion.velocity) / std::abs(end.motion.omega), 0.3763, 5e-5);
  }
}

TEST(TerminalMotion, IsThatOfTheCenterOfMassWhereverOIs) {
  const Vec2 c{0.004, -0.003};
  const ContactPatch patch{.normal_force = 3.0,
                           .mu = 0.3,
                           .mu_static = {},
                           .supports = {{.shape = Rectangle{{0.03, 0.01}}, .center = {0.01, 0.02}, .share = 1.0},
                                        {.shape = Points{{{{0.01, 0.02}, 1.0}}}, .share = 0.4}}};
  const TerminalMotions found = find_terminal_motions(slider_of(patch, 0.2, 2e-5, c));
  const auto model = friction_model(patch);
  const Mat3 G = kinetic_metric(0.2, 2e-5, c);  // at O: another route than that of the center of mass
  ASSERT_FALSE(found.motions.empty());
  for (const TerminalMotion& end : found.motions) {
    const Twist at_O{end.motion.velocity - end.motion.omega * turned_left(c), end.motion.omega};
    EXPECT_NEAR(model->dissipation(at_O), end.dissipation, 1e-12 * end.dissipation);
    // the center of rotation does not move
    if (const auto r = end.center_of_rotation) {
      EXPECT_LE(length(at_O.velocity + at_O.omega * turned_left(*r)), 1e-13 * length(end.motion.velocity));
    }
    const Eigen::Vector3d P = end.dissipation * G * Eigen::Vector3d(at_O.velocity.x, at_O.velocity.y, at_O.omega);
    if (!model->is_unique(at_O)) continue;
    EXPECT_NEAR(model->load(at_O).force.x, P[0], 1e-9);
    EXPECT_NEAR(model->load(at_O).force.y, P[1], 1e-9);
    EXPECT_NEAR(model->load(at_O).moment, P[2], 1e-11);
  }
}

TEST(TerminalMotion, DumbbellPivotsAndSkateRolls) {
  const Points ends{{{{0.05, 0.0}, 1.0}, {{-0.05, 0.0}, 1.0}}};
  int pivots = 0;
  for (const TerminalMotion& end : find_terminal_motions(slider_of(patch_of(ends), 1.0, 0.002)).motions) {
    if (!end.is_attracting() || !end.center_of_rotation) continue;
    ++pivots;
    EXPECT_NEAR(std::abs(end.center_of_rotation->x), 0.05, 1e-14);
    EXPECT_NEAR(end.center_of_rotation->y, 0.0, 1e-14);
  }
  EXPECT_EQ(pivots, 4);  // about each, in both senses
  ContactPatch skate = patch_of(ends);
  skate.supports[0].law = WheelLaw{.heading = {.angle = 0.0}, .coefficients = {}};
  const TerminalMotions rolling = find_terminal_motions(slider_of(skate, 1.0, 0.002));
  ASSERT_GE(rolling.motions.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    const TerminalMotion& end = rolling.motions[static_cast<std::size_t>(i)];
    EXPECT_TRUE(end.is_attracting());
    EXPECT_EQ(end.dissipation, 0.0);
    EXPECT_FALSE(end.center_of_rotation);
    EXPECT_NEAR(std::abs(end.motion.velocity.x), 1.0, 1e-14);
  }
}

TEST(TerminalMotion, SaysWhatIsWrongWithTheBody) {
  EXPECT_THROW(find_terminal_motions(slider_of(patch_of(Disk{0.1}), 0.0, 1.0)), InvalidInput);
  EXPECT_THROW(find_terminal_motions(slider_of(patch_of(Disk{0.1}), 1.0, 0.0)), InvalidInput);
  ContactPatch smooth = patch_of(Disk{0.1});
  smooth.mu = 0.0;
  EXPECT_TRUE(find_terminal_motions(slider_of(smooth, 1.0, 1.0)).motions.empty());
}

}  // namespace
}  // namespace dryslip::tests
