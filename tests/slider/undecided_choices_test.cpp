#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string>

#include "tests/slider/simple_sliders.hpp"

// Formulas whose choices no bound can decide, or that choose anew more often than can be looked at.

namespace dryslip::tests {
namespace {

TEST(UndecidedChoices, PulsesAreSeenBesideNumbersThatAreEqual) {
  // away from its pulse max(0, exp(…)) compares zero with zero; the momentum is 1e5 N √π 1e-5 s
  const double speed = std::sqrt(std::numbers::pi), mu = 0.5;
  for (const char* formula :
       {"1e5*exp(-((t-0.5)/1e-5)^2)", "1e5*max(0, exp(-((t-0.5)/1e-5)^2))", "-1e5*min(0, -exp(-((t-0.5)/1e-5)^2))",
        "1e5*sign(exp(-((t-0.5)/1e-5)^2))*exp(-((t-0.5)/1e-5)^2)", "max(x*0, 1e5*exp(-((t-0.5)/1e-5)^2))"}) {
    for (const double output_step : {0.25, 0.013}) {
      Slider slider = block(mu);
      slider.drive.fx = drive(formula);
      const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = output_step});
      EXPECT_EQ(run.outcome, RunOutcome::Finished) << formula;
      // friction takes μ g of it while the pulse lasts, some 1e-4 s
      EXPECT_NEAR(run.samples.back().state.position.x, speed * speed / (2.0 * mu * g), 3e-4) << formula;
      ASSERT_GE(run.events.size(), 3u) << formula;
      EXPECT_NEAR(run.events[1].t, 0.5, 1e-4) << formula;
    }
  }
}

/// Slides without spin: x at the end of pieces of constant force along x, the last one long enough to come to rest.
struct Piece {
  double force, until;
};
double place_after(double v, double mu, std::initializer_list<Piece> pieces) {
  double x = 0.0, t = 0.0;
  for (const Piece& piece : pieces) {
    const bool holds = v == 0.0 && std::abs(piece.force) <= mu * g;
    const double a = holds ? 0.0 : piece.force - mu * g, left = piece.until - t;
    const double moves = a < 0.0 ? std::min(left, -v / a) : left;
    x += v * moves + 0.5 * a * moves * moves;
    v = std::max(v + a * moves, 0.0);
    t = piece.until;
  }
  return x;
}

TEST(UndecidedChoices, PulsesAreSeenBesideOnesThatNothingTells) {
  // no bound tells whether sqrt(t*t) is t; a pulse whose condition is not linear in time is seen all the same, at rest and in slip
  const double mu = 0.3;
  struct Case {
    const char* formula;
    double beside;  // its value
  };
  for (const auto& [formula, beside] :
       {Case{"(sqrt(t*t) >= t)", 1.0}, Case{"floor(exp(max(0, t-2)))", 1.0}, Case{"floor(sqrt(4+0*t))", 2.0},
        Case{"max(0, 1-sin(t)^2-cos(t)^2)", 0.0}, Case{"sign(exp(max(0, t-2))-1)", 0.0},
        Case{"if(sqrt(t^2) < t, 5, 0)", 0.0}, Case{"if(abs(tanh(max(0, t-2))) > 0, 1, 0)", 0.0}}) {
    for (const double speed : {0.0, 1.0}) {
      Slider slider = block(mu);
      slider.initial.velocity.x = speed;
      slider.drive.fx = drive(formula + std::string(" + 20*((t-0.199)*(0.201-t) > 0)"));
      const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
      ASSERT_EQ(run.outcome, RunOutcome::Finished) << formula;
      const double x = place_after(speed, mu, {{beside, 0.199}, {beside + 20.0, 0.201}, {beside, 1.0}});
      EXPECT_NEAR(run.samples.back().state.position.x, x, 1e-9) << formula << ' ' << speed;
    }
  }
  // in another formula
  Slider slider = block(mu);
  slider.drive.fy = drive("(sqrt(t*t) >= t)");
  slider.drive.moment = drive("((t-0.499)*(0.501-t) > 0)");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
  ASSERT_EQ(run.events.size(), 3u);
  EXPECT_NEAR(run.events[1].t, 0.499, 1e-12);
}

TEST(UndecidedChoices, NumbersThatFollowFromAFloorAreComputed) {
  // 3/3 >= 1 is true as it is computed; bounds that are wider by rounding would not tell, and the force would go on beyond x = 3
  const double mu = 0.3, decelerated = mu * g - 1.0, v = 0.9, speed_at_3 = std::sqrt(v * v - 2.0 * decelerated * 0.03);
  const double end = 3.0 + speed_at_3 * speed_at_3 / (2.0 * mu * g);
  for (const char* formula : {"1-(floor(x)/3 >= 1)", "mod(floor(x), 3) == 2", "1-floor(floor(x)/3)",
                              "mod(floor(x), 3)/2", "max(0, mod(floor(x), 3)-1)", "1-floor(0.1*floor(x)/0.3)"}) {
    Slider slider = block(mu);
    slider.initial.position.x = 2.97;
    slider.initial.velocity.x = v;
    slider.drive.fx = drive(formula);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
    EXPECT_NEAR(run.samples.back().state.position.x, end, 1e-9) << formula;
  }
}

TEST(UndecidedChoices, AFineGratingIsPassedOver) {
  // a newton on half of the way: thousands of switches close together that are no chatter
  Slider slider = block(0.3);
  slider.initial.velocity.x = 0.3;
  slider.drive.fx = drive("mod(x*100000, 2) < 1");
  const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
  ASSERT_EQ(run.outcome, RunOutcome::Finished);
  EXPECT_NEAR(run.samples.back().state.position.x, 0.5 * 0.3 * 0.3 / (0.3 * g - 0.5), 2e-5);  // a period
}

TEST(UndecidedChoices, AStepOfAFineFloorIsSeen) {
  // a million switches that change nothing, and one that does
  for (const char* formula : {"if(floor(t*1e6) >= 500000, 10, 0)", "if(floor((t-0.5)/1e-9) >= 0, 10, 0)"}) {
    Slider slider = block(0.5);
    slider.drive.fx = drive(formula);
    const SliderRun run = simulate_slider(slider, {.duration = 1.0, .output_step = 0.25});
    ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
    const double force = 10.0 - 0.5 * g;
    EXPECT_NEAR(run.samples.back().state.position.x, 0.5 * force * 0.25, 1e-10) << formula;
    ASSERT_EQ(run.events.size(), 2u);
    EXPECT_NEAR(run.events[1].t, 0.5, 1e-12);
  }
}

TEST(UndecidedChoices, APulseOfANanosecondHasItsMomentum) {
  // times are known to 1e-16 s here, so that the force is known to 1e-7 of its size: steps must not become shorter for that
  for (const double width : {1e-8, 1.5e-9, 3e-10}) {
    Slider slider = block(0.4);
    slider.drive.fy = drive("1/" + std::to_string(width * 1e12) + "e-12*exp(-((t-0.5289887309554476)/" +
                            std::to_string(width * 1e12) + "e-12)^2)");
    const SliderRun run = simulate_slider(slider, {.duration = 0.5289887309554476 + 1e-6, .output_step = 1.0});
    ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
    EXPECT_NEAR(run.samples.back().state.velocity.y, std::sqrt(std::numbers::pi), 1e-5) << width;
    EXPECT_LT(run.steps, 5000) << width;
  }
}

TEST(UndecidedChoices, ATableThatTurnsByNothingIsAtRest) {
  // squares of 1e-200 rad/s are zero
  Slider slider = block(0.5);
  slider.contact.supports = {{.shape = Points{{{{0.1, 0.0}, 1.0}, {{-0.1, 0.05}, 1.0}, {{-0.1, -0.05}, 1.0}}}}};
  slider.table.omega = of_time("1e-200*cos(t)");
  slider.drive.fx = drive("10");
  const SliderRun run = simulate_slider(slider, {.duration = 0.1, .output_step = 0.01});
  ASSERT_EQ(run.outcome, RunOutcome::Finished) << run.reason;
  const double mu_g = 0.5 * slider.contact.normal_force / slider.mass;
  EXPECT_NEAR(run.samples.back().state.velocity.x, (10.0 / slider.mass - mu_g) * 0.1, 1e-3);
}

}  // namespace
}  // namespace dryslip::tests
