#include <array>

#include "dryslip/files/write_result.hpp"
#include "dryslip/limit_surface/dissipation_range.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/limit_surface/special_points.hpp"
#include "dryslip/limit_surface/stick_test.hpp"
#include "dryslip/limit_surface/surface_mesh.hpp"
#include "dryslip/limit_surface/surface_section.hpp"
#include "python/bindings.hpp"
#include "python/long_call.hpp"
#include "python/models.hpp"

namespace dryslip::python {
namespace {

/// MotionOfLoad of many loads.
struct Motions {
  AnyObject factor, lower, upper, motion, sticks, is_unique, is_on_facet, motions, converged;
};

Motions motions_of(const LimitSurface& surface, nb::handle loads, const std::optional<Mat3>& metric,
                   nb::handle progress) {
  const Rows P = rows_of(loads, "loads", "fx, fy, moment");
  const NewArray factor = new_array(P.leading), lower = new_array(P.leading), upper = new_array(P.leading),
                 motion = new_array(P.leading, {3});
  std::vector<char> sticks(P.count), unique(P.count), on_facet(P.count), converged(P.count);
  std::vector<std::vector<Twist>> fans(P.count);
  LongCall call(progress, "motion", static_cast<double>(P.count));
  call.run([&] {
    for (std::size_t i = 0; i < P.count; ++i) {
      MotionOfLoad answer =
          metric ? motion_by_one_twist(surface, P.loads()[i], *metric) : surface.motion_of(P.loads()[i]);
      factor.values[i] = answer.factor;
      lower.values[i] = answer.lower;
      upper.values[i] = answer.upper;
      motion.twists()[i] = answer.motion;
      sticks[i] = answer.sticks();
      unique[i] = answer.is_unique;
      on_facet[i] = answer.is_on_facet;
      converged[i] = answer.converged;
      fans[i] = std::move(answer.motions);
      call.reached(static_cast<double>(i));
    }
  });
  return {number_or_array(factor, P.leading), number_or_array(lower, P.leading),
          number_or_array(upper, P.leading),  motion.array,
          truths(sticks, P.leading),          truths(unique, P.leading),
          truths(on_facet, P.leading),        P.leading.empty() ? nb::cast(fans[0]) : nb::cast(fans),
          truths(converged, P.leading)};
}

nb::object twist_array(const std::vector<Twist>& twists) {
  const NewArray made = new_array({twists.size(), 3});
  std::copy(twists.begin(), twists.end(), made.twists());
  return made.array;
}

// ---- special points

nb::dict set_dict(const char* type) {
  nb::dict made;
  made["type"] = type;
  return made;
}

/// All points of a set, in the words of `dryslip points`.
struct SetWriter {
  nb::object operator()(NoPoint) const { return nb::none(); }
  nb::object operator()(Vec2 r) const { return nb::cast(r); }
  nb::object operator()(const SegmentOfPoints& set) const {
    nb::dict made = set_dict("segment");
    made["ends"] = nb::make_tuple(set.ends[0], set.ends[1]);
    return made;
  }
  nb::object operator()(const RayOfPoints& set) const {
    nb::dict made = set_dict("ray");
    made["end"] = set.end;
    made["direction"] = set.direction;
    return made;
  }
  nb::object operator()(const LineOfPoints& set) const {
    nb::dict made = set_dict("line");
    made["point"] = set.point;
    made["direction"] = set.direction;
    return made;
  }
  nb::object operator()(const StripOfPoints& set) const {
    nb::dict made = set_dict("strip");
    made["ends"] = nb::make_tuple(set.ends[0], set.ends[1]);
    made["direction"] = set.direction;
    return made;
  }
  nb::object operator()(const HalfPlaneOfPoints& set) const {
    nb::dict made = set_dict("half_plane");
    made["point"] = set.point;
    made["inward"] = set.inward;
    return made;
  }
  nb::object operator()(const RegionOfPoints& set) const {
    nb::dict made = set_dict("region");
    made["outline"] = set.outline;
    return made;
  }
  nb::object operator()(WholePlane) const { return set_dict("plane"); }
};

/// A point, None, or {"point", "set"} where there are several.
nb::object summary_of(const PointSet& set) {
  nb::object all = std::visit(SetWriter{}, set);
  if (!nb::isinstance<nb::dict>(all)) return all;
  nb::dict made;
  made["point"] = point_of(set);
  made["set"] = all;
  return made;
}

struct Points3 {
  Vec2 center_of_pressure;
  AnyObject center_of_friction, center_of_twist;
  double least_moment = 0.0;
};

void bind_special_points(nb::module_& m) {
  record(m, "SpecialPoints", "The three centers of a contact, body frame.",
         field<&Points3::center_of_pressure>("center_of_pressure", "(x, y) [m]"),
         field<&Points3::center_of_friction>("center_of_friction",
                                             "(x, y) [m], None, or {'point': …, 'set': …} where it is not unique"),
         field<&Points3::center_of_twist>("center_of_twist", "the same, for the minimum of the moment function [m]"),
         field<&Points3::least_moment>("least_moment", "of the moment function, there [N m]"));
  m.def(
      "find_special_points",
      [](const PyLimitSurface& surface) {
        LongCall call(nb::none(), "special points", {});
        const SpecialPoints found = call.run([&] { return find_special_points(*surface.surface); });
        return Points3{found.center_of_pressure, summary_of(found.center_of_friction),
                       summary_of(found.center_of_twist), found.least_moment};
      },
      nb::arg("surface"), "Centers of pressure, friction and twist [m].");
}

// ---- mesh and section

const Words kind_words{"smooth", "rim", "edge", "vertex"};

struct PyFacet {
  Twist motion;
  AnyObject loads;
  std::vector<std::uint32_t> outline;
};
struct PyVertex {
  std::uint32_t point = 0;
  std::vector<Twist> motions;
};

struct PyMesh {
  AnyObject loads, motions, kinds, triangles;
  std::vector<PyFacet> facets;
  std::vector<SurfaceEdge> edges;
  std::vector<PyVertex> vertices;
  double length = 1.0, force = 0.0, gap = 0.0;
  bool converged = true;

  nb::object summary() const {
    return nb::str("SurfaceMesh({} points, {} triangles, {} facets, {} edges, {} vertices, gap={:.3g}, converged={})")
        .format(nb::len(loads.value), nb::len(triangles.value), facets.size(), edges.size(), vertices.size(), gap,
                converged);
  }
};

nb::object triangle_array(const SurfaceMesh& mesh) {
  const nb::object arrays = nb::module_::import_("numpy");
  return arrays.attr("array")(nb::cast(mesh.triangles), nb::arg("dtype") = "intp").attr("reshape")(-1, 3);
}

PyMesh mesh_of(const PyLimitSurface& self, double gap, std::size_t most_points, nb::handle progress) {
  LongCall call(progress, "limit surface", 1.0);
  const SurfaceMesh mesh = call.run([&] {
    return make_surface_mesh(*self.surface, {.gap = gap, .most_points = most_points, .progress = call.progress()});
  });
  PyMesh made{.triangles = triangle_array(mesh),
              .edges = mesh.edges,
              .length = mesh.length,
              .force = mesh.force,
              .gap = mesh.gap,
              .converged = mesh.converged};
  const NewArray loads = new_array({mesh.points.size(), 3}), motions = new_array({mesh.points.size(), 3});
  nb::list kinds;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    loads.loads()[i] = mesh.points[i].load;
    motions.twists()[i] = mesh.points[i].motion;
    kinds.append(kind_words.at(static_cast<std::size_t>(mesh.points[i].kind)));
  }
  made.loads = loads.array;
  made.motions = motions.array;
  made.kinds = kinds;
  for (const SurfaceFacet& facet : mesh.facets) {
    std::string text;
    append_json(text, facet.loads);
    made.facets.push_back({facet.motion, numbers_from_json(text), facet.outline});
  }
  for (const SurfaceVertex& vertex : mesh.vertices) made.vertices.push_back({vertex.point, vertex.motions});
  return made;
}

struct PySection {
  AnyObject loads, motions, is_unique, is_on_facet;
  double gap = 0.0;
  bool converged = true;

  nb::object summary() const {
    return nb::str("SurfaceSection({} points, gap={:.3g}, converged={})").format(nb::len(loads.value), gap, converged);
  }
};

PySection section(const PyLimitSurface& self, const Twist& normal, double gap, std::size_t most_points) {
  LongCall call(nb::none(), "section", {});
  const SurfaceSection made =
      call.run([&] { return section_of(*self.surface, normal, {.gap = gap, .most_points = most_points}); });
  const std::size_t count = made.points.size();
  const NewArray loads = new_array({count, 3}), motions = new_array({count, 3});
  std::vector<char> unique(count), on_facet(count);
  for (std::size_t i = 0; i < count; ++i) {
    loads.loads()[i] = made.points[i].load;
    motions.twists()[i] = made.points[i].motion;
    unique[i] = made.points[i].is_unique;
    on_facet[i] = made.points[i].is_on_facet;
  }
  return {loads.array, motions.array, truths(unique, {count}), truths(on_facet, {count}), made.gap, made.converged};
}

void bind_mesh(nb::module_& m) {
  record(m, "SurfaceFacet", "A flat part: all loads of one motion.", field<&PyFacet::motion>("motion", "its normal"),
         field<&PyFacet::loads>("loads", "all of it, as FrictionModel.load_set says it"),
         field<&PyFacet::outline>("outline", "indices of points on its rim, counter-clockwise"));
  record(m, "SurfaceEdge", "A line across which the normal jumps.",
         field<&SurfaceEdge::points>("points", "indices of points"), field<&SurfaceEdge::is_closed>("is_closed", ""));
  record(m, "SurfaceVertex", "A load with several motions that is not on an edge.",
         field<&PyVertex::point>("point", "index of the point"),
         field<&PyVertex::motions>("motions", "ends of a fan, or the outline of a cone"));
  record(m, "SurfaceMesh", "The limit surface as points, triangles and named parts, with a certified gap.",
         field<&PyMesh::loads>("loads", "points (n, 3): fx, fy, moment [N, N, N m]"),
         field<&PyMesh::motions>("motions", "outward normals there (n, 3): vx, vy, omega"),
         field<&PyMesh::kinds>("kinds", "of the points: 'smooth', 'rim', 'edge', 'vertex'"),
         field<&PyMesh::triangles>("triangles", "indices (m, 3), counter-clockwise from outside"),
         field<&PyMesh::facets>("facets", "flat parts"), field<&PyMesh::edges>("edges", ""),
         field<&PyMesh::vertices>("vertices", ""),
         field<&PyMesh::length>("length", "moments are divided by it where loads are compared [m]"),
         field<&PyMesh::force>("force", "scale of loads, μN [N]"),
         field<&PyMesh::gap>("gap", "between inner and outer polytope, of scale [-]"),
         field<&PyMesh::converged>("converged", "gap is as small as asked for"));
  record(m, "SurfaceSection", "The closed curve in which a plane through O cuts the limit surface.",
         field<&PySection::loads>("loads", "points (n, 3), once around: fx, fy, moment [N, N, N m]"),
         field<&PySection::motions>("motions", "motions there (n, 3): vx, vy, omega"),
         field<&PySection::is_unique>("is_unique", "the motion has one direction (n)"),
         field<&PySection::is_on_facet>("is_on_facet", "other loads have this motion too (n)"),
         field<&PySection::gap>("gap", "between inner and outer polygon, of scale [-]"),
         field<&PySection::converged>("converged", "gap is as small as asked for"));
}

// ---- directions and range

const Words eigen_words{"minimum", "saddle", "maximum", "degenerate"};

void bind_directions(nb::module_& m) {
  record(m, "EigenDirection", "A motion V whose friction only slows it down: P = λ G V for a load P of V.",
         field<&EigenDirection::motion>("motion", "VᵀGV = 1 J"),
         field<&EigenDirection::eigenvalue>("eigenvalue", "λ = D(V) [W]"),
         word_field<&EigenDirection::kind>("kind", eigen_words, "of the dissipation there"),
         field<&EigenDirection::is_isolated>("is_isolated", "False: one of a curve of them"),
         field<&EigenDirection::residual>("residual", "of P = λ G V [-]"));
  record(m, "EigenDirections", "All of them.",
         field<&EigenDirections::directions>("directions", "by eigenvalue, ascending"),
         field<&EigenDirections::morse_sum>("morse_sum", "2 when all are found"),
         field<&EigenDirections::is_complete>("is_complete", "nothing speaks against these being all"),
         field<&EigenDirections::converged>("converged", "every residual is below 1e-9"));
  record(m, "DissipationRange", "What the dissipation can be among the motions with VᵀGV = 1 J; the bounds are proven.",
         field<&DissipationRange::least>("least", "[W]"), field<&DissipationRange::least_found>("least_found", "[W]"),
         field<&DissipationRange::largest_found>("largest_found", "[W]"),
         field<&DissipationRange::largest>("largest", "[W]"),
         field<&DissipationRange::converged>("converged", "the bounds are as tight as asked for"));
  m.def("kinetic_metric", &kinetic_metric, nb::arg("mass"), nb::arg("inertia"), nb::arg("center_of_mass") = Vec2{},
        "G (3, 3) with twice the kinetic energy VᵀGV for V at O: mass [kg], inertia about the center of mass [kg m²].");
  m.def(
      "find_eigen_directions",
      [](const ContactPatch& patch, const Mat3& metric) { return find_eigen_directions(LimitSurface(patch), metric); },
      nb::arg("patch"), nb::arg("metric"), nb::call_guard<nb::gil_scoped_release>(),
      "Directions in which load and motion are parallel in the metric: free sliding keeps them.");
  m.def(
      "bound_dissipation",
      [](const PyLimitSurface& surface, const Mat3& metric, double width, std::size_t most_motions) {
        const nb::gil_scoped_release free;
        return bound_dissipation(*surface.surface, metric, {.width = width, .most_motions = most_motions});
      },
      nb::arg("surface"), nb::arg("metric"), nb::arg("width") = 1e-6, nb::arg("most_motions") = 0,
      "Proven bounds of the dissipation over motions of one kinetic energy, VᵀGV = 1 J [W].");
}

}  // namespace

PyLimitSurface make_surface(const ContactPatch& patch, const std::string& model, const std::string& coefficient,
                            double tolerance) {
  const auto kind = value_of_word<ContactModel>(model, "model");
  const auto which = enum_of<Coefficient>(coefficient, coefficient_words, "coefficient");
  const Contact contact(patch, {.model = kind, .tolerance = tolerance});
  LongCall call(nb::none(), "limit surface", {});
  return {call.run([&] { return contact.surface(which); }),
          {"LimitSurface", nb::make_tuple(patch, model, coefficient, tolerance)}};
}

void bind_limit_surface(nb::module_& m) {
  record(m, "MotionOfLoad", "Where the rays of loads leave the limit surface, and the motions that belong to it.",
         field<&Motions::factor>("factor", "factor × load lies on the limit surface [-]; infinite for the zero load"),
         field<&Motions::lower>("lower", "certified: lower × load is inside [-]"),
         field<&Motions::upper>("upper", "certified: beyond upper × load nothing is inside [-]"),
         field<&Motions::motion>("motion", "outward normal there: vx, vy, omega; its direction counts"),
         field<&Motions::sticks>("sticks", "factor ≥ 1: the contact holds the load"),
         field<&Motions::is_unique>("is_unique", "the normal has one direction"),
         field<&Motions::is_on_facet>("is_on_facet", "other loads have this motion too"),
         field<&Motions::motions>("motions", "where there are several: ends of a fan, or the outline of a cone"),
         field<&Motions::converged>("converged", "upper − lower is below 1e-10 of factor"));
  bind_mesh(m);
  nb::class_<PyLimitSurface>(m, "LimitSurface",
                             "The set of all loads that a contact can carry.\n\nParameters\n----------\npatch\n    "
                             "ContactPatch whose laws obey "
                             "maximum power\nmodel\n    'exact', or a stand-in: 'pade', 'ellipsoid', 'quartic', "
                             "'table'\ncoefficient\n    'kinetic' "
                             "or 'static'\ntolerance\n    of loads that are integrated, of scale [-]\n")
      .def(
          "__init__",
          [](PyLimitSurface* self, const ContactPatch& patch, const std::string& model, const std::string& coefficient,
             double tolerance) { new (self) PyLimitSurface(make_surface(patch, model, coefficient, tolerance)); },
          nb::arg("patch"), nb::arg("model") = "exact", nb::arg("coefficient") = "kinetic",
          nb::arg("tolerance") = 1e-10)
      .def(
          "motion_of",
          [](const PyLimitSurface& self, nb::handle loads, nb::handle progress) {
            return motions_of(*self.surface, loads, std::nullopt, progress);
          },
          nb::arg("loads"), nb::arg("progress") = false,
          nb::sig(
              "def motion_of(self, loads: numpy.typing.ArrayLike, progress: bool | collections.abc.Callable[[float], "
              "object] = False) -> MotionOfLoad"),
          "For loads [..., 3] = fx, fy, moment at O [N, N, N m]: do they stick, and which motion starts where not.")
      .def(
          "motion_by_one_twist",
          [](const PyLimitSurface& self, nb::handle loads, const Mat3& metric) {
            return motions_of(*self.surface, loads, metric, nb::none());
          },
          nb::arg("loads"), nb::arg("metric"),
          nb::sig("def motion_by_one_twist(self, loads: numpy.typing.ArrayLike, metric: numpy.typing.ArrayLike) -> "
                  "MotionOfLoad"),
          "The same by Kardan's test with the center of zero acceleration; metric of kinetic_metric(). Says that loads "
          "stick "
          "which do not.")
      .def("mesh", &mesh_of, nb::arg("gap") = 1e-3, nb::arg("most_points") = 1000000, nb::arg("progress") = false,
           nb::sig("def mesh(self, gap: float = 1e-3, most_points: int = 1000000, progress: bool | "
                   "collections.abc.Callable[[float], object] = False) -> SurfaceMesh"),
           "The surface as a mesh; gap between inner and outer polytope, of scale [-].")
      .def("section", &section, nb::arg("normal"), nb::arg("gap") = 1e-3, nb::arg("most_points") = 20000,
           "The curve in the plane of all loads with load · normal = 0; normal = (nx, ny, nm).")
      .def(
          "free_motions", [](const PyLimitSurface& self) { return twist_array(self.surface->free_motions()); },
          nb::sig("def free_motions(self) -> numpy.typing.NDArray[numpy.float64]"),
          "Motions (n, 3) that meet no friction in either sense, such as wheels rolling.")
      .def_prop_ro(
          "unit_length", [](const PyLimitSurface& self) { return self.surface->unit_length(); },
          "Unit in which motions are compared, (velocity, omega × length) [m].")
      .def_prop_ro(
          "is_exact", [](const PyLimitSurface& self) { return self.surface->is_exact(); },
          "The model is the contact's own, no stand-in.")
      .def("__reduce__", [](const PyLimitSurface& self) { return self.maker.reduced(); })
      .def("__repr__", [](const PyLimitSurface& self) {
        return nb::str("LimitSurface({!r}, model={!r}, coefficient={!r})")
            .format(self.maker.arguments[0], self.maker.arguments[1], self.maker.arguments[2]);
      });
  bind_special_points(m);
  bind_directions(m);
}

}  // namespace dryslip::python
