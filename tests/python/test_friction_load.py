"""Friction loads: closed forms, reference data, properties, leading axes, the command line's bits."""

import pickle
import queue
import sys
import threading

import numpy as np
import pytest
from conftest import ROOT, answered, disk, patches, reference, support_of, twists
from hypothesis import given
from hypothesis import strategies as st

import dryslip as ds


@pytest.mark.parametrize(
    ("pressure", "spin_moment"),
    [(ds.UniformPressure(), 2 / 3), (ds.HertzPressure(), 3 * np.pi / 16), (ds.PunchPressure(), np.pi / 4)],
)
def test_spin_moment_of_a_disk_in_units_of_mu_N_R(pressure, spin_moment):
    model = ds.friction_model(disk(pressure=pressure))
    np.testing.assert_allclose(model.load([0.0, 0.0, 7.0]), [0, 0, spin_moment * 0.15], atol=1e-15)


def test_reference_loads():
    cases = reference("patch_friction")
    assert len(cases) == 203
    for case in cases:
        patch = ds.ContactPatch(normal_force=case["N"], mu=case["mu"], supports=[support_of(case["patch"])])
        model = ds.friction_model(patch)
        if not model.is_unique(case["twist"]):
            continue
        # the file is good to 1e-9 relative to LoadScale where its two methods are (README of the reference data)
        error = np.abs(model.load(case["twist"]) + np.array(case["friction_on_body"]))
        assert np.all(error <= 1e-9 * np.array([model.scale.force] * 2 + [model.scale.moment])), case["id"]


@given(patches, twists)
def test_load_is_the_gradient_of_the_dissipation(patch, V):
    model = ds.friction_model(patch)
    h = 1e-6 * np.array([1.0, 1.0, 20.0])  # central differences: truncation h², round-off 1e-16/h
    V = np.array(V)
    steps = V + np.concatenate([np.diag(h), -np.diag(h)])
    D = model.dissipation(steps)
    slope = (D[:3] - D[3:]) / (2 * h)
    state = model.state(V)
    # where a support is at the center of rotation the second derivative is large: the error is that of D times it
    curvature = np.abs(model.hessian(V)).max() if model.is_unique(V) else np.inf
    tolerance = 1e-7 * (model.scale.force + model.scale.moment) + 1e-2 * curvature * h.max() * h
    if np.isfinite(curvature):
        assert np.all(np.abs(state.load - slope) <= tolerance)
    assert state.dissipation == pytest.approx(ds.power(state.load, V), rel=1e-12)


@given(patches, twists, st.floats(1e-3, 1e3))
def test_dissipation_is_homogeneous_and_not_negative(patch, V, factor):
    model = ds.friction_model(patch)
    V = np.array(V)
    D = model.dissipation(V)
    assert D >= 0
    assert model.dissipation(factor * V) == pytest.approx(factor * D, rel=1e-12)
    np.testing.assert_allclose(model.load(-V), -model.load(V), atol=1e-12 * model.scale.force)


@given(patches, twists, twists, st.floats(0, 1))
def test_dissipation_is_convex(patch, V, W, s):
    model = ds.friction_model(patch)
    V, W = np.array(V), np.array(W)
    middle = model.dissipation(s * V + (1 - s) * W)
    assert middle <= s * model.dissipation(V) + (1 - s) * model.dissipation(W) + 1e-13 * model.scale.force * 30


@given(patches, twists)
def test_load_by_the_gradient_of_the_moment_function_is_the_same(patch, V):
    omega = V[2] if abs(V[2]) > 1 else 1.0
    center = np.array([-V[1], V[0]]) / omega
    spin = "counter_clockwise" if omega > 0 else "clockwise"
    model = ds.friction_model(patch)
    twist = ds.unit_spin(center, spin)
    np.testing.assert_allclose(twist * abs(omega), [V[0], V[1], omega], atol=1e-13)
    scale = np.array([model.scale.force] * 2 + [model.scale.force * (np.hypot(*center) + 0.3)])
    assert np.all(np.abs(ds.load_by_gradient(model, center, spin) - model.load(twist)) <= 1e-11 * scale)
    assert ds.moment_function(model, center, spin) == pytest.approx(model.dissipation(twist), rel=1e-13)


def test_the_gradient_of_the_moment_function_by_differences():
    model = ds.friction_model(disk(center=(0.02, 0.01)))
    c, h = np.array([0.03, -0.01]), 1e-6
    steps = c + h * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
    for spin in ("counter_clockwise", "clockwise"):
        M = ds.moment_function(model, steps, spin)
        state = ds.moment_state(model, c, spin)
        np.testing.assert_allclose(state.gradient, [(M[0] - M[1]) / (2 * h), (M[2] - M[3]) / (2 * h)], rtol=1e-7)
        assert state.converged and 0 < state.error_bound < 1e-12  # a closed form: rounding


@given(patches, st.lists(twists, min_size=1, max_size=12))
def test_leading_axes_are_kept(patch, rows):
    model = ds.friction_model(patch)
    V = np.array(rows)
    P = model.load(V)
    assert P.shape == V.shape
    for shape in [(1, -1, 3), (-1, 1, 1, 3)]:
        again = model.load(V.reshape(shape))
        assert again.shape == V.reshape(shape).shape
        np.testing.assert_array_equal(again.reshape(-1, 3), P)
    np.testing.assert_array_equal(model.load(V.tolist()), P)
    np.testing.assert_array_equal(model.load(np.asfortranarray(V)), P)
    assert model.hessian(V).shape == (len(rows), 3, 3)
    assert model.is_unique(V).dtype == bool
    # batches say that they differ from one by one, by less than 4e-13 relative to LoadScale
    one_by_one = model.state(V).load
    assert np.all(np.abs(one_by_one - P)[:, :2] <= 4e-13 * model.scale.force)


def test_no_twists_give_no_loads():
    model = ds.friction_model(disk())
    assert model.load(np.zeros((0, 3))).shape == (0, 3)
    assert model.state(np.zeros((2, 0, 3))).dissipation.shape == (2, 0)


def test_points_agree_with_the_closed_form():
    patch, V = disk(center=(0.02, 0.01)), np.array([0.3, -0.2, 1.0])  # center of rotation outside of the disk
    exact = ds.friction_model(patch).load(V)
    coarse, fine = (np.abs(ds.sample_patch(patch, n).load(V) - exact).max() for n in (40, 160))
    assert fine < 1e-3
    assert fine < coarse / 8  # order 2 would give 16


def test_the_load_is_a_set_where_a_point_does_not_slip():
    patch = ds.ContactPatch(normal_force=4.0, mu=0.5, supports=[ds.Support(ds.Points([(0.0, 0.05), (0.0, -0.05)]))])
    model = ds.friction_model(patch)
    spin = ds.unit_spin([0.0, 0.05])
    assert model.is_unique(spin) is False
    found = model.load_set(spin)
    assert found["type"] == "ellipse"
    np.testing.assert_allclose(found["center"], [1.0, 0.0, 0.05], atol=1e-15)
    assert model.load_set([0.0, 0.0, 0.0]) == {"type": "all"}
    assert model.load_set([1.0, 0.0, 0.0])["type"] == "point"


@pytest.mark.parametrize("scenario", ["kardan_general_motion", "l_shape_with_hole", "cart_on_wheels", "disk_as_ellipsoid"])
def test_same_bits_as_the_command_line(program, scenario):
    V = np.random.default_rng(7).normal(size=(300, 3)) * [0.3, 0.3, 10.0]
    columns = answered(program, "load", ROOT / f"scenarios/{scenario}.toml", "--twists", header="vx,vy,omega", rows=V)
    model = ds.read_scenario(scenario).friction_model()
    np.testing.assert_array_equal(model.load(V), np.stack([columns[n] for n in ("fx", "fy", "moment")], axis=1))
    np.testing.assert_array_equal(model.is_unique(V), columns["unique"] == 1)


def test_models_are_pickled_with_the_same_bits():
    V = np.random.default_rng(1).normal(size=(50, 3))
    patch = disk(pressure=ds.ExpressionPressure("1 + 100*x^2"), center=(0.01, 0.0))
    for model in [
        ds.friction_model(patch, tolerance=1e-8),
        ds.friction_model(disk(), model="ellipsoid"),
        ds.sample_patch(disk(), 20),
        ds.fit_model(disk(), "quartic")[-1].model,
    ]:
        again = pickle.loads(pickle.dumps(model))
        assert repr(again) == repr(model)
        np.testing.assert_array_equal(again.load(V), model.load(V))


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([[1.0, 2.0]], r"twists: shape \(1, 2\): the last axis must hold vx, vy, omega"),
        (3.0, r"twists: shape \(\): the last axis"),
        ([[0.0, 0.0, 0.0], [0.0, np.nan, 0.0]], r"twists\[1\]: not finite"),
        ([0.0, np.inf, 0.0], r"twists\[0\]: not finite"),
        ("abc", "twists: must be numbers"),
    ],
)
def test_bad_twists_are_value_errors(bad, message):
    with pytest.raises(ValueError, match=message):
        ds.friction_model(disk()).load(bad)


def test_the_hessian_of_the_zero_twist_is_a_value_error():
    with pytest.raises(ValueError):
        ds.friction_model(disk()).hessian([0.0, 0.0, 0.0])


def test_other_threads_run_while_loads_are_computed():
    model = ds.friction_model(disk(pressure=ds.ExpressionPressure("1 + 100*x^2*y")), tolerance=1e-12)
    V = np.random.default_rng(3).normal(size=(4000, 3))
    asked, answered = queue.SimpleQueue(), []

    def answer():
        while asked.get():
            answered.append(True)

    other = threading.Thread(target=answer)
    other.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000.0)  # nobody is made to give up the interpreter lock: only the call itself lets the other thread in
    try:
        for _ in range(20):  # a busy machine may be late to run it
            asked.put(True)
            model.load(V)
            if answered:
                break
        assert answered
    finally:
        sys.setswitchinterval(interval)
        asked.put(False)
        other.join()
