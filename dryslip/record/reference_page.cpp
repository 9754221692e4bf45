#include "dryslip/record/reference_page.hpp"

#include <algorithm>
#include <initializer_list>

namespace dryslip {
namespace {

std::string in_code(const std::string& text) { return text.empty() ? text : "`" + text + "`"; }

/// Text that Markdown does not take for markup, not even between the bars of a row.
std::string plain(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|' || c == '*') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string row(std::initializer_list<std::string> cells) {
  std::string line = "|";
  for (const std::string& text : cells) line += " " + text + (text.empty() ? "|" : " |");
  return line + "\n";
}

std::string name_of(const SectionPlace& place) {
  if (place.path.empty()) return "At the top of the file";
  return in_code(place.is_list ? "[[" + place.path + "]]" : "[" + place.path + "]");
}

std::string meaning_of(const RecordReference& record) {
  return plain(record.meaning) + " In C++ and Python " + in_code(record.name) + ".";
}

bool is_section(const FieldReference& field) { return !field.sections.empty() && field.tag.empty(); }

/// The values that a key can have.
std::string value_of(const FieldReference& field) {
  if (!field.tag.empty()) return field.is_inline ? "word" : in_code("{ " + field.tag + " = … }");
  if (field.words_in_files.empty()) return field.type;
  const std::string words =
      detail::joined_texts(field.words_in_files, [](const std::string& word) { return in_code("\"" + word + "\""); });
  return field.type.starts_with("list") ? "list of " + words : words;
}

std::string default_of(const FieldReference& field) {
  if (field.is_required) return "required";
  if (field.tag.empty() || field.is_inline || field.standard.empty()) return in_code(field.standard);
  return in_code("{ " + field.tag + " = " + field.standard + " }");
}

/// `or_else`: what can be given in place of a required key.
std::string key_row(const FieldReference& field, const std::string& or_else = "") {
  const std::string alternative = field.is_required && !or_else.empty() ? ", or " + in_code(or_else) : "";
  return row({in_code(field.is_inline ? field.tag : field.key), value_of(field), plain(field.unit),
              plain(field.meaning), field.range, default_of(field) + alternative});
}

constexpr const char* columns = "| key | value | unit | meaning | range | default |\n";
constexpr const char* rule = "|---|---|---|---|---|---|\n";

/// All alternatives together: their words, and the keys of each.
std::string alternatives_section(const FieldReference& field, const SectionPlace& place) {
  std::string text = "### " + in_code(field.key) + " of " + name_of(place) + "\n\n";
  text += "| " + in_code(field.tag) + " " + columns + "|---" + rule;
  for (const RecordReference& each : field.sections) {
    const std::string word = "| " + in_code("\"" + each.word + "\"") + " ";
    text += word + row({"", "", "", meaning_of(each), "", ""});
    for (const FieldReference& inner : each.fields)
      if (!inner.key.empty()) text += word + key_row(inner, each.file_key);
    if (!each.file_key.empty())
      text += word + row({in_code(each.file_key), "file", "", plain(each.file_meaning), "", ""});
  }
  return text + "\n";
}

/// Moves fields whose key names another section, "contact.model", into that section.
RecordReference with_fields_at_home(RecordReference record) {
  std::vector<FieldReference> here;
  for (FieldReference& field : record.fields) {
    const std::size_t dot = field.key.find('.');
    const auto home = std::find_if(here.begin(), here.end(),
                                   [&](const FieldReference& other) { return other.key == field.key.substr(0, dot); });
    if (dot == std::string::npos || home == here.end()) {
      here.push_back(std::move(field));
    } else {
      field.key.erase(0, dot + 1);
      home->sections.front().fields.push_back(std::move(field));
    }
  }
  record.fields = std::move(here);
  return record;
}

}  // namespace

std::string reference_sections(const RecordReference& given, const SectionPlace& place) {
  const RecordReference record = with_fields_at_home(given);
  std::string rows, inner;
  for (const FieldReference& field : record.fields) {
    if (field.key.empty()) continue;
    if (is_section(field))
      inner += reference_sections(field.sections.front(),
                                  {.path = joined_key(place.path, field.key), .is_list = field.is_list});
    else
      rows += key_row(field);
    if (!field.tag.empty()) inner += alternatives_section(field, place);
  }
  std::string text = "## " + name_of(place) + (place.note.empty() ? "" : " " + place.note) + "\n\n";
  text += meaning_of(record) + "\n\n";
  if (!rows.empty()) text += columns + (rule + rows) + "\n";
  return text + inner;
}

}  // namespace dryslip
