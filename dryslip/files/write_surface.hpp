#pragma once

#include <string>

#include "dryslip/files/result_sink.hpp"
#include "dryslip/limit_surface/surface_mesh.hpp"
#include "dryslip/limit_surface/surface_section.hpp"

namespace dryslip {

// The limit surface as text. Coordinates are fx, fy [N] and moment [N m]; the normal is the motion (vx, vy, omega) in SI
// units, made 1 long. Where `spin` (the sign of omega) is 0 the motion is a translation and its center of rotation, at
// infinity across the normal, is written as 0 (null in JSON).

/// Stanford polygons: vertex properties x y z nx ny nz center_x center_y spin kind, faces (triangles, and each facet as one
/// polygon) with the property facet (1 for facets), edges with vertex1 vertex2.
std::string ply_text(const SurfaceMesh& mesh);
/// Legacy VTK poly data, as ParaView opens it: vertices, edges as lines, faces; cell data `feature` (1 vertex, 2 edge,
/// 3 facet, 0 the rest), point data normals, center_of_rotation, spin.
std::string vtk_text(const SurfaceMesh& mesh);
/// One object: gap, scale, vertices, normals, centers, triangles, facets, edges, named_vertices (docs/commands/surface.md).
void write(const SurfaceMesh& mesh, ResultSink& sink);
std::string json_text(const SurfaceMesh& mesh);

/// Sections: the same formats as one closed line, and CSV with columns fx, fy, moment, vx, vy, omega, unique, on_facet.
std::string csv_text(const SurfaceSection& section);
std::string ply_text(const SurfaceSection& section);
std::string vtk_text(const SurfaceSection& section);
void write(const SurfaceSection& section, ResultSink& sink);
std::string json_text(const SurfaceSection& section);

}  // namespace dryslip
