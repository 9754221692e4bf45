#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip {

// Doubles that are computed at once, so that a kernel written for double runs on many twists or edges. The instruction set
// is part of the type of a pack, so that code of different sets cannot be mixed up by the linker.

/// Four lanes on every processor; the compiler makes do with what it has.
struct BaselineSet {
  typedef double Doubles __attribute__((vector_size(32)));
  typedef std::int64_t Integers __attribute__((vector_size(32)));
};
/// Four lanes, for files compiled for AVX2.
struct Avx2Set {
  typedef double Doubles __attribute__((vector_size(32)));
  typedef std::int64_t Integers __attribute__((vector_size(32)));
};
/// Eight lanes, for files compiled for AVX-512.
struct Avx512Set {
  typedef double Doubles __attribute__((vector_size(64)));
  typedef std::int64_t Integers __attribute__((vector_size(64)));
};

template <class Set>
struct PackMask {
  typename Set::Integers lanes;
};

template <class Set>
struct PackBits {
  typename Set::Integers lanes;

  friend PackBits operator-(PackBits a, PackBits b) { return {a.lanes - b.lanes}; }
  friend PackBits operator+(PackBits a, std::int64_t b) { return {a.lanes + b}; }
  friend PackBits operator<<(PackBits a, int b) { return {a.lanes << b}; }
  friend PackBits operator>>(PackBits a, int b) { return {a.lanes >> b}; }
};

template <class Set>
struct Pack {
  using Doubles = typename Set::Doubles;
  static constexpr std::size_t count = sizeof(Doubles) / sizeof(double);
  Doubles lanes{};

  Pack() = default;
  Pack(double value) : lanes(value - Doubles{}) {}  // constants enter formulas as they are
  explicit Pack(Doubles given) : lanes(given) {}
  static Pack load(const double* from) {
    Pack result;
    __builtin_memcpy(&result.lanes, from, sizeof(Doubles));
    return result;
  }
  void store(double* to) const { __builtin_memcpy(to, &lanes, sizeof(Doubles)); }

  friend Pack operator-(Pack a) { return Pack(-a.lanes); }
  friend Pack operator+(Pack a, Pack b) { return Pack(a.lanes + b.lanes); }
  friend Pack operator-(Pack a, Pack b) { return Pack(a.lanes - b.lanes); }
  friend Pack operator*(Pack a, Pack b) { return Pack(a.lanes * b.lanes); }
  friend Pack operator/(Pack a, Pack b) { return Pack(a.lanes / b.lanes); }
  Pack& operator+=(Pack b) { return *this = *this + b; }
  friend PackMask<Set> operator<(Pack a, Pack b) { return {a.lanes < b.lanes}; }
  friend PackMask<Set> operator>(Pack a, Pack b) { return {a.lanes > b.lanes}; }
  friend Pack select(PackMask<Set> condition, Pack a, Pack b) { return Pack(condition.lanes ? a.lanes : b.lanes); }
  friend Pack sqrt(Pack a) {
#ifdef __AVX512F__
    if constexpr (count == 8) return Pack(_mm512_maskz_sqrt_pd(0xFF, a.lanes));  // g++ 12 warns of the plain one
#endif
#ifdef __AVX__
    if constexpr (count == 4) return Pack(_mm256_sqrt_pd(a.lanes));
#endif
    for (std::size_t i = 0; i < count; ++i) a.lanes[i] = std::sqrt(a.lanes[i]);
    return a;
  }
};

/// (x₀ + x₂) + (x₁ + x₃): the same bits on every processor.
template <class Set>
double sum_of_four_lanes(Pack<Set> pack) {
  static_assert(Pack<Set>::count == 4);
  return (pack.lanes[0] + pack.lanes[2]) + (pack.lanes[1] + pack.lanes[3]);
}

template <class Set>
struct LaneBits<Pack<Set>> {
  using type = PackBits<Set>;
};

}  // namespace dryslip
