#include "dryslip/friction_load/detail/polygon_batch_body.hpp"

namespace dryslip::detail {

extern const PolygonLoads polygon_loads_avx2;
const PolygonLoads polygon_loads_avx2 = polygon_loads<Avx2Set>;

}  // namespace dryslip::detail
