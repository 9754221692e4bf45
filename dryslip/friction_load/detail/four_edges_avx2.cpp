#include "dryslip/friction_load/detail/four_edges.hpp"

namespace dryslip::detail {

extern const FourEdgeLoad* const four_edge_loads_avx2;
const FourEdgeLoad* const four_edge_loads_avx2 = four_edge_loads<Avx2Set>;

}  // namespace dryslip::detail
