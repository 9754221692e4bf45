// One contact for all that is asked of a slider: by identity, and by the bits of runs that have their contact alone.

#include "dryslip/slider/prepared_slider.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/slider/stop_time.hpp"
#include "dryslip/slider/terminal_motion.hpp"
#include "tests/slider/simple_sliders.hpp"

namespace dryslip::tests {
namespace {

using Method = SliderRunOptions::Method;

/// Feet, a wheel and an area with static coefficients under a force that turns; O is not the center of mass.
Slider on_all_kinds() {
  Slider slider{.contact = {.normal_force = g, .mu = 0.3, .mu_static = 0.4},
                .mass = 1.0,
                .inertia = 0.004,
                .center_of_mass = {0.01, 0.005},
                .initial = {.velocity = {0.05, 0.02}, .omega = 1.0}};
  slider.contact.supports = {{.shape = Points{{{{0.05, 0.0}, 1.0}, {{-0.05, 0.03}, 1.0}}}, .share = 2.0},
                             {.shape = Points{{{{0.0, -0.06}, 1.0}}}, .law = WheelLaw{{.angle = 0.2}}, .share = 1.0},
                             {.shape = Rectangle{{0.02, 0.03}}, .share = 1.0}};
  slider.drive.fx = drive("4*cos(9*t)");
  slider.drive.fy = drive("4*sin(7*t)");
  return slider;
}

bool are_same(const SliderRun& a, const SliderRun& b) {
  const auto is_same = [](const SliderSample& x, const SliderSample& y) {
    return x.t == y.t && x.state.position == y.state.position && x.state.angle == y.state.angle &&
           x.state.velocity == y.state.velocity && x.state.omega == y.state.omega && x.load == y.load &&
           x.work_of_friction == y.work_of_friction && x.mode == y.mode;
  };
  return a.steps == b.steps && a.events.size() == b.events.size() &&
         std::equal(a.samples.begin(), a.samples.end(), b.samples.begin(), b.samples.end(), is_same);
}

TEST(PreparedSlider, RunsOfManyThreadsHaveTheBitsOfOneAlone) {
  Slider fitted = block(0.4);
  fitted.model = ContactModel::Ellipsoid;
  fitted.drive.fx = drive("5*sin(6*t)");
  for (const Slider& slider : {on_all_kinds(), fitted}) {
    for (const Method method : {Method::Event, Method::Prox}) {
      const SliderRunOptions options{.duration = 0.5, .method = method, .output_step = 0.01};
      const auto start = [&](int i) {
        SliderState state = slider.initial;
        state.omega += 0.5 * i;
        return state;
      };
      const PreparedSlider shared(slider);
      std::vector<SliderRun> runs(6);
      std::vector<std::thread> threads;
      for (int i = 0; i < 6; ++i) {
        threads.emplace_back(
            [&, i] { runs[static_cast<std::size_t>(i)] = simulate_slider(shared, start(i), options); });
      }
      for (std::thread& thread : threads) thread.join();
      for (int i = 0; i < 6; ++i) {
        Slider alone = slider;
        alone.initial = start(i);
        const SliderRun run = simulate_slider(alone, options);
        EXPECT_EQ(run.samples.size(), 51u);
        EXPECT_TRUE(are_same(runs[static_cast<std::size_t>(i)], run)) << i;
      }
      EXPECT_FALSE(are_same(runs[0], runs[1]));
    }
  }
}

TEST(PreparedSlider, ItsContactsAreMadeOnce) {
  Slider slider = on_all_kinds();
  const PreparedSlider moved(slider), copy = moved;
  EXPECT_EQ(moved.contact().surface(), copy.contact().surface());
  EXPECT_EQ(moved.contact_at_center().surface(), copy.contact_at_center().surface());
  EXPECT_NE(moved.contact_at_center().surface(), moved.contact().surface());
  EXPECT_EQ(moved.contact_in_motion(1e-10).elements(), moved.contact().elements());

  slider.center_of_mass = {};
  slider.model = ContactModel::Ellipsoid;
  const PreparedSlider centered(slider);
  EXPECT_EQ(centered.contact_at_center().surface(), centered.contact().exact().surface());
  const auto surface = centered.contact_at_center().surface();
  EXPECT_TRUE(surface->is_exact());
  find_terminal_motions(centered);
  bracket_stop_time(centered);
  EXPECT_EQ(surface.use_count(), 2);  // of this test and of the contact: nothing else was made of it, nor kept
}

TEST(PreparedSlider, TakesTheContactThatIsThere) {
  const Slider slider = on_all_kinds();
  const Contact contact = contact_of(slider);
  const PreparedSlider prepared(slider, contact);
  EXPECT_EQ(prepared.contact().surface(), contact.surface());
  EXPECT_EQ(prepared.contact_in_motion(1e-10).elements(), contact.elements());
  EXPECT_EQ(prepared.slider().mass, slider.mass);
}

TEST(PreparedSlider, AWheelNearlyOnItsAxleIsMovedOntoItOnce) {
  Slider slider = on_all_kinds();
  slider.contact.supports = {{.shape = Points{{{{0.1, 0.0}, 1.0}, {{-0.1, 0.0}, 1.0}}},
                              .law = WheelLaw{{.angle = 1.570796}}}};  // six digits of π/2
  const PreparedSlider prepared(slider), copy = prepared;
  const Contact in_motion = prepared.contact_in_motion(1e-10);
  EXPECT_NE(in_motion.model(), prepared.contact().model());
  EXPECT_EQ(in_motion.model(), copy.contact_in_motion(1e-12).model());
  EXPECT_NEAR(std::get<WheelLaw>(in_motion.patch().supports[0].law).heading.angle, M_PI / 2.0, 1e-15);
}

}  // namespace
}  // namespace dryslip::tests
