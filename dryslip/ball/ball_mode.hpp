#pragma once

#include <array>

#include "dryslip/record/words.hpp"

namespace dryslip {

/// Motion of the ball at its contact.
enum class BallMode {
  Slip,  ///< slides or spins on the table
  Roll,  ///< neither slides nor spins, its center moves over the table
  Stick  ///< moves with the table
};
template <>
inline constexpr std::array words<BallMode>{"slip", "roll", "stick"};

}  // namespace dryslip
