"""Accelerations of joints: reference data, the command line's answers, maps and runs."""

import json
import pickle

import numpy as np
import pytest
from conftest import ROOT, columns_of, reference

import dryslip as ds

PROBLEMS = [name for name in ds.scenarios() if name.startswith("forward_dynamics/")]


def test_scalar_joints_of_the_reference():
    cases = [case for case in reference("dupont") if case["kind"] == "scalar" and case["sgn_qdot"] != 0]
    assert len(cases) > 50
    for case in cases:
        joint = ds.ScalarJoint(**{name: case[name] for name in ("a", "b", "c", "d", "mu")})
        found = ds.solve_joint(joint, case["tau"], case["sgn_qdot"])
        if found.verdict == "continuum":
            continue
        assert len(found.solutions) == case["count"]
        assert found.verdict == ("none" if case["count"] == 0 else "one" if case["count"] == 1 else "several")
        for mine in found.solutions:
            # the equation of motion
            q = mine.acceleration
            friction = joint.mu * abs(joint.c * q + joint.d) * np.sign(case["sgn_qdot"])
            assert joint.a * q + joint.b + friction == pytest.approx(case["tau"], rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("contact", ["bilateral", "unilateral"])
@pytest.mark.parametrize(("velocity", "motion"), [(1.0, "forwards"), (-1.0, "backwards")])
def test_torque_lines_meet_a_torque_at_the_solutions(contact, velocity, motion):
    joint = ds.ScalarJoint(a=2.0, b=0.5, c=1.0, d=3.0, mu=3.5, contact=contact)
    lines = [line for line in ds.torque_lines(joint) if line.motion in (motion, "separated")]
    met_any = 0
    for tau in np.linspace(-20.0, 20.0, 41):
        met = [(tau - line.offset) / line.slope for line in lines]
        met = sorted(q for q, line in zip(met, lines) if line.from_ <= q <= line.to)
        assert met == pytest.approx([solution.acceleration for solution in ds.solve_joint(joint, tau, velocity).solutions], rel=1e-12)
        met_any += len(met)
    assert met_any > 20


def test_margin_of_a_joint_is_a_over_mu_c():
    assert ds.uniqueness_margin(ds.ScalarJoint(a=2.0, c=-4.0, d=1.0, mu=0.1), 1.0) == pytest.approx(5.0, rel=1e-14)
    assert ds.critical_mu_of_rod(np.arctan(2.0)) == pytest.approx(4 / 3, rel=1e-13)


@pytest.mark.parametrize("name", PROBLEMS)
def test_same_answers_as_the_command_line(program, name):
    problem = ds.read_scenario(name)
    answer = program("forward", ROOT / f"scenarios/{name}.toml")
    assert answer.returncode == 0, answer.stderr
    assert problem.answer() == json.loads(answer.stdout)
    again = pickle.loads(pickle.dumps(problem))
    assert again.answer() == problem.answer() and repr(again) == repr(problem)


def test_a_problem_of_a_dict_is_that_of_the_file():
    tables = {"joint": {"a": 2, "b": 1, "c": 1, "d": 3, "mu": 0.5, "tau": 2, "velocity": 1}}
    problem = ds.ForwardProblem.from_dict(tables)
    found = ds.solve_joint(ds.ScalarJoint(a=2, b=1, c=1, d=3, mu=0.5), 2, 1)
    assert problem.answer()["solutions"][0]["acceleration"] == found.solutions[0].acceleration
    with pytest.raises(ValueError, match="<dict>: joint.a: -1: "):
        ds.ForwardProblem.from_dict({"joint": {**tables["joint"], "a": -1}})


def test_a_mechanism_of_independent_joints_has_the_solutions_of_each():
    one = ds.ScalarJoint(a=2.0, b=1.0, c=1.0, d=3.0, mu=3.5)
    alone = ds.solve_joint(one, -2.0, 1.0)
    both = ds.solve_mechanism(
        ds.Mechanism(A=np.diag([2.0, 2.0]), C=np.eye(2), b=[1.0, 1.0], d=[3.0, 3.0], mu=[3.5, 3.5]), [-2.0, -2.0], [1.0, 1.0]
    )
    assert alone.verdict == both.verdict == "several"
    assert len(both.solutions) == len(alone.solutions) ** 2
    values = {round(x.acceleration, 9) for x in alone.solutions}
    assert {round(float(q), 9) for s in both.solutions for q in s.acceleration} == values
    bound = ds.bound_uniqueness(ds.Mechanism(A=np.diag([2.0, 2.0]), C=np.eye(2), b=[0, 0], d=[1, 1], mu=[1.0, 0.5]), [1.0, 1.0])
    assert bound.is_unique and bound.margin_low == pytest.approx(2.0, rel=1e-10)


def test_count_map_counts_what_solve_joint_finds():
    problem = ds.read_scenario("forward_dynamics/joint_fig_3")
    mu, tau = np.linspace(0.1, 4.0, 7), np.linspace(-12.0, 8.0, 9)
    counts = problem.count_map("mu", mu, "tau", tau)
    assert counts.shape == (9, 7) and {0, 1, 2} <= set(counts.ravel().tolist())
    joint, velocity = problem.model, problem.velocity[0]
    for i, t in enumerate(tau):
        for j, m in enumerate(mu):
            assert counts[i, j] == len(ds.solve_joint(joint.replace(mu=m), t, velocity).solutions)
    with pytest.raises(ValueError, match="not a numeric key"):
        problem.count_map("nu", mu, "tau", tau)


def run_and_columns(program, name):
    """A run, and the columns that the command line has of it."""
    answer = program("forward", ROOT / f"scenarios/{name}.toml", "--simulate")
    assert answer.returncode == 0, answer.stderr
    return ds.simulate(ds.read_scenario(name)), columns_of(answer.stdout)


def test_a_run_has_the_bits_of_the_command_line(program):
    run, columns = run_and_columns(program, "forward_dynamics/torque_drop")
    for column in ("position", "velocity", "acceleration", "normal_force", "tau"):
        np.testing.assert_array_equal(getattr(run, column)[:, 0], columns[column])
    assert [row[0] for row in run.mode] == columns["mode"]
    assert run.success and pickle.loads(pickle.dumps(run)).events == run.events


def test_a_run_of_two_joints_has_the_columns_of_the_file(program):
    run, columns = run_and_columns(program, "forward_dynamics/stick_slip_of_two_joints")
    assert [*run.columns, "mode_0", "mode_1"] == list(columns)
    for column in run.columns:
        np.testing.assert_array_equal(run[column], columns[column], err_msg=column)
    np.testing.assert_array_equal(run.velocity, np.stack([columns["velocity_0"], columns["velocity_1"]], axis=1))
    assert run.mode == [list(row) for row in zip(columns["mode_0"], columns["mode_1"])]


def test_a_joint_under_constant_torque_moves_as_in_closed_form():
    mechanism = ds.mechanism_of(ds.ScalarJoint(a=2.0, c=0.0, d=3.0, mu=0.5))
    run = ds.simulate_joint(mechanism, ["5"], duration=1.0, output_step=0.1)
    np.testing.assert_allclose(run.position[:, 0], 0.5 * (5 - 1.5) / 2 * run.t**2, rtol=1e-12, atol=1e-15)
    with pytest.raises(ValueError, match="one value for each of the 1 joints"):
        ds.simulate_joint(mechanism, ["5", "5"])


def test_screw_properties():
    screw = ds.ScrewDrive(inertia=1e-4, mass=10.0, lead=0.002, helix=0.1, thread=0.0, mu=0.05)
    found = ds.screw_properties(screw)
    assert found.friction_angle == pytest.approx(np.arctan(0.05), rel=1e-13)
    assert found.is_overhauling
    assert found.inverse_efficiency[0] == pytest.approx(np.tan(0.1 + found.friction_angle) / np.tan(0.1), rel=1e-12)
    assert ds.solve_screw(screw, 0.5, 1.0).verdict == "one"
    with pytest.raises(ValueError, match="helix"):
        ds.screw_properties(screw.replace(helix=-1.0))


def test_a_torque_without_value_ends_the_run_with_what_is_done():
    mechanism = ds.mechanism_of(ds.ScalarJoint(a=2, b=1, c=1, d=3, mu=0.5))
    run = ds.simulate_joint(mechanism, ["8 + sqrt(0.45 - t)"], velocity=[1.0], output_step=0.1)
    assert run.outcome == "formula_not_finite" and len(run.t) == 5 and not run.success
    assert run.reason.startswith('tau[0]: "8 + sqrt(0.45 - t)": not finite at about t = 0.4')
    assert run.message.endswith(run.reason)
