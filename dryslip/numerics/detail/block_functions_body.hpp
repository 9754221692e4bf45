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
  static void sine_of(double* values, std::size_t count) {
    if (are_moderate(values, count)) {
      for (std::size_t i = 0; i < count; i += Real::count) sine(Real::load(values + i)).store(values + i);
    } else {
      for (std::size_t i = 0; i < count; ++i) values[i] = std::sin(values[i]);
    }
  }
  static void cosine_of(double* values, std::size_t count) {
    if (are_moderate(values, count)) {
      for (std::size_t i = 0; i < count; i += Real::count) cosine(Real::load(values + i)).store(values + i);
    } else {
      for (std::size_t i = 0; i < count; ++i) values[i] = std::cos(values[i]);
    }
  }
  static constexpr BlockFunctions functions{sine_of, cosine_of};
};

}  // namespace dryslip::detail
