#pragma once

#include <span>
#include <string>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/friction_load/load_answer.hpp"
#include "dryslip/friction_load/moment_answer.hpp"
#include "dryslip/limit_surface/motion_answer.hpp"
#include "dryslip/limit_surface/special_points.hpp"

namespace dryslip {

// What a contact answers, in the words of the interface (docs/commands).

/// Appends "a,b,c\n".
void append_numbers(std::string& text, std::span<const double> values, char separator = ',');

/// [fx, fy, moment]
void write(const FrictionLoad& load, ResultSink& sink);

/// [vx, vy, omega]
void write(const Twist& motion, ResultSink& sink);

/// A set of loads as one object:
///
///     {"type":"ellipse","center":P,"semi_axes":[P,P]}   with "first_range":[lo,hi] where a straight side cuts it
///     {"type":"segment","ends":[P,P]}
///     {"type":"polygon","vertices":[P,...]}
///     {"type":"sum","terms":[...]}                      Minkowski sum; the first term holds what the rest carries
///     {"type":"all"}                                    zero twist
///
/// and {"type":"point","load":P} for a single load.
void write(const LoadSet& set, ResultSink& sink);

/// [x, y], "none", or where there are several {"point":[x,y],"set":{"type":…}}.
void write(const PointSet& set, ResultSink& sink);

/// One object each; its members are the described fields, followed by what an answer has only sometimes.
void write(const LoadAnswer& answer, ResultSink& sink);
void write(const MotionAnswer& answer, ResultSink& sink);
void write(const MomentAnswer& answer, ResultSink& sink);
void write(const SpecialPoints& points, ResultSink& sink);
/// {"contours":[{"lines":[[[x,y],…],…],"moment":M},…]}
void write(std::span<const MomentContour> contours, ResultSink& sink);

}  // namespace dryslip
