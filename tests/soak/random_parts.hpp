#pragma once

#include "dryslip/numerics/vec2.hpp"
#include "tests/soak/dice.hpp"
#include "tests/soak/scenario_text.hpp"

namespace dryslip::soak {

// The parts of a random scenario.

/// How the body starts.
enum class Start {
  Rest,   ///< on a resting table
  Any,    ///< translation and spin
  Glide,  ///< omega is exactly zero
  Spin,   ///< velocity is exactly zero
  Roll,   ///< along the common heading of all wheels, omega exactly zero
  Pivot   ///< about a point support
};

struct Case {
  Start start = Start::Rest;
  double mu = 0.0;      ///< of the contact
  double weight = 0.0;  ///< mass times g [N]
  // the body at the start
  Vec2 position, center_of_mass;
  double angle = 0.0;
  double duration = 1.0;  ///< [s]
};

/// [contact] and its supports; a contact whose loads are integrated gets a shorter run.
ScenarioText random_contact(Dice& dice, Case& which);

/// [drive] with its forces and springs; empty now and then.
ScenarioText random_drive(Dice& dice, const Case& which);

/// [table]; empty as often as not.
ScenarioText random_table(Dice& dice, const Case& which);

/// A function of time of this size: smooth, with jumps, or short pulses.
std::string random_load(Dice& dice, double size);

}  // namespace dryslip::soak
