#include "dryslip/friction_load/detail/polygon_batch.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH

extern const AddPolygonLoads add_polygon_loads_avx2;
extern const AddPolygonLoads add_polygon_loads_avx512;

AddPolygonLoads polygon_batch() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return add_polygon_loads_avx512;
  }
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? add_polygon_loads_avx2 : nullptr;
}

#else

AddPolygonLoads polygon_batch() { return nullptr; }

#endif

}  // namespace dryslip::detail
