#include "python/bind_surface_mesh.hpp"

#include "dryslip/files/write_surface.hpp"
#include "python/long_call.hpp"
#include "python/many.hpp"
#include "python/result_objects.hpp"

namespace dryslip::python {
namespace {

/// A flat part with its loads as an object.
struct PyFacet {
  Twist motion;
  AnyObject loads;
  std::vector<std::uint32_t> outline;
};

/// SurfaceMesh with arrays.
struct PyMesh {
  AnyObject loads, motions, kinds, triangles;
  std::vector<PyFacet> facets;
  std::vector<SurfaceEdge> edges;
  std::vector<SurfaceVertex> vertices;
  double length = 1.0, force = 0.0, gap = 0.0;
  bool converged = true;

  nb::object summary() const {
    return nb::str("SurfaceMesh({} points, {} triangles, {} facets, {} edges, {} vertices, gap={:.3g}, converged={})")
        .format(nb::len(loads.value), nb::len(triangles.value), facets.size(), edges.size(), vertices.size(), gap,
                converged);
  }
};

/// SurfaceSection with arrays.
struct PySection {
  AnyObject loads, motions, is_unique, is_on_facet;
  double gap = 0.0;
  bool converged = true;

  nb::object summary() const {
    return nb::str("SurfaceSection({} points, gap={:.3g}, converged={})").format(nb::len(loads.value), gap, converged);
  }
};

}  // namespace
}  // namespace dryslip::python

namespace dryslip {

template <>
inline constexpr auto description<python::PyFacet> =
    python::described_as<SurfaceFacet>(python::mirrored_fields<SurfaceFacet, &python::PyFacet::motion,
                                                               &python::PyFacet::loads, &python::PyFacet::outline>());

template <>
inline constexpr auto description<python::PyMesh> = python::described_as<SurfaceMesh>(
    std::tuple_cat(field<&python::PyMesh::loads>("loads", "N, N, N m", "points (n, 3): fx, fy, moment"),
                   field<&python::PyMesh::motions>("motions", "", "outward normals there (n, 3): vx, vy, omega"),
                   field<&python::PyMesh::kinds>("kinds", "", "of the points: 'smooth', 'rim', 'edge', 'vertex'"),
                   field<&python::PyMesh::triangles>("triangles", "", "indices (m, 3), counter-clockwise from outside"),
                   python::mirrored_fields<SurfaceMesh, &python::PyMesh::facets, &python::PyMesh::edges,
                                           &python::PyMesh::vertices, &python::PyMesh::length, &python::PyMesh::force,
                                           &python::PyMesh::gap, &python::PyMesh::converged>()));

template <>
inline constexpr auto description<python::PySection> = python::described_as<SurfaceSection>(
    std::tuple_cat(field<&python::PySection::loads>("loads", "N, N, N m", "points (n, 3), once around: fx, fy, moment"),
                   field<&python::PySection::motions>("motions", "", "motions there (n, 3): vx, vy, omega"),
                   field<&python::PySection::is_unique>("is_unique", "", "the motion has one direction (n)"),
                   field<&python::PySection::is_on_facet>("is_on_facet", "", "other loads have this motion too (n)"),
                   python::mirrored_fields<SurfaceSection, &python::PySection::gap, &python::PySection::converged>()));

}  // namespace dryslip

namespace dryslip::python {
namespace {

/// One member of all points.
template <class Point, class Value>
nb::object members(const std::vector<Point>& points, Value Point::*member) {
  return column_of(std::span<const Point>(points), {points.size()},
                   [&](const Point& point) -> const Value& { return point.*member; });
}

nb::object triangle_array(const SurfaceMesh& mesh) {
  const nb::object arrays = nb::module_::import_("numpy");
  return arrays.attr("array")(nb::cast(mesh.triangles), nb::arg("dtype") = "intp").attr("reshape")(-1, 3);
}

PyMesh surface_mesh(const PyLimitSurface& self, double gap, std::size_t most_points, const ProgressArgument& progress) {
  LongCall call(progress, "limit surface", 1.0);
  const SurfaceMesh mesh = call.run([&] {
    return make_surface_mesh(*self.surface, {.gap = gap, .most_points = most_points, .progress = call.progress()});
  });
  PyMesh made{.loads = members(mesh.points, &SurfacePoint::load),
              .motions = members(mesh.points, &SurfacePoint::motion),
              .kinds = members(mesh.points, &SurfacePoint::kind),
              .triangles = triangle_array(mesh),
              .facets = {},
              .edges = mesh.edges,
              .vertices = mesh.vertices,
              .length = mesh.length,
              .force = mesh.force,
              .gap = mesh.gap,
              .converged = mesh.converged};
  for (const SurfaceFacet& facet : mesh.facets)
    made.facets.push_back({facet.motion, object_of(facet.loads), facet.outline});
  return made;
}

PySection surface_section(const PyLimitSurface& self, const Twist& normal, double gap, std::size_t most_points) {
  LongCall call(nb::none(), "section", {});
  const SurfaceSection made =
      call.run([&] { return section_of(*self.surface, normal, {.gap = gap, .most_points = most_points}); });
  return {members(made.points, &SectionPoint::load),
          members(made.points, &SectionPoint::motion),
          members(made.points, &SectionPoint::is_unique),
          members(made.points, &SectionPoint::is_on_facet),
          made.gap,
          made.converged};
}

}  // namespace

void bind_surface_mesh(nb::module_& m, nb::class_<PyLimitSurface>& surface) {
  bind_result<PyFacet>(m);
  bind_result<SurfaceEdge>(m);
  bind_result<SurfaceVertex>(m);
  bind_result<PyMesh>(m);
  bind_result<PySection>(m);
  surface
      .def("mesh", &surface_mesh, nb::arg("gap") = 1e-3, nb::arg("most_points") = 1000000, nb::arg("progress") = false,
           "The surface as a mesh; gap between inner and outer polytope, relative to LoadScale [-].")
      .def("section", &surface_section, nb::arg("normal"), nb::arg("gap") = 1e-3, nb::arg("most_points") = 20000,
           "The curve in the plane of all loads with load · normal = 0; normal = (nx, ny, nm).");
}

}  // namespace dryslip::python
