#pragma once

#include <string>
#include <string_view>

namespace dryslip {

/// "1 row", "2 rows", "0 rows": a number of things whose plural ends in s.
inline std::string counted(std::size_t number, std::string_view thing) {
  return std::to_string(number) + " " + std::string(thing) + (number == 1 ? "" : "s");
}

}  // namespace dryslip
