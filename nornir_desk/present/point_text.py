"""One cell of the plot as a line of text."""

from __future__ import annotations

from nornir_desk.domain.text import brief, one_line
from nornir_desk.present import formats
from nornir_desk.present.plot import PlotPoint, PlotView
from nornir_desk.present.state import CellView


def name_text(agent: str, model: str) -> str:
    """Return a cell's name as the window shows it, ``codex / gpt-5-mini``, in one line."""
    return f"{one_line(agent)} / {one_line(model)}"


def figures_line(cell: CellView, point: PlotPoint | None) -> str:
    """Return a cell's figures: ``#2 · 0.891 ±0.029 · 97.8 tok/s · 28.6 s · $0.0118 · on the front``.

    Args:
        cell: The cell.
        point: How the plot shows it; None = it does not.
    """
    if not cell.ok:
        return f"failed: {brief(cell.error)}" if cell.error else "failed"
    score = "unscored" if cell.score is None else formats.score(cell.score)
    spread = formats.half_width(cell.score_low, cell.score_high)
    facts = [f"#{cell.rank}", f"{score} {spread}".rstrip()]
    if cell.tokens_per_s is not None:
        facts.append(f"{formats.speed(cell.tokens_per_s)} tok/s")
    if cell.latency_ms is not None:
        facts.append(formats.latency(cell.latency_ms))
    facts.append("cost unknown" if cell.cost_usd is None else formats.cost(cell.cost_usd))
    if point is None:
        facts.append("not drawn")
    elif point.on_front:
        facts.append("on the front")
    return " · ".join(facts)


def nothing_drawn(view: PlotView) -> str:
    """Return why a plot is empty; nothing where it is not."""
    if view.points:
        return ""
    kept_out = [f"{formats.plural(count, 'cell')} {why}" for why, count in view.left_out]
    return f"nothing to draw: {', '.join(kept_out)}" if kept_out else "nothing to draw: no cells"


def drawn_sentence(view: PlotView) -> str:
    """Return what a plot shows as it is read aloud."""
    drawn = len(view.points)
    whole = drawn + sum(count for _, count in view.left_out)
    front = formats.plural(len(view.front), "cell")
    return f"score against {view.axis}, {drawn:,} of {whole:,} cells drawn, {front} on the front"
