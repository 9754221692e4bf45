// Ball on a vibrating table: two seconds of [Szewc, Fig. 3], Padé formula against the integral model at the same tolerance.

#include <algorithm>
#include <string>

#include "bench/measure.hpp"
#include "dryslip/ball/simulate_ball.hpp"

namespace {

using namespace dryslip;
using namespace dryslip::bench;

constexpr double seconds_per_row = 2.0;

Ball panel(Ball::Friction friction, double spin) {
  Ball ball;
  ball.radius = 0.02;
  ball.contact_radius = 0.003;
  ball.mu = 0.2;
  ball.rolling_shift = 1.0;
  ball.epsilon_slip = ball.epsilon_roll = 0.01;
  ball.friction = friction;
  ball.initial = {{}, {0.0, 0.4}, {20.0, 0.0, spin}};
  ball.table.velocity = {Expression("-cos(1000*t)", {"t"}), Expression("-cos(500*t)", {"t"})};
  return ball;
}

BallRun run_of(Ball::Friction friction, double spin, double tolerance) {
  return simulate_ball(panel(friction, spin), {.duration = 2.0, .tolerance = tolerance, .output_step = 0.1});
}

/// Largest difference of positions in units of the ball's radius.
double difference(const BallRun& a, const BallRun& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.samples.size(); ++i)
    worst = std::max(worst, length(a.samples[i].state.position - b.samples[i].state.position));
  return worst / 0.02;
}

void time_panel(Report& report, const std::string& work, double spin) {
  constexpr double tolerance = 1e-10;
  const auto task = [&](Ball::Friction friction) {
    return Task{.run = [friction, spin](std::size_t) { keep(run_of(friction, spin, tolerance).steps); },
                .parts = 1,
                .calls = 1};
  };
  const auto times = time_in_turn({task(Ball::Friction::Pade), task(Ball::Friction::Integral)}, seconds_per_row, 2);
  const auto error = [&](Ball::Friction friction) {
    return difference(run_of(friction, spin, tolerance), run_of(friction, spin, 0.01 * tolerance));
  };
  report.add({.work = work,
              .ours = "Padé formula [Szewc, eq. (12)]",
              .rival = "integral model [Szewc, eq. (7)]",
              .time = times[0],
              .rival_time = times[1],
              .error = error(Ball::Friction::Pade),
              .rival_error = error(Ball::Friction::Integral),
              .reference = "the same model at a hundredth of the tolerance",
              .required = {.ratio = 20.0}});
}

}  // namespace

int main(int argument_count, char** arguments) {
  Report report("ball", "Ball on a vibrating table: one run");
  time_panel(report, "2 s of Fig. 3 top left", 0.0);
  time_panel(report, "  with a spin of 300 rad/s at the start", 300.0);
  report.write(argument_count, arguments);
}
