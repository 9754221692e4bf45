#include "dryslip/friction_load/detail/polygon_batch_body.hpp"
#include "dryslip/numerics/simd_pack.hpp"

namespace dryslip::detail {

extern const PolygonBatch polygon_batch_avx2;
const PolygonBatch polygon_batch_avx2{near_loads<Pack<4>>, far_loads<Pack<4>>};

}  // namespace dryslip::detail
