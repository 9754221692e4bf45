#pragma once

#include <array>
#include <functional>
#include <vector>

#include "dryslip/numerics/curve_bound.hpp"

namespace dryslip {

/// A formula along a span of a curve, and a size of it that matters.
struct FormulaBound {
  CurveBound bound;
  double scale = 0.0;
};

/// Formulas along a step, 0 ≤ x ≤ 1: a step sees them at a few places only, bounds show what they do between.
class FormulaWatch {
 public:
  /// Adds the bounds of all formulas over from ≤ x ≤ to.
  using AddBounds = std::function<void(double from, double to, std::vector<FormulaBound>& bounds)>;

  /// Part of a step over which the formulas do nothing that eight values of them do not show; `part` of their scale and value does not
  /// matter. At least 1/8: the part is looked at anew, until it is 1.
  double known_part(const AddBounds& add, double part);

  /// Whether every formula stays as near to a line as its values at both ends and in the middle let expect: off it by `factor` times
  /// their differences, and by a part of what matters.
  bool is_as_seen(const AddBounds& add, double from, double to, double factor, double part);

 private:
  bool is_resolved(const AddBounds& add, double part);

  std::array<std::vector<FormulaBound>, 3> seen_;  // of spans that are being looked at
};

}  // namespace dryslip
