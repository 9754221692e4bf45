#include "dryslip/surrogate/detail/pade_batch.hpp"

#include <array>

#include "dryslip/numerics/processor.hpp"
#include "dryslip/surrogate/detail/pade_batch_body.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH
extern const PadeLoads pade_loads_avx2;
extern const PadeLoads pade_loads_avx512;
#endif

std::span<const PadeLoads> pade_batches() {
#ifdef DRYSLIP_SIMD_DISPATCH
  static const std::array<PadeLoads, 3> batches{pade_loads<BaselineSet>, pade_loads_avx2, pade_loads_avx512};
  return runnable(batches);
#else
  static const std::array<PadeLoads, 1> batches{pade_loads<BaselineSet>};
  return batches;
#endif
}

}  // namespace dryslip::detail
