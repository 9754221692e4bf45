// What must hold for every contact: random contacts of every valid shape, pressure and law.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "dryslip/friction_load/patch_friction.hpp"
#include "tests/friction_load/random_contact.hpp"

namespace dryslip::tests {
namespace {

/// Every contact once per 200 test cases, then contacts of several supports.
void for_contacts(std::uint64_t seed,
                  const std::function<void(const NamedPatch&, const FrictionModel&, Random&)>& check) {
  Random random(seed);
  const auto run = [&](const NamedPatch& item) {
    SCOPED_TRACE(item.name);
    check(item, *friction_model(item.patch), random);
  };
  for (int round = 0; round < test_cases(0.005); ++round) {
    for (const NamedPatch& item : every_contact(random)) run(item);
  }
  for (int round = 0; round < test_cases(0.1); ++round) run(several_supports(random));
}

/// Difference allowed between two evaluations of the same load: their reported error bounds.
double allowed(const FrictionState& a, const FrictionState& b) { return a.error_bound + b.error_bound; }

Twist operator*(double s, const Twist& V) { return {s * V.velocity, s * V.omega}; }
Twist operator+(const Twist& a, const Twist& b) { return {a.velocity + b.velocity, a.omega + b.omega}; }

/// V with its parameter of index 0 (vx), 1 (vy) or 2 (omega) moved.
Twist moved(Twist V, int index, double step) {
  (index == 0 ? V.velocity.x : index == 1 ? V.velocity.y : V.omega) += step;
  return V;
}
double component(const FrictionLoad& P, int index) {
  return index == 0 ? P.force.x : index == 1 ? P.force.y : P.moment;
}

TEST(Invariants, ErrorBoundKeepsToTheTolerance) {
  for_contacts(10, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    const FrictionState state = model.state(random_twist(random, item.patch));
    EXPECT_TRUE(state.converged);
    // the bound is of rounding, or of the quadrature: 1e-10 of the force, of the moment times reach over mean distance
    EXPECT_EQ(state.error_bound > 0.0, model.scale().force > 0.0);
    EXPECT_LE(state.error_bound, is_closed_form(item.patch) ? 1e-12 : 1e-9);
    EXPECT_TRUE(model.is_closed_form() || !is_closed_form(item.patch));
  });
}

TEST(Invariants, LoadDependsOnTheDirectionOfTheTwistOnly) {
  for_contacts(11, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    const Twist V = random_twist(random, item.patch);
    const FrictionState state = model.state(V);
    // V itself has components down to 1e-9 (CR far away) and up to 1e9: the factors keep them normal numbers
    for (const double factor : {1e-290, 1e-150, 3e-100, 0.7, 1e99, 1e150, 1e290}) {
      const FrictionState scaled = model.state(factor * V);
      EXPECT_LE(difference(scaled.load, state.load, model.scale()), allowed(scaled, state)) << factor << text_of(V);
      const double bound = allowed(scaled, state) * power_scale(model.scale(), V);
      EXPECT_NEAR(scaled.dissipation / factor, state.dissipation, bound) << factor << text_of(V);
    }
  });
}

TEST(Invariants, DissipationIsThePowerOfTheLoad) {
  for_contacts(12, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    const Twist V = random_twist(random, item.patch);
    const double D = model.dissipation(V);
    EXPECT_NEAR(D, power(model.load(V), V), 1e-15 * power_scale(model.scale(), V));  // rounding of one sum
    EXPECT_GE(D, -model.state(V).error_bound * power_scale(model.scale(), V)) << text_of(V);
  });
}

TEST(Invariants, DissipationIsConvex) {
  for_contacts(13, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    if (!has_potential(item.patch)) return;
    const Twist a = random_twist(random, item.patch);
    Twist b = random_twist(random, item.patch);
    // of comparable speed, or the inequality says little
    const double size = reach(item.patch);
    const auto speed = [&](const Twist& V) { return length(V.velocity) + size * std::abs(V.omega); };
    b = (speed(a) / speed(b)) * b;
    const double middle = 0.5 * model.dissipation(a + b), mean = 0.5 * (model.dissipation(a) + model.dissipation(b));
    const double bound = 2e-9 * power_scale(model.scale(), a);  // error bounds of the loads
    EXPECT_LE(middle, mean + bound) << text_of(a) << text_of(b);
  });
}

TEST(Invariants, LoadMotionInequality) {
  // maximum power [Goyal1991, eq. (5)]: no load of the contact has more power on V than P(V)
  for_contacts(14, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    if (!has_potential(item.patch)) return;
    for (int i = 0; i < 5; ++i) {
      const Twist V = random_twist(random, item.patch), other = random_twist(random, item.patch);
      const double excess = power(model.load(V) - model.load(other), V);
      EXPECT_GE(excess, -2e-9 * power_scale(model.scale(), V)) << text_of(V) << text_of(other);
    }
  });
}

TEST(Invariants, SupportsAdd) {
  Random random(15);
  for (int round = 0; round < test_cases(0.2); ++round) {
    const NamedPatch item = several_supports(random);
    SCOPED_TRACE(item.name);
    const std::vector<double> forces = normal_forces(item.patch);
    const auto model = friction_model(item.patch);
    const Twist V = random_twist(random, item.patch);
    FrictionLoad sum;
    double D = 0.0, bound = 0.0;
    LoadScale scale;
    for (std::size_t i = 0; i < forces.size(); ++i) {
      ContactPatch part = item.patch;
      part.normal_force = forces[i];
      part.supports = {item.patch.supports[i]};
      const auto part_model = friction_model(part);
      sum = sum + part_model->load(V);
      D += part_model->dissipation(V);
      scale = {scale.force + part_model->scale().force, scale.moment + part_model->scale().moment};
      bound += part_model->state(V).error_bound;
    }
    EXPECT_LE(difference(model->load(V), sum, scale), 1e-14 + bound);
    EXPECT_NEAR(model->dissipation(V), D, (1e-14 + bound) * power_scale(scale, V));
    EXPECT_NEAR(model->scale().force, scale.force, 1e-14 * scale.force);
    EXPECT_NEAR(model->scale().moment, scale.moment, 1e-5 * scale.moment);  // a unit of errors only
  }
}

TEST(Invariants, TurningTheContactTurnsTheLoad) {
  for_contacts(16, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    const double angle = uniform(random, -3.0, 3.0);
    const auto other = friction_model(turned(item.patch, angle));
    const Vec2 direction = unit_vector(angle);
    for (int i = 0; i < 2; ++i) {
      const Twist V = random_twist(random, item.patch);
      const FrictionState a = model.state(V), b = other->state({rotated(V.velocity, direction), V.omega});
      const FrictionLoad back{rotated_back(b.load.force, direction), b.load.moment};
      EXPECT_LE(difference(back, a.load, model.scale()), 1e-13 + allowed(a, b)) << text_of(V) << angle;
      EXPECT_NEAR(b.dissipation, a.dissipation, (1e-13 + allowed(a, b)) * power_scale(model.scale(), V));
    }
  });
}

TEST(Invariants, MirroringTheContactMirrorsTheLoad) {
  for_contacts(17, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    const auto other = friction_model(mirrored(item.patch));
    for (int i = 0; i < 2; ++i) {
      const Twist V = random_twist(random, item.patch);
      const FrictionState a = model.state(V), b = other->state({{V.velocity.x, -V.velocity.y}, -V.omega});
      const FrictionLoad back{{b.load.force.x, -b.load.force.y}, -b.load.moment};
      EXPECT_LE(difference(back, a.load, model.scale()), 1e-13 + allowed(a, b)) << text_of(V);
    }
  });
}

TEST(Invariants, MovingTheReferencePointMovesTheMoment) {
  // O' = O + a: V' = V + ω ẑ×a, M' = M − a×F
  for_contacts(18, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    const Vec2 a = uniform_in_square(random, reach(item.patch));
    const auto other = friction_model(shifted(item.patch, -a));
    const Twist V = random_twist(random, item.patch);
    const FrictionState here = model.state(V), there = other->state({V.velocity + V.omega * turned_left(a), V.omega});
    const FrictionLoad expected{here.load.force, here.load.moment - cross(a, here.load.force)};
    const LoadScale scale{model.scale().force, model.scale().moment + other->scale().moment};
    EXPECT_LE(difference(there.load, expected, scale), 1e-12 + allowed(here, there)) << text_of(V);
  });
}

TEST(Invariants, OppositeMotionHasTheOppositeLoadForSymmetricLaws) {
  int others = 0;
  for_contacts(19, [&](const NamedPatch& item, const FrictionModel& model, Random& random) {
    const Twist V = random_twist(random, item.patch);
    const FrictionState a = model.state(V), b = model.state(-1.0 * V);
    const double error = difference(-1.0 * b.load, a.load, model.scale());
    if (is_symmetric(item.patch)) {
      EXPECT_LE(error, allowed(a, b)) << text_of(V);
    } else {
      others += error > 0.01;
    }
  });
  EXPECT_GT(others, test_cases(0.1));  // ratchets and the like do differ
}

TEST(Invariants, LoadIsTheGradientOfTheDissipation) {
  int checked = 0, all = 0;
  for_contacts(20, [&](const NamedPatch& item, const FrictionModel& model, Random& random) {
    if (!has_potential(item.patch)) return;
    const Twist V = random_twist(random, item.patch);
    const FrictionLoad P = model.load(V);
    const double size = reach(item.patch), speed = length(V.velocity) + std::abs(V.omega) * size;
    for (const int index : {0, 1, 2}) {
      // Richardson on central differences with 1e-3 and half of it: truncation about 1e-10 where the load is smooth,
      // noise 1e-10/1e-3 of the quadrature; a kink of the load within the step is left out
      const double h = 1e-3 * speed / (index == 2 ? size : 1.0), unit = model.scale().force * (index == 2 ? size : 1.0);
      const auto slope = [&](double step) {
        return (model.dissipation(moved(V, index, step)) - model.dissipation(moved(V, index, -step))) / (2 * step);
      };
      const double coarse = slope(h), fine = slope(0.5 * h), best = fine + (fine - coarse) / 3;
      ++all;
      if (std::abs(coarse - fine) > 1e-5 * unit) continue;
      ++checked;
      EXPECT_NEAR(component(P, index), best, 3e-6 * unit) << index << " " << text_of(V);
    }
  });
  EXPECT_GT(checked, 0.8 * all);
}

/// H scaled to units of the contact: [N] per unit of speed.
Mat3 scaled_hessian(const Mat3& H, double size, double speed, double force) {
  const Eigen::Vector3d units(1.0, 1.0, 1.0 / size);
  return speed / force * units.asDiagonal() * H * units.asDiagonal();
}

TEST(Invariants, HessianIsTheDerivativeOfTheLoad) {
  int checked = 0, all = 0;
  for_contacts(21, [&](const NamedPatch& item, const FrictionModel& model, Random& random) {
    if (!has_potential(item.patch)) return;
    for (int i = 0; i < 2; ++i) {
      const Twist V = random_twist(random, item.patch);
      const double size = reach(item.patch), speed = length(V.velocity) + std::abs(V.omega) * size;
      const double force = model.scale().force;
      if (force == 0.0) {
        EXPECT_EQ(model.hessian(V), Mat3::Zero()) << text_of(V);
        continue;
      }
      const Mat3 H = scaled_hessian(model.hessian(V), size, speed, force);
      // of the size of the contact's own curvature: the smallest radius from the center of rotation may be small
      const double bound = (is_closed_form(item.patch) ? 1e-7 : 3e-6) * std::max(1.0, H.norm());
      EXPECT_LE((H - H.transpose()).norm(), 1e-14 * std::max(1.0, H.norm())) << text_of(V);
      const Eigen::Vector3d direction(V.velocity.x / speed, V.velocity.y / speed, V.omega * size / speed);
      EXPECT_LE((H * direction).norm(), bound) << text_of(V) << "\n" << H;
      EXPECT_GE(Eigen::SelfAdjointEigenSolver<Mat3>(H).eigenvalues().minCoeff(), -bound) << text_of(V) << "\n" << H;
      for (const int column : {0, 1, 2}) {
        // a step within which the load changes by about 1e-3
        const double unit = column == 2 ? 1.0 / size : 1.0, h = 1e-3 * speed * unit / std::max(1.0, H.norm());
        const auto slope = [&](double step) -> Eigen::Vector3d {
          const FrictionLoad d = model.load(moved(V, column, step)) - model.load(moved(V, column, -step));
          return Eigen::Vector3d(d.force.x, d.force.y, d.moment / size) * (speed * unit / (2 * step * force));
        };
        const Eigen::Vector3d coarse = slope(h), fine = slope(0.5 * h), best = fine + (fine - coarse) / 3;
        ++all;
        // noise: 1e-10 of the load over a change of 1e-3; left out where the load is not smooth within the step
        if ((coarse - fine).norm() > 1e-4 * std::max(1.0, H.norm())) continue;
        ++checked;
        EXPECT_LE((H.col(column) - best).norm(), 1e-5 * std::max(1.0, H.norm()))
            << column << " " << text_of(V) << "\n"
            << H << "\ndifferences " << best.transpose();
      }
    }
  });
  EXPECT_GT(checked, 0.75 * all);
}

TEST(Invariants, LoadAloneIsThatOfTheState) {
  for_contacts(24, [](const NamedPatch& item, const FrictionModel& model, Random& random) {
    for (int i = 0; i < 5; ++i) {
      const Twist V = random_twist(random, item.patch);
      EXPECT_LE(difference(model.load(V), model.state(V).load, model.scale()), 1e-13) << text_of(V);  // other sums
      EXPECT_EQ(model.dissipation(V), model.state(V).dissipation) << text_of(V);
    }
    const Twist huge = 1e200 * random_twist(random, item.patch);
    EXPECT_LE(difference(model.load(huge), model.state(huge).load, model.scale()), 1e-13) << text_of(huge);
  });
}

TEST(Invariants, LargeBatchIsOneByOne) {
  // more than any block or chunk inside, with every kind of twist near their ends
  Random random(25);
  for (const NamedPatch& item : every_closed_form(random)) {
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    std::vector<Twist> V(9001);
    for (Twist& twist : V) twist = random_twist(random, item.patch);
    for (const std::size_t i : {0, 255, 256, 4095, 4096, 4097, 8191, 8192, 9000}) {
      V[i] = i % 3 == 0 ? Twist{} : i % 3 == 1 ? 1e300 * Twist{{0.3, -0.1}, 2.0} : Twist{{0.0, 1e-250}, 0.0};
    }
    std::vector<FrictionLoad> P(V.size(), {{7.0, 7.0}, 7.0});
    model->loads(V, P);
    for (std::size_t i = 0; i < V.size(); ++i) {
      ASSERT_LE(difference(P[i], model->load(V[i]), model->scale()), largest_batch_difference) << i << text_of(V[i]);
    }
  }
}

TEST(Invariants, BatchIsOneByOne) {
  // every kind of twist in one batch; full and part blocks of the vectorised kernels
  constexpr std::array<std::size_t, 6> sizes{0, 1, 7, 8, 9, 1000};
  Random random(22);
  const auto all = every_contact(random);
  for (std::size_t k = 0; k < all.size(); ++k) {
    SCOPED_TRACE(all[k].name);
    const auto model = friction_model(all[k].patch);
    const bool is_fast = is_closed_form(all[k].patch);
    for (const std::size_t size : sizes) {
      if (!is_fast && size > 9) continue;  // integrated contacts are not vectorised
      std::vector<Twist> V(size);
      for (std::size_t i = 0; i < size; ++i) {
        V[i] = random_twist(random, all[k].patch);
        const auto kind = random() % 8;
        if (kind == 0) V[i] = {};
        if (kind == 1) V[i] = 1e-300 * V[i];
        if (kind == 2) V[i] = 1e299 * V[i];
        if (kind == 3) V[i].omega = 0.0;
        if (kind == 4) V[i] = {{}, V[i].omega};
      }
      std::vector<FrictionLoad> P(size, {{7.0, 7.0}, 7.0});
      model->loads(V, P);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_LE(difference(P[i], model->load(V[i]), model->scale()), largest_batch_difference)
            << i << " of " << size << text_of(V[i]);
      }
    }
  }
}

TEST(Invariants, BatchOfSeveralSupportsIsOneByOne) {
  Random random(23);
  for (int round = 0; round < test_cases(0.1); ++round) {
    const NamedPatch item = several_supports(random);
    SCOPED_TRACE(item.name);
    const auto model = friction_model(item.patch);
    std::vector<Twist> V(11);
    for (Twist& twist : V) twist = random_twist(random, item.patch);
    V[3] = {};
    std::vector<FrictionLoad> P(V.size());
    model->loads(V, P);
    for (std::size_t i = 0; i < V.size(); ++i) {
      EXPECT_LE(difference(P[i], model->load(V[i]), model->scale()), largest_batch_difference) << text_of(V[i]);
    }
  }
}

}  // namespace
}  // namespace dryslip::tests
