"""What the tests of the Python package share: contacts to try, the reference files, the program of the C++ build."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import dryslip as ds

ROOT = Path(__file__).resolve().parents[2]

# A fixed seed: the same cases in every run. make test-long raises DRYSLIP_TEST_CASES a hundredfold.
settings.register_profile(
    "dryslip",
    max_examples=max(1, int(os.environ.get("DRYSLIP_TEST_CASES", "200")) // 4),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("dryslip")



def fail_if_skipped(report):
    """Where CI=true nothing may be skipped: what is missing there fails."""
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome, report.longrepr = "failed", f"skipped, which CI=true does not allow: {report.longrepr}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport():
    fail_if_skipped((yield).get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report():
    fail_if_skipped((yield).get_result())


def reference(name):
    """Cases of a reference file."""
    return json.loads((ROOT / "tests/reference_data" / f"{name}.json").read_text())["cases"]


def support_of(patch):
    """Support of a reference file (tests/reference_data/README.md)."""
    shape = {
        "rectangle": lambda: ds.Rectangle(size=(patch["lx"], patch["ly"])),
        "polygon": lambda: ds.Polygon(loops=patch["loops"]),
        "disc": lambda: ds.Disk(radius=patch["radius"]),
        "hertz_disc": lambda: ds.Disk(radius=patch["radius"]),
        "ring": lambda: ds.Ring(radius=patch["radius"]),
        "annulus": lambda: ds.Annulus(radii=(patch["r_in"], patch["r_out"])),
        "ellipse_hertz": lambda: ds.Ellipse(semi_axes=(patch["a"], patch["b"])),
        "segment": lambda: ds.Segment(from_=patch["p1"], to=patch["p2"], ends=(patch["n1"], patch["n2"])),
        "points": lambda: ds.Points(points=patch["points"]),
    }[patch["type"]]()
    pressure = ds.UniformPressure()
    if patch["type"] == "hertz_disc":
        pressure = ds.HertzPressure(shift=patch["d"], direction=patch["gamma"])
    if patch["type"] == "ellipse_hertz":
        pressure = ds.HertzPressure()
    if "pressure" in patch:
        pressure = ds.LinearPressure(gradient=patch["pressure"]["g"])
    return ds.Support(shape, pressure=pressure)


@pytest.fixture(scope="session")
def program():
    """Runs the program of the C++ build: (arguments, standard input) -> completed process."""
    file = Path(os.environ.get("DRYSLIP_PROGRAM", ROOT / "build/release/dryslip"))
    if not file.exists():
        pytest.fail(f"{file}: the program is not built")

    def run(*arguments, text=""):
        return subprocess.run([file, *map(str, arguments)], input=text, capture_output=True, text=True, check=False, cwd=ROOT)

    return run


def columns_of(csv):
    """Columns of a CSV text; numbers where they are."""
    header, *rows = csv.strip().split("\n")
    table = list(zip(*(row.split(",") for row in rows)))

    def numbers(column):
        try:
            return np.array([float(value) for value in column])
        except ValueError:
            return list(column)

    return {name: numbers(column) for name, column in zip(header.split(","), table)}


def answered(program, *arguments, header, rows):
    """Columns that the program answers to rows of numbers."""
    text = header + "\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows.tolist())
    answer = program(*arguments, "-", "--quiet", text=text)
    assert answer.returncode == 0, answer.stderr
    return columns_of(answer.stdout)


# ---- contacts and motions to try

lengths = st.floats(0.01, 0.2)
places = st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1))
shapes = st.one_of(
    st.builds(ds.Disk, radius=lengths),
    st.builds(ds.Ring, radius=lengths),
    st.builds(lambda a, b: ds.Rectangle(size=(a, b)), lengths, lengths),
    st.builds(lambda r, w: ds.Annulus(radii=(r, r + w)), lengths, lengths),
    st.builds(lambda a, d: ds.Segment(from_=a, to=(a[0] + d, a[1] + 0.3 * d)), places, lengths),
    st.builds(lambda points: ds.Points(points=points), st.lists(places, min_size=1, max_size=4)),
)
supports = st.builds(lambda shape, center, angle: ds.Support(shape, center, angle, share=1.0), shapes, places, st.floats(-3, 3))
patches = st.builds(
    ds.ContactPatch,
    normal_force=st.floats(0.1, 50.0),
    mu=st.floats(0.05, 1.5),
    supports=st.lists(supports, min_size=1, max_size=3),
)
twists = st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(-30, 30)).filter(
    lambda V: abs(V[0]) + abs(V[1]) + 0.05 * abs(V[2]) > 1e-3
)


def disk(radius=0.05, normal_force=10.0, mu=0.3, **support):
    """A disk about O."""
    return ds.ContactPatch(normal_force=normal_force, mu=mu, supports=[ds.Support(ds.Disk(radius=radius), **support)])
