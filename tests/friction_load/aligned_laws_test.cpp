#include "dryslip/friction_load/aligned_laws.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/friction_load/slip_kinks.hpp"

namespace dryslip::tests {
namespace {

ContactPatch with_law(FrictionLaw law, Shape shape) {
  return {.normal_force = 3.0,
          .mu = 0.4,
          .supports = {{.shape = std::move(shape), .center = {0.02, -0.01}, .angle = 0.7, .law = std::move(law)}}};
}

TEST(AlignedLaws, LawsNearlyAlongALineAreTurnedOntoIt) {
  const Segment segment{{-0.02, -0.01}, {0.03, 0.01}};
  const double across = 0.7 + std::atan2(0.02, 0.05) + 0.5 * std::numbers::pi;
  const Vec2 u = unit_vector(across - 0.5 * std::numbers::pi), n = turned_left(u);
  for (const double off : {3e-7, -3e-7}) {
    const auto turned = [&](Vec2 v) { return rotated(v, unit_vector(off)); };
    for (const FrictionLaw& law : {FrictionLaw(WheelLaw{.heading = {.angle = across + off}}),
                                   FrictionLaw(RatchetLaw{.heading = {.angle = across + std::numbers::pi + off}}),
                                   FrictionLaw(PolygonLaw{{turned(0.4 * u - 0.2 * n), turned(0.1 * u + 0.3 * n),
                                                           turned(-0.5 * u - 0.2 * n)}})}) {
      const ContactPatch patch = with_law(law, segment);
      for (const SlipKink& kink : slip_kinks(patch)) EXPECT_FALSE(kink.line);
      EXPECT_FALSE(with_laws_along_lines(patch, 1e-7));
      const auto straight = with_laws_along_lines(patch, 1e-6);
      ASSERT_TRUE(straight) << word_of(law);
      EXPECT_TRUE(slip_kinks(*straight).at(0).line) << word_of(law);
      EXPECT_FALSE(with_laws_along_lines(*straight, 1e-6));
      // the same load but for the angle
      const Twist V{{0.3, -0.4}, 2.0};
      const FrictionLoad P = friction_model(patch)->load(V), Q = friction_model(*straight)->load(V);
      EXPECT_NEAR(length(P.force - Q.force), 0.0, 3e-6);
    }
  }
  EXPECT_FALSE(with_laws_along_lines(with_law(WheelLaw{}, Rectangle{{0.1, 0.1}}), 1e-6));
}

/// How far the rows of two kinks are from the same one, in the lengths of this contact.
double between_rows(const SlipKink& a, const SlipKink& b) {
  const double size = 0.1;
  const auto unit = [&](const SlipKink& kink) {
    Eigen::Vector3d row = kink.rows.row(0).transpose();
    row[2] /= size;
    return row.normalized().eval();
  };
  return unit(a).cross(unit(b)).norm();
}

/// Kinks of points that slip along a side.
std::vector<SlipKink> rolling_kinks(const ContactPatch& patch) {
  std::vector<SlipKink> kinks;
  for (SlipKink& kink : slip_kinks(patch))
    if (kink.direction) kinks.push_back(std::move(kink));
  return kinks;
}

TEST(AlignedLaws, WheelsNearlyOnAnAxleAreOnIt) {
  // two wheels, and a third one between them that is off their line by as little
  for (const double off : {5e-13, -1e-10, 3e-8, 6e-7}) {
    const Vec2 along = unit_vector(1.1), across = turned_left(along);
    const Points points{{{0.1 * along, 1.0}, {-0.08 * along, 2.0}, {0.03 * along + 0.05 * off * across, 1.0}}};
    const double heading = 0.7 + 1.1 + 0.5 * std::numbers::pi;  // of the axle in the body frame, and a right angle
    const ContactPatch patch = with_law(WheelLaw{.heading = {.angle = heading + off}}, points);
    EXPECT_FALSE(with_points_on_axles(patch, 0.5 * std::abs(off)));
    const auto axle = with_points_on_axles(patch, 1e-6);
    ASSERT_TRUE(axle) << off;
    EXPECT_FALSE(with_points_on_axles(*axle, 1e-6)) << off;  // nothing is left to do
    const auto before = rolling_kinks(patch), after = rolling_kinks(*axle);
    ASSERT_EQ(after.size(), before.size());
    double most = 0.0;
    int pairs = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      EXPECT_LE(between_rows(before[i], after[i]), 3.0 * std::abs(off));
      for (std::size_t j = i + 1; j < after.size(); ++j) {
        if (between_rows(before[i], before[j]) > 1e-5) continue;
        ++pairs;
        most = std::max(most, between_rows(after[i], after[j]));
      }
    }
    EXPECT_GE(pairs, 3);
    EXPECT_LE(most, 1e-15) << off;
    // the same load but for the angle
    const Twist V{{0.3, -0.4}, 2.0};
    const FrictionLoad P = friction_model(patch)->load(V), Q = friction_model(*axle)->load(V);
    EXPECT_NEAR(length(P.force - Q.force), 0.0, 10.0 * std::abs(off));
    EXPECT_NEAR(P.moment, Q.moment, 10.0 * std::abs(off));
  }
}

TEST(AlignedLaws, AllPointsOfAnAxleAreOnOneLine) {
  // places typed with ten digits; the points in any order
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const double angle = 3.0 * uniform(random);
    const auto typed = [](double x) { return std::round(1e10 * x) * 1e-10; };
    Points points;
    for (int j = 0; j < 5; ++j) {
      const Vec2 place = 0.1 * uniform(random) * unit_vector(angle);
      points.points.push_back({{typed(place.x), typed(place.y)}, 1.0});
    }
    ContactPatch patch{
        .normal_force = 3.0,
        .mu = 0.4,
        .supports = {{.shape = points, .law = WheelLaw{.heading = {.angle = typed(angle + 0.5 * std::numbers::pi)}}}}};
    if (const auto axle = with_points_on_axles(patch, 1e-6)) patch = *axle;
    const auto kinks = rolling_kinks(patch);
    for (const SlipKink& kink : kinks) EXPECT_LE(between_rows(kink, kinks.front()), 3e-15) << i;
  }
}

TEST(AlignedLaws, SupportsOfTheirOwnShareAnAxle) {
  const double off = 2e-8;
  ContactPatch patch = with_law(RatchetLaw{.heading = {.angle = off}}, Points{{{{0.0, 0.0}, 1.0}}});
  patch.supports.push_back({.shape = Points{{{{0.0, 0.0}, 1.0}}},
                            .center = patch.supports[0].center + Vec2{0.0, 0.06},
                            .law = WheelLaw{.heading = {.angle = -off}}});
  for (Support& support : patch.supports) support.share = 0.5;
  const auto axle = with_points_on_axles(patch, 1e-6);
  ASSERT_TRUE(axle);
  const auto kinks = rolling_kinks(*axle);
  for (const SlipKink& kink : kinks) EXPECT_LE(between_rows(kink, kinks.front()), 1e-15);
}

TEST(AlignedLaws, EverySupportOfAnAxleIsTurnedOntoIt) {
  // places and headings with twelve digits, each wheel a support of its own
  ContactPatch patch{.normal_force = 3.0, .mu = 0.4, .supports = {}};
  const Vec2 places[]{{0.044026977742, 0.023698633524},
                      {0.013208093323, 0.007109590057},
                      {-0.017610791097, -0.009479453410},
                      {-0.044026977742, -0.023698633524}};
  const double headings[]{5.206185940689, 2.064593287099, 2.064593287099, 5.206185940689};
  for (int i = 0; i < 4; ++i)
    patch.supports.push_back({.shape = Points{{{places[i], 1.0}}},
                              .law = RustyWheelLaw{.heading = {.angle = headings[i]}, .axle = 0.04},
                              .share = 0.25});
  const auto axle = with_points_on_axles(patch, 1e-6);
  ASSERT_TRUE(axle);
  const auto kinks = rolling_kinks(*axle);
  ASSERT_GE(kinks.size(), 4u);
  for (const SlipKink& kink : kinks) EXPECT_LE(between_rows(kink, kinks.front()), 3e-15);
}

TEST(AlignedLaws, WhatIsNoAxleOrOneAlreadyStaysAsItIs) {
  const Points pair{{{{0.05, 0.0}, 1.0}, {{-0.05, 0.0}, 1.0}}};
  EXPECT_FALSE(with_points_on_axles(with_law(IsotropicLaw{}, pair), 1e-6));
  EXPECT_FALSE(with_points_on_axles(with_law(WheelLaw{.heading = {.angle = 0.4}}, pair), 1e-6));
  EXPECT_FALSE(
      with_points_on_axles(with_law(WheelLaw{.heading = {.angle = 0.7 + 0.5 * std::numbers::pi}}, pair), 1e-6));
  EXPECT_FALSE(with_points_on_axles(with_law(WheelLaw{.heading = {.angle = 1e-7}}, Rectangle{{0.1, 0.1}}), 1e-6));
}

}  // namespace
}  // namespace dryslip::tests
