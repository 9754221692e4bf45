#include "dryslip/files/write_surface.hpp"

#include <array>
#include <cmath>
#include <initializer_list>
#include <span>
#include <vector>

#include "dryslip/files/write_result.hpp"
#include "dryslip/record/decimal_number.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip {
namespace {

/// What every format says of a place.
struct Corner {
  std::array<double, 3> place{};   // fx, fy, moment
  std::array<double, 3> normal{};  // unit vector
  Vec2 center;                     // of rotation; 0 for a translation
  int spin = 0;                    // sign of omega
};

Corner corner_of(const FrictionLoad& P, const Twist& V) {
  const double size = std::hypot(V.velocity.x, V.velocity.y, V.omega);
  Corner corner{.place = {P.force.x, P.force.y, P.moment}};
  if (size > 0.0) corner.normal = {V.velocity.x / size, V.velocity.y / size, V.omega / size};
  const Vec2 center = (1.0 / V.omega) * turned_left(V.velocity);
  if (V.omega == 0.0 || !std::isfinite(center.x) || !std::isfinite(center.y)) return corner;
  corner.center = center;
  corner.spin = V.omega > 0.0 ? 1 : -1;
  return corner;
}

std::vector<Corner> corners_of(const SurfaceMesh& mesh) {
  std::vector<Corner> corners;
  for (const SurfacePoint& point : mesh.points) corners.push_back(corner_of(point.load, point.motion));
  return corners;
}

std::vector<Corner> corners_of(const SurfaceSection& section) {
  std::vector<Corner> corners;
  for (const SectionPoint& point : section.points) corners.push_back(corner_of(point.load, point.motion));
  return corners;
}

void append_line(std::string& text, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ' ';
    append_number(text, values[i]);
  }
  text += '\n';
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
                  .corners = corners_of(mesh)};
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
                  .corners = corners_of(section)};
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
    const auto& [place, normal, center, spin] = drawing.corners[i];
    append_line(text, std::array{place[0], place[1], place[2], normal[0], normal[1], normal[2], center.x, center.y,
                                 static_cast<double>(spin), static_cast<double>(drawing.kinds[i])});
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
  for (const Corner& corner : drawing.corners) append_line(text, corner.place);

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
  for (const Corner& corner : drawing.corners) append_line(text, corner.normal);
  text += "VECTORS center_of_rotation double\n";
  for (const Corner& corner : drawing.corners) append_line(text, std::array{corner.center.x, corner.center.y, 0.0});
  text += "SCALARS spin int 1\nLOOKUP_TABLE default\n";
  for (const Corner& corner : drawing.corners) text += std::to_string(corner.spin) + '\n';
  return text;
}

/// [element,element,...], one a line where there are many.
template <class Range, class Append>
void append_list(std::string& text, const Range& range, const Append& append) {
  text += '[';
  bool is_first = true;
  for (const auto& element : range) {
    if (!is_first) text += ",\n";
    is_first = false;
    append(element);
  }
  text += ']';
}

template <class Indices>
void append_indices(std::string& text, const Indices& indices) {
  text += '[';
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(indices[i]);
  }
  text += ']';
}

/// "vertices", "normals" and "centers" of both kinds of drawing.
void append_corners(std::string& text, const std::vector<Corner>& corners) {
  const auto add_triples = [&](const char* name, std::array<double, 3> Corner::*member) {
    text += std::string(",\n\"") + name + "\":";
    append_list(text, corners, [&](const Corner& corner) {
      const auto& [x, y, z] = corner.*member;
      append_json(text, FrictionLoad{{x, y}, z});
    });
  };
  add_triples("vertices", &Corner::place);
  add_triples("normals", &Corner::normal);
  text += ",\n\"centers\":";
  append_list(text, corners, [&](const Corner& corner) {
    if (corner.spin == 0) {
      text += "null";
      return;
    }
    text += '[';
    append_number(text, corner.center.x);
    text += ',';
    append_number(text, corner.center.y);
    text += corner.spin > 0 ? ",1]" : ",-1]";
  });
}

}  // namespace

std::string ply_text(const SurfaceMesh& mesh) { return ply_of(drawing_of(mesh)); }
std::string vtk_text(const SurfaceMesh& mesh) { return vtk_of(drawing_of(mesh)); }
std::string ply_text(const SurfaceSection& section) { return ply_of(drawing_of(section)); }
std::string vtk_text(const SurfaceSection& section) { return vtk_of(drawing_of(section)); }

std::string json_text(const SurfaceMesh& mesh) {
  std::string text = "{";
  append_json_member(text, "gap", mesh.gap);
  text += mesh.converged ? ",\"converged\":true" : ",\"converged\":false";
  text += ",\"scale\":{";
  append_json_member(text, "force", mesh.force);
  append_json_member(text, "moment", mesh.force * mesh.length);
  text += '}';
  append_corners(text, corners_of(mesh));
  text += ",\n\"kinds\":";
  constexpr std::array kind_names{"smooth", "rim", "edge", "vertex"};
  append_list(text, mesh.points, [&](const SurfacePoint& point) {
    text += std::string("\"") + kind_names[static_cast<std::size_t>(point.kind)] + '"';
  });
  text += ",\n\"triangles\":";
  append_list(text, mesh.triangles, [&](const auto& triangle) { append_indices(text, triangle); });
  text += ",\n\"facets\":";
  append_list(text, mesh.facets, [&](const SurfaceFacet& facet) {
    text += "{\"motion\":";
    append_json(text, facet.motion);
    text += ",\"set\":";
    append_json(text, facet.loads);
    text += ",\"outline\":";
    append_indices(text, facet.outline);
    text += '}';
  });
  text += ",\n\"edges\":";
  append_list(text, mesh.edges, [&](const SurfaceEdge& edge) {
    text += "{\"points\":";
    append_indices(text, edge.points);
    text += edge.is_closed ? ",\"closed\":true}" : ",\"closed\":false}";
  });
  text += ",\n\"named_vertices\":";
  append_list(text, mesh.vertices, [&](const SurfaceVertex& vertex) {
    text += "{\"point\":" + std::to_string(vertex.point) + ",\"load\":";
    append_json(text, mesh.points[vertex.point].load);
    text += ",\"motions\":";
    append_json(text, vertex.motions);
    text += '}';
  });
  return text + "}\n";
}

std::string csv_text(const SurfaceSection& section) {
  std::string text = "fx,fy,moment,vx,vy,omega,unique,on_facet\n";
  for (const auto& [P, V, is_unique, is_on_facet] : section.points) {
    append_csv_row(text, std::array{P.force.x, P.force.y, P.moment, V.velocity.x, V.velocity.y, V.omega,
                                    is_unique ? 1.0 : 0.0, is_on_facet ? 1.0 : 0.0});
  }
  return text;
}

std::string json_text(const SurfaceSection& section) {
  std::string text = "{";
  append_json_member(text, "gap", section.gap);
  text += section.converged ? ",\"converged\":true" : ",\"converged\":false";
  append_corners(text, corners_of(section));
  text += ",\n\"unique\":";
  append_list(text, section.points, [&](const SectionPoint& point) { text += point.is_unique ? '1' : '0'; });
  text += ",\n\"on_facet\":";
  append_list(text, section.points, [&](const SectionPoint& point) { text += point.is_on_facet ? '1' : '0'; });
  return text + "}\n";
}

}  // namespace dryslip
