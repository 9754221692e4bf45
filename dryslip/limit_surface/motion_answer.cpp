#include "dryslip/limit_surface/motion_answer.hpp"

#include <cmath>

#include "dryslip/limit_surface/stick_test.hpp"

namespace dryslip {
namespace {

MotionAnswer::Place place_of(double factor) {
  constexpr double on = 1e-10;  // the certified width of a factor
  if (std::abs(factor - 1.0) <= on) return MotionAnswer::Place::On;
  return factor > 1.0 ? MotionAnswer::Place::Inside : MotionAnswer::Place::Outside;
}

}  // namespace

MotionAnswer motion_answer(const LimitSurface& surface, const FrictionLoad& P, const std::optional<Mat3>& metric) {
  MotionAnswer answer{.load = P,
                      .found = metric ? motion_by_one_twist(surface, P, *metric) : surface.motion_of(P),
                      .model_error = surface.model().model_error()};
  answer.state = answer.found.sticks() ? MotionAnswer::State::Stick : MotionAnswer::State::Slip;
  answer.place = place_of(answer.found.factor);
  return answer;
}

}  // namespace dryslip
