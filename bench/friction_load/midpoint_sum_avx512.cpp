#include <immintrin.h>

#include "bench/friction_load/midpoint_sum_body.hpp"

namespace dryslip::bench {

namespace {

using Pack = std::experimental::native_simd<double>;
static_assert(Pack::size() == 8);

/// 1/√ from the estimate of the processor: the relative error 2⁻¹⁴ is squared twice.
struct NewtonRoot {
  Pack operator()(const Pack& square) const {
    const auto a = static_cast<__m512d>(square);
    const __m512d half = _mm512_mul_pd(_mm512_set1_pd(0.5), a);
    __m512d y = _mm512_maskz_rsqrt14_pd(_mm512_cmp_pd_mask(a, _mm512_setzero_pd(), _CMP_GT_OQ), a);
    for (int step = 0; step < 2; ++step) {
      const __m512d rest = _mm512_fnmadd_pd(_mm512_mul_pd(half, y), y, _mm512_set1_pd(0.5));  // ½ − ½ a y²
      y = _mm512_fmadd_pd(y, rest, y);
    }
    return Pack(y);
  }
};

}  // namespace

extern const MidpointBatch midpoint_batch_avx512;
const MidpointBatch midpoint_batch_avx512{
    "AVX-512", [](const MidpointGrid& grid, std::span<const Twist> V, std::span<FrictionLoad> P) {
      midpoint_loads<Pack>(grid, V, P, DividedRoot{});
    }};

extern const MidpointBatch midpoint_newton_batch_avx512;
const MidpointBatch midpoint_newton_batch_avx512{
    "AVX-512, Newton", [](const MidpointGrid& grid, std::span<const Twist> V, std::span<FrictionLoad> P) {
      midpoint_loads<Pack>(grid, V, P, NewtonRoot{});
    }};

}  // namespace dryslip::bench
