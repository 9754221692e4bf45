"""Loads of 1e5 twists from Python against the batch call of C++ in the same run: build/python_venv/bin/python bench/python/batch_loads.py

The Python call also reads its argument, looks for numbers that are not finite and makes the array of the answer. Required: at most 10 %
more than C++ alone, which writes to memory that is there already.
"""

import platform
import time

import numpy as np

import dryslip as ds

COUNT, REPEATS = 100_000, 60
SCENARIOS = ["uniform_disk_slide_spin", "kardan_general_motion", "l_shape_with_hole", "hertz_ball_contact", "disk_as_ellipsoid"]


def least_seconds(call):
    """Of several calls."""
    least = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - start)
    return least


def main():
    twists = np.random.default_rng(1).normal(size=(COUNT, 3)) * [0.3, 0.3, 10.0]
    print(f"dryslip {ds.__version__}, Python {platform.python_version()}, numpy {np.__version__}, {platform.processor() or platform.machine()}")
    print(f"{'scenario':<28}{'C++ [ns]':>10}{'Python [ns]':>13}{'ratio':>8}")
    for name in SCENARIOS:
        model = ds.read_scenario(name).friction_model()
        if not model.is_closed_form:
            continue
        model.load(twists)
        cpp = ds._native._seconds_of_loads(model, twists, REPEATS)
        python = least_seconds(lambda: model.load(twists))  # noqa: B023
        verdict = "" if python <= 1.1 * cpp else "  MISSED"
        print(f"{name:<28}{1e9 * cpp / COUNT:>10.1f}{1e9 * python / COUNT:>13.1f}{python / cpp:>8.3f}{verdict}")


if __name__ == "__main__":
    main()
