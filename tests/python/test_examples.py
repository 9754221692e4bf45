"""The example scripts run and say what is known to be true."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("matplotlib")


def run(name, tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / f"examples/python/{name}.py", tmp_path],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MPLBACKEND": "Agg"},
    )
    assert done.returncode == 0, done.stderr
    assert "<svg" in (tmp_path / f"{name}.svg").read_text()
    return done.stdout


def numbers(text, pattern):
    return [float(value) for value in re.search(pattern, text).groups()]


def test_pushing_a_block(tmp_path):
    text = run("pushing_a_block", tmp_path)
    middle, end = numbers(text, r"middle it takes ([\d.]+) N = mu N, at the end ([\d.]+) N")
    assert middle == pytest.approx(9.81 * 0.5 * 0.35, rel=1e-4) and end < 0.6 * middle
    exact, rule = numbers(text, r"turns about x = (-[\d.]+) mm; without friction (-[\d.]+) mm")
    (seen,) = numbers(text, r"in time it turns about x = (-[\d.]+) mm")
    assert seen == pytest.approx(exact, abs=1.5)  # the spring is not infinitely slow and stiff
    assert rule == pytest.approx(-25.0, abs=0.01)  # (length² + width²)/12/(length/2)
    assert exact < rule - 3.0


def test_puck_on_four_points(tmp_path):
    text = run("puck_on_four_points", tmp_path)
    assert numbers(text, r"ratio ([\d.]+)") == [1.5]
    true, points = numbers(text, r"at the end: true ([\d.]+), four points ([\d.]+)")
    assert true == pytest.approx(0.6530, abs=1e-4) and abs(points - true) > 0.05
    assert re.search(r"flat parts: true 0, four points 8", text)
    times = [float(t) for t in re.findall(r"stops after ([\d.]+) s", text)]
    assert len(times) == 2 and abs(times[0] - times[1]) > 1e-3


def test_surrogate_for_a_planner(tmp_path):
    text = run("surrogate_for_a_planner", tmp_path)
    off = dict(re.findall(r"^(\w+): the plate stops up to ([\d.]+) mm", text, re.M))
    assert set(off) == {"table", "quartic", "pade", "ellipsoid"}
    assert float(off["table"]) < float(off["quartic"]) < float(off["ellipsoid"])
    assert re.search(r"choice: (table|exact)", text)
