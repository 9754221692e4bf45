#include "dryslip/surrogate/detail/pade_batch_body.hpp"

namespace dryslip::detail {

extern const PadeLoads pade_loads_avx512;
const PadeLoads pade_loads_avx512 = pade_loads<Avx512Set>;

}  // namespace dryslip::detail
