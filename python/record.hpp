#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "python/arrays.hpp"

namespace dryslip::python {

// Plain structs of the library as Python classes: keyword constructor, read-only fields of the same names, replace(), ==, repr and
// pickle, all from one list of fields. They are constant, so that a field of a field is never changed in a copy unseen.

/// One field of T as Python sees it, of type P.
template <class T_, class P_, bool is_required, class Get, class Set>
struct Field {
  using T = T_;
  using P = P_;
  static constexpr bool required = is_required;
  const char* name;
  const char* doc;       ///< with the unit
  Get get;               ///< P(const T&)
  Set set;               ///< void(T&, P)
  bool is_none = false;  ///< by default, whatever the struct has
};

template <class T, class P, bool is_required = false, class Get, class Set>
auto make_field(const char* name, const char* doc, const Get& get, const Set& set) {
  return Field<T, P, is_required, Get, Set>{name, doc, get, set};
}

template <class>
struct MemberOf;
template <class T, class P>
struct MemberOf<P T::*> {
  using Struct = T;
  using Value = P;
};

/// The struct with its defaults; specialised where there are none in C++.
template <class T>
T blank() {
  return T{};
}

/// What remains to be done when all fields have their values; specialised where there is something.
template <class T>
void complete(T&) {}

/// A field of a base class of T.
template <class T, auto member>
auto inherited(const char* name, const char* doc) {
  using P = typename MemberOf<decltype(member)>::Value;
  return make_field<T, P, false>(
      name, doc, [](const T& self) { return self.*member; }, [](T& self, P value) { self.*member = std::move(value); });
}

template <auto member, bool is_required = false>
auto field(const char* name, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  using P = typename MemberOf<decltype(member)>::Value;
  return make_field<T, P, is_required>(
      name, doc, [](const T& self) { return self.*member; }, [](T& self, P value) { self.*member = std::move(value); });
}

template <auto member>
auto required(const char* name, const char* doc) {
  return field<member, true>(name, doc);
}

/// Names of the values of an enum, in its order, as in scenario files.
using Words = std::vector<const char*>;
/// Throws InvalidInput, with the names, for another word.
std::size_t index_of(const std::string& word, const Words& words, const char* key);

template <class Enum>
Enum enum_of(const std::string& word, const Words& words, const char* key) {
  return static_cast<Enum>(index_of(word, words, key));
}

/// An enum as its word.
template <auto member>
auto word_field(const char* name, const Words& words, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  using E = typename MemberOf<decltype(member)>::Value;
  return make_field<T, std::string, false>(
      name, doc, [words](const T& self) { return std::string(words.at(static_cast<std::size_t>(self.*member))); },
      [words, name](T& self, const std::string& word) { self.*member = enum_of<E>(word, words, name); });
}

template <auto member>
auto optional_word_field(const char* name, const Words& words, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  using E = typename MemberOf<decltype(member)>::Value::value_type;
  using P = std::optional<std::string>;
  return make_field<T, P, false>(
      name, doc,
      [words](const T& self) {
        return self.*member ? P(words.at(static_cast<std::size_t>(*(self.*member)))) : std::nullopt;
      },
      [words, name](T& self, const P& word) {
        if (word)
          self.*member = enum_of<E>(*word, words, name);
        else
          (self.*member).reset();
      });
}

/// A formula: text, or a number.
using Formula = std::variant<std::string, double>;
/// Throws std::invalid_argument as Expression.
Expression expression_of(const Formula& formula, const std::vector<std::string>& variables);

template <auto member, bool is_required = false>
auto formula_field(const char* name, const std::vector<std::string>& variables, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  return make_field<T, Formula, is_required>(
      name, doc, [](const T& self) { return Formula((self.*member).text()); },
      [variables](T& self, const Formula& formula) { self.*member = expression_of(formula, variables); });
}

template <auto member>
auto formula_pair_field(const char* name, const std::vector<std::string>& variables, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  using P = std::array<Formula, 2>;
  return make_field<T, P, false>(
      name, doc,
      [](const T& self) {
        return P{(self.*member)[0].text(), (self.*member)[1].text()};
      },
      [variables](T& self, const P& formulas) {
        self.*member = {expression_of(formulas[0], variables), expression_of(formulas[1], variables)};
      });
}

/// What every record does, without its type: repr (where it has none yet), ==, replace() and pickle as a call of the class.
/// `blank_values`: the defaults, in the order of the fields.
void add_record_methods(nb::handle type, const char* name, const nb::tuple& fields, const nb::tuple& blank_values);
std::string record_doc(const char* doc, const std::vector<std::pair<const char*, const char*>>& fields);
/// Text that lives as long as the module.
const char* kept(std::string text);

template <class F>
nb::object default_of(const F& field, const nb::object& nothing) {
  if constexpr (F::required)
    return nothing;
  else
    return nb::cast(typename F::P(field.get(blank<typename F::T>())));
}

template <class F>
auto argument_of(const F& field) {
  if constexpr (F::required)
    return nb::arg(field.name);
  else
    return nb::arg(field.name) = field.is_none ? nb::object(nb::none()) : default_of(field, nb::none());
}

/// A class for T with these fields.
template <class T, class... F>
nb::class_<T> record_of(nb::module_& m, const char* name, const char* doc, const F&... fields) {
  nb::class_<T> type(m, name, kept(record_doc(doc, {{fields.name, fields.doc}...})));
  type.def(
      "__init__",
      [fields...](T* self, typename F::P... values) {
        T made = blank<T>();
        (fields.set(made, std::move(values)), ...);
        complete(made);
        new (self) T(std::move(made));
      },
      argument_of(fields)...);
  (type.def_prop_ro(fields.name, fields.get, fields.doc), ...);
  // what is required is always said: nothing equals an object that nobody has
  const nb::object nothing = nb::module_::import_("builtins").attr("object")();
  if constexpr (requires(const T& self) { self.summary(); })  // of what would be long
    type.def("__repr__", [](const T& self) { return self.summary(); });
  add_record_methods(type, name, nb::make_tuple(fields.name...), nb::make_tuple(default_of(fields, nothing)...));
  return type;
}

/// The same for the struct that the fields belong to.
template <class First, class... F>
auto record(nb::module_& m, const char* name, const char* doc, const First& first, const F&... fields) {
  return record_of<typename First::T>(m, name, doc, first, fields...);
}

}  // namespace dryslip::python
