// Fits say how far they are and can be stopped, without a change of what they find.

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/surrogate/fit_answer.hpp"
#include "tests/told_progress.hpp"

namespace dryslip::tests {
namespace {

constexpr ContactModel kinds[] = {ContactModel::Exact, ContactModel::Pade, ContactModel::Ellipsoid,
                                  ContactModel::Quartic, ContactModel::Table};

ContactPatch rectangle(const FrictionLaw& law = {}) {
  return {.normal_force = 3.0,
          .mu = 0.4,
          .mu_static = {},
          .supports = {{.shape = Rectangle{{0.01, 0.03}}, .center = {0.02, -0.01}, .angle = 0.3, .law = law}}};
}

TEST(FitProgress, OfAFitRisesFrom0To1AndChangesNothing) {
  for (const ContactModel kind : kinds) {
    SCOPED_TRACE(word_of(kind));
    ToldProgress told;
    const std::vector<FittedModel> watched = fit_model(rectangle(), kind, {}, told.progress());
    expect_whole(told.parts, 1000);
    const std::vector<FittedModel> alone = fit_model(rectangle(), kind);
    ASSERT_EQ(watched.size(), alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
      EXPECT_EQ(watched[i].error.largest, alone[i].error.largest);
      EXPECT_EQ(watched[i].parameters, alone[i].parameters);
    }
  }
}

TEST(FitProgress, OfAllSurrogatesRisesFrom0To1) {
  // an elliptic law has no Padé model: what cannot be fitted is left behind
  for (const auto& [law, missing] :
       {std::pair<FrictionLaw, std::size_t>{IsotropicLaw{}, 0}, {EllipticLaw{{0.4, 0.3}}, 1}}) {
    const ContactPatch patch = rectangle(law);
    const ModelFitter fitter(patch, friction_model(patch));
    ToldProgress told;
    EXPECT_EQ(fit_answer(fitter, std::nullopt, told.progress()).missing.size(), missing);
    expect_whole(told.parts, 8000);  // four variants at least, each measured at 2000 samples
  }
}

TEST(FitProgress, StopsWhereItIsToldTo) {
  for (const ContactModel kind : kinds) {
    SCOPED_TRACE(word_of(kind));
    ToldProgress whole;
    fit_model(rectangle(), kind, {}, whole.progress());
    for (const std::size_t last : {std::size_t{1}, whole.parts.size() / 2, whole.parts.size()}) {
      ToldProgress told{.last = last};
      EXPECT_THROW(fit_model(rectangle(), kind, {}, told.progress()), Cancelled);
      EXPECT_EQ(told.parts.size(), last);
    }
  }
  const ContactPatch patch = rectangle();
  const ModelFitter fitter(patch, friction_model(patch));
  ToldProgress told{.last = 1};
  EXPECT_THROW(fit_answer(fitter, ContactModel::Ellipsoid, told.progress()), Cancelled);
  EXPECT_THROW(measure_cost(*friction_model(patch), {}, [](double) { return false; }), Cancelled);
}

}  // namespace
}  // namespace dryslip::tests
