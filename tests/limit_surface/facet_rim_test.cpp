#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dryslip/limit_surface/surface_mesh.hpp"

namespace dryslip {
namespace {

TEST(FacetRim, OfTheRingOfRatchetsIsOneClosedEdge) {
  const double k = 0.7, radius = 0.2;
  const ContactPatch ring{
      .normal_force = 1.0,
      .mu = k,
      .supports = {
          {.shape = Ring{radius}, .law = RatchetLaw{.heading = {Heading::Reference::Tangent, std::numbers::pi}}}}};
  for (const double gap : {2e-2, 5e-3}) {
    const SurfaceMesh mesh = make_surface_mesh(LimitSurface(ring), {.gap = gap});
    ASSERT_EQ(mesh.edges.size(), 1u);
    EXPECT_TRUE(mesh.edges[0].is_closed);
    for (const auto i : mesh.edges[0].points) {
      // [Goyal1991, sec. 9.2]; a load set cuts the ring into 64 parts: π²/(6·64²) = 4.02e-4
      const double force = 2.0 * k / std::numbers::pi;
      EXPECT_NEAR(length(mesh.points[i].load.force), force, 4.1e-4 * force);
      EXPECT_NEAR(mesh.points[i].load.moment, 0.0, 1e-9 * k * radius);
      EXPECT_EQ(mesh.points[i].kind, SurfacePoint::Kind::Edge);
    }
  }
}

TEST(FacetRim, OfAFlatSetIsNamedOnce) {
  const ContactPatch point{.normal_force = 2.0, .mu = 0.5, .supports = {{.shape = Points{{{{0.03, 0.05}, 1.0}}}}}};
  const SurfaceMesh mesh = make_surface_mesh(LimitSurface(point), {.gap = 1e-2});
  EXPECT_EQ(mesh.facets.size(), 2u);
  ASSERT_EQ(mesh.edges.size(), 1u);
  EXPECT_TRUE(mesh.edges[0].is_closed);
}

TEST(FacetRim, IsSmoothForIsotropicPoints) {
  const ContactPatch feet{
      .normal_force = 2.0,
      .mu = 0.5,
      .supports = {{.shape = Points{{{{0.03, 0.05}, 1.0}, {{-0.04, 0.0}, 1.5}, {{0.0, -0.06}, 1.2}}}}}};
  const SurfaceMesh mesh = make_surface_mesh(LimitSurface(feet), {.gap = 1e-2});
  EXPECT_EQ(mesh.facets.size(), 6u);
  EXPECT_TRUE(mesh.edges.empty());
}

TEST(FacetRim, IsSmoothWhereTheRestOfTheContactIs) {
  for (const double size : {1.0, 1e-5}) {  // also where lengths are small numbers
    const ContactPatch cart{
        .normal_force = 2.0,
        .mu = 0.5,
        .supports = {{.shape = Rectangle{{0.02 * size, 0.01 * size}}, .center = size * Vec2{-0.05, 0.01}, .share = 0.5},
                     {.shape = Points{{{size * Vec2{0.03, 0.05}, 1.0}}}, .share = 0.3},
                     {.shape = Points{{{size * Vec2{0.04, -0.03}, 1.0}}}, .law = WheelLaw{}, .share = 0.2}}};
    const SurfaceMesh mesh = make_surface_mesh(LimitSurface(cart), {.gap = 1e-2});
    EXPECT_EQ(mesh.facets.size(), 2u);  // of the isotropic point; a wheel makes edges possible
    EXPECT_TRUE(mesh.edges.empty());
    EXPECT_TRUE(mesh.vertices.empty());
  }
}

}  // namespace
}  // namespace dryslip
