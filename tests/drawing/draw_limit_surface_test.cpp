#include "dryslip/drawing/draw_limit_surface.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <filesystem>
#include <numbers>

#include "dryslip/drawing/draw_section.hpp"
#include "dryslip/drawing/draw_special_points.hpp"
#include "dryslip/drawing/draw_surface_view.hpp"
#include "dryslip/drawing/surface_colors.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/scenario/read_scenario.hpp"
#include "tests/drawing/svg_numbers.hpp"
#include "tests/program.hpp"

namespace dryslip::tests {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double pi = std::numbers::pi;

Contact contact_named(const std::string& name) {
  return read_scenario(source_file("scenarios/" + name + ".toml")).contact;
}
LimitSurface surface_of(const std::string& name) { return LimitSurface(contact_named(name).patch()); }

Contact point_support(FrictionLaw law, double mu) {
  return ContactPatch{
      .normal_force = 4.0, .mu = mu, .supports = {{.shape = Points{{{{0.03, 0.05}, 1.0}}}, .law = std::move(law)}}};
}

/// The view of a named contact alone on a page.
struct ViewOf {
  explicit ViewOf(const std::string& name) : surface(surface_of(name)) {
    SvgCanvas canvas(500, 400);
    draw_surface_view(canvas, view, ranges, surface, mesh);
    picture = canvas.text();
  }
  LimitSurface surface;
  SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 5e-3});
  LoadRanges ranges = ranges_of(mesh);
  LoadView view = view_of(mesh, ranges, {50, 30}, {400, 300});
  std::string picture;
};

/// Of [Goyal1991, sec. 9.1]: 2 N at each end of a bar from -0.05 to 0.05 m along y, mu = 0.5.
struct Dumbbell : ViewOf {
  Dumbbell() : ViewOf("dumbbell") {}
};

TEST(LoadView, ShowsTheAxesAsSeenFromTheFrontAndFromAbove) {
  const LoadView front{.azimuth = -pi / 2, .elevation = 0.0, .length = 0.1, .scale = 3.0, .origin = {10, 20}};
  EXPECT_NEAR(length(front.page({{2.0, 7.0}, 0.4}) - Vec2{10 + 3 * 2.0, 20 - 3 * 4.0}), 0.0, 1e-12);
  const LoadView above{.azimuth = -pi / 2, .elevation = pi / 2, .length = 0.1, .scale = 3.0, .origin = {10, 20}};
  EXPECT_NEAR(length(above.page({{2.0, 7.0}, 0.4}) - Vec2{10 + 3 * 2.0, 20 - 3 * 7.0}), 0.0, 1e-12);
  EXPECT_TRUE(above.shows({{}, 1.0}));
  EXPECT_FALSE(above.shows({{}, -1.0}));
}

TEST(LoadView, LooksAtAFlatBottomFromBelow) {
  const SurfaceMesh mesh = make_surface_mesh(surface_of("ring_of_ratchets"), {.gap = 2e-2});
  EXPECT_LT(view_of(mesh, ranges_of(mesh), {}, {400, 300}).elevation, 0.0);
}

TEST(SurfaceView, MarksTheVerticesOfTheDumbbellThatAreSeen) {
  const Dumbbell d;
  // (±2, 0, 0) N and (0, 0, ±0.1) N m; the normals at (-2, 0, 0) all point away from a viewer with positive fx
  ASSERT_GT(d.view.towards_viewer()[0], 0.4);
  const double sine = std::sin(d.view.azimuth), rise = d.view.scale * 0.1 / d.view.length * std::cos(d.view.elevation);
  const std::vector<Vec2> expected{
      d.view.origin +
          Vec2{-2.0 * sine * d.view.scale, 2.0 * std::sin(d.view.elevation) * std::cos(d.view.azimuth) * d.view.scale},
      d.view.origin + Vec2{0.0, -rise}, d.view.origin + Vec2{0.0, rise}};
  const std::vector<std::string> dots = elements(d.picture, "circle");
  ASSERT_EQ(dots.size(), expected.size());
  for (const Vec2 place : expected) {
    EXPECT_TRUE(std::any_of(
        dots.begin(), dots.end(),
        [&](const std::string& dot) {
          return length(place - Vec2{number(dot, "cx"), number(dot, "cy")}) < 0.01;  // the file has hundredths
        }))
        << place.x << " " << place.y;
  }
}

TEST(SurfaceView, DrawsTheEllipticFacetsThatAreSeen) {
  const Dumbbell d;
  std::vector<double> areas;
  for (const std::string& path : elements(d.picture, "path"))
    if (attribute(path, "stroke") == facet_line_color) areas.push_back(std::abs(signed_area(corners(path))));
  // the ellipse (f, r×f), |f| ≤ 1 N, at r = (0, ±0.05) m; opposite facets are parallel and one of each pair is seen
  std::vector<double> expected;
  for (const double y : {0.05, -0.05}) {
    const Vec2 first = d.view.page({{1.0, 0.0}, -y}) - d.view.origin,
               second = d.view.page({{0.0, 1.0}, 0.0}) - d.view.origin;
    expected.push_back(pi * std::abs(cross(first, second)));
  }
  std::sort(areas.begin(), areas.end());
  std::sort(expected.begin(), expected.end());
  ASSERT_EQ(areas.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(areas[i], expected[i], 2e-3 * expected[i]);  // polygon of 120 sides
}

TEST(SurfaceView, FacesCoverTheSilhouetteOnce) {
  const ViewOf rectangle("kardan_general_motion");
  double faces = 0.0, silhouette = 0.0;
  for (const std::string& path : elements(rectangle.picture, "path")) {
    const std::vector<Vec2> points = corners(path);
    if (attribute(path, "stroke") == curve_color) silhouette = std::abs(signed_area(points));
    if (attribute(path, "stroke") != attribute(path, "fill")) continue;
    for (std::size_t i = 0; i + 2 < points.size(); i += 3) {
      faces += std::abs(signed_area(std::span(points).subspan(i, 3)));
    }
  }
  EXPECT_NEAR(faces, silhouette, 2e-3 * silhouette);  // thousands of corners rounded to hundredths of a pixel
}

TEST(MeshSection, IsTheSquareOfTheDumbbellAndItsCircle) {
  const Dumbbell d;
  const Twist across{{0.0, 1.0}, 0.0}, flat{{}, 1.0};
  const MeshSection square = mesh_section(d.mesh, across, section_directions(across, d.mesh.length));
  EXPECT_EQ(square.outline.size(), 4u);
  for (const Vec2 r : square.outline) EXPECT_NEAR(std::abs(r.x) / 2.0 + std::abs(r.y) / 0.1, 1.0, 1e-12);
  EXPECT_EQ(square.facet_chords.size(), 4u);
  EXPECT_EQ(square.corners.size(), 4u);
  const MeshSection circle = mesh_section(d.mesh, flat, section_directions(flat, d.mesh.length));
  EXPECT_EQ(circle.corners.size(), 2u);
  EXPECT_TRUE(circle.facet_chords.empty());
  for (const Vec2 r : circle.outline) {
    EXPECT_LE(length(r), 2.0 + 1e-12);
    EXPECT_GE(length(r), 2.0 * (1.0 - 5e-3));  // the gap
  }
}

TEST(MeshSection, LiesOnTheSurface) {
  const Twist normal{{1.0, 0.5}, 3.0};
  for (const char* name : {"l_shape_with_hole", "cart_on_wheels", "knife_edge"}) {
    SCOPED_TRACE(name);
    const LimitSurface surface = surface_of(name);
    const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 5e-3});
    const SectionDirections axes = section_directions(normal, surface.unit_length());
    const MeshSection section = mesh_section(mesh, normal, axes);
    ASSERT_GT(section.outline.size(), 10u);
    for (const Vec2 r : section.outline) {
      // the load with these coordinates, P·normal = 0
      Eigen::Matrix3d rows;
      rows << axes[0].velocity.x, axes[0].velocity.y, axes[0].omega, axes[1].velocity.x, axes[1].velocity.y,
          axes[1].omega, 1.0, 0.5, 3.0;
      const Eigen::Vector3d P = rows.inverse() * Eigen::Vector3d(r.x, r.y, 0.0);
      const MotionOfLoad answer = surface.motion_of({{P[0], P[1]}, P[2]});
      EXPECT_GE(answer.upper, 1.0 - 1e-9);
      EXPECT_LE(answer.lower, 1.05);  // the gap is of μN, the section may be thinner
    }
  }
}

TEST(MeshSection, OfAPlaneThatOnlyTouchesIsTheFacet) {
  // ring of ratchets: the bottom is the disk of radius 2k/π, k = 1 N [Goyal1991, sec. 9.2]
  const SurfaceMesh mesh = make_surface_mesh(surface_of("ring_of_ratchets"), {.gap = 5e-3});
  const Twist flat{{}, 1.0};
  const MeshSection section = mesh_section(mesh, flat, section_directions(flat, mesh.length));
  ASSERT_EQ(section.facets.size(), 1u);
  // a load set cuts the ring into 64 parts: π²/(6·64²) = 4.02e-4
  for (const Vec2 r : section.facets[0]) EXPECT_NEAR(length(r), 2.0 / pi, 4.1e-4 * 2.0 / pi);
  EXPECT_EQ(section.edges.size(), section.facets[0].size());
}

TEST(MeshSection, OfOnePointSupportIsASegment) {
  const LimitSurface surface(point_support(IsotropicLaw{}, 0.5).patch());
  const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 5e-3});
  const Twist flat{{}, 1.0};
  const MeshSection section = mesh_section(mesh, flat, section_directions(flat, mesh.length));
  // forces along r = (0.03, 0.05) m have no moment, up to 2 N in both senses
  double least = 0.0, most = 0.0;
  const Vec2 along = (1.0 / std::hypot(0.03, 0.05)) * Vec2{0.03, 0.05};
  for (const Vec2 r : section.outline) {
    EXPECT_NEAR(cross(along, r), 0.0, 1e-12);
    least = std::min(least, dot(along, r));
    most = std::max(most, dot(along, r));
  }
  EXPECT_NEAR(least, -2.0, 2.0 * 5e-3);  // the gap
  EXPECT_NEAR(most, 2.0, 2.0 * 5e-3);
  EXPECT_EQ(section.facet_chords.size(), 2u);  // of both sides
}

TEST(MeshSection, OfOneWheelIsAPointThatIsDrawn) {
  const std::string text =
      draw_surface_section(*point_support(WheelLaw{.heading = {.angle = 0.3}}, 0.5).surface(), {{}, 1.0});
  EXPECT_EQ(elements(text, "circle").size(), 1u);
}

TEST(SectionAxes, AreFxFyAndMInTheCoordinatePlanes) {
  const auto names = [](const Twist& normal) {
    const SectionAxes axes = section_axes(section_directions(normal, 0.1));
    return axes[0].name + " " + axes[1].name;
  };
  EXPECT_EQ(names({{}, -2.0}), "fx fy");
  EXPECT_EQ(names({{0.0, -3.0}, 0.0}), "fx m");
  EXPECT_EQ(names({{1.0, 0.0}, 0.0}), "fy m");
  EXPECT_EQ(names({{-3.0, 4.0}, 0.0}), "force along (0.8, 0.6) m");
  EXPECT_EQ(names({{0.03, 0.04}, 1.0}), "fx fy");  // not steep: 0.05 against 1 × 0.1 m
}

TEST(SpecialPointsDrawing, CutsAStripAtTheFrameAndSaysWhatItIs) {
  SvgCanvas canvas(300, 300);
  const PlotFrame frame{.box = {{-1, -1}, {1, 1}}, .corner = {50, 50}, .size = {200, 200}};
  const SpecialPoints points{.center_of_pressure = {0.5, -0.5},
                             .center_of_friction = NoPoint{},
                             .center_of_twist = StripOfPoints{{{-0.5, 0.0}, {0.25, 0.0}}, {0.0, 1.0}}};
  draw_special_points(canvas, frame, points, {20, 280});
  const std::string text = canvas.text();
  EXPECT_THAT(text, HasSubstr("center of friction: none"));
  EXPECT_THAT(text, HasSubstr("center of twist: strip"));
  ASSERT_EQ(elements(text, "path").size(), 1u);
  std::vector<Vec2> outline = corners(elements(text, "path")[0]);
  EXPECT_NEAR(std::abs(signed_area(outline)), 75.0 * 200.0, 1e-6);
  const std::string circle = elements(text, "circle").at(0);
  EXPECT_EQ(number(circle, "cx"), 200.0);
  EXPECT_EQ(number(circle, "cy"), 200.0);
}

void expect_sound(const std::string& svg) {
  const std::string page = elements(svg, "svg").at(0);
  const double width = number(page, "width"), height = number(page, "height");
  EXPECT_LT(svg.size(), 1000000u);
  for (const Vec2 r : places(svg)) {
    ASSERT_TRUE(std::isfinite(r.x) && std::isfinite(r.y));
    ASSERT_TRUE(r.x >= 0 && r.y >= 0 && r.x <= width && r.y <= height) << r.x << " " << r.y;
  }
}

TEST(DrawLimitSurface, KeepsEveryScenarioOnThePage) {
  for (const auto& entry : std::filesystem::directory_iterator(source_file("scenarios"))) {
    if (entry.path().extension() != ".toml" || !has_contact(entry.path().string())) continue;
    SCOPED_TRACE(entry.path().string());
    const Contact contact = read_scenario(entry.path().string()).contact;
    expect_sound(draw_limit_surface(contact, {.gap = 1e-2}));
    expect_sound(draw_surface_section(*contact.surface(), {{0.4, -0.2}, 1.0}, {.gap = 1e-2}));
  }
}

TEST(DrawLimitSurface, DrawsSetsWithoutVolume) {
  for (const auto& [law, mu] : {std::pair<FrictionLaw, double>{WheelLaw{.heading = {.angle = 0.3}}, 0.5},
                                {IsotropicLaw{}, 0.5},
                                {IsotropicLaw{}, 0.0}}) {
    const Contact contact = point_support(law, mu);
    expect_sound(draw_limit_surface(contact));
    for (const Twist& normal : {Twist{{}, 1.0}, Twist{{1.0, 0.0}, 0.0}, Twist{{0.0, 1.0}, 0.0}, Twist{{1.0, 2.0}, 3.0}})
      expect_sound(draw_surface_section(*contact.surface(), normal));
  }
  EXPECT_THROW(draw_surface_section(*point_support(IsotropicLaw{}, 0.5).surface(), {}), InvalidInput);
}

TEST(DrawLimitSurface, NamesOnlyWhatOccurs) {
  const std::string bar = draw_limit_surface(contact_named("dumbbell"), {.title = "A <bar>"});
  EXPECT_THAT(bar, HasSubstr("A &lt;bar&gt;"));
  EXPECT_THAT(bar, HasSubstr(">4 facets: "));
  EXPECT_THAT(bar, HasSubstr(">4 vertices: "));
  EXPECT_THAT(bar, Not(HasSubstr(">edge: ")));
  EXPECT_THAT(bar, HasSubstr("center of twist: segment"));
  const std::string block = draw_limit_surface(contact_named("kardan_general_motion"));
  EXPECT_THAT(block, Not(HasSubstr("facet")));
  EXPECT_THAT(block, Not(HasSubstr("vert")));
  EXPECT_THAT(draw_limit_surface(contact_named("ring_of_ratchets")), HasSubstr(">1 facet: "));
}

TEST(DrawLimitSurface, SaysWhenTheCoefficientIsTheStaticOne) {
  ContactPatch patch = read_scenario(source_file("scenarios/dumbbell.toml")).contact;
  patch.mu_static = 0.8;
  const std::string kinetic = draw_limit_surface(patch);
  const std::string held = draw_limit_surface(patch, {}, Coefficient::Static);
  EXPECT_THAT(kinetic, Not(HasSubstr("static coefficient")));
  EXPECT_THAT(held, HasSubstr("static coefficient"));
  // moments on the color scale go with the coefficient: 0.1 N m at the bar, and 1.6 times as much
  const auto largest = [](const std::string& svg) {
    double value = 0.0;
    for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at + 1))
      value = std::max(value, std::strtod(svg.c_str() + svg.find('>', at) + 1, nullptr));
    return value;
  };
  EXPECT_NEAR(largest(held) / largest(kinetic), 1.6, 0.15);  // steps of the scale
}

}  // namespace
}  // namespace dryslip::tests
