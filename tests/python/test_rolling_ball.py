"""A ball on a table."""

import pickle

import numpy as np
import pytest

import dryslip as ds


def test_a_ball_that_slides_comes_to_roll_at_five_sevenths_of_its_speed():
    # a point contact: no spin, no rolling resistance; v = 5/7 v0 at t = 2/7 v0/(mu g)
    ball = ds.Ball(radius=0.02, contact_radius=1e-5, mu=0.2, initial=ds.BallState(velocity=(0.7, 0.0)))
    run = ds.simulate_ball(ball, duration=0.3)
    rolls = next(event for event in run.events if event.to == "roll")
    assert rolls.t == pytest.approx(2 / 7 * 0.7 / (0.2 * 9.81), rel=1e-6)
    np.testing.assert_allclose(run.velocity[-1], [0.5, 0.0], atol=1e-6)
    np.testing.assert_allclose(run.omega[-1], [0.0, 0.5 / 0.02, 0.0], atol=1e-4)
    assert run.outcome == "finished" and run.sol(0.1).shape == (4,)
    assert pickle.loads(pickle.dumps(run)).events == run.events
    assert eval(repr(ball), vars(ds)) == ball == pickle.loads(pickle.dumps(ball))


def test_bad_balls_are_value_errors():
    with pytest.raises(ValueError, match="mu"):
        ds.simulate_ball(ds.Ball(radius=0.02, contact_radius=1e-3, mu=-0.1), duration=1.0)
    with pytest.raises(ValueError, match="run.output_step"):
        ds.simulate_ball(ds.Ball(radius=0.02, contact_radius=1e-3, mu=0.1), duration=1.0, output_step=-1.0)


def test_a_formula_without_value_ends_the_run_with_what_is_done():
    ball = ds.Ball(radius=0.02, contact_radius=0.003, mu=0.2, table=ds.VibratingTable(velocity=("sqrt(0.3 - t)", 0)))
    run = ds.simulate_ball(ball, duration=1.0, output_step=0.01)
    assert run.outcome == "formula_not_finite" and run.t[-1] == pytest.approx(0.3, abs=0.011)
    assert run.reason.startswith('table.velocity: "sqrt(0.3 - t)": ')
