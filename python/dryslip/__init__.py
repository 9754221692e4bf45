"""Dry (Coulomb) friction of extended (patch) contacts.

>>> import dryslip as ds
>>> patch = ds.ContactPatch(normal_force=10.0, mu=0.3, supports=[ds.Support(ds.Disk(radius=0.05))])
>>> model = ds.friction_model(patch)
>>> load = model.load([0.5, 0.0, 30.0])  # vx, vy, omega [m/s, m/s, rad/s] -> fx, fy, moment [N, N, N m]

SI units, radians, counter-clockwise positive, body frame with origin O. A load is the external load that overcomes friction (what the
slider exerts on the support): load · twist = dissipated power ≥ 0. Names are those of the scenario file and of the C++ library; bad
input raises ValueError with the message of the command line. Pictures: ``dryslip.plot`` (needs matplotlib).
"""

from __future__ import annotations

from pathlib import Path as _Path

from . import _native as _native
from ._native import *  # noqa: F403
from ._native import ForwardProblem as ForwardProblem
from ._native import Scenario as Scenario
from ._native import __version__ as __version__
from .runs import BallRun as BallRun
from .runs import JointRun as JointRun
from .runs import SliderRun as SliderRun
from .runs import Solution as Solution
from .runs import simulate as simulate
from .runs import simulate_ball as simulate_ball
from .runs import simulate_joint as simulate_joint
from .runs import simulate_slider as simulate_slider

_FOLDER = _Path(__file__).parent / "scenarios"


def scenarios() -> list[str]:
    """Names of the scenarios that come with the package; read_scenario() takes them."""
    return sorted(str(file.relative_to(_FOLDER).with_suffix("")) for file in _FOLDER.rglob("*.toml"))


def scenario_file(name: str) -> _Path:
    """Path of a scenario that comes with the package."""
    if name not in scenarios():
        raise ValueError(f"{name}: no scenario of this name: known are {', '.join(scenarios())}")
    return _FOLDER / f"{name}.toml"


def read_scenario(name_or_file: str | _Path) -> Scenario | ForwardProblem:
    """A scenario by its name (one of scenarios()) or file; a ForwardProblem where it has [joint], [screw] or [mechanism]."""
    file = scenario_file(name_or_file) if name_or_file in scenarios() else _Path(name_or_file)
    try:
        is_problem = _native.is_forward_problem(file.read_text(encoding="utf-8"), str(file))
    except (OSError, UnicodeDecodeError):
        is_problem = False  # the reader says what is wrong with the file
    return ForwardProblem.from_file(file) if is_problem else Scenario.from_file(file)
