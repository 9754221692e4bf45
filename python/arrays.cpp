#include "python/arrays.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "dryslip/record/invalid_input.hpp"

namespace dryslip::python {
namespace {

using CArray = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;

nb::object as_doubles(nb::handle argument) {
  return nb::module_::import_("numpy").attr("asarray")(argument, nb::arg("dtype") = "float64", nb::arg("order") = "C");
}

/// "(3, 4)", as Python writes it.
std::string shape_text(const CArray& array) {
  std::string text = "(";
  for (std::size_t i = 0; i < array.ndim(); ++i) text += std::to_string(array.shape(i)) + ", ";
  if (array.ndim() > 1) text.resize(text.size() - 2);
  if (array.ndim() == 1) text.pop_back();
  return text + ")";
}

/// Without a branch, and by operations that every processor has for several numbers at once.
bool all_finite(const double* values, std::size_t count) {
  constexpr std::uint64_t ones = 0x7ff;  // the exponent of infinities and NaNs only: one more is a new digit
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < count; ++i) found |= ((std::bit_cast<std::uint64_t>(values[i]) >> 52) & ones) + 1;
  return found <= ones;
}

Rows read_rows(nb::handle argument, const char* name, std::size_t width, const char* columns) {
  nb::object owner;
  try {
    owner = as_doubles(argument);
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    throw InvalidInput(name, "must be numbers in an array or nested lists");
  }
  const auto array = nb::cast<CArray>(owner);
  Rows rows{.owner = owner, .values = array.data(), .name = name, .width = std::max<std::size_t>(width, 1)};
  for (std::size_t i = 0; i < array.ndim(); ++i) rows.leading.push_back(array.shape(i));
  if (width > 0) {
    if (rows.leading.empty() || rows.leading.back() != width)
      throw InvalidInput(name, "shape " + shape_text(array) + ": the last axis must hold " + columns);
    rows.leading.pop_back();
  }
  rows.count = array.size() / rows.width;
  return rows;
}

}  // namespace

void Rows::require_finite(std::size_t first, std::size_t rows) const {
  const double* start = values + first * width;
  if (all_finite(start, rows * width)) return;
  const double* found = std::find_if(start, start + rows * width, [](double value) { return !std::isfinite(value); });
  const std::size_t row = first + static_cast<std::size_t>(found - start) / width;
  throw InvalidInput(std::string(name) + "[" + std::to_string(row) + "]", "not finite: must be finite");
}

Rows unchecked_rows_of(nb::handle argument, const char* name, const char* columns) {
  const std::string_view text(columns);
  const auto width = static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  return read_rows(argument, name, width, columns);
}

Rows rows_of(nb::handle argument, const char* name, const char* columns) {
  Rows rows = unchecked_rows_of(argument, name, columns);
  rows.require_finite(0, rows.count);
  return rows;
}

Rows numbers_of(nb::handle argument, const char* name) {
  Rows rows = read_rows(argument, name, 0, "");
  rows.require_finite(0, rows.count);
  return rows;
}

NewArray new_array(AxisLengths leading, AxisLengths last) {
  leading.insert(leading.end(), last.begin(), last.end());
  std::size_t size = 1;
  for (const std::size_t length : leading) size *= length;
  double* values = new double[std::max<std::size_t>(size, 1)];
  const nb::capsule owner(values, [](void* memory) noexcept { delete[] static_cast<double*>(memory); });
  const nb::ndarray<nb::numpy, double> array(values, leading.size(), leading.data(), owner);
  return {nb::cast(array), values};
}

NewArray array_of(const std::vector<double>& values) {
  const NewArray made = new_array({values.size()});
  std::copy(values.begin(), values.end(), made.values);
  return made;
}

nb::object number_or_array(const NewArray& array, const AxisLengths& leading) {
  if (!leading.empty()) return array.array;
  return nb::float_(array.values[0]);
}

nb::object truths(const std::vector<char>& values, const AxisLengths& leading) {
  if (leading.empty()) return nb::bool_(values.at(0) != 0);
  bool* truth = new bool[std::max<std::size_t>(values.size(), 1)];
  std::transform(values.begin(), values.end(), truth, [](char value) { return value != 0; });
  const nb::capsule owner(truth, [](void* memory) noexcept { delete[] static_cast<bool*>(memory); });
  return nb::cast(nb::ndarray<nb::numpy, bool>(truth, leading.size(), leading.data(), owner));
}

bool read_numbers(nb::handle source, double* values, std::size_t count) noexcept {
  if (PyUnicode_Check(source.ptr()) || !PySequence_Check(source.ptr())) return false;
  if (PySequence_Size(source.ptr()) != static_cast<Py_ssize_t>(count)) {
    PyErr_Clear();
    return false;
  }
  for (std::size_t i = 0; i < count; ++i) {
    PyObject* item = PySequence_GetItem(source.ptr(), static_cast<Py_ssize_t>(i));
    values[i] = item == nullptr ? 0.0 : PyFloat_AsDouble(item);
    Py_XDECREF(item);
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      return false;
    }
  }
  return true;
}

bool read_matrix(nb::handle source, Eigen::MatrixXd& matrix) noexcept {
  try {
    const nb::object owner = as_doubles(source);
    const auto array = nb::cast<CArray>(owner);
    if (array.ndim() < 1 || array.ndim() > 2) return false;
    const auto columns = static_cast<Eigen::Index>(array.shape(array.ndim() - 1));
    const auto rows = array.ndim() == 1 ? Eigen::Index{1} : static_cast<Eigen::Index>(array.shape(0));
    matrix = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(array.data(),
                                                                                                      rows, columns);
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace dryslip::python
