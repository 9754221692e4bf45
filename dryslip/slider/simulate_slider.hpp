#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dryslip/friction_load/twist.hpp"
#include "dryslip/slider/slider.hpp"

namespace dryslip {

namespace detail {
struct SliderContact;
}

/// What the contact does.
enum class MotionMode {
  Stick,
  Slip,
  Pivot  ///< turns about a point support that holds
};

/// A row of the result.
struct SliderSample {
  double t = 0.0;  ///< [s]
  SliderState state;
  FrictionLoad load;  ///< on the support, world axes, about the center of mass
  MotionMode mode = MotionMode::Stick;
  double kinetic_energy = 0.0;    ///< [J]
  double work_of_loads = 0.0;     ///< of the drive and the weight, since the start [J]
  double work_of_springs = 0.0;   ///< on the slider [J]
  double work_of_friction = 0.0;  ///< on the slider [J]
  std::vector<double>
      spring_forces;  ///< on the slider: along the spring's direction, or its size where it has none [N]
};

/// True if all numbers of the row are finite; a run has no other rows.
bool is_finite(const SliderSample& row);

/// A change of mode.
struct SliderEvent {
  enum class Cause {
    Start,          ///< the mode just after t = 0
    Stop,           ///< the slip has died out
    LoadLeaves,     ///< the load that rest needs has left the limit surface
    SupportHolds,   ///< the slip of a support has died out, or a wheel rolls
    SupportYields,  ///< what holds or rolls has come to the limit of its loads
    TableJumps      ///< the velocity of the table has jumped
  };
  double t = 0.0;                  ///< [s]
  std::optional<MotionMode> from;  ///< none for the first
  MotionMode to = MotionMode::Stick;
  Cause cause = Cause::Start;
  SliderState state;
};

enum class SliderOutcome {
  Finished,          ///< the duration is over
  AtRest,            ///< it was to run until rest, and sticks
  NeverAtRest,       ///< it was to run until rest, and still moved when the longest time was over
  NotConverged,      ///< steps became too short, or numbers too large, to go on
  Chattering,        ///< a formula of the drive switches back and forth without end
  FormulaNotFinite,  ///< a formula of the drive or the table has no finite value
  Interrupted        ///< by the caller
};

struct SliderRun {
  std::vector<SliderSample>
      samples;  ///< at multiples of the output step and at the end; empty where a SampleSink took them
  std::vector<SliderEvent> events;
  SliderOutcome outcome = SliderOutcome::Finished;
  std::string reason;  ///< one line where the outcome does not say it all: which formula has no finite value, and when
  double end = 0.0;    ///< time that the run has reached; the last row may be earlier where it could not go on [s]
  int steps = 0;       ///< of the integration
  double model_error = 0.0;  ///< largest error of the loads of a surrogate, of scale [-]
};

/// Called now and then with the time reached; false stops the run.
using RunProgress = std::function<bool(double t)>;
/// Takes the rows of a run as they are made, instead of its `samples`: a long run then needs no more memory than a short one.
using SampleSink = std::function<void(const SliderSample& row)>;

/// The motion of the slider in time [Kardan2013]: between switches the equations of motion are integrated to high order, in a time that
/// is scaled by the slip speed, so that the approach to rest is resolved; switches are located to the tolerance.
/// A formula without a finite value on the way, or steps that cannot go on, end the run with their outcome and what is done.
/// Throws InvalidInput for a slider without mass or inertia, for a formula without a finite value at the start, and as
/// friction_model().
SliderRun simulate_slider(const Slider& slider, const SliderRunOptions& options, const RunProgress& progress = {},
                          const SampleSink& sink = {});

/// The same for many runs: the contact is made once. Runs do not change it, and may go on in several threads.
class SliderSimulator {
 public:
  explicit SliderSimulator(const Slider& slider);
  SliderRun run(const SliderState& initial, const SliderRunOptions& options, const RunProgress& progress = {},
                const SampleSink& sink = {}) const;

 private:
  Slider slider_;
  std::shared_ptr<const detail::SliderContact> contact_;
};

}  // namespace dryslip
