// Every case of dupont.json: the same number of solutions, modes and values.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "dryslip/joints/multi_dof_joints.hpp"
#include "dryslip/joints/screw_drive.hpp"
#include "dryslip/joints/uniqueness_bound.hpp"

namespace dryslip::tests {
namespace {

using Json = nlohmann::json;

constexpr double tolerance = 1e-11;  // relative, as promised

Json reference() {
  return Json::parse(std::ifstream(std::string(DRYSLIP_SOURCE_DIR) + "/tests/reference_data/dupont.json")).at("cases");
}

const char* word_of_many(JointMode mode) {
  return mode == JointMode::Slip ? "slip" : mode == JointMode::Static ? "stick" : "start";
}

void expect_scalar(const Json& item, const JointAccelerations& found, const char* force) {
  Json expected = item.at("solutions");
  std::sort(expected.begin(), expected.end(),
            [](const Json& p, const Json& q) { return p.at("qdd").get<double>() < q.at("qdd").get<double>(); });
  ASSERT_EQ(found.solutions.size(), expected.size());
  double scale = 0.0, force_scale = 0.0;
  for (const Json& solution : expected) {
    scale = std::max(scale, std::abs(solution.at("qdd").get<double>()));
    force_scale = std::max(force_scale, std::abs(solution.at(force).get<double>()));
  }
  bool is_static = false;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(found.solutions[k].acceleration, expected[k].at("qdd").get<double>(), tolerance * scale);
    EXPECT_NEAR(found.solutions[k].normal_force, expected[k].at(force).get<double>(), tolerance * force_scale);
    EXPECT_EQ(word_of(found.solutions[k].mode), expected[k].at("mode"));
    is_static = is_static || expected[k].at("mode") == "static";
  }
  EXPECT_EQ(found.static_possible, is_static);
}

TEST(DupontReference, ScalarJoints) {
  int count = 0, continua = 0;
  for (const Json& item : reference()) {
    if (item.at("kind") != "scalar") continue;
    SCOPED_TRACE(item.at("id"));
    const ScalarJoint joint{
        .a = item.at("a"), .b = item.at("b"), .c = item.at("c"), .d = item.at("d"), .mu = item.at("mu")};
    const double velocity = item.at("sgn_qdot");
    const JointAccelerations found = solve_joint(joint, item.at("tau"), velocity);
    expect_scalar(item, found, "Fn");
    EXPECT_EQ(is_unique_for_all_loads(uniqueness_margin(joint, velocity)), item.at("mu_vs_a_over_c") == "<");
    const Json& continuum = item.at("continuum");
    ASSERT_EQ(found.continuum.has_value(), !continuum.is_null());
    EXPECT_EQ(found.count == AccelerationCount::Continuum, !continuum.is_null());
    if (found.continuum) {
      ++continua;
      EXPECT_NEAR(found.continuum->bound, continuum.at("qdd_bound").get<double>(), tolerance);
      EXPECT_EQ(found.continuum->side == AccelerationContinuum::Side::AtMost, continuum.at("side") == "<=");
      EXPECT_EQ(found.continuum->mode == JointMode::Slip, !continuum.contains("mode"));
    }
    ++count;
  }
  EXPECT_EQ(count, 189);
  EXPECT_EQ(continua, 5);
}

TEST(DupontReference, ScrewDrives) {
  int count = 0;
  for (const Json& item : reference()) {
    if (item.at("kind") != "screw") continue;
    SCOPED_TRACE(item.at("id"));
    const ScrewDrive screw{.inertia = item.at("I"),
                           .mass = item.at("m"),
                           .lead = item.at("l"),
                           .helix = item.at("alpha"),
                           .thread = item.at("theta"),
                           .mu = item.at("mu"),
                           .gravity = item.at("g")};
    expect_scalar(item, solve_screw(screw, item.at("tau"), item.at("sgn_qdot")), "tau_l");
    const ScrewProperties properties = screw_properties(screw);
    const auto near = [&](double value, const Json& expected) {
      EXPECT_NEAR(value, expected.get<double>(), tolerance * std::abs(expected.get<double>()));
    };
    near(properties.friction_angle, item.at("rho"));
    near(properties.inverse_efficiency[0], item.at("inv_eta1"));
    near(properties.inverse_efficiency[1], item.at("inv_eta2"));
    near(properties.effective_inertia[0], item.at("inertia1"));
    near(properties.effective_inertia[1], item.at("inertia2"));
    near(properties.static_band.low, item.at("static_band")[0]);
    near(properties.static_band.high, item.at("static_band")[1]);
    near(properties.vertex_acceleration, item.at("vertex_qdd_tau")[0]);
    near(properties.vertex_tau, item.at("vertex_qdd_tau")[1]);
    EXPECT_EQ(properties.is_overhauling, item.at("overhauling"));
    EXPECT_EQ(is_unique_for_all_loads(uniqueness_margin(screw, item.at("sgn_qdot"))), item.at("eq14_holds"));
    const ScalarJoint scalar = scalar_equivalent(screw);
    near(scalar.a, item.at("scalar_equivalent").at("a"));
    near(scalar.b, item.at("scalar_equivalent").at("b"));
    near(scalar.mu * scalar.c, item.at("scalar_equivalent").at("mu_c"));
    near(scalar.mu * scalar.d, item.at("scalar_equivalent").at("mu_d"));
    ++count;
  }
  EXPECT_EQ(count, 63);
}

Eigen::VectorXd vector_of(const Json& values) {
  const std::vector<double> numbers = values;
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

Eigen::MatrixXd matrix_of(const Json& rows) {
  Eigen::MatrixXd result(rows.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) result.row(static_cast<Eigen::Index>(i)) = vector_of(rows[i]);
  return result;
}

TEST(DupontReference, Mechanisms) {
  int count = 0;
  for (const Json& item : reference()) {
    const bool has_rest = item.at("kind") == "ndof_with_rest";
    if (item.at("kind") != "ndof" && !has_rest) continue;
    SCOPED_TRACE(item.at("id"));
    const Mechanism mechanism{.A = matrix_of(item.at("A")),
                              .C = matrix_of(item.at("C")),
                              .b = vector_of(item.at("b")),
                              .d = vector_of(item.at("d")),
                              .mu = vector_of(item.at("mu"))};
    const Eigen::VectorXd tau = vector_of(item.at("tau")), velocity = vector_of(item.at("sgn_qdot"));
    const MechanismAccelerations found = solve_mechanism(mechanism, tau, velocity);
    Json expected = item.at("solutions");
    std::sort(expected.begin(), expected.end(), [](const Json& p, const Json& q) { return p.at("qdd") < q.at("qdd"); });
    ASSERT_EQ(found.solutions.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const Eigen::VectorXd qdd = vector_of(expected[k].at("qdd")), force = vector_of(expected[k].at("Fn"));
      EXPECT_LE((found.solutions[k].acceleration - qdd).cwiseAbs().maxCoeff(), tolerance * qdd.cwiseAbs().maxCoeff());
      EXPECT_LE((found.solutions[k].normal_force - force).cwiseAbs().maxCoeff(),
                tolerance * force.cwiseAbs().maxCoeff());
      for (std::size_t i = 0; i < found.solutions[k].modes.size(); ++i) {
        const std::string mode = has_rest ? expected[k].at("modes")[i].get<std::string>() : "slip";
        EXPECT_EQ(word_of_many(found.solutions[k].modes[i]), mode);
      }
    }
    if (!has_rest) {
      const UniquenessBound bound = bound_uniqueness(mechanism, velocity);
      EXPECT_EQ(bound.is_unique, item.at("all_pattern_dets_same_sign"));
      EXPECT_EQ(bound.margin_low > 1.0, bound.is_unique);
    }
    ++count;
  }
  EXPECT_EQ(count, 45);
}

}  // namespace
}  // namespace dryslip::tests
