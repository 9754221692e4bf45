"""Pictures: drawn into the axes given, labelled with units, vector output, and showing what was computed."""

import io
import re

import numpy as np
import pytest
from conftest import disk

import dryslip as ds

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from dryslip import plot  # noqa: E402


def pictures():
    dumbbell = ds.read_scenario("dumbbell")
    block = ds.read_scenario("free_slide_of_a_block")
    joint = ds.read_scenario("forward_dynamics/joint_fig_3")
    run = ds.simulate(block)
    ladder = [(fitted, ds.LoadCost(20.0, 10.0)) for kind in ("exact", "ellipsoid") for fitted in ds.fit_model(disk(), kind)]
    return {
        "contact": lambda ax: plot.contact(dumbbell.contact, ax),
        "limit_surface": lambda ax: plot.limit_surface(dumbbell.limit_surface(), ax, gap=0.05),
        "section": lambda ax: plot.section(dumbbell.limit_surface().section((0, 1, 0)), ax, motions=8),
        "moment_function": lambda ax: plot.moment_function(ds.friction_model(disk()), disk(), ax, nodes=31),
        "limit_curve": lambda ax: plot.limit_curve(ds.RatchetLaw(heading=0.3), ax),
        "trajectory": lambda ax: plot.trajectory(run, ax, slider=block.slider_of()),
        "friction_circle": lambda ax: plot.friction_circle(run, ax, limit=block.contact.mu * block.contact.normal_force),
        "v_graph": lambda ax: plot.v_graph(joint.model, ax, tau=2.0),
        "solution_map": lambda ax: plot.solution_map(joint, "mu", np.linspace(0, 4, 9), "tau", np.linspace(-12, 8, 9), ax),
        "error_ladder": lambda ax: plot.error_ladder(ladder, ax),
    }


@pytest.mark.parametrize("name", pictures())
def test_draws_into_the_axes_given_with_units_and_as_vectors(name):
    figure = plt.figure()
    ax = figure.add_subplot(projection="3d" if name == "limit_surface" else None)
    assert pictures()[name](ax) is ax
    assert len(plt.get_fignums()) == 1  # no other figure was opened
    for label in (ax.get_xlabel(), ax.get_ylabel()):
        assert re.search(r"\[.+\]", label), label
    text = io.StringIO()
    figure.savefig(text, format="svg")
    assert "<path" in text.getvalue()
    assert ("<image" in text.getvalue()) == (name == "solution_map")  # only the cells of a map are pixels
    plt.close(figure)


def test_new_axes_are_made_where_none_are_given():
    ax = plot.limit_curve(ds.IsotropicLaw())
    assert ax.figure.number in plt.get_fignums()
    # a circle of radius mu = 1
    curve = ax.lines[0].get_xydata()
    np.testing.assert_allclose(np.hypot(*curve.T), 1.0, rtol=1e-12)
    plt.close(ax.figure)


def test_the_curves_are_the_numbers():
    section = ds.LimitSurface(disk()).section((0, 1, 0))
    ax = plot.section(section)
    np.testing.assert_array_equal(ax.lines[0].get_xydata()[:-1], np.asarray(section.loads)[:, [0, 2]])
    plt.close(ax.figure)
    run = ds.simulate(ds.read_scenario("free_slide_of_a_block"))
    ax = plot.trajectory(run)
    drawn = np.concatenate([line.get_xydata() for line in ax.lines if line.get_label() == "slip"])
    np.testing.assert_array_equal(drawn[:10], run.position[:10])
    plt.close(ax.figure)


def joints():
    """The one whose solution once stood beside its lines, and random ones of both kinds."""
    yield ds.ScalarJoint(a=2, b=0, c=1, d=3, mu=0.5, contact="unilateral"), -8.0
    random = np.random.default_rng(5)
    for k in range(60):
        numbers = dict(zip("abcd", random.uniform([0.2, -1, -2, -2], [2, 1, 2, 2])))
        contact = "unilateral" if k % 2 else "bilateral"
        free = ds.FreeMotion(inertia=0.7, bias=0.4) if k % 3 == 0 else None
        yield ds.ScalarJoint(**numbers, mu=random.uniform(0, 3), contact=contact, free=free), random.uniform(-4, 4)


def test_torque_meets_the_lines_of_the_v_graph_at_the_solutions_only():
    found = {-1.0: 0, 0.0: 0, 1.0: 0}
    for joint, tau in joints():
        for velocity in found:
            ax = plot.v_graph(joint, velocity=velocity, tau=tau)
            drawn = [line.get_xydata() for line in ax.lines if line.get_linestyle() == "-"]
            met = []
            for (x0, y0), (x1, y1) in (ends for points in drawn for ends in zip(points[:-1], points[1:])):
                part = (tau - y0) / (y1 - y0)
                met += [x0 + part * (x1 - x0)] if 0 <= part <= 1 else []
            solutions = [solution.acceleration for solution in ds.solve_joint(joint, tau, velocity).solutions]
            if velocity:
                assert sorted(met) == pytest.approx(solutions, abs=1e-9), (joint, tau, velocity)
            for solution in solutions:
                assert np.min(np.abs(np.array(met) - solution)) < 1e-9, (joint, tau, velocity)
            found[velocity] += len(solutions)
            plt.close(ax.figure)
    assert min(found.values()) > 30


def test_colors_are_told_apart_by_lightness_too():
    # grey values of the colors that stand side by side: modes
    def grey(color):
        return sum(w * int(color[i : i + 2], 16) for w, i in zip((0.299, 0.587, 0.114), (1, 3, 5)))

    assert abs(grey(plot.COLORS["blue"]) - grey(plot.COLORS["red"])) > 20
    assert abs(grey(plot.COLORS["blue"]) - grey(plot.COLORS["orange"])) > 60
