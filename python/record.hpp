#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <functional>
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

/// One field as Python sees it.
template <class T, class P, bool required>
struct Field {
  const char* name;
  const char* doc;  ///< with the unit
  std::function<P(const T&)> get;
  std::function<void(T&, P)> set;
};

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
  return Field<T, P, false>{name, doc, [](const T& self) { return self.*member; },
                            [](T& self, P value) { self.*member = std::move(value); }};
}

template <auto member, bool is_required = false>
auto field(const char* name, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  using P = typename MemberOf<decltype(member)>::Value;
  return Field<T, P, is_required>{name, doc, [](const T& self) { return self.*member; },
                                  [](T& self, P value) { self.*member = std::move(value); }};
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
  return Field<T, std::string, false>{
      name, doc, [words](const T& self) { return std::string(words.at(static_cast<std::size_t>(self.*member))); },
      [words, name](T& self, const std::string& word) { self.*member = enum_of<E>(word, words, name); }};
}

template <auto member>
auto optional_word_field(const char* name, const Words& words, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  using E = typename MemberOf<decltype(member)>::Value::value_type;
  using P = std::optional<std::string>;
  return Field<T, P, false>{name, doc,
                            [words](const T& self) {
                              return self.*member ? P(words.at(static_cast<std::size_t>(*(self.*member))))
                                                  : std::nullopt;
                            },
                            [words, name](T& self, const P& word) {
                              if (word)
                                self.*member = enum_of<E>(*word, words, name);
                              else
                                (self.*member).reset();
                            }};
}

/// A formula: text, or a number.
using Formula = std::variant<std::string, double>;
/// Throws std::invalid_argument as Expression.
Expression expression_of(const Formula& formula, const std::vector<std::string>& variables);

template <auto member, bool is_required = false>
auto formula_field(const char* name, const std::vector<std::string>& variables, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  return Field<T, Formula, is_required>{
      name, doc, [](const T& self) { return Formula((self.*member).text()); },
      [variables](T& self, const Formula& formula) { self.*member = expression_of(formula, variables); }};
}

template <auto member>
auto formula_pair_field(const char* name, const std::vector<std::string>& variables, const char* doc) {
  using T = typename MemberOf<decltype(member)>::Struct;
  using P = std::array<Formula, 2>;
  return Field<T, P, false>{
      name, doc,
      [](const T& self) {
        return P{(self.*member)[0].text(), (self.*member)[1].text()};
      },
      [variables](T& self, const P& formulas) {
        self.*member = {expression_of(formulas[0], variables), expression_of(formulas[1], variables)};
      }};
}

// What every record does, without its type.
std::string record_doc(const char* doc, const std::vector<std::pair<const char*, const char*>>& fields);
nb::str record_repr(const char* name, const nb::tuple& fields, const nb::tuple& values, const nb::tuple& blank_values);
bool record_equal(const nb::tuple& values, const nb::tuple& others);
nb::object record_replace(nb::handle self, const nb::tuple& fields, const nb::tuple& values, const nb::kwargs& changes);
/// Text that lives as long as the module.
const char* kept(std::string text);

template <class T, class P, bool required>
auto argument_of(const Field<T, P, required>& field) {
  if constexpr (required)
    return nb::arg(field.name);
  else
    return nb::arg(field.name) = field.get(blank<T>());
}

template <class T, class P, bool required>
nb::object default_of(const Field<T, P, required>& field, const nb::object& nothing) {
  if constexpr (required)
    return nothing;
  else
    return nb::cast(field.get(blank<T>()));
}

/// A class for T with these fields.
template <class T, class... P, bool... required>
nb::class_<T> record(nb::module_& m, const char* name, const char* doc, const Field<T, P, required>&... fields) {
  nb::class_<T> type(m, name, kept(record_doc(doc, {{fields.name, fields.doc}...})));
  type.def(
      "__init__",
      [fields...](T* self, P... values) {
        T made = blank<T>();
        (fields.set(made, std::move(values)), ...);
        complete(made);
        new (self) T(std::move(made));
      },
      argument_of(fields)...);
  (type.def_prop_ro(
       fields.name, [get = fields.get](const T& self) -> P { return get(self); }, fields.doc),
   ...);
  const nb::tuple names = nb::make_tuple(fields.name...);
  const auto values_of = [fields...](const T& self) { return nb::make_tuple(fields.get(self)...); };
  // what is required is always said: nothing equals an object that nobody has
  const nb::object nothing = nb::module_::import_("builtins").attr("object")();
  const nb::tuple blank_values = nb::make_tuple(default_of(fields, nothing)...);
  type.def("__repr__", [=](const T& self) { return record_repr(name, names, values_of(self), blank_values); });
  type.def("__eq__", [=](const T& self, nb::handle other) {
    return nb::isinstance<T>(other) && record_equal(values_of(self), values_of(nb::cast<const T&>(other)));
  });
  type.def("__getstate__", values_of);
  type.def("__setstate__", [fields...](T& self, const nb::tuple& state) {
    T made = blank<T>();
    std::size_t i = 0;
    (fields.set(made, nb::cast<P>(state[i++])), ...);
    new (&self) T(std::move(made));
  });
  type.def(
      "replace",
      [=](nb::handle self, const nb::kwargs& changes) {
        return record_replace(self, names, values_of(nb::cast<const T&>(self)), changes);
      },
      nb::sig(kept("def replace(self, **changes: typing.Any) -> " + std::string(name))),
      "The same with other values of some fields.");
  type.attr("_fields") = names;
  type.attr("__hash__") = nb::none();
  return type;
}

/// A repr of its own for a record that would be long.
template <class T, class Repr>
void set_repr(nb::class_<T>& type, const Repr& repr) {
  type.attr("__repr__") = nb::cpp_function(repr, nb::name("__repr__"), nb::is_method(), nb::scope(type));
}

}  // namespace dryslip::python
