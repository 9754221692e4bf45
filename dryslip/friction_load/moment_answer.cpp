#include "dryslip/friction_load/moment_answer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "dryslip/numerics/contour_lines.hpp"

namespace dryslip {

std::optional<Vec2> center_of_rotation(const Twist& V) {
  const Vec2 center = (1.0 / V.omega) * turned_left(V.velocity);
  if (V.omega == 0.0 || !std::isfinite(center.x) || !std::isfinite(center.y)) return std::nullopt;
  return center;
}

MomentAnswer moment_answer(const FrictionModel& model, Vec2 center_of_rotation) {
  MomentAnswer answer{.center = {center_of_rotation}, .state = moment_state(model, center_of_rotation), .load = {}};
  answer.load = load_by_gradient(center_of_rotation, answer.state);
  answer.state.moment = std::min(answer.state.moment, std::numeric_limits<double>::max());
  return answer;
}

std::vector<MomentContour> moment_contours(const SampledField& moment, std::span<const double> levels) {
  std::vector<MomentContour> contours;
  for (const double level : levels) {
    contours.push_back({.moment = level, .lines = {}});
    for (ContourLine& line : contour_lines(moment, level)) {
      if (line.is_closed) line.points.push_back(line.points.front());
      contours.back().lines.push_back(std::move(line.points));
    }
  }
  return contours;
}

std::vector<MomentContourPoint> points_of(std::span<const MomentContour> contours) {
  std::vector<MomentContourPoint> points;
  std::size_t number = 0;
  for (const auto& [moment, lines] : contours) {
    for (const std::vector<Vec2>& line : lines) {
      for (const Vec2 place : line) points.push_back({moment, number, place});
      ++number;
    }
  }
  return points;
}

}  // namespace dryslip
