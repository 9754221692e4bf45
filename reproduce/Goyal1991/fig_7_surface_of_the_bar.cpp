#include <algorithm>
#include <numbers>
#include <stdexcept>

#include "dryslip/drawing/draw_limit_surface.hpp"
#include "dryslip/files/write_surface.hpp"
#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/limit_surface/surface_section.hpp"
#include "reproduce/item.hpp"

namespace dryslip::reproduce {
namespace {

/// The facet whose motion is the counter-clockwise spin about the upper support.
const SurfaceFacet& upper_facet(const SurfaceMesh& mesh) {
  for (const SurfaceFacet& facet : mesh.facets)
    if (facet.motion.omega > 0.0 && facet.motion.velocity.x > 0.0) return facet;
  throw std::runtime_error("no facet of a spin about the upper support");
}

/// Size of a load in the space (fx, fy, moment).
double size_of(const FrictionLoad& load) { return detail::vector_of(load).norm(); }

/// Least and largest distance of a section's points from O.
struct Radii {
  double least = 0.0, largest = 0.0;
};

Radii radii_of(const SurfaceSection& section) {
  Radii radii{size_of(section.points.at(0).load), 0.0};
  for (const SectionPoint& point : section.points) {
    radii.least = std::min(radii.least, size_of(point.load));
    radii.largest = std::max(radii.largest, size_of(point.load));
  }
  return radii;
}

}  // namespace

ItemResult goyal_fig_7(const ScenarioTexts& scenarios) {
  const Scenario scenario = scenarios.scenario("goyal_bar");
  const Contact contact = contact_of(scenario);
  const LimitSurface& surface = *contact.surface();
  const SurfaceMesh mesh = make_surface_mesh(surface, {.gap = 1e-2});
  const SurfaceFacet& facet = upper_facet(mesh);
  const auto& ellipse = std::get<LoadEllipse>(facet.loads.terms.at(0));
  const auto [shorter, longer] = std::minmax({size_of(ellipse.semi_axes[0]), size_of(ellipse.semi_axes[1])});
  const Radii forces = radii_of(section_of(surface, {{0.0, 0.0}, 1.0})),
              along = radii_of(section_of(surface, {{1.0, 0.0}, 0.0}));
  const Basis counted = Basis::printed("sec. 9.1"),
              half = Basis::equations("strength μ/2 of a support: (f_x, f_y, −f_x)"),
              circle = Basis::printed("sec. 9.1: a circle of radius μ");
  constexpr double tolerance = 1e-9;
  return {.comparisons = {{"elliptic facets", 4, static_cast<double>(mesh.facets.size()), 0, counted},
                          {"vertices", 4, static_cast<double>(mesh.vertices.size()), 0, counted},
                          {"facet: center, fx [μ]", 0.5, facet.loads.base.force.x, tolerance,
                           Basis::equations("eq. 6: (μ/2, 0, μ/2)")},
                          {"facet: center, moment [μ]", 0.5, facet.loads.base.moment, tolerance,
                           Basis::equations("eq. 6: (μ/2, 0, μ/2)")},
                          {"facet: shorter semi-axis [μ]", 0.5, shorter, tolerance, half},
                          {"facet: longer semi-axis [μ]", std::numbers::sqrt2 / 2, longer, tolerance, half},
                          {"facet: vx/omega of its motion [gyration radii]", 1.0,
                           facet.motion.velocity.x / facet.motion.omega, tolerance,
                           Basis::equations("normal (1, 0, 1)/√2")},
                          {"section (Fx, Fy): least radius [μ]", 1.0, forces.least, tolerance, circle},
                          {"section (Fx, Fy): largest radius [μ]", 1.0, forces.largest, tolerance, circle},
                          {"section (Fy, M): least radius [μ]", 1.0, along.least, tolerance, circle},
                          {"section (Fy, M): largest radius [μ]", 1.0, along.largest, tolerance, circle}},
          .pictures = {{"surface.svg", draw_limit_surface(contact, {.title = scenario.title}),
                        "Limit surface of the bar with its four facets and four vertices, its sections, and its moment "
                        "function."}},
          .data = {{"surface.json", json_text(mesh)}}};
}

}  // namespace dryslip::reproduce
