#include "dryslip/friction_load/detail/polygon_batch_body.hpp"

namespace dryslip::detail {

extern const AddPolygonLoads add_polygon_loads_avx2;
const AddPolygonLoads add_polygon_loads_avx2 = add_polygon_loads<Avx2Set>;

}  // namespace dryslip::detail
