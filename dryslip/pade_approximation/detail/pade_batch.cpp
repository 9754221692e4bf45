#include "dryslip/pade_approximation/detail/pade_batch.hpp"

#include <vector>

#include "dryslip/numerics/processor.hpp"
#include "dryslip/pade_approximation/detail/pade_batch_body.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH
extern const PadeLoads pade_loads_avx2;
extern const PadeLoads pade_loads_avx512;
#endif

namespace {

std::vector<PadeLoads> find_batches() {
  std::vector<PadeLoads> found{pade_loads<BaselineSet>};
#ifdef DRYSLIP_SIMD_DISPATCH
  if (runs_avx2()) found.push_back(pade_loads_avx2);
  if (runs_avx512()) found.push_back(pade_loads_avx512);
#endif
  return found;
}

}  // namespace

std::span<const PadeLoads> pade_batches() {
  static const std::vector<PadeLoads> batches = find_batches();
  return batches;
}

}  // namespace dryslip::detail
