#include "dryslip/scenario/forward_answer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "dryslip/scenario/write_forward.hpp"

namespace dryslip::tests {
namespace {

ForwardProblem problem(const std::string& toml) { return parse_forward_problem(toml, "problem"); }

const std::string two = "[joint]\na = 2\nb = 1\nc = 1\nd = 3\nmu = 3.5\ntau = 2\nvelocity = 1\n";
const std::string lift =
    "[screw]\ninertia = 1e-5\nmass = 5\nlead = 1.6e-3\nhelix = 0.15\nthread = 0.25\nmu = 0.3\ntau = 0.1\nvelocity = "
    "1\n";

TEST(ForwardAnswer, HoldsWhatTheFunctionsOfAJointSay) {
  const ForwardProblem asked = problem(two);
  const ScalarJoint& joint = std::get<ScalarJoint>(asked.model);
  const JointAnswer answer = std::get<JointAnswer>(solve(asked).of);
  const JointAccelerations all = solve_joint(joint, 2.0, 1.0);
  ASSERT_EQ(answer.accelerations.solutions.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(answer.accelerations.solutions[i].acceleration, all.solutions[i].acceleration);
  EXPECT_EQ(answer.margin, uniqueness_margin(joint, 1.0));
  EXPECT_EQ(answer.static_band.high, static_band(joint).high);
  EXPECT_EQ(answer.selected.index, select_acceleration(joint, 2.0, 1.0, all).index);
  EXPECT_EQ(count_accelerations(asked), 2);
}

TEST(ForwardAnswer, HoldsWhatTheFunctionsOfAScrewSay) {
  const ForwardProblem asked = problem(lift);
  const ScrewDrive& screw = std::get<ScrewDrive>(asked.model);
  const ScrewAnswer answer = std::get<ScrewAnswer>(solve(asked).of);
  const JointAccelerations all = solve_screw(screw, 0.1, 1.0);
  ASSERT_EQ(answer.as_joint.accelerations.solutions.size(), all.solutions.size());
  EXPECT_EQ(answer.as_joint.accelerations.solutions[0].acceleration, all.solutions[0].acceleration);
  EXPECT_EQ(answer.as_joint.margin, uniqueness_margin(screw, 1.0));
  EXPECT_EQ(answer.as_joint.static_band.low, screw_properties(screw).static_band.low);
  EXPECT_EQ(count_accelerations(asked), static_cast<int>(all.solutions.size()));
}

TEST(ForwardAnswer, EveryNumberOfAProblemHasItsPath) {
  ForwardProblem one = problem(two);
  set_parameter(one, "joint.mu", 0.25);
  set_parameter(one, "tau", -4.0);
  set_parameter(one, "mu_static", 0.5);
  EXPECT_EQ(std::get<ScalarJoint>(one.model).mu, 0.25);
  EXPECT_EQ(std::get<ScalarJoint>(one.model).mu_static, 0.5);
  EXPECT_EQ(one.tau[0].value, -4.0);
  EXPECT_THROW(set_parameter(one, "tau[0]", 1.0), UnknownParameter);

  ForwardProblem asked = problem(
      "[mechanism]\nA = [[2, 0.5], [0.5, 1]]\nC = [[1, 0], [0, 1]]\nb = [0, 0]\nd = [1, 1]\nmu = [0.1, 0.2]\n"
      "tau = [\"1 + t\", 1]\nvelocity = [1, 1]\n");
  set_parameter(asked, "mu[1]", 0.75);
  set_parameter(asked, "mechanism.C[0][1]", -2.0);
  set_parameter(asked, "tau[0]", -3.0);
  set_parameter(asked, "velocity[1]", 0.0);
  const auto& mechanism = std::get<Mechanism>(asked.model);
  EXPECT_EQ(mechanism.mu[1], 0.75);
  EXPECT_EQ(mechanism.C(0, 1), -2.0);
  EXPECT_EQ(asked.tau[0].value, -3.0);
  EXPECT_FALSE(asked.tau[0].formula);
  EXPECT_EQ(asked.velocity[1], 0.0);
  EXPECT_THROW(set_parameter(asked, "mu[2]", 1.0), UnknownParameter);
  EXPECT_THROW(set_parameter(asked, "mu", 1.0), UnknownParameter);
}

TEST(ForwardAnswer, NumbersThatNeedEachOtherAreGivenTogether) {
  ForwardProblem asked = problem(two);
  set_parameter(asked, "mu", 0.25);
  set_parameter(asked, "mu_static", 0.5);
  const std::array<ParameterValue, 2> both{{{"mu", 0.6}, {"mu_static", 0.7}}};
  EXPECT_EQ(count_accelerations(asked, {both.data(), 1}), undefined_count);  // above mu_static
  EXPECT_GE(count_accelerations(asked, both), continuum_count);
  set_parameters(asked, both);
  EXPECT_EQ(std::get<ScalarJoint>(asked.model).mu, 0.6);
  EXPECT_EQ(std::get<ScalarJoint>(asked.model).mu_static, 0.7);
  const std::array<ParameterValue, 1> unknown{{{"my", 1.0}}};
  EXPECT_THROW(count_accelerations(asked, unknown), UnknownParameter);
}

TEST(ForwardAnswer, WhatIsWrongHasTheKeyOfItsSection) {
  const auto key_of = [](const auto& ask) -> std::string {
    try {
      ask();
    } catch (const InvalidInput& error) {
      return error.key();
    }
    return "none";
  };
  // accelerations beyond the range of a double
  const std::string joint = "[joint]\na = 1e-300\nb = 0\nc = 1e300\nd = 1\nmu = 0.5\ntau = 1\nvelocity = 1\n";
  EXPECT_EQ(key_of([&] { solve(problem(joint)); }), "joint.a");
  EXPECT_EQ(key_of([&] {
              solve(parse_forward_case(
                  R"({"kind": "joint", "a": 1e-300, "b": 0, "c": 1e300, "d": 1, "mu": 0.5, "tau": 1, "velocity": 1})",
                  "cases.jsonl", 1));
            }),
            "a");
  // of numbers that the user gave
  const std::string screw =
      "[screw]\ninertia = 1e-5\nmass = 1\nlead = 0.001\nhelix = 0.1\nthread = 0.2\nmu = 0.1\ntau = 1e308\nvelocity = "
      "1\n";
  EXPECT_EQ(key_of([&] { solve(problem(screw)); }), "screw.inertia");
  const auto mechanism = [&](const char* first, const char* b) {
    return key_of([&] {
      solve(problem("[mechanism]\nA = [[" + std::string(first) + ", 0], [0, 2]]\nC = [[1, 0], [0, 1]]\nb = [" + b +
                    ", 0]\nd = [1, 1]\nmu = [0.1, 0.1]\ntau = [1e308, 1]\nvelocity = [1, 1]\n"));
    });
  };
  EXPECT_EQ(mechanism("2", "-1e307"), "none");
  EXPECT_EQ(mechanism("1e-320", "0"), "mechanism.A");
  EXPECT_EQ(mechanism("1e-3", "-1e308"), "mechanism.A");
  EXPECT_EQ(key_of([&] { check_size_of_run(problem(two + "stiffness = 1e30\n[run]\nduration = 1\n")); }),
            "joint.stiffness");
  const std::string pair =
      "[mechanism]\nA = [[1, 0], [0, 1]]\nC = [[1, 0], [0, 1]]\nb = [0, 0]\nd = [1, 1]\n"
      "mu = [0.1, 0.1]\ntau = [0, 't']\nvelocity = [1, 1]\n";
  EXPECT_EQ(driven_joints(problem(two)).tau_keys, std::vector<std::string>{"joint.tau"});
  EXPECT_EQ(driven_joints(problem(pair)).tau_keys, (std::vector<std::string>{"mechanism.tau[0]", "mechanism.tau[1]"}));
}

TEST(ForwardAnswer, AnUnknownParameterIsToldFromABadValue) {
  ForwardProblem asked = problem(two);
  EXPECT_THROW(set_parameter(asked, "my", 1.0), UnknownParameter);
  try {
    set_parameter(asked, "mu", -1.0);
    FAIL() << "a negative coefficient";
  } catch (const UnknownParameter&) {
    FAIL() << "mu is known";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.key(), "mu");
  }
}

}  // namespace
}  // namespace dryslip::tests
