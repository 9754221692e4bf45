#include "dryslip/ball/detail/ball_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dryslip::detail {
namespace {

constexpr double explicit_limit =
    3.0;  // rate × step of an explicit step that stability, not accuracy, may have bounded
constexpr double gathered_limit = 1.0;  // rate × step from which the iteration of a gathered step is slow
constexpr double gathered_again =
    0.2;  // of an explicit step from which gathered ones, which are longer, are tried again
constexpr double implicit_gain = 50.0;  // rate × step from which an implicit step is cheaper than explicit ones
constexpr int first_patience = 15, most_patience = 2000;  // explicit steps before the implicit method is tried (again)
constexpr int short_steps_allowed = 5;
constexpr double ending_is_far =
    50.0;  // rate × time left: the speed falls slowly beside how fast its direction settles

/// Of time [s].
double last_digit(double t) { return std::numeric_limits<double>::epsilon() * std::abs(t); }

}  // namespace

BallStep::BallStep(const BallEquations& equations, double tolerance)
    : equations_(equations), tolerance_(tolerance), gathered_(equations), patience_(first_patience) {}

void BallStep::restart() {
  h_explicit_ = h_implicit_ = 0.0;
  prefers_implicit_ = false;
  rate_ = 0.0;
  gathers_ = true;
  stiff_steps_ = short_steps_ = 0;
  patience_ = first_patience;
}

BallStep::State BallStep::allowed_error(const State& y) const {
  using E = BallEquations;
  const double v = equations_.velocity_scale(y), r = equations_.ball().radius, m = equations_.ball().mass;
  State allowed;
  allowed[E::T] = 1.0;  // exact in itself
  allowed.segment<2>(E::X).setConstant(r);
  allowed.segment<2>(E::VX).setConstant(v);
  allowed.segment<3>(E::WX).setConstant(v / r);
  allowed.tail<3>().setConstant(m * v * v);
  constexpr double rounding = 1e-14;  // works on a table that is far faster than the ball have no more digits
  State result = tolerance_ * allowed;
  result.tail<3>() += rounding * y.tail<3>().cwiseAbs();
  return result;
}

BallStep::State BallStep::scaled_slope(const State& y) const {
  return kind_ == Kind::Scaled ? State(equations_.speed_of(ending_, y) / start_speed_ * equations_.slope(y))
                               : equations_.slope(y);
}

/// A step in which nothing changes much, and time does.
double BallStep::first_size(const State& y) const {
  return std::max(1e-3 / (equations_.stiffness(y) + 1.0), 2.0 * last_digit(y[BallEquations::T]));
}

BallStep::Kind BallStep::choose_kind(const State& y) {
  if (!prefers_implicit_ && stiff_steps_ >= patience_) {
    prefers_implicit_ = true;
    short_steps_ = 0;
    h_implicit_ = 10.0 * h_explicit_;
  }
  const BallEquations::NextEnding next = equations_.next_ending(y);
  if (next.which != BallEquations::Ending::None && next.time_left * equations_.stiffness(y) <= ending_is_far) {
    ending_ = next.which;
    start_speed_ = equations_.speed_of(ending_, y);
    return Kind::Scaled;
  }
  if (prefers_implicit_) return Kind::Implicit;
  gathers_ = equations_.has_slip_steps() && rate_ * h_explicit_ < (gathers_ ? gathered_limit : gathered_again);
  return gathers_ ? Kind::Gathered : Kind::Explicit;
}

bool BallStep::try_step(const State& y, const State& slope, double h, const State& allowed, double& error) {
  const auto f = [this](const State& z) -> State { return scaled_slope(z); };
  if (kind_ == Kind::Gathered) {
    const bool is_solved = gathered_.step(y, h, allowed);
    error = gathered_.error();
    if (!is_solved) return false;
    end_ = gathered_.end();
  } else if (kind_ == Kind::Implicit) {
    if (!implicit_.step(f, y, slope, equations_.jacobian(y), h, allowed)) return false;
    end_ = implicit_.end();
    error = implicit_.error(allowed);
  } else {
    explicit_.step(f, y, slope, h);
    end_ = explicit_.end();
    error = explicit_.error(allowed);
  }
  if (!(std::isfinite(error) && error <= 1.0 && end_.allFinite())) return false;
  return kind_ != Kind::Scaled || !equations_.turns_back(ending_, y, end_);
}

double BallStep::next_size(double h, double error) const {
  if (kind_ == Kind::Implicit) return RadauStep<BallEquations::size>::next_size(h, error);
  if (kind_ == Kind::Gathered) return GatheredStep::next_size(h, error);
  return RungeKutta853<BallEquations::size>::next_size(h, error);
}

/// Whether the other method would do better.
void BallStep::learn(double h, double error) {
  rate_ = equations_.stiffness(end_);
  if (kind_ == Kind::Implicit) {
    h_implicit_ = next_size(h, error);
    short_steps_ = rate_ * h_implicit_ < implicit_gain ? short_steps_ + 1 : 0;
    if (short_steps_ < short_steps_allowed) return;
    prefers_implicit_ = false;
    stiff_steps_ = 0;
    patience_ = std::min(2 * patience_, most_patience);
    h_explicit_ = std::min(h_implicit_, 1.0 / rate_);
  } else {
    h_explicit_ = next_size(h, error);
    if (kind_ == Kind::Explicit) stiff_steps_ = rate_ * h > explicit_limit ? stiff_steps_ + 1 : 0;
  }
}

bool BallStep::take(const State& y, double end) {
  const bool goes_on = kind_ == Kind::Explicit && h_explicit_ > 0.0 && y == explicit_.end();
  start_time_ = y[BallEquations::T];
  kind_ = choose_kind(y);
  State slope = State::Zero();  // a gathered step needs none
  if (kind_ != Kind::Gathered) slope = goes_on && kind_ == Kind::Explicit ? explicit_.end_slope() : scaled_slope(y);
  double& h = kind_ == Kind::Implicit ? h_implicit_ : h_explicit_;
  if (h == 0.0) h = first_size(y);
  const State allowed = allowed_error(y) + 4.0 * last_digit(y[BallEquations::T]) * slope.cwiseAbs();
  const double left = end - y[BallEquations::T];
  double size = kind_ == Kind::Scaled ? h : std::min(h, left), error = 0.0;
  const double shortest = 4e-16 * std::max(std::abs(y[BallEquations::T]), 1e-6);
  while (!try_step(y, slope, size, allowed, error)) {
    const bool is_known = std::isfinite(error) && error > 1.0;
    size = is_known ? std::min(0.9 * size, next_size(size, error)) : 0.25 * size;
    error = 0.0;
    if (!(size >= shortest)) return false;
  }
  learn(size, error);
  return true;
}

BallStep::State BallStep::at(double part) const {
  if (part >= 1.0) return end_;
  if (kind_ == Kind::Implicit) return implicit_.at(part);
  if (kind_ == Kind::Gathered) return gathered_.at(part);
  return explicit_.at([this](const State& z) -> State { return scaled_slope(z); }, part);
}

double BallStep::time_at(double part) const { return at(part)[BallEquations::T]; }

double BallStep::part_at(double t) const {
  const double whole = end_[BallEquations::T] - start_time_;
  if (whole <= 0.0) return 1.0;
  if (kind_ != Kind::Scaled) return std::clamp((t - start_time_) / whole, 0.0, 1.0);
  // time grows with the part
  double low = 0.0, high = 1.0;
  for (double middle = 0.5; middle > low && middle < high; middle = 0.5 * (low + high))
    (time_at(middle) < t ? low : high) = middle;
  return high;
}

}  // namespace dryslip::detail
