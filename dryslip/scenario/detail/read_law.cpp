#include <array>
#include <numbers>

#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/printable.hpp"
#include "dryslip/scenario/detail/read_contact.hpp"

namespace dryslip::detail {
namespace {

/// An angle, or a direction that turns along a ring.
Heading read_heading(const SectionReader& section) {
  constexpr std::array<std::string_view, 3> words{"tangent", "-tangent", "radial"};
  const TomlMember* member = find_member(section.node(), "heading");
  if (member == nullptr) return {};
  const auto* given = std::get_if<std::string>(&member->node.value);
  if (given == nullptr) return {.angle = section.number("heading")};
  if (*given == "tangent") return {.reference = Heading::Reference::Tangent};
  if (*given == "-tangent") return {.reference = Heading::Reference::Tangent, .angle = std::numbers::pi};
  if (*given == "radial") return {.reference = Heading::Reference::Radial};
  section.fail("heading", "\"" + printable(*given) + "\": " + suggestion(*given, words) +
                              "must be an angle in radians or one of " + joined(words));
}

Coefficients read_coefficients(const SectionReader& section) {
  if (section.has("mu_static") && !section.has("mu"))
    section.fail("mu_static", "given without mu: a law with its own mu_static needs its own mu");
  return {.mu = section.optional_number("mu"), .mu_static = section.optional_number("mu_static")};
}

EllipticLaw read_elliptic(const SectionReader& section) {
  EllipticLaw law{.mu = section.pair("mu"), .mu_static = {}, .heading = read_heading(section)};
  if (section.has("mu_static")) law.mu_static = section.pair("mu_static");
  return law;
}

PolygonLaw read_polygon_law(const SectionReader& section) {
  PolygonLaw law;
  for (const std::vector<double>& row : section.rows("vertices", 2, 2)) law.vertices.push_back({row[0], row[1]});
  return law;
}

FreeLaw read_free(const SectionReader& section) {
  FreeLaw law{
      .half = FreeLaw::Half::None, .heading = read_heading(section), .coefficients = read_coefficients(section)};
  if (section.has("half"))
    law.half = section.word("half", {"left", "right"}) == 0 ? FreeLaw::Half::Left : FreeLaw::Half::Right;
  return law;
}

CustomLaw read_custom(const SectionReader& section) {
  section.required("value", "an expression of phi in quotes");
  return {.value = section.expression("value", {"phi"}), .turn = section.number("turn", 0.0)};
}

struct LawReader {
  std::vector<std::string_view> keys;
  FrictionLaw (*read)(const SectionReader&);
};

}  // namespace

FrictionLaw read_law(const SectionReader& section) {
  using S = const SectionReader&;
  static const std::array<LawReader, 8> readers{{
      {{"type", "mu", "mu_static"}, [](S s) -> FrictionLaw { return IsotropicLaw{read_coefficients(s)}; }},
      {{"type", "mu", "mu_static", "heading"}, [](S s) -> FrictionLaw { return read_elliptic(s); }},
      {{"type", "heading", "mu", "mu_static"},
       [](S s) -> FrictionLaw {
         return WheelLaw{read_heading(s), read_coefficients(s)};
       }},
      {{"type", "heading", "mu", "mu_static", "axle"},
       [](S s) -> FrictionLaw {
         return RustyWheelLaw{read_heading(s), s.number("axle"), read_coefficients(s)};
       }},
      {{"type", "heading", "mu", "mu_static"},
       [](S s) -> FrictionLaw {
         return RatchetLaw{read_heading(s), read_coefficients(s)};
       }},
      {{"type", "vertices"}, [](S s) -> FrictionLaw { return read_polygon_law(s); }},
      {{"type", "half", "heading", "mu", "mu_static"}, [](S s) -> FrictionLaw { return read_free(s); }},
      {{"type", "value", "turn"}, [](S s) -> FrictionLaw { return read_custom(s); }},
  }};
  const std::size_t index =
      section.word("type", {"isotropic", "elliptic", "wheel", "rusty_wheel", "ratchet", "polygon", "free", "custom"});
  section.allow_keys(readers[index].keys, "keys of the law " + section.text("type", "isotropic"));
  return readers[index].read(section);
}

}  // namespace dryslip::detail
