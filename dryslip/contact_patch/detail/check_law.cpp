#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "dryslip/contact_patch/detail/check_parts.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"
#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {
namespace {

/// Rounding of computed coefficients, relative to the largest: ratios, turns and sides within it count as exact [-].
constexpr double rounding = 1e-12;

struct LawCheck {
  const Support& support;
  const ContactPatch& patch;
  std::string key;  ///< such as "support[0].law"

  void operator()(const IsotropicLaw& law) const { check_coefficients(law.coefficients); }

  void operator()(const EllipticLaw& law) const {
    check_heading(law.heading);
    if (!law.mu_static) return;
    const auto& [along, across] = law.mu;
    const auto& [static_along, static_across] = *law.mu_static;
    const std::string given = number_text(Vec2{static_along, static_across});
    if (static_along < along || static_across < across) {
      throw InvalidInput(key + ".mu_static", given + ": must be at least mu = " + number_text(Vec2{along, across}));
    }
    // The static set is the kinetic one scaled.
    if (std::abs(static_along * across - static_across * along) > rounding * static_along * across) {
      throw InvalidInput(key + ".mu_static",
                         given + ": must have the same ratio as mu = " + number_text(Vec2{along, across}));
    }
  }

  void operator()(const WheelLaw& law) const {
    check_heading(law.heading);
    check_coefficients(law.coefficients);
  }

  void operator()(const RustyWheelLaw& law) const {
    check_heading(law.heading);
    check_coefficients(law.coefficients);
    const double mu = resolve_coefficient(law.coefficients, patch, Coefficient::Kinetic);
    if (law.axle > 0 && law.axle < mu) return;
    throw InvalidInput(key + ".axle", number_text(law.axle) + ": must be above 0 and below mu = " + number_text(mu));
  }

  void operator()(const RatchetLaw& law) const {
    check_heading(law.heading);
    check_coefficients(law.coefficients);
  }

  void operator()(const PolygonLaw& law) const {
    if (law.vertices.empty()) throw InvalidInput(key + ".vertices", "none: at least one is needed");
    double reach = 0.0;
    for (std::size_t i = 0; i < law.vertices.size(); ++i) {
      reach = std::max(reach, length(law.vertices[i]));
    }
    check_convex(law.vertices, reach);
    check_contains_origin(convex_vertices(law), reach);
  }

  void operator()(const FreeLaw& law) const {
    if (law.half == FreeLaw::Half::None) return;
    check_heading(law.heading);
    check_coefficients(law.coefficients);
  }

  void operator()(const CustomLaw& law) const {
    if (law.value.variables() != std::vector<std::string>{"phi"}) {
      throw InvalidInput(key + ".value", "\"" + law.value.text() + "\": must be an expression of phi alone");
    }
    constexpr int samples = 720;
    for (int i = 0; i <= samples; ++i) {
      const std::array<double, 1> phi{std::numbers::pi * (2.0 * i / samples - 1)};
      const double value = law.value(phi);
      if (value >= 0 && std::isfinite(value)) continue;
      throw InvalidInput(key + ".value", "\"" + law.value.text() + "\" is " + number_text(value, 6) + " at phi = " +
                                             number_text(phi[0], 6) + ": must not be negative and must be finite [-]");
    }
  }

 private:
  std::string vertex_key(std::size_t index) const { return key + ".vertices[" + std::to_string(index) + "]"; }

  void check_heading(const Heading& heading) const {
    if (heading.reference == Heading::Reference::Body || std::holds_alternative<Ring>(support.shape)) return;
    const std::string given = heading.reference == Heading::Reference::Radial ? "radial" : "tangent";
    throw InvalidInput(key + ".heading", given + ": only a ring has it, not the shape " + word_of(support.shape) +
                                             ": give an angle [rad]");
  }

  void check_coefficients(const Coefficients& own) const {
    if (own.mu_static) {
      const std::string given = number_text(*own.mu_static);
      if (!own.mu) throw InvalidInput(key + ".mu_static", given + ": a law with its own mu_static needs its own mu");
      if (*own.mu_static < *own.mu) {
        throw InvalidInput(key + ".mu_static", given + ": must be at least mu = " + number_text(*own.mu));
      }
    }
    if (!own.mu && !patch.mu) {
      throw InvalidInput(
          "mu", std::string("missing: the ") + word_of(support.law) + " law in " + key + " has no mu of its own");
    }
  }

  /// Walks around: all turns to one side and one turn in all, unless everything lies on a line.
  void check_convex(const std::vector<Vec2>& vertices, double reach) const {
    const Loop loop = without_repeated_vertices(vertices);
    const std::size_t count = loop.size();
    const double area = signed_area(loop);
    if (convex_hull(loop).size() < 3) return;
    const double orientation = area < 0 ? -1.0 : 1.0;
    double turned = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec2 before = loop[i] - loop[(i + count - 1) % count], after = loop[(i + 1) % count] - loop[i];
      const double sine = orientation * cross(before, after), cosine = dot(before, after);
      turned += std::atan2(sine, cosine);
      const bool straight = std::abs(sine) <= rounding * reach * reach;
      if (straight ? cosine > 0 : sine > 0) continue;
      const auto index = std::find(vertices.begin(), vertices.end(), loop[i]) - vertices.begin();
      throw InvalidInput(vertex_key(static_cast<std::size_t>(index)),
                         number_text(loop[i]) + ": the polygon is not convex there");
    }
    if (turned > 3 * std::numbers::pi) {
      throw InvalidInput(key + ".vertices", "goes around more than once: must be a convex polygon");
    }
  }

  void check_contains_origin(const std::vector<Vec2>& hull, double reach) const {
    const double tolerance = rounding * reach;
    bool contains = hull.size() > 1 || reach == 0;
    for (std::size_t i = 0; i < hull.size() && hull.size() > 1; ++i) {
      const Vec2 a = hull[i], along = hull[(i + 1) % hull.size()] - a;
      contains = contains && cross(along, -a) >= -tolerance * length(along);
      // On a line the origin must also lie between the ends.
      if (hull.size() == 2) contains = contains && dot(along, -a) >= -tolerance * length(along);
    }
    if (!contains) throw InvalidInput(key + ".vertices", "the origin lies outside: zero force must be possible");
  }
};

}  // namespace

void check_law(const Support& support, const ContactPatch& patch, const std::string& key) {
  std::visit(LawCheck{support, patch, key + ".law"}, support.law);
}

}  // namespace dryslip::detail
