#include "dryslip/contact_patch/contact_patch.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "dryslip/contact_patch/detail/check_parts.hpp"
#include "dryslip/record/check_record.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

std::string support_key(std::size_t index) { return "support[" + std::to_string(index) + "]"; }

const char* name_of(ShapeKind kind) {
  return kind == ShapeKind::Area ? "areas" : kind == ShapeKind::Line ? "lines" : "points";
}

void check_contact_coefficients(const ContactPatch& patch) {
  if (!patch.mu_static) return;
  if (!patch.mu) throw InvalidInput("mu_static", number_text(*patch.mu_static) + ": given without mu");
  if (*patch.mu_static < *patch.mu) {
    throw InvalidInput("mu_static",
                       number_text(*patch.mu_static) + ": must be at least mu = " + number_text(*patch.mu));
  }
}

/// Every support has a share, or none has and all are of one kind.
void check_shares(const std::vector<Support>& supports) {
  double total = 0.0;
  for (std::size_t i = 0; i < supports.size(); ++i) {
    if (supports[i].share.has_value() != supports[0].share.has_value()) {
      const std::size_t without = supports[i].share ? 0 : i;
      throw InvalidInput(support_key(without) + ".share", "missing: either all supports have a share or none");
    }
    if (!supports[i].share) continue;
    total += *supports[i].share;
  }
  if (supports[0].share) {
    if (total > 0 && std::isfinite(total)) return;
    throw InvalidInput("support[0].share",
                       "the shares add up to " + number_text(total) + ": must be positive and finite");
  }
  const ShapeKind kind = kind_of(supports[0].shape);
  for (std::size_t i = 1; i < supports.size(); ++i) {
    const ShapeKind other = kind_of(supports[i].shape);
    if (other == kind) continue;
    throw InvalidInput(support_key(i) + ".share", std::string("missing: supports mix ") + name_of(kind) + " and " +
                                                      name_of(other) + ": give each a share");
  }
}

/// A free law that has no half has no numbers that count.
ContactPatch without_idle_numbers(ContactPatch patch) {
  for (Support& support : patch.supports) {
    auto* free = std::get_if<FreeLaw>(&support.law);
    if (free != nullptr && free->half == FreeLaw::Half::None) *free = {};
  }
  return patch;
}

}  // namespace

void check_patch(const ContactPatch& patch) {
  check_record(without_idle_numbers(patch), "");
  check_contact_coefficients(patch);
  if (patch.supports.empty()) throw InvalidInput("support", "none: at least one is needed");
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    const Support& support = patch.supports[i];
    const std::string key = support_key(i);
    detail::check_shape(support.shape, key);
    detail::check_pressure(support, key);
    detail::check_law(support, patch, key);
  }
  check_shares(patch.supports);
}

std::vector<double> normal_force_shares(const ContactPatch& patch) {
  std::vector<double> parts;
  double total = 0.0;
  for (const Support& support : patch.supports) {
    parts.push_back(support.share ? *support.share : measure_of(support.shape));
    total += parts.back();
  }
  for (double& part : parts) part /= total;
  return parts;
}

std::vector<double> normal_forces(const ContactPatch& patch) {
  std::vector<double> parts = normal_force_shares(patch);
  for (double& part : parts) part *= patch.normal_force;
  return parts;
}

ContactPatch seen_from(ContactPatch patch, Vec2 origin) {
  for (Support& support : patch.supports) support.center = support.center - origin;
  return patch;
}

double resolve_coefficient(const Coefficients& own, const ContactPatch& patch, Coefficient which) {
  const Coefficients given = own.mu ? own : Coefficients{patch.mu, patch.mu_static};
  if (!given.mu) throw InvalidInput("mu", "missing: the contact or its law needs a coefficient");
  return which == Coefficient::Static ? given.mu_static.value_or(*given.mu) : *given.mu;
}

}  // namespace dryslip
