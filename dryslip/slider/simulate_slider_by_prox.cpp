#include "dryslip/slider/simulate_slider_by_prox.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "dryslip/friction_load/twist_vector.hpp"
#include "dryslip/limit_surface/eigen_directions.hpp"
#include "dryslip/limit_surface/stick_test.hpp"
#include "dryslip/numerics/formula_fault.hpp"
#include "dryslip/record/run_record.hpp"
#include "dryslip/slider/detail/formula_without_value.hpp"
#include "dryslip/slider/detail/inner_polytope.hpp"
#include "dryslip/slider/detail/slider_equations.hpp"
#include "dryslip/slider/friction_step.hpp"

namespace dryslip {

namespace {

using detail::load_of;
using detail::twist_of;
using detail::Vector3;
using detail::vector_of;

class ProxSimulation {
 public:
  ProxSimulation(const Slider& slider, const SliderState& initial, const Contact& contact,
                 const SliderRunOptions& options, const Progress& progress, const RowSink<SliderSample>& sink)
      : slider_(slider),
        options_(options),
        equations_(slider, contact),
        G_(kinetic_metric(slider.mass, slider.inertia, slider.center_of_mass)),
        G_inverse_(G_.inverse()),
        friction_step_(contact, G_, equations_.sliding()),
        state_(initial),
        record_(progress, sink) {
    equations_.hold_choices(equations_.choices(0.0, initial));
  }

  SliderRun run() {
    if (!attempt(0.0, [&] { start(); })) return std::move(record_.run);
    record_.run.events.push_back({0.0, std::nullopt, mode_, SliderCause::Start, state_});
    write_row(0.0, state_);
    const double end = options_.duration.value_or(1000.0), h = options_.step;
    const bool until_rest = options_.until == RunUntil::Rest;
    // steps end at multiples of h; what is left at the end by rounding is no step
    const auto goes_on = [&] { return record_.goes_on() && t_ < end && !(until_rest && mode_ == MotionMode::Stick); };
    for (std::int64_t i = 1; goes_on(); ++i) {
      double next = std::min(h * static_cast<double>(i), end);
      if (end - next < 1e-9 * h) next = end;
      if (!attempt(next, [&] { step(next); })) break;
      write_rows_until(next);
      constexpr std::int64_t steps_between_questions = 16;
      if (i % steps_between_questions == 0) record_.reached(t_);
    }
    const bool is_cut = record_.end(std::max(record_.run.end, t_));
    if (!is_cut && takes_rows_ && record_.last_row() != t_) write_row(t_, state_);
    if (until_rest) record_.end_at_rest(mode_ == MotionMode::Stick);
    return std::move(record_.run);
  }

 private:
  /// Does a piece of work that ends at t; false where its numbers are not finite, and the run is over.
  template <class Work>
  bool attempt(double t, const Work& work) {
    try {
      work();
      return true;
    } catch (const std::invalid_argument&) {  // of a load or a motion that is not finite
      fail(t, state_);
      return false;
    }
  }

  /// Ends the run with the formula that has no value here, or else because numbers are too large.
  void fail(double t, const SliderState& state) {
    const auto fault = detail::formula_without_value(slider_, t, state);
    fault ? record_.fail(RunOutcome::FormulaNotFinite, fault->what())
          : record_.fail(RunOutcome::NotConverged, number_not_finite);
    record_.run.end = t;
  }

  static const Vector3& finite(const Vector3& vector) {
    if (!vector.allFinite()) throw std::invalid_argument("a load or a velocity is not finite");
    return vector;
  }

  static Vector3 velocity(const SliderState& state) { return {state.velocity.x, state.velocity.y, state.omega}; }

  /// Mode and load at t = 0.
  void start() {
    const Vector3 relative = finite(velocity(state_) - equations_.table_velocity(0.0, state_.position));
    heading_ = unit_vector(state_.angle);
    V_ = equations_.slip(relative, heading_);
    if (vector_of(V_).isZero(0.0)) {
      const Vector3 carried = equations_.momentum(equations_.table_acceleration(0.0, state_));
      P_ = equations_.load_in_body(equations_.external(0.0, state_).sum() - carried, heading_);
      mode_ = rests(P_) ? MotionMode::Stick : MotionMode::Slip;
      if (mode_ == MotionMode::Slip) {  // what the acceleration of its first moment leaves
        const Twist a = friction_step_(twist_of(G_inverse_ * vector_of(P_)), 1.0);
        P_ = load_of(vector_of(P_) - G_ * vector_of(a));
      }
    } else {
      P_ = equations_.kinetic().load(V_);
      mode_ = mode_of(V_);
    }
  }

  // ---- a step

  /// Springs as the step takes them: their loads change by −K h W' − C (W' − W), body axes at O.
  struct Springs {
    Mat3 K = Mat3::Zero();
    Mat3 C = Mat3::Zero();
  };

  Springs springs(double t) const {
    Springs result;
    const std::vector<double> forces = equations_.spring_forces(t, state_);
    for (std::size_t i = 0; i < forces.size(); ++i) {
      const Spring& spring = slider_.drive.springs[i];
      if (spring.unilateral && forces[i] == 0.0) continue;
      const Vec2 arm = turned_left(spring.point);
      Eigen::Matrix<double, 2, 3> J;  // velocity of the spring's end
      J << 1.0, 0.0, arm.x, 0.0, 1.0, arm.y;
      Mat3 JJ = J.transpose() * J;
      if (spring.direction) {
        const Vec2 d = rotated_back(*spring.direction, heading_);
        const Vector3 along = J.transpose() * Eigen::Vector2d(d.x, d.y) / length(d);
        JJ = along * along.transpose();
      }
      result.K += spring.stiffness * JJ;
      result.C += spring.damping * JJ;
    }
    return result;
  }

  Vector3 in_body(const Vector3& load) const {
    return load.isZero(0.0) ? load : vector_of(equations_.load_in_body(load, heading_));
  }

  /// Velocity of the table below the place to which it carries the body until t, so that what sticks moves with it exactly.
  Vector3 table_velocity(double t, double h) const {
    if (equations_.table_rests()) return Vector3::Zero();
    const Vector3 at_origin = equations_.table_velocity(t, {});
    const double turn = h * at_origin[2];
    const Vec2 r = state_.position + h * Vec2{at_origin[0], at_origin[1]};
    return equations_.table_velocity(t, (1.0 / (1.0 + turn * turn)) * (r + turn * turned_left(r)));
  }

  void step(double t) {
    ++record_.run.steps;
    const double h = t - t_;
    heading_ = unit_vector(state_.angle);
    equations_.hold_choices(equations_.choices(t, state_));
    const detail::ExternalLoad external = equations_.external(t, state_);
    const Vector3 table = table_velocity(t, h);
    const Vector3 W = vector_of(equations_.slip(velocity(state_), heading_));
    const Vector3 drive = in_body(external.drive);
    Vector3 impulse = G_ * W + h * drive, spring_impulse = Vector3::Zero();
    Mat3 G = G_, G_inverse = G_inverse_;
    Springs springs_now;
    if (!slider_.drive.springs.empty()) {
      springs_now = springs(t);
      spring_impulse = h * in_body(external.springs) + h * (springs_now.C * W);
      impulse += spring_impulse;
      G += h * springs_now.C + h * h * springs_now.K;
      G_inverse = G.inverse();
    }
    const Vector3 W_table = equations_.table_rests() ? table : vector_of(equations_.slip(table, heading_));
    const Vector3 V_star = finite(G_inverse * impulse - W_table);
    const Twist V = slip_after(V_star, h, G, G_inverse);
    const Vector3 P = finite(G * (V_star - vector_of(V)) / h), W_next = finite(vector_of(V) + W_table);
    spring_impulse -= (G - G_) * W_next;

    const Vector3 mean = 0.5 * (W + W_next);
    work_of_loads_ += h * drive.dot(mean);
    work_of_springs_ += spring_impulse.dot(mean);
    work_of_friction_ -= h * P.dot(mean);
    P_ = load_of(P);
    V_ = V;
    const Vector3 world = V == Twist{} ? table : equations_.velocity_of(twist_of(W_next), heading_);
    t_before_ = t_;
    state_.velocity = {world[0], world[1]};
    state_.omega = world[2];
    state_.position = state_.position + h * state_.velocity;
    state_.angle += h * state_.omega;
    t_ = t;
    change_mode();
  }

  Twist slip_after(const Vector3& V_star, double h, const Mat3& G, const Mat3& G_inverse) {
    const bool rested = V_ == Twist{};
    if (rested && rests(load_of(G * V_star / h))) return {};
    // friction as it was in the last step is a good guess, but for the first moment
    const Twist near = rested ? Twist{} : twist_of(V_star - h * (G_inverse * vector_of(P_)));
    const Twist V = friction_step_(twist_of(V_star), h, near, G);
    // a slip that turns round has met rest on its way, and stays there if the static load allows
    const bool rests_longer =
        options_.stick_criterion == SliderRunOptions::StickCriterion::CA || !equations_.has_one_coefficient();
    if (rested || !rests_longer || vector_of(V_).dot(G_ * vector_of(V)) > 0.0) return V;
    return rests(load_of(G * (V_star - vector_of(V_)) / h)) ? Twist{} : V;
  }

  /// Whether the contact carries this load without motion.
  bool rests(const FrictionLoad& P) {
    const LimitSurface& surface = equations_.static_surface();
    if (!surely_rests_) surely_rests_.emplace(surface.model());
    if (surely_rests_->contains(P, last_facet_)) return true;
    const bool is_exact = options_.stick_criterion == SliderRunOptions::StickCriterion::Exact;
    return (is_exact ? surface.motion_of(P) : motion_by_one_twist(surface, P, G_)).sticks();
  }

  // ---- output

  MotionMode mode_of(const Twist& V) const {
    if (V == Twist{}) return MotionMode::Stick;
    if (equations_.elements().empty()) return MotionMode::Slip;
    const double speed = std::sqrt(vector_of(V).dot(G_ * vector_of(V)) / equations_.mass());
    for (const ContactElement& element : equations_.elements()) {
      if (element.is_point() && length(element.slip(V)) <= 1e-12 * speed) return MotionMode::Pivot;
    }
    return MotionMode::Slip;
  }

  void change_mode() {
    const MotionMode next = mode_of(V_);
    if (next == mode_) return;
    using enum SliderCause;
    SliderCause cause = next == MotionMode::Pivot ? SupportHolds : SupportYields;
    if (next == MotionMode::Stick) cause = Stop;
    if (mode_ == MotionMode::Stick) cause = LoadLeaves;
    record_.run.events.push_back({t_, mode_, next, cause, state_});
    mode_ = next;
  }

  void write_rows_until(double t) {
    const double h = t - t_before_;
    while (takes_rows_) {
      const double at = options_.output_step * static_cast<double>(next_row_);
      if (at > t + 1e-9 * h || record_.is_interrupted()) return;
      ++next_row_;
      SliderState state = state_;
      const double left = t - at > 1e-9 * h ? t - at : 0.0;
      state.position = state.position - left * state.velocity;
      state.angle -= left * state.omega;
      write_row(left > 0.0 ? at : t, state);
      record_.reached(at);
    }
  }

  void write_row(double t, const SliderState& state) {
    SliderSample row{.t = t, .state = state, .mode = mode_};
    const Vector3 load = equations_.load_in_world(P_, heading_);
    row.load = {{load[0], load[1]}, load[2]};
    row.kinetic_energy = equations_.kinetic_energy(state);
    row.work_of_loads = work_of_loads_;
    row.work_of_springs = work_of_springs_;
    row.work_of_friction = work_of_friction_;
    row.spring_forces = equations_.spring_forces(t, state);
    takes_rows_ = record_.add(std::move(row));
    if (!takes_rows_) fail(t, state);
  }

  const Slider& slider_;
  const SliderRunOptions& options_;
  detail::SliderEquations equations_;
  Mat3 G_, G_inverse_;
  FrictionStep friction_step_;
  std::optional<detail::InnerPolytope> surely_rests_;  // made when it is first asked
  std::size_t last_facet_ = 0;
  double t_ = 0.0, t_before_ = 0.0;
  SliderState state_;
  Vec2 heading_;    // of the body at the start of the step
  Twist V_;         // slip at the end of the last step, in the body axes of its start
  FrictionLoad P_;  // friction of the last step, likewise
  double work_of_loads_ = 0.0, work_of_springs_ = 0.0, work_of_friction_ = 0.0;
  MotionMode mode_ = MotionMode::Stick;
  std::int64_t next_row_ = 1;
  bool takes_rows_ = true;
  RunRecord<SliderRun> record_;
};

}  // namespace

SliderRun simulate_slider_by_prox(const Slider& slider, const SliderState& initial, const Contact& contact,
                                  const SliderRunOptions& options, const Progress& progress,
                                  const RowSink<SliderSample>& sink) {
  return ProxSimulation(slider, initial, contact, options, progress, sink).run();
}

}  // namespace dryslip
