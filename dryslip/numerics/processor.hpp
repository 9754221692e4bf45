#pragma once

#ifdef DRYSLIP_SIMD_DISPATCH

namespace dryslip {

// What the processor at hand can run, of the instruction sets that kernels are compiled for.

inline bool runs_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
inline bool runs_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

}  // namespace dryslip

#endif
