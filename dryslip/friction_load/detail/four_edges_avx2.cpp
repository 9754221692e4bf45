#include "dryslip/friction_load/detail/four_edges.hpp"

namespace dryslip::detail {

extern const FourEdgeLoad four_edge_load_avx2;
const FourEdgeLoad four_edge_load_avx2 = four_edge_load_of_set<Avx2Set>;

}  // namespace dryslip::detail
