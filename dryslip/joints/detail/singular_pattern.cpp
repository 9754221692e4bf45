#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "dryslip/joints/detail/pattern_judge.hpp"
#include "dryslip/numerics/infinity.hpp"

namespace dryslip::detail {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double consistent = 1e-11;  // residual of equations that do not contradict each other, of their terms
constexpr int most_lines = 20000;     // of a set of many dimensions

/// Accelerations x = point + t direction, judged along t.
class Line {
 public:
  Line(const PatternJudge& judge, const JointPattern& pattern, VectorXd point, VectorXd direction)
      : judge_(judge), pattern_(pattern), point_(std::move(point)), direction_(std::move(direction)) {
    direction_ /= direction_.cwiseAbs().maxCoeff();
  }

  void add_to(SolutionList& list) const {
    const std::vector<double> places = boundaries();
    // places and what lies between them, in order: allowed or not
    std::vector<double> ts;
    const double step = places.empty() ? 1.0 : 1.0 + std::abs(places.back()) + std::abs(places.front());
    ts.push_back(places.empty() ? 0.0 : places.front() - step);
    for (std::size_t k = 0; k < places.size(); ++k) {
      ts.push_back(places[k]);
      ts.push_back(k + 1 < places.size() ? 0.5 * (places[k] + places[k + 1]) : places[k] + step);
    }
    const auto is_stretch = [](std::size_t k) { return k % 2 == 0; };
    for (std::size_t k = 0; k < ts.size(); ++k) {
      const auto found = judge_.judge(pattern_, at(ts[k]), terms(ts[k]));
      if (!found) continue;
      if (!is_stretch(k)) list.add(*found, terms(ts[k]));
      if (is_stretch(k)) add_stretch(list, k == 0 ? -infinity : ts[k - 1], k + 1 == ts.size() ? infinity : ts[k + 1]);
    }
  }

 private:
  VectorXd at(double t) const { return point_ + t * direction_; }
  VectorXd terms(double t) const { return point_.cwiseAbs() + std::abs(t) * direction_.cwiseAbs(); }

  std::vector<double> boundaries() const {
    const std::vector<double> start = judge_.boundaries(pattern_, at(0.0)), end = judge_.boundaries(pattern_, at(1.0));
    std::vector<double> places;
    for (std::size_t k = 0; k < start.size(); ++k) {
      const double slope = end[k] - start[k];
      if (std::abs(slope) > case_tolerance * (std::abs(start[k]) + std::abs(end[k])))
        places.push_back(-start[k] / slope);
    }
    std::sort(places.begin(), places.end());
    const auto is_same = [](double p, double q) {
      return std::abs(p - q) <= case_tolerance * (std::abs(p) + std::abs(q));
    };
    places.erase(std::unique(places.begin(), places.end(), is_same), places.end());
    return places;
  }

  void add_stretch(SolutionList& list, double from, double to) const {
    if (std::isinf(from) && std::isinf(to)) {
      list.add({.end = at(0.0), .other_end = {}, .direction = direction_});
      list.add({.end = at(0.0), .other_end = {}, .direction = -direction_});
    } else if (std::isinf(from)) {
      list.add({.end = at(to), .other_end = {}, .direction = -direction_});
    } else if (std::isinf(to)) {
      list.add({.end = at(from), .other_end = {}, .direction = direction_});
    } else {
      list.add({.end = at(from), .other_end = at(to), .direction = direction_});
    }
  }

  const PatternJudge& judge_;
  const JointPattern& pattern_;
  VectorXd point_, direction_;
};

/// Gradients of the boundaries along the columns of `directions`, one row each.
MatrixXd gradients(const PatternJudge& judge, const JointPattern& pattern, const MatrixXd& directions) {
  const VectorXd zero = VectorXd::Zero(directions.rows());
  const std::vector<double> origin = judge.boundaries(pattern, zero);
  MatrixXd result(static_cast<Eigen::Index>(origin.size()), directions.cols());
  for (Eigen::Index k = 0; k < directions.cols(); ++k) {
    const std::vector<double> moved = judge.boundaries(pattern, directions.col(k));
    for (std::size_t i = 0; i < origin.size(); ++i) result(static_cast<Eigen::Index>(i), k) = moved[i] - origin[i];
  }
  return result;
}

/// Accelerations x = point + basis t of several dimensions. What is allowed of them is a union of polyhedra, each with a corner or, where it
/// has none, a direction that no boundary sees. Corners lie on lines in which boundaries meet: those are examined.
class Plane {
 public:
  Plane(const PatternJudge& judge, const JointPattern& pattern, const VectorXd& point, const MatrixXd& basis)
      : judge_(judge), pattern_(pattern), point_(point), basis_(basis), gradients_(gradients(judge, pattern, basis)) {}

  void add_to(SolutionList& list) const {
    Eigen::FullPivLU<MatrixXd> lu(gradients_);
    lu.setThreshold(case_tolerance);
    const Eigen::Index rank = lu.rank();
    if (rank == basis_.cols()) return add_corners(list);
    const VectorXd unseen = basis_ * lu.kernel().col(0);
    rank == 0 ? Line(judge_, pattern_, point_, unseen).add_to(list) : add_along(unseen, list);
  }

 private:
  /// A direction that no boundary sees makes any allowed point a continuum.
  void add_along(const VectorXd& unseen, SolutionList& list) const {
    const MatrixXd seen = basis_ * gradients_.transpose();  // spans what they see
    Eigen::FullPivLU<MatrixXd> columns(seen);
    columns.setThreshold(case_tolerance);
    const MatrixXd rest = columns.image(seen);
    SolutionList inside;
    if (rest.cols() == 1) Line(judge_, pattern_, point_, rest.col(0)).add_to(inside);
    if (rest.cols() > 1) Plane(judge_, pattern_, point_, rest).add_to(inside);
    const MechanismAccelerations found = inside.result(VectorXd::Ones(point_.size()));
    for (const auto& solution : found.solutions) Line(judge_, pattern_, solution.acceleration, unseen).add_to(list);
    for (const auto& continuum : found.continua) list.add(continuum);
  }

  /// All choices of dimension − 1 boundaries.
  void add_corners(SolutionList& list) const {
    const MatrixXd& G = gradients_;
    const VectorXd values = Eigen::Map<const VectorXd>(judge_.boundaries(pattern_, point_).data(), G.rows());
    const Eigen::Index k = basis_.cols() - 1;
    std::vector<bool> chosen(static_cast<std::size_t>(G.rows()), false);
    std::fill(chosen.begin(), chosen.begin() + k, true);
    int lines = 0;
    do {
      MatrixXd rows(k, basis_.cols());
      VectorXd right(k);
      for (Eigen::Index i = 0, r = 0; i < G.rows(); ++i) {
        if (!chosen[static_cast<std::size_t>(i)]) continue;
        rows.row(r) = G.row(i);
        right[r++] = -values[i];
      }
      Eigen::FullPivLU<MatrixXd> meeting(rows);
      meeting.setThreshold(case_tolerance);
      if (meeting.rank() < k) continue;
      const VectorXd t = meeting.solve(right);
      Line(judge_, pattern_, point_ + basis_ * t, basis_ * meeting.kernel().col(0)).add_to(list);
    } while (std::prev_permutation(chosen.begin(), chosen.end()) && ++lines < most_lines);
  }

  const PatternJudge& judge_;
  const JointPattern& pattern_;
  const VectorXd point_;
  const MatrixXd basis_, gradients_;
};

}  // namespace

void examine_singular(const PatternJudge& judge, const JointPattern& pattern, SolutionList& list) {
  const PatternEquations& equations = judge.equations();
  const MatrixXd matrix = equations.matrix(pattern);
  const VectorXd right = equations.right_side(pattern);
  Eigen::FullPivLU<MatrixXd> lu(matrix);
  lu.setThreshold(case_tolerance / std::max(lu.maxPivot(), 0.5 * case_tolerance));  // terms have the size 1
  if (lu.rank() == matrix.rows()) {
    // a pivot in another order was smaller: regular after all
    if (auto found = judge.judge(pattern, equations.scale.cwiseProduct(lu.solve(right)),
                                 equations.scale.cwiseProduct(lu.inverse().cwiseAbs() * judge.sources())))
      list.add(*found, found->acceleration.cwiseAbs());
    return;
  }
  const VectorXd y = lu.solve(right);
  const double terms = (matrix.cwiseAbs() * y.cwiseAbs() + judge.sources()).maxCoeff();
  if ((matrix * y - right).cwiseAbs().maxCoeff() > consistent * terms) return;
  const MatrixXd basis = equations.scale.asDiagonal() * lu.kernel();
  const VectorXd point = equations.scale.cwiseProduct(y);
  if (basis.cols() == 1) return Line(judge, pattern, point, basis.col(0)).add_to(list);
  Plane(judge, pattern, point, basis).add_to(list);
}

}  // namespace dryslip::detail
