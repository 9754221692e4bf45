#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dryslip/files/scenario_error.hpp"
#include "dryslip/files/toml_tree.hpp"
#include "dryslip/numerics/expression.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/printable.hpp"

namespace dryslip::detail {

/// Where a scenario comes from.
struct ScenarioSource {
  std::string name;  ///< of the file, for messages
  const FileReader& read_file;
};

/// One section of a scenario; every mistake throws ScenarioError with the line and the full key. read_record() reads described structs from it.
class SectionReader {
 public:
  /// `path` is the full name of the section: contact.support[0]; throws where the node is not a section.
  SectionReader(const ScenarioSource& source, const TomlNode& node, std::string path);

  /// Throws for the first key that is not in the list; `what` ends the message: "keys of a joint".
  void allow_keys(std::span<const std::string_view> keys, std::string_view what) const;

  /// The node of a key, or null.
  const TomlNode* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
  /// The node of a key; throws "missing" with what is needed.
  const TomlNode& required(std::string_view key, std::string_view needed) const;

  // Values by node; `key` is the one to blame.
  double number(std::string_view key, const TomlNode& node) const;
  bool flag(std::string_view key, const TomlNode& node) const;
  std::string text(std::string_view key, const TomlNode& node) const;
  /// Index of the word in the list of those allowed, which follows `needed` in the message.
  std::size_t word(std::string_view key, const TomlNode& node, std::span<const char* const> allowed,
                   const std::string& needed = "allowed: ") const;
  /// A formula, or a number.
  Expression expression(std::string_view key, const TomlNode& node, const std::vector<std::string>& variables) const;
  const TomlNode::Array& array(std::string_view key, const TomlNode& node, std::string_view needed) const;
  /// An array of `least` to `most` numbers.
  std::vector<double> row(std::string_view key, const TomlNode& node, std::size_t least, std::size_t most) const;

  /// Text of the file that a key names; throws where it cannot be read.
  std::string named_file(std::string_view key) const;
  /// A section inside this one, or nothing.
  std::optional<SectionReader> section(std::string_view key) const;
  /// The section that is the value of a key.
  SectionReader section(std::string_view key, const TomlNode& node) const;

  /// Throws at the line of the key (of the section, where the key is absent).
  [[noreturn]] void fail(std::string_view key, const std::string& explanation) const;
  /// Throws at the line of the key for a value of the wrong type.
  [[noreturn]] void fail_type(std::string_view key, const TomlNode& given, std::string_view needed) const;

  /// Does work whose InvalidInput has keys of this section.
  template <class Work>
  auto within(const Work& work) const {
    try {
      return work();
    } catch (const InvalidInput& error) {
      fail(error.key(), printable(error.explanation()));
    }
  }

  const TomlNode& node() const { return node_; }
  const std::string& path() const { return path_; }
  const ScenarioSource& source() const { return source_; }
  std::string full_key(std::string_view key) const;

 private:
  const ScenarioSource& source_;
  const TomlNode& node_;
  std::string path_;
};

/// "an array of 2 to 3 numbers"
std::string numbers_needed(std::size_t least, std::size_t most);
/// "x, y and z"
std::string listed(const std::vector<std::string>& names);

}  // namespace dryslip::detail
