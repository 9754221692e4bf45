#include "dryslip/record/set_number.hpp"

#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/printable.hpp"

namespace dryslip {

bool NumberSetter::operator()(const NumberPlace& place, double& number) {
  visited_.push_back(place.path);
  if (place.path != path_) return false;
  check_number(value_, place.range, place.unit, path_);
  number = value_;
  return true;
}

void NumberSetter::fail(std::string_view whole) const {
  const std::vector<std::string_view> known(visited_.begin(), visited_.end());
  throw UnknownParameter(printable(path_), "not a numeric key of " + std::string(whole) + ": " +
                                               suggestion(path_, known) + "allowed: " + printable(joined(known)));
}

}  // namespace dryslip
