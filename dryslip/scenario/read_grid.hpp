#pragma once

#include <string>
#include <string_view>

#include "dryslip/contact_patch/pressure.hpp"

namespace dryslip {

/// Measured pressure map of a CSV text: first line x0,y0,dx,dy, then one line of node values per y, from y0 upward.
///
/// A line of names before the first, a byte-order mark, CRLF and blank lines are accepted. At least two nodes each way,
/// none negative. Throws ScenarioError with the line of `name`.
GridPressure parse_grid(std::string_view text, const std::string& name);

}  // namespace dryslip
