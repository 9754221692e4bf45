#pragma once

#include <cmath>

#include "dryslip/numerics/detail/block_functions.hpp"
#include "dryslip/numerics/simd_pack.hpp"
#include "dryslip/numerics/sine_cosine.hpp"

namespace dryslip::detail {

/// The computation of BlockFunctions for one instruction set.
template <class Set>
struct BlockFunctionsOf {
  using Real = Pack<Set>;

  static bool are_moderate(const double* values, std::size_t count) {
    bool result = true;
    for (std::size_t i = 0; i < count; ++i) result &= std::abs(values[i]) <= largest_angle;
    return result;
  }
  template <class InLanes, class Alone>
  static void apply(double* values, std::size_t count, const InLanes& in_lanes, const Alone& alone) {
    if (are_moderate(values, count)) {
      for (std::size_t i = 0; i < count; i += Real::count) in_lanes(Real::load(values + i)).store(values + i);
    } else {
      for (std::size_t i = 0; i < count; ++i) values[i] = alone(values[i]);
    }
  }
  static void sine_of(double* values, std::size_t count) {
    apply(
        values, count, [](const Real& x) -> Real { return sine(x); }, [](double x) { return std::sin(x); });
  }
  static void cosine_of(double* values, std::size_t count) {
    apply(
        values, count, [](const Real& x) -> Real { return cosine(x); }, [](double x) { return std::cos(x); });
  }
  static constexpr BlockFunctions functions{sine_of, cosine_of};
};

}  // namespace dryslip::detail
