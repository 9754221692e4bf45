#pragma once

#include "reproduce/item.hpp"

namespace dryslip::reproduce {

/// All accelerations of a joint or a screw for a load and a direction of motion; 0 is rest.
JointAccelerations accelerations(const ForwardProblem& problem, double tau, double velocity);
/// All accelerations for the load and the velocity of the problem.
JointAccelerations accelerations(const ForwardProblem& problem);

/// Their number.
double count_of(const JointAccelerations& all);

/// Accelerations for one load.
struct LoadCase {
  double tau = 0.0, velocity = 0.0;
  JointAccelerations all;
};

/// A joint or a screw under many loads.
struct LoadSweep {
  ForwardProblem problem;
  std::vector<LoadCase> cases;
};
/// Loads at equal steps from low to high, each moving forwards, backwards and from rest.
LoadSweep sweep_loads(const ForwardProblem& problem, double low, double high, int steps);

/// The least and the largest load of a sweep with this number of accelerations, halved between neighbouring loads to 1e-9 of
/// their distance. Throws std::runtime_error where no load has it.
struct LoadRange {
  double low = 0.0, high = 0.0;
};
LoadRange loads_with_count(const LoadSweep& sweep, double velocity, std::size_t count);

/// Number of cases with another number of accelerations.
double cases_without_count(const LoadSweep& sweep, std::size_t count);

/// What both figures of a screw look at.
struct ScrewFigure {
  LoadSweep sweep;
  ScrewProperties found;
  JointAccelerations all;       ///< for the load and the velocity of the scenario
  JointAccelerations unloaded;  ///< from rest, without torque
  double critical_mu = 0.0;     ///< friction at which uniqueness is lost
};
ScrewFigure screw_figure(const ForwardProblem& problem);

/// One row per acceleration: tau, velocity, acceleration, normal_force, is_static.
ItemFile sweep_file(const LoadSweep& sweep);

/// The picture of the answer of `dryslip forward`.
ItemFile answer_picture(const ForwardProblem& problem, const std::string& caption,
                        const std::string& name = "graph.svg");

/// That answer.
ItemFile answer_file(const ForwardProblem& problem, const std::string& name = "answer.json");

}  // namespace dryslip::reproduce
