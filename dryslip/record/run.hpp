#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dryslip/record/sheet.hpp"

namespace dryslip {

// What motions of sliders, balls and joints in time have in common.

/// When a motion in time is to end.
enum class RunUntil {
  Duration,
  Rest  ///< as soon as the body sticks; of a ball: to a table that does not move, with set-valued friction
};
template <>
inline constexpr std::array words<RunUntil>{"duration", "rest"};
template <>
inline constexpr std::size_t first_word_in_files<RunUntil> = 1;

/// How a motion in time ended.
enum class RunOutcome {
  Finished,          ///< the duration is over
  AtRest,            ///< run until rest: it sticks
  NeverAtRest,       ///< run until rest: it still moved when the longest time was over
  NotConverged,      ///< steps became too short, or numbers too large, to go on
  Chattering,        ///< endless switching at one time, or a formula that switches back and forth endlessly
  FormulaNotFinite,  ///< a formula has no finite value
  NoAcceleration,    ///< of joints: no acceleration is consistent, even at rest
  Undecided,         ///< several accelerations, and the rule does not choose
  Interrupted        ///< by the caller
};
template <>
inline constexpr std::array words<RunOutcome>{"finished",        "at_rest",    "never_at_rest",
                                              "not_converged",   "chattering", "formula_not_finite",
                                              "no_acceleration", "undecided",  "interrupted"};

/// False where the motion could not go on.
constexpr bool is_converged(RunOutcome outcome) {
  using enum RunOutcome;
  return outcome == Finished || outcome == AtRest || outcome == NeverAtRest || outcome == Interrupted;
}

/// A change of mode.
template <class Mode_, class Cause_, class State_>
struct RunEvent {
  using Mode = Mode_;
  using Cause = Cause_;
  using State = State_;

  double t = 0.0;            ///< [s]
  std::optional<Mode> from;  ///< none for the first
  Mode to{};
  Cause cause{};
  State state{};
};

/// The fields that every event has besides its time.
template <class Event>
constexpr auto change_fields() {
  return std::tuple_cat(field<&Event::from>("from", "", "mode before; none for the first"),
                        field<&Event::to>("to", "", "mode from then on"),
                        field<&Event::cause>("cause", "", "what changed the mode"));
}

/// A motion in time.
template <class Sample_, class Event_>
struct Run {
  using Sample = Sample_;
  using Event = Event_;

  std::vector<Sample> samples;  ///< at multiples of the output step and at the end; empty where a RowSink took them
  std::vector<Event> events;
  RunOutcome outcome = RunOutcome::Finished;
  std::string reason;  ///< one line where the outcome does not say it all: which formula has no finite value, and when
  double end = 0.0;    ///< time that the run has reached; the last row may be earlier where it could not go on [s]
};

/// Takes the rows of a run as they are made, instead of its `samples`: a long run then needs no more memory than a short one.
template <class Sample>
using RowSink = std::function<void(const Sample& row)>;

/// Facts of a finished run and its events; the texts belong to the run.
struct RunSummary {
  std::vector<std::pair<std::string_view, Cell>>
      facts;  ///< outcome, converged, those of its kind, and a reason where there is one
  Sheet events;
};

template <Described AnyRun>
RunSummary summary_of(const AnyRun& run) {
  RunSummary summary{.facts = {{"outcome", cell_of(run.outcome)}, {"converged", is_converged(run.outcome)}},
                     .events = sheet_of(run.events)};
  detail::for_each_value(run, Columns::All, [&](const auto& field, const auto& value, std::size_t, std::size_t) {
    summary.facts.emplace_back(field.key, cell_of(value));
  });
  if (!run.reason.empty()) summary.facts.emplace_back("reason", cell_of(run.reason));
  return summary;
}

/// Throws InvalidInput where a run would have more than 1e8 rows.
void check_number_of_rows(double duration, double output_step);

/// Throws InvalidInput where these options ask for more than 1e8 rows; a run until rest ends when it does.
template <class Options>
void check_number_of_rows(const Options& run) {
  const std::optional<double> duration = run.duration;
  if (run.until == RunUntil::Duration && duration) check_number_of_rows(*duration, run.output_step);
}

}  // namespace dryslip
