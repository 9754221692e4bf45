#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {

/// What is wrong with a set of loops.
struct LoopFault {
  std::size_t loop = 0;     ///< index of the loop
  std::string explanation;  ///< what was given, where, and what is allowed
};

/// First fault of the loops, or nothing for a region that can be integrated over.
///
/// Faults: NaN or infinite vertices, fewer than three distinct ones, zero area, loops that cross themselves or each
/// other, the wrong orientation, holes outside every outer loop, outer loops that overlap. No faults: repeated and
/// collinear vertices, slivers, spikes without area, loops that touch in points or along edges, islands in holes.
///
/// The criterion is that the loops wind around every point once or not at all. Distances below 8 ulp of the largest
/// coordinate count as touching. Boost.Geometry's is_valid rounds to a grid of 1e-7 of the size and rejects the cases
/// named above, and is therefore not asked. The verdict is the same for coordinates in nanometres and in kilometres.
std::optional<LoopFault> find_loop_fault(std::span<const Loop> loops);

}  // namespace dryslip
