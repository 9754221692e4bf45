#include "dryslip/friction_load/detail/polygon_batch.hpp"

#include "dryslip/friction_load/detail/polygon_batch_body.hpp"

namespace dryslip::detail {

namespace {

constexpr PolygonBatch portable{near_loads<double>, far_loads<double>};

}  // namespace

#ifdef DRYSLIP_SIMD_DISPATCH
extern const PolygonBatch polygon_batch_avx2;
extern const PolygonBatch polygon_batch_avx512;
#endif

const PolygonBatch& polygon_batch() {
#ifdef DRYSLIP_SIMD_DISPATCH
  static const PolygonBatch& chosen =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
          ? polygon_batch_avx512
      : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? polygon_batch_avx2
                                                                        : portable;
  return chosen;
#else
  return portable;
#endif
}

}  // namespace dryslip::detail
