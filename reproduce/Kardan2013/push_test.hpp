#pragma once

#include "reproduce/slider_run.hpp"

namespace dryslip::reproduce {

/// A block pushed by a load cell on a moving stage until it yields.
struct PushTest {
  SimulatedScenario simulated;
  double breakaway = 0.0;    ///< force when the slip begins [mN]
  double end = 0.0;          ///< force at the end [mN]
  double starts = 0.0;       ///< times that it yields
  double rows_higher = 0.0;  ///< rows more than 20 ms after the slip began in which the force is above it
};

/// Throws std::runtime_error where the block never yields.
PushTest push_block(const Scenario& scenario);

/// Picture of the whole motion, and the force in time as the paper draws it.
ItemResult push_pictures(const PushTest& test);

/// What the paper says of a push by a sharp link: forces at breakaway of its Table 1.
struct SharpPush {
  std::string figure;
  double theory = 0.0, measured = 0.0;  ///< [mN]
};
ItemResult push_by_sharp_link(const Scenario& scenario, const SharpPush& printed);

}  // namespace dryslip::reproduce
