#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "dryslip/numerics/log_ratio.hpp"

namespace dryslip {

// Doubles that are computed at once, so that a kernel written for double runs on many twists or edges. A pack is made of
// the vectors of one instruction set, which is part of its type: code of different sets cannot be mixed up by the linker.

/// Four lanes as two vectors of two, on every processor.
struct BaselineSet {
  typedef double Doubles __attribute__((vector_size(16)));
  typedef std::int64_t Integers __attribute__((vector_size(16)));
  static constexpr int parts = 2;
};
/// Four lanes; for files compiled for AVX2.
struct Avx2Set {
  typedef double Doubles __attribute__((vector_size(32)));
  typedef std::int64_t Integers __attribute__((vector_size(32)));
  static constexpr int parts = 1;
};
/// Sixteen lanes as two vectors of eight, two chains of dependent operations side by side; for AVX-512 files.
struct Avx512Set {
  typedef double Doubles __attribute__((vector_size(64)));
  typedef std::int64_t Integers __attribute__((vector_size(64)));
  static constexpr int parts = 2;
};

template <class Set>
struct PackMask {
  typename Set::Integers part[Set::parts];
};

template <class Set>
struct PackBits {
  typename Set::Integers part[Set::parts];

  template <class Operation>
  static PackBits each(Operation&& operation) {
    PackBits result;
    for (int i = 0; i < Set::parts; ++i) result.part[i] = operation(i);
    return result;
  }
  friend PackBits operator-(const PackBits& a, const PackBits& b) {
    return each([&](int i) { return a.part[i] - b.part[i]; });
  }
  friend PackBits operator+(const PackBits& a, std::int64_t b) {
    return each([&](int i) { return a.part[i] + b; });
  }
  friend PackBits operator<<(const PackBits& a, int b) {
    return each([&](int i) { return a.part[i] << b; });
  }
  friend PackBits operator>>(const PackBits& a, int b) {
    return each([&](int i) { return a.part[i] >> b; });
  }
};

template <class Set>
struct Pack {
  using Doubles = typename Set::Doubles;
  static constexpr std::size_t lanes = Set::parts * sizeof(Doubles) / sizeof(double);
  Doubles part[Set::parts]{};

  Pack() = default;
  Pack(double value) {  // constants enter formulas as they are
    for (Doubles& p : part) p = value - Doubles{};
  }
  static Pack load(const double* from) {
    Pack result;
    __builtin_memcpy(result.part, from, sizeof(part));
    return result;
  }
  void store(double* to) const { __builtin_memcpy(to, part, sizeof(part)); }

  template <class Operation>
  static Pack each(Operation&& operation) {
    Pack result;
    for (int i = 0; i < Set::parts; ++i) result.part[i] = operation(i);
    return result;
  }
  friend Pack operator-(const Pack& a) {
    return each([&](int i) { return -a.part[i]; });
  }
  friend Pack operator+(const Pack& a, const Pack& b) {
    return each([&](int i) { return a.part[i] + b.part[i]; });
  }
  friend Pack operator-(const Pack& a, const Pack& b) {
    return each([&](int i) { return a.part[i] - b.part[i]; });
  }
  friend Pack operator*(const Pack& a, const Pack& b) {
    return each([&](int i) { return a.part[i] * b.part[i]; });
  }
  friend Pack operator/(const Pack& a, const Pack& b) {
    return each([&](int i) { return a.part[i] / b.part[i]; });
  }
  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  friend PackMask<Set> operator<(const Pack& a, const Pack& b) {
    PackMask<Set> result;
    for (int i = 0; i < Set::parts; ++i) result.part[i] = a.part[i] < b.part[i];
    return result;
  }
  friend PackMask<Set> operator>(const Pack& a, const Pack& b) { return b < a; }
  friend Pack select(const PackMask<Set>& condition, const Pack& a, const Pack& b) {
    return each([&](int i) { return condition.part[i] ? a.part[i] : b.part[i]; });
  }
  friend Pack sqrt(const Pack& a) {
    return each([&](int i) { return square_root(a.part[i]); });
  }

 private:
  static Doubles square_root(Doubles x) {
#ifdef __AVX512F__
    if constexpr (sizeof(Doubles) == 64) return _mm512_maskz_sqrt_pd(0xFF, x);  // g++ 12 warns of the plain one
#endif
#ifdef __AVX__
    if constexpr (sizeof(Doubles) == 32) return _mm256_sqrt_pd(x);
#endif
#ifdef __SSE2__
    if constexpr (sizeof(Doubles) == 16) return _mm_sqrt_pd(x);
#endif
    for (std::size_t i = 0; i < sizeof(Doubles) / sizeof(double); ++i) x[i] = std::sqrt(x[i]);
    return x;
  }
};

/// (x₀ + x₂) + (x₁ + x₃), whatever the vectors: the same bits on every processor.
template <class Set>
double sum_of_four_lanes(const Pack<Set>& pack) {
  static_assert(Pack<Set>::lanes == 4);
  double x[4];
  pack.store(x);
  return (x[0] + x[2]) + (x[1] + x[3]);
}

template <class Set>
struct LaneBits<Pack<Set>> {
  using type = PackBits<Set>;
};

}  // namespace dryslip
