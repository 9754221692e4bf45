#pragma once

#include <optional>

#include "dryslip/friction_load/load_records.hpp"
#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip {

/// Does the contact hold a load, and if not, which motion starts?
struct MotionAnswer {
  enum class State { Slip, Stick };
  enum class Place {
    Inside,
    On,
    Outside
  };  ///< of the load, seen from the limit surface; On within the certified 1e-10

  FrictionLoad load;
  MotionOfLoad found;
  State state = State::Slip;
  Place place = Place::Outside;
  double model_error = 0.0;  ///< of a surrogate's loads, relative to LoadScale; 0 for the exact contact [-]

  /// The contact carries nothing in the direction of the load.
  bool carries_nothing() const { return found.factor == 0.0; }
};
template <>
inline constexpr std::array words<MotionAnswer::State>{"slip", "stick"};
template <>
inline constexpr std::array words<MotionAnswer::Place>{"inside", "on", "outside"};
template <>
inline constexpr auto description<MotionAnswer> = record<MotionAnswer>(
    "Where the ray of a load leaves the limit surface, and the motion that belongs to it.",
    in_place(field<&MotionAnswer::load>("N, N, N m", "fx, fy, moment at O, body frame")),
    required<&MotionAnswer::found, &MotionOfLoad::factor>(
        "factor", "-", "factor × load lies on the limit surface; infinite for the zero load"),
    field<&MotionAnswer::found, &MotionOfLoad::lower>("lower", "-", "certified: lower × load is inside"),
    field<&MotionAnswer::found, &MotionOfLoad::upper>("upper", "-", "certified: beyond upper × load nothing is inside"),
    in_place(required<&MotionAnswer::found, &MotionOfLoad::motion>(
        "motion", "m/s, m/s, rad/s", "outward normal there: vx, vy, omega; its direction counts")),
    required<&MotionAnswer::state>("", "stick where factor ≥ 1: the contact holds the load"),
    field<&MotionAnswer::place>("", "of the load: inside the limit surface, on it, or outside"),
    keyed("unique",
          required<&MotionAnswer::found, &MotionOfLoad::is_unique>("is_unique", "", "the normal has one direction")),
    keyed("on_facet", field<&MotionAnswer::found, &MotionOfLoad::is_on_facet>("is_on_facet", "",
                                                                              "other loads have this motion too")),
    outside_files(field<&MotionAnswer::found, &MotionOfLoad::motions>(
        "motions", "", "where there are several: ends of a fan, or the outline of a cone")),
    outside_files(field<&MotionAnswer::found, &MotionOfLoad::converged>("converged", "",
                                                                        "upper − lower is below 1e-10 of factor")));

/// The answer of `dryslip motion` to a load: exact, or with the metric of a body by Kardan's criterion, motion_by_one_twist().
MotionAnswer motion_answer(const LimitSurface& surface, const FrictionLoad& P,
                           const std::optional<Mat3>& metric = std::nullopt);

}  // namespace dryslip
