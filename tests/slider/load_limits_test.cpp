#include "dryslip/slider/detail/load_limits.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "dryslip/friction_load/patch_friction.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

using detail::LoadLimits;
using Coordinates = LoadLimits::Coordinates;

constexpr double N = 2.0, mu = 0.5;

ContactPatch point_with(FrictionLaw law) {
  return {.normal_force = N, .mu = mu, .supports = {{.shape = Points{{{{0.0, 0.0}, 1.0}}}, .law = std::move(law)}}};
}

/// Of a point at O, by the force on it.
LoadLimits limits_of(FrictionLaw law) {
  LoadLimits::Matrix motions(2, 3);
  motions << 1.0, 0.0, 0.0, 0.0, 1.0, 0.0;
  return {{friction_model(point_with(std::move(law)))}, motions, {mu * N, 0.0}};
}

Coordinates coordinates(const LoadLimits& limits, Vec2 force) {
  return limits.matrix() * Eigen::Vector3d(force.x, force.y, 0.0);
}

TEST(LoadLimits, AnIsotropicPointBearsADisk) {
  const LoadLimits limits = limits_of(IsotropicLaw{});
  for (int i = 0; i < 16; ++i) {
    const Vec2 force = 0.7 * unit_vector(0.4 * i);
    EXPECT_NEAR(limits.use(coordinates(limits, force)), 0.7 / (mu * N), 1e-11) << i;
  }
}

TEST(LoadLimits, ARatchetBearsAHalfDiskWithZeroOnItsRim) {
  const LoadLimits limits = limits_of(RatchetLaw{.heading = {.angle = 0.9}});
  for (int i = 0; i < 24; ++i) {
    const double angle = 0.05 + i * std::numbers::pi / 12.0;  // from the heading
    const double use = limits.use(coordinates(limits, 0.7 * unit_vector(0.9 + angle)));
    if (std::cos(angle) < 0.0) {
      EXPECT_NEAR(use, 0.7 / (mu * N), 1e-9) << angle;
    } else {
      EXPECT_GT(use, 1.0) << angle;
    }
  }
}

TEST(LoadLimits, AWheelBearsNothingAlongItsHeading) {
  const LoadLimits limits = limits_of(WheelLaw{.heading = {.angle = 0.5}});
  EXPECT_NEAR(limits.use(coordinates(limits, 0.3 * unit_vector(0.5 + std::numbers::pi / 2))), 0.3 / (mu * N), 1e-11);
  EXPECT_GT(limits.use(coordinates(limits, 1e-9 * unit_vector(0.5))), 1.0);
}

TEST(LoadLimits, WhatIsSurelyBorneIsBorneAllAround) {
  Random random(31);
  int sure = 0;
  for (const FrictionLaw& law : {FrictionLaw(IsotropicLaw{}), FrictionLaw(RatchetLaw{.heading = {.angle = 0.9}}),
                                 FrictionLaw(RustyWheelLaw{.heading = {.angle = 0.3}, .axle = 0.2}),
                                 FrictionLaw(PolygonLaw{{{0.5, 0.0}, {0.1, 0.4}, {-0.3, -0.2}}})}) {
    const LoadLimits limits = limits_of(law);
    for (int i = 0; i < 500; ++i) {
      const Coordinates c = coordinates(limits, {uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0)});
      Coordinates off(2);
      off << uniform(random, 0.0, 0.1), uniform(random, 0.0, 0.1);
      if (!limits.surely_bears(c, off, 1.0)) continue;
      ++sure;
      for (const double x : {-1.0, 1.0}) {
        for (const double y : {-1.0, 1.0}) {
          Coordinates corner = c;
          corner[0] += x * off[0];
          corner[1] += y * off[1];
          EXPECT_LE(limits.use(corner), 1.0 + 1e-9) << word_of(law);
        }
      }
    }
  }
  EXPECT_GT(sure, 300);
}

TEST(LoadLimits, RatchetsAtRestBearLoadsAlongARimThroughZero) {
  // four ratchets with one heading: force across it and moments are borne, nothing along it
  const double heading = 0.9;
  const ContactPatch patch{
      .normal_force = N,
      .mu = mu,
      .supports = {
          {.shape = Points{{{{0.1, 0.02}, 1.0}, {{-0.05, 0.04}, 2.0}, {{0.0, -0.07}, 1.5}, {{-0.1, 0.0}, 1.0}}},
           .law = RatchetLaw{.heading = {.angle = heading}}}}};
  const LimitSurface surface(patch);
  const LoadLimits limits(surface, SliderRunOptions::StickCriterion::Exact, Mat3::Identity(), N);
  const Vec2 along = unit_vector(heading), across = turned_left(along);
  const auto coordinates_of = [&](Vec2 force, double moment) -> Coordinates {
    return limits.matrix() * Eigen::Vector3d(force.x, force.y, moment);
  };
  Random random(8);
  const double most = 1.0 + 1e-12;
  int borne = 0, sure = 0;
  for (int i = 0; i < 2000; ++i) {
    const double push = uniform(random, -1.0, 1.0), moment = (i % 3 == 0 ? 1e-3 : 1.0) * uniform(random, -0.06, 0.06);
    const double size = std::pow(10.0, uniform(random, -14.0, 0.0));
    const double back = std::array{0.0, size, -size, uniform(random, 0.0, 0.5)}[static_cast<std::size_t>(i % 4)];
    const Coordinates c = coordinates_of(push * across - back * along, moment);
    Coordinates off = Coordinates::Zero(3);
    if (i % 8 > 3) off = Coordinates::Constant(3, std::pow(10.0, uniform(random, -15.0, -2.0)));
    // no corner has more power on a motion than friction takes
    bool is_borne = true;
    for (int j = 0; j < 2000; ++j) {
      const double turn = std::pow(10.0, uniform(random, -3.0, 3.0)) * (j % 2 == 0 ? 1.0 : -1.0);
      Twist V{unit_vector(uniform(random, -std::numbers::pi, std::numbers::pi)), turn};
      if (j == 0) V = {along, 0.0};
      const Coordinates v =
          limits.matrix().transpose().inverse() * Eigen::Vector3d(V.velocity.x, V.velocity.y, V.omega);
      const double D = surface.model().dissipation(V);
      const double slack = 4e-12 * mu * N * v.norm();
      if (!(c.dot(v) + off.dot(v.cwiseAbs()) <= D + slack)) is_borne = false;
    }
    const bool is_sure = limits.surely_bears(c, off, most);
    sure += is_sure ? 1 : 0;
    borne += is_borne ? 1 : 0;
    EXPECT_TRUE(is_borne || !is_sure) << "push " << push << " back " << back << " moment " << moment << " off "
                                      << off[0];
    const bool is_well_within = off.isZero(0.0) && limits.use(c) < 0.999;
    EXPECT_TRUE(is_sure || !is_well_within) << push << " " << back << " " << moment;
  }
  EXPECT_GT(sure, 300);
  EXPECT_LT(borne, 2000);
}

TEST(LoadLimits, AtRestTheyAreTheLimitSurface) {
  const ContactPatch patch{
      .normal_force = N, .mu = mu, .supports = {{.shape = Rectangle{{0.1, 0.06}}, .center = {0.01, 0.02}}}};
  const LimitSurface surface(patch);
  const LoadLimits limits(surface, SliderRunOptions::StickCriterion::Exact, Mat3::Identity(), N);
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const FrictionLoad P{{uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0)}, uniform(random, -0.03, 0.03)};
    const double use = limits.use(limits.matrix() * Eigen::Vector3d(P.force.x, P.force.y, P.moment));
    EXPECT_NEAR(use, 1.0 / surface.motion_of(P).factor, 1e-10 * use) << i;
  }
}

}  // namespace
}  // namespace dryslip::tests
