#include "dryslip/record/set_number.hpp"

#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/printable.hpp"

namespace dryslip::detail {

void throw_unknown_parameter(const std::string& path, const std::string& whole, std::span<const std::string> known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw UnknownParameter(printable(path),
                         "no number of " + whole + ": " + suggestion(path, names) + printable(joined(names)));
}

}  // namespace dryslip::detail
