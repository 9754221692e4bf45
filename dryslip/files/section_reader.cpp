#include "dryslip/files/section_reader.hpp"

#include <algorithm>
#include <cmath>

#include "dryslip/record/counted.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/printable.hpp"

namespace dryslip::detail {
namespace {

std::string indexed(std::string_view key, std::size_t index) {
  return std::string(key) + "[" + std::to_string(index) + "]";
}

std::string numbers_needed(std::size_t least, std::size_t most) {
  return "an array of " + (most > least ? std::to_string(least) + " to " : "") + counted(most, "number");
}

}  // namespace

SectionReader::SectionReader(const ScenarioSource& source, const TomlNode& node, std::string path)
    : source_(source), node_(node), path_(std::move(path)) {
  if (!std::holds_alternative<TomlNode::Table>(node.value))
    throw ScenarioError(source.name, node.line, path_ + ": " + describe(node) + ": must be a table");
}

std::string SectionReader::full_key(std::string_view key) const {
  if (path_.empty()) return std::string(key);
  return key.empty() ? path_ : path_ + "." + std::string(key);
}

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

const TomlNode& SectionReader::required(std::string_view key, std::string_view needed) const {
  const TomlMember* member = find_member(node_, key);
  if (member == nullptr) fail(key, "missing: must be " + std::string(needed));
  return member->node;
}

double SectionReader::checked_number(std::string_view key, const TomlNode& node, Range range) const {
  const double* value = std::get_if<double>(&node.value);
  if (value == nullptr) fail_type(key, node, "a number");
  if (!std::isfinite(*value)) fail(key, number_text(*value) + ": must be a finite number");
  if (range == Range::NotNegative && *value < 0) fail(key, number_text(*value) + ": must not be negative");
  if (range == Range::Positive && !(*value > 0)) fail(key, number_text(*value) + ": must be greater than 0");
  return *value;
}

std::optional<double> SectionReader::optional_number(std::string_view key, Range range) const {
  const TomlMember* member = find_member(node_, key);
  if (member == nullptr) return {};
  return checked_number(key, member->node, range);
}

double SectionReader::number(std::string_view key, Range range) const {
  return checked_number(key, required(key, "a number"), range);
}

double SectionReader::number(std::string_view key, double fallback, Range range) const {
  return optional_number(key, range).value_or(fallback);
}

const TomlNode::Array& SectionReader::array(std::string_view key, const TomlNode& node, std::string_view needed) const {
  const auto* elements = std::get_if<TomlNode::Array>(&node.value);
  if (elements == nullptr) fail_type(key, node, needed);
  return *elements;
}

std::vector<double> SectionReader::row(const std::string& key, const TomlNode& node, std::size_t least,
                                       std::size_t most) const {
  const TomlNode::Array& elements = array(key, node, numbers_needed(least, most));
  if (elements.size() < least || elements.size() > most) fail_type(key, node, numbers_needed(least, most));
  std::vector<double> values;
  for (std::size_t i = 0; i < elements.size(); ++i)
    values.push_back(checked_number(indexed(key, i), elements[i], Range::Any));
  return values;
}

std::array<double, 2> SectionReader::pair(std::string_view key) const {
  const std::vector<double> values = row(std::string(key), required(key, numbers_needed(2, 2)), 2, 2);
  return {values[0], values[1]};
}

std::array<double, 3> SectionReader::triple(std::string_view key) const {
  if (!has(key)) return {};
  const std::vector<double> values = row(std::string(key), required(key, numbers_needed(3, 3)), 3, 3);
  return {values[0], values[1], values[2]};
}

Vec2 SectionReader::vector(std::string_view key) const {
  const auto [x, y] = pair(key);
  return {x, y};
}

Vec2 SectionReader::vector(std::string_view key, Vec2 fallback) const { return has(key) ? vector(key) : fallback; }

std::vector<std::vector<double>> SectionReader::rows(std::string_view key, std::size_t least, std::size_t most) const {
  const std::string needed = "an array whose elements are each " + numbers_needed(least, most);
  const TomlNode::Array& elements = array(key, required(key, needed), needed);
  std::vector<std::vector<double>> result;
  for (std::size_t i = 0; i < elements.size(); ++i) result.push_back(row(indexed(key, i), elements[i], least, most));
  return result;
}

std::vector<std::vector<Vec2>> SectionReader::loops(std::string_view key) const {
  const std::string_view needed = "an array of loops, each an array of points [x, y]";
  const TomlNode::Array& elements = array(key, required(key, needed), needed);
  std::vector<std::vector<Vec2>> result;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string loop_key = indexed(key, i);
    const TomlNode::Array& points = array(loop_key, elements[i], "a loop: an array of points [x, y]");
    std::vector<Vec2>& loop = result.emplace_back();
    for (std::size_t j = 0; j < points.size(); ++j) {
      const std::vector<double> point = row(indexed(loop_key, j), points[j], 2, 2);
      loop.push_back({point[0], point[1]});
    }
  }
  return result;
}

std::vector<double> SectionReader::numbers(std::string_view key, std::size_t count, Range range) const {
  const TomlNode& node = required(key, numbers_needed(count, count));
  const std::vector<double> values = row(std::string(key), node, count, count);
  const TomlNode::Array& elements = std::get<TomlNode::Array>(node.value);
  for (std::size_t i = 0; i < count; ++i) checked_number(indexed(key, i), elements[i], range);
  return values;
}

bool SectionReader::flag(std::string_view key, bool fallback) const {
  const TomlMember* member = find_member(node_, key);
  if (member == nullptr) return fallback;
  const bool* value = std::get_if<bool>(&member->node.value);
  if (value == nullptr) fail_type(key, member->node, "true or false");
  return *value;
}

std::string SectionReader::text(std::string_view key) const {
  const TomlNode& node = required(key, "a string");
  const auto* value = std::get_if<std::string>(&node.value);
  if (value == nullptr) fail_type(key, node, "a string");
  return *value;
}

std::string SectionReader::text(std::string_view key, std::string_view fallback) const {
  return has(key) ? text(key) : std::string(fallback);
}

std::size_t SectionReader::word(std::string_view key, Names allowed) const {
  if (!has(key)) return 0;
  const std::string given = text(key);
  const auto found = std::find(allowed.begin(), allowed.end(), given);
  if (found == allowed.end()) {
    const std::span<const std::string_view> words(allowed.begin(), allowed.size());
    fail(key, "\"" + printable(given) + "\": " + suggestion(given, words) + "allowed: " + joined(words));
  }
  return static_cast<std::size_t>(found - allowed.begin());
}

Expression SectionReader::checked_expression(std::string_view key, const TomlNode& node,
                                             const std::vector<std::string>& variables) const {
  if (std::holds_alternative<double>(node.value))
    return Expression(number_text(checked_number(key, node, Range::Any)), variables);
  const auto* value = std::get_if<std::string>(&node.value);
  if (value == nullptr) fail_type(key, node, "an expression in quotes, or a number");
  try {
    return Expression(*value, variables);
  } catch (const std::invalid_argument& error) {
    fail(key, "\"" + printable(*value) + "\": " + printable(error.what()));
  }
}

Expression SectionReader::expression(std::string_view key, const std::vector<std::string>& variables) const {
  const TomlMember* member = find_member(node_, key);
  return member == nullptr ? Expression("0", variables) : checked_expression(key, member->node, variables);
}

std::array<Expression, 2> SectionReader::expressions(std::string_view key,
                                                     const std::vector<std::string>& variables) const {
  const std::string_view needed = "an array of 2 expressions";
  const TomlMember* member = find_member(node_, key);
  if (member == nullptr) return {Expression("0", variables), Expression("0", variables)};
  const TomlNode::Array& elements = array(key, member->node, needed);
  if (elements.size() != 2) fail_type(key, member->node, needed);
  return {checked_expression(indexed(key, 0), elements[0], variables),
          checked_expression(indexed(key, 1), elements[1], variables)};
}

std::optional<SectionReader> SectionReader::section(std::string_view key) const {
  const TomlMember* member = find_member(node_, key);
  if (member == nullptr) return {};
  return SectionReader(source_, member->node, full_key(key));
}

std::vector<SectionReader> SectionReader::sections(std::string_view key) const {
  std::vector<SectionReader> result;
  const TomlMember* member = find_member(node_, key);
  if (member == nullptr) return result;
  const TomlNode::Array& elements = array(key, member->node, "an array of tables: [[" + full_key(key) + "]]");
  for (std::size_t i = 0; i < elements.size(); ++i)
    result.emplace_back(source_, elements[i], full_key(indexed(key, i)));
  return result;
}

}  // namespace dryslip::detail
