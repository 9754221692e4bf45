#pragma once

#include <array>
#include <concepts>
#include <new>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dryslip/record/check_record.hpp"
#include "dryslip/record/reference.hpp"
#include "python/python_form.hpp"

namespace dryslip::python {

// Plain structs of the library as Python classes: keyword constructor, read-only fields of the same names, replace(), ==, repr and
// pickle, all from the description of the struct. They are constant, so that a field of a field is never changed in a copy unseen.

/// How Python has one field of a struct; specialised where its type and description do not say it.
template <class F>
struct FieldForm {
  using Form = PythonForm<typename F::Value>;
  using Type = typename Form::Type;
  static constexpr bool has_default = false;         ///< in Python, though it is required
  static constexpr bool is_none_by_default = false;  ///< whatever the struct has
  static decltype(auto) of(const typename F::Struct& record) { return Form::of(F::of(record)); }
  /// Throws InvalidInput with the key.
  static void set(typename F::Struct& record, Type given, const std::string& key) {
    F::of(record) = Form::from(std::move(given), F::of(record), key);
  }
};

/// What remains to be done when all fields have their values; specialised where there is something.
template <class T>
void complete(T&) {}

/// Whether Python's values must be in the ranges of the fields: of input they must, while results hold what was found.
enum class RangesOf { Input, Result };

/// The fields of a struct in the order of Python, which wants those without a default first.
template <Described T>
struct PythonFields {
  template <std::size_t i>
  using InFiles = std::remove_cvref_t<decltype(std::get<i>(description<T>.fields))>;
  static constexpr std::size_t count = std::tuple_size_v<decltype(description<T>.fields)>;
  using Indices = std::make_index_sequence<count>;

  template <std::size_t... i>
  static constexpr std::array<std::size_t, count> order_of(std::index_sequence<i...>) {
    const bool is_required[] = {
        (std::get<i>(description<T>.fields).is_required && !FieldForm<InFiles<i>>::has_default)..., false};
    std::array<std::size_t, count> order{};
    std::size_t placed = 0;
    for (const bool required : {true, false})
      for (std::size_t k = 0; k < count; ++k)
        if (is_required[k] == required) order[placed++] = k;
    return order;
  }
  static constexpr std::array<std::size_t, count> order = order_of(Indices());

  template <std::size_t i>
  static constexpr const auto& field() {
    return std::get<order[i]>(description<T>.fields);
  }
  template <std::size_t i>
  using Form = FieldForm<InFiles<order[i]>>;
  template <std::size_t i>
  static constexpr bool is_required = std::get<order[i]>(description<T>.fields).is_required && !Form<i>::has_default;
};

/// What every record does, without its type: repr (where it has none yet), ==, replace() and pickle as a call of the class.
/// `standard_values`: the defaults, in the order of the fields.
void add_record_methods(nb::handle type, const char* name, const nb::tuple& fields, const nb::tuple& standard_values);
/// Text that lives as long as the module.
const char* kept(std::string text);
/// The name of a field: words reserved in Python take a trailing underscore.
const char* name_in_python(std::string_view name);
/// "of the body [kg]; must be greater than 0; default 1.0": what is None or required has no default to tell.
std::string field_doc(const FieldReference& field, nb::handle standard);
/// What the class is, then its parameters.
std::string record_doc(const char* doc, const std::vector<std::pair<const char*, const char*>>& fields);

/// Throws InvalidInput where a number is not in the range of its field. Records in a field are checked when they are made. A default out of
/// its range stands for something else, and may be given too.
template <class T, class F>
void check_range(const F& field, const T& record, bool is_required, const char* table) {
  using V = typename F::Value;
  if constexpr (std::same_as<V, double>)
    if (!is_required && F::of(record) == F::of(T{})) return;
  if constexpr (!is_choice<V> && !Described<V>)
    dryslip::detail::check_value(field, F::of(record), joined_key(table, shown_name(field)));
}

template <Described T, std::size_t i, RangesOf ranges>
void set_field(T& record, typename PythonFields<T>::template Form<i>::Type given, const char* table) {
  const auto& field = PythonFields<T>::template field<i>();
  PythonFields<T>::template Form<i>::set(record, std::move(given), joined_key(table, field.name));
  if constexpr (ranges == RangesOf::Input) check_range(field, record, PythonFields<T>::template is_required<i>, table);
}

/// The value that a field has by default, or `nothing` where it is required.
template <Described T, std::size_t i>
nb::object standard_of(const nb::object& nothing) {
  using Form = typename PythonFields<T>::template Form<i>;
  if constexpr (PythonFields<T>::template is_required<i>)
    return nothing;
  else
    return nb::cast(typename Form::Type(Form::of(T{})));
}

/// The value of an argument that Python leaves out.
template <Described T, std::size_t i>
nb::object left_out() {
  if constexpr (PythonFields<T>::template Form<i>::is_none_by_default)
    return nb::none();
  else
    return standard_of<T, i>(nb::none());
}

template <Described T, std::size_t i>
auto argument_of_field() {
  const char* name = name_in_python(PythonFields<T>::template field<i>().name);
  if constexpr (PythonFields<T>::template is_required<i>)
    return nb::arg(name);
  else
    return nb::arg(name) = left_out<T, i>();
}

template <Described T, RangesOf ranges, std::size_t... i>
nb::class_<T> bind_fields(nb::module_& m, const char* table, std::index_sequence<i...>) {
  using Fields = PythonFields<T>;
  const RecordReference reference = reference_of<T>();
  const char* class_name = kept(reference.name);
  const char* names[] = {name_in_python(Fields::template field<i>().name)..., nullptr};
  [[maybe_unused]] const char* docs[] = {kept(field_doc(reference.fields[Fields::order[i]], left_out<T, i>()))...,
                                         nullptr};
  nb::class_<T> type(m, class_name, kept(record_doc(reference.meaning.c_str(), {{names[i], docs[i]}...})));
  type.def(
      "__init__",
      [table](T* self, typename Fields::template Form<i>::Type... values) {
        T made{};
        (set_field<T, i, ranges>(made, std::move(values), table), ...);
        complete(made);
        new (self) T(std::move(made));
      },
      argument_of_field<T, i>()...);
  (type.def_prop_ro(
       names[i],
       [](const T& self) -> typename Fields::template Form<i>::Type { return Fields::template Form<i>::of(self); },
       docs[i]),
   ...);
  // what is required is always said: nothing equals an object that nobody has
  const nb::object nothing = nb::module_::import_("builtins").attr("object")();
  if constexpr (requires(const T& self) { self.summary(); })  // of what would be long
    type.def("__repr__", [](const T& self) { return self.summary(); });
  add_record_methods(type, class_name, nb::make_tuple(names[i]...), nb::make_tuple(standard_of<T, i>(nothing)...));
  return type;
}

/// The class of a described struct whose values Python may give; `table` is the one of a scenario file that holds it, for messages.
template <Described T>
nb::class_<T> bind_record(nb::module_& m, const char* table = "") {
  return bind_fields<T, RangesOf::Input>(m, table, typename PythonFields<T>::Indices());
}
/// The class of a described struct that the library answers with.
template <Described T>
nb::class_<T> bind_result(nb::module_& m) {
  return bind_fields<T, RangesOf::Result>(m, "", typename PythonFields<T>::Indices());
}

/// The value of a word that Python gives. Throws InvalidInput, with the words, for another one.
template <Worded Enum>
Enum enum_of(const std::string& word, const char* key) {
  return PythonForm<Enum>::from(word, {}, key);
}

// ---- structs of Python that stand for one of the library, with objects where Python has its own

/// The fields of T as those of another struct, whose members are their values in the same order.
template <Described T, auto... members, std::size_t... i>
constexpr auto mirrored_fields(std::index_sequence<i...>) {
  const auto& all = description<T>.fields;
  return std::tuple{Field<members>{std::get<i>(all).name, std::get<i>(all).unit, std::get<i>(all).meaning}...};
}
template <Described T, auto... members>
constexpr auto mirrored_fields() {
  return mirrored_fields<T, members...>(std::make_index_sequence<sizeof...(members)>());
}

/// The description of T for another struct.
template <Described T, class Fields>
constexpr auto described_as(const Fields& fields) {
  return dryslip::record(description<T>.name, "", description<T>.meaning, fields);
}

}  // namespace dryslip::python
