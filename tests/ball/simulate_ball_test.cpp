// The ball on a table: reference file, closed forms of straight motions, limits, energy, symmetry.

#include "dryslip/ball/simulate_ball.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "dryslip/ball/ball_equations.hpp"
#include "dryslip/record/invalid_input.hpp"
#include "dryslip/record/number_text.hpp"
#include "tests/friction_load/random_contact.hpp"
#include "tests/reference_contact.hpp"

namespace dryslip::tests {
namespace {

constexpr double g = 9.81, pi = std::numbers::pi;

/// The paper's ball with back-spin, friction set-valued.
Ball paper_ball() {
  Ball ball;
  ball.radius = 0.02;
  ball.contact_radius = 0.003;
  ball.mu = 0.2;
  ball.rolling_shift = 1.0;
  ball.initial = {{0.0, 0.0}, {0.0, 0.4}, {20.0, 0.0, 0.0}};
  return ball;
}
Ball with_epsilon(Ball ball, double epsilon) {
  ball.epsilon_slip = ball.epsilon_roll = epsilon;
  return ball;
}
void set_table(Ball& ball, const std::string& x, const std::string& y, const std::string& omega = "0") {
  ball.table.velocity = {Expression(x, {"t"}), Expression(y, {"t"})};
  ball.table.omega = Expression(omega, {"t"});
}
/// g a d/(2r): what the lean adds to the rate of slip.
double lean_rate(const Ball& ball) { return g * ball.contact_radius * ball.rolling_shift / (2.0 * ball.radius); }

double work_left(const BallRun& run) {
  const BallSample &first = run.samples.front(), &last = run.samples.back();
  return last.kinetic_energy - first.kinetic_energy - last.work_of_weight - last.work_of_friction -
         last.work_of_rolling - last.work_of_table;
}

Ball reference_ball(const Json& item) {
  const Json& p = item.at("params");
  const auto number = [&](const char* key) { return p.at(key).get<double>(); };
  const auto text = [&](const char* key) { return "(" + nlohmann::json(number(key)).dump() + ")"; };
  Ball ball{.radius = number("r"), .contact_radius = number("a"), .mu = number("mu"), .rolling_shift = number("d")};
  ball.epsilon_slip = number("eps_t");
  ball.epsilon_roll = number("eps_r");
  ball.pade = {.b_T = number("bT"), .m_T = number("mT"), .b_M = number("bM"), .m_M = number("mM")};
  set_table(ball, "-" + text("Ax") + "*cos(" + text("wa") + "*t)",
            "-" + text("Ay") + "*cos(" + text("wb") + "*t+" + text("phi_y") + ")");
  ball.table.tilt = number("alpha");
  ball.table.tilt_axis = p.at("tilt_axis") == "x" ? Table::TiltAxis::X : Table::TiltAxis::Y;
  ball.table.gravity = number("g");
  const auto y = item.at("initial_state").get<std::vector<double>>();
  ball.initial = {{y[0], y[1]}, {y[2], y[3]}, {y[4], y[5], y[6]}};
  return ball;
}

/// Largest error of the positions at all listed times.
double position_error(const Json& item, double tolerance) {
  constexpr double step = 0.01;  // all listed times are multiples
  const BallRun run =
      simulate_ball(reference_ball(item), {.duration = 2.0, .tolerance = tolerance, .output_step = step});
  EXPECT_EQ(run.outcome, RunOutcome::Finished);
  double worst = 0.0;
  for (std::size_t i = 0; i < item.at("times").size(); ++i) {
    const BallSample& row =
        run.samples.at(static_cast<std::size_t>(std::lround(item["times"][i].get<double>() / step)));
    EXPECT_NEAR(row.t, item["times"][i].get<double>(), 1e-15);
    const Vec2 exact{item["states"][i][0].get<double>(), item["states"][i][1].get<double>()};
    worst = std::max(worst, length(row.state.position - exact));
  }
  return worst;
}

TEST(SimulateBall, AgreesWithTheReferenceAtAllTimes) {
  int count = 0;
  for (const Json& item : reference("ball_table.json")) {
    SCOPED_TRACE(item.at("id").get<std::string>());
    EXPECT_LT(position_error(item, BallRunOptions{}.tolerance), 1e-7);
    EXPECT_LT(position_error(item, 1e-12), 1e-8);
    ++count;
  }
  EXPECT_EQ(count, 20);
}

// ---- closed forms of set-valued friction

TEST(SimulateBall, BackSpinSlidesRollsAndStops) {
  for (const Ball::Friction friction : {Ball::Friction::Pade, Ball::Friction::Integral}) {
    for (const double d : {0.3, 1.0}) {
      Ball ball = paper_ball();
      ball.friction = friction;
      ball.rolling_shift = d;
      const BallRun run = simulate_ball(ball, {.duration = 20.0, .until = BallRunOptions::Until::Rest});
      EXPECT_EQ(run.outcome, RunOutcome::AtRest);
      ASSERT_EQ(run.events.size(), 3u);
      const double slide = 0.8 / (3.5 * ball.mu * g - lean_rate(ball)), v = 0.4 - ball.mu * g * slide;
      const double braking = lean_rate(ball) / 3.5;
      EXPECT_NEAR(run.events[1].t, slide, 1e-9);
      EXPECT_EQ(run.events[1].to, BallMode::Roll);
      EXPECT_NEAR(run.events[1].state.velocity.y, v, 1e-9);
      EXPECT_NEAR(run.events[2].t, slide + v / braking, 2e-8);
      EXPECT_EQ(run.events[2].to, BallMode::Stick);
      const double path = 0.4 * slide - 0.5 * ball.mu * g * slide * slide + 0.5 * v * v / braking;
      EXPECT_NEAR(run.samples.back().state.position.y, path, 1e-9);
      EXPECT_EQ(run.samples.back().state.omega, (std::array{0.0, 0.0, 0.0}));
      EXPECT_NEAR(work_left(run), 0.0, 1e-11);
    }
  }
  // d = 1 as published, six digits
  const BallRun run = simulate_ball(paper_ball(), {.duration = 20.0, .until = BallRunOptions::Until::Rest});
  EXPECT_NEAR(run.events.at(1).t, 0.130479, 5e-7);
  EXPECT_NEAR(run.events.at(1).state.velocity.y, 0.144, 5e-7);
}

TEST(SimulateBall, RegularisedBackSpinComesAsFarAsPublished) {
  const BallRun run = simulate_ball(with_epsilon(paper_ball(), 0.01), {.duration = 2.0});
  EXPECT_NEAR(run.samples.back().state.position.y, 0.084812071, 1e-9);
  EXPECT_GT(run.implicit_steps, 0);
  EXPECT_LT(run.steps, 1000);  // explicit steps alone: 1e5
}

TEST(SimulateBall, WithoutLeanItRollsOnAtFiveSevenths) {
  Ball ball = paper_ball();
  ball.rolling_shift = 0.0;
  const BallRun run = simulate_ball(ball, {.duration = 1.0});
  EXPECT_NEAR(run.events.at(1).t, 2.0 * 0.8 / (7.0 * ball.mu * g), 1e-9);
  EXPECT_NEAR(run.samples.back().state.velocity.y, (5.0 * 0.4 - 2.0 * ball.radius * 20.0) / 7.0, 1e-9);
}

TEST(SimulateBall, CenterTurnsBackWhileItSlips) {
  Ball ball = paper_ball();
  ball.initial = {{}, {0.0, 0.1}, {50.0, 0.0, 0.0}};
  const BallRun run = simulate_ball(ball, {.duration = 0.5});
  // the lean changes its side when the center stands still
  const double k = lean_rate(ball), turn = 0.1 / (ball.mu * g), slip = 1.1 - (3.5 * ball.mu * g - k) * turn;
  EXPECT_NEAR(run.events.at(1).t, turn + slip / (3.5 * ball.mu * g + k), 1e-8);
  EXPECT_EQ(run.events.at(1).to, BallMode::Roll);
}

TEST(SimulateBall, SpinsInPlaceUntilTheSpinIsOver) {
  for (const Ball::Friction friction : {Ball::Friction::Pade, Ball::Friction::Integral}) {
    Ball ball = paper_ball();
    ball.friction = friction;
    ball.initial = {{0.1, 0.2}, {}, {0.0, 0.0, 30.0}};
    const BallRun run = simulate_ball(ball, {.duration = 2.0});
    const double rate = 2.5 * g * ball.contact_radius * ball.mu * (3.0 * pi / 16.0) / (ball.radius * ball.radius);
    ASSERT_EQ(run.events.size(), 2u);
    EXPECT_NEAR(run.events[1].t, 30.0 / rate, 1e-8);
    EXPECT_EQ(run.events[1].to, BallMode::Stick);
    EXPECT_NEAR(length(run.samples.back().state.position - Vec2{0.1, 0.2}), 0.0, 1e-12);
  }
}

TEST(SimulateBall, RollsInCirclesOnATurntable) {
  Ball ball = paper_ball();
  ball.rolling_shift = 0.0;
  const double Omega = 3.0, r = ball.radius;
  const Vec2 at{0.1, 0.05}, v{0.2, -0.1}, over = v - Omega * turned_left(at);
  set_table(ball, "0", "0", "3");
  ball.initial = {at, v, {-over.y / r, over.x / r, Omega}};
  const BallRun run = simulate_ball(ball, {.duration = 3.0});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].to, BallMode::Roll);
  // dv/dt = (2/7) Ω ẑ×v
  const double w = 2.0 / 7.0 * Omega;
  const Vec2 middle = at + 1.0 / w * turned_left(v);
  for (const BallSample& row : run.samples) {
    const Vec2 exact = middle + rotated(at - middle, unit_vector(w * row.t));
    ASSERT_NEAR(length(row.state.position - exact), 0.0, 1e-9) << row.t;
  }
}

TEST(SimulateBall, IsSpunUpInPlaceByATurntable) {
  // without lean, from rest at the axis: friction at the rim of the contact until it spins with the table
  Ball ball = paper_ball();
  ball.rolling_shift = 0.0;
  ball.initial = {};
  set_table(ball, "0", "0", "20");
  const BallRun run = simulate_ball(ball, {.duration = 1.0});
  const double rate = 2.5 * g * ball.contact_radius * ball.mu * (3.0 * pi / 16.0) / (ball.radius * ball.radius);
  ASSERT_EQ(run.events.size(), 2u);
  EXPECT_NEAR(run.events[1].t, 20.0 / rate, 1e-8);
  EXPECT_NEAR(run.samples.back().state.omega[2], 20.0, 1e-9);
}

TEST(SimulateBall, StaysOnAGentlyShakenTable) {
  Ball ball = paper_ball();
  ball.initial = {};
  set_table(ball, "0.02*sin(10*t)", "0.01*sin(20*t)");  // at most 0.29 of 0.294 m/s²
  const BallRun run = simulate_ball(ball, {.duration = 1.0});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].to, BallMode::Stick);
  const BallSample& end = run.samples.back();
  EXPECT_NEAR(end.state.position.x, 0.002 * (1.0 - std::cos(10.0)), 1e-11);
  EXPECT_NEAR(end.state.position.y, 0.0005 * (1.0 - std::cos(20.0)), 1e-11);
  EXPECT_NEAR(work_left(run), 0.0, 1e-14);
}

TEST(SimulateBall, LeavesItsPlaceWhenThePullIsTooStrong) {
  Ball ball = paper_ball();
  ball.initial = {};
  set_table(ball, "0.5*2*t^2", "0");  // du/dt = 2 t
  const BallRun run = simulate_ball(ball, {.duration = 4.0});
  ASSERT_GE(run.events.size(), 3u);
  EXPECT_EQ(run.events[0].to, BallMode::Stick);
  EXPECT_EQ(run.events[1].to, BallMode::Roll);
  EXPECT_EQ(run.events[1].cause, BallEvent::Cause::PullLeaves);
  EXPECT_NEAR(run.events[1].t, 0.2 * g * ball.contact_radius / ball.radius / 2.0, 1e-8);
  // rolling against the table's acceleration, the lean is with the pull: 2t + g a d/2r = (7/2) μg
  EXPECT_EQ(run.events[2].to, BallMode::Slip);
  EXPECT_EQ(run.events[2].cause, BallEvent::Cause::LoadLeaves);
  EXPECT_NEAR(run.events[2].t, (3.5 * ball.mu * g - lean_rate(ball)) / 2.0, 1e-8);
}

/// As text with all digits.
std::string text_of(double value) { return "(" + number_text(value, 17) + ")"; }
/// Table velocity whose rate is a pulse at t₀, height/(1 + ((t − t₀)/width)²).
std::string velocity_pulse(double t0, double width, double height) {
  return text_of(height * width) + "*atan((t - " + text_of(t0) + ")/" + text_of(width) + ")";
}

/// The run ends its first mode at a time, for a reason.
void expect_end_of_mode(const BallRun& run, BallMode mode, BallEvent::Cause cause, double t, double tolerance) {
  EXPECT_EQ(run.outcome, RunOutcome::Finished);
  ASSERT_GE(run.events.size(), 2u);
  EXPECT_EQ(run.events[0].to, mode);
  EXPECT_EQ(run.events[1].cause, cause);
  EXPECT_NEAR(run.events[1].t, t, tolerance);
}

TEST(SimulateBall, APulseOfAnyWidthMovesABallAtRestWhateverTheOutputStep) {
  // du/dt = h/(1 + s²), s = (t − t₀)/width, leaves what the lean can hold at G = g a d/5r
  Ball ball = paper_ball();
  ball.initial = {};
  const double G = 0.2 * g * ball.contact_radius / ball.radius, height = 2.5 * G;
  std::mt19937 random(14);
  std::uniform_real_distribution<double> place(0.1, 0.9);
  for (const double width : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    for (const double output_step : {1.0, 0.013, 1e-3}) {
      const double t0 = place(random);
      SCOPED_TRACE(testing::Message() << "width " << width << " at " << t0 << ", output step " << output_step);
      const double start = height * width * std::atan(-t0 / width);  // it starts with the table
      set_table(ball, velocity_pulse(t0, width, height) + "-" + text_of(start), "0");
      expect_end_of_mode(simulate_ball(ball, {.duration = 1.0, .output_step = output_step}), BallMode::Stick,
                         BallEvent::Cause::PullLeaves, t0 - width * std::sqrt(height / G - 1.0), 1e-10 * width + 1e-13);
    }
  }
}

TEST(SimulateBall, APulseOfAnyWidthMakesARollingBallSlip) {
  // rolls ahead along y; du/dt = −h/(1 + s²) along it leaves at h/(1 + s²) + g a d/2r = (7/2) μg, where a straight slip begins
  Ball ball = paper_ball();
  ball.initial = {{0.0, 0.0}, {0.0, 0.4}, {-0.4 / ball.radius, 0.0, 0.0}};
  const double limit = 3.5 * ball.mu * g - lean_rate(ball), height = 4.0 * limit;
  std::mt19937 random(15);
  std::uniform_real_distribution<double> place(0.1, 0.3);
  for (const double width : {1e-3, 1e-4, 1e-5, 1e-6}) {
    for (const double output_step : {1.0, 0.013, 1e-3}) {
      const double t0 = place(random);
      SCOPED_TRACE(testing::Message() << "width " << width << " at " << t0 << ", output step " << output_step);
      const double start = -height * width * std::atan(-t0 / width);  // it starts with the table
      set_table(ball, "0", velocity_pulse(t0, width, -height) + "-" + text_of(start));
      expect_end_of_mode(simulate_ball(ball, {.duration = 0.5, .output_step = output_step}), BallMode::Roll,
                         BallEvent::Cause::LoadLeaves, t0 - width * std::sqrt(height / limit - 1.0),
                         1e-9 * width + 1e-13);
    }
  }
}

/// A slipping ball sees a short push of the table as one that is cut out of the run by switches, at which steps end.
TEST(SimulateBall, APulseOfAnyWidthTurnsASlip) {
  for (const auto friction : {Ball::Friction::Pade, Ball::Friction::Integral}) {
    Ball ball = paper_ball();
    ball.friction = friction;
    ball.rolling_shift = 0.1;
    ball.initial = {{0.0, 0.0}, {0.5, 0.4}, {0.0, -30.0, 5.0}};
    const auto end = [&](const std::string& velocity) {
      set_table(ball, velocity, "0");
      return simulate_ball(ball, {.duration = 0.3, .output_step = 0.3}).samples.back().state;
    };
    const BallState still = end("0");
    for (const double width : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      const double t0 = 0.123456;
      const std::string w = text_of(width), pulse = "0.5*exp(-((t-0.123456)/" + w + ")^2)";
      const BallState seen = end(pulse);
      const BallState cut_out = end("if(abs(t-0.123456)<" + text_of(std::min(7.0 * width, t0)) + "," + pulse + ",0)");
      const double effect = length(cut_out.position - still.position);
      EXPECT_GT(effect, 1e-2 * width);
      EXPECT_LT(length(seen.position - cut_out.position), 1e-8 + 1e-3 * effect) << width;
      EXPECT_LT(length(seen.velocity - cut_out.velocity), 1e-7) << width;
      // away from the pulse zero is compared with zero
      const BallState larger = end("0.5*max(0, exp(-((t-0.123456)/" + w + ")^2))");
      EXPECT_LT(length(larger.position - seen.position), 1e-8 + 1e-3 * effect) << width;
    }
  }
}

TEST(SimulateBall, AShortShakeMovesABallByItsWay) {
  // the table goes to and fro with an acceleration that a lean can hold: the ball goes along
  Ball ball = paper_ball();
  ball.initial = {};
  set_table(ball, "1e-6*exp(-((t - 0.43)/1e-5)^2)", "0");
  const BallRun run = simulate_ball(ball, {.duration = 1.0, .output_step = 1.0});
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_NEAR(run.samples.back().state.position.x, 1e-6 * 1e-5 * std::sqrt(pi), 1e-13);
}

TEST(SimulateBall, APullExactlyAtTheLimitHolds) {
  Ball ball = paper_ball();
  ball.initial = {};
  const double G = 0.2 * g * ball.contact_radius / ball.radius;
  for (const double below : {0.0, 1e-9, 1e-6}) {
    set_table(ball, text_of(0.01 * G * (1.0 - below)) + "*sin(100*t)", "0");
    ball.initial.velocity = {};
    const BallRun run = simulate_ball(ball, {.duration = 1.0, .output_step = 0.1});
    EXPECT_EQ(run.events.size(), 1u) << below;
  }
  set_table(ball, text_of(0.01 * G * (1.0 + 1e-9)) + "*sin(100*t)", "0");
  EXPECT_GT(simulate_ball(ball, {.duration = 1.0, .output_step = 0.1}).events.size(), 1u);
}

TEST(SimulateBall, RowsDoNotInfluenceTheMotion) {
  Ball ball = paper_ball();
  set_table(ball, "0.05*sin(9*t) + if(mod(t, 0.3) < 0.1, 0.02, 0)", velocity_pulse(0.77, 1e-5, 30.0), "0.3*sin(2*t)");
  const BallRun coarse = simulate_ball(ball, {.duration = 2.0, .output_step = 0.5});
  const BallRun fine = simulate_ball(ball, {.duration = 2.0, .output_step = 0.5 / 64});
  ASSERT_EQ(coarse.samples.size(), 5u);
  ASSERT_EQ(fine.samples.size(), 64 * 4 + 1u);
  for (std::size_t i = 0; i < coarse.samples.size(); ++i) {
    const BallState &a = coarse.samples[i].state, &b = fine.samples[64 * i].state;
    EXPECT_EQ(a.position, b.position) << i;
    EXPECT_EQ(a.velocity, b.velocity) << i;
    EXPECT_EQ(a.omega, b.omega) << i;
  }
  EXPECT_EQ(coarse.steps, fine.steps);
  EXPECT_EQ(coarse.events.size(), fine.events.size());
}

/// A ball at rest on a table that vibrates along x with A sin(2π f t).
Ball shaken_ball(double amplitude, double frequency) {
  Ball ball = paper_ball();
  ball.initial = {};
  set_table(ball, text_of(amplitude) + "*sin(2*pi*" + text_of(frequency) + "*t)", "0");
  return ball;
}

TEST(SimulateBall, RollsToAndFroOnAVibratingTable) {
  // between two zeros of the rolling velocity w: w = −(5/7)(u − u₀) ∓ (g a d/7r)(t − t₀). The pieces summed up with zeros by bisection,
  // every one at |du/dt| > g a d/5r, so that the ball never sticks; the load is at most 0.93 of its limit
  struct Case {
    double contact_radius, mu, shift, amplitude, frequency, x, v;
  };
  for (const Case& c : {Case{0.001, 0.2, 0.5, 0.1, 10.0, 0.0026809440844, -0.0008307922938},
                        Case{0.0005, 0.4, 0.2, 0.075, 20.0, 0.0005944388952, -0.0000494475105}}) {
    Ball ball = shaken_ball(c.amplitude, c.frequency);
    ball.contact_radius = c.contact_radius;
    ball.mu = c.mu;
    ball.rolling_shift = c.shift;
    for (const double tolerance : {1e-8, 1e-10, 1e-12}) {
      SCOPED_TRACE(testing::Message() << c.frequency << " Hz, tolerance " << tolerance);
      const BallRun run = simulate_ball(ball, {.duration = 10.0, .tolerance = tolerance, .output_step = 1.0});
      EXPECT_EQ(run.outcome, RunOutcome::Finished);
      ASSERT_EQ(run.events.size(), 1u);  // no slip at a change of sign
      EXPECT_EQ(run.events[0].to, BallMode::Roll);
      // hundreds of changes of sign, each right to the tolerance; 13 digits are given
      EXPECT_NEAR(run.samples.back().state.position.x, c.x, 5.0 * tolerance + 1e-11);
      EXPECT_NEAR(run.samples.back().state.velocity.x, c.v, 5.0 * tolerance + 1e-11);
    }
  }
}

TEST(SimulateBall, EveryStraightVibrationIsRunToItsEnd) {
  Random random(21);
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    Ball ball = shaken_ball(std::exp(uniform(random, std::log(0.003), std::log(0.5))), uniform(random, 2.0, 30.0));
    ball.contact_radius = std::exp(uniform(random, std::log(2e-4), std::log(4e-3)));
    ball.mu = uniform(random, 0.05, 0.6);
    ball.rolling_shift = uniform(random, 0.05, 1.0);
    const BallRun run = simulate_ball(ball, {.duration = 0.5, .output_step = 0.1});
    EXPECT_EQ(run.outcome, RunOutcome::Finished);
    EXPECT_NEAR(work_left(run), 0.0, 1e-8);
    for (std::size_t k = 1; k < run.events.size(); ++k) EXPECT_GT(run.events[k].t - run.events[k - 1].t, 1e-8) << k;
  }
}

TEST(SimulateBall, AJumpOfTheTableIsAnEventFromSlipToSlipToo) {
  Ball ball = paper_ball();
  ball.rolling_shift = 0.0;
  ball.initial = {{}, {2.0, 0.0}, {}};
  set_table(ball, "if(t < 0.1, 0, 3) + abs(t - 0.05)", "0");  // the slip reverses; a kink is no jump
  const BallRun run = simulate_ball(ball, {.duration = 0.15, .output_step = 0.01});
  ASSERT_EQ(run.events.size(), 2u);
  const BallEvent& jump = run.events[1];
  EXPECT_EQ(jump.cause, BallEvent::Cause::TableJumps);
  EXPECT_EQ(jump.from, BallMode::Slip);
  EXPECT_EQ(jump.to, BallMode::Slip);
  EXPECT_NEAR(jump.t, 0.1, 1e-14);
  EXPECT_NEAR(jump.state.velocity.x, 2.0 - ball.mu * g * 0.1, 1e-12);
  EXPECT_NEAR(run.samples.back().state.velocity.x, 2.0 - ball.mu * g * 0.05, 1e-12);
  EXPECT_NEAR(work_left(run), 0.0, 1e-10);
}

TEST(SimulateBall, SlipsWhenTheTableJumps) {
  Ball ball = paper_ball();
  ball.initial = {};
  set_table(ball, "if(t < 1, 0, 0.2)", "0");
  const BallRun run = simulate_ball(ball, {.duration = 3.0});
  ASSERT_EQ(run.events.size(), 4u);
  EXPECT_EQ(run.events[1].cause, BallEvent::Cause::TableJumps);
  EXPECT_NEAR(run.events[1].t, 1.0, 1e-15);
  EXPECT_NEAR(run.events[2].t, 1.0 + 0.2 / (3.5 * ball.mu * g - lean_rate(ball)), 1e-9);
  EXPECT_EQ(run.events[3].to, BallMode::Stick);
  EXPECT_NEAR(run.samples.back().state.velocity.x, 0.2, 1e-12);
}

TEST(SimulateBall, AFormulaWithoutValueEndsTheRunWithWhatIsDone) {
  for (const double epsilon : {0.0, 0.01}) {
    SCOPED_TRACE(epsilon);
    Ball ball = with_epsilon(paper_ball(), epsilon);
    set_table(ball, "0", "0.1*sqrt(0.255 - t)");
    const BallRun run = simulate_ball(ball, {.duration = 1.0, .output_step = 0.01});
    EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
    EXPECT_EQ(run.reason.find("table.velocity: \"0.1*sqrt(0.255 - t)\": "), 0u) << run.reason;
    EXPECT_NE(run.reason.find("not finite at about t = 0.255 s"), std::string::npos) << run.reason;
    // the rows before, and the last moment
    ASSERT_EQ(run.samples.size(), 27u);
    EXPECT_EQ(run.samples[25].t, 0.25);
    EXPECT_NEAR(run.samples.back().t, 0.255, 1e-9);
    EXPECT_EQ(run.events.size() > 1u, epsilon == 0.0);
    for (const BallSample& row : run.samples) EXPECT_TRUE(is_finite(row));
  }
}

TEST(SimulateBall, AFormulaWithoutValueAtTheStartIsBadInput) {
  Ball ball = paper_ball();
  for (const char* formula : {"1/t", "log(-1 - t)", "if(t > 0, 1/0, 0)"}) {
    set_table(ball, formula, "0");
    EXPECT_THROW(simulate_ball(ball, {.duration = 1.0}), InvalidInput) << formula;
  }
}

/// A run that ends where a formula of the table has no finite value.
BallRun run_to_a_pole(Ball::Friction friction, const std::string& velocity_x, const std::string& omega = "0") {
  Ball ball = paper_ball();
  ball.friction = friction;
  set_table(ball, velocity_x, "0", omega);
  const BallRun run = simulate_ball(ball, {.duration = 1.0, .output_step = 0.01});
  EXPECT_EQ(run.outcome, RunOutcome::FormulaNotFinite);
  return run;
}

TEST(SimulateBall, APoleOnARowIsTheFormulas) {
  const BallRun run = run_to_a_pole(paper_ball().friction, "0", "1/(t - 0.5)");
  EXPECT_EQ(run.reason.find("table.omega: \"1/(t - 0.5)\": not finite at about t = 0.5 s"), 0u) << run.reason;
  EXPECT_EQ(run.samples[49].t, 0.49);
  EXPECT_LT(run.samples.back().t, 0.5);
}

TEST(SimulateBall, ATableThatGoesToInfinityIsTheFormulas) {
  const BallRun run = run_to_a_pole(Ball::Friction::Integral, "1/(t - 0.5)^2");
  EXPECT_EQ(run.reason.find("table.velocity: \"1/(t - 0.5)^2\": not finite at about t = 0.5 s"), 0u) << run.reason;
  EXPECT_NEAR(run.samples.back().t, 0.5, 1e-5);
  EXPECT_LT(run.steps, 2000);
}

TEST(SimulateBall, ATableWithAnInfiniteAccelerationIsTheFormulas) {
  const BallRun run = run_to_a_pole(Ball::Friction::Integral, "sqrt(abs(0.3 - t))");
  EXPECT_NE(run.reason.find("its rate of change is not finite at about t = 0.3 s"), std::string::npos) << run.reason;
}

TEST(SimulateBall, ASinkTakesTheRowsInsteadOfTheRun) {
  const BallRunOptions options{.duration = 0.3333, .output_step = 0.01};
  const BallRun kept = simulate_ball(paper_ball(), options);
  std::vector<BallSample> rows;
  const BallRun run = simulate_ball(paper_ball(), options, {}, [&](const BallSample& row) { rows.push_back(row); });
  EXPECT_TRUE(run.samples.empty());
  EXPECT_EQ(run.events.size(), kept.events.size());
  ASSERT_EQ(rows.size(), kept.samples.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].t, kept.samples[i].t);
    EXPECT_EQ(rows[i].state.position, kept.samples[i].state.position);
  }
  EXPECT_EQ(rows.back().t, 0.3333);
}

TEST(SimulateBall, RollsDownATiltedTable) {
  // about y along +x, about x along −y; rolling with 5/7 (g sin − g cos a d/5r)
  Ball ball = paper_ball();
  ball.initial = {};
  ball.table.tilt = 0.1;
  const double along = 5.0 / 7.0 * (g * std::sin(0.1) - 0.2 * g * std::cos(0.1) * ball.contact_radius / ball.radius);
  const Vec2 down = simulate_ball(ball, {.duration = 1.0}).samples.back().state.position;
  EXPECT_NEAR(down.x, 0.5 * along, 1e-9);
  EXPECT_EQ(down.y, 0.0);
  ball.table.tilt_axis = Table::TiltAxis::X;
  EXPECT_NEAR(simulate_ball(ball, {.duration = 1.0}).samples.back().state.position.y, -0.5 * along, 1e-9);
}

// ---- second routes

TEST(SimulateBall, SetValuedFrictionIsTheLimitOfSmallEpsilon) {
  Ball ball = paper_ball();
  ball.initial = {{}, {0.1, 0.05}, {0.0, 3.0, 15.0}};
  set_table(ball, "0.5*sin(20*t)", "0.02*t");
  const auto end = [](const Ball& b) { return simulate_ball(b, {.duration = 0.8}).samples.back().state.position; };
  const Vec2 exact = end(ball);
  const double coarse = length(end(with_epsilon(ball, 1e-2)) - exact),
               fine = length(end(with_epsilon(ball, 1e-3)) - exact);
  EXPECT_LT(fine, 2e-6);
  EXPECT_LT(fine, 0.2 * coarse);  // about in proportion to epsilon
}

TEST(SimulateBall, RotatingTheCaseRotatesTheAnswer) {
  Ball ball = with_epsilon(paper_ball(), 0.01);
  ball.initial = {{0.1, 0.2}, {0.3, 0.1}, {4.0, -7.0, 25.0}};
  ball.table.tilt = 0.05;
  set_table(ball, "0.3*sin(30*t)", "0.1*cos(20*t)");
  Ball turned = ball;  // by −90°: (x, y) → (y, −x)
  turned.initial = {{0.2, -0.1}, {0.1, -0.3}, {-7.0, -4.0, 25.0}};
  turned.table.tilt_axis = Table::TiltAxis::X;
  set_table(turned, "0.1*cos(20*t)", "-0.3*sin(30*t)");
  const BallState a = simulate_ball(ball, {.duration = 1.0}).samples.back().state;
  const BallState b = simulate_ball(turned, {.duration = 1.0}).samples.back().state;
  EXPECT_NEAR(b.position.x, a.position.y, 1e-9);
  EXPECT_NEAR(b.position.y, -a.position.x, 1e-9);
  EXPECT_NEAR(b.omega[0], a.omega[1], 1e-7);
  EXPECT_NEAR(b.omega[2], a.omega[2], 1e-7);
}

TEST(BallEquations, JacobianIsTheRateOfTheSlope) {
  Random random(8);
  for (int i = 0; i < test_cases(0.1); ++i) {
    SCOPED_TRACE(i);
    Ball ball = paper_ball();
    if (i % 2 == 0) ball = with_epsilon(ball, uniform(random, 0.1, 10.0));
    ball.rolling_shift = uniform(random, 0.0, 1.0);
    set_table(ball, "0.4*sin(25*t)", "0.2*cos(40*t)", "sin(t)");
    ball.initial = {uniform_in_square(random, 0.2), uniform_in_square(random, 0.4), {}};
    for (double& omega : ball.initial.omega) omega = uniform(random, -30.0, 30.0);
    const BallEquations equations(ball);
    const BallEquations::State y = equations.initial_state();
    const BallEquations::Jacobian J = equations.jacobian(y);
    const double scale = J.cwiseAbs().maxCoeff();
    for (int k = BallEquations::T; k <= BallEquations::WZ; ++k) {
      const double h = 1e-6 * std::max(1e-2, std::abs(y[k]));
      BallEquations::State ahead = y, behind = y;
      ahead[k] += h;
      behind[k] -= h;
      const BallEquations::State rate = (equations.slope(ahead) - equations.slope(behind)) / (2.0 * h);
      ASSERT_LT((J.col(k) - rate).head(BallEquations::WorkOfSlip).cwiseAbs().maxCoeff(), 1e-6 * scale) << k;
    }
  }
}

// ---- energy

TEST(SimulateBall, FrictionOnlyTakesEnergyAndTheBooksBalance) {
  Random random(5);
  for (int i = 0; i < test_cases(0.15); ++i) {
    SCOPED_TRACE(i);
    Ball ball = paper_ball();
    ball.mass = uniform(random, 0.1, 3.0);
    ball.mu = uniform(random, 0.1, 1.0);
    ball.rolling_shift = uniform(random, 0.0, 1.0);
    ball.contact_radius = uniform(random, 0.05, 0.2) * ball.radius;
    if (!(0.36 * ball.mu * ball.radius > 0.2 * ball.contact_radius * ball.rolling_shift)) continue;
    if (i % 2 == 0) ball = with_epsilon(ball, 0.05);
    ball.initial.velocity = uniform_in_square(random, 0.4);
    for (double& omega : ball.initial.omega) omega = uniform(random, -30.0, 30.0);
    const BallRun still = simulate_ball(ball, {.duration = 0.6, .tolerance = 1e-9, .output_step = 0.01});
    EXPECT_EQ(still.power_fed, 0.0);
    for (std::size_t k = 1; k < still.samples.size(); ++k) {
      ASSERT_LE(still.samples[k].kinetic_energy, still.samples[k - 1].kinetic_energy + 1e-12);
      ASSERT_LE(still.samples[k].work_of_friction, still.samples[k - 1].work_of_friction + 1e-14);
    }
    EXPECT_NEAR(work_left(still), 0.0, 1e-8 * still.samples.front().kinetic_energy);
    // driven and tilted
    set_table(ball, "0.4*sin(25*t)", "0.2*cos(40*t)", "sin(t)");
    ball.table.tilt = 0.05;
    const BallRun driven = simulate_ball(ball, {.duration = 0.6, .tolerance = 1e-9, .output_step = 0.01});
    EXPECT_EQ(driven.outcome, RunOutcome::Finished);
    for (std::size_t k = 1; k < driven.samples.size(); ++k)
      ASSERT_LE(driven.samples[k].work_of_friction, driven.samples[k - 1].work_of_friction + 1e-14);
    EXPECT_NEAR(work_left(driven), 0.0, 1e-7 * ball.mass);
  }
}

TEST(SimulateBall, RollingResistanceFeedsABallOfLittleFriction) {
  Ball ball = paper_ball();
  ball.mu = 0.02;  // μr = 0.4 mm < a d/5 = 0.6 mm
  ball.initial = {{}, {0.0, 0.05}, {40.0, 0.0, 0.0}};
  const double t = 0.2;  // it slips forward all the time
  const BallRun run = simulate_ball(ball, {.duration = t});
  const double v = 0.05 - ball.mu * g * t, omega = 40.0 - 2.5 * g / ball.radius * (ball.mu - 0.2 * 0.003 / 0.02) * t;
  // N (a d ω/5 − μ s) for 1 kg, which grows
  EXPECT_NEAR(run.power_fed, g * (0.2 * 0.003 * omega - ball.mu * (v + ball.radius * omega)), 1e-9);
  EXPECT_GT(run.samples.back().kinetic_energy, run.samples.front().kinetic_energy + 0.01);
}

// ---- bad input

TEST(SimulateBall, RefusesWhatNoBallCanHave) {
  const auto refused = [](auto change) {
    Ball ball = paper_ball();
    BallRunOptions options{.duration = 1.0};
    change(ball, options);
    try {
      simulate_ball(ball, options);
    } catch (const InvalidInput& error) {
      return error.key();
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refused([](Ball& b, auto&) { b.radius = 0.0; }), "ball.radius");
  EXPECT_EQ(refused([](Ball& b, auto&) { b.contact_radius = 0.03; }), "ball.contact_radius");
  EXPECT_EQ(refused([](Ball& b, auto&) { b.mu = -0.1; }), "ball.mu");
  EXPECT_EQ(refused([](Ball& b, auto&) { b.rolling_shift = 1.1; }), "ball.rolling_shift");
  EXPECT_EQ(refused([](Ball& b, auto&) { b.epsilon_slip = 0.01; }), "ball.epsilon_roll");
  EXPECT_EQ(refused([](Ball& b, auto&) { b.epsilon_roll = 0.01; }), "ball.epsilon_slip");
  EXPECT_EQ(refused([](Ball& b, auto&) { b.pade.m_T = 1.0; }), "ball.pade.m_T");
  EXPECT_EQ(refused([](Ball& b, auto&) { b.table.gravity = 0.0; }), "table.gravity");
  EXPECT_EQ(refused([](Ball&, BallRunOptions& o) { o.duration = 0.0; }), "run.duration");
  EXPECT_EQ(refused([](Ball& b, BallRunOptions& o) {
              b = with_epsilon(b, 0.01);
              o.until = BallRunOptions::Until::Rest;
            }),
            "run.until");
  EXPECT_EQ(refused([](Ball& b, BallRunOptions& o) {
              set_table(b, "0", "0", "3");
              o.until = BallRunOptions::Until::Rest;
            }),
            "run.until");
}

/// The center circles ever faster as the spin dies out: a turn of it is shorter than the digits of time at the end.
TEST(SimulateBall, ABallThatLeansWhileItSpinsToRestComesToRest) {
  Ball ball{.radius = 0.05, .contact_radius = 0.003, .mu = 0.2, .rolling_shift = 1.0};
  ball.initial = {{}, {0.1, 0.0}, {0.0, 2.0, 5.0}};
  Ball fast = ball;
  fast.rolling_shift = 0.5;
  fast.initial = {{}, {1.0, 0.0}, {0.0, -30.0, 50.0}};
  for (const Ball& each : {ball, fast}) {
    const BallRun run =
        simulate_ball(each, {.duration = 100.0, .until = BallRunOptions::Until::Rest, .output_step = 100.0});
    EXPECT_EQ(run.outcome, RunOutcome::AtRest);
    ASSERT_EQ(run.events.size(), 2u);
    EXPECT_EQ(run.events.back().to, BallMode::Stick);
    EXPECT_NEAR(work_left(run), 0.0, 1e-8 * run.samples.front().kinetic_energy);
    // a regularised ball spins down to the same place
    const BallRun smooth =
        simulate_ball(with_epsilon(each, 1e-5), {.duration = run.end, .tolerance = 1e-8, .output_step = 100.0});
    EXPECT_NEAR(smooth.samples.back().state.omega[2], 0.0, 0.1);
    EXPECT_NEAR(smooth.samples.back().state.position.x, run.samples.back().state.position.x, 1e-7);
    EXPECT_NEAR(smooth.samples.back().state.position.y, run.samples.back().state.position.y, 1e-7);
  }
}

TEST(SimulateBall, StopsWhenAsked) {
  double reached = 0.0;
  const BallRun run = simulate_ball(with_epsilon(paper_ball(), 0.01), {.duration = 1.0}, [&](double t) {
    reached = t;
    return t < 0.05;
  });
  EXPECT_EQ(run.outcome, RunOutcome::Interrupted);
  EXPECT_GE(reached, 0.05);
  EXPECT_EQ(run.samples.back().t, reached);  // not a step more
}

}  // namespace
}  // namespace dryslip::tests
