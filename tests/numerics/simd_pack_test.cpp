#include "dryslip/numerics/simd_pack.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dryslip {
namespace {

/// As the sets of the library, but for the tests alone.
template <int bytes>
struct TestSet {
  typedef double Doubles __attribute__((vector_size(bytes)));
  typedef std::int64_t Integers __attribute__((vector_size(bytes)));
};

template <class Pack>
void expect_largest_of_every_lane() {
  for (std::size_t largest = 0; largest < Pack::count; ++largest) {
    double lanes[Pack::count];
    for (std::size_t i = 0; i < Pack::count; ++i) lanes[i] = i == largest ? -1.0 : -2.0 - static_cast<double>(i);
    EXPECT_EQ(largest_lane(Pack::load(lanes)), -1.0) << largest << " of " << Pack::count;
  }
}

TEST(SimdPack, LargestLaneIsFoundWhereverItIs) {
  expect_largest_of_every_lane<Pack<TestSet<16>>>();
  expect_largest_of_every_lane<Pack<TestSet<32>>>();
  expect_largest_of_every_lane<Pack<TestSet<64>>>();
}

TEST(SimdPack, InverseRoots) {
  using Real = Pack<TestSet<32>>;
  for (const double a : {1e-300, 3e-5, 1.0, 7.0, 1e300}) {
    EXPECT_NEAR(static_cast<double>(inverse_root(Real(a)).lanes[2]) * std::sqrt(a), 1.0, 4e-16) << a;
    EXPECT_EQ(inverse_root(a), 1.0 / std::sqrt(a));
  }
}

}  // namespace
}  // namespace dryslip
