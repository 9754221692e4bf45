// What promises to serve several threads at once, doing so: the results are those of one thread, to the last bit. This program is also
// built with the thread sanitizer. Nothing is used before the threads share it, so that what is made when it is first needed is made there.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "dryslip/contact/contact.hpp"
#include "dryslip/friction_load/friction_model.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/slider/simulate_slider.hpp"
#include "reproduce/items.hpp"

namespace dryslip::tests {
namespace {

constexpr std::size_t thread_count = 4;

/// Calls work(0) to work(3), all at once.
template <class Work>
void in_threads(const Work& work) {
  std::atomic<std::size_t> waiting = thread_count;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < thread_count; ++i) {
    threads.emplace_back([&, i] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// Closed forms, wheels, an integrated pressure and points: every kind of load, and kinks.
std::vector<ContactPatch> contacts() {
  const RatchetLaw ratchet{.heading = {.angle = 0.4}, .coefficients = {}};
  const auto patch = [](std::vector<Support> supports) {
    return ContactPatch{.normal_force = 9.0, .mu = 0.3, .mu_static = 0.35, .supports = std::move(supports)};
  };
  return {patch({{.shape = Disk{.radius = 0.05}, .center = {0.02, 0.01}},
                 {.shape = Rectangle{{0.06, 0.02}}, .angle = 0.5}}),
          patch({{.shape = Rectangle{{0.08, 0.03}}, .pressure = ExpressionPressure{{"1+20*x^2", {"x", "y"}}}}}),
          patch({{.shape = Points{{{{0.05, 0.02}, 1.0}, {{-0.04, 0.03}, 2.0}, {{0.0, -0.05}, 1.5}}}, .share = 2.0},
                 {.shape = Segment{{-0.05, 0.0}, {0.05, 0.01}}, .law = ratchet, .share = 1.0}})};
}

/// Stick-slip: a spring pulls the body over its contact, and a force swings it.
Slider pulled_slider(const ContactPatch& contact) {
  Slider slider{.contact = contact, .mass = 0.9, .inertia = 2e-3, .center_of_mass = {0.005, -0.002}};
  slider.drive.fx = Expression("1.5*sin(20*t)", drive_variables);
  slider.drive.springs = {{.stiffness = 200.0,
                           .damping = 0.1,
                           .point = {0.03, 0.02},
                           .anchor = {Expression("0.04+0.3*t", time_variable), Expression("0.02", time_variable)}}};
  return slider;
}

void expect_same_bits(const SliderRun& a, const SliderRun& b) {
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.events.size(), b.events.size());
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t k = 0; k < a.samples.size(); ++k) {
    const SliderSample &p = a.samples[k], &q = b.samples[k];
    EXPECT_TRUE(p.t == q.t && p.state.position == q.state.position && p.state.velocity == q.state.velocity &&
                p.state.angle == q.state.angle && p.state.omega == q.state.omega &&
                p.work_of_friction == q.work_of_friction)
        << "row " << k;
  }
}

TEST(Threads, OneSliderRunsInAllOfThem) {
  const SliderRunOptions options{.duration = 0.15, .tolerance = 1e-8, .output_step = 0.01};
  const std::array<SliderState, thread_count> initial{SliderState{}, SliderState{.velocity = {0.2, -0.1}, .omega = 3.0},
                                                      SliderState{.angle = 0.3}, SliderState{.omega = -5.0}};
  for (const ContactPatch& contact : contacts()) {
    const Slider slider = pulled_slider(contact);
    const PreparedSlider shared(slider);
    std::array<SliderRun, thread_count> runs;
    in_threads([&](std::size_t i) { runs[i] = simulate_slider(shared, initial[i], options); });
    const PreparedSlider alone(slider);
    for (std::size_t i = 0; i < thread_count; ++i)
      expect_same_bits(runs[i], simulate_slider(alone, initial[i], options));
  }
}

TEST(Threads, OneContactAnswersAllOfThem) {
  const std::vector<Twist> twists{{{0.2, 0.1}, 1.0}, {{0.3, -0.1}, 0.0}, {{0.0, 0.0}, -2.0}, {{-0.4, 0.02}, 7.0}};
  std::vector<std::pair<ContactPatch, ContactModel>> cases;
  for (const ContactPatch& contact : contacts()) cases.emplace_back(contact, ContactModel::Exact);
  for (const ContactModel model : {ContactModel::Ellipsoid, ContactModel::Quartic, ContactModel::Table})
    cases.emplace_back(contacts()[0], model);
  for (const auto& [patch, kind] : cases) {
    struct Answers {
      std::vector<FrictionLoad> loads = std::vector<FrictionLoad>(4);
      double factor = 0.0, trace = 0.0;
    };
    const auto ask = [&](const Contact& contact) {
      Answers answers;
      const auto model = contact.model();
      model->loads(twists, answers.loads);
      answers.trace = model->hessian(twists[0]).trace();
      EXPECT_FALSE(model->load_set(twists[3]).is_all);
      answers.factor = contact.surface()->motion_of(answers.loads[1]).factor;
      return answers;
    };
    const Contact shared(patch, {kind});
    std::array<Answers, thread_count> answers;
    in_threads([&](std::size_t i) { answers[i] = ask(shared); });
    const Answers alone = ask(Contact(patch, {kind}));
    for (const Answers& one : answers) {
      for (std::size_t k = 0; k < twists.size(); ++k) EXPECT_EQ(one.loads[k].moment, alone.loads[k].moment);
      EXPECT_EQ(one.trace, alone.trace);
      EXPECT_EQ(one.factor, alone.factor);
    }
  }
}

using reproduce::Item;

Item item(const std::string& name, reproduce::ItemRun* run) {
  return {.name = name, .place = "", .title = name, .remark = "", .scenarios = {}, .run = run};
}

TEST(Threads, ItemsReportInTheirOrder) {
  std::vector<Item> items;
  for (int i = 0; i < 40; ++i) {
    items.push_back(item(std::to_string(i), [](const reproduce::ScenarioTexts&) { return reproduce::ItemResult{}; }));
  }
  items[7].run = [](const reproduce::ScenarioTexts&) -> reproduce::ItemResult {
    throw std::runtime_error("not converged");
  };
  std::size_t told = 0;
  const auto reports = reproduce::run_items(items, {}, [&](std::size_t done) { told = done; });
  ASSERT_EQ(reports.size(), 40u);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(reports[i].item.name, std::to_string(i));
    EXPECT_EQ(reports[i].failure, i == 7 ? "not converged" : "");
  }
  EXPECT_EQ(told, 40u);
  items[9].run = [](const reproduce::ScenarioTexts&) -> reproduce::ItemResult { throw std::invalid_argument("bad"); };
  EXPECT_THROW(reproduce::run_items(items, {}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace dryslip::tests
