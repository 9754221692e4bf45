#pragma once

#include <array>
#include <vector>

#include "dryslip/friction_load/twist.hpp"
#include "dryslip/numerics/vec2_fields.hpp"
#include "dryslip/record/progress.hpp"
#include "dryslip/record/run.hpp"
#include "dryslip/slider/prepared_slider.hpp"

namespace dryslip {

/// Motion of the slider at its contact.
enum class MotionMode {
  Stick,
  Slip,
  Pivot  ///< turns about a point support that holds
};
template <>
inline constexpr std::array words<MotionMode>{"stick", "slip", "pivot"};

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
template <>
inline constexpr auto description<SliderSample> = record<SliderSample>(
    "A row of the motion of a slider.", field<&SliderSample::t>("s", "time"),
    components<&SliderSample::state, &SliderState::position>("x", "y", "m", "of the center of mass, world frame"),
    field<&SliderSample::state, &SliderState::angle>("angle", "rad", "counter-clockwise"),
    components<&SliderSample::state, &SliderState::velocity>("vx", "vy", "m/s", "of the center of mass, world axes"),
    field<&SliderSample::state, &SliderState::omega>("omega", "rad/s", "counter-clockwise"),
    components<&SliderSample::load, &FrictionLoad::force>("fx", "fy", "N", "on the support, world axes"),
    field<&SliderSample::load, &FrictionLoad::moment>("moment", "N m", "on the support, about the center of mass"),
    field<&SliderSample::mode>("", "what the contact does"), field<&SliderSample::kinetic_energy>("J", ""),
    field<&SliderSample::work_of_loads>("J", "of the drive and the weight, since the start"),
    field<&SliderSample::work_of_friction>("J", "on the slider, since the start"),
    field<&SliderSample::work_of_springs>("J", "on the slider, since the start"),
    keyed("spring_*",
          field<&SliderSample::spring_forces>("N", "on the slider: along the spring's direction, or its size")));

enum class SliderCause {
  Start,          ///< the mode just after t = 0
  Stop,           ///< the slip has died out
  LoadLeaves,     ///< the load that rest needs has left the limit surface
  SupportHolds,   ///< the slip of a support has died out, or a wheel rolls
  SupportYields,  ///< what holds or rolls has come to the limit of its loads
  TableJumps      ///< the velocity of the table has jumped
};
template <>
inline constexpr std::array words<SliderCause>{"start",         "stop",           "load_leaves",
                                               "support_holds", "support_yields", "table_jumps"};

/// A change of mode.
using SliderEvent = RunEvent<MotionMode, SliderCause, SliderState>;
template <>
inline constexpr auto description<SliderEvent> = record("SliderEvent", "", "A change of mode.",
                                                        field<&SliderEvent::t>("s", "time"),
                                                        change_fields<SliderEvent>(),
                                                        outside_files(field<&SliderEvent::state>("", "of the slider")));

struct SliderRun : Run<SliderSample, SliderEvent> {
  int steps = 0;             ///< of the integration
  double model_error = 0.0;  ///< largest error of the loads of a surrogate, relative to LoadScale [-]
};
template <>
inline constexpr auto description<SliderRun> = record<SliderRun>(
    "The motion of a slider in time.", field<&SliderRun::steps>("-", "of the integration"),
    field<&SliderRun::model_error>("-", "largest error of the loads of a surrogate, relative to LoadScale"));

/// The motion of the slider in time [Kardan2013]: between switches the equations of motion are integrated to high order, in a time that
/// is scaled by the slip speed, so that the approach to rest is resolved; switches are located to the tolerance.
/// If a formula loses its finite value on the way, or steps cannot go on, the run ends with that outcome and what is done so far.
/// Throws as check_slider() and friction_model(), and InvalidInput for options that make no sense and for a formula without a finite value
/// at the start.
SliderRun simulate_slider(const PreparedSlider& slider, const SliderRunOptions& options, const Progress& progress = {},
                          const RowSink<SliderSample>& sink = {});

/// The motion of the slider in time from a start other than its own.
SliderRun simulate_slider(const PreparedSlider& slider, const SliderState& initial, const SliderRunOptions& options,
                          const Progress& progress = {}, const RowSink<SliderSample>& sink = {});

}  // namespace dryslip
