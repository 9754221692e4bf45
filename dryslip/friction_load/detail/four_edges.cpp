#include "dryslip/friction_load/detail/four_edges.hpp"

#include "dryslip/numerics/processor.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH
extern const FourEdgeLoad* const four_edge_loads_avx2;
#endif

FourEdgeLoad four_edge_load(int degree) {
#ifdef DRYSLIP_SIMD_DISPATCH
  if (runs_avx2()) return four_edge_loads_avx2[degree];
#endif
  return four_edge_loads<BaselineSet>[degree];
}

}  // namespace dryslip::detail
