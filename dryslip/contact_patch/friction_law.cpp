#include "dryslip/contact_patch/friction_law.hpp"

#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {

std::vector<Vec2> convex_vertices(const PolygonLaw& law) { return convex_hull(law.vertices); }

}  // namespace dryslip
