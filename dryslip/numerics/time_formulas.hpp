#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dryslip/numerics/expression.hpp"
#include "dryslip/numerics/formula_watch.hpp"

namespace dryslip {

/// Formulas of the time t alone: their values with the choices held, and proven bounds over whole spans of time.
///
/// Where a formula has corners or jumps, it is the smooth one that holds just after the time given to hold(), up to first_switch().
class TimeFormulas {
 public:
  /// `scale`: sizes of the formulas that matter.
  explicit TimeFormulas(std::vector<Expression> formulas, std::vector<double> scale = {});

  std::size_t size() const { return formulas_.size(); }
  const Expression& formula(std::size_t i) const { return formulas_[i]; }
  double scale(std::size_t i) const { return scale_[i]; }

  /// Holds the choices that the formulas make just after t.
  void hold(double t);
  bool has_choices() const { return !held_.empty(); }
  /// The choices held, of one formula.
  std::span<const double> held(std::size_t i) const {
    return std::span(held_).subspan(first_choice_[i], first_choice_[i + 1] - first_choice_[i]);
  }

  double value(std::size_t i, double t) const { return formulas_[i].value_with(std::span(&t, 1), held(i)); }
  double rate(std::size_t i, double t) const { return formulas_[i].derivative_with(std::span(&t, 1), 0, held(i)); }

  /// Bounds of all values from t0 to t1, the time as the parameter.
  void bounds(double t0, double t1, std::vector<CurveBound>& result) const;
  /// Bounds of one value along a curve on which the time goes as `t` says.
  CurveBound bound(std::size_t i, const CurveBound& t, double half_width) const;
  /// Bounds of its derivative by the time; the rate of that is not known.
  CurveBound rate_bound(std::size_t i, const CurveBound& t) const;

  /// The first time after t, up to `last`, at which a formula chooses otherwise; none where all surely keep their choices.
  std::optional<double> first_switch(double t, double last) const;

  /// The first time after t, up to `last`, at which the value of a formula is not finite or grows beyond all bounds.
  std::optional<double> first_pole(double t, double last) const;

  /// A time after t, up to `last`, before which eight values show all that the formulas do; `part` of them does not matter.
  /// Where none is found that is longer than rounding, as at a pole, a few roundings.
  double known_until(double t, double last, double part);

 private:
  std::vector<double> choices(double t) const;
  /// Whether a formula keeps its choices over this span, or makes others that change it by nothing: of numbers that are equal.
  bool surely_holds(std::size_t i, double from, double to) const;

  std::vector<Expression> formulas_;
  std::vector<double> scale_, held_;
  std::vector<std::size_t> first_choice_;  // of each formula, and of what would follow the last
  struct Along;

  FormulaWatch watch_;
};

/// Times closer than this are the same: a few roundings [s].
double smallest_time(double t0, double t1);

}  // namespace dryslip
