#include "dryslip/contact_patch/friction_law.hpp"

#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {
namespace {

struct NameOf {
  const char* operator()(const IsotropicLaw&) const { return "isotropic"; }
  const char* operator()(const EllipticLaw&) const { return "elliptic"; }
  const char* operator()(const WheelLaw&) const { return "wheel"; }
  const char* operator()(const RustyWheelLaw&) const { return "rusty_wheel"; }
  const char* operator()(const RatchetLaw&) const { return "ratchet"; }
  const char* operator()(const PolygonLaw&) const { return "polygon"; }
  const char* operator()(const FreeLaw&) const { return "free"; }
  const char* operator()(const CustomLaw&) const { return "custom"; }
};

}  // namespace

std::vector<Vec2> convex_vertices(const PolygonLaw& law) { return convex_hull(law.vertices); }

const char* name_of(const FrictionLaw& law) { return std::visit(NameOf{}, law); }

}  // namespace dryslip
