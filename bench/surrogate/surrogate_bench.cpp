// Padé formula, integral model and the ladder of surrogates: time of a load beside its error.

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "bench/measure.hpp"
#include "dryslip/surrogate/fit_model.hpp"
#include "dryslip/surrogate/hertz_contact.hpp"

namespace {

using namespace dryslip;
using namespace dryslip::bench;

constexpr double seconds_per_row = 1.5;
constexpr Vec2 shift{0.3, 0.4};

/// Scaled slips with sliding and spin of one size.
std::vector<Twist> random_slips(std::size_t count) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::vector<Twist> slips(count);
  for (Twist& V : slips) V = {{normal(random), normal(random)}, normal(random)};
  return slips;
}

/// [Szewc, eq. (12)] as printed, with plain pow.
template <class Real>
FrictionLoad plain_pade(const Twist& V, const PressureMoments& c, const PadeParameters& p) {
  using std::pow, std::sqrt, std::abs;
  const Real vx = V.velocity.x, vy = V.velocity.y, w = V.omega, v = sqrt(vx * vx + vy * vy);
  const auto denominator = [&](Real b, Real m) { return sqrt(pow(pow(v, m) + pow(b * abs(w), m), Real(2.0) / m)); };
  const Real D_T = denominator(p.b_T, p.m_T), D_M = denominator(p.b_M, p.m_M);
  return {{static_cast<double>((vx - Real(p.b_T) * c.direction.y * w) / D_T),
           static_cast<double>((vy + Real(p.b_T) * c.direction.x * w) / D_T)},
          static_cast<double>((Real(p.b_M) * c.distance * w + c.center.x * vy - c.center.y * vx) / D_M)};
}

double difference(const FrictionLoad& a, const FrictionLoad& b) {
  const FrictionLoad off = a - b;
  return std::max({std::abs(off.force.x), std::abs(off.force.y), std::abs(off.moment)});
}

/// Calls of a function on all slips, in parts of about a millisecond.
template <class Load>
Task one_by_one(const std::vector<Twist>& slips, std::size_t size, Load load) {
  return {.run =
              [&slips, size, load](std::size_t part) {
                double sum = 0.0;
                for (std::size_t i = size * part; i < size * (part + 1); ++i) sum += load(slips[i]).moment;
                keep(sum);
              },
          .parts = slips.size() / size,
          .calls = slips.size()};
}

void time_formula(Report& report) {
  const std::vector<Twist> slips = random_slips(1 << 16);
  std::vector<FrictionLoad> loads(slips.size());
  const PadeFormula formula;
  const PressureMoments moments = hertz_moments(shift);
  formula.loads(slips, moments, loads);
  double error = 0.0, batch_error = 0.0, rival_error = 0.0;
  for (std::size_t i = 0; i < slips.size(); ++i) {
    const FrictionLoad exact = plain_pade<long double>(slips[i], moments, szewc_parameters);
    error = std::max(error, difference(formula.load(slips[i], moments), exact));
    batch_error = std::max(batch_error, difference(loads[i], exact));
    rival_error = std::max(rival_error, difference(plain_pade<double>(slips[i], moments, szewc_parameters), exact));
  }
  const auto times = time_in_turn(
      {one_by_one(slips, 1 << 13, [&](const Twist& V) { return formula.load(V, moments); }),
       one_by_one(slips, 1 << 13, [&](const Twist& V) { return plain_pade<double>(V, moments, szewc_parameters); }),
       Task{.run = [&](std::size_t) { formula.loads(slips, moments, loads); }, .parts = 1, .calls = slips.size()}},
      2.0 * seconds_per_row);
  Row row{.work = "Padé, Hertz contact with shift, one call",
          .ours = "one logarithm, both denominators in two lanes",
          .rival = "eq. (12) with std::pow",
          .time = times[0],
          .rival_time = times[1],
          .error = error,
          .rival_error = rival_error,
          .reference = "the same in 80 bits",
          .required = {.time_ns = 80.0, .error = 1e-13}};
  report.add(row);
  row.work = "  65536 at once";
  row.ours = "own exponential and logarithm, SIMD";
  row.time = times[2];
  row.error = batch_error;
  row.required = {.time_ns = 25.0, .error = 1e-13};
  report.add(row);
}

void time_integral(Report& report, double epsilon) {
  const std::vector<Twist> slips = random_slips(512);
  double error = 0.0;
  for (const Twist& V : slips) {
    error = std::max(error, difference(hertz_integral(V, shift, epsilon, 1e-10).load,
                                       hertz_integral(V, shift, epsilon, 1e-14).load));
  }
  const auto times = time_in_turn(
      {one_by_one(slips, 32, [&](const Twist& V) { return hertz_integral(V, shift, epsilon, 1e-10).load; })},
      seconds_per_row);
  report.add({.work = epsilon > 0.0 ? "integral model with epsilon 0.01, 1e-10" : "integral model, 1e-10",
              .ours = "elliptic integrals across, adaptive along",
              .rival = "",
              .time = times[0],
              .error = error,
              .reference = "the same at 1e-14",
              .required = {.error = 1e-10}});
}

/// Every surrogate of a contact beside the exact one.
void time_ladder(Report& report, const std::string& work, const ContactPatch& patch) {
  const FittedModel exact = fit_model(patch, ContactModel::Exact).front();
  std::vector<Twist> twists = random_slips(1 << 12);
  for (Twist& V : twists) V = exact.frame.unscaled(V);
  const std::size_t size = exact.model->is_closed_form() ? 1 << 11 : 1 << 6;
  for (const ContactModel kind :
       {ContactModel::Table, ContactModel::Quartic, ContactModel::Pade, ContactModel::Ellipsoid}) {
    for (const FittedModel& fitted : fit_model(patch, kind)) {
      const auto times =
          time_in_turn({one_by_one(twists, 1 << 11, [&](const Twist& V) { return fitted.model->load(V); }),
                        one_by_one(twists, size, [&](const Twist& V) { return exact.model->load(V); })},
                       0.3 * seconds_per_row);
      const std::string name = std::string(word_of(kind)) + ", " + fitted.variant;
      report.add({.work = work + ": " + name,
                  .ours = name,
                  .rival = "exact, " + exact.variant,
                  .time = times[0],
                  .rival_time = times[1],
                  .error = fitted.error.largest,
                  .rival_error = exact.model->is_closed_form() ? 1e-13 : 1e-10,
                  .reference = "the exact contact at 2000 motions",
                  .required = {}});
    }
  }
}

ContactPatch contact(Shape shape, Pressure pressure = {}) {
  return {.normal_force = 10.0,
          .mu = 0.3,
          .mu_static = {},
          .supports = {{.shape = std::move(shape), .center = {}, .angle = 0.0, .pressure = std::move(pressure)}}};
}

}  // namespace

int main(int argument_count, char** arguments) {
  Report report("surrogate", "Surrogates of a contact: time of one load");
  time_formula(report);
  time_integral(report, 0.01);
  time_integral(report, 0.0);
  time_ladder(report, "uniform disk", contact(Disk{0.05}));
  time_ladder(report, "elliptic Hertz", contact(Ellipse{{0.004, 0.002}}, HertzPressure{}));
  time_ladder(report, "rectangle 30 x 10 mm", contact(Rectangle{{0.03, 0.01}}));
  report.write(argument_count, arguments);
}
