#include "dryslip/limit_surface/dissipation_range.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "dryslip/limit_surface/detail/energy_sphere.hpp"
#include "dryslip/limit_surface/detail/icosphere.hpp"
#include "dryslip/numerics/infinity.hpp"

namespace dryslip {

namespace {

using detail::Vector3;

constexpr double no_friction = 1e-9;  // of the largest dissipation: below this a motion counts as free

/// A motion of unit energy with its load, in the units of the sphere.
struct Corner {
  Vector3 x;
  Vector3 load;
  double dissipation = 0.0;
  double error = 0.0;  // of the load, relative to LoadScale
  double scale = 0.0;  // power of a load as large as LoadScale
};

using CornerTriangle = std::array<Corner, 3>;

/// The largest min over columns of wᵀA that a handful of weights w gives: with Aₐ_b = Pₐ·x_b each of them is a lower bound of
/// D inside the triangle.
double largest_of_game(const Mat3& A) {
  const auto bound = [&](const Vector3& w) { return (w.transpose() * A).minCoeff(); };
  double best = bound(Vector3::Constant(1.0 / 3.0));
  for (Eigen::Index a = 0; a < 3; ++a) {
    best = std::max(best, bound(Vector3::Unit(a)));
    // between two corners, equal at both
    const Eigen::Index c = (a + 1) % 3;
    const double at_a = A(c, c) - A(c, a), at_c = A(a, a) - A(a, c);
    if (at_a < 0.0 || at_c < 0.0 || !(at_a + at_c > 0.0)) continue;
    best = std::max(best, bound((at_a * Vector3::Unit(a) + at_c * Vector3::Unit(c)) / (at_a + at_c)));
  }
  // equal at all three
  if (A.determinant() == 0.0) return best;
  const Vector3 w = A.transpose().inverse() * Vector3::Ones();
  if (w.minCoeff() >= 0.0 && w.sum() > 0.0) best = std::max(best, bound(w / w.sum()));
  return best;
}

class RangeSearch {
 public:
  RangeSearch(const LimitSurface& surface, const Mat3& metric, const DissipationRangeOptions& options)
      : model_(surface.model()), sphere_(model_, metric), options_(options) {
    if (options_.most_motions == 0) options_.most_motions = model_.is_closed_form() ? 400000 : 20000;
    if (!surface.free_motions().empty()) least_found_ = 0.0;
  }

  DissipationRange run() {
    const detail::Icosphere mesh = detail::make_icosphere(1);
    std::vector<Corner> corners;
    for (const Vector3& x : mesh.vertices) corners.push_back(corner(x));
    std::vector<CornerTriangle> start;
    for (const auto& [a, b, c] : mesh.triangles) start.push_back({corners[a], corners[b], corners[c]});
    const double largest = settle(start, Side::Largest), least = settle(start, Side::Least), unit = sphere_.unit();
    return {.least = has_free_motion() ? 0.0 : unit * least,
            .least_found = has_free_motion() ? 0.0 : unit * least_found_,
            .largest_found = unit * largest_found_,
            .largest = unit * largest,
            .converged = !gave_up_};
  }

 private:
  enum class Side { Least, Largest };

  bool has_free_motion() const { return least_found_ <= no_friction * largest_found_; }

  Corner corner(const Vector3& x) {
    ++motions_;
    const Twist V = sphere_.twist(x);
    const FrictionState state = model_.state(V);
    const LoadScale scale = model_.scale();
    Corner result{.x = x, .load = sphere_.covector(state.load), .error = state.error_bound};
    result.dissipation = std::max(result.load.dot(x), 0.0);
    result.scale = (scale.force * length(V.velocity) + scale.moment * std::abs(V.omega)) / sphere_.unit();
    least_found_ = std::min(least_found_, result.dissipation);
    largest_found_ = std::max(largest_found_, result.dissipation);
    return result;
  }

  /// The bound of D over all triangles on one side, after halving those that might hold more than was found.
  double settle(std::vector<CornerTriangle> doubtful, Side side) {
    motions_ = 0;
    double result = side == Side::Least ? infinity : 0.0;
    while (!doubtful.empty()) {
      std::vector<CornerTriangle> halves;
      for (const CornerTriangle& triangle : doubtful) {
        const double bound = side == Side::Least ? lower_bound(triangle) : upper_bound(triangle);
        const bool is_settled = side == Side::Least
                                    ? has_free_motion() || bound >= least_found_ * (1.0 - options_.width)
                                    : bound <= largest_found_ * (1.0 + options_.width);
        if (!is_settled && motions_ < options_.most_motions) {
          halve(triangle, halves);
          continue;
        }
        gave_up_ |= !is_settled;
        result = side == Side::Least ? std::min(result, bound) : std::max(result, bound);
      }
      doubtful = std::move(halves);
    }
    return result;
  }

  /// How far errors of loads can shift a bound.
  static double margin(const CornerTriangle& triangle) {
    double error = 0.0, scale = 0.0;
    for (const Corner& corner : triangle) {
      error = std::max(error, corner.error);
      scale = std::max(scale, corner.scale);
    }
    constexpr double rounding = 1e-15;  // of the sums here; loads are of order 1
    return error * scale + rounding;
  }

  /// A linear function that is positive has its least value at a corner.
  static double lower_bound(const CornerTriangle& triangle) {
    Mat3 A;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        A(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) = triangle[a].load.dot(triangle[b].x);
      }
    }
    return std::max(largest_of_game(A) - margin(triangle), 0.0);
  }

  /// D is convex, and unit directions are longer than sums of corners.
  static double upper_bound(const CornerTriangle& triangle) {
    double longest = 0.0, highest = 0.0;
    for (std::size_t a = 0; a < 3; ++a) {
      longest = std::max(longest, (triangle[a].x - triangle[(a + 1) % 3].x).squaredNorm());
      highest = std::max(highest, triangle[a].dissipation);
    }
    return (highest + margin(triangle)) / std::sqrt(1.0 - longest / 3.0);
  }

  void halve(const CornerTriangle& triangle, std::vector<CornerTriangle>& result) {
    std::size_t longest = 0;
    double most = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double side = (triangle[k].x - triangle[(k + 1) % 3].x).squaredNorm();
      if (side <= most) continue;
      most = side;
      longest = k;
    }
    const Corner &a = triangle[longest], &b = triangle[(longest + 1) % 3], &c = triangle[(longest + 2) % 3];
    const Corner middle = corner((a.x + b.x).normalized());
    result.push_back({a, middle, c});
    result.push_back({middle, b, c});
  }

  const FrictionModel& model_;
  detail::EnergySphere sphere_;
  DissipationRangeOptions options_;
  std::size_t motions_ = 0;  // looked at, for one side
  double least_found_ = infinity, largest_found_ = 0.0;
  bool gave_up_ = false;
};

}  // namespace

DissipationRange bound_dissipation(const LimitSurface& surface, const Mat3& metric,
                                   const DissipationRangeOptions& options) {
  RangeSearch search(surface, metric, options);
  if (surface.model().scale().force == 0.0) return {};
  return search.run();
}

}  // namespace dryslip
