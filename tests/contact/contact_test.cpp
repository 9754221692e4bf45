// What is made of a contact is made once: by identity of its parts, by the bits of parts made alone, and by several threads at once.

#include "dryslip/contact/contact.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "dryslip/friction_load/contact_elements.hpp"
#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/surrogate/fit_model.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/told_progress.hpp"

namespace dryslip::tests {
namespace {

using enum Coefficient;

ContactPatch on(const Support& support) {
  return {.normal_force = 3.0, .mu = 0.4, .mu_static = {}, .supports = {support}};
}
ContactPatch closed() { return on({.shape = Rectangle{{0.01, 0.03}}, .center = {0.02, -0.01}, .angle = 0.3}); }
ContactPatch integrated() {
  return on({.shape = Disk{0.004}, .center = {0.002, 0.001}, .pressure = HertzPressure{0.5, 0.7}});
}
ContactPatch wheels() {
  return on({.shape = Points{{{{0.1, 0.02}, 1.0}, {{-0.1, 0.01}, 2.0}}}, .law = WheelLaw{.heading = {.angle = 0.3}}});
}
ContactPatch sticky(ContactPatch patch) {
  patch.mu_static = 0.5;
  return patch;
}

/// Addresses of what is made of a contact with both coefficients.
std::vector<const void*> parts_of(const Contact& contact) {
  std::vector<const void*> parts{contact.elements().get(), contact.exact().model().get()};
  for (const Coefficient which : {Kinetic, Static}) {
    const auto surface = contact.surface(which);
    parts.insert(parts.end(),
                 std::initializer_list<const void*>{contact.model(which).get(), surface.get(), &surface->model(),
                                                    contact.kinks(which).get(), contact.rough_model(which).get(),
                                                    contact.fitter(which).get()});
  }
  return parts;
}

void expect_same_bits(const FrictionModel& a, const FrictionModel& b, const ContactPatch& patch) {
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const Twist V = random_twist(random, patch);
    EXPECT_EQ(a.load(V), b.load(V)) << text_of(V);
    EXPECT_EQ(a.state(V).error_bound, b.state(V).error_bound) << text_of(V);
  }
  EXPECT_EQ(a.scale().moment, b.scale().moment);
  EXPECT_EQ(a.model_error(), b.model_error());
}

TEST(Contact, EveryPartIsMadeOnceForAllCopies) {
  for (const ContactPatch& patch : {closed(), sticky(closed()), integrated(), sticky(integrated()), wheels()}) {
    const Contact contact(patch), copy = contact;
    const std::vector<const void*> parts = parts_of(contact);
    EXPECT_EQ(parts_of(copy), parts);
    EXPECT_EQ(parts_of(copy.exact().seen_from({})), parts);
  }
  const Contact fitted(sticky(closed()), {ContactModel::Ellipsoid}), copy = fitted;
  EXPECT_EQ(parts_of(fitted), parts_of(copy));
}

TEST(Contact, SharesTheModelWhereItIsTheSame) {
  const Contact contact(closed());
  EXPECT_TRUE(contact.has_one_coefficient());
  EXPECT_EQ(contact.model(Static), contact.model());
  EXPECT_EQ(contact.rough_model(), contact.model());
  EXPECT_EQ(&contact.surface(Static)->model(), contact.model().get());
  EXPECT_EQ(contact.elements()->smooth, contact.model());
  EXPECT_EQ(contact.fitter()->fit(ContactModel::Exact).front().model, contact.model());

  const Contact two(sticky(closed()));
  EXPECT_FALSE(two.has_one_coefficient());
  EXPECT_NE(two.model(Static), two.model());
  EXPECT_EQ(&two.surface(Static)->model(), two.model(Static).get());

  // each tolerance has its own integrals
  const Contact open(integrated());
  EXPECT_EQ(open.model(Static), open.model());
  EXPECT_NE(open.rough_model(), open.model());
  EXPECT_NE(&open.surface()->model(), open.model().get());
  EXPECT_EQ(&open.surface()->model(), &open.surface(Static)->model());

  const Contact fitted(closed(), {ContactModel::Quartic});
  EXPECT_EQ(fitted.model(Static), fitted.model());
  EXPECT_EQ(&fitted.surface()->model(), fitted.model().get());
  EXPECT_EQ(fitted.fitter()->fit(ContactModel::Exact).front().model, fitted.rough_model());
}

TEST(Contact, HasTheBitsOfModelsThatAreMadeAlone) {
  for (const ContactPatch& patch : {closed(), sticky(closed()), integrated(), sticky(integrated()), wheels()}) {
    for (const Coefficient which : {Kinetic, Static}) {
      const Contact contact(patch, {.tolerance = 1e-8});
      expect_same_bits(*contact.model(which), *friction_model(patch, {which, 1e-8}), patch);
      expect_same_bits(*contact.rough_model(which), *friction_model(patch, {which, 1e-5}), patch);
      const auto surface = contact.surface(which);
      const LimitSurface alone(patch, {which, 1e-8});
      EXPECT_EQ(surface->coefficient(), which);
      EXPECT_EQ(surface->load_error(), alone.load_error());
      expect_same_bits(surface->model(), alone.model(), patch);
      EXPECT_EQ(surface->factor_of({{1.0, 0.3}, 0.02}), alone.factor_of({{1.0, 0.3}, 0.02}));
    }
  }
}

TEST(Contact, OfASurrogateHasTheBitsOfTheFirstFit) {
  for (const ContactPatch& patch : {sticky(closed()), integrated()}) {
    for (const ContactModel kind :
         {ContactModel::Pade, ContactModel::Ellipsoid, ContactModel::Quartic, ContactModel::Table}) {
      const Contact contact(patch, {kind});
      for (const Coefficient which : {Kinetic, Static}) {
        const auto first = fit_model(patch, kind, {.coefficient = which}).front();
        expect_same_bits(*contact.model(which), *first.model, patch);
        const auto surface = contact.surface(which);
        EXPECT_FALSE(surface->is_exact());
        EXPECT_EQ(surface->load_error(), 1e-15);
        const FrictionLoad P = contact.model(which)->load({{1.0, 0.3}, 20.0});
        EXPECT_NEAR(surface->factor_of(P), 1.0, 1e-9);
      }
      EXPECT_EQ(contact.elements(), nullptr);
      EXPECT_TRUE(contact.kinks()->empty());
      expect_same_bits(*contact.exact().model(), *friction_model(patch), patch);
    }
  }
}

TEST(Contact, IsMadeOnceByManyThreads) {
  for (const Contact& contact : {Contact(sticky(integrated())), Contact(closed(), {ContactModel::Table})}) {
    std::vector<std::vector<const void*>> seen(8);
    std::vector<std::thread> threads;
    for (auto& parts : seen) threads.emplace_back([&parts, copy = contact] { parts = parts_of(copy); });
    for (std::thread& thread : threads) thread.join();
    for (const auto& parts : seen) EXPECT_EQ(parts, seen.front());
  }
}

TEST(Contact, FitsSayHowFarTheyAreAndLeaveNothingWhereTheyAreStopped) {
  for (const Coefficient which : {Kinetic, Static}) {
    const Contact contact(sticky(closed()), {ContactModel::Ellipsoid});
    ToldProgress first{.last = 1}, second, third;
    EXPECT_THROW(contact.surface(which, first.progress()), Cancelled);
    EXPECT_EQ(first.parts.size(), 1u);
    const auto model = contact.model(which, second.progress());
    expect_whole(second.parts, 1000);
    EXPECT_EQ(&contact.surface(which, third.progress())->model(), model.get());
    EXPECT_TRUE(third.parts.empty());  // it is there already
  }
  ToldProgress told;
  Contact(closed()).fitter(Kinetic, told.progress());
  EXPECT_GT(told.parts.size(), 1000u);
}

TEST(Contact, PartsThatCannotBeMadeLeaveTheOthersAlone) {
  const Contact custom(on({.shape = Disk{0.05}, .law = CustomLaw{.value = Expression("0.3", {"phi"}), .turn = 0.2}}));
  const Contact fitted(wheels(), {ContactModel::Pade}), bad(on({.shape = Disk{-1.0}}));
  for (int i = 0; i < 2; ++i) {
    EXPECT_THROW(custom.surface(), InvalidInput);
    EXPECT_FALSE(custom.model()->has_potential());
    EXPECT_THROW(fitted.model(), InvalidInput);
    EXPECT_EQ(fitted.exact().elements()->elements.size(), 2u);
    EXPECT_THROW(bad.model(Static), InvalidInput);
    EXPECT_THROW(bad.has_one_coefficient(), InvalidInput);
  }
}

TEST(Contact, WhatIsWrongHasTheKeyOfItsSection) {
  const auto key_of = [](const auto& make) -> std::string {
    try {
      make();
    } catch (const InvalidInput& error) {
      return error.key();
    }
    return "none";
  };
  ContactPatch pulled = closed();
  pulled.normal_force = -1.0;
  const ContactPatch turned =
      on({.shape = Disk{0.05}, .law = CustomLaw{.value = Expression("0.3", {"phi"}), .turn = 0.2}});
  for (const std::string section : {"contact", ""}) {
    const auto whole = [&](const std::string& key) { return section.empty() ? key : section + "." + key; };
    const Contact bad(pulled, {.section = section}), custom(turned, {.section = section});
    for (const Contact& contact : {bad, bad.exact(), bad.seen_from({0.1, 0.0})}) {
      EXPECT_EQ(key_of([&] { contact.has_one_coefficient(); }), whole("normal_force"));
      EXPECT_EQ(key_of([&] { contact.model(Static); }), whole("normal_force"));
      EXPECT_EQ(key_of([&] { contact.surface(); }), whole("normal_force"));
      EXPECT_EQ(key_of([&] { contact.elements(); }), whole("normal_force"));
      EXPECT_EQ(key_of([&] { contact.rough_model(); }), whole("normal_force"));
    }
    EXPECT_EQ(key_of([&] { custom.surface(); }), whole("support[0].law"));
    EXPECT_EQ(key_of([&] { custom.fitter(); }), whole("support[0].law"));
    const Contact pade(wheels(), {.model = ContactModel::Pade, .section = section}), exact = pade.exact();
    EXPECT_EQ(key_of([&] { pade.model(); }), whole("support[0].law"));
    EXPECT_EQ(key_of([&] { exact.fitter()->fit(ContactModel::Pade); }), whole("support[0].law"));
  }
}

TEST(Contact, SeenFromElsewhereHasTheSameForces) {
  const Contact here(closed(), {ContactModel::Table});
  const Vec2 step{0.03, 0.01};
  const Contact there = here.exact().seen_from(step);
  const Twist V{{0.2, -0.1}, 5.0}, at_step{V.velocity + V.omega * turned_left(step), V.omega};
  const FrictionLoad P = here.exact().model()->load(V), Q = there.model()->load(at_step);
  EXPECT_NEAR(length(P.force - Q.force), 0.0, 1e-14 * here.model()->scale().force);
  EXPECT_NEAR(P.moment, Q.moment + cross(step, Q.force), 1e-14 * here.model()->scale().moment);
}

}  // namespace
}  // namespace dryslip::tests
