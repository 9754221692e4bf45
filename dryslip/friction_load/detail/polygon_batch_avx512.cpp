#include "dryslip/friction_load/detail/polygon_batch_body.hpp"
#include "dryslip/numerics/simd_pack.hpp"

namespace dryslip::detail {

extern const PolygonBatch polygon_batch_avx512;
const PolygonBatch polygon_batch_avx512{near_loads<Pack<8>>, far_loads<Pack<8>>};

}  // namespace dryslip::detail
