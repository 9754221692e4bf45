"""Pictures of results, for papers: every function draws into a given ``ax`` (or a new one) and returns it.

Needs matplotlib (``pip install 'dryslip[plot]'``). Axes are labelled with units, colours are those of Okabe and Ito, which
colour-blind readers tell apart; ``figure.savefig("name.pdf")`` or ``.svg`` is vector output. The numbers come from the library, nothing
is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

try:
    import matplotlib.pyplot as plt
except ImportError as error:
    raise ImportError("dryslip.plot needs matplotlib: pip install 'dryslip[plot]'") from error
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path
from mpl_toolkits.mplot3d import Axes3D
from mpl_toolkits.mplot3d.art3d import Poly3DCollection
from numpy.typing import ArrayLike, NDArray

from . import _native, runs

#: Colours of Okabe and Ito by name.
COLORS = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "red": "#D55E00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
    "yellow": "#F0E442",
    "black": "#000000",
}
_MODE_COLORS = {
    "slip": COLORS["blue"],
    "stick": COLORS["red"],
    "pivot": COLORS["green"],
    "roll": COLORS["orange"],
    "separation": COLORS["purple"],
}
_GREY = "#8a8a8a"

Array = NDArray[np.float64]


def _axes(ax: Axes | None, size: tuple[float, float] = (3.5, 3.0)) -> Axes:
    """The axes given, or those of a new figure as wide as a column [inch]."""
    if ax is not None:
        return ax
    return plt.subplots(figsize=size, layout="constrained")[1]


def _rgb(color: str) -> Array:
    return np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def _outline_path(patch: _native.ContactPatch, to_world: Callable[[Array], Array]) -> tuple[list[Path], list[Array], Array]:
    """Areas and closed lines, open lines, and points of a contact."""
    areas, lines, points = [], [], []
    for support in patch.supports:
        outline = _native.support_outline(support)
        vertices = [to_world(np.array([*loop, loop[0]])) for loop in outline.loops if len(loop) > 2]
        if vertices:
            codes = [[Path.MOVETO, *[Path.LINETO] * (len(loop) - 2), Path.CLOSEPOLY] for loop in vertices]
            areas.append(Path(np.concatenate(vertices), np.concatenate(codes)))
        lines += [to_world(np.array(line)) for line in outline.lines]
        points += [to_world(np.array([point]))[0] for point in outline.points]
    return areas, lines, np.array(points).reshape(-1, 2)


def contact(
    patch: _native.ContactPatch,
    ax: Axes | None = None,
    *,
    position: Sequence[float] = (0.0, 0.0),
    angle: float = 0.0,
    color: str = _GREY,
    alpha: float = 0.25,
    linewidth: float = 0.8,
) -> Axes:
    """Outline of a contact, its origin O at `position` [m], turned by `angle` [rad]."""
    ax = _axes(ax)
    c, s = np.cos(angle), np.sin(angle)

    def to_world(places: Array) -> Array:
        return places @ np.array([[c, s], [-s, c]]) + np.asarray(position)

    areas, lines, points = _outline_path(patch, to_world)
    is_line = [isinstance(support.shape, _native.Ring) for support in patch.supports]
    for path, bare in zip(areas, is_line if len(areas) == len(is_line) else [False] * len(areas)):
        face = "none" if bare else color
        ax.add_patch(PathPatch(path, facecolor=face, alpha=alpha, edgecolor="none"))
        ax.add_patch(PathPatch(path, facecolor="none", edgecolor=color, linewidth=linewidth))
    for line in lines:
        ax.plot(*line.T, color=color, linewidth=2 * linewidth)
    if len(points):
        ax.plot(*points.T, "o", color=color, markersize=3)
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel("x [m]")
    ax.set_ylabel("y [m]")
    return ax


def limit_surface(
    surface: _native.LimitSurface | _native.SurfaceMesh, ax: Axes3D | None = None, *, gap: float = 0.01, color: str = COLORS["sky"]
) -> Axes3D:
    """The limit surface in space of loads: smooth parts, facets (orange), edges and vertices (black)."""
    mesh = surface.mesh(gap=gap) if isinstance(surface, _native.LimitSurface) else surface
    if ax is None:
        ax = plt.figure(figsize=(3.8, 3.4), layout="constrained").add_subplot(projection="3d")
    P = np.asarray(mesh.loads)
    triangles = P[np.asarray(mesh.triangles)]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    # light from above, in units in which the surface is as high as wide
    normals *= np.ptp(P, axis=0)
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
    light = 0.62 + 0.38 * normals @ (np.array([-0.4, -0.5, 0.77]))
    shades = np.clip(light[:, None] * _rgb(color) + 0.12, 0, 1)
    # facets as fans of triangles in the same collection, so that what is in front hides what is behind
    fans = [P[[facet.outline[0], *facet.outline[i : i + 2]]] for facet in mesh.facets for i in range(1, len(facet.outline) - 1)]
    if fans:
        triangles = np.concatenate([triangles, fans])
        shades = np.concatenate([shades, np.tile(_rgb(COLORS["orange"]), (len(fans), 1))])
    ax.add_collection3d(Poly3DCollection(triangles, facecolors=shades, edgecolors=shades, linewidths=0.3, rasterized=len(triangles) > 5000))
    for edge in mesh.edges:
        points = P[[*edge.points, edge.points[0]] if edge.is_closed else edge.points]
        ax.plot(*points.T, color=COLORS["black"], linewidth=1.0)
    if mesh.vertices:
        ax.plot(*P[[vertex.point for vertex in mesh.vertices]].T, "o", color=COLORS["black"], markersize=3)
    low, high = P.min(axis=0), P.max(axis=0)
    middle, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-12)
    half[:2] = max(half[:2])  # forces have one scale
    ax.set(xlim=middle[0] + half[0] * np.array([-1, 1]), ylim=middle[1] + half[1] * np.array([-1, 1]))
    ax.set_zlim(middle[2] - half[2], middle[2] + half[2])
    ax.set_box_aspect((1, 1, 1), zoom=0.78)
    ax.set_xlabel(r"$f_x$ [N]")
    ax.set_ylabel(r"$f_y$ [N]")
    ax.set_zlabel("moment [N m]", labelpad=12)
    ax.tick_params(axis="z", pad=6)
    ax.locator_params(nbins=5)
    return ax


def section(
    cut: _native.SurfaceSection,
    ax: Axes | None = None,
    *,
    components: tuple[str, str] = ("fx", "moment"),
    motions: int = 0,
    color: str = COLORS["blue"],
    label: str | None = None,
) -> Axes:
    """A section of the limit surface; `components` are two of 'fx', 'fy', 'moment'. Loads with several motions are marked; `motions`
    arrows show the direction of motion, in the units of the axes."""
    ax = _axes(ax)
    names = {"fx": (0, r"$f_x$ [N]"), "fy": (1, r"$f_y$ [N]"), "moment": (2, "moment [N m]")}
    (i, x_label), (j, y_label) = names[components[0]], names[components[1]]
    P = np.asarray(cut.loads)[:, [i, j]]
    closed = np.vstack([P, P[:1]])
    ax.plot(*closed.T, color=color, linewidth=1.4, label=label)
    several = ~np.asarray(cut.is_unique)
    if np.any(several):
        ax.plot(*P[several].T, "s", color=COLORS["red"], markersize=4, label="several motions")
    if motions:
        scale = np.maximum(np.ptp(P, axis=0), 1e-300)
        lengths = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(closed / scale, axis=0), axis=1))])
        chosen = np.searchsorted(lengths[1:], np.linspace(0, lengths[-1], motions, endpoint=False))
        V = np.asarray(cut.motions)[chosen % len(P)][:, [i, j]] * scale
        V = 0.16 * V / np.maximum(np.linalg.norm(V, axis=1), 1e-300)[:, None] * scale
        for place, arrow in zip(P[chosen % len(P)], V):
            ax.annotate("", place + arrow, place, arrowprops={"arrowstyle": "-|>", "color": _GREY, "linewidth": 0.8, "shrinkA": 0})
            ax.update_datalim([place + arrow])
    ax.set_xlabel(x_label)
    ax.set_ylabel(y_label)
    if {*components} == {"fx", "fy"}:
        ax.set_aspect("equal", adjustable="datalim")
    ax.axhline(0, color=_GREY, linewidth=0.4, zorder=0)
    ax.axvline(0, color=_GREY, linewidth=0.4, zorder=0)
    if np.any(several) or label:
        ax.legend(frameon=False, fontsize="small")
    ax.margins(0.08)
    return ax


def moment_function(
    model: _native.FrictionModel, patch: _native.ContactPatch, ax: Axes | None = None, *, levels: int = 12, nodes: int = 121
) -> Axes:
    """Contour lines of the moment function over centers of rotation, with the contact and the center of twist."""
    ax = _axes(ax)
    low, high = (np.array(corner) for corner in _native.bounding_box(patch))
    middle, half = (low + high) / 2, 0.75 * max(high - low)
    x, y = (np.linspace(m - half, m + half, nodes) for m in middle)
    centers = np.stack(np.meshgrid(x, y), axis=-1)
    M = _native.moment_function(model, centers)
    lines = ax.contour(x, y, M, levels=levels, cmap="viridis", linewidths=0.9)
    ax.clabel(lines, fontsize=6, fmt="%.3g")
    contact(patch, ax)
    i, j = np.unravel_index(np.argmin(M), M.shape)
    ax.plot(x[j], y[i], "+", color=COLORS["red"], markersize=8, label="least moment")
    ax.set(xlim=(x[0], x[-1]), ylim=(y[0], y[-1]))
    ax.set_aspect("equal", adjustable="box")
    ax.set_title("moment [N m] about the center of rotation", fontsize="small")
    ax.legend(frameon=True, framealpha=0.9, edgecolor="none", fontsize="small", loc="upper right")
    return ax


def limit_curve(law: Any, ax: Axes | None = None, *, mu: float = 1.0, velocities: int = 16, color: str = COLORS["blue"]) -> Axes:
    """Limit curve of a local friction law, per unit normal force, with the slip directions that belong to its points."""
    ax = _axes(ax, (3.2, 3.0))
    point = _native.Support(_native.Points([(0.0, 0.0)]), law=law)
    model = _native.friction_model(_native.ContactPatch(normal_force=1.0, mu=mu, supports=[point]))

    def forces(angles: Array) -> Array:
        directions = np.stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)], axis=-1)
        return np.asarray(model.load(directions))[:, :2]

    # between slip directions with one force each the curve is straight
    angles = np.linspace(0, 2 * np.pi, 1440, endpoint=False) + 1e-4
    F = forces(angles)
    ax.fill(*F.T, facecolor=color, alpha=0.12, edgecolor="none")
    ax.plot(*np.vstack([F, F[:1]]).T, color=color, linewidth=1.4)
    size = np.abs(F).max() or 1.0
    shown = np.linspace(0, 2 * np.pi, velocities, endpoint=False) + 0.03
    for place, angle in zip(forces(shown), shown):
        tip = place + 0.28 * size * np.array([np.cos(angle), np.sin(angle)])
        ax.annotate("", tip, place, arrowprops={"arrowstyle": "-|>", "color": _GREY, "linewidth": 0.8, "shrinkA": 0, "shrinkB": 0})
        ax.update_datalim([tip])
    ax.axhline(0, color=_GREY, linewidth=0.4, zorder=0)
    ax.axvline(0, color=_GREY, linewidth=0.4, zorder=0)
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel(r"$f_x/N$ [-]")
    ax.set_ylabel(r"$f_y/N$ [-]")
    ax.margins(0.08)
    return ax


def trajectory(
    run: runs.SliderRun | runs.BallRun,
    ax: Axes | None = None,
    *,
    slider: _native.Slider | None = None,
    outlines: int = 6,
) -> Axes:
    """Path of the center of mass, colored by mode, with events; outlines of the contact on the way where `slider` is given."""
    ax = _axes(ax)
    place = run.position
    mode = run.mode
    if slider is not None and isinstance(run, runs.SliderRun):
        patch = slider.contact
        assert isinstance(patch, _native.ContactPatch)
        patch = _native.seen_from(patch, slider.center_of_mass)
        path = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(place, axis=0).T) + 1e-3 * np.abs(np.diff(run.angle)))])
        for s in np.linspace(0, path[-1], outlines):
            i = int(np.argmin(np.abs(path - s)))
            contact(patch, ax, position=place[i], angle=float(run.angle[i]), alpha=0.08, linewidth=0.6)
    start = 0
    named = set()
    for i in range(1, len(mode) + 1):
        if i == len(mode) or mode[i] != mode[start]:
            label = None if mode[start] in named else mode[start]
            named.add(mode[start])
            piece = place[start : i + 1]
            marker = "o" if mode[start] == "stick" else None
            ax.plot(*piece.T, color=_MODE_COLORS[mode[start]], linewidth=1.5, label=label, marker=marker, markersize=3)
            start = i
    events = run.y_events[:2, 1:]
    if events.size:
        ax.plot(*events, "|", color=COLORS["black"], markersize=7, label="switch")
    ax.plot(*place[0], "o", color=COLORS["black"], markersize=4, label="start")
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel("x [m]")
    ax.set_ylabel("y [m]")
    ax.margins(0.08)
    ax.legend(frameon=False, fontsize="small")
    return ax


def friction_circle(run: runs.SliderRun, ax: Axes | None = None, *, limit: float | None = None) -> Axes:
    """Friction force on the support during a run, colored by mode; `limit` = μN [N] draws the circle that bounds it."""
    ax = _axes(ax, (3.8, 3.0))
    F, mode = run.load[:, :2], np.array(run.mode)
    for name in dict.fromkeys(run.mode):
        ax.plot(*F[mode == name].T, ".", color=_MODE_COLORS[name], markersize=2, label=name)
    if limit is not None:
        ax.add_patch(Circle((0, 0), limit, fill=False, edgecolor=COLORS["black"], linewidth=0.9))
        ax.plot([], [], color=COLORS["black"], linewidth=0.9, label=r"$\mu N$")
        ax.update_datalim([(-limit, -limit), (limit, limit)])
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel(r"$f_x$ [N]")
    ax.set_ylabel(r"$f_y$ [N]")
    ax.margins(0.06)
    ax.legend(frameon=False, fontsize="small", markerscale=3, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax


def v_graph(
    joint: _native.ScalarJoint,
    ax: Axes | None = None,
    *,
    velocity: float = 1.0,
    tau: float | None = None,
    acceleration: tuple[float, float] | None = None,
) -> Axes:
    """Dupont's graph: the torque that each acceleration of a joint with this velocity needs, and all accelerations of one torque. At
    rest both starts, and the torques at which it may stay."""
    ax = _axes(ax)
    solutions = [] if tau is None else _native.solve_joint(joint, tau, velocity).solutions
    colors = {"forwards": COLORS["blue"], "backwards": COLORS["orange"], "separated": COLORS["purple"]}
    impossible = {"backwards"} if velocity > 0 else {"forwards"} if velocity < 0 else set()
    lines = [line for line in _native.torque_lines(joint) if line.motion not in impossible]
    if acceleration is None:
        ends = [end for line in lines for end in (line.from_, line.to) if np.isfinite(end)]
        places = [0.0, *ends, *(solution.acceleration for solution in solutions)]
        width = max(np.ptp(places), 1.0)
        acceleration = (min(places) - 0.4 * width, max(places) + 0.4 * width)
    named = set()
    for line in lines:
        q = np.clip([line.from_, line.to], *acceleration)
        if q[0] < q[1]:
            label = None if line.motion in named else line.motion
            named.add(line.motion)
            ax.plot(q, line.slope * q + line.offset, color=colors[line.motion], linewidth=1.5, label=label)
    if velocity == 0:
        band = _native.static_band(joint)
        ax.plot([0.0, 0.0], [band.low, band.high], color=COLORS["green"], linewidth=3.0, label="static")
    if tau is not None:
        ax.axhline(tau, color=_GREY, linewidth=0.9, linestyle="--", label=r"$\tau$")
        ax.plot([s.acceleration for s in solutions], [tau] * len(solutions), "o", color=COLORS["red"], markersize=5, label="solutions")
    ax.set_xlabel(r"acceleration $\ddot q$ [rad/s² or m/s²]")
    ax.set_ylabel(r"$\tau$ [N m or N]")
    ax.legend(frameon=False, fontsize="small")
    return ax


def solution_map(
    problem: _native.ForwardProblem, x_key: str, x: ArrayLike, y_key: str, y: ArrayLike, ax: Axes | None = None, *, legend: bool = True
) -> Axes:
    """Number of accelerations over two numbers of a problem, such as 'mu' and 'tau'."""
    ax = _axes(ax)
    counts = problem.count_map(x_key, x, y_key, y)
    names = {-2: "not defined", -1: "continuum", 0: "none", 1: "one", 2: "two", 3: "three", 4: "four"}
    colors = dict(zip(names, ["#ffffff", COLORS["purple"], COLORS["red"], "#dddddd", COLORS["sky"], COLORS["orange"], COLORS["green"]]))
    shown = np.minimum(counts, 4)
    cmap = ListedColormap(list(colors.values()))
    norm = BoundaryNorm(np.arange(-2.5, 5), cmap.N)
    ax.pcolormesh(np.asarray(x, dtype=float), np.asarray(y, dtype=float), shown, cmap=cmap, norm=norm, shading="nearest", rasterized=True)
    if legend:
        for value in np.unique(shown):
            name = names[int(value)] + (" or more" if value == 4 and counts.max() > 4 else "")
            ax.plot([], [], "s", color=colors[int(value)], markeredgecolor=_GREY, markeredgewidth=0.5, label=name)
        ax.legend(title="accelerations", fontsize="small", title_fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    units = {"mu": " [-]", "mu_static": " [-]", "tau": " [N m or N]", "b": " [N m or N]", "a": " [kg m² or kg]"}
    ax.set_xlabel(x_key + units.get(x_key.split("[")[0], ""))
    ax.set_ylabel(y_key + units.get(y_key.split("[")[0], ""))
    return ax


def error_ladder(models: Iterable[tuple[_native.FittedModel, _native.LoadCost]], ax: Axes | None = None) -> Axes:
    """Largest error of surrogates against the time of one load in a batch: (fitted, cost) each, as fit_model and measure_cost give."""
    ax = _axes(ax, (4.2, 3.0))
    markers = {"exact": "D", "pade": "o", "ellipsoid": "s", "quartic": "^", "table": "v"}
    kinds = {"exact": "black", "pade": "red", "ellipsoid": "orange", "quartic": "blue", "table": "green"}
    floor = 1e-15  # where the exact contact stands: rounding
    seen: set[str] = set()
    for fitted, cost in models:
        ax.plot(
            cost.in_batch,
            max(fitted.error.largest, floor),
            markers[fitted.kind],
            color=COLORS[kinds[fitted.kind]],
            markersize=6,
            fillstyle="none" if fitted.kind in seen else "full",
            label=f"{fitted.kind}, {fitted.variant}",
        )
        seen.add(fitted.kind)
    ax.set(xscale="log", yscale="log")
    ax.set_xlabel("time of one load in a batch [ns]")
    ax.set_ylabel("largest error of a load, relative [-]")
    ax.grid(True, which="major", linewidth=0.3)
    ax.margins(0.15)
    ax.legend(frameon=False, fontsize="x-small", loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax
