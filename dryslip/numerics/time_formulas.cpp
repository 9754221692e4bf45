#include "dryslip/numerics/time_formulas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dryslip/numerics/look_along.hpp"

namespace dryslip {
namespace {

/// The time itself as the parameter.
CurveBound time_bound(double t0, double t1) { return {point(0.5 * t0 + 0.5 * t1), {t0, t1}, point(1.0), 0.0}; }

/// Not less than half of the span, however its middle is rounded.
double half_width(double t0, double t1) {
  const double middle = 0.5 * t0 + 0.5 * t1;
  return std::max(t1 - middle, middle - t0) * (1.0 + detail::function_error);
}

double just_after(double t) { return std::nextafter(t, std::numeric_limits<double>::infinity()); }

}  // namespace

double smallest_time(double t0, double t1) {
  return 4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t0), std::abs(t1)) +
         std::numeric_limits<double>::min();
}

TimeFormulas::TimeFormulas(std::vector<Expression> formulas, std::vector<double> scale)
    : formulas_(std::move(formulas)), scale_(std::move(scale)) {
  scale_.resize(formulas_.size(), 0.0);
  first_choice_.push_back(0);
  for (const Expression& formula : formulas_) first_choice_.push_back(first_choice_.back() + formula.branch_count());
  hold(0.0);
}

std::vector<double> TimeFormulas::choices(double t) const {
  std::vector<double> all;
  for (const Expression& formula : formulas_) {
    std::vector<double> some(formula.branch_count());
    formula.branches(std::span(&t, 1), some);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

void TimeFormulas::hold(double t) { held_ = choices(just_after(t)); }

CurveBound TimeFormulas::bound(std::size_t i, const CurveBound& t, double half_width) const {
  return formulas_[i].bounds_with({&t, 1}, half_width, held(i)).bound;
}

CurveBound TimeFormulas::rate_bound(std::size_t i, const CurveBound& t) const {
  if (formulas_[i].is_independent_of(0)) return constant_curve(0.0);
  const CurveBound time{t.center, t.value, point(1.0), t.stray};
  const Interval rate =
      formulas_[i].bounds_with({&time, 1}, half_width(t.value.lower, t.value.upper), held(i)).bound.rate;
  return {rate, rate, whole_line, 0.0};
}

void TimeFormulas::bounds(double t0, double t1, std::vector<CurveBound>& result) const {
  const CurveBound t = time_bound(t0, t1);
  result.clear();
  for (std::size_t i = 0; i < formulas_.size(); ++i) result.push_back(bound(i, t, half_width(t0, t1)));
}

bool TimeFormulas::surely_holds(std::size_t i, double from, double to) const {
  const Expression& formula = formulas_[i];
  const std::size_t count = formula.branch_count();
  if (count == 0) return true;
  const auto bounds = [&](double t0, double t1, std::span<const double> choices, std::span<const char> loose) {
    const CurveBound time = time_bound(t0, t1);
    return formula.bounds_with({&time, 1}, half_width(t0, t1), choices, loose);
  };
  if (bounds(from, to, held(i), {}).choices_hold) return true;
  // what choices that are loose may change
  const auto difference = [&](double t0, double t1, std::span<const char> loose) {
    return bounds(t0, t1, held(i), loose).bound.stray - bounds(t0, t1, held(i), {}).bound.stray;
  };
  const double nothing = 1e-13 * scale_[i];
  const std::vector<char> all(count, 1);
  if (bounds(from, to, held(i), all).choices_hold && difference(from, to, all) <= nothing) return true;
  // choices between numbers that are equal but for rounding cannot be told anywhere: they stay held
  const auto is_told = [&](std::size_t k, double t, std::span<const double> choices) {
    std::vector<char> others(count, 1);
    others[k] = 0;
    return bounds(t, t, choices, others).choices_hold;
  };
  std::vector<double> at_end(count);
  formula.branches(std::span(&to, 1), at_end);
  std::vector<char> lost(count);
  for (std::size_t k = 0; k < count; ++k) {
    lost[k] = is_told(k, from, held(i)) ? 0 : 1;
    if (at_end[k] != held(i)[k] && is_told(k, to, at_end)) return false;
  }
  if (!bounds(from, to, held(i), lost).choices_hold) return false;
  const double most = (1.0 + 1e-6) * std::min(difference(from, from, lost), difference(to, to, lost)) + nothing;
  return difference(from, to, lost) <= most;
}

std::optional<double> TimeFormulas::first_switch(double t, double last) const {
  if (held_.empty()) return std::nullopt;
  double before = just_after(t);
  const auto found = look_along(
      before, last, smallest_time(t, last),
      [&](double from, double to) {
        for (std::size_t i = 0; i < formulas_.size(); ++i)
          if (!surely_holds(i, from, to)) return Look::Unclear;
        before = to;
        return Look::Clear;
      },
      [&](double x) {
        const bool is_over = choices(x) != held_;
        if (!is_over) before = x;
        return is_over;
      });
  if (!found) return std::nullopt;
  // to the last digit
  double after = *found;
  for (double middle = 0.5 * (before + after); middle > before && middle < after; middle = 0.5 * (before + after))
    (choices(middle) == held_ ? before : after) = middle;
  return after;
}

std::optional<double> TimeFormulas::first_pole(double t, double last) const {
  return look_along(
      t, last, smallest_time(t, last),
      [&](double from, double to) {
        const CurveBound time = time_bound(from, to);
        for (std::size_t i = 0; i < formulas_.size(); ++i)
          if (!formulas_[i].bounds_with({&time, 1}, half_width(from, to), held(i)).is_finite) return Look::Unclear;
        return Look::Clear;
      },
      [&](double x) {
        // bounds cannot tell a pole from digits that cancel: its values are far larger than those a little before
        constexpr double little = 1e-6, far_larger = 1e4;
        const double before = std::max(t, x - little * std::max(1.0, std::abs(x)));
        for (std::size_t i = 0; i < formulas_.size(); ++i)
          if (!(std::abs(value(i, x)) <= far_larger * (std::abs(value(i, before)) + scale_[i]))) return true;
        return false;
      });
}

/// The formulas that change over a span of time, which is the step.
struct TimeFormulas::Along {
  const TimeFormulas& of;
  double t, last;

  void add_formulas(double from, double to, std::vector<FormulaBound>& bounds) const {
    const double t0 = t + from * (last - t), t1 = t + to * (last - t);
    const CurveBound time = time_bound(t0, t1);
    for (std::size_t i = 0; i < of.formulas_.size(); ++i) {
      if (of.formulas_[i].is_independent_of(0)) continue;
      CurveBound b = of.bound(i, time, half_width(t0, t1));
      // by the part of the step as the parameter
      b.rate = b.rate * (last - t);
      bounds.push_back({b, of.scale_[i]});
    }
  }
  void add_values(double x, std::vector<double>& values) const {
    for (std::size_t i = 0; i < of.formulas_.size(); ++i) {
      if (!of.formulas_[i].is_independent_of(0)) values.push_back(of.value(i, t + x * (last - t)));
    }
  }
};

double TimeFormulas::known_until(double t, double last, double part) {
  while (last - t > smallest_time(t, last)) {
    const double known = watch_.known_part(Along{*this, t, last}, part);
    if (known >= 1.0) return last;
    last = t + known * (last - t);
  }
  return last;
}

}  // namespace dryslip
