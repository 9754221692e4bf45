#include "dryslip/files/write_surface.hpp"

#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <vector>

#include "dryslip/files/write_result.hpp"
#include "dryslip/files/write_sheet.hpp"
#include "dryslip/friction_load/moment_answer.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

/// What every format holds of a point.
struct Corner {
  FrictionLoad place;
  Twist normal;                // 1 long in SI units
  std::optional<Vec2> center;  // of rotation; none for a translation
  int spin = 0;                // sign of omega; 0 without a center
};

Corner corner_of(const FrictionLoad& P, const Twist& V) {
  const double size = std::hypot(V.velocity.x, V.velocity.y, V.omega);
  Corner corner{.place = P, .normal = {}, .center = center_of_rotation(V)};
  if (size > 0.0) corner.normal = {{V.velocity.x / size, V.velocity.y / size}, V.omega / size};
  if (corner.center) corner.spin = V.omega > 0.0 ? 1 : -1;
  return corner;
}

/// Corners at the points of a mesh or of a section.
template <class Points>
std::vector<Corner> corners_of(const Points& points) {
  std::vector<Corner> corners;
  for (const auto& point : points) corners.push_back(corner_of(point.load, point.motion));
  return corners;
}

template <class Indices>
void append_cell(std::string& text, const Indices& points) {
  text += std::to_string(points.size());
  for (const auto point : points) text += ' ' + std::to_string(point);
  text += '\n';
}

using Line = std::vector<std::uint32_t>;

/// The points of an edge in order, the first again at the end where it is closed.
Line line_of(const SurfaceEdge& edge) {
  Line line = edge.points;
  if (edge.is_closed) line.push_back(line.front());
  return line;
}

Line line_of(const SurfaceSection& section) {
  Line line;
  for (std::uint32_t i = 0; i < section.points.size(); ++i) line.push_back(i);
  if (!line.empty()) line.push_back(0);
  return line;
}

/// Everything a drawing of points, lines and polygons needs.
struct Drawing {
  std::string comment;
  std::vector<Corner> corners;
  std::vector<int> kinds;  // per corner: 0 smooth, 1 rim of a facet, 2 edge, 3 vertex
  std::vector<Line> vertices, lines, triangles, facets;
};

Drawing drawing_of(const SurfaceMesh& mesh) {
  Drawing drawing{.comment = "limit surface by dryslip, certified gap " + number_text(mesh.gap) + " of scale",
                  .corners = corners_of(mesh.points)};
  for (const SurfacePoint& point : mesh.points) drawing.kinds.push_back(static_cast<int>(point.kind));
  for (const SurfaceVertex& vertex : mesh.vertices) drawing.vertices.push_back({vertex.point});
  for (const SurfaceEdge& edge : mesh.edges) drawing.lines.push_back(line_of(edge));
  for (const auto& [a, b, c] : mesh.triangles) drawing.triangles.push_back({a, b, c});
  for (const SurfaceFacet& facet : mesh.facets) {
    if (facet.outline.size() > 2) drawing.facets.push_back(facet.outline);
  }
  return drawing;
}

Drawing drawing_of(const SurfaceSection& section) {
  Drawing drawing{.comment = "section of a limit surface by dryslip, gap " + number_text(section.gap) + " of scale",
                  .corners = corners_of(section.points)};
  for (const SectionPoint& point : section.points) {
    const SurfacePoint::Kind rim = point.is_on_facet ? SurfacePoint::Kind::Rim : SurfacePoint::Kind::Smooth;
    drawing.kinds.push_back(static_cast<int>(point.is_unique ? rim : SurfacePoint::Kind::Vertex));
  }
  drawing.lines.push_back(line_of(section));
  return drawing;
}

std::string ply_of(const Drawing& drawing) {
  std::size_t edge_count = 0;
  for (const Line& line : drawing.lines) edge_count += line.size() - 1;
  std::string text = "ply\nformat ascii 1.0\ncomment " + drawing.comment + "\n";
  text += "comment x y z = fx [N], fy [N], moment [N m]; normal = motion (vx, vy, omega) of length 1\n";
  text += "comment kind: 0 smooth, 1 rim of a facet, 2 edge, 3 vertex; spin 0: translation, no center\n";
  text += "element vertex " + std::to_string(drawing.corners.size()) + "\n";
  for (const char* name : {"x", "y", "z", "nx", "ny", "nz", "center_x", "center_y"}) {
    text += std::string("property double ") + name + "\n";
  }
  text += "property char spin\nproperty uchar kind\n";
  text += "element face " + std::to_string(drawing.triangles.size() + drawing.facets.size()) + "\n";
  text += "property list uint uint vertex_indices\nproperty uchar facet\n";
  text += "element edge " + std::to_string(edge_count) + "\nproperty uint vertex1\nproperty uint vertex2\nend_header\n";
  for (std::size_t i = 0; i < drawing.corners.size(); ++i) {
    const auto& [P, V, center, spin] = drawing.corners[i];
    const Vec2 c = center.value_or(Vec2{});
    append_numbers(text,
                   std::array{P.force.x, P.force.y, P.moment, V.velocity.x, V.velocity.y, V.omega, c.x, c.y,
                              static_cast<double>(spin), static_cast<double>(drawing.kinds[i])},
                   ' ');
  }
  const auto add_faces = [&](const std::vector<Line>& faces, const char* is_facet) {
    for (const Line& face : faces) {
      append_cell(text, face);
      text.back() = ' ';
      text += is_facet;
    }
  };
  add_faces(drawing.triangles, "0\n");
  add_faces(drawing.facets, "1\n");
  for (const Line& line : drawing.lines) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      text += std::to_string(line[i]) + ' ' + std::to_string(line[i + 1]) + '\n';
    }
  }
  return text;
}

std::string vtk_of(const Drawing& drawing) {
  std::string text = "# vtk DataFile Version 3.0\n" + drawing.comment + "\nASCII\nDATASET POLYDATA\n";
  text += "POINTS " + std::to_string(drawing.corners.size()) + " double\n";
  for (const Corner& corner : drawing.corners)
    append_numbers(text, NumberRow<FrictionLoad>::numbers_of(corner.place), ' ');

  std::string features;
  std::size_t cell_count = 0;
  // cells come in the order vertices, lines, polygons
  const auto add_cells = [&](const char* name,
                             std::initializer_list<std::pair<const std::vector<Line>*, char>> groups) {
    std::size_t count = 0, numbers = 0;
    std::string cells;
    for (const auto& [lines, feature] : groups) {
      for (const Line& line : *lines) {
        append_cell(cells, line);
        features += {feature, '\n'};
        ++count;
        numbers += line.size() + 1;
      }
    }
    if (count == 0) return;
    cell_count += count;
    text += std::string(name) + ' ' + std::to_string(count) + ' ' + std::to_string(numbers) + '\n' + cells;
  };
  add_cells("VERTICES", {{&drawing.vertices, '1'}});
  add_cells("LINES", {{&drawing.lines, '2'}});
  add_cells("POLYGONS", {{&drawing.triangles, '0'}, {&drawing.facets, '3'}});
  text += "CELL_DATA " + std::to_string(cell_count) + "\nSCALARS feature int 1\nLOOKUP_TABLE default\n" + features;

  text += "POINT_DATA " + std::to_string(drawing.corners.size()) + "\nNORMALS normals double\n";
  for (const Corner& corner : drawing.corners) append_numbers(text, NumberRow<Twist>::numbers_of(corner.normal), ' ');
  text += "VECTORS center_of_rotation double\n";
  for (const Corner& corner : drawing.corners) {
    const Vec2 c = corner.center.value_or(Vec2{});
    append_numbers(text, std::array{c.x, c.y, 0.0}, ' ');
  }
  text += "SCALARS spin int 1\nLOOKUP_TABLE default\n";
  for (const Corner& corner : drawing.corners) text += std::to_string(corner.spin) + '\n';
  return text;
}

template <class Indices>
void write_indices(const Indices& indices, ResultSink& sink) {
  sink.begin_list();
  for (const auto index : indices) sink.count(index);
  sink.end_list();
}

/// "vertices", "normals" and "centers" of mesh and section.
template <class Points>
void write_corners(const Points& points, ResultSink& sink) {
  const std::vector<Corner> corners = corners_of(points);
  sink.lines("vertices", corners, [&](const Corner& corner) { write(corner.place, sink); });
  sink.lines("normals", corners, [&](const Corner& corner) { write(corner.normal, sink); });
  sink.lines("centers", corners, [&](const Corner& corner) {
    if (!corner.center) return sink.nothing();
    sink.numbers(Eigen::Vector3d(corner.center->x, corner.center->y, corner.spin));
  });
}

void write_facet(const SurfaceFacet& facet, ResultSink& sink) {
  sink.begin_object();
  sink.key("motion");
  write(facet.motion, sink);
  sink.key("set");
  write(facet.loads, sink);
  sink.key("outline");
  write_indices(facet.outline, sink);
  sink.end_object();
}

void write_edge(const SurfaceEdge& edge, ResultSink& sink) {
  sink.begin_object();
  sink.key("points");
  write_indices(edge.points, sink);
  sink.member("closed", edge.is_closed);
  sink.end_object();
}

void write_vertex(const SurfaceVertex& vertex, const SurfaceMesh& mesh, ResultSink& sink) {
  sink.begin_object();
  sink.key("point");
  sink.count(vertex.point);
  sink.key("load");
  write(mesh.points[vertex.point].load, sink);
  sink.list("motions", vertex.motions, [&](const Twist& V) { write(V, sink); });
  sink.end_object();
}

template <class Answer>
std::string json_of(const Answer& answer) {
  std::string text;
  JsonText json(text);
  write(answer, json);
  return text + "\n";
}

}  // namespace

std::string ply_text(const SurfaceMesh& mesh) { return ply_of(drawing_of(mesh)); }
std::string vtk_text(const SurfaceMesh& mesh) { return vtk_of(drawing_of(mesh)); }
std::string ply_text(const SurfaceSection& section) { return ply_of(drawing_of(section)); }
std::string vtk_text(const SurfaceSection& section) { return vtk_of(drawing_of(section)); }

std::string json_text(const SurfaceMesh& mesh) { return json_of(mesh); }
std::string json_text(const SurfaceSection& section) { return json_of(section); }

void write(const SurfaceMesh& mesh, ResultSink& sink) {
  sink.begin_object();
  sink.member("gap", mesh.gap);
  sink.member("converged", mesh.converged);
  sink.object("scale", [&] {
    sink.member("force", mesh.force);
    sink.member("moment", mesh.force * mesh.length);
  });
  write_corners(mesh.points, sink);
  sink.lines("kinds", mesh.points, [&](const SurfacePoint& point) { sink.word(word_of(point.kind)); });
  sink.lines("triangles", mesh.triangles, [&](const auto& triangle) { write_indices(triangle, sink); });
  sink.lines("facets", mesh.facets, [&](const SurfaceFacet& facet) { write_facet(facet, sink); });
  sink.lines("edges", mesh.edges, [&](const SurfaceEdge& edge) { write_edge(edge, sink); });
  sink.lines("named_vertices", mesh.vertices, [&](const SurfaceVertex& vertex) { write_vertex(vertex, mesh, sink); });
  sink.end_object();
}

std::string csv_text(const SurfaceSection& section) { return csv_text(sheet_of(section.points)); }

void write(const SurfaceSection& section, ResultSink& sink) {
  sink.begin_object();
  sink.member("gap", section.gap);
  sink.member("converged", section.converged);
  write_corners(section.points, sink);
  sink.lines("unique", section.points, [&](const SectionPoint& point) { sink.count(point.is_unique ? 1 : 0); });
  sink.lines("on_facet", section.points, [&](const SectionPoint& point) { sink.count(point.is_on_facet ? 1 : 0); });
  sink.end_object();
}

}  // namespace dryslip
