#include "dryslip/friction_load/detail/polygon_batch_body.hpp"

namespace dryslip::detail {

extern const PolygonLoads polygon_loads_avx512;
const PolygonLoads polygon_loads_avx512 = polygon_loads<Avx512Set>;

}  // namespace dryslip::detail
