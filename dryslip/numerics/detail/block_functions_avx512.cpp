#include "dryslip/numerics/detail/block_functions_body.hpp"

namespace dryslip::detail {

extern const BlockFunctions block_functions_avx512;
const BlockFunctions block_functions_avx512 = BlockFunctionsOf<Avx512Set>::functions;

}  // namespace dryslip::detail
