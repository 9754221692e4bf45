#include "python/record.hpp"

#include <deque>
#include <span>
#include <string_view>

#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/name_suggestion.hpp"
#include "dryslip/record/number_text.hpp"
#include "dryslip/record/printable.hpp"

namespace dryslip::python {

std::size_t index_of(const std::string& word, std::span<const char* const> words, const std::string& key) {
  const std::vector<std::string_view> known(words.begin(), words.end());
  for (std::size_t i = 0; i < known.size(); ++i)
    if (word == known[i]) return i;
  throw InvalidInput(key, "\"" + word + "\": " + suggestion(word, known) + "must be one of " + joined(known));
}

Expression expression_of(const Formula& formula, const std::vector<std::string>& variables) {
  if (const auto* text = std::get_if<std::string>(&formula)) return Expression(*text, variables);
  std::string number;
  append_number(number, std::get<double>(formula));
  return Expression(number, variables);
}

Expression expression_of(const Formula& formula, const std::vector<std::string>& variables, const std::string& key) {
  try {
    return expression_of(formula, variables);
  } catch (const std::invalid_argument& error) {
    throw InvalidInput(key, "\"" + printable(std::get<std::string>(formula)) + "\": " + printable(error.what()));
  }
}

const char* kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text)).c_str();
}

const char* name_in_python(std::string_view name) {
  std::string text(name);
  if (nb::cast<bool>(nb::module_::import_("keyword").attr("iskeyword")(text))) text += "_";
  return kept(text);
}

std::string field_doc(const FieldReference& field, nb::handle standard) {
  std::string text = field.meaning;
  const auto add = [&](const char* between, const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : between) + part;
  };
  add(" ", field.unit.empty() ? "" : "[" + field.unit + "]");
  add("; ", field.range);
  std::string words;
  for (const std::string& word : field.words) words += (words.empty() ? "'" : ", '") + word + "'";
  add("; ", words);
  if (!standard.is_none()) add("; ", "default " + nb::cast<std::string>(nb::repr(standard)));
  return text;
}

std::string record_doc(const char* doc, const std::vector<std::pair<const char*, const char*>>& fields) {
  std::string text = doc;
  if (fields.empty()) return text;
  text += "\n\nParameters\n----------\n";
  for (const auto& [name, explanation] : fields) text += std::string(name) + "\n    " + explanation + "\n";
  return text;
}

namespace {

bool is_same(nb::handle a, nb::handle b) {
  const nb::object arrays = nb::module_::import_("numpy");
  if (nb::isinstance(a, arrays.attr("ndarray")) || nb::isinstance(b, arrays.attr("ndarray")))
    return nb::cast<bool>(nb::bool_(arrays.attr("array_equal")(a, b)));
  return a.equal(b);
}

/// What has its default goes unsaid.
std::string repr_of(nb::handle self, const char* name, const nb::tuple& fields, const nb::tuple& standard_values) {
  std::string text;
  for (std::size_t i = 0; i < nb::len(fields); ++i) {
    const nb::object value = self.attr(fields[i]);
    if (is_same(value, standard_values[i])) continue;
    text +=
        (text.empty() ? "" : ", ") + nb::cast<std::string>(fields[i]) + "=" + nb::cast<std::string>(nb::repr(value));
  }
  return std::string(name) + "(" + text + ")";
}

bool are_equal(nb::handle a, nb::handle b, const nb::tuple& fields) {
  if (!a.type().is(b.type())) return false;
  for (const nb::handle field : fields)
    if (!is_same(a.attr(field), b.attr(field))) return false;
  return true;
}

}  // namespace

void add_record_methods(nb::handle type, const char* name, const nb::tuple& fields, const nb::tuple& standard_values) {
  const auto method = [&](const char* method_name, const auto& function, const auto&... extra) {
    type.attr(method_name) =
        nb::cpp_function(function, nb::name(method_name), nb::is_method(), nb::scope(type), extra...);
  };
  if (!nb::bool_(type.attr("__dict__").attr("__contains__")("__repr__")))
    method("__repr__", [=](nb::handle self) { return repr_of(self, name, fields, standard_values); });
  method(
      "__eq__", [=](nb::handle self, nb::handle other) { return are_equal(self, other, fields); },
      nb::arg("other").none());
  method("__reduce__", [=](nb::handle self) {
    nb::list values;
    for (const nb::handle field : fields) values.append(self.attr(field));
    return nb::make_tuple(self.type(), nb::tuple(values));
  });
  method(
      "replace",
      [=](nb::handle self, const nb::kwargs& changes) {
        nb::dict arguments;
        for (const nb::handle field : fields) arguments[field] = self.attr(field);
        arguments.update(changes);
        return self.type()(**arguments);
      },
      nb::sig(kept("def replace(self, **changes: typing.Any) -> " + std::string(name))),
      "A copy with other values of some fields.");
  type.attr("_fields") = fields;
  type.attr("__hash__") = nb::none();
}

}  // namespace dryslip::python
