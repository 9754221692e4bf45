#include "bench/friction_load/midpoint_sum_body.hpp"

namespace dryslip::bench {

extern const MidpointBatch midpoint_batch_avx2;
const MidpointBatch midpoint_batch_avx2{
    "AVX2", [](const MidpointGrid& grid, std::span<const Twist> V, std::span<FrictionLoad> P) {
      midpoint_loads<std::experimental::native_simd<double>>(grid, V, P, DividedRoot{});
    }};

}  // namespace dryslip::bench
