#include "cli/contact_summary.hpp"

#include <array>
#include <type_traits>

#include "cli/members_text.hpp"
#include "dryslip/files/write_record.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {

// Values of many numbers are shown by their count.

static void write_keys(const Polygon& shape, ResultSink& sink) {
  std::size_t vertices = 0;
  for (const auto& loop : shape.loops) vertices += loop.size();
  sink.member("loops", shape.loops.size());
  sink.member("vertices", vertices);
}
static void write_keys(const GridPressure& grid, ResultSink& sink) {
  sink.member("origin", grid.origin);
  sink.member("spacing", grid.spacing);
  const std::size_t rows = grid.columns == 0 ? 0 : grid.values.size() / grid.columns;
  sink.list("nodes", std::array{grid.columns, rows}, [&](std::size_t count) { sink.count(count); });
}
static void write_keys(const PolygonLaw& law, ResultSink& sink) { sink.member("vertices", law.vertices.size()); }

/// Nothing else counts where neither side resists.
static void write_keys(const FreeLaw& law, ResultSink& sink) {
  if (law.half != FreeLaw::Half::None) write_keys(law, sink, {});
}

namespace cli {
namespace {

/// The law with the coefficients that it takes from the contact.
FrictionLaw with_coefficients(FrictionLaw law, const ContactPatch& patch) {
  const auto fill = [&]<class Law>(Law& own) {
    if constexpr (requires { own.coefficients; })
      own.coefficients = {resolve_coefficient(own.coefficients, patch, Coefficient::Kinetic),
                          resolve_coefficient(own.coefficients, patch, Coefficient::Static)};
    if constexpr (std::is_same_v<Law, EllipticLaw>) own.mu_static = own.mu_static.value_or(own.mu);
  };
  std::visit(fill, law);
  return law;
}

SupportSummary support_summary(Support support, const ContactPatch& patch, double normal_force, bool is_closed_form) {
  support.share = {};
  SupportSummary summary{.support = support,
                         .violation = {},
                         .normal_force = normal_force,
                         .method = is_closed_form ? "closed form" : "integrated"};
  summary.support.law = with_coefficients(support.law, patch);
  if (const auto* custom = std::get_if<CustomLaw>(&support.law)) summary.violation = find_power_violation(*custom);
  return summary;
}

void write_support(const SupportSummary& summary, ResultSink& sink) {
  write_keys(summary.support, sink, {"law"});
  sink.object("law", [&] {
    sink.member("type", word_of(summary.support.law));
    write_keys(summary.support.law, sink);
    if (summary.violation) sink.object("power_violation", [&] { write_keys(*summary.violation, sink); });
  });
  sink.member("normal_force", summary.normal_force);
  sink.member("method", summary.method);
}

/// "type: key = value, ..."
template <class Write>
std::string typed_text(const char* type, const Write& write) {
  const std::string rest = members_text(write);
  return type + (rest.empty() ? "" : ": " + rest);
}

std::string readable(const SupportSummary& summary, std::size_t index, double whole) {
  const Support& support = summary.support;
  const auto keys_of = [](const auto& chosen) { return [&](ResultSink& sink) { write_keys(chosen, sink); }; };
  const auto shape = [&](ResultSink& sink) { write_keys(support, sink, {choice<Shape>.tag}); };
  const double force = summary.normal_force;
  const std::string part = whole > 0 ? format_text(" ({:.4g} % of the normal force)", 100 * force / whole) : "";
  return format_text("  support[{}]   {}\n", index, typed_text(word_of(support.shape), shape)) +
         format_text("    pressure   {}\n", typed_text(word_of(support.pressure), keys_of(support.pressure))) +
         format_text("    law        {}\n", typed_text(word_of(support.law), keys_of(support.law))) +
         format_text("    carries    {} N{}\n", number_text(force), part) +
         format_text("    load       {}\n", summary.method);
}

}  // namespace

ContactSummary contact_summary(const Scenario& scenario, const Contact& made) {
  const ContactPatch& patch = scenario.contact;
  const bool given = scenario.normal_force_source == Scenario::NormalForceSource::Given;
  ContactSummary summary{.normal_force = patch.normal_force,
                         .normal_force_source = given ? "given" : "mass * gravity * cos(tilt)",
                         .model = scenario.model,
                         .tolerance = scenario.load_tolerance,
                         .center_of_pressure = center_of_pressure(patch),
                         .supports = {}};
  const std::vector<double> forces = normal_forces(patch);
  const auto exact = made.exact().model();
  for (std::size_t i = 0; i < patch.supports.size(); ++i)
    summary.supports.push_back(support_summary(patch.supports[i], patch, forces[i], exact->has_closed_form(i)));
  return summary;
}

void write(const ContactSummary& contact, ResultSink& sink) {
  sink.begin_object();
  sink.member("normal_force", contact.normal_force);
  sink.member("normal_force_source", contact.normal_force_source);
  sink.member("model", word_of(contact.model));
  sink.member("tolerance", contact.tolerance);
  sink.member("center_of_pressure", contact.center_of_pressure);
  sink.objects("support", contact.supports, [&](const SupportSummary& support) { write_support(support, sink); });
  sink.end_object();
}

std::string readable(const ContactSummary& contact) {
  std::string text = "contact\n";
  text +=
      format_text("  normal force       {} N ({})\n", number_text(contact.normal_force), contact.normal_force_source);
  if (contact.model != ContactModel::Exact) text += format_text("  model              {}\n", word_of(contact.model));
  text += format_text("  center of pressure {} m\n", number_text(contact.center_of_pressure));
  for (std::size_t i = 0; i < contact.supports.size(); ++i)
    text += readable(contact.supports[i], i, contact.normal_force);
  return text;
}

}  // namespace cli
}  // namespace dryslip
