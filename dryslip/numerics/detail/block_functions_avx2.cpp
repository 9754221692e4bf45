#include "dryslip/numerics/detail/block_functions_body.hpp"

namespace dryslip::detail {

extern const BlockFunctions block_functions_avx2;
const BlockFunctions block_functions_avx2 = BlockFunctionsOf<Avx2Set>::functions;

}  // namespace dryslip::detail
