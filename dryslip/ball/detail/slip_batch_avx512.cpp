#include "dryslip/ball/detail/slip_batch_body.hpp"

namespace dryslip::detail {

extern const SolveSlip solve_slip_avx512;
const SolveSlip solve_slip_avx512 = solve_slip<Avx512Set>;

}  // namespace dryslip::detail
