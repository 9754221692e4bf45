"""Motion in time: closed forms, energy, the command line's bits, solve_ivp's names, Ctrl-C and progress."""

import json
import pickle
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from conftest import ROOT, columns_of, disk, reference

import dryslip as ds


def test_a_block_that_slides_without_spin_stops_as_in_closed_form():
    slider = ds.Slider(disk(), mass=1.0)
    run = ds.simulate_slider(slider, velocity=(0.6, 0.8))
    deceleration = 3.0  # mu N/m
    assert run.success and run.status == 1 and run.outcome == "at_rest"
    assert run.stop_time == pytest.approx(1 / deceleration, rel=1e-9)
    np.testing.assert_allclose(run.position[-1], np.array([0.6, 0.8]) / (2 * deceleration), rtol=1e-9)
    assert run.events[-1].to == "stick" and run.events[-1].cause == "stop" and run.events[-1].from_ == "slip"
    assert run.events[0].from_ is None
    np.testing.assert_array_equal(run.t_events, [event.t for event in run.events])


def test_the_reference_of_free_sliding():
    shapes = {"disc": ds.Disk, "ring": ds.Ring}
    cases = [case for case in reference("free_sliding") if case["kind"] in shapes]
    assert len(cases) >= 4
    for case in cases:
        support = ds.Support(shapes[case["kind"]](radius=case["R"]))
        patch = ds.ContactPatch(normal_force=case["m"] * case["g"], mu=case["mu"], supports=[support])
        vx, vy, omega = case["initial"]["twist"]
        run = ds.simulate_slider(ds.Slider(patch, mass=case["m"], inertia=case["J"]), velocity=(vx, vy), omega=omega)
        assert run.stop_time == pytest.approx(case["stop_time"], rel=1e-9)
        np.testing.assert_allclose(run.y[:3, -1], case["final_pose"], atol=1e-8)


def test_inertia_left_out_is_that_of_a_uniform_plate():
    assert ds.Slider(disk(0.05), mass=2.0).inertia == pytest.approx(2.0 * 0.05**2 / 2, rel=1e-14)


def test_a_model_brings_its_kind_along():
    assert ds.Slider(ds.friction_model(disk(), model="table"), mass=1.0).model == "table"
    with pytest.raises(ValueError, match="contact"):
        ds.Slider(ds.sample_patch(disk(), 10), mass=1.0)


@pytest.mark.parametrize("scenario", ["kardan_general_motion", "push_at_5_mm", "ball_roll_out", "szewc_fig3_top_left"])
def test_same_bits_as_the_command_line(program, scenario, tmp_path):
    file = ROOT / f"scenarios/{scenario}.toml"
    answer = program("simulate", file, "--events", tmp_path / "events.csv", "--quiet")
    assert answer.returncode == 0, answer.stderr
    run = ds.simulate(ds.read_scenario(scenario))
    columns = columns_of(answer.stdout)
    assert run.mode == columns.pop("mode")
    assert list(run.columns) == list(columns)
    for name, values in columns.items():
        np.testing.assert_array_equal(run[name], values, err_msg=name)
    events = columns_of((tmp_path / "events.csv").read_text())
    np.testing.assert_array_equal(run.t_events, events["t"])
    assert [event.cause for event in run.events] == events["cause"]
    assert [event.from_ or "" for event in run.events] == events["from"]


def test_energy_lost_is_the_work_of_friction():
    run = ds.simulate(ds.read_scenario("free_slide_of_a_block"))
    lost = run["kinetic_energy"][0] - run["kinetic_energy"]
    np.testing.assert_allclose(lost, -run["work_of_friction"], atol=1e-9 * run["kinetic_energy"][0])


def test_sol_is_exact_at_rows_and_of_order_4_and_3_between_them():
    slider = ds.Slider(disk(center=(0.01, 0.0)), mass=1.0, inertia=2e-3)
    fine = ds.simulate_slider(slider, velocity=(0.5, 0.0), omega=20.0, duration=0.3, output_step=1e-4)
    errors = []
    for step in (0.03, 0.015):
        run = ds.simulate_slider(slider, velocity=(0.5, 0.0), omega=20.0, duration=0.3, output_step=step)
        np.testing.assert_allclose(run.sol(run.t), run.y, atol=1e-12)
        inside = fine.t < 0.25
        errors.append(np.abs(run.sol(fine.t[inside]) - fine.y[:, inside]).max(axis=1))
    # a cubic polynomial and its slope: halving the step gives 1/16 and 1/8
    assert np.all(errors[1][:3] < errors[0][:3] / 10)
    assert np.all(errors[1][3:] < errors[0][3:] / 6)
    with pytest.raises(ValueError, match="must lie between"):
        run.sol(0.31)
    assert run.sol(0.1).shape == (6,) and run.sol([[0.1, 0.2]]).shape == (6, 1, 2)


def test_both_methods_agree_to_first_order():
    slider = ds.Slider(disk(), mass=1.0)
    exact = ds.simulate_slider(slider, velocity=(0.5, 0.0), omega=20.0)
    times = [
        ds.simulate_slider(slider, velocity=(0.5, 0.0), omega=20.0, method="prox", step=h, duration=5.0, until="rest").stop_time
        for h in (4e-3, 5e-4)
    ]
    assert abs(times[1] - exact.stop_time) < abs(times[0] - exact.stop_time)
    assert abs(times[1] - exact.stop_time) < 1e-3


def test_a_driven_slider_with_every_field(program, tmp_path):
    slider = ds.Slider(
        disk(),
        mass=1.0,
        drive=ds.SliderDrive(
            fx="2*sin(8*t)",
            forces=[ds.PointForce(point=(0.0, 0.02), force=("1*t", 0))],
            springs=[ds.Spring(stiffness=50.0, damping=0.1, anchor=("0.05*t", "0"))],
        ),
        table=ds.SliderTable(velocity=("0.01*cos(t)", "0"), tilt=0.05),
    )
    file = tmp_path / "s.toml"
    file.write_text(
        """
[contact]
normal_force = 10.0
mu = 0.3
[[contact.support]]
shape = "disk"
radius = 0.05
[slider]
mass = 1.0
[drive]
fx = "2*sin(8*t)"
[[drive.force]]
point = [0.0, 0.02]
force = ["1*t", "0"]
[[drive.spring]]
stiffness = 50.0
damping = 0.1
anchor = ["0.05*t", "0"]
[table]
velocity = ["0.01*cos(t)", "0"]
tilt = 0.05
[run]
duration = 0.5
output_step = 0.01
"""
    )
    run = ds.simulate_slider(slider, duration=0.5, output_step=0.01)
    columns = columns_of(program("simulate", file).stdout)
    np.testing.assert_array_equal(run["x"], columns["x"])
    np.testing.assert_array_equal(run["spring_0"], columns["spring_0"])
    assert pickle.loads(pickle.dumps(slider)) == slider


def test_runs_are_pickled():
    run = ds.simulate(ds.read_scenario("free_slide_of_a_block"))
    again = pickle.loads(pickle.dumps(run))
    np.testing.assert_array_equal(again.y, run.y)
    assert again.events == run.events and repr(again) == repr(run)


def test_terminal_motion_of_a_uniform_disk():
    slider = ds.Slider(disk(), mass=1.0)
    found = ds.find_terminal_motions(slider)
    attracting = [motion for motion in found.motions if motion.is_attracting]
    assert attracting
    vx, vy, omega = attracting[0].motion
    assert np.hypot(vx, vy) / (0.05 * abs(omega)) == pytest.approx(0.6530017892, rel=1e-8)
    start = slider.replace(initial=ds.SliderState(velocity=(0.5, 0.0), omega=10.0))
    bracket = ds.bracket_stop_time(start, width=1e-3)
    run = ds.simulate_slider(start)
    assert bracket.earliest <= run.stop_time <= bracket.latest


@pytest.mark.parametrize("name", ["uniform_disk_slide_spin", "free_slide_of_a_block", "terminal_motions/rod"])
def test_terminal_motions_as_on_the_command_line(program, name):
    answer = program("terminal", ROOT / f"scenarios/{name}.toml", "--quiet")
    told = json.loads(answer.stdout)
    slider = ds.read_scenario(name).slider_of()
    found, bracket = ds.find_terminal_motions(slider), ds.bracket_stop_time(slider)
    assert len(found.motions) == len(told["terminal_motions"])
    for mine, other in zip(found.motions, told["terminal_motions"]):
        assert list(mine.motion) == other["direction"]
        assert mine.center_of_rotation == (other["center_of_rotation"] and tuple(other["center_of_rotation"]))
        assert (mine.kind, mine.is_isolated, mine.dissipation) == (other["kind"], other["isolated"], other["power"])
        assert other["attracting"] in (None, mine.is_attracting)
    assert [bracket.earliest, bracket.latest] == told["stop_time_bracket"]
    assert bracket.kinetic_energy == told["kinetic_energy"] and found.is_complete == told["complete"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"duration": -1.0}, "run.duration: -1: must be greater than 0"),
        ({"duration": 1.0, "output_step": 0.0}, "run.output_step: 0: must be greater than 0"),
        ({"duration": 1.0, "tolerance": 1.0}, r"run.tolerance: 1: must lie between 1e-15 and 0.1 \[-\]"),
        ({"duration": 1.0, "omega": float("nan")}, "initial.omega"),
        ({"duration": 1.0, "method": "events"}, "method: \"events\": did you mean 'event'"),
        ({"until": "duration"}, "run.duration: missing"),
    ],
)
def test_bad_options_are_value_errors(options, message):
    with pytest.raises(ValueError, match=message):
        ds.simulate_slider(ds.Slider(disk(), mass=1.0), **options)


def test_progress_is_told_and_its_exceptions_come_through():
    # a spin that lasts: the bar is asked every 50 ms
    patch = disk(pressure=ds.ExpressionPressure("1 + 100*x^2*y"))
    slider = ds.Slider(patch, mass=1.0, drive=ds.SliderDrive(fx="4*sin(40*t)", moment="0.1*cos(31*t)"))
    told = []

    def progress(part):
        told.append(part)
        if len(told) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ds.simulate_slider(slider, duration=1000.0, progress=progress)
    assert told == sorted(told) and 0 < told[0] < 1


def test_a_slider_fits_its_surrogate_once():
    # many integrated loads: the fit takes much longer than the 50 ms after which it is told, at t = 0
    support = ds.Support(ds.Disk(radius=0.05), pressure=ds.ExpressionPressure("1 + 100*x^2*y"))
    patch = ds.ContactPatch(normal_force=10.0, mu=0.3, supports=[support] * 20)
    slider = ds.Slider(patch, mass=1.0, model="table")

    def zeros(body):
        told = []
        ds.simulate_slider(body, velocity=(0.5, 0.0), duration=1e-3, progress=told.append)
        return told.count(0.0)

    assert zeros(slider) >= 2
    assert zeros(slider) == 0
    # nor again where the model that it is made of has been fitted
    assert zeros(ds.Slider(ds.friction_model(patch, model="table"), mass=1.0)) == 0


INTERRUPTED = """
import threading, time, os, signal, sys
import dryslip as ds
patch = ds.ContactPatch(normal_force=10.0, mu=0.3, supports=[ds.Support(ds.Disk(radius=0.05), pressure=ds.ExpressionPressure("1 + 100*x^2*y"))])
{setup}
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.monotonic()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - start)
"""


@pytest.mark.parametrize(
    ("setup", "call"),
    [
        (
            "slider = ds.Slider(patch, mass=1.0, drive=ds.SliderDrive(fx='4*sin(40*t)', moment='0.1*cos(31*t)'))",
            "ds.simulate_slider(slider, duration=1000.0)",
        ),
        ("import numpy as np; model = ds.friction_model(patch, tolerance=1e-13)", "model.load(np.random.normal(size=(2000000, 3)))"),
        ("surface = ds.LimitSurface(patch, tolerance=1e-12)", "surface.mesh(gap=1e-6)"),
        ("", "while True: ds.fit_model(patch, 'table', tolerance=1e-13)"),
        ("", "while True: ds.friction_model(patch, model='table', tolerance=1e-13)"),
    ],
    ids=["simulate", "load", "mesh", "fit", "fitted model"],
)
def test_ctrl_c_stops_long_calls(setup, call):
    code = INTERRUPTED.format(setup=textwrap.dedent(setup), call=call)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.startswith("interrupted"), done.stderr
    assert float(done.stdout.split()[1]) < 5.0  # half a second, and what a busy machine adds


def test_a_bar_is_drawn_on_stderr():
    code = INTERRUPTED.format(
        setup="slider = ds.Slider(patch, mass=1.0, drive=ds.SliderDrive(fx='4*sin(40*t)', moment='0.1*cos(31*t)'))\n"
        "sys.modules['tqdm'] = sys.modules['tqdm.auto'] = None",
        call="ds.simulate_slider(slider, duration=1000.0, progress=True)",
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert b"simulate: [" in done.stderr and done.stdout.startswith(b"interrupted")
    assert done.stderr.endswith(b"\r")  # the line is taken away


def test_signals_are_pythons_own_again():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_formula_without_value_ends_the_run_with_what_is_done():
    slider = ds.Slider(disk(), mass=0.3, drive=ds.SliderDrive(fx="0.1*sqrt(0.05 - t)"))
    for method in ("event", "prox"):
        run = ds.simulate_slider(slider, duration=1.0, output_step=0.01, method=method)
        assert run.outcome == "formula_not_finite" and not run.success and run.status == -1
        assert run.reason.startswith('drive.fx: "0.1*sqrt(0.05 - t)": not finite at about t = 0.05')
        assert run.message == "A formula has no finite value. " + run.reason
        assert len(run.t) >= 5 and run.t[-1] <= 0.05 + 1e-9 and np.all(np.isfinite(run.y))
        assert len(run.events) == 1
    # known before the run
    with pytest.raises(ValueError, match=r"drive\.fx: \"1/t\": not finite at about t = 0 s"):
        ds.simulate_slider(slider.replace(drive=ds.SliderDrive(fx="1/t")), duration=1.0)


def test_a_run_without_rows_can_be_printed():
    table = ds.SliderTable(velocity=("sqrt(t)", 0))  # no rate of change at the start
    run = ds.simulate_slider(ds.Slider(disk(), mass=0.3, table=table), duration=1.0)
    assert run.outcome == "formula_not_finite" and len(run.t) == 0
    assert "not begun, 0 rows" in repr(run) and run.stop_time is None
