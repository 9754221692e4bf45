#include "tests/soak/run_checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "dryslip/friction_load/patch_friction.hpp"
#include "dryslip/numerics/vec2_text.hpp"
#include "dryslip/record/number_text.hpp"

namespace dryslip::soak {
namespace {

std::array<double, 6> numbers_of(const SliderState& state) {
  return {state.position.x, state.position.y, state.angle, state.velocity.x, state.velocity.y, state.omega};
}

bool is_finite(const SliderState& state) {
  const auto numbers = numbers_of(state);
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

bool all_finite(const SliderSample& row) {
  const std::array others{row.t,
                          row.load.force.x,
                          row.load.force.y,
                          row.load.moment,
                          row.kinetic_energy,
                          row.work_of_loads,
                          row.work_of_springs,
                          row.work_of_friction};
  const auto finite = [](double number) { return std::isfinite(number); };
  return is_finite(row.state) && std::all_of(others.begin(), others.end(), finite) &&
         std::all_of(row.spring_forces.begin(), row.spring_forces.end(), finite);
}

bool is_known(MotionMode mode) {
  return mode == MotionMode::Stick || mode == MotionMode::Slip || mode == MotionMode::Pivot;
}

std::string at(double t) { return " at t = " + number_text(t); }

Finding check_rows(const SliderRunOptions& options, const SliderRun& run) {
  const double duration = *options.duration;
  const auto& rows = run.samples;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!all_finite(rows[i])) return "a number is not finite" + at(rows[i].t);
    if (!is_known(rows[i].mode)) return "unknown mode" + at(rows[i].t);
    if (i > 0 && !(rows[i].t > rows[i - 1].t)) return "rows are not in order" + at(rows[i].t);
    const double expected = std::min(options.output_step * static_cast<double>(i), duration);
    if (std::abs(rows[i].t - expected) > 1e-12 * duration) return "row not at an output step" + at(rows[i].t);
  }
  if (std::abs(rows.back().t - duration) > 1e-12 * duration)
    return "the last row is not the end, but" + at(rows.back().t);
  return {};
}

Finding check_events(const SliderRun& run) {
  const auto& events = run.events;
  if (events.empty() || events[0].t != 0.0 || events[0].from) return "the first event is not the start";
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!std::isfinite(events[i].t) || !is_finite(events[i].state)) return "event not finite" + at(events[i].t);
    if (!is_known(events[i].to)) return "unknown mode of an event" + at(events[i].t);
    if (i == 0) continue;
    if (events[i].t < events[i - 1].t) return "events are not in order" + at(events[i].t);
    if (events[i].from != events[i - 1].to) return "event from another mode than the last led to" + at(events[i].t);
    if (events[i].t > run.samples.back().t) return "event after the end" + at(events[i].t);
  }
  // beside an event either mode will do
  constexpr double beside = 1e-9;  // [s]
  for (const SliderSample& row : run.samples) {
    const bool is_known_here = std::any_of(events.begin(), events.end(), [&](const SliderEvent& event) {
      const auto next = &event + 1;
      const double end = next == events.data() + events.size() ? row.t : next->t;
      return event.to == row.mode && event.t <= row.t + beside && row.t <= end + beside;
    });
    if (!is_known_here) return "the mode of the row is not that of the events" + at(row.t);
  }
  return {};
}

}  // namespace

Finding check_end(const SliderRunOptions& options, const SliderRun& run) {
  if (run.outcome != RunOutcome::Finished) {
    return std::string("outcome ") + word_of(run.outcome) + at(run.samples.empty() ? 0.0 : run.samples.back().t) + " " +
           run.reason;
  }
  if (run.samples.empty() || run.samples[0].t != 0.0) return "no row at t = 0";
  if (const Finding finding = check_rows(options, run)) return finding;
  return check_events(run);
}

Finding check_start(const Slider& slider, const SliderRun& run) {
  if (numbers_of(run.samples[0].state) == numbers_of(slider.initial)) return {};
  const SliderState& state = run.samples[0].state;
  return "the first row is not [initial]: off by " + number_text(state.position - slider.initial.position, 3) + " m, " +
         number_text(state.velocity - slider.initial.velocity, 3) + " m/s, " +
         number_text(state.omega - slider.initial.omega, 3) + " rad/s";
}

namespace {

/// Of a motion over a hundred-thousandth of the radius of gyration: what is less counts as that.
double least_energy(const Slider& slider) {
  return 1e-5 * slider.contact.normal_force * std::sqrt(slider.inertia / slider.mass);
}

/// The slip of a row relative to the table, as the table moves at t, and its load, both at O in body axes.
struct BodyView {
  Twist V;
  FrictionLoad P;
};

BodyView body_view(const Slider& slider, const SliderSample& row, double t) {
  const std::array time{t};
  const SliderState& state = row.state;
  const double table_omega = slider.table.omega(time);
  const Vec2 table{slider.table.velocity[0](time), slider.table.velocity[1](time)};
  const Vec2 heading = unit_vector(state.angle), c = slider.center_of_mass;
  const Vec2 v = rotated_back(state.velocity - table - table_omega * turned_left(state.position), heading);
  const double omega = state.omega - table_omega;
  const Vec2 force = rotated_back(row.load.force, heading);
  return {{v - omega * turned_left(c), omega}, {force, row.load.moment + cross(c, force)}};
}

}  // namespace

Finding check_balance(const Slider& slider, const SliderRun& run) {
  const SliderSample& start = run.samples.front();
  double scale = least_energy(slider);
  double worst = 0.0, when = 0.0, loads = 0.0, springs = 0.0, friction = 0.0, lost = 0.0;
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    const SliderSample &row = run.samples[i], &last = run.samples[i > 0 ? i - 1 : 0];
    // turned over: given back is not forgotten
    loads += std::abs(row.work_of_loads - last.work_of_loads);
    springs += std::abs(row.work_of_springs - last.work_of_springs);
    friction += std::abs(row.work_of_friction - last.work_of_friction);
    // of a table that shakes the body takes little, and gives it back between rows
    const BodyView at = body_view(slider, row, row.t);
    lost += std::abs(power(at.P, at.V)) * (row.t - last.t);
    scale = std::max({scale, row.kinetic_energy, loads, springs, friction, lost});
    const double balance =
        row.kinetic_energy - start.kinetic_energy - row.work_of_loads - row.work_of_springs - row.work_of_friction;
    if (std::abs(balance) <= worst) continue;
    worst = std::abs(balance);
    when = row.t;
  }
  if (worst <= 1e-8 * scale) return {};
  return "energy and works differ by " + number_text(worst, 3) + " of " + number_text(scale, 3) + " J" + at(when);
}

namespace {

double power_scale(const LoadScale& scale, const Twist& V) {
  return scale.force * length(V.velocity) + scale.moment * std::abs(V.omega);
}

class FrictionRows {
 public:
  explicit FrictionRows(const Slider& slider) : slider_(slider) {
    const Contact contact = PreparedSlider(slider).contact_in_motion(0.0).exact();
    kinetic_ = contact.model();
    static_ = contact.model(Coefficient::Static);
    scale_ = static_->scale();
    // without friction all loads are rounding errors
    const double least = 1e-6 * slider.contact.normal_force, k = std::sqrt(slider.inertia / slider.mass);
    scale_ = {std::max(scale_.force, least), std::max(scale_.moment, k * least)};
  }

  Finding check(const SliderSample& row, double t) const {
    const auto [V, P] = body_view(slider_, row, t);
    constexpr int directions = 60;
    const double radius = scale_.moment / scale_.force;
    for (int i = 0; i < directions; ++i) {  // spread evenly over the sphere
      const double z = (2.0 * i + 1.0) / directions - 1.0, angle = i * std::numbers::pi * (3.0 - std::sqrt(5.0));
      const Twist q{std::sqrt(1.0 - z * z) * unit_vector(angle), z / radius};
      const double beyond = power(P, q) - static_->dissipation(q);
      if (beyond > tolerance * power_scale(scale_, q))
        return "the load is outside the static limit surface by " + number_text(beyond, 3) + " W";
    }
    const double k = std::sqrt(slider_.inertia / slider_.mass);
    const double speed = length(row.state.velocity) + k * std::abs(row.state.omega);
    const double slip = length(V.velocity) + k * std::abs(V.omega);
    if (row.mode == MotionMode::Stick) {
      if (slip <= 1e-9 * (speed + natural_speed(k))) return {};
      return "slips with " + number_text(slip, 3) + " m/s in stick";
    }
    // the direction of a slower slip is lost in the difference of two velocities
    if (slip <= 1e-7 * (speed + natural_speed(k))) return {};
    const double D = kinetic_->dissipation(V), difference = power(P, V) - D;
    // a point that the body turns about slips by the rounding of the body's speed
    if (std::abs(difference) <= tolerance * (scale_.force * slip + scale_.moment * std::abs(V.omega))) return {};
    return "the power of the load is " + number_text(D + difference, 10) + " W, dissipated are " + number_text(D, 10);
  }

 private:
  static constexpr double tolerance = 1e-7;  // of the load, second order in the direction of the slip
  double natural_speed(double k) const { return std::sqrt(k * scale_.force / slider_.mass); }

  const Slider& slider_;
  std::shared_ptr<const FrictionModel> kinetic_, static_;
  LoadScale scale_;
};

}  // namespace

Finding check_friction(const Slider& slider, const SliderRun& run) {
  const FrictionRows rows(slider);
  for (const SliderSample& row : run.samples) {
    Finding finding;
    // at a jump of the table's velocity the row may be of either side
    for (const double t : {row.t, row.t - 1e-12, row.t + 1e-12, row.t - 1e-9, row.t + 1e-9}) {
      if (!(finding = rows.check(row, t))) break;
    }
    if (finding) return *finding + at(row.t);
  }
  const bool table_rests = slider.table.omega.text() == "0" && slider.table.velocity[0].text() == "0" &&
                           slider.table.velocity[1].text() == "0";
  if (!table_rests) return {};
  double error = 1e-8 * least_energy(slider);
  for (const SliderSample& row : run.samples) {
    error =
        std::max({error, 1e-9 * std::abs(row.work_of_friction), 1e-12 * row.kinetic_energy});  // rounding of the latter
  }
  for (std::size_t i = 1; i < run.samples.size(); ++i) {
    if (run.samples[i].work_of_friction > run.samples[i - 1].work_of_friction + error)
      return "friction gives energy" + at(run.samples[i].t);
  }
  return {};
}

bool has_static_coefficients(const Slider& slider) {
  const auto kinetic = friction_model(slider.contact),
             at_rest = friction_model(slider.contact, {.coefficient = Coefficient::Static});
  constexpr std::array<Twist, 3> some{{{{0.3, 0.1}, 2.0}, {{-0.1, 0.4}, -7.0}, {{-0.2, -0.3}, 1.0}}};
  return std::any_of(some.begin(), some.end(), [&](const Twist& V) {
    const double D = kinetic->dissipation(V);
    return std::abs(at_rest->dissipation(V) - D) > 1e-9 * D;
  });
}

bool can_hold_supports(const Slider& slider) {
  const auto& supports = slider.contact.supports;
  return std::any_of(supports.begin(), supports.end(), [](const Support& support) {
    const bool is_smooth =
        std::holds_alternative<IsotropicLaw>(support.law) || std::holds_alternative<EllipticLaw>(support.law);
    return std::holds_alternative<Points>(support.shape) || !is_smooth;
  });
}

bool is_free(const Slider& slider) {
  const auto is_zero = [](const Expression& formula) { return formula.text() == "0"; };
  const SliderDrive& drive = slider.drive;
  const Table& table = slider.table;
  return is_zero(drive.fx) && is_zero(drive.fy) && is_zero(drive.moment) && drive.forces.empty() &&
         drive.springs.empty() && is_zero(table.velocity[0]) && is_zero(table.velocity[1]) && is_zero(table.omega) &&
         table.tilt == 0.0;
}

}  // namespace dryslip::soak
