"""Limit surface: which loads stick, which motion starts, mesh, section, special points."""

import json
import pickle

import numpy as np
import pytest
from conftest import ROOT, answered, columns_of, disk, patches, reference, support_of, twists
from hypothesis import given
from hypothesis import strategies as st

import dryslip as ds


@given(patches, twists, st.floats(0.1, 10))
def test_the_motion_of_a_load_on_the_surface_carries_it(patch, V, factor):
    surface = ds.LimitSurface(patch)
    model = ds.friction_model(patch)
    P = model.load(V)
    answer = surface.motion_of(factor * P)
    assert answer.factor == pytest.approx(1 / factor, rel=1e-9)
    assert answer.sticks == (answer.factor >= 1)
    assert answer.lower <= answer.factor * (1 + 1e-14) and answer.factor <= answer.upper * (1 + 1e-14)
    assert answer.converged and answer.upper - answer.lower <= 1.01e-10 * answer.factor
    # maximum power: no load of the set has more power in the motion found
    power = ds.power(P, answer.motion)
    assert power == pytest.approx(model.dissipation(answer.motion), rel=1e-8)


def test_leading_axes_and_the_zero_load():
    surface = ds.LimitSurface(disk())
    answer = surface.motion_of(np.zeros((2, 4, 3)))
    assert answer.factor.shape == (2, 4) and np.all(np.isinf(answer.factor)) and np.all(answer.sticks)
    assert answer.motion.shape == (2, 4, 3)
    assert surface.motion_of([3.0, 0.0, 0.0]).factor == pytest.approx(1.0, rel=1e-10)


@pytest.mark.parametrize("scenario", ["kardan_general_motion", "dumbbell", "disk_as_ellipsoid"])
def test_same_bits_as_the_command_line(program, scenario):
    P = np.random.default_rng(5).normal(size=(40, 3)) * [0.2, 0.2, 0.002]
    columns = answered(program, "motion", ROOT / f"scenarios/{scenario}.toml", "--loads", header="fx,fy,moment", rows=P)
    found = ds.read_scenario(scenario).limit_surface("static").motion_of(P)
    np.testing.assert_array_equal(found.factor, columns["factor"])
    np.testing.assert_array_equal(found.motion, np.stack([columns[n] for n in ("vx", "vy", "omega")], axis=1))
    np.testing.assert_array_equal(found.is_unique, columns["unique"] == 1)
    assert [("stick" if sticks else "slip") for sticks in found.sticks] == columns["state"]


def test_kardans_test_is_never_below_the_exact_one():
    scenario = ds.read_scenario("kardan_general_motion")
    body = scenario.slider_of()
    surface = scenario.limit_surface("static")
    metric = ds.kinetic_metric(body.mass, body.inertia)
    P = np.random.default_rng(2).normal(size=(30, 3)) * [0.05, 0.05, 0.0005]
    exact, one_twist = surface.motion_of(P), surface.motion_by_one_twist(P, metric)
    assert np.all(one_twist.factor >= exact.factor * (1 - 1e-9))
    assert np.any(one_twist.factor > 1.01 * exact.factor)
    np.testing.assert_allclose(one_twist.motion, P / np.diag(metric), rtol=1e-12)


def test_mesh_of_a_uniform_disk_closes_and_keeps_its_gap():
    patch = disk()
    mesh = ds.LimitSurface(patch).mesh(gap=0.02)
    assert mesh.converged and mesh.gap <= 0.02
    assert mesh.triangles.min() >= 0 and mesh.triangles.max() < len(mesh.loads)
    # points are loads of their motions
    np.testing.assert_allclose(ds.friction_model(patch).load(mesh.motions), mesh.loads, atol=1e-9)
    # Euler: every edge belongs to two triangles
    edges = np.sort(np.concatenate([mesh.triangles[:, [0, 1]], mesh.triangles[:, [1, 2]], mesh.triangles[:, [2, 0]]]), axis=1)
    counts = np.unique(edges, axis=0, return_counts=True)[1]
    assert np.all(counts == 2)
    again = pickle.loads(pickle.dumps(mesh))
    np.testing.assert_array_equal(again.loads, mesh.loads)
    assert again == mesh


def test_facets_and_vertices_of_the_dumbbell_are_named():
    mesh = ds.read_scenario("dumbbell").limit_surface().mesh(gap=0.02)
    assert len(mesh.facets) == 4 and len(mesh.vertices) == 4
    assert {facet.loads["type"] for facet in mesh.facets} == {"ellipse"}


def test_section_of_a_disk_without_moment_is_a_circle():
    section = ds.LimitSurface(disk()).section((0.0, 0.0, 1.0))
    np.testing.assert_allclose(np.hypot(section.loads[:, 0], section.loads[:, 1]), 3.0, rtol=1e-9)
    np.testing.assert_allclose(section.loads[:, 2], 0.0, atol=1e-14)
    with pytest.raises(ValueError):
        ds.LimitSurface(disk()).section((0.0, 0.0, 0.0))


@pytest.mark.parametrize("scenario", ["dumbbell", "kardan_general_motion"])
def test_a_section_has_the_bits_of_the_command_line(program, tmp_path, scenario):
    section = ds.read_scenario(scenario).limit_surface().section((0, 1, 0))
    answer = program("surface", ROOT / f"scenarios/{scenario}.toml", "--section", "0,1,0", "--out", tmp_path / "s.csv")
    assert answer.returncode == 0, answer.stderr
    columns = columns_of((tmp_path / "s.csv").read_text())
    np.testing.assert_array_equal(section.loads, np.stack([columns[n] for n in ("fx", "fy", "moment")], axis=1))
    np.testing.assert_array_equal(section.motions, np.stack([columns[n] for n in ("vx", "vy", "omega")], axis=1))
    np.testing.assert_array_equal(section.is_unique, columns["unique"] == 1)
    np.testing.assert_array_equal(section.is_on_facet, columns["on_facet"] == 1)
    has_points = scenario == "dumbbell"  # vertices and facets
    assert section.is_unique.all() != has_points and section.is_on_facet.any() == has_points


def test_loads_of_a_vertex_have_a_fan_of_motions():
    answer = ds.read_scenario("dumbbell").limit_surface().motion_of([2.0, 0.0, 0.0])
    assert not answer.is_unique and len(answer.motions) == 2
    # the ends are the spins about the two points
    ends = np.array([motion / abs(motion[2]) for motion in answer.motions])
    np.testing.assert_allclose(np.sort(ends[:, 2]), [-1.0, 1.0])
    np.testing.assert_allclose(ends[:, 0], 0.05, atol=1e-12)


def test_special_points_of_the_reference():
    cases = [case for case in reference("special_points") if case["kind"] == "patch"]
    assert cases
    for case in cases:
        patch = ds.ContactPatch(normal_force=case["N"], mu=case["mu"], supports=[support_of(case["patch"])])
        points = ds.find_special_points(ds.LimitSurface(patch))
        np.testing.assert_allclose(points.center_of_pressure, case["CP"], atol=1e-12)
        np.testing.assert_allclose(points.center_of_friction, case["CF"], atol=1e-12)
        np.testing.assert_allclose(points.center_of_twist, case["CT"], atol=1e-9)
        assert points.least_moment == pytest.approx(case["moment_at_CT"], rel=1e-12)


def test_special_points_as_on_the_command_line(program):
    for scenario in ["dumbbell", "l_shape_with_hole", "ring_of_ratchets"]:
        answer = json.loads(program("points", ROOT / f"scenarios/{scenario}.toml").stdout)
        found = ds.find_special_points(ds.read_scenario(scenario).limit_surface())
        for name, value in answer.items():
            mine = json.loads(json.dumps(getattr(found, name)))
            assert mine == value or (mine is None and value == "none"), name


def test_laws_without_a_surface_are_value_errors_that_show_why():
    law = ds.CustomLaw("0.3", turn=0.4)
    patch = ds.ContactPatch(normal_force=1.0, supports=[ds.Support(ds.Disk(radius=0.1), law=law)])
    assert not ds.obeys_maximum_power(law)
    with pytest.raises(ValueError, match=r"support\[0\]\.law"):
        ds.LimitSurface(patch)
    assert ds.friction_model(patch).load([1.0, 0.0, 0.0])[1] == pytest.approx(0.3 * np.sin(0.4), rel=1e-8)


def test_surfaces_are_pickled():
    surface = ds.LimitSurface(disk(), model="quartic", coefficient="static")
    again = pickle.loads(pickle.dumps(surface))
    assert repr(again) == repr(surface) and not again.is_exact
    assert again.motion_of([1.0, 0.5, 0.02]) == surface.motion_of([1.0, 0.5, 0.02])


def test_bounds_of_the_dissipation_hold_what_is_met():
    patch, metric = disk(), ds.kinetic_metric(1.0, 1.25e-3)
    bounds = ds.bound_dissipation(ds.LimitSurface(patch), metric, width=1e-3)
    V = np.random.default_rng(4).normal(size=(2000, 3))
    V /= np.sqrt(np.einsum("ni,ij,nj->n", V, metric, V))[:, None]
    D = ds.friction_model(patch).dissipation(V)
    assert bounds.least <= D.min() and D.max() <= bounds.largest
    assert bounds.largest_found <= bounds.largest <= bounds.largest_found * 1.002
    directions = ds.find_eigen_directions(patch, metric)
    assert directions.is_complete
    assert directions.directions[0].eigenvalue == pytest.approx(bounds.least_found, rel=1e-3)
