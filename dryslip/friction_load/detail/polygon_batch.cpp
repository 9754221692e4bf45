#include "dryslip/friction_load/detail/polygon_batch.hpp"

#include <vector>

#include "dryslip/friction_load/detail/polygon_batch_body.hpp"
#include "dryslip/numerics/processor.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH
extern const PolygonLoads polygon_loads_avx2;
extern const PolygonLoads polygon_loads_avx512;
#endif

namespace {

std::vector<PolygonLoads> find_batches() {
  std::vector<PolygonLoads> found{polygon_loads<BaselineSet>};
#ifdef DRYSLIP_SIMD_DISPATCH
  if (runs_avx2()) found.push_back(polygon_loads_avx2);
  if (runs_avx512()) found.push_back(polygon_loads_avx512);
#endif
  return found;
}

}  // namespace

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
  static const std::vector<PolygonLoads> batches = find_batches();
  return batches;
}

}  // namespace dryslip::detail
