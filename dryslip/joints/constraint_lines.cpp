#include "dryslip/joints/constraint_lines.hpp"

#include <algorithm>
#include <initializer_list>

#include "dryslip/numerics/infinity.hpp"

namespace dryslip {
namespace {

using Kind = ConstraintLine::Kind;

/// slope · q̈ + offset, a number that is linear in the accelerations.
struct Linear {
  Vec2 slope;
  double offset = 0.0;
};
Linear operator+(const Linear& a, const Linear& b) { return {a.slope + b.slope, a.offset + b.offset}; }
Linear operator*(double s, const Linear& a) { return {s * a.slope, s * a.offset}; }
Linear operator-(const Linear& a, const Linear& b) { return a + -1.0 * b; }

Linear linear(const Eigen::MatrixXd& slopes, Eigen::Index row, double offset) {
  return {{slopes(row, 0), slopes(row, 1)}, offset};
}

/// Collects the lines of one joint.
class LineMaker {
 public:
  LineMaker(int joint, std::vector<ConstraintLine>& lines) : joint_(joint), lines_(lines) {}

  /// The part of the line `zero` = 0 on which no condition is negative.
  void add(Kind kind, const Linear& zero, std::initializer_list<Linear> conditions) const {
    const double size = length(zero.slope);
    if (size == 0.0) return;
    ConstraintLine line{.kind = kind,
                        .joint = joint_,
                        .point = (-zero.offset / (size * size)) * zero.slope,
                        .along = (1.0 / size) * turned_left(zero.slope),
                        .from = -infinity,
                        .to = infinity};
    for (const Linear& condition : conditions) {
      const double value = dot(condition.slope, line.point) + condition.offset;
      const double rate = dot(condition.slope, line.along);
      if (rate > 0.0) line.from = std::max(line.from, -value / rate);
      if (rate < 0.0) line.to = std::min(line.to, -value / rate);
      if (rate == 0.0 && value < 0.0) return;
    }
    if (line.from < line.to) lines_.push_back(line);
  }

 private:
  int joint_;
  std::vector<ConstraintLine>& lines_;
};

/// The equation of joint i.
class JointLines {
 public:
  JointLines(const Mechanism& mechanism, const Eigen::VectorXd& tau, double velocity, int i,
             std::vector<ConstraintLine>& lines)
      : normal_force_(linear(mechanism.C, i, mechanism.d[i])),
        friction_(-1.0 * linear(mechanism.A, i, mechanism.b[i] - tau[i])),
        acceleration_{i == 0 ? Vec2{1.0, 0.0} : Vec2{0.0, 1.0}, 0.0},
        mu_(mechanism.mu[i]),
        mu_static_(mechanism.static_coefficient(i)),
        static_center_(mechanism.static_center.size() == 0 ? 0.0 : mechanism.static_center[i]),
        velocity_(velocity),
        is_unilateral_(mechanism.contact_of(i) == ContactKind::Unilateral),
        maker_(i, lines) {}

  void add_all() const {
    maker_.add(Kind::Unloaded, normal_force_, {});
    if (mu_ == 0.0) {
      maker_.add(Kind::Moves, friction_, {});
    } else {
      add_moving();
    }
    if (velocity_ == 0.0 && mu_static_ > 0.0) add_holding();
  }

 private:
  /// |F_n| for each sign that F_n can have; the condition of the sign is that it is not negative.
  std::vector<Linear> sizes_of_normal_force() const {
    if (is_unilateral_) return {normal_force_};
    return {normal_force_, -1.0 * normal_force_};
  }

  /// Friction s μ |F_n|; from rest the acceleration has the sign s.
  void add_moving() const {
    for (const double s : {1.0, -1.0}) {
      if (velocity_ * s < 0.0) continue;
      const Linear start = velocity_ == 0.0 ? s * acceleration_ : Linear{};
      for (const Linear& size : sizes_of_normal_force())
        maker_.add(Kind::Moves, friction_ - s * mu_ * size, {size, start});
    }
    if (is_unilateral_) maker_.add(Kind::Moves, friction_, {-1.0 * normal_force_});  // separated
  }

  /// |friction − center F_n| ≤ μ_static |F_n|
  void add_holding() const {
    const Linear off_center = friction_ - static_center_ * normal_force_;
    for (const Linear& size : sizes_of_normal_force())
      maker_.add(Kind::Holds, acceleration_, {size, mu_static_ * size - off_center, mu_static_ * size + off_center});
  }

  Linear normal_force_, friction_;  ///< friction: τ − b − A q̈, what the equation leaves for it
  Linear acceleration_;
  double mu_, mu_static_, static_center_, velocity_;
  bool is_unilateral_;
  LineMaker maker_;
};

}  // namespace

std::vector<ConstraintLine> constraint_lines(const Mechanism& mechanism, const Eigen::VectorXd& tau,
                                             const Eigen::VectorXd& velocity) {
  std::vector<ConstraintLine> lines;
  for (int i = 0; i < 2; ++i) JointLines(mechanism, tau, velocity[i], i, lines).add_all();
  return lines;
}

std::optional<JointApex> apex(const ScalarJoint& joint) {
  if (joint.c == 0.0) return std::nullopt;
  const double acceleration = -joint.d / joint.c;
  return JointApex{acceleration, joint.a * acceleration + joint.b};
}

std::optional<Vec2> unloaded_acceleration(const Mechanism& mechanism) {
  const Eigen::MatrixXd& C = mechanism.C;
  const Eigen::VectorXd& d = mechanism.d;
  const double determinant = C(0, 0) * C(1, 1) - C(0, 1) * C(1, 0);
  if (determinant == 0.0) return std::nullopt;
  return Vec2{(d[1] * C(0, 1) - d[0] * C(1, 1)) / determinant, (d[0] * C(1, 0) - d[1] * C(0, 0)) / determinant};
}

}  // namespace dryslip
