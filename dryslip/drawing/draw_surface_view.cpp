#include "dryslip/drawing/draw_surface_view.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "dryslip/drawing/draw_load_box.hpp"
#include "dryslip/drawing/surface_colors.hpp"
#include "dryslip/numerics/polygon_geometry.hpp"
#include "dryslip/record/format_text.hpp"

namespace dryslip {
namespace {

using Eigen::Vector3d;

using Rgb = std::array<double, 3>;
constexpr Rgb body_dark{52, 92, 140}, body_light{232, 241, 250};
constexpr Rgb facet_dark{176, 104, 16}, facet_light{255, 205, 130};

/// The visible part of a mesh. The body is convex: visible faces do not hide each other, so their order is free.
class SurfaceView {
 public:
  SurfaceView(SvgCanvas& canvas, const LoadView& view, const SurfaceMesh& mesh)
      : canvas_(canvas), view_(view), mesh_(mesh) {
    for (const SurfacePoint& point : mesh.points) {
      corners_.push_back(view.place(point.load));
      places_.push_back(view.page(point.load));
      is_seen_.push_back(view.shows(point.motion));
    }
    silhouette_ = convex_hull(places_);
    for (const SurfaceFacet& facet : mesh.facets)
      if (view.shows(facet.motion)) mark_as_seen(facet);
    light_ = (0.5 * view.towards_viewer() + 0.65 * view.up() - 0.55 * view.right()).normalized();
  }

  /// Outline of the whole body, below its faces; a set without volume may show nothing else.
  void draw_silhouette() const {
    canvas_.add_loops({&silhouette_, 1},
                      {.stroke = curve_color, .width = 2.0, .fill = color(body_dark, body_light, 0.6)});
  }

  /// Faces of one shade are one area.
  void draw_triangles() const {
    std::map<int, std::vector<std::vector<Vec2>>> faces;
    for (const auto& [a, b, c] : mesh_.triangles) {
      const Vector3d normal = (corners_[b] - corners_[a]).cross(corners_[c] - corners_[a]);
      if (!(normal.dot(view_.towards_viewer()) > 0.0)) continue;
      const double bright = brightness(smooth_normal({a, b, c}, normal));
      faces[static_cast<int>(std::lround(shades * bright))].push_back({places_[a], places_[b], places_[c]});
    }
    for (const auto& [shade, loops] : faces) {
      const std::string fill = color(body_dark, body_light, static_cast<double>(shade) / shades);
      canvas_.add_loops(loops, {.stroke = fill, .width = 0.7, .fill = fill});  // the line closes the seams
    }
  }

  /// True where a short word at this place of the page would be hidden, behind the body.
  bool covers(Vec2 word) const {
    constexpr double half_size = 10;  // [px]
    const auto is_inside = [&](Vec2 r) {
      if (silhouette_.size() < 3) return false;
      for (std::size_t i = 0; i < silhouette_.size(); ++i) {
        const Vec2 a = silhouette_[i], b = silhouette_[(i + 1) % silhouette_.size()];
        if (cross(b - a, r - a) < 0.0) return false;
      }
      return true;
    };
    return is_inside(word - Vec2{half_size, 0}) || is_inside(word + Vec2{half_size, 0}) ||
           is_inside(word - Vec2{0, half_size}) || is_inside(word + Vec2{0, half_size});
  }

  void draw_facets() const {
    for (const SurfaceFacet& facet : mesh_.facets) {
      if (!view_.shows(facet.motion)) continue;
      const Vector3d normal = vector_of(facet.motion).normalized();
      const std::vector<Vec2> outline = outline_of(facet, normal);
      canvas_.add_loops(
          {&outline, 1},
          {.stroke = facet_line_color, .width = 1.6, .fill = color(facet_dark, facet_light, brightness(normal))});
    }
  }

  void draw_edges() const {
    for (const SurfaceEdge& edge : mesh_.edges) {
      const std::size_t count = edge.points.size();
      for (std::size_t i = 0; i + (edge.is_closed ? 0 : 1) < count; ++i) {
        const auto a = edge.points[i], b = edge.points[(i + 1) % count];
        if (is_seen_[a] && is_seen_[b]) canvas_.add_line(places_[a], places_[b], {.stroke = sharp_color, .width = 2.2});
      }
    }
  }

  /// Vertices with a motion, a normal there, that faces the viewer.
  void draw_vertices() const {
    for (const SurfaceVertex& vertex : mesh_.vertices) {
      const auto& motions = vertex.motions;
      const auto is_shown = [&](const Twist& V) { return view_.shows(V); };
      if (motions.empty() || std::any_of(motions.begin(), motions.end(), is_shown))
        canvas_.add_circle(places_[vertex.point], vertex_radius, vertex_style);
    }
  }

 private:
  static constexpr int shades = 48;

  /// Lambert's law raised to the range 0 to 1, so that the side away from the light has a shape too [-].
  double brightness(const Vector3d& normal) const { return 0.5 + 0.5 * normal.dot(light_); }
  static std::string color(const Rgb& dark, const Rgb& light, double part) {
    const auto mix = [&](std::size_t k) {
      return static_cast<int>(std::lround(dark[k] + part * (light[k] - dark[k])));
    };
    return format_text("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2));
  }
  /// All points of a facet.
  void mark_as_seen(const SurfaceFacet& facet) {
    const Twist& V = facet.motion;
    constexpr double rounding = 1e-9;  // relative to LoadScale; points of the surface are better known
    const double negligible = rounding * mesh_.force * (length(V.velocity) + std::abs(V.omega) * mesh_.length);
    for (std::size_t i = 0; i < mesh_.points.size(); ++i)
      if (std::abs(power(mesh_.points[i].load - facet.loads.base, V)) <= negligible) is_seen_[i] = true;
  }
  Vector3d vector_of(const Twist& V) const { return {V.velocity.x, V.velocity.y, V.omega * view_.length}; }
  /// Mean of the normals at the corners where there is one; that of the face between sharp corners.
  Vector3d smooth_normal(const std::array<std::uint32_t, 3>& corners, const Vector3d& normal) const {
    Vector3d sum = Vector3d::Zero();
    for (const auto i : corners)
      if (mesh_.points[i].kind == SurfacePoint::Kind::Smooth) sum += vector_of(mesh_.points[i].motion).normalized();
    return (sum.isZero() ? normal : sum).normalized();
  }
  /// Exact outline: the load of the facet that is farthest in each direction along it.
  std::vector<Vec2> outline_of(const SurfaceFacet& facet, const Vector3d& normal) const {
    constexpr int count = 120;  // sides of 3 degrees look round
    const Vector3d e1 = normal.unitOrthogonal(), e2 = normal.cross(e1);
    std::vector<Vec2> outline;
    for (int k = 0; k < count; ++k) {
      const Vec2 c = unit_vector(2.0 * std::numbers::pi * k / count);
      const Vector3d t = c.x * e1 + c.y * e2;
      outline.push_back(view_.page(farthest(facet.loads, {{t[0], t[1]}, t[2] / view_.length})));
    }
    return convex_hull(outline);
  }

  SvgCanvas& canvas_;
  const LoadView& view_;
  const SurfaceMesh& mesh_;
  std::vector<Vector3d> corners_;  // per point
  std::vector<Vec2> places_;       // on the page, per point
  Loop silhouette_;                // on the page
  std::vector<bool> is_seen_;      // per point, where the surface is smooth or on the rim of a facet
  Vector3d light_;
};

/// One half of an axis, from where it leaves the body to the box.
struct HalfAxis {
  std::string name;  // empty: the negative half
  FrictionLoad from, to;
  bool is_in_front = true;
};

/// A half-axis that leaves the body through a face that is seen lies in front of the supporting plane there, hence of the
/// whole body; the others lie behind it.
std::vector<HalfAxis> half_axes(const LoadView& view, const LoadRanges& ranges, const LimitSurface& surface) {
  std::vector<HalfAxis> result;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      std::array<double, 3> end{};
      end[axis] = ranges[axis][side];
      HalfAxis half{.name = side == 0 ? "" : std::array{"fx", "fy", "m"}[axis], .from = {}, .to = load_of(end)};
      if (surface.model().scale().force > 0.0) {
        const MotionOfLoad exit = surface.motion_of(half.to);
        half.from = exit.factor * half.to;
        half.is_in_front = view.shows(exit.motion);
      }
      result.push_back(half);
    }
  }
  return result;
}

void draw_half_axis(SvgCanvas& canvas, const LoadView& view, const HalfAxis& half, const SurfaceView& body) {
  const Vec2 from = view.page(half.from), to = view.page(half.to);
  canvas.add_line(from, to, {.stroke = "#333333", .width = 1.3});
  if (half.name.empty()) return;
  const Vec2 direction = (1.0 / length(to - view.origin)) * (to - view.origin);
  const std::vector<Vec2> head{to, to - 11.0 * direction + 4.0 * turned_left(direction),
                               to - 11.0 * direction - 4.0 * turned_left(direction)};
  canvas.add_loops({&head, 1}, {.stroke = "", .fill = "#333333"});
  const Vec2 word = to + 14.0 * direction;
  if (half.is_in_front || !body.covers(word)) canvas.add_text(word + Vec2{0, 4}, half.name, {.halo = "white"});
}

}  // namespace

void draw_surface_view(SvgCanvas& canvas, const LoadView& view, const LoadRanges& ranges, const LimitSurface& surface,
                       const SurfaceMesh& mesh) {
  draw_load_box(canvas, view, ranges);
  const std::vector<HalfAxis> axes = half_axes(view, ranges, surface);
  const SurfaceView body(canvas, view, mesh);
  for (const HalfAxis& half : axes)
    if (!half.is_in_front) draw_half_axis(canvas, view, half, body);
  body.draw_silhouette();
  body.draw_triangles();
  body.draw_facets();
  body.draw_edges();
  for (const HalfAxis& half : axes)
    if (half.is_in_front) draw_half_axis(canvas, view, half, body);
  body.draw_vertices();
}

void draw_surface_legend(SvgCanvas& canvas, Vec2 corner, const SurfaceMesh& mesh) {
  double y = corner.y;
  const auto name = [&](const std::string& text) {
    canvas.add_text({corner.x + 30, y + 4}, text, {.size = 12.5, .anchor = "start"});
    y += 22;
  };
  const auto counted = [](std::size_t count, const std::string& one, const std::string& several) {
    return format_text("{} {}", count, count == 1 ? one : several);
  };
  if (!mesh.facets.empty()) {
    canvas.add_rectangle({corner.x, y - 7}, {22, 14}, {.stroke = facet_line_color, .width = 1.6, .fill = facet_color});
    name(counted(mesh.facets.size(), "facet", "facets") + ": one motion, many loads");
  }
  if (!mesh.edges.empty()) {
    canvas.add_line({corner.x, y}, {corner.x + 22, y}, {.stroke = sharp_color, .width = 2.2});
    name("edge: the motion jumps across it");
  }
  if (!mesh.vertices.empty()) {
    canvas.add_circle({corner.x + 11, y}, vertex_radius, vertex_style);
    name(counted(mesh.vertices.size(), "vertex", "vertices") + ": one load, many motions");
  }
}

}  // namespace dryslip
