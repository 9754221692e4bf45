#include "dryslip/surrogate/detail/pade_batch_body.hpp"

namespace dryslip::detail {

extern const PadeLoads pade_loads_avx2;
const PadeLoads pade_loads_avx2 = pade_loads<Avx2Set>;

}  // namespace dryslip::detail
