"""Motions in time: simulate_slider, simulate_ball, simulate_joint and what they return."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native

Array = NDArray[np.float64]
Progress = Union[bool, Callable[[float], object]]

_MESSAGES = {
    "finished": "The duration is over.",
    "at_rest": "The slider has come to rest.",
    "never_at_rest": "Still moving when the longest time allowed was over.",
    "not_converged": "The steps became too short, or numbers too large, to go on.",
    "chattering": "Endless switching at one time.",
    "formula_not_finite": "A formula has no finite value.",
    "no_acceleration": "No acceleration is consistent, even at rest.",
    "undecided": "Several accelerations, and the rule does not choose.",
}


class Solution:
    """Interpolates a run: cubic polynomials through places and velocities of its rows and events."""

    def __init__(self, t: Array, place: Array, velocity: Array) -> None:
        self._t, first = np.unique(t, return_index=True)
        self._place, self._velocity = place[:, first], velocity[:, first]

    @property
    def t_min(self) -> float:
        """Start [s]."""
        return float(self._t[0])

    @property
    def t_max(self) -> float:
        """End [s]."""
        return float(self._t[-1])

    def __call__(self, t: ArrayLike) -> Array:
        """State (k, ...) at the times t [s], in the order of `y`; ValueError outside of the run."""
        times = np.asarray(t, dtype=float)
        if times.size and not (np.all(times >= self._t[0]) and np.all(times <= self._t[-1])):
            raise ValueError(f"t: must lie between {self._t[0]:g} and {self._t[-1]:g} s")
        if len(self._t) == 1:
            state = np.concatenate([self._place[:, 0], self._velocity[:, 0]])
            return np.broadcast_to(state.reshape(-1, *([1] * times.ndim)), (len(state), *times.shape)).copy()
        i = np.clip(np.searchsorted(self._t, times, side="right") - 1, 0, len(self._t) - 2)
        h = self._t[i + 1] - self._t[i]
        s = (times - self._t[i]) / h
        q0, q1 = self._place[:, i], self._place[:, i + 1]
        v0, v1 = self._velocity[:, i], self._velocity[:, i + 1]
        # cubic Hermite polynomial and its derivative
        place = (1 + 2 * s) * (1 - s) ** 2 * q0 + s**2 * (3 - 2 * s) * q1 + h * s * (1 - s) * ((1 - s) * v0 - s * v1)
        velocity = 6 * s * (1 - s) * (q1 - q0) / h + (1 - s) * (1 - 3 * s) * v0 + s * (3 * s - 2) * v1
        return np.concatenate([place, velocity])


class Run:
    """A motion in time: rows at multiples of the output step and at the end, events between them.

    Columns have the names of the CSV file: ``run["vx"]``. As of scipy's ``solve_ivp``: ``t``, ``y``, ``t_events``, ``status``,
    ``message``, ``success``.
    """

    def __init__(self, parts: dict[str, Any]) -> None:
        self._parts = parts

    # ---- rows

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of numbers."""
        return tuple(self._parts["columns"])

    def __getitem__(self, name: str) -> Array:
        """A column by its name in the CSV file."""
        column: Array = self._parts["columns"][name]
        return column

    @property
    def t(self) -> Array:
        """Times of the rows (n) [s]."""
        return self["t"]

    # ---- events

    @property
    def events(self) -> list[Any]:
        """Changes of mode: t [s], from_, to, cause, state; of joints joint, position and impulses. The first has t = 0 and from_ = None."""
        return list(self._parts["events"])

    @property
    def t_events(self) -> Array:
        """Times of the events [s]."""
        return np.array([event.t for event in self._parts["events"]])

    # ---- the end

    @property
    def outcome(self) -> str:
        """'finished', 'at_rest', 'never_at_rest', 'not_converged', 'chattering', 'formula_not_finite', 'no_acceleration' or 'undecided'."""
        return str(self._parts["outcome"])

    @property
    def reason(self) -> str:
        """One line where the outcome does not say it all: which formula has no finite value, and when. Else empty."""
        return str(self._parts["reason"])

    @property
    def status(self) -> int:
        """0: the duration is over, 1: at rest before, -1: neither."""
        return {"finished": 0, "at_rest": 1}.get(self.outcome, -1)

    @property
    def success(self) -> bool:
        """The end that was asked for was reached."""
        return self.status >= 0

    @property
    def message(self) -> str:
        """The outcome as a sentence, with the reason where there is one."""
        return f"{_MESSAGES[self.outcome]} {self.reason}".rstrip()

    def __repr__(self) -> str:
        span = f"t=0..{self.t[-1]:.6g} s" if len(self.t) else "not begun"
        return f"{type(self).__name__}({self.outcome}, {span}, {len(self.t)} rows, {len(self._parts['events'])} events)"


class BodyRun(Run):
    """Motion of one body in time, with ``y_events`` and ``sol`` as of scipy's ``solve_ivp``."""

    #: Names of the rows of `y`: places, then velocities.
    state_names: ClassVar[tuple[str, ...]] = ()
    _places: ClassVar[int] = 0

    @property
    def y(self) -> Array:
        """States (k, n), in the order of `state_names` [m, rad, m/s, rad/s]."""
        return np.array([self[name] for name in self.state_names])

    @property
    def mode(self) -> list[str]:
        """What the contact does, one per row."""
        return list(self._parts["words"]["mode"])

    @property
    def y_events(self) -> Array:
        """States (k, events) at the events."""
        states = [np.hstack([getattr(event.state, part) for part in self._state_parts]) for event in self._parts["events"]]
        return np.array(states).reshape(-1, len(self.state_names)).T

    @property
    def sol(self) -> Solution:
        """The motion as a function of time: ``run.sol(t)`` -> states (k, ...), of a ball without its spins; exact at rows and events."""
        t = np.concatenate([self.t, self.t_events])
        y = np.concatenate([self.y, self.y_events], axis=1)
        inside = t <= self.t[-1]
        return Solution(t[inside], y[: self._places, inside], y[self._places : 2 * self._places, inside])

    @property
    def position(self) -> Array:
        """Of the center of mass (n, 2) [m]."""
        return np.stack([self["x"], self["y"]], axis=1)

    @property
    def velocity(self) -> Array:
        """Of the center of mass (n, 2) [m/s]."""
        return np.stack([self["vx"], self["vy"]], axis=1)

    @property
    def stop_time(self) -> float | None:
        """Time of the last stop, where the run ended at rest [s]; else None."""
        at_rest = self._parts["events"] and self.mode[-1] == "stick"
        return float(self._parts["events"][-1].t) if at_rest else None

    @property
    def steps(self) -> int:
        """Of the integration."""
        return int(self._parts["steps"])


class SliderRun(BodyRun):
    """Motion of a slider; places and velocities are those of the center of mass, world axes."""

    state_names = ("x", "y", "angle", "vx", "vy", "omega")
    _state_parts = ("position", "angle", "velocity", "omega")
    _places = 3

    @property
    def angle(self) -> Array:
        """[rad]"""
        return self["angle"]

    @property
    def omega(self) -> Array:
        """[rad/s]"""
        return self["omega"]

    @property
    def load(self) -> Array:
        """On the support, world axes, about the center of mass (n, 3) [N, N, N m]."""
        return np.stack([self["fx"], self["fy"], self["moment"]], axis=1)

    @property
    def model_error(self) -> float:
        """Largest error of the loads of a surrogate, relative [-]; 0 for the exact contact."""
        return float(self._parts["model_error"])


class BallRun(BodyRun):
    """Motion of a ball on its table, world axes."""

    state_names = ("x", "y", "vx", "vy", "wx", "wy", "wz")
    _state_parts = ("position", "velocity", "omega")
    _places = 2

    @property
    def omega(self) -> Array:
        """About x, y, z (n, 3) [rad/s]."""
        return np.stack([self["wx"], self["wy"], self["wz"]], axis=1)

    @property
    def power_fed(self) -> float:
        """Largest power that friction and rolling resistance together gave to the ball [W]."""
        return float(self._parts["power_fed"])


def _of_joints(name: str, meaning: str) -> property:
    """The columns of all joints that a name stands for."""

    def columns(run: Run) -> Array:
        values = [run[column] for column in run.columns if re.fullmatch(rf"{name}(_\d+)?", column)]
        return np.reshape(values, (len(values), len(run.t))).T

    return property(columns, doc=meaning)


class JointRun(Run):
    """Motion of joints in time: position, velocity, acceleration, normal_force and tau are arrays (n, joints)."""

    position = _of_joints("position", "(n, joints)")
    velocity = _of_joints("velocity", "(n, joints)")
    acceleration = _of_joints("acceleration", "(n, joints)")
    normal_force = _of_joints("normal_force", "In the contacts (n, joints).")
    tau = _of_joints("tau", "Torques or forces on the joints (n, joints).")

    @property
    def mode(self) -> list[list[str]]:
        """What the joints do, a list per row."""
        return [list(row) for row in zip(*self._parts["words"].values())]

    @property
    def y(self) -> Array:
        """Positions, then velocities (2 joints, n)."""
        return np.concatenate([self.position, self.velocity], axis=1).T


def simulate_slider(
    slider: _native.Slider,
    *,
    position: Sequence[float] | None = None,
    angle: float | None = None,
    velocity: Sequence[float] | None = None,
    omega: float | None = None,
    duration: float | None = None,
    until: str | None = None,
    method: str = "event",
    step: float = 1e-3,
    stick_criterion: str = "exact",
    tolerance: float = 1e-10,
    output_step: float = 1e-3,
    progress: Progress = False,
) -> SliderRun:
    """Motion of the slider in time: stick, slip and the switches between them.

    A run that cannot go on is returned with its outcome and the rows so far. Input that is wrong from the start raises ValueError.

    Parameters
    ----------
    slider
        Slider.
    position, angle, velocity, omega
        start instead of that of ``slider.initial`` [m, rad, m/s, rad/s], world axes
    duration
        [s]; with until = "rest" the longest time allowed (default 1000)
    until
        "duration" or "rest"; default: "rest" where no duration is given
    method
        "event": adaptive, exact switching; "prox": fixed step, implicit
    step
        of the method "prox" [s]
    stick_criterion
        "exact", or "CA": Kardan's one-twist test
    tolerance
        of the integration, relative [-]
    output_step
        between rows [s]
    progress
        True for a bar on stderr, or a function that receives the fraction done
    """
    start = {"position": position, "angle": angle, "velocity": velocity, "omega": omega}
    initial = slider.initial.replace(**{name: value for name, value in start.items() if value is not None})
    options = _native.SliderRunOptions(
        duration=duration,
        until=until or ("rest" if duration is None else "duration"),
        method=method,
        step=step,
        stick_criterion=stick_criterion,
        tolerance=tolerance,
        output_step=output_step,
    )
    return SliderRun(_native._run_slider(slider, initial, options, progress))


def simulate_ball(
    ball: _native.Ball,
    *,
    duration: float | None = None,
    until: str | None = None,
    tolerance: float = 1e-10,
    output_step: float = 1e-3,
    progress: Progress = False,
) -> BallRun:
    """Motion of a ball on a moving table.

    A run that cannot go on is returned with its outcome and the rows so far. Input that is wrong from the start raises ValueError.

    Parameters
    ----------
    ball
        Ball.
    duration
        [s]; with until = "rest" the longest time allowed (default 1000)
    until
        "duration" or "rest" (needs set-valued friction, both epsilons 0); default: "rest" where no duration is given
    tolerance
        of the integration, relative [-]
    output_step
        between rows [s]
    progress
        True for a bar on stderr, or a function that receives the fraction done
    """
    options = _native.BallRunOptions(
        duration=1000.0 if duration is None else duration,
        until=until or ("rest" if duration is None else "duration"),
        tolerance=tolerance,
        output_step=output_step,
    )
    return BallRun(_native._run_ball(ball, options, progress))


def simulate_joint(
    mechanism: _native.Mechanism,
    tau: Sequence[str | float],
    *,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    duration: float = 1.0,
    output_step: float = 1e-3,
    tolerance: float = 1e-10,
    rule: str = "static",
    stiffness: float | None = None,
    progress: Progress = False,
) -> JointRun:
    """Joints with friction that depends on their accelerations, in time: stick, slip, reversal, impulsive stops.

    A run that cannot go on is returned with its outcome and the rows so far. Input that is wrong from the start raises ValueError.

    Parameters
    ----------
    mechanism
        Mechanism; mechanism_of() makes one of a joint or a screw
    tau
        torques, formulas of t or numbers, one per joint
    position, velocity
        at t = 0, one per joint; default 0
    duration, output_step
        [s]
    tolerance
        of the times of events, of the output step [-]
    rule
        "static", "continuity" or "compliance": which of several accelerations is taken at rest
    stiffness
        of the contacts: then the compliant joints are simulated
    progress
        True for a bar on stderr, or a function that receives the fraction done
    """
    zero = np.zeros(len(tau))
    options = _native.JointRunOptions(
        duration=duration, output_step=output_step, tolerance=tolerance, rule=rule, stiffness=stiffness
    )
    parts = _native._run_joints(
        mechanism,
        list(tau),
        zero if position is None else position,
        zero if velocity is None else velocity,
        options,
        progress,
    )
    return JointRun(parts)


def simulate(problem: _native.Scenario | _native.ForwardProblem, progress: Progress = False) -> SliderRun | BallRun | JointRun:
    """Motion in time of a scenario, as its [run] says: a slider, a ball, or joints."""
    if isinstance(problem, _native.ForwardProblem):
        return JointRun(problem._run(progress))
    return (SliderRun if problem.ball is None else BallRun)(problem._run(progress))
