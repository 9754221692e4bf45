#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dryslip/friction_load/load_set.hpp"

namespace dryslip {

// Results as text. Numbers read back to the same double whatever the locale; there is no text for nan and infinity.

/// Appends "a,b,c\n".
void append_csv_row(std::string& text, std::span<const double> values);

/// Appends "name":value with a comma before it where a member stands in front.
void append_json_member(std::string& text, std::string_view name, double value);

/// Appends [fx,fy,moment].
void append_json(std::string& text, const FrictionLoad& load);

/// Appends [vx,vy,omega], or a list of them.
void append_json(std::string& text, const Twist& motion);
void append_json(std::string& text, std::span<const Twist> motions);

/// Appends a set of loads as one JSON object:
///
///     {"type":"ellipse","center":P,"semi_axes":[P,P]}   with "first_range":[lo,hi] where a straight side cuts it
///     {"type":"segment","ends":[P,P]}
///     {"type":"polygon","vertices":[P,...]}
///     {"type":"sum","terms":[...]}                      Minkowski sum; the first term holds what the rest carries
///     {"type":"all"}                                    zero twist
///
/// and {"type":"point","load":P} for a single load.
void append_json(std::string& text, const LoadSet& set);

}  // namespace dryslip
