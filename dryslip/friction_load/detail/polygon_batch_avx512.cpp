#include "dryslip/friction_load/detail/polygon_batch_body.hpp"

namespace dryslip::detail {

extern const AddPolygonLoads add_polygon_loads_avx512;
const AddPolygonLoads add_polygon_loads_avx512 = add_polygon_loads<Avx512Set>;

}  // namespace dryslip::detail
