#include "dryslip/ball/detail/slip_batch.hpp"

#include <array>

#include "dryslip/ball/detail/slip_batch_body.hpp"
#include "dryslip/numerics/processor.hpp"

namespace dryslip::detail {

#ifdef DRYSLIP_SIMD_DISPATCH
extern const SolveSlip solve_slip_avx2;
extern const SolveSlip solve_slip_avx512;
#endif

std::span<const SolveSlip> slip_batches() {
#ifdef DRYSLIP_SIMD_DISPATCH
  static const std::array<SolveSlip, 3> batches{solve_slip<BaselineSet>, solve_slip_avx2, solve_slip_avx512};
  return runnable(batches);
#else
  static const std::array<SolveSlip, 1> batches{solve_slip<BaselineSet>};
  return batches;
#endif
}

}  // namespace dryslip::detail
