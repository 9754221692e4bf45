#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cmath>
#include <cstdint>

#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip {

// N doubles that are computed at once, so that a kernel written for double runs on many twists or edges. Pack<2> is for
// every processor; Pack<4> belongs to files compiled for AVX2, Pack<8> to those for AVX-512.

/// The compiler's vectors of N doubles and N integers.
template <int N>
struct LaneVectors;
template <>
struct LaneVectors<2> {
  typedef double Doubles __attribute__((vector_size(16)));
  typedef std::int64_t Integers __attribute__((vector_size(16)));
};
template <>
struct LaneVectors<4> {
  typedef double Doubles __attribute__((vector_size(32)));
  typedef std::int64_t Integers __attribute__((vector_size(32)));
};
template <>
struct LaneVectors<8> {
  typedef double Doubles __attribute__((vector_size(64)));
  typedef std::int64_t Integers __attribute__((vector_size(64)));
};

template <int N>
struct PackMask {
  using Lanes = typename LaneVectors<N>::Integers;
  Lanes lanes;
};

template <int N>
struct PackBits {
  using Lanes = typename LaneVectors<N>::Integers;
  Lanes lanes;

  PackBits() = default;
  explicit PackBits(Lanes given) : lanes(given) {}
  friend PackBits operator<<(PackBits a, int b) { return PackBits(a.lanes << b); }
  friend PackBits operator>>(PackBits a, int b) { return PackBits(a.lanes >> b); }
  friend PackBits operator-(PackBits a, PackBits b) { return PackBits(a.lanes - b.lanes); }
  friend PackBits operator+(PackBits a, std::int64_t b) { return PackBits(a.lanes + b); }
};

template <int N>
struct Pack {
  using Lanes = typename LaneVectors<N>::Doubles;
  Lanes lanes{};

  Pack() = default;
  Pack(double value) : lanes(value - Lanes{}) {}  // constants enter formulas as they are
  explicit Pack(Lanes given) : lanes(given) {}

  friend Pack operator-(Pack a) { return Pack(-a.lanes); }
  friend Pack operator+(Pack a, Pack b) { return Pack(a.lanes + b.lanes); }
  friend Pack operator-(Pack a, Pack b) { return Pack(a.lanes - b.lanes); }
  friend Pack operator*(Pack a, Pack b) { return Pack(a.lanes * b.lanes); }
  friend Pack operator/(Pack a, Pack b) { return Pack(a.lanes / b.lanes); }
  Pack& operator+=(Pack b) { return *this = *this + b; }
  friend PackMask<N> operator<(Pack a, Pack b) { return {a.lanes < b.lanes}; }
  friend PackMask<N> operator>(Pack a, Pack b) { return {a.lanes > b.lanes}; }
};

template <int N>
Pack<N> select(PackMask<N> condition, Pack<N> a, Pack<N> b) {
  return Pack<N>(condition.lanes ? a.lanes : b.lanes);
}

inline Pack<2> sqrt(Pack<2> a) {
#ifdef __SSE2__
  return Pack<2>(_mm_sqrt_pd(a.lanes));
#else
  for (int i = 0; i < 2; ++i) a.lanes[i] = std::sqrt(a.lanes[i]);
  return a;
#endif
}
#ifdef __AVX2__
inline Pack<4> sqrt(Pack<4> a) { return Pack<4>(_mm256_sqrt_pd(a.lanes)); }
#endif
#ifdef __AVX512F__
inline Pack<8> sqrt(Pack<8> a) {
  return Pack<8>(_mm512_maskz_sqrt_pd(0xFF, a.lanes));
}  // g++ 12 warns of the plain one
#endif

inline double sum_of_lanes(const Pack<2>& pack) { return pack.lanes[0] + pack.lanes[1]; }

template <int N>
void load_lanes(Pack<N>& pack, const double* from) {
  __builtin_memcpy(&pack.lanes, from, sizeof(pack.lanes));
}
template <int N>
void store_lanes(const Pack<N>& pack, double* to) {
  __builtin_memcpy(to, &pack.lanes, sizeof(pack.lanes));
}

template <int N>
struct LaneBits<Pack<N>> {
  using type = PackBits<N>;
};

}  // namespace dryslip
