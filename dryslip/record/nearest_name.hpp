#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dryslip {

/// The name that needs the fewest changed, added, dropped or exchanged letters to become `given`; empty when none is
/// near (more than a third of the letters, at least one, would have to change). The first wins a tie.
std::string nearest_name(std::string_view given, std::span<const std::string> known);

}  // namespace dryslip
