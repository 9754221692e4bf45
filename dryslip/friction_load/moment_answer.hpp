#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "dryslip/friction_load/moment_function.hpp"
#include "dryslip/record/record.hpp"

namespace dryslip {

template <>
inline constexpr auto description<MomentState> = record<MomentState>(
    "The moment function at a center of rotation.", field<&MomentState::moment>("N m", "M(c)"),
    field<&MomentState::gradient>("N", "∇M(c)"), field<&MomentState::error_bound>("-", "relative to LoadScale"),
    field<&MomentState::converged>("", "the bound is below the tolerance asked for"));

/// Center of rotation of a motion, from O [m]; none for a translation, nor where the center is beyond the range of double.
std::optional<Vec2> center_of_rotation(const Twist& V);

/// A center of rotation as commands read it.
struct CenterOfRotation {
  Vec2 place;  ///< body frame [m]
};
template <>
inline constexpr auto description<CenterOfRotation> = record<CenterOfRotation>(
    "A center of rotation in the body frame.", field<&CenterOfRotation::place, &Vec2::x>("x", "m", "body axis"),
    field<&CenterOfRotation::place, &Vec2::y>("y", "m", "body axis"));

/// Moment and load of a counter-clockwise unit spin about a center.
struct MomentAnswer {
  CenterOfRotation center;
  MomentState state;  ///< its moment is the largest double where the center is too far away for it
  FrictionLoad load;  ///< by the gradient
};
template <>
inline constexpr auto description<MomentAnswer> = record<MomentAnswer>(
    "The moment function and the load of a spin about a center.",
    in_place(required<&MomentAnswer::center>("m", "center of rotation")),
    required<&MomentAnswer::state, &MomentState::moment>("moment", "N m", "moment function"),
    required<&MomentAnswer::load, &FrictionLoad::force, &Vec2::x>("fx", "N", "load by the gradient, body axis"),
    required<&MomentAnswer::load, &FrictionLoad::force, &Vec2::y>("fy", "N", "load by the gradient, body axis"),
    field<&MomentAnswer::state, &MomentState::error_bound>("error_bound", "-", "relative to LoadScale"));

/// The answer of `dryslip moment` to a center.
MomentAnswer moment_answer(const FrictionModel& model, Vec2 center_of_rotation);

/// Where the moment function has one value.
struct MomentContour {
  double moment = 0.0;                   ///< [N m]
  std::vector<std::vector<Vec2>> lines;  ///< a closed line ends at its first point; body frame [m]
};

/// Contour lines of a sampled moment function at these moments.
std::vector<MomentContour> moment_contours(const SampledField& moment, std::span<const double> levels);

/// A point of a contour line as a row.
struct MomentContourPoint {
  double moment = 0.0;
  std::size_t line = 0;
  Vec2 place;
};
template <>
inline constexpr auto description<MomentContourPoint> =
    record<MomentContourPoint>("A point of a contour line of the moment function.",
                               required<&MomentContourPoint::moment>("N m", "of the whole line"),
                               required<&MomentContourPoint::line>("", "number of the line, from 0"),
                               required<&MomentContourPoint::place, &Vec2::x>("x", "m", "body axis"),
                               required<&MomentContourPoint::place, &Vec2::y>("y", "m", "body axis"));

/// All points of the contours, line by line.
std::vector<MomentContourPoint> points_of(std::span<const MomentContour> contours);

}  // namespace dryslip
