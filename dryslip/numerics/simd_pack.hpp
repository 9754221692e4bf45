#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip {

// Doubles that are computed at once, so that a kernel written for double runs on many twists or edges. The instruction set
// is part of the type of a pack, so that code of different sets cannot be mixed up by the linker.

/// Two lanes on every processor.
struct PairSet {
  typedef double Doubles __attribute__((vector_size(16)));
  typedef std::int64_t Integers __attribute__((vector_size(16)));
};
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
  typename Set::Integers lanes;  // 0 or −1

  friend PackMask operator&(PackMask a, PackMask b) { return {a.lanes & b.lanes}; }
  /// Bit i for lane i.
  friend unsigned bits_of(PackMask mask) {
    constexpr std::size_t count = sizeof(mask.lanes) / sizeof(mask.lanes[0]);
#ifdef __AVX512DQ__
    if constexpr (count == 8) return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask.lanes));
#endif
#ifdef __AVX__
    if constexpr (count == 4) {
      return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask.lanes)));
    }
#endif
    unsigned bits = 0;
    for (std::size_t i = 0; i < count; ++i) bits |= static_cast<unsigned>(mask.lanes[i] & 1) << i;
    return bits;
  }
};

template <class Set>
struct PackBits {
  typename Set::Integers lanes;

  friend PackBits operator-(PackBits a, PackBits b) { return {a.lanes - b.lanes}; }
  friend PackBits operator+(PackBits a, PackBits b) { return {a.lanes + b.lanes}; }
  friend PackBits operator+(PackBits a, std::int64_t b) { return {a.lanes + b}; }
  friend PackBits operator&(PackBits a, std::int64_t b) { return {a.lanes & b}; }
  friend PackBits operator<<(PackBits a, int places) { return {a.lanes << places}; }
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
  friend Pack larger(Pack a, Pack b) {
#ifdef __AVX512F__
    if constexpr (count == 8) return Pack(_mm512_maskz_max_pd(0xFF, a.lanes, b.lanes));
#endif
#ifdef __AVX__
    if constexpr (count == 4) return Pack(_mm256_max_pd(a.lanes, b.lanes));
#endif
    return select(a > b, a, b);
  }
  /// 0 may give 1e-150.
  friend Pack sqrt(Pack a) { return root_of_positive(count == 8 ? larger(a, 1e-300) : a); }
  friend double largest_lane(Pack a) {
    if constexpr (count >= 8) a = larger(a, a.template turned<4>(std::make_index_sequence<count>()));
    if constexpr (count >= 4) a = larger(a, a.template turned<2>(std::make_index_sequence<count>()));
    return larger(a, a.template turned<1>(std::make_index_sequence<count>())).lanes[0];
  }
  /// 1/√a for 1e-300 ≤ a ≤ 1e300.
  friend Pack inverse_root(Pack a) {
#ifdef __AVX512F__
    if constexpr (count == 8) {
      Pack inverse(_mm512_maskz_rsqrt14_pd(0xFF, a.lanes));
      for (int step = 0; step < 2; ++step) inverse += inverse * (0.5 - (0.5 * a) * (inverse * inverse));
      return inverse;
    }
#endif
    return 1.0 / sqrt(a);
  }
  friend Pack root_of_positive(Pack a) {
#ifdef __AVX512F__
    // 14 bits of the inverse, then two steps of Newton on root and half inverse: within an ulp, and three times as fast
    // as the instruction
    if constexpr (count == 8) {
      const Pack inverse(_mm512_maskz_rsqrt14_pd(0xFF, a.lanes));
      const Pack root = a * inverse, half = 0.5 * inverse, rest = 0.5 - root * half;
      const Pack better = root + root * rest;
      return better + (a - better * better) * (half + half * rest);
    }
#endif
#ifdef __AVX__
    if constexpr (count == 4) return Pack(_mm256_sqrt_pd(a.lanes));
#endif
    for (std::size_t i = 0; i < count; ++i) a.lanes[i] = std::sqrt(a.lanes[i]);
    return a;
  }

 private:
  /// Lane i of the result is lane i + by, counted around.
  template <std::size_t by, std::size_t... i>
  Pack turned(std::index_sequence<i...>) const {
    return Pack(__builtin_shufflevector(lanes, lanes, ((i + by) % count)...));
  }
};

namespace detail {

/// Lanes 3i + k of the 3n numbers that a, b, c hold one after the other, for i = 0 … n − 1.
template <std::size_t k, class Doubles, std::size_t... i>
Doubles every_third(Doubles a, Doubles b, Doubles c, std::index_sequence<i...>) {
  constexpr std::size_t n = sizeof...(i);
  const Doubles from_two = __builtin_shufflevector(a, b, (3 * i + k < 2 * n ? 3 * i + k : 0)...);
  return __builtin_shufflevector(from_two, c, (3 * i + k < 2 * n ? i : 3 * i + k - n)...);
}
/// Numbers kn … kn + n − 1 of x₀ y₀ z₀ x₁ y₁ z₁ …
template <std::size_t k, class Doubles, std::size_t... i>
Doubles part_of_triples(Doubles x, Doubles y, Doubles z, std::index_sequence<i...>) {
  constexpr std::size_t n = sizeof...(i);
  const Doubles from_two = __builtin_shufflevector(x, y, ((k * n + i) / 3 + ((k * n + i) % 3 == 1 ? n : 0))...);
  return __builtin_shufflevector(from_two, z, ((k * n + i) % 3 == 2 ? n + (k * n + i) / 3 : i)...);
}

}  // namespace detail

/// x₀ y₀ z₀ x₁ y₁ z₁ … to packs, and back.
template <class Set>
void load_triples(const double* from, Pack<Set>& x, Pack<Set>& y, Pack<Set>& z) {
  constexpr std::size_t n = Pack<Set>::count;
  const auto a = Pack<Set>::load(from).lanes, b = Pack<Set>::load(from + n).lanes,
             c = Pack<Set>::load(from + 2 * n).lanes;
  x.lanes = detail::every_third<0>(a, b, c, std::make_index_sequence<n>());
  y.lanes = detail::every_third<1>(a, b, c, std::make_index_sequence<n>());
  z.lanes = detail::every_third<2>(a, b, c, std::make_index_sequence<n>());
}
template <class Set>
void store_triples(double* to, const Pack<Set>& x, const Pack<Set>& y, const Pack<Set>& z) {
  constexpr std::size_t n = Pack<Set>::count;
  Pack<Set>(detail::part_of_triples<0>(x.lanes, y.lanes, z.lanes, std::make_index_sequence<n>())).store(to);
  Pack<Set>(detail::part_of_triples<1>(x.lanes, y.lanes, z.lanes, std::make_index_sequence<n>())).store(to + n);
  Pack<Set>(detail::part_of_triples<2>(x.lanes, y.lanes, z.lanes, std::make_index_sequence<n>())).store(to + 2 * n);
}

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

template <class Real, class Set>
Real multiple_of_2_52(PackBits<Set> bits) {
#ifdef __AVX512DQ__
  if constexpr (Real::count == 8) {
    return Real(_mm512_maskz_cvtepi64_pd(0xFF, reinterpret_cast<__m512i>(bits.lanes)));
  }
#endif
  // without a conversion instruction
  constexpr std::int64_t two_to_52 = 0x4330000000000000;
  return 0x1p52 * (bits_as<Real>(PackBits<Set>{(bits.lanes >> 52) + two_to_52}) - 0x1p52);
}

}  // namespace dryslip
