#include "dryslip/contact_patch/gyration.hpp"

#include <cstddef>
#include <vector>

#include "dryslip/numerics/polygon_geometry.hpp"

namespace dryslip {
namespace {

/// A uniform shape in its own frame.
struct Gyration {
  Vec2 centroid;         // [m]
  double squared = 0.0;  // mean of |r − centroid|² [m²]
};

struct GyrationOf {
  Gyration operator()(const Rectangle& shape) const { return {{}, dot(shape.size, shape.size) / 12}; }
  Gyration operator()(const Polygon& shape) const {
    return {loops_centroid(shape.loops), loops_squared_gyration_radius(shape.loops)};
  }
  Gyration operator()(const Disk& shape) const { return {{}, shape.radius * shape.radius / 2}; }
  Gyration operator()(const Ring& shape) const { return {{}, shape.radius * shape.radius}; }
  Gyration operator()(const Annulus& shape) const {
    const auto [inner, outer] = shape.radii;
    return {{}, (inner * inner + outer * outer) / 2};
  }
  Gyration operator()(const Ellipse& shape) const { return {{}, dot(shape.semi_axes, shape.semi_axes) / 4}; }
  Gyration operator()(const Segment& shape) const {
    const Vec2 along = shape.to - shape.from;
    return {shape.from + 0.5 * along, dot(along, along) / 12};
  }
  Gyration operator()(const Points& shape) const {
    const double total = measure_of(shape);
    Gyration result;
    for (const WeightedPoint& point : shape.points) {
      result.centroid = result.centroid + (point.weight / total) * point.position;
    }
    for (const WeightedPoint& point : shape.points) {
      const Vec2 r = point.position - result.centroid;
      result.squared += point.weight / total * dot(r, r);
    }
    return result;
  }
};

}  // namespace

double squared_gyration_radius(const ContactPatch& patch, Vec2 about) {
  const std::vector<double> shares = normal_force_shares(patch);
  double sum = 0.0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Support& support = patch.supports[i];
    const Gyration own = std::visit(GyrationOf{}, support.shape);
    const Vec2 r = support.center + rotated(own.centroid, unit_vector(support.angle)) - about;
    sum += shares[i] * (own.squared + dot(r, r));
  }
  return sum;
}

}  // namespace dryslip
