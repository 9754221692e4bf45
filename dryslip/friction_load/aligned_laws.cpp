#include "dryslip/friction_load/aligned_laws.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

#include "dryslip/friction_load/detail/limit_curve.hpp"

namespace dryslip {
namespace {

using detail::LimitCurve;

constexpr double rounding = 1e-15;  // [rad]

/// The law turned by an angle.
FrictionLaw turned_law(const FrictionLaw& law, double angle) {
  return std::visit(
      [&](auto copy) -> FrictionLaw {
        if constexpr (requires { copy.heading; }) copy.heading.angle += angle;
        if constexpr (requires { copy.vertices; })
          for (Vec2& vertex : copy.vertices) vertex = rotated(vertex, unit_vector(angle));
        return copy;
      },
      law);
}

/// Slip directions of the straight sides of a law, body frame.
std::vector<Vec2> side_directions(const FrictionLaw& law, const ContactPatch& patch) {
  const LimitCurve curve(law, patch, Coefficient::Kinetic);
  std::vector<Vec2> directions;
  for (const LimitCurve::Side& side : curve.sides())
    directions.push_back(rotated(side.direction, unit_vector(curve.heading().angle)));
  return directions;
}

/// The angle by which to turn a direction so that it is across a line; both of length 1 [rad].
double turn_to_across(Vec2 direction, Vec2 along) {
  const double off = std::asin(std::clamp(dot(direction, along), -1.0, 1.0));
  return cross(along, direction) > 0.0 ? off : -off;
}

/// The direction that is most nearly across a line, off by at most `most`.
std::optional<Vec2> nearly_across(const std::vector<Vec2>& directions, Vec2 along, double most) {
  std::optional<Vec2> best;
  for (const Vec2 d : directions) {
    const double off = std::abs(turn_to_across(d, along));
    if (off > most) continue;
    most = off;
    best = d;
  }
  return best;
}

/// A point support with a law that has straight sides.
struct Wheel {
  std::size_t support = 0, point = 0;
  Vec2 place;              ///< body frame [m]
  bool is_placed = false;  ///< on an axle
};

Vec2 place_of(const Support& support, Vec2 position) {
  return support.center + rotated(position, unit_vector(support.angle));
}

/// Works on a copy of the contact, from the pair of points that is farthest apart to the nearest one.
class AxleAligner {
 public:
  AxleAligner(const ContactPatch& patch, double most) : patch_(patch), most_(most), is_turned_(patch.supports.size()) {
    for (std::size_t i = 0; i < patch.supports.size(); ++i) {
      sides_.push_back({});
      const Support& support = patch.supports[i];
      const auto* points = std::get_if<Points>(&support.shape);
      if (!points) continue;
      sides_[i] = side_directions(support.law, patch);
      if (sides_[i].empty()) continue;
      for (std::size_t j = 0; j < points->points.size(); ++j)
        wheels_.push_back({.support = i, .point = j, .place = place_of(support, points->points[j].position)});
    }
  }

  /// Whether anything has changed.
  bool align() {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    constexpr std::size_t many = 200;  // that are on axles by chance
    if (wheels_.size() > many) return false;
    for (std::size_t p = 0; p < wheels_.size(); ++p)
      for (std::size_t q = p + 1; q < wheels_.size(); ++q)
        if (distance(p, q) > 0.0) pairs.emplace_back(p, q);
    std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) {
      return distance(a.first, a.second) > distance(b.first, b.second);
    });
    for (const auto& [p, q] : pairs) align(wheels_[p], wheels_[q]);
    return changes_;
  }

  const ContactPatch& patch() const { return patch_; }

 private:
  double distance(std::size_t p, std::size_t q) const { return length(wheels_[q].place - wheels_[p].place); }

  /// Two points that have been placed are left alone: what is on an axle stays on it.
  void align(Wheel& p, Wheel& q) {
    if (p.is_placed && q.is_placed) return;
    Wheel &anchor = q.is_placed ? q : p, &other = q.is_placed ? p : q;
    const Vec2 way = other.place - anchor.place, along = (1.0 / length(way)) * way;
    if (!nearly_across(sides_[p.support], along, most_) || !nearly_across(sides_[q.support], along, most_)) return;
    turn_to(anchor.support, along);
    // from there on the side of that law says where the axle goes
    const Vec2 d = *nearly_across(sides_[anchor.support], along, 2.0 * most_);
    if (std::abs(dot(d, along)) > rounding) move(other, -dot(d, way) * d);
    turn_to(other.support, turned_left(d));
    p.is_placed = q.is_placed = true;
  }

  /// Unless it has been turned to another axle.
  void turn_to(std::size_t support, Vec2 along) {
    if (is_turned_[support]) return;
    is_turned_[support] = true;
    turn(support, turn_to_across(*nearly_across(sides_[support], along, 2.0 * most_), along));
  }

  void turn(std::size_t support, double angle) {
    if (std::abs(angle) <= rounding) return;
    patch_.supports[support].law = turned_law(patch_.supports[support].law, angle);
    sides_[support] = side_directions(patch_.supports[support].law, patch_);
    changes_ = true;
  }

  void move(Wheel& wheel, Vec2 by) {
    Support& support = patch_.supports[wheel.support];
    WeightedPoint& point = std::get<Points>(support.shape).points[wheel.point];
    point.position = point.position + rotated_back(by, unit_vector(support.angle));
    wheel.place = place_of(support, point.position);
    changes_ = true;
  }

  ContactPatch patch_;
  double most_;
  std::vector<bool> is_turned_;           // of the supports, each with the side that came first
  std::vector<std::vector<Vec2>> sides_;  // of the laws of the supports
  std::vector<Wheel> wheels_;
  bool changes_ = false;
};

}  // namespace

std::optional<ContactPatch> with_laws_along_lines(const ContactPatch& patch, double most) {
  std::optional<ContactPatch> result;
  for (std::size_t i = 0; i < patch.supports.size(); ++i) {
    const Support& support = patch.supports[i];
    const auto* segment = std::get_if<Segment>(&support.shape);
    if (!segment) continue;
    const Vec2 chord = segment->to - segment->from;
    const Vec2 along = rotated((1.0 / length(chord)) * chord, unit_vector(support.angle));
    constexpr double is_along = 1e-12;  // [rad]
    for (const Vec2 d : side_directions(support.law, patch)) {
      const double off = turn_to_across(d, along);
      if (std::abs(off) <= is_along || std::abs(off) > most) continue;
      if (!result) result = patch;
      result->supports[i].law = turned_law(support.law, off);
      break;
    }
  }
  return result;
}

std::optional<ContactPatch> with_points_on_axles(const ContactPatch& patch, double most) {
  AxleAligner aligner(patch, most);
  if (!aligner.align()) return std::nullopt;
  return aligner.patch();
}

}  // namespace dryslip
