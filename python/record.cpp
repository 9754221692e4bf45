#include "python/record.hpp"

#include <deque>
#include <span>
#include <string_view>

#include "dryslip/numerics/invalid_input.hpp"
#include "dryslip/scenario/decimal_number.hpp"
#include "dryslip/scenario/name_suggestion.hpp"

namespace dryslip::python {

std::size_t index_of(const std::string& word, const Words& words, const char* key) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (word == words[i]) return i;
  const std::vector<std::string_view> known(words.begin(), words.end());
  throw InvalidInput(key, "\"" + word + "\": " + suggestion(word, known) + "must be one of " + joined(known));
}

Expression expression_of(const Formula& formula, const std::vector<std::string>& variables) {
  if (const auto* text = std::get_if<std::string>(&formula)) return Expression(*text, variables);
  std::string number;
  append_number(number, std::get<double>(formula));
  return Expression(number, variables);
}

const char* kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text)).c_str();
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

}  // namespace

nb::str record_repr(const char* name, const nb::tuple& fields, const nb::tuple& values, const nb::tuple& blank_values) {
  std::string text = std::string(name) + "(";
  bool is_first = true;
  for (std::size_t i = 0; i < nb::len(fields); ++i) {
    // what has its default goes unsaid
    if (is_same(values[i], blank_values[i])) continue;
    if (!is_first) text += ", ";
    is_first = false;
    text += nb::cast<std::string>(fields[i]) + "=" + nb::cast<std::string>(nb::repr(values[i]));
  }
  return nb::str((text + ")").c_str());
}

bool record_equal(const nb::tuple& values, const nb::tuple& others) {
  for (std::size_t i = 0; i < nb::len(values); ++i)
    if (!is_same(values[i], others[i])) return false;
  return true;
}

nb::object record_replace(nb::handle self, const nb::tuple& fields, const nb::tuple& values,
                          const nb::kwargs& changes) {
  nb::dict arguments;
  for (std::size_t i = 0; i < nb::len(fields); ++i) arguments[fields[i]] = values[i];
  arguments.update(changes);
  return self.type()(**arguments);
}

}  // namespace dryslip::python
