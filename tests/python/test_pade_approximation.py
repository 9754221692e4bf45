"""Surrogates of a contact: what they promise of themselves."""

import json

import numpy as np
import pytest
from conftest import ROOT, disk, reference

import dryslip as ds


@pytest.mark.parametrize("kind", ["pade", "ellipsoid", "quartic", "table"])
def test_no_load_is_farther_off_than_the_model_says(kind):
    patch = disk(center=(0.01, 0.0))
    exact = ds.friction_model(patch)
    for fitted in ds.fit_model(patch, kind):
        V = np.random.default_rng(3).normal(size=(3000, 3)) * [1.0, 1.0, 20.0]
        error = np.abs(fitted.model.load(V) - exact.load(V)) / [exact.scale.force] * np.array([1.0, 1.0, 1.0])
        force = np.hypot(error[:, 0], error[:, 1])
        moment = error[:, 2] * exact.scale.force / exact.scale.moment
        assert fitted.kind == kind and fitted.variant and fitted.parameters
        # the largest error is searched for, not proven
        assert max(force.max(), moment.max()) <= 1.02 * fitted.error.largest
        assert max(force.max(), moment.max()) >= 0.3 * fitted.error.largest
        assert fitted.error.rms < fitted.error.largest
        assert fitted.model.has_potential == (kind != "pade")


def test_the_first_variant_is_that_of_friction_model():
    V = np.random.default_rng(3).normal(size=(20, 3))
    model = ds.friction_model(disk(), model="quartic")
    fitted = ds.fit_model(disk(), "quartic")[0]
    np.testing.assert_array_equal(model.load(V), fitted.model.load(V))
    assert model.model_error == fitted.error.largest


def test_fits_say_how_far_they_are_and_can_be_stopped():
    # many integrated loads: the fit takes much longer than the 50 ms after which it is told
    support = ds.Support(ds.Disk(radius=0.05), pressure=ds.ExpressionPressure("1 + 100*x^2*y"))
    patch = ds.ContactPatch(normal_force=10.0, mu=0.3, supports=[support] * 20)
    told = []
    fitted = ds.fit_model(patch, "table", progress=told.append)[0]
    assert told == sorted(told) and 0 <= told[0] < told[-1] <= 1

    def stop(part):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ds.fit_model(patch, "table", progress=stop)
    with pytest.raises(RuntimeError, match="enough"):
        ds.measure_cost(ds.friction_model(patch), fitted.frame, progress=stop)


def test_same_numbers_as_the_command_line(program):
    answer = json.loads(program("fit", ROOT / "scenarios/hertz_ball_contact.toml", "--model", "pade", "--quiet").stdout)
    fitted = ds.fit_model(ds.read_scenario("hertz_ball_contact").contact, "pade")[0]
    assert fitted.parameters == answer["parameters"]
    assert fitted.error.largest == answer["max_error"] and fitted.error.rms == answer["rms_error"]
    assert fitted.pade.T.rms == answer["T"]["rms"]


def test_a_contact_that_cannot_have_one_is_a_value_error():
    patch = ds.ContactPatch(normal_force=1.0, mu=0.3, supports=[ds.Support(ds.Points([(0, 0)]), law=ds.WheelLaw())])
    with pytest.raises(ValueError):
        ds.fit_model(patch, "pade")


def test_the_reference_of_the_ball_contact():
    cases = reference("szewc_model")
    assert len(cases) == 35
    for case in cases:
        slip, shift = [case["vsx"], case["vsy"], case["ws"]], (case["dc"], case["ds"])
        for name, load in (("eq7", ds.hertz_integral), ("eq12", ds.pade_load)):
            expected = [case[name][component] for component in ("Tx", "Ty", "M")]
            np.testing.assert_allclose(load(slip, shift, epsilon=case["eps_t"]), expected, atol=1e-11)


def test_costs_are_positive():
    fitted = ds.fit_model(disk(), "ellipsoid")[0]
    cost = ds.measure_cost(fitted.model, fitted.frame)
    assert 0 < cost.in_batch and 0 < cost.one_by_one < 1e6
