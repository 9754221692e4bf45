#include "dryslip/record/format_text.hpp"

namespace dryslip {

std::string format_values(fmt::string_view pattern, fmt::format_args values) { return fmt::vformat(pattern, values); }

}  // namespace dryslip
