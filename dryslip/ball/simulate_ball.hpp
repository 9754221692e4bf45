#pragma once

#include <array>

#include "dryslip/ball/ball.hpp"
#include "dryslip/ball/ball_mode.hpp"
#include "dryslip/friction_load/twist.hpp"
#include "dryslip/numerics/vec2_fields.hpp"
#include "dryslip/record/progress.hpp"
#include "dryslip/record/run.hpp"

namespace dryslip {

/// How a motion in time is computed and how long it lasts.
struct BallRunOptions {
  using Until = RunUntil;
  double duration = 0.0;
  Until until = Until::Duration;
  double tolerance = 1e-10;
  double output_step = 1e-3;
};
template <>
inline constexpr auto description<BallRunOptions> = record<BallRunOptions>(
    "How a motion of a ball is computed and how long it lasts.",
    field<&BallRunOptions::duration>("s", "with until = \"rest\" the longest time allowed", positive),
    field<&BallRunOptions::until>("", "when the motion ends"),
    field<&BallRunOptions::tolerance>("-", "of the integration, relative", integration_tolerance),
    field<&BallRunOptions::output_step>("s", "between rows", positive));

/// A row of the result.
struct BallSample {
  double t = 0.0;  ///< [s]
  BallState state;
  Twist slip;    ///< over the table [m/s], [rad/s]
  Vec2 rolling;  ///< velocity of the center over the table [m/s]
  BallMode mode = BallMode::Slip;
  double kinetic_energy = 0.0;    ///< [J]
  double work_of_weight = 0.0;    ///< [J]
  double work_of_friction = 0.0;  ///< of sliding and spinning, never grows [J]
  double work_of_rolling = 0.0;   ///< of rolling resistance [J]
  double work_of_table = 0.0;     ///< given by the moving table through the contact [J]
};
template <>
inline constexpr auto description<BallSample> = record<BallSample>(
    "A row of the motion of a ball.", field<&BallSample::t>("s", "time"),
    components<&BallSample::state, &BallState::position>("x", "y", "m", "of the center, world frame"),
    components<&BallSample::state, &BallState::velocity>("vx", "vy", "m/s", "of the center"),
    field<&BallSample::state, &BallState::omega, Element<0>{}>("wx", "rad/s", "about x"),
    field<&BallSample::state, &BallState::omega, Element<1>{}>("wy", "rad/s", "about y"),
    field<&BallSample::state, &BallState::omega, Element<2>{}>("wz", "rad/s", "about z"),
    field<&BallSample::mode>("", "what the contact does"), field<&BallSample::kinetic_energy>("J", ""),
    field<&BallSample::work_of_weight>("J", "since the start"),
    field<&BallSample::work_of_friction>("J", "of sliding and spinning, never grows"),
    field<&BallSample::work_of_rolling>("J", "of rolling resistance"),
    field<&BallSample::work_of_table>("J", "given by the moving table through the contact"),
    components<&BallSample::slip, &Twist::velocity>("slip_x", "slip_y", "m/s", "of the ball over the table"),
    field<&BallSample::slip, &Twist::omega>("slip_spin", "rad/s", "of the ball over the table"),
    components<&BallSample::rolling>("rolling_x", "rolling_y", "m/s", "of the center over the table"));

enum class BallCause {
  Start,       ///< the mode just after t = 0
  SlipEnds,    ///< sliding and spinning have died out
  RollEnds,    ///< the ball has come to rest on the table
  LoadLeaves,  ///< friction cannot hold the contact any more
  PullLeaves,  ///< rolling resistance cannot hold the ball at its place any more
  TableJumps   ///< a formula of the table switches; where its velocity jumps, in any mode
};
template <>
inline constexpr std::array words<BallCause>{"start",       "slip_ends",   "roll_ends",
                                             "load_leaves", "pull_leaves", "table_jumps"};

/// A change of mode; only set-valued friction has more than the first.
using BallEvent = RunEvent<BallMode, BallCause, BallState>;
template <>
inline constexpr auto description<BallEvent> = record("BallEvent", "", "A change of mode.",
                                                      field<&BallEvent::t>("s", "time"), change_fields<BallEvent>(),
                                                      outside_files(field<&BallEvent::state>("", "of the ball")));

struct BallRun : Run<BallSample, BallEvent> {
  int steps = 0;           ///< of the integration
  int implicit_steps = 0;  ///< of them
  /// Largest power that friction and rolling resistance together gave to the ball over a table at rest [W]: above zero only where
  /// rolling resistance feeds a back-spinning ball, which needs 0.36 μr < a d/5 (docs/theory/rolling_ball.md).
  double power_fed = 0.0;
};
template <>
inline constexpr auto description<BallRun> = record<BallRun>(
    "The motion of a ball in time.", field<&BallRun::steps>("-", "of the integration"),
    field<&BallRun::power_fed>("W", "largest power that friction and rolling resistance together gave to the ball"));

/// Throws InvalidInput, with the key of the scenario, for a ball that cannot run until rest: friction must be set-valued and its table at rest.
void check_ball_until(const Ball& ball, RunUntil until);

/// The motion of the ball in time [Szewc, eqs. (15)-(19)]: by an explicit method of order 8, and by an implicit one of order 9 where
/// friction makes the equations stiff. Set-valued friction is exact: its modes are slip, roll and stick, and the switches between
/// them are located to the tolerance.
/// If a formula of the table loses its finite value on the way, or steps cannot go on, the run ends with that outcome and what is done so
/// far. Throws as check_ball(), and InvalidInput for options that make no sense and for a formula without a finite value at the start.
BallRun simulate_ball(const Ball& ball, const BallRunOptions& options, const Progress& progress = {},
                      const RowSink<BallSample>& sink = {});

}  // namespace dryslip
