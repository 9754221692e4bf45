#include "dryslip/files/toml_tree.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <charconv>

#include "dryslip/files/nesting.hpp"
#include "dryslip/files/scenario_error.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/printable.hpp"

namespace dryslip::detail {
namespace {

/// Throws for what toml++ 3.3 cannot handle outside of strings and comments: a byte outside ASCII, which TOML forbids there (C5 87 is
/// undefined behaviour), and nesting so deep that it, or we after it, would run out of stack.
void check_bare_text(std::string_view text, const std::string& file) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string_view quote;  // that ends the string we are in; a line feed stands for a comment
  Nesting nesting;
  int line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((quote.empty() || c == '\n') && !nesting.take(c)) throw ScenarioError(file, line, nested_too_deep());
    if (c == '\n') ++line;
    if (quote.empty()) {
      if (c == '#') quote = "\n";
      for (const std::string_view mark : {"\"\"\"", "'''", "\"", "'"}) {
        if (!text.substr(i).starts_with(mark)) continue;
        quote = mark;
        i += mark.size() - 1;
        break;
      }
      if (static_cast<unsigned char>(c) >= 0x80)
        throw ScenarioError(file, line, "a character outside ASCII: keys with such characters stand in quotes");
    } else if (quote[0] == '"' && c == '\\') {
      if (i + 1 < text.size() && text[i + 1] == '\n') ++line;
      ++i;
    } else if (text.substr(i).starts_with(quote)) {
      i += quote.size() - 1;
      // two more of them may stand before the end of a long string
      for (int more = 0; quote.size() == 3 && more < 2 && i + 1 < text.size() && text[i + 1] == quote[0]; ++more) ++i;
      quote = {};
    } else if (c == '\n' && quote.size() == 1) {
      quote = {};  // an unfinished string, which toml++ reports
    }
  }
}

int line_number(const toml::source_region& region) { return static_cast<int>(region.begin.line); }

TomlNode converted(const toml::node& node);

TomlNode::Table converted_table(const toml::table& table) {
  TomlNode::Table members;
  for (const auto& [key, node] : table)
    members.push_back({std::string(key.str()), converted(node), line_number(key.source())});
  std::stable_sort(members.begin(), members.end(),
                   [](const TomlMember& a, const TomlMember& b) { return a.line < b.line; });
  return members;
}

TomlNode converted(const toml::node& node) {
  TomlNode result{{}, line_number(node.source())};
  if (const auto* text = node.as_string()) {
    result.value = text->get();
  } else if (const auto* integer = node.as_integer()) {
    result.value = static_cast<double>(integer->get());
  } else if (const auto* number = node.as_floating_point()) {
    result.value = number->get();
  } else if (const auto* flag = node.as_boolean()) {
    result.value = flag->get();
  } else if (const auto* array = node.as_array()) {
    TomlNode::Array elements;
    for (const toml::node& element : *array) elements.push_back(converted(element));
    result.value = std::move(elements);
  } else if (const auto* table = node.as_table()) {
    result.value = converted_table(*table);
  } else {
    result.value = TomlNode::DateOrTime{};
  }
  return result;
}

}  // namespace

TomlNode parse_toml(std::string_view text, const std::string& file) {
  check_bare_text(text, file);
  try {
    TomlNode root = converted(toml::parse(text, file));
    root.line = 1;
    return root;
  } catch (const toml::parse_error& error) {
    const toml::source_position place = error.source().begin;
    throw ScenarioError(file, static_cast<int>(place.line),
                        "column " + std::to_string(place.column) + ": not TOML: " + printable(error.description()));
  }
}

const TomlMember* find_member(const TomlNode& section, std::string_view key) {
  const auto* members = std::get_if<TomlNode::Table>(&section.value);
  if (members == nullptr) return nullptr;
  const auto found = std::find_if(members->begin(), members->end(), [&](const auto& m) { return m.key == key; });
  return found == members->end() ? nullptr : &*found;
}

int line_of(const TomlNode& section, std::string_view path) {
  const TomlNode* node = &section;
  int line = section.line;
  while (!path.empty()) {
    if (path[0] == '[') {
      // one element of an array
      const std::size_t close = std::min(path.find(']'), path.size() - 1);
      std::size_t index = 0;
      std::from_chars(path.data() + 1, path.data() + close, index);
      path.remove_prefix(close + 1);
      const auto* array = std::get_if<TomlNode::Array>(&node->value);
      if (array == nullptr || index >= array->size()) return line;
      node = &(*array)[index];
      line = node->line;
    } else {
      // one member of a section
      if (path[0] == '.') path.remove_prefix(1);
      const std::size_t end = std::min(path.find_first_of(".["), path.size());
      const TomlMember* member = find_member(*node, path.substr(0, end));
      path.remove_prefix(end);
      if (member == nullptr) return line;
      node = &member->node;
      line = member->line;
    }
  }
  return line;
}

std::string describe(const TomlNode& node) {
  struct Describer {
    std::string operator()(const std::string& text) const { return "\"" + printable(text) + "\" (a string)"; }
    std::string operator()(double number) const { return number_text(number); }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(const TomlNode::DateOrTime&) const { return "a date or time"; }
    std::string operator()(const TomlNode::Array& array) const { return "an array of " + std::to_string(array.size()); }
    std::string operator()(const TomlNode::Table&) const { return "a section"; }
  };
  return std::visit(Describer{}, node.value);
}

}  // namespace dryslip::detail
