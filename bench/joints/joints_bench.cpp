// Forward dynamics: one joint, all solutions of n joints, the uniqueness test, one solution by Newton steps, cases by the program.

#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

#include "bench/measure.hpp"
#include "dryslip/joints/uniqueness_bound.hpp"
#include "dryslip/scenario/write_forward.hpp"

namespace {

using namespace dryslip;
using namespace dryslip::bench;

constexpr double seconds_per_row = 1.5;

/// Joints, loads and velocities that are the same in every run.
class RandomJoints {
 public:
  explicit RandomJoints(unsigned seed) : random_(seed) {}

  double number(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random_); }
  Eigen::VectorXd vector(Eigen::Index n, double from, double to) {
    return Eigen::VectorXd::NullaryExpr(n, [&] { return number(from, to); });
  }
  /// A full mass matrix and any C; friction up to `strength`.
  Mechanism mechanism(Eigen::Index n, double strength) {
    const auto matrix = [&]() -> Eigen::MatrixXd {
      return Eigen::MatrixXd::NullaryExpr(n, n, [&] { return number(-1.0, 1.0); });
    };
    const Eigen::MatrixXd root = matrix();
    return {.A = root * root.transpose() + 0.3 * Eigen::MatrixXd::Identity(n, n),
            .C = matrix(),
            .b = vector(n, -1.0, 1.0),
            .d = vector(n, -2.0, 2.0),
            .mu = vector(n, 0.05, 1.0) * strength};
  }

 private:
  std::mt19937_64 random_;
};

const std::string residual_reference = "residual of the equations of motion, of their terms";

enum class State { Slip, Rest };

/// Friction is so strong that bounds decide nothing beforehand.
void time_all_solutions(Report& report, Eigen::Index n, State state) {
  RandomJoints random(1);
  const Mechanism mechanism = random.mechanism(n, 2.0);
  const Eigen::VectorXd tau = random.vector(n, -4.0, 4.0);
  const Eigen::VectorXd velocity = state == State::Rest ? Eigen::VectorXd::Zero(n) : random.vector(n, -1.0, 1.0);
  const Task task{.run = [&](std::size_t) { keep(solve_mechanism(mechanism, tau, velocity).count); }};
  const std::string joints = fmt::format("{} joints {}", n, state == State::Rest ? "at rest" : "slipping");
  report.add({.work = "all solutions, " + joints,
              .ours = "solve_mechanism",
              .rival = "",
              .time = time_in_turn({task}, seconds_per_row, 2)[0],
              .error = solve_mechanism(mechanism, tau, velocity).worst_residual,
              .reference = residual_reference,
              .required = {.time_ns = 1e9, .error = 1e-12}});
  const Task bound{.run = [&](std::size_t) { keep(bound_uniqueness(mechanism, velocity).margin_low); }};
  report.add({.work = "uniqueness, margin and witness, " + joints,
              .ours = "bound_uniqueness",
              .rival = "",
              .time = time_in_turn({bound}, seconds_per_row, 2)[0]});
}

void time_newton(Report& report) {
  RandomJoints random(2);
  const Mechanism mechanism = random.mechanism(6, 0.3);
  const Eigen::VectorXd velocity = random.vector(6, -1.0, 1.0);
  std::vector<Eigen::VectorXd> loads;
  for (int k = 0; k < 1000; ++k) loads.push_back(random.vector(6, -4.0, 4.0));
  const Task newton{.run =
                        [&](std::size_t) {
                          for (const auto& tau : loads) keep(one_acceleration(mechanism, tau, velocity).converged);
                        },
                    .calls = loads.size()};
  const Task all{.run =
                     [&](std::size_t) {
                       for (const auto& tau : loads) keep(solve_mechanism(mechanism, tau, velocity).count);
                     },
                 .calls = loads.size()};
  const auto times = time_in_turn({newton, all}, 2.0 * seconds_per_row);
  report.add({.work = "one solution, 6 joints slipping",
              .ours = "one_acceleration, verified",
              .rival = "solve_mechanism (all solutions)",
              .time = times[0],
              .rival_time = times[1],
              .error = one_acceleration(mechanism, loads[0], velocity).solution.residual,
              .reference = residual_reference});
}

void time_cases(Report& report) {
  RandomJoints random(3);
  std::vector<std::string> lines;
  for (int k = 0; k < 10000; ++k)
    lines.push_back(fmt::format(R"({{"kind":"joint","a":{},"b":{},"c":{},"d":{},"mu":{},"tau":{},"velocity":{}}})",
                                random.number(0.1, 3.0), random.number(-1, 1), random.number(-2, 2),
                                random.number(-2, 2), random.number(0, 3), random.number(-5, 5), k % 3 - 1));
  const Task task{.run =
                      [&](std::size_t) {
                        for (const std::string& line : lines)
                          keep(json_text(solve(parse_forward_case(line, "", 1))).size());
                      },
                  .calls = lines.size()};
  report.add({.work = "a scalar case of --cases, JSON in and out",
              .ours = "parse_forward_case, solve, json_text",
              .rival = "",
              .time = time_in_turn({task}, seconds_per_row)[0],
              .required = {.time_ns = 1e4}});  // a hundred thousand a second
}

}  // namespace

int main(int argument_count, char** arguments) {
  Report report("joints", "Forward dynamics: all solutions, uniqueness, one solution, cases");
  time_all_solutions(report, 16, State::Slip);
  time_all_solutions(report, 8, State::Rest);
  time_newton(report);
  time_cases(report);
  report.write(argument_count, arguments);
}
