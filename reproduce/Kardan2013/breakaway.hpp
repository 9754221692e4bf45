#pragma once

#include "dryslip/slider/prepared_slider.hpp"

namespace dryslip::reproduce {

/// Force across the long side of a block, along x, at which it yields.
struct Breakaway {
  double offset = 0.0;  ///< h of the push from the center of mass, along −y [mm]
  double exact = 0.0;   ///< exact criterion [mN]
  double kardan = 0.0;  ///< Kardan's criterion [mN]
};

/// The offset is in [m].
Breakaway breakaway(const PreparedSlider& prepared, double offset);

}  // namespace dryslip::reproduce
