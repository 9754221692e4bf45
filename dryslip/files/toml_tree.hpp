#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dryslip::detail {

struct TomlMember;

/// A value of a TOML file with its line, free of the TOML library.
struct TomlNode {
  struct DateOrTime {};
  using Array = std::vector<TomlNode>;
  using Table = std::vector<TomlMember>;  ///< in the order of the file
  std::variant<std::string, double, bool, DateOrTime, Array, Table> value;
  int line = 0;  ///< from 1
};

struct TomlMember {
  std::string key;
  TomlNode node;
  int line = 0;  ///< of the key
};

/// The whole file as one section; throws ScenarioError with line and column for what is not TOML.
TomlNode parse_toml(std::string_view text, const std::string& file);

/// The member of a section, or null.
const TomlMember* find_member(const TomlNode& section, std::string_view key);

/// Line of a value named by a path such as `support[1].law.mu`, seen from a section; where the path ends early, the line of
/// the last part that exists.
int line_of(const TomlNode& section, std::string_view path);

/// The value as a message shows it: 0.3, "text" (a string), an array of 3, a section, ...
std::string describe(const TomlNode& node);

}  // namespace dryslip::detail
