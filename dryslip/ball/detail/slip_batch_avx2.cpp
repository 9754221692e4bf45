#include "dryslip/ball/detail/slip_batch_body.hpp"

namespace dryslip::detail {

extern const SolveSlip solve_slip_avx2;
const SolveSlip solve_slip_avx2 = solve_slip<Avx2Set>;

}  // namespace dryslip::detail
