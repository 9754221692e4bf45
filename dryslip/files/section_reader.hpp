#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dryslip/files/scenario_error.hpp"
#include "dryslip/files/toml_tree.hpp"
#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/vec2.hpp"

namespace dryslip::detail {

/// What a number may be, beside being finite.
enum class Range { Any, NotNegative, Positive };

/// Where a scenario comes from.
struct ScenarioSource {
  std::string name;  ///< of the file, for messages
  const FileReader& read_file;
};

/// One table of a scenario, read key by key; every mistake throws ScenarioError with the line and the full key.
class SectionReader {
 public:
  using Names = std::initializer_list<std::string_view>;

  /// `path` is the full name of the table: contact.support[0]; throws where the node is not a table.
  SectionReader(const ScenarioSource& source, const TomlNode& node, std::string path);

  /// Throws for the first key that is not in the list; `what` ends the message: "keys of a rectangle".
  void allow_keys(std::span<const std::string_view> keys, std::string_view what) const;
  void allow_keys(Names keys) const { allow_keys({keys.begin(), keys.size()}, "keys of [" + path_ + "]"); }

  bool has(std::string_view key) const { return find_member(node_, key) != nullptr; }

  // Values by key. Those without a default are required or come back empty.
  double number(std::string_view key, Range range = Range::Any) const;
  double number(std::string_view key, double fallback, Range range = Range::Any) const;
  std::optional<double> optional_number(std::string_view key, Range range = Range::Any) const;
  std::array<double, 2> pair(std::string_view key) const;
  std::array<double, 3> triple(std::string_view key) const;  ///< zeros where the key is absent
  Vec2 vector(std::string_view key) const;
  Vec2 vector(std::string_view key, Vec2 fallback) const;
  bool flag(std::string_view key, bool fallback) const;
  std::string text(std::string_view key) const;
  std::string text(std::string_view key, std::string_view fallback) const;
  /// Index of the word in the list of those allowed; the first where the key is absent.
  std::size_t word(std::string_view key, Names allowed) const;
  /// A formula or a number; 0 where the key is absent.
  Expression expression(std::string_view key, const std::vector<std::string>& variables) const;
  std::array<Expression, 2> expressions(std::string_view key, const std::vector<std::string>& variables) const;
  /// Numbers of an array of arrays, each of `least` to `most` numbers.
  std::vector<std::vector<double>> rows(std::string_view key, std::size_t least, std::size_t most) const;
  std::vector<std::vector<Vec2>> loops(std::string_view key) const;
  /// An array of so many numbers.
  std::vector<double> numbers(std::string_view key, std::size_t count, Range range = Range::Any) const;

  // Values by node; `key` is the one to blame.
  double checked_number(std::string_view key, const TomlNode& node, Range range) const;
  Expression checked_expression(std::string_view key, const TomlNode& node,
                                const std::vector<std::string>& variables) const;

  /// A table inside this one, or nothing.
  std::optional<SectionReader> section(std::string_view key) const;
  /// The tables of an array of tables; empty where the key is absent.
  std::vector<SectionReader> sections(std::string_view key) const;

  /// The node of a key; throws "missing" with what is needed.
  const TomlNode& required(std::string_view key, std::string_view needed) const;
  /// Throws at the line of the key (of the table, where the key is absent).
  [[noreturn]] void fail(std::string_view key, const std::string& explanation) const;
  /// Throws at the line of the key for a value of the wrong type.
  [[noreturn]] void fail_type(std::string_view key, const TomlNode& given, std::string_view needed) const;

  const TomlNode& node() const { return node_; }
  const std::string& path() const { return path_; }
  const ScenarioSource& source() const { return source_; }

 private:
  std::vector<double> row(const std::string& key, const TomlNode& node, std::size_t least, std::size_t most) const;
  const TomlNode::Array& array(std::string_view key, const TomlNode& node, std::string_view needed) const;
  std::string full_key(std::string_view key) const;

  const ScenarioSource& source_;
  const TomlNode& node_;
  std::string path_;
};

}  // namespace dryslip::detail
