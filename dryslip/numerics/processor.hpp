#pragma once

#ifdef DRYSLIP_SIMD_DISPATCH

#include <array>
#include <span>

namespace dryslip {

// What the processor at hand can run, of the instruction sets that kernels are compiled for.

inline bool runs_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
inline bool runs_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

/// Selects among the kernels for any processor, for AVX2 and for AVX-512 those that run on this machine.
template <class Kernel>
std::span<const Kernel> runnable(const std::array<Kernel, 3>& kernels) {
  static const std::size_t count = runs_avx2() ? (runs_avx512() ? 3 : 2) : 1;
  return std::span(kernels).first(count);
}

}  // namespace dryslip

#endif
