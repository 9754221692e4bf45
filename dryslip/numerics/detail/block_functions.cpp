#include "dryslip/numerics/detail/block_functions.hpp"

#include <array>

#include "dryslip/numerics/detail/block_functions_body.hpp"
#include "dryslip/numerics/processor.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH
extern const BlockFunctions block_functions_avx2;
extern const BlockFunctions block_functions_avx512;
#endif

std::span<const BlockFunctions> block_functions() {
#ifdef DRYSLIP_SIMD_DISPATCH
  static const std::array<BlockFunctions, 3> functions{BlockFunctionsOf<BaselineSet>::functions, block_functions_avx2,
                                                       block_functions_avx512};
  return runnable(functions);
#else
  static const std::array<BlockFunctions, 1> functions{BlockFunctionsOf<BaselineSet>::functions};
  return functions;
#endif
}

}  // namespace dryslip::detail
