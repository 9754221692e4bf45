#pragma once

#include <vector>

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip {

/// Motions that may have a two-dimensional set of loads, a facet of the limit surface [Goyal1991, sec. 8]: spins about
/// point supports, translations along which a law has a straight side, spins of a ring whose law turns with it, and motions
/// in which two supports slip along straight sides of their laws at once. Every facet of a contact with at most
/// 64 straight sides on points and segments is among them; with more sides the last kind is left out.
std::vector<Twist> possible_facet_motions(const ContactPatch& patch);

}  // namespace dryslip
