"""The score plot as PNG or SVG, drawn by matplotlib without a display.

Agents differ in colour and in shape; what is on the Pareto front is filled, the winner ringed in
gold; a cost of 0 stands in a shaded lane of its own, since a logarithm has no place for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.present.plot import AXIS_TITLES, PlotPoint, PlotView, footer

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Transform

_COLOURS = ("#C2410C", "#2B59D9", "#0F766E", "#8B3FBF", "#52606F")
_SHAPES = ("o", "s", "^", "D", "v")
_GOLD = "#B07F0B"
_INK, _QUIET, _LINE = "#1A202B", "#5F6979", "#7F8896"
_SIZE_INCHES = (9.6, 6.0)
_FREE_LANE = 0.08


def draw_score_plot(view: PlotView, path: Path, *, log: bool = True) -> None:
    """Draw a plot into a file; its ending (.png or .svg) says as what.

    Raises:
        PrerequisiteMissing: matplotlib is not installed.
        OSError: The file cannot be written.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as failure:
        raise PrerequisiteMissing(
            "plots need matplotlib", "install it with: pip install 'nornir-desk[plot]'"
        ) from failure
    figure = Figure(figsize=_SIZE_INCHES, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    _scale(axes, view, log=log)
    _front(axes, view)
    for agent in view.agents:
        _agent(axes, view, agent)
    _labels(axes, view)
    axes.set_title(_plain(view.title), loc="left", color=_INK, fontsize=11)
    axes.set_xlabel(AXIS_TITLES[view.axis], color=_QUIET)
    axes.set_ylabel("score", color=_QUIET)
    if view.points:
        axes.legend(loc="lower right", frameon=False, fontsize=9)
    figure.supxlabel(footer(view), x=0.01, ha="left", fontsize=8, color=_QUIET)
    figure.savefig(path, dpi=144)


def _scale(axes: Axes, view: PlotView, *, log: bool) -> None:
    xs = [point.x for point in view.points if not point.free]
    if log and xs:
        axes.set_xscale("log")
    axes.set_ylim(-0.02, 1.04)
    axes.grid(visible=True, alpha=0.15)
    axes.tick_params(colors=_QUIET)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if xs and log:
        axes.set_xlim(min(xs) / 2, max(xs) * 2)
    axes.xaxis.set_major_formatter(_tick)
    if any(point.free for point in view.points):
        _free_lane(axes)
        if xs and log:
            # Room for the lane left of the cheapest priced cell.
            axes.set_xlim(min(xs) / 4, max(xs) * 2)


def _free_lane(axes: Axes) -> None:
    from matplotlib.patches import Rectangle

    lane = Rectangle((0, 0), _FREE_LANE, 1, transform=axes.transAxes, color=_LINE, alpha=0.12, lw=0)
    axes.add_patch(lane)
    axes.annotate(
        "free", (_FREE_LANE / 2, 0.985), xycoords="axes fraction", ha="center", va="top",
        fontsize=9, color=_QUIET,
    )  # fmt: skip


def _tick(value: float, _at: float) -> str:
    return f"{value:g}"


def _front(axes: Axes, view: PlotView) -> None:
    by_name = {point.cell: point for point in view.points}
    line = [by_name[name] for name in view.front if not by_name[name].free]
    if len(line) > 1:
        axes.plot(
            [p.x for p in line], [p.score for p in line],
            drawstyle="steps-post", color=_LINE, lw=1.6, zorder=1,
        )  # fmt: skip


def _agent(axes: Axes, view: PlotView, agent: str) -> None:
    at = view.agents.index(agent)
    colour = _COLOURS[(at + at // len(_COLOURS)) % len(_COLOURS)]
    shape = _SHAPES[at % len(_SHAPES)]
    points = [point for point in view.points if point.agent == agent]
    named = False
    for point in points:
        face = colour if point.on_front else "none"
        label = None if named else _plain(agent)
        named = True
        _marks(axes, point, shape, (face, colour), label)


def _marks(
    axes: Axes, point: PlotPoint, shape: str, colours: tuple[str, str], label: str | None
) -> None:
    face, edge = colours
    xs, transform = _place(axes, point)
    if point.score_low is not None and point.score_high is not None:
        axes.plot(
            [xs, xs], [point.score_low, point.score_high],
            color=edge, alpha=0.75, lw=1.2, transform=transform, zorder=2,
        )  # fmt: skip
    if point.rank == 1:
        axes.scatter(
            [xs], [point.score], s=190, marker="o", facecolors="none", edgecolors=_GOLD,
            linewidths=2, transform=transform, zorder=3,
        )  # fmt: skip
    axes.scatter(
        [xs], [point.score], s=58, marker=shape, facecolors=face, edgecolors=edge,
        linewidths=1.6, transform=transform, label=label, zorder=4, clip_on=False,
    )  # fmt: skip


def _labels(axes: Axes, view: PlotView) -> None:
    for point in view.points:
        if point.on_front or point.rank == 1:
            xs, transform = _place(axes, point)
            axes.annotate(
                _plain(point.cell), (xs, point.score), xycoords=transform, xytext=(8, -11),
                textcoords="offset points", fontsize=8, color=_INK,
            )  # fmt: skip


def _place(axes: Axes, point: PlotPoint) -> tuple[float, Transform]:
    """Return where a point stands: free ones in their lane, by the axes' own width."""
    if point.free:
        return _FREE_LANE / 2, axes.get_yaxis_transform()
    return point.x, axes.transData


def _plain(text: str) -> str:
    # matplotlib would read a dollar sign as the start of a formula.
    return text.replace("$", r"\$")
