#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/ball/ball.hpp"
#include "dryslip/ball/ball_mode.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip {

/// How a motion in time is computed and how long it lasts.
struct BallRunOptions {
  /// Rest: the ball sticks to a table that does not move; needs set-valued friction.
  enum class Until { Duration, Rest };
  double duration = 0.0;
  Until until = Until::Duration;
  double tolerance = 1e-10;
  double output_step = 1e-3;
};
template <>
inline constexpr std::array words<BallRunOptions::Until>{"duration", "rest"};
template <>
inline constexpr auto description<BallRunOptions> = record(
    "BallRunOptions", "", "How a motion of a ball is computed and how long it lasts.",
    field<&BallRunOptions::duration>("duration", "s", "with until = \"rest\" the longest time allowed", positive),
    field<&BallRunOptions::until>("until", "", "when the motion ends"),
    field<&BallRunOptions::tolerance>("tolerance", "-", "of the integration, relative", integration_tolerance),
    field<&BallRunOptions::output_step>("output_step", "s", "between rows", positive));

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

/// True if all numbers of the row are finite; a run has no other rows.
bool is_finite(const BallSample& row);

/// A change of mode; only set-valued friction has more than the first.
struct BallEvent {
  enum class Cause {
    Start,       ///< the mode just after t = 0
    SlipEnds,    ///< sliding and spinning have died out
    RollEnds,    ///< the ball has come to rest on the table
    LoadLeaves,  ///< friction cannot hold the contact any more
    PullLeaves,  ///< rolling resistance cannot hold the ball at its place any more
    TableJumps   ///< a formula of the table switches; where its velocity jumps, in any mode
  };
  double t = 0.0;                ///< [s]
  std::optional<BallMode> from;  ///< none for the first
  BallMode to = BallMode::Slip;
  Cause cause = Cause::Start;
  BallState state;
};

enum class BallOutcome {
  Finished,          ///< the duration is over
  AtRest,            ///< it was to run until rest, and sticks
  NeverAtRest,       ///< it was to run until rest, and still moved when the longest time was over
  NotConverged,      ///< steps became too short, or numbers too large, to go on
  FormulaNotFinite,  ///< a formula of the table has no finite value
  Interrupted        ///< by the caller
};

struct BallRun {
  std::vector<BallSample>
      samples;  ///< at multiples of the output step and at the end; empty where a BallSampleSink took them
  std::vector<BallEvent> events;
  BallOutcome outcome = BallOutcome::Finished;
  std::string reason;  ///< one line where the outcome does not say it all: which formula has no finite value, and when
  double end = 0.0;    ///< time that the run has reached; the last row may be earlier where it could not go on [s]
  int steps = 0;       ///< of the integration
  int implicit_steps = 0;  ///< of them
  /// Largest power that friction and rolling resistance together gave to the ball over a table at rest [W]: above zero only where
  /// rolling resistance feeds a back-spinning ball, which needs 0.36 μr < a d/5 (docs/theory/rolling_ball.md).
  double power_fed = 0.0;
};

/// Throws InvalidInput, with the key of the scenario, for a ball that cannot run until rest: friction must be set-valued and its table at rest.
void check_ball_until(const Ball& ball, BallRunOptions::Until until);

/// Receives the rows of a run as they are computed, instead of `samples`: a long run then needs no more memory than a short one.
using BallSampleSink = std::function<void(const BallSample& row)>;

/// The motion of the ball in time [Szewc, eqs. (15)-(19)]: by an explicit method of order 8, and by an implicit one of order 9 where
/// friction makes the equations stiff. Set-valued friction is exact: its modes are slip, roll and stick, and the switches between
/// them are located to the tolerance. `progress` is called now and then with the time reached; false stops the run.
/// A formula of the table without a finite value on the way, or steps that cannot go on, end the run with their outcome and what is
/// done. Throws as check_ball(), InvalidInput for options that make no sense and for a formula without a finite value at the start.
BallRun simulate_ball(const Ball& ball, const BallRunOptions& options,
                      const std::function<bool(double t)>& progress = {}, const BallSampleSink& sink = {});

}  // namespace dryslip
