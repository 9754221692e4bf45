#include "dryslip/friction_load/detail/polygon_batch.hpp"

#include <array>

#include "dryslip/friction_load/detail/polygon_batch_body.hpp"
#include "dryslip/numerics/processor.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH
extern const PolygonLoads polygon_loads_avx2;
extern const PolygonLoads polygon_loads_avx512;
#endif

bool load_one_by_one(const PolygonBatch& batch, std::span<const std::size_t> indices, const Twist* V, FrictionLoad* P) {
  bool are_moderate = true;
  for (const std::size_t i : indices) {
    if (is_moderate(V[i], batch.extent)) {
      P[i] = batch.part.load(V[i]);
    } else {
      are_moderate = false;
    }
  }
  return are_moderate;
}

std::span<const PolygonLoads> polygon_batches() {
#ifdef DRYSLIP_SIMD_DISPATCH
  static const std::array<PolygonLoads, 3> batches{polygon_loads<BaselineSet>, polygon_loads_avx2,
                                                   polygon_loads_avx512};
  return runnable(batches);
#else
  static const std::array<PolygonLoads, 1> batches{polygon_loads<BaselineSet>};
  return batches;
#endif
}

}  // namespace dryslip::detail
