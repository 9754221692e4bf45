#pragma once

#include <cstddef>
#include <span>

namespace dryslip::detail {

/// Functions of expressions for many values at once, in place, within some ulp of those of the C++ library; the same bits on every
/// processor. The values after the last, up to a multiple of 8, are overwritten.
struct BlockFunctions {
  void (*sine)(double* values, std::size_t count);
  void (*cosine)(double* values, std::size_t count);
};

/// For every instruction set of this processor, the fastest last.
std::span<const BlockFunctions> block_functions();

}  // namespace dryslip::detail
