#include "dryslip/scenario/write_free_sliding.hpp"

#include <array>
#include <cmath>

#include "dryslip/files/write_result.hpp"

namespace dryslip {
namespace {

void write_motion(const TerminalMotion& motion, ResultSink& sink) {
  sink.key("direction");
  write(motion.motion, sink);
  sink.key("center_of_rotation");
  motion.center_of_rotation ? sink.place(*motion.center_of_rotation) : sink.nothing();
  sink.key("attracting");
  // what a degenerate one does cannot be told from the curvature of D
  motion.kind == EigenDirection::Kind::Degenerate ? sink.nothing() : sink.flag(motion.is_attracting());
  sink.member("kind", word_of(motion.kind));
  sink.member("isolated", motion.is_isolated);
  sink.member("power", motion.dissipation);
}

const char* remark_of(MissingBound missing) {
  switch (missing) {
    case MissingBound::Friction:
      return "never stops: there is no friction";
    case MissingBound::Resistance:
      return "may never stop: some motion meets no friction";
    case MissingBound::LatestTime:
      return "no latest time is proven: some motion meets hardly any friction";
    case MissingBound::None:
      break;
  }
  return "";
}

}  // namespace

void write(const FreeSliding& answer, ResultSink& sink) {
  const StopTimeBracket& bracket = answer.stop_time;
  sink.begin_object();
  sink.member("frame", "twist of the center of mass [vx, vy, omega], body axes; centers of rotation from O");
  sink.objects("terminal_motions", answer.terminal.motions,
               [&](const TerminalMotion& motion) { write_motion(motion, sink); });
  sink.member("complete", answer.terminal.is_complete);
  sink.member("kinetic_energy", bracket.kinetic_energy);
  sink.list("stop_time_bracket", std::array{bracket.earliest, bracket.latest},
            [&](double t) { std::isinf(t) ? sink.nothing() : sink.number(t); });
  if (const MissingBound missing = missing_bound(bracket); missing != MissingBound::None)
    sink.member("remark", remark_of(missing));
  if (!answer.terminal.converged) sink.member("converged", false);
  sink.end_object();
}

}  // namespace dryslip
