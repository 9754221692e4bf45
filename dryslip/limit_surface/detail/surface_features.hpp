#pragma once

#include <Eigen/Core>
#include <vector>

#include "dryslip/limit_surface/limit_surface.hpp"

namespace dryslip::detail {

/// The limit curve of the law is smooth and round: no sides, no corners.
bool is_smooth(const FrictionLaw& law);

/// Motions whose load is a vertex of the surface of a contact on one line with smooth laws: spins about a point of each
/// free part of the line between supports, and translation across it [Goyal1991, sec. 9.1]. None for other contacts.
std::vector<Twist> line_vertex_motions(const ContactPatch& patch);

/// The normal of a facet and its loads.
struct FacetLoads {
  Twist motion;  ///< of unit size, as SurfacePoint
  LoadSet loads;
};

/// All facets of possible_facet_motions(), each once.
std::vector<FacetLoads> find_facets(const LimitSurface& surface);

/// Directions across the normal of a facet with straight sides in which motions next to it have each corner of the facet as
/// their load, two for every corner; scaled as SurfaceRefinement.
std::vector<Eigen::Vector3d> directions_of_corners(const FacetLoads& facet, double length);

/// How many independent ways the load changes with the motion, 0 to 2, for a motion with one load: 2 on a smooth part of
/// the surface, 1 on an edge, 0 at a vertex.
int load_freedom(const LimitSurface& surface, const Twist& V);

/// Some law has corners, or the set of loads is flat: the surface may have edges and vertices anywhere.
bool may_have_edges(const LimitSurface& surface);

}  // namespace dryslip::detail
