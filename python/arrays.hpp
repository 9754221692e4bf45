#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/record/field_kinds.hpp"

namespace dryslip::python {

namespace nb = nanobind;

// Twists and loads go to and from arrays without a copy: each is three doubles in a row.
static_assert(sizeof(Twist) == 3 * sizeof(double) && sizeof(FrictionLoad) == 3 * sizeof(double));
static_assert(sizeof(Vec2) == 2 * sizeof(double));

using AxisLengths = std::vector<std::size_t>;

/// An array-like argument whose last axis holds one row of numbers each; the axes before it are kept in the answer.
struct Rows {
  nb::object owner;  ///< keeps the numbers alive
  const double* values = nullptr;
  const char* name = "";  ///< of the argument
  std::size_t width = 1;  ///< numbers of a row
  AxisLengths leading;
  std::size_t count = 0;  ///< of rows

  /// Throws InvalidInput, with the row, where numbers are not finite.
  void require_finite(std::size_t first, std::size_t rows) const;

  const Twist* twists() const { return reinterpret_cast<const Twist*>(values); }
  const FrictionLoad* loads() const { return reinterpret_cast<const FrictionLoad*>(values); }
  const Vec2* points() const { return reinterpret_cast<const Vec2*>(values); }
};

/// Rows of these columns ("vx, vy, omega"). Throws InvalidInput, with `name` as key, for another last axis and for numbers
/// that are not finite.
Rows rows_of(nb::handle argument, const char* name, const char* columns);

/// Rows of these columns, numbers unchecked: require_finite() is called piece by piece, while they are in the cache.
Rows unchecked_rows_of(nb::handle argument, const char* name, const char* columns);

/// An array-like argument of plain numbers, any shape; the last axis is a leading one here.
Rows numbers_of(nb::handle argument, const char* name);

/// A new array, to be filled: a NumberArray.
struct NewArray {
  nb::object array;
  double* values = nullptr;

  FrictionLoad* loads() const { return reinterpret_cast<FrictionLoad*>(values); }
  Twist* twists() const { return reinterpret_cast<Twist*>(values); }
};
NewArray new_array(AxisLengths leading, AxisLengths last = {});
NewArray array_of(const std::vector<double>& values);

/// The array, or the number in it where it has no axes.
nb::object number_or_array(const NewArray& array, const AxisLengths& leading);
/// An array of truth values, or the one in it where it has no axes.
nb::object truths(const std::vector<char>& values, const AxisLengths& leading);

/// An object whose type depends on the call: number or array, or of Python's own.
struct AnyObject {
  static constexpr auto type = nb::detail::const_name("typing.Any");  ///< in signatures
  nb::object value = nb::none();
  AnyObject() = default;
  AnyObject(nb::object object) : value(std::move(object)) {}  // NOLINT: wherever an object goes
  operator nb::handle() const { return value; }               // NOLINT
};

// Objects whose type signatures name.

struct ArrayLike : AnyObject {
  static constexpr auto type = nb::detail::const_name("numpy.typing.ArrayLike");
  using AnyObject::AnyObject;
};
struct NumberArray : AnyObject {
  static constexpr auto type = nb::detail::const_name("numpy.typing.NDArray[numpy.float64]");
  using AnyObject::AnyObject;
  NumberArray(const NewArray& made) : AnyObject(made.array) {}  // NOLINT: it is one
};
struct AnswerObject : AnyObject {
  static constexpr auto type = nb::detail::const_name("dict[str, typing.Any]");
  using AnyObject::AnyObject;
};
/// What LongCall takes.
struct ProgressArgument : AnyObject {
  static constexpr auto type = nb::detail::const_name("bool | collections.abc.Callable[[float], object]");
  using AnyObject::AnyObject;
};

/// n numbers of a list, tuple or array; false where the argument is something else.
bool read_numbers(nb::handle source, double* values, std::size_t count) noexcept;
/// A matrix of an array-like argument; false where it is none.
bool read_matrix(nb::handle source, Eigen::MatrixXd& matrix) noexcept;

}  // namespace dryslip::python

// Casters: a point of the plane is a tuple (x, y); twists, loads and vectors are arrays.
namespace nanobind::detail {

template <class Object>
struct type_caster<Object, enable_if_t<std::is_base_of_v<dryslip::python::AnyObject, Object>>> {
  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    value.value = borrow(source);
    return true;
  }
  static handle from_cpp(const Object& source, rv_policy, cleanup_list*) noexcept {
    return object(source.value).release();
  }
  NB_TYPE_CASTER(Object, Object::type)
};

template <class Value_, std::size_t count>
struct numbers_caster {
  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    return dryslip::python::read_numbers(source, reinterpret_cast<double*>(&value), count);
  }
  static handle from_cpp(const Value_& source, rv_policy, cleanup_list*) noexcept {
    const auto made = dryslip::python::array_of(
        {reinterpret_cast<const double*>(&source), reinterpret_cast<const double*>(&source) + count});
    return object(made.array).release();
  }
  NB_TYPE_CASTER(Value_, io_name("numpy.typing.ArrayLike", "numpy.typing.NDArray[numpy.float64]"))
};

template <>
struct type_caster<dryslip::Twist> : numbers_caster<dryslip::Twist, 3> {};
template <>
struct type_caster<dryslip::FrictionLoad> : numbers_caster<dryslip::FrictionLoad, 3> {};

template <>
struct type_caster<dryslip::Vec2> {
  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    return dryslip::python::read_numbers(source, &value.x, 2);
  }
  static handle from_cpp(const dryslip::Vec2& source, rv_policy, cleanup_list*) noexcept {
    return make_tuple(source.x, source.y).release();
  }
  NB_TYPE_CASTER(dryslip::Vec2, const_name("collections.abc.Sequence[float]"))
};

/// A row of numbers, as in a scenario: the last ones may be left out.
template <class Row>
struct type_caster<Row, enable_if_t<dryslip::Rowed<Row>>> {
  using Numbers = dryslip::NumberRow<Row>;
  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    double numbers[Numbers::most];
    for (std::size_t count = Numbers::most; count >= Numbers::least; --count) {
      if (!dryslip::python::read_numbers(source, numbers, count)) continue;
      value = Numbers::from({numbers, count});
      return true;
    }
    return false;
  }
  static handle from_cpp(const Row& source, rv_policy, cleanup_list*) noexcept {
    const auto numbers = Numbers::numbers_of(source);
    return std::apply([](const auto&... number) { return make_tuple(number...); }, numbers).release();
  }
  NB_TYPE_CASTER(Row, const_name("collections.abc.Sequence[float]"))
};

template <>
struct type_caster<Eigen::MatrixXd> {
  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    return dryslip::python::read_matrix(source, value);
  }
  static handle from_cpp(const Eigen::MatrixXd& source, rv_policy, cleanup_list*) noexcept {
    const auto rows = static_cast<std::size_t>(source.rows()), columns = static_cast<std::size_t>(source.cols());
    const auto made = dryslip::python::new_array({rows, columns});
    Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(made.values, source.rows(),
                                                                                       source.cols()) = source;
    return object(made.array).release();
  }
  NB_TYPE_CASTER(Eigen::MatrixXd, const_name("numpy.typing.ArrayLike"))
};

template <>
struct type_caster<Eigen::VectorXd> {
  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    Eigen::MatrixXd row;
    if (!dryslip::python::read_matrix(source, row) || (row.rows() != 1 && row.size() != 0)) return false;
    value = row.transpose();
    return true;
  }
  static handle from_cpp(const Eigen::VectorXd& source, rv_policy, cleanup_list*) noexcept {
    return object(dryslip::python::array_of({source.data(), source.data() + source.size()}).array).release();
  }
  NB_TYPE_CASTER(Eigen::VectorXd, const_name("numpy.typing.ArrayLike"))
};

template <>
struct type_caster<Eigen::Matrix3d> {
  bool from_python(handle source, uint32_t, cleanup_list*) noexcept {
    Eigen::MatrixXd matrix;
    if (!dryslip::python::read_matrix(source, matrix) || matrix.rows() != 3 || matrix.cols() != 3) return false;
    value = matrix;
    return true;
  }
  static handle from_cpp(const Eigen::Matrix3d& source, rv_policy policy, cleanup_list* cleanup) noexcept {
    return type_caster<Eigen::MatrixXd>::from_cpp(source, policy, cleanup);
  }
  NB_TYPE_CASTER(Eigen::Matrix3d, const_name("numpy.typing.ArrayLike"))
};

}  // namespace nanobind::detail
