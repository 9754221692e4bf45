#include "dryslip/limit_surface/surface_mesh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "dryslip/friction_load/facet_motions.hpp"
#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/limit_surface/detail/direction_mesh.hpp"
#include "dryslip/limit_surface/surface_section.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double pi = std::numbers::pi;

/// Bar with supports at (0, ±arm) [Goyal1991, sec. 9.1].
ContactPatch dumbbell(double strength, double arm) {
  return {
      .normal_force = strength, .mu = 1.0, .supports = {{.shape = Points{{{{0.0, arm}, 1.0}, {{0.0, -arm}, 1.0}}}}}};
}

/// A load relative to LoadScale, moments divided by the length of the mesh.
double size_of(const FrictionLoad& P, const SurfaceMesh& mesh) {
  return std::hypot(P.force.x, P.force.y, P.moment / mesh.length) / mesh.force;
}

/// Every side of a face is a side of another face in the opposite sense; corners − sides + faces of a closed body is 2, but
/// where a coarse mesh meets itself in a side.
void expect_closed(const SurfaceMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  std::set<std::uint32_t> corners;
  int faces = 0;
  const auto add = [&](const auto& face) {
    ++faces;
    for (std::size_t i = 0; i < face.size(); ++i) {
      ++sides[{face[i], face[(i + 1) % face.size()]}];
      corners.insert(face[i]);
    }
  };
  for (const auto& triangle : mesh.triangles) add(triangle);
  for (const SurfaceFacet& facet : mesh.facets) {
    if (facet.outline.size() < 3) {  // a narrow one that a coarse mesh shows as a line
      EXPECT_GT(mesh.gap, 0.05);
      continue;
    }
    add(facet.outline);
  }
  bool meets_itself = false;
  for (const auto& [side, count] : sides) {
    ASSERT_EQ((sides[{side.second, side.first}]), count);
    meets_itself = meets_itself || count > 1;
  }
  EXPECT_TRUE(!meets_itself || mesh.gap > 0.05);
  if (!meets_itself) {
    EXPECT_EQ(static_cast<int>(corners.size()) - static_cast<int>(sides.size()) / 2 + faces, 2);
  }
}

/// Points are inside every supporting plane, and the planes bound the set: D of any motion is between the supports of the
/// two polytopes, which differ by no more than the gap.
void expect_between_polytopes(const SurfaceMesh& mesh, const FrictionModel& model, Random& random) {
  for (const auto& [P, V, kind] : mesh.points) {
    EXPECT_NEAR(std::hypot(V.velocity.x, V.velocity.y, V.omega * mesh.length), 1.0, 1e-12);
    EXPECT_NEAR(power(P, V), model.dissipation(V), 1e-6 * mesh.force);  // the rims of approximate sets are 1e-7 off
  }
  for (int i = 0; i < 20; ++i) {
    const double height = uniform(random, -1.0, 1.0);
    const Vec2 velocity = std::sqrt(1.0 - height * height) * unit_vector(uniform(random, -pi, pi));
    const Twist V{velocity, height / mesh.length};
    double inner = -1.0;
    for (const SurfacePoint& point : mesh.points) inner = std::max(inner, power(point.load, V));
    const double D = model.dissipation(V);
    EXPECT_LE(inner, D + 1e-9 * mesh.force);
    EXPECT_GE(inner, D - mesh.gap * mesh.force);
  }
}

TEST(SurfaceMesh, ConvergesWithTheStatedGap) {
  const LimitSurface surface({.normal_force = 3.0, .mu = 0.4, .supports = {{.shape = Rectangle{{0.03, 0.01}}}}});
  Random random(1);
  std::size_t last = 0;
  for (const double gap : {1e-1, 1e-2, 1e-3}) {
    const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = gap});
    EXPECT_TRUE(mesh.converged);
    EXPECT_LE(mesh.gap, gap);
    EXPECT_GT(mesh.gap, 0.1 * gap);  // not refined for nothing
    expect_closed(mesh);
    expect_between_polytopes(mesh, surface.model(), random);
    EXPECT_GT(mesh.points.size(), 3 * last);
    last = mesh.points.size();
    EXPECT_TRUE(mesh.facets.empty());
    EXPECT_TRUE(mesh.edges.empty());
    EXPECT_TRUE(mesh.vertices.empty());
  }
}

TEST(SurfaceMesh, GapIsLargeEnough) {
  // the outer polytope of eight motions around the disk's surface, seen in the direction between them, by hand
  const LimitSurface surface({.normal_force = 2.0, .mu = 0.5, .supports = {{.shape = Disk{0.1}}}});
  const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 1.0});
  double inner = 0.0, outer = 1e300;
  for (int i = 0; i < 400; ++i) {
    const Twist V{std::cos(0.7) * unit_vector(i * 2.0 * pi / 400), std::sin(0.7) / mesh.length};
    double largest = 0.0;
    for (const SurfacePoint& point : mesh.points) largest = std::max(largest, power(point.load, V));
    inner = std::max(inner, surface.model().dissipation(V) - largest);
    outer = std::min(outer, mesh.gap * mesh.force);
  }
  EXPECT_GT(inner, 0.01);  // the coarse mesh is far off
  EXPECT_GE(outer, inner);
  // six motions: the corner (1, 1, 1) of the cube around is 2/√3 from the octahedron inside, in units of the spin moment
  const SurfaceMesh first = make_surface_mesh(surface, {.gap = 0.9, .most_points = 6});
  EXPECT_EQ(first.points.size(), 6u);
  EXPECT_NEAR(first.gap, 2.0 / std::sqrt(3.0), 1e-9);
}

TEST(SurfaceMesh, ReportsItsProgress) {
  const LimitSurface surface({.normal_force = 2.0, .mu = 0.5, .supports = {{.shape = Disk{0.1}}}});
  std::vector<double> reports;
  const auto report = [&](double part) {
    reports.push_back(part);
    return true;
  };
  make_surface_mesh(surface, {.gap = 1e-3, .progress = report});
  ASSERT_GT(reports.size(), 3u);
  EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
  for (const double part : reports) {
    EXPECT_GE(part, 0.0);
    EXPECT_LE(part, 1.0);
  }
  EXPECT_GT(reports.back(), 0.1);
}

TEST(SurfaceMesh, IsCancelledWhereProgressSaysSo) {
  const LimitSurface surface({.normal_force = 2.0, .mu = 0.5, .supports = {{.shape = Disk{0.1}}}});
  int reports = 0;
  EXPECT_THROW(make_surface_mesh(surface, {.gap = 1e-3, .progress = [&](double) { return ++reports < 2; }}), Cancelled);
  EXPECT_EQ(reports, 2);
}

TEST(SurfaceMesh, DumbbellHasFourFacetsAndFourVertices) {
  const double k = 2.0, arm = 0.05;
  const LimitSurface surface(dumbbell(k, arm));
  const SurfaceMesh mesh = make_surface_mesh(surface);
  expect_closed(mesh);
  ASSERT_EQ(mesh.facets.size(), 4u);
  for (const SurfaceFacet& facet : mesh.facets) {
    // centers of rotation at the supports: normals (±1, 0, ±1)/√2 in units of the arm
    EXPECT_NEAR(std::abs(facet.motion.velocity.x), std::abs(facet.motion.omega) * arm, 1e-12);
    EXPECT_NEAR(facet.motion.velocity.y, 0.0, 1e-12);
    // ellipse (f_x, f_y, −f_x) with |f| ≤ k/2 around (k/2, 0, k/2), up to signs
    const double sx = std::copysign(1.0, facet.motion.velocity.x), sm = std::copysign(1.0, facet.motion.omega);
    EXPECT_NEAR(facet.loads.base.force.x, sx * k / 2, 1e-12);
    EXPECT_NEAR(facet.loads.base.moment, sm * k / 2 * arm, 1e-12);
    ASSERT_GE(facet.outline.size(), 12u);
    for (const std::uint32_t point : facet.outline) {
      const FrictionLoad rim = mesh.points[point].load - facet.loads.base;
      EXPECT_NEAR(length(rim.force), k / 2, 1e-12);
      EXPECT_NEAR(rim.moment / arm, -sx * sm * rim.force.x, 1e-12);
    }
  }
  ASSERT_EQ(mesh.vertices.size(), 4u);
  for (const SurfaceVertex& vertex : mesh.vertices) {
    const FrictionLoad P = mesh.points[vertex.point].load;
    EXPECT_EQ(mesh.points[vertex.point].kind, SurfacePoint::Kind::Vertex);
    EXPECT_NEAR(std::abs(P.force.x) + std::abs(P.moment) / arm, k, 1e-12);
    EXPECT_NEAR(P.force.x * P.moment, 0.0, 1e-12);
    EXPECT_EQ(vertex.motions.size(), 2u);  // a fan
  }
  EXPECT_TRUE(mesh.edges.empty());
  for (const SurfaceFacet& facet : mesh.facets) {
    for (const std::uint32_t point : facet.outline) EXPECT_NE(mesh.points[point].kind, SurfacePoint::Kind::Smooth);
  }
}

TEST(SurfaceMesh, FreePartsOfALineHaveVertices) {
  // from left to right: a segment that holds a point, an elliptic point, a point; a place without weight off the line
  const double angle = 0.4;
  const Vec2 u = unit_vector(angle), n = turned_left(u), start{0.02, -0.01};
  const auto at = [&](double t) { return start + t * u; };
  const ContactPatch patch{
      .normal_force = 10.0,
      .mu = 0.5,
      .supports = {
          {.shape = Segment{{0.02, 0.0}, {-0.03, 0.0}}, .center = start, .angle = angle, .share = 0.4},
          {.shape = Points{{{at(0.01), 1.0}}}, .share = 0.1},
          {.shape = Points{{{at(0.025), 1.0}}}, .law = EllipticLaw{{0.7, 0.3}, {}, {.angle = angle}}, .share = 0.2},
          {.shape = Points{{{at(0.09), 1.0}, {{0.3, 0.3}, 0.0}}}, .share = 0.3}}};
  const std::pair<double, double> strengths[] = {{-0.005, 2.0}, {0.01, 0.5}, {0.025, 0.6}, {0.09, 1.5}};  // place, μN
  const SurfaceMesh mesh = make_surface_mesh(LimitSurface(patch), {.gap = 1e-2});
  expect_closed(mesh);
  EXPECT_EQ(mesh.vertices.size(), 6u);
  // translation across, and spins about the two free parts
  for (const double center : {-1.0, 0.0225, 0.05}) {
    FrictionLoad expected;
    for (const auto& [t, k] : strengths) expected = expected + load_at(at(t), (t > center ? k : -k) * n);
    for (const double sense : {1.0, -1.0}) {
      EXPECT_EQ(std::count_if(mesh.vertices.begin(), mesh.vertices.end(),
                              [&](const SurfaceVertex& vertex) {
                                return size_of(mesh.points[vertex.point].load - sense * expected, mesh) < 1e-12;
                              }),
                1)
          << center << " " << sense;
    }
  }
}

TEST(SurfaceMesh, CurvedEdgesAreNamedOneByOne) {
  // a disk of loads and a segment: a cylinder, with the rims of its two ends as edges
  const Vec2 a{0.1, 0.0}, b{-0.1, 0.03};
  ContactPatch patch{
      .normal_force = 2.0,
      .mu = 0.5,
      .supports = {{.shape = Points{{{a, 1.0}}}}, {.shape = Points{{{b, 1.0}}}, .law = WheelLaw{{.angle = 0.3}, {}}}}};
  for (const double gap : {0.1, 5e-3}) {
    const SurfaceMesh cylinder = make_surface_mesh(LimitSurface(patch), {.gap = gap});
    EXPECT_EQ(cylinder.facets.size(), 2u);
    ASSERT_EQ(cylinder.edges.size(), 2u);
    for (const SurfaceEdge& edge : cylinder.edges) EXPECT_TRUE(edge.is_closed);
  }
  // a disk and a triangle: rims of the disks at two corners, half of one at the third
  const PolygonLaw triangle{{{0.4, -0.2}, {0.1, 0.5}, {-0.5, -0.1}}};
  patch.supports[1].law = triangle;
  for (const double gap : {0.1, 5e-3}) {
    const SurfaceMesh mesh = make_surface_mesh(LimitSurface(patch), {.gap = gap});
    ASSERT_EQ(mesh.edges.size(), 3u);
    for (const SurfaceEdge& edge : mesh.edges) {
      // at one corner: what is left is a force of size 0.5 N at a
      const auto rest = [&](std::uint32_t point, Vec2 corner) { return mesh.points[point].load - load_at(b, corner); };
      const auto is_on_circle = [&](Vec2 corner) {
        return std::all_of(edge.points.begin(), edge.points.end(), [&](std::uint32_t point) {
          const FrictionLoad P = rest(point, corner);
          EXPECT_EQ(mesh.points[point].kind, SurfacePoint::Kind::Edge);
          return std::abs(length(P.force) - 0.5) < 1e-12 && size_of(P - load_at(a, P.force), mesh) < 1e-12;
        });
      };
      const auto corner = std::find_if(triangle.vertices.begin(), triangle.vertices.end(), is_on_circle);
      ASSERT_NE(corner, triangle.vertices.end());
      double turn = 0.0;  // from point to point; each is a step in the same sense
      for (std::size_t i = 0; i + 1 < edge.points.size(); ++i) {
        const Vec2 from = rest(edge.points[i], *corner).force, to = rest(edge.points[i + 1], *corner).force;
        turn += std::atan2(cross(from, to), dot(from, to));
      }
      if (edge.is_closed) {
        EXPECT_GT(std::abs(turn), 1.5 * pi);
      } else {
        EXPECT_NEAR(std::abs(turn), pi, 4.0 * std::sqrt(gap));  // a step of a circle with this gap
      }
    }
    EXPECT_EQ(std::count_if(mesh.edges.begin(), mesh.edges.end(), [](const SurfaceEdge& e) { return e.is_closed; }), 2);
  }
}

TEST(SurfaceMesh, FacesLookOutwards) {
  const ContactPatch block{.normal_force = 3.0, .mu = 0.4, .supports = {{.shape = Rectangle{{0.03, 0.01}}}}};
  const ContactPatch ring{.normal_force = 1.5,
                          .mu = 1.0,
                          .supports = {{.shape = Ring{0.1}, .law = RatchetLaw{{Heading::Reference::Tangent, pi}, {}}}}};
  for (const ContactPatch& patch : {dumbbell(2.0, 0.05), block, ring}) {
    const SurfaceMesh mesh = make_surface_mesh(LimitSurface(patch), {.gap = 5e-3});
    const auto place = [&](std::uint32_t i) -> Eigen::Vector3d {
      const FrictionLoad& P = mesh.points[i].load;
      return Eigen::Vector3d(P.force.x, P.force.y, P.moment / mesh.length) / mesh.force;
    };
    double inwards = 0.0, all = 0.0;
    for (const auto& [a, b, c] : mesh.triangles) {
      const Eigen::Vector3d area = 0.5 * (place(b) - place(a)).cross(place(c) - place(a));
      all += area.norm();
      if (area.dot(place(a) + place(b) + place(c)) < 0.0) inwards += area.norm();
    }
    EXPECT_LT(inwards, 1e-3 * all);
  }
}

TEST(SurfaceMesh, WheelsMakeAPolytope) {
  // three ideal wheels: a parallelepiped with 6 facets, 12 edges, 8 vertices [Goyal1991, sec. 10.1]
  ContactPatch patch{.normal_force = 3.0, .mu = 0.5, .supports = {}};
  const double headings[] = {0.2, 1.4, 2.9};
  const Vec2 places[] = {{0.1, 0.02}, {-0.05, 0.07}, {-0.03, -0.08}};
  for (int i = 0; i < 3; ++i) {
    patch.supports.push_back({.shape = Points{{{places[i], 1.0}}}, .law = WheelLaw{{.angle = headings[i]}, {}}});
  }
  const LimitSurface surface(patch);
  EXPECT_EQ(make_surface_mesh(surface, {.gap = 1.0}).points.size(), 8u);  // every corner at once
  // a section has corners too: found where the supporting lines meet, not by halving
  const SurfaceSection section = section_of(surface, {{0.3, -0.5}, 4.0}, {.gap = 1e-9});
  EXPECT_TRUE(section.converged);
  EXPECT_LE(section.points.size(), 40u);
  const SurfaceMesh mesh = make_surface_mesh(surface);
  expect_closed(mesh);
  EXPECT_EQ(mesh.facets.size(), 6u);
  EXPECT_EQ(mesh.edges.size(), 12u);
  EXPECT_EQ(mesh.vertices.size(), 8u);
  EXPECT_EQ(mesh.points.size(), 8u);
  EXPECT_TRUE(mesh.triangles.empty());
  for (const SurfacePoint& point : mesh.points) {
    // each corner is a sum ± k n of every wheel's axle force
    FrictionLoad rest = point.load;
    for (int i = 0; i < 3; ++i) {
      const FrictionLoad full = load_at(places[i], 0.5 * unit_vector(headings[i] + pi / 2));
      rest = rest - (power(full, point.motion) > 0.0 ? 1.0 : -1.0) * full;
    }
    EXPECT_LE(size_of(rest, mesh), 1e-12);
  }
}

TEST(SurfaceMesh, RandomWheelsMakeZonotopes) {
  // n segments in general position: n(n−1) facets, 2n(n−1) edges, n(n−1)+2 vertices, whatever the gap
  Random random(11);
  int rounded = 0;
  for (int i = 0; i < test_cases(0.2); ++i) {
    const std::size_t n = 3 + static_cast<std::size_t>(i % 2);
    ContactPatch patch{.normal_force = 3.0, .mu = 0.5, .supports = {}};
    for (std::size_t k = 0; k < n; ++k) {
      const Vec2 place{uniform(random, -0.1, 0.1), uniform(random, -0.1, 0.1)};
      patch.supports.push_back({.shape = Points{{{place, uniform(random, 0.5, 2.0)}}},
                                .law = WheelLaw{{.angle = uniform(random, -pi, pi)}, {}}});
    }
    const SurfaceMesh mesh = make_surface_mesh(LimitSurface(patch));
    SCOPED_TRACE(i);
    // a facet whose normal turns about a place next to a wheel may be lost in rounding: triangles within the gap instead
    if (mesh.facets.size() < n * (n - 1)) {
      ++rounded;
      expect_closed(mesh);
      continue;
    }
    EXPECT_EQ(mesh.facets.size(), n * (n - 1));
    EXPECT_EQ(mesh.edges.size(), 2 * n * (n - 1));
    EXPECT_EQ(mesh.vertices.size(), n * (n - 1) + 2);
    EXPECT_EQ(mesh.points.size(), n * (n - 1) + 2);
    EXPECT_TRUE(mesh.triangles.empty());
    for (const SurfaceFacet& facet : mesh.facets) EXPECT_EQ(facet.outline.size(), 4u);
  }
  EXPECT_LE(rounded, test_cases(0.2) / 100);
}

TEST(SurfaceMesh, RingOfRatchetsHasAFlatBottomWithASharpRim) {
  const double k = 1.5, R = 0.1;
  const LimitSurface surface(
      {.normal_force = k,
       .mu = 1.0,
       .supports = {{.shape = Ring{R}, .law = RatchetLaw{{Heading::Reference::Tangent, pi}, {}}}}});
  const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 1e-2});
  expect_closed(mesh);
  ASSERT_EQ(mesh.facets.size(), 1u);
  EXPECT_LT(mesh.facets[0].motion.omega, 0.0);
  EXPECT_GE(mesh.facets[0].outline.size(), 24u);  // round within the gap
  for (const std::uint32_t point : mesh.facets[0].outline) {
    EXPECT_NEAR(mesh.points[point].load.moment, 0.0, 1e-7 * k * R);
    EXPECT_NEAR(length(mesh.points[point].load.force), 2.0 * k / pi, 1e-6 * k);  // disk |F| ≤ 2k/π
  }
  ASSERT_EQ(mesh.edges.size(), 1u);
  EXPECT_TRUE(mesh.edges[0].is_closed);
  for (const std::uint32_t point : mesh.edges[0].points) {
    EXPECT_NEAR(length(mesh.points[point].load.force), 2.0 * k / pi, 1e-6 * k);
  }
}

TEST(SurfaceMesh, EveryContactGivesAClosedSurface) {
  Random random(3);
  const int stride = std::max(1, 1600 / test_cases());  // integrated loads take their time
  int integrated = 0;
  for (const NamedPatch& item : every_contact(random)) {
    if (!has_potential(item.patch)) continue;
    SCOPED_TRACE(item.name);
    const bool is_exact = is_closed_form(item.patch);
    if (!is_exact && ++integrated % stride != 0) continue;
    const LimitSurface surface(item.patch);
    const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = is_exact ? 0.02 : 0.2});
    EXPECT_TRUE(mesh.converged);
    if (mesh.force == 0.0) {
      EXPECT_EQ(mesh.points.size(), 1u);
      EXPECT_EQ(mesh.vertices.size(), 1u);
      continue;
    }
    if (surface.free_motions().empty()) expect_closed(mesh);
    expect_between_polytopes(mesh, surface.model(), random);
  }
}

TEST(SurfaceMesh, BadGapIsRefused) {
  const LimitSurface surface(dumbbell(1.0, 1.0));
  for (const double gap : {0.0, -1.0, 1.5, std::nan("")}) {
    EXPECT_THROW(make_surface_mesh(surface, {.gap = gap}), InvalidInput);
    EXPECT_THROW(section_of(surface, {{0.0, 0.0}, 1.0}, {.gap = gap}), InvalidInput);
  }
}

TEST(SurfaceMesh, GivesUpWhereItIsTold) {
  const LimitSurface surface({.normal_force = 1.0, .mu = 0.4, .supports = {{.shape = Disk{0.1}}}});
  const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 1e-6, .most_points = 500});
  EXPECT_FALSE(mesh.converged);
  EXPECT_GT(mesh.gap, 1e-6);
  expect_closed(mesh);
  const SurfaceSection section = section_of(surface, {{0.2, 0.3}, 1.0}, {.gap = 1e-6, .most_points = 50});
  EXPECT_FALSE(section.converged);
  EXPECT_GT(section.gap, 1e-6);
  EXPECT_EQ(section.points.size(), 50u);
}

TEST(DirectionMesh, CoversTheSphereOnce) {
  Random random(12);
  const auto unit = [&]() -> Eigen::Vector3d {
    const double height = uniform(random, -1.0, 1.0);
    const Vec2 c = std::sqrt(1.0 - height * height) * unit_vector(uniform(random, -pi, pi));
    return {c.x, c.y, height};
  };
  detail::DirectionMesh mesh;
  const auto expect_cover = [&] {
    double sum = 0.0;
    for (const auto& [i, j, k] : mesh.triangles()) {
      const Eigen::Vector3d &a = mesh.directions()[i], &b = mesh.directions()[j], &c = mesh.directions()[k];
      const double volume = a.dot(b.cross(c));
      EXPECT_GT(volume, 0.0);
      sum += 2.0 * std::atan2(volume, 1.0 + a.dot(b) + b.dot(c) + c.dot(a));  // solid angle of the triangle
    }
    EXPECT_NEAR(sum, 4.0 * pi, 1e-9);
  };
  expect_cover();
  for (int i = 0; i < 10; ++i) {
    const Eigen::Vector3d x = unit();
    const std::uint32_t corner = mesh.insert(x);
    EXPECT_LT((mesh.directions()[corner] - x).norm(), 1e-15);
    for (int k = 0; k < 3; ++k) mesh.insert_beside(corner, x.cross(unit()).normalized());
    expect_cover();
  }
  mesh.insert((mesh.directions()[0] + mesh.directions()[2]).normalized());  // on a side, unless that was cut
  for (int i = 0; i < 4; ++i) {
    for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
      const auto [a, b, c] = mesh.triangles()[t];
      if (uniform(random, 0.0, 1.0) < 0.3) mesh.split_side(a, b, uniform(random, 0.1, 0.9));
      if (uniform(random, 0.0, 1.0) < 0.3) mesh.split_side(c, b, uniform(random, 0.1, 0.9));
      if (uniform(random, 0.0, 1.0) < 0.3) {
        mesh.split_inside(t, mesh.directions()[a] + 2.0 * mesh.directions()[b] + mesh.directions()[c]);
      }
    }
    mesh.refine();
    expect_cover();
  }
}

TEST(FacetMotions, HoldEveryFacetOfPointsWithCorneredLaws) {
  // a square and a wheel: flat sets where the slip of both is across straight sides
  const ContactPatch patch{.normal_force = 2.0,
                           .mu = 0.5,
                           .supports = {{.shape = Points{{{{0.1, 0.0}, 1.0}}},
                                         .law = PolygonLaw{{{0.4, 0.4}, {-0.4, 0.4}, {-0.4, -0.4}, {0.4, -0.4}}}},
                                        {.shape = Points{{{{-0.1, 0.03}, 1.0}}}, .law = WheelLaw{{.angle = 0.3}, {}}}}};
  const LimitSurface surface(patch);
  // Minkowski sum of a parallelogram and a segment in space: 6 facets
  const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 1e-9});
  EXPECT_EQ(mesh.facets.size(), 6u);
  EXPECT_EQ(mesh.vertices.size(), 8u);
  std::size_t found = 0;
  for (const SurfaceFacet& facet : mesh.facets) {
    for (const Twist& V : possible_facet_motions(patch)) {
      const double size = std::hypot(V.velocity.x, V.velocity.y, V.omega * mesh.length);
      const Vec2 off = (1.0 / size) * V.velocity - facet.motion.velocity;
      if (length(off) + std::abs(V.omega / size - facet.motion.omega) * mesh.length < 1e-9) {
        ++found;
        break;
      }
    }
  }
  EXPECT_EQ(found, 6u);
}

/// Whether one of the motions has the direction of V.
bool holds(const std::vector<Twist>& motions, const Twist& V) {
  const auto direction = [](const Twist& W) {
    return Eigen::Vector3d(W.velocity.x, W.velocity.y, 0.1 * W.omega).normalized();
  };
  return std::any_of(motions.begin(), motions.end(),
                     [&](const Twist& W) { return (direction(W) - direction(V)).norm() < 1e-9; });
}

TEST(FacetMotions, HoldTranslationsSpinsAndCommonCenters) {
  const auto motions_of = [](const std::vector<Support>& supports) {
    return possible_facet_motions({.normal_force = 2.0, .mu = 0.5, .supports = supports});
  };
  // an area of wheels translates along its heading
  const auto rolling = motions_of({{.shape = Disk{0.1}, .law = WheelLaw{{.angle = 0.3}, {}}}});
  EXPECT_TRUE(holds(rolling, {unit_vector(0.3), 0.0}));
  EXPECT_TRUE(holds(rolling, {-unit_vector(0.3), 0.0}));
  // a ring of ratchets spins about its center
  const Vec2 center{0.03, -0.02};
  const auto spinning =
      motions_of({{.shape = Ring{0.1}, .center = center, .law = RatchetLaw{{Heading::Reference::Tangent, pi}, {}}}});
  EXPECT_TRUE(holds(spinning, unit_spin(center)));
  EXPECT_TRUE(holds(spinning, unit_spin(center, Spin::Clockwise)));
  // two lines of wheels that roll across them turn about the place where the lines meet
  const auto line = [](Vec2 place, double angle) -> Support {
    return {.shape = Segment{{-0.01, 0.0}, {0.02, 0.0}},
            .center = place,
            .angle = angle,
            .law = WheelLaw{{.angle = angle + pi / 2}, {}}};
  };
  const Vec2 meeting{0.04, 0.05};
  const auto turning =
      motions_of({line(meeting + 0.06 * unit_vector(0.5), 0.5), line(meeting - 0.03 * unit_vector(-0.8), -0.8)});
  EXPECT_TRUE(holds(turning, unit_spin(meeting)));
  EXPECT_TRUE(holds(turning, unit_spin(meeting, Spin::Clockwise)));
}

TEST(SurfaceSection, DumbbellIsACircleACircleAndASquare) {
  const double k = 2.0, arm = 0.05;
  const LimitSurface surface(dumbbell(k, arm));
  const SurfaceSection forces = section_of(surface, {{0.0, 0.0}, 1.0}, {.gap = 1e-4});
  const SurfaceSection along = section_of(surface, {{1.0, 0.0}, 0.0}, {.gap = 1e-4});
  const SurfaceSection across = section_of(surface, {{0.0, 1.0}, 0.0}, {.gap = 1e-4});
  for (const SurfaceSection* section : {&forces, &along, &across}) {
    EXPECT_TRUE(section->converged);
    EXPECT_LE(section->gap, 1e-4);
  }
  EXPECT_GT(forces.points.size(), 100u);
  for (const SectionPoint& point : forces.points) {
    EXPECT_NEAR(length(point.load.force), k, 1e-9 * k);
    const bool is_vertex = std::abs(point.load.force.y) < 1e-9;  // translation across the bar
    EXPECT_EQ(point.is_unique, !is_vertex);
    EXPECT_EQ(point.is_on_facet, false);
  }
  for (const SectionPoint& point : along.points) {
    EXPECT_NEAR(std::hypot(point.load.force.y, point.load.moment / arm), k, 1e-9 * k);
  }
  int corners = 0;
  for (const SectionPoint& point : across.points) {
    EXPECT_NEAR(std::abs(point.load.force.x) + std::abs(point.load.moment) / arm, k, 1e-9 * k);
    if (!point.is_unique) ++corners;
  }
  EXPECT_EQ(corners, 4);
  EXPECT_LE(across.points.size(), 40u);  // four straight sides need no more
  // the other way round
  const SurfaceSection back = section_of(surface, {{-1.0, 0.0}, 0.0}, {.gap = 1e-4});
  ASSERT_EQ(back.points.size(), along.points.size());
  for (const SectionPoint& point : back.points) {
    EXPECT_NEAR(std::hypot(point.load.force.y, point.load.moment / arm), k, 1e-9 * k);
  }
}

TEST(SurfaceSection, GapIsThatOfTheSupportingLines) {
  const LimitSurface surface({.normal_force = 3.0,
                              .mu = 0.4,
                              .supports = {{.shape = Rectangle{{0.03, 0.01}}, .center = {0.01, 0.004}, .angle = 0.3}}});
  const SurfaceSection section = section_of(surface, {{}, 1.0}, {.gap = 0.1});
  double gap = 0.0;
  for (std::size_t i = 0; i < section.points.size(); ++i) {
    const SectionPoint &here = section.points[i], &next = section.points[(i + 1) % section.points.size()];
    const Vec2 F = here.load.force, G = next.load.force, v = here.motion.velocity, w = next.motion.velocity;
    // the lines v·f = v·F and w·f = w·G meet at the corner, by Cramer's rule
    const Vec2 corner =
        (1.0 / cross(v, w)) * Vec2{dot(v, F) * w.y - dot(w, G) * v.y, dot(w, G) * v.x - dot(v, F) * w.x};
    gap = std::max(gap, cross(corner - F, G - F) / length(G - F));
  }
  EXPECT_GT(gap, 0.0);
  EXPECT_NEAR(section.gap, gap / (0.4 * 3.0), 1e-9);
}

TEST(SurfaceSection, LiesInItsPlaneAndOnTheSurface) {
  const LimitSurface surface({.normal_force = 3.0,
                              .mu = 0.4,
                              .supports = {{.shape = Rectangle{{0.03, 0.01}}, .center = {0.01, 0.004}, .angle = 0.3}}});
  const Twist normal{{0.3, -0.5}, 40.0};
  const SurfaceSection section = section_of(surface, normal);
  double turn = 0.0;
  for (std::size_t i = 0; i < section.points.size(); ++i) {
    const SectionPoint& point = section.points[i];
    EXPECT_NEAR(power(point.load, normal), 0.0, 1e-12);
    // the supporting plane of the motion touches there
    EXPECT_NEAR(power(point.load, point.motion) / surface.model().dissipation(point.motion), 1.0, 1e-9);
    // counter-clockwise: fx and fy turn the same way, as the normal has a positive moment
    const Vec2 next = section.points[(i + 1) % section.points.size()].load.force;
    turn += std::atan2(cross(point.load.force, next), dot(point.load.force, next));
  }
  EXPECT_NEAR(turn, 2.0 * pi, 1e-9);
  EXPECT_THROW(section_of(surface, {}), InvalidInput);
}

TEST(SurfaceSection, GapHoldsBetweenThePoints) {
  const LimitSurface surface({.normal_force = 1.0, .mu = 1.0, .supports = {{.shape = Ellipse{{0.04, 0.01}}}}});
  const SurfaceSection coarse = section_of(surface, {{1.0, 0.0}, 0.0}, {.gap = 0.1}),
                       fine = section_of(surface, {{1.0, 0.0}, 0.0}, {.gap = 1e-3});
  EXPECT_GT(fine.points.size(), 2 * coarse.points.size());
  // every point of the fine curve is within the gap of the coarse polygon, and none inside it
  const double length_ = surface.unit_length();
  const auto place = [&](const SectionPoint& p) { return Vec2{p.load.force.y, p.load.moment / length_}; };
  for (const SectionPoint& point : fine.points) {
    double outside = -1e300;
    for (std::size_t i = 0; i < coarse.points.size(); ++i) {
      const Vec2 a = place(coarse.points[i]), b = place(coarse.points[(i + 1) % coarse.points.size()]);
      outside = std::max(outside, cross(place(point) - a, b - a) / length(b - a));
    }
    EXPECT_LE(outside, coarse.gap);
    EXPECT_GE(outside, -1e-9);
  }
}

}  // namespace
}  // namespace dryslip::tests
