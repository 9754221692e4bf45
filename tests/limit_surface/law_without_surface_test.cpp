// Laws that violate maximum power have no limit surface: refused with the triple that shows it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dryslip/contact_patch/castor.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/limit_surface/special_points.hpp"
#include "dryslip/record/invalid_input.hpp"

namespace dryslip {
namespace {

using ::testing::HasSubstr;

/// A plain disk and a foot with the law.
ContactPatch contact_with(const FrictionLaw& law) {
  return {.normal_force = 10.0,
          .mu = 0.3,
          .mu_static = {},
          .supports = {{.shape = Disk{0.05}, .share = 1.0},
                       {.shape = Rectangle{{0.02, 0.01}}, .center = {0.1, 0.03}, .law = law, .share = 2.0}}};
}

template <class Work>
void expect_refused(const Work& work) {
  try {
    work();
    ADD_FAILURE() << "not refused";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.key(), "support[1].law");
    EXPECT_THAT(error.explanation(), HasSubstr("violates maximum power: for slip v = ["));
    EXPECT_THAT(error.explanation(), HasSubstr("(f - f*).v = -0.0"));
  }
}

TEST(LawWithoutSurface, IsRefusedWithTheTriple) {
  const CrookedCastor crooked{.arm = {.length = 0.03, .bend = 0.5}, .axle = 0.1, .mu = 0.4};
  const InlineCastor in_line{.length = 0.03, .rubbing = {"0.3+0.1*cos(phi)", {"phi"}}};
  for (const FrictionLaw& law : std::vector<FrictionLaw>{relaxed_law(crooked), relaxed_law(in_line)}) {
    const ContactPatch patch = contact_with(law);
    expect_refused([&] { LimitSurface{patch}; });
    expect_refused([&] { LimitSurface(patch, {.coefficient = Coefficient::Static}); });
    expect_refused([&] { find_special_points(LimitSurface(patch)); });
  }
  // at an instant both have one
  EXPECT_NO_THROW(LimitSurface(contact_with(instantaneous_law(crooked, 0.7))));
  EXPECT_NO_THROW(LimitSurface(contact_with(instantaneous_law(in_line, 0.7))));
}

TEST(LawWithoutSurface, ACustomLawOfConstantSizeHasTheSurfaceOfTheIsotropicOne) {
  const ContactPatch custom = contact_with(CustomLaw{.value = {"0.45", {"phi"}}});
  const ContactPatch isotropic = contact_with(IsotropicLaw{{.mu = 0.45, .mu_static = {}}});
  const FrictionLoad P{{0.3, -0.2}, 0.1};
  const MotionOfLoad found = LimitSurface(custom).motion_of(P), expected = LimitSurface(isotropic).motion_of(P);
  EXPECT_EQ(found.factor, expected.factor);  // the same formulas: the same bits
  EXPECT_EQ(found.motion, expected.motion);
  EXPECT_EQ(point_of(find_special_points(LimitSurface(custom)).center_of_twist),
            point_of(find_special_points(LimitSurface(isotropic)).center_of_twist));
}

}  // namespace
}  // namespace dryslip
