#include "dryslip/scenario/forward_answer.hpp"

#include <gtest/gtest.h>

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
