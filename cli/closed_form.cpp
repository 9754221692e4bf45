#include "cli/closed_form.hpp"

#include <algorithm>

namespace dryslip::cli {
namespace {

template <class... Kinds, class Variant>
bool is_one_of(const Variant& value) {
  return (std::holds_alternative<Kinds>(value) || ...);
}

}  // namespace

bool has_closed_form(const Support& support) {
  if (is_one_of<Points>(support.shape)) return true;
  if (!is_one_of<IsotropicLaw>(support.law)) return false;
  if (is_one_of<Ring, Segment>(support.shape)) return true;
  if (is_one_of<Rectangle, Polygon>(support.shape)) return is_one_of<UniformPressure, LinearPressure>(support.pressure);
  if (is_one_of<Annulus>(support.shape)) return is_one_of<UniformPressure>(support.pressure);
  if (!is_one_of<Disk>(support.shape)) return false;
  const HertzPressure* hertz = std::get_if<HertzPressure>(&support.pressure);
  return is_one_of<UniformPressure, PunchPressure>(support.pressure) || (hertz != nullptr && hertz->shift == 0.0);
}

bool has_closed_form(const ContactPatch& patch) {
  return std::all_of(patch.supports.begin(), patch.supports.end(),
                     [](const Support& support) { return has_closed_form(support); });
}

}  // namespace dryslip::cli
