#include "dryslip/files/section_reader.hpp"

#include <algorithm>

#include "dryslip/record/counted.hpp"
#include "dryslip/record/field_kinds.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::detail {

std::string numbers_needed(std::size_t least, std::size_t most) {
  return "an array of " + (most > least ? std::to_string(least) + " to " : "") + counted(most, "number");
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
  return text;
}

SectionReader::SectionReader(const ScenarioSource& source, const TomlNode& node, std::string path)
    : source_(source), node_(node), path_(std::move(path)) {
  if (!std::holds_alternative<TomlNode::Table>(node.value))
    throw ScenarioError(source.name, node.line,
                        path_ + ": " + describe(node) + ": must be a section { key = value, ... }");
}

std::string SectionReader::full_key(std::string_view key) const { return joined_key(path_, key); }

void SectionReader::fail(std::string_view key, const std::string& explanation) const {
  throw ScenarioError(source_.name, line_of(node_, key), full_key(key) + ": " + explanation);
}

void SectionReader::fail_type(std::string_view key, const TomlNode& given, std::string_view needed) const {
  fail(key, describe(given) + ": must be " + std::string(needed));
}

void SectionReader::allow_keys(std::span<const std::string_view> keys, std::string_view what) const {
  for (const TomlMember& member : std::get<TomlNode::Table>(node_.value)) {
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
    throw ScenarioError(source_.name, member.line,
                        full_key(printable(member.key)) + ": unknown key: " + suggestion(member.key, keys) +
                            std::string(what) + ": " + joined(keys));
  }
}

const TomlNode* SectionReader::find(std::string_view key) const {
  const TomlMember* member = find_member(node_, key);
  return member == nullptr ? nullptr : &member->node;
}

const TomlNode& SectionReader::required(std::string_view key, std::string_view needed) const {
  const TomlNode* node = find(key);
  if (node == nullptr) fail(key, "missing: give " + std::string(needed));
  return *node;
}

double SectionReader::number(std::string_view key, const TomlNode& node) const {
  const double* value = std::get_if<double>(&node.value);
  if (value == nullptr) fail_type(key, node, "a number");
  return *value;
}

bool SectionReader::flag(std::string_view key, const TomlNode& node) const {
  const bool* value = std::get_if<bool>(&node.value);
  if (value == nullptr) fail_type(key, node, "true or false");
  return *value;
}

std::string SectionReader::text(std::string_view key, const TomlNode& node) const {
  const auto* value = std::get_if<std::string>(&node.value);
  if (value == nullptr) fail_type(key, node, "a string");
  return *value;
}

std::size_t SectionReader::word(std::string_view key, const TomlNode& node, std::span<const char* const> allowed,
                                const std::string& needed) const {
  const std::string given = text(key, node);
  const std::vector<std::string_view> known(allowed.begin(), allowed.end());
  const auto found = std::find(known.begin(), known.end(), given);
  if (found == known.end())
    fail(key, "\"" + printable(given) + "\": " + suggestion(given, known) + needed + joined(known));
  return static_cast<std::size_t>(found - known.begin());
}

Expression SectionReader::expression(std::string_view key, const TomlNode& node,
                                     const std::vector<std::string>& variables) const {
  if (const double* value = std::get_if<double>(&node.value)) {
    if (const std::string fault = fault_of(*value, any_number, ""); !fault.empty()) fail(key, fault);
    return Expression(number_text(*value), variables);
  }
  const auto* value = std::get_if<std::string>(&node.value);
  if (value == nullptr) fail_type(key, node, "an expression in quotes, or a number");
  try {
    return Expression(*value, variables);
  } catch (const std::invalid_argument& error) {
    fail(key, "\"" + printable(*value) + "\": " + printable(error.what()));
  }
}

const TomlNode::Array& SectionReader::array(std::string_view key, const TomlNode& node, std::string_view needed) const {
  const auto* elements = std::get_if<TomlNode::Array>(&node.value);
  if (elements == nullptr) fail_type(key, node, needed);
  return *elements;
}

std::vector<double> SectionReader::row(std::string_view key, const TomlNode& node, std::size_t least,
                                       std::size_t most) const {
  const TomlNode::Array& elements = array(key, node, numbers_needed(least, most));
  if (elements.size() < least || elements.size() > most) fail_type(key, node, numbers_needed(least, most));
  std::vector<double> values;
  for (std::size_t i = 0; i < elements.size(); ++i) values.push_back(number(indexed(key, i), elements[i]));
  return values;
}

std::string SectionReader::named_file(std::string_view key) const {
  const std::string name = text(key, required(key, "a string"));
  try {
    return source_.read_file(name);
  } catch (const std::runtime_error& error) {
    fail(key, "\"" + printable(name) + "\": " + printable(error.what()));
  }
}

std::optional<SectionReader> SectionReader::section(std::string_view key) const {
  const TomlNode* node = find(key);
  if (node == nullptr) return {};
  return section(key, *node);
}

SectionReader SectionReader::section(std::string_view key, const TomlNode& node) const {
  return SectionReader(source_, node, full_key(key));
}

}  // namespace dryslip::detail
