#include "dryslip/friction_load/detail/four_edges.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH
extern const FourEdgeLoad four_edge_load_avx2;
#endif

FourEdgeLoad four_edge_load() {
#ifdef DRYSLIP_SIMD_DISPATCH
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return four_edge_load_avx2;
#endif
  return four_edge_load_of_set<BaselineSet>;
}

}  // namespace dryslip::detail
