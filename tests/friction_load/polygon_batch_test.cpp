// The vectorised kernels of every instruction set that this processor has, against one by one.

#include "dryslip/friction_load/detail/polygon_batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "dryslip/friction_load/detail/support_friction.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

using detail::PolygonClosedForm;
using detail::SupportFriction;

/// The polygons among the parts of a contact that are not slivers.
std::vector<SupportFriction> polygons(const ContactPatch& patch) {
  const Support& support = patch.supports.front();
  auto parts = detail::make_support_friction(support, patch.normal_force,
                                             detail::LimitCurve(support.law, patch, Coefficient::Kinetic), 1e-10);
  std::erase_if(parts, [](const SupportFriction& part) {
    const auto* polygon = std::get_if<PolygonClosedForm>(&part.kernel);
    return !polygon || polygon->is_precise();
  });
  return parts;
}

/// Calls check(part, scale of the part, random twists) for random polygons.
template <class Check>
void for_polygons(std::uint64_t seed, std::size_t twists, Check&& check) {
  Random random(seed);
  for (int round = 0; round < test_cases(0.05); ++round) {
    for (const NamedPatch& item : every_closed_form(random)) {
      SCOPED_TRACE(item.name);
      for (const SupportFriction& part : polygons(item.patch)) {
        std::vector<Twist> V(twists);
        for (Twist& twist : V) twist = random_twist(random, item.patch);
        FrictionState spin;
        LoadScale error;
        part.add_state({{}, 1.0}, spin, error);
        check(part, LoadScale{part.scale, std::abs(spin.load.moment)}, V);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(PolygonBatch, EveryInstructionSetIsOneByOne) {
  const auto batches = detail::polygon_batches();
  ASSERT_FALSE(batches.empty());
  std::vector<double> largest(batches.size());
  int polygons_seen = 0;
  // full packs and a part of one for every instruction set
  for_polygons(70, 813, [&](const SupportFriction& part, const LoadScale& scale, const std::vector<Twist>& V) {
    ++polygons_seen;
    const auto& polygon = std::get<PolygonClosedForm>(part.kernel);
    for (std::size_t set = 0; set < batches.size(); ++set) {
      std::vector<FrictionLoad> P(V.size(), {{7.0, 7.0}, 7.0});
      EXPECT_TRUE(batches[set]({polygon, part, part.reach}, V, P));
      for (std::size_t i = 0; i < V.size(); ++i) {
        const double found = difference(P[i], part.load(V[i]), scale);
        ASSERT_LE(found, largest_batch_difference) << "instruction set " << set << ", " << text_of(V[i]);
        largest[set] = std::max(largest[set], found);
      }
    }
  });
  EXPECT_GT(polygons_seen, 3);
  for (std::size_t set = 0; set < batches.size(); ++set) {
    RecordProperty("largest_difference_of_set_" + std::to_string(set), testing::PrintToString(largest[set]));
  }
}

TEST(PolygonBatch, TwistsThatNeedScalingAreLeftToTheCaller) {
  for_polygons(71, 13, [](const SupportFriction& part, const LoadScale& scale, const std::vector<Twist>& all) {
    for (const Twist& odd : {Twist{}, Twist{{1e120, 0.0}, 3.0}, Twist{{0.0, 1e-180}, 0.0}}) {
      std::vector<Twist> V = all;
      V[5] = odd;
      for (const detail::PolygonLoads loads : detail::polygon_batches()) {
        std::vector<FrictionLoad> P(V.size());
        const auto& polygon = std::get<PolygonClosedForm>(part.kernel);
        EXPECT_FALSE(loads({polygon, part, part.reach}, V, P));
        for (std::size_t i = 0; i < V.size(); ++i) {
          if (i == 5) continue;
          ASSERT_LE(difference(P[i], part.load(V[i]), scale), largest_batch_difference) << text_of(V[i]);
        }
      }
    }
  });
}

}  // namespace
}  // namespace dryslip::tests
