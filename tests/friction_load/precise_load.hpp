#pragma once

#include "dryslip/contact_patch/contact_patch.hpp"
#include "dryslip/friction_load/twist.hpp"

namespace dryslip::tests {

/// Load of an isotropic contact by the formulas of the literature in 100 digits: the reference for every twist, since no
/// cancellation reaches the digits of a double. Rectangles and polygons with uniform or linear pressure, disks (uniform,
/// Hertz without shift, punch), rings, annuli, segments and points; a point at the center of rotation adds nothing.
///
/// Polygons: triangles between the center of rotation and the edges; disks: K and E of the literature [Goyal1991],
/// [Contensou1963]; none of the library's rearrangements (B, D, C, series, moments) is used.
FrictionLoad precise_load(const ContactPatch& patch, const Twist& V);

}  // namespace dryslip::tests
