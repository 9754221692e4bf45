#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <vector>

#include "dryslip/limit_surface/limit_surface.hpp"
#include "dryslip/slider/slider.hpp"

namespace dryslip::detail {

/// A load closer than this to its limit, relative to LoadScale, is on it, and is carried [-].
inline constexpr double on_limit = 1e-12;

/// The loads that held supports can carry: a convex set around zero. Coordinates c of a load are its powers on some motions; use(c) ≤ 1 where
/// it is carried, convex and use(λc) = λ use(c). Across a flat set nothing but rounding is carried, on_limit relative to LoadScale.
class LoadLimits {
 public:
  using Coordinates = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, 3, 3>;

  /// Limits of a body at rest on this contact. `G` is for the criterion CA, whose set is larger and not convex; the force that counts [N] is
  /// for a contact without friction.
  LoadLimits(const LimitSurface& surface, SliderRunOptions::StickCriterion criterion, const Mat3& G,
             double force_that_counts);
  /// Limits of parts of a contact; rows of `motions`: those that the parts do not allow. `scale` is that of the whole contact.
  LoadLimits(std::vector<std::shared_ptr<const FrictionModel>> parts, const Matrix& motions, const LoadScale& scale);

  /// Whether a straight line of loads leaves the set at most once, which the criterion CA does not promise.
  bool is_convex() const { return criterion_ == SliderRunOptions::StickCriterion::Exact || flat_ == 3; }
  /// Rows: motions whose powers are the coordinates of a load, c = matrix · (fx, fy, moment).
  const Matrix& matrix() const { return matrix_; }
  /// Part of the limit that a load uses; where it is below `enough`, any value below `enough` will do.
  double use(const Coordinates& c, double enough = 0.0) const;
  /// Whether known loads show at once that c is beyond the limit by more than rounding; for a body at rest.
  bool is_surely_beyond(const Coordinates& c, double most = 1.0) const;
  /// Whether all loads within these distances of the line between two loads are carried.
  bool surely_bears_between(const Coordinates& before, const Coordinates& after, const Coordinates& off,
                            double most) const;
  /// Whether all loads within these distances of c are carried; by the criterion CA more of them may be.
  bool surely_bears(const Coordinates& c, const Coordinates& off, double most) const;
  /// Whether none of these loads is beyond the limit by more than this, relative to LoadScale; for loads along a rim through zero, as across a ratchet,
  /// of a set without extent along some of them, as along a wheel, or of what holds while the rest slips, as what rolls one way only while
  /// nothing pushes it: no others are known to go along the limit.
  bool nearly_bears(const Coordinates& c, const Coordinates& off, double beyond) const;

 private:
  /// Exact where it matters: a bound where that is at most `enough`, or at least `too_much`.
  double use_in_plane(const Eigen::Vector2d& c, double enough, double too_much) const;
  bool bears(const Coordinates& c, double most) const;
  bool is_between_known(const Coordinates& c) const;
  double use_on_line(double c) const;
  double use_at_rest(const Coordinates& c) const { return plane_beyond(c).use; }
  /// The use of a load by a body at rest, and a motion on which loads that are borne have at most this power, motion · c; zero where
  /// none is known.
  struct PlaneBeyond {
    double use = 0.0;
    Coordinates motion;
    double power = 0.0;
    Twist twist;  ///< the motion itself
  };
  PlaneBeyond plane_beyond(const Coordinates& c) const;
  /// Motion of the known load that points most nearly as c does; zero where none is known.
  Twist motion_near(const Coordinates& c) const;
  double use_by_one_twist(const Coordinates& c) const;
  Eigen::Vector3d load_from(const Coordinates& c, Eigen::Index first) const;
  bool is_surely_within_one_twist(const Coordinates& before, const Coordinates& after, const Coordinates& off,
                                  double most) const;
  double use_beside_rim(const Coordinates& c, double alone) const;
  bool is_beyond_rim(const Coordinates& c) const { return rim_motion_.size() > 0 && rim_motion_.dot(c) > 2.0 * slack_; }
  /// Farthest load of all parts along the motion matrixᵀ c.
  Coordinates farthest(const Coordinates& c) const;
  void align();
  void find_middle() const;
  void find_reach() const;
  /// Exact where it is above 1; without regard to what rounding does at a rim through zero.
  double plain_use(const Coordinates& c) const { return surface_ ? use_at_rest(c) : use(c, 1.0); }
  /// Whether all corners of the box around c are borne.
  bool bears_corners(const Coordinates& c, const Coordinates& off, double most, double slack) const;
  bool bears_on_rim(const Coordinates& c, double most, double slack) const;
  bool is_between_rim_loads(const Coordinates& c, double slack) const;
  void find_rim_loads() const;
  /// A load on the limit, and the plane through it.
  struct Known {
    Coordinates load;
    PlaneBeyond plane;
  };
  void keep_known(const Known& known) const;

  const LimitSurface* surface_ = nullptr;
  SliderRunOptions::StickCriterion criterion_ = SliderRunOptions::StickCriterion::Exact;
  Mat3 G_ = Mat3::Identity();
  Eigen::Index flat_ = 0;  // so many of the first coordinates are across the set
  double length_ = 1.0;
  std::vector<std::shared_ptr<const FrictionModel>> parts_;
  Matrix matrix_;
  double slack_ = 0.0;
  double rounding_ = 1e-14;             // of loads; integrated ones are known a little less
  mutable Coordinates middle_, reach_;  // middle ± reach along each axis is in the set; made when they are first needed
  mutable Coordinates width_;           // of the set along each axis
  mutable bool is_zero_on_rim_ = false;
  mutable Coordinates rim_motion_;  // of a body at rest: then, a motion on which no load that is borne has power
  mutable std::array<Eigen::Vector3d, 8> rim_loads_;  // and loads that are borne, across it
  /// A motion and the load that is farthest along it.
  struct Farthest {
    Eigen::Vector2d motion, load;
    double angle = 0.0;  // of the motion
  };
  Farthest farthest_in_plane(const Eigen::Vector2d& motion) const;
  mutable std::vector<Known> known_;  // of a body at rest: some
  mutable std::size_t oldest_known_ = 0;
  mutable std::vector<Farthest> rim_;          // of a set in the plane, as far as it is known, by the angle
  mutable std::array<double, 2> line_ends_{};  // of a set on a line; 0: not known yet
};

}  // namespace dryslip::detail
