"""Plain data: constructors, repr, equality, pickle."""

import copy
import inspect
import pickle

import numpy as np
import pytest
from conftest import patches
from hypothesis import given

import dryslip as ds


@given(patches)
def test_repr_reads_back_to_the_same_contact(patch):
    assert eval(repr(patch), vars(ds)) == patch


@given(patches)
def test_pickle_and_copy_keep_every_field(patch):
    assert pickle.loads(pickle.dumps(patch)) == patch
    assert copy.deepcopy(patch) == patch


def test_equality_sees_every_field():
    patch = ds.ContactPatch(normal_force=10.0, mu=0.3, supports=[ds.Support(ds.Disk(radius=0.05))])
    assert patch != patch.replace(mu=0.31)
    assert patch != patch.replace(supports=[ds.Support(ds.Ring(radius=0.05))])
    assert patch.replace(mu=0.31).replace(mu=0.3) == patch


def test_fields_cannot_be_changed_in_place():
    with pytest.raises(AttributeError):
        ds.Disk(radius=0.05).radius = 0.1


def test_points_take_arrays_and_a_weight_of_1_by_default():
    points = ds.Points(points=np.array([[0.0, 0.1], [0.2, 0.3]]))
    assert points == ds.Points(points=[(0.0, 0.1, 1.0), (0.2, 0.3, 1.0)])


def test_formulas_are_text_or_numbers():
    assert ds.SliderDrive(fx=0.25).fx == "0.25"
    with pytest.raises(ValueError, match="column"):
        ds.SliderDrive(fx="2*sin(t")


def test_unknown_words_are_value_errors_that_name_the_known_ones():
    with pytest.raises(ValueError, match=r"half: \"lft\": did you mean 'left'\? must be one of none, left, right"):
        ds.FreeLaw(half="lft")
    with pytest.raises(ValueError, match="tangent, -tangent, radial"):
        ds.WheelLaw(heading="tangential")


def test_every_public_name_has_a_docstring():
    for name, thing in vars(ds).items():
        if name.startswith("_") or inspect.ismodule(thing) or name in ("annotations", "szewc_parameters"):
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert getattr(value, "__doc__", None) is not None, f"{name}.{member}"


def test_shares_and_gyration_of_two_disks():
    # areas 1 : 4, so that the plate has k² = (1·r²/2 + 4·(2r)²/2 + distances)/5
    small, large = ds.Support(ds.Disk(radius=0.01), (0.1, 0.0)), ds.Support(ds.Disk(radius=0.02), (-0.1, 0.0))
    patch = ds.ContactPatch(normal_force=5.0, mu=0.2, supports=[small, large])
    np.testing.assert_allclose(ds.normal_forces(patch), [1.0, 4.0], rtol=1e-14)
    expected = 0.2 * (0.01**2 / 2 + 0.01) + 0.8 * (0.02**2 / 2 + 0.01)
    assert ds.squared_gyration_radius(patch, (0.0, 0.0)) == pytest.approx(expected, rel=1e-13)


def test_a_castor_dragged_along_turns_as_in_closed_form():
    arm = ds.CastorArm(length=0.1, bend=0.2)
    angle = ds.line_angle_after(arm, 1.0, 0.05)
    expected = 2 * np.arctan(np.tan(0.6) * np.exp(-0.05 / (0.1 * np.cos(0.2)))) - 0.2
    assert angle == pytest.approx(expected, rel=1e-12)
