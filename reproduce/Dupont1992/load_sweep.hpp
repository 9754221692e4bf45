#pragma once

#include "reproduce/item.hpp"

namespace dryslip::reproduce {

/// All accelerations of a joint or a screw for a load and a direction of motion; 0 is rest.
JointAccelerations accelerations(const ForwardProblem& problem, double tau, double velocity);

/// Their number.
double count_of(const JointAccelerations& all);

/// Accelerations for one load.
struct LoadCase {
  double tau = 0.0, velocity = 0.0;
  JointAccelerations all;
};

/// Loads at equal steps from low to high, each moving forwards, backwards and from rest.
std::vector<LoadCase> sweep_loads(const ForwardProblem& problem, double low, double high, int steps);

/// The least and the largest load of a sweep with this number of accelerations, halved between neighbouring loads to 1e-9 of
/// their distance. Throws std::runtime_error where no load has it.
struct LoadRange {
  double low = 0.0, high = 0.0;
};
LoadRange loads_with_count(const ForwardProblem& problem, const std::vector<LoadCase>& cases, double velocity,
                           std::size_t count);

/// Number of cases with another number of accelerations.
double cases_without_count(const std::vector<LoadCase>& cases, std::size_t count);

/// One row per acceleration: tau, velocity, acceleration, normal_force, is_static.
ItemFile sweep_file(const std::vector<LoadCase>& cases);

/// The answer of `dryslip forward`.
ItemFile answer_file(const ForwardProblem& problem, const std::string& name = "answer.json");

}  // namespace dryslip::reproduce
