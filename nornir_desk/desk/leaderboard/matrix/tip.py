"""Tooltips of the grid. Names come from elsewhere: none of them may be markup, or push a line out."""

from __future__ import annotations

import html
from collections.abc import Sequence

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.domain.text import one_line
from nornir_desk.present.glyphs import UNICODE
from nornir_desk.present.state import CellView, GridCellView
from nornir_desk.present.tooltip import ties, tooltip_rows

_LONGEST = 400
_UNBROKEN = 36
_BREAK = "\u200b"


def cell_tip(cell: CellView | GridCellView, cells: Sequence[CellView], ranked: int) -> str:
    """Return all that is known of a cell, as rich text.

    Args:
        cell: The cell.
        cells: Those of its run, best first.
        ranked: How many there are.
    """
    rows = "".join(
        f"<tr><td>{_safe(label)}&nbsp;&nbsp;</td><td align='right'><b>{_safe(value)}</b></td></tr>"
        for label, value in tooltip_rows(cell, ranked, ties(cells, cell))
    )
    return f"<b>{_safe(cell.agent)} / {_safe(cell.model)}</b><table>{rows}</table>"


def model_tip(model: str) -> str:
    """Return a model's whole name, as rich text."""
    return f"<b>{_safe(model)}</b>"


def agent_tip(agent: str, drivers: Sequence[str], *, label: bool) -> str:
    """Return an agent's whole name and what answered for it, as rich text."""
    lines = [f"<b>{_safe(agent)}</b>", *(_safe(driver) for driver in drivers)]
    if label:
        made_up = list(drivers) == [MOCK_DRIVER]
        what = "the figures are made up" if made_up else "a bare model call answered, no agent ran"
        lines.append(f"{UNICODE.label} a label: {what}")
    return "<br>".join(lines)


def _safe(text: str) -> str:
    shown = one_line(text)
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]}{UNICODE.ellipsis}"
    return html.escape(" ".join(_breakable(word) for word in shown.split(" ")))


def _breakable(word: str) -> str:
    # A line that has no place to break makes a tooltip as wide as the screen.
    parts = [word[at : at + _UNBROKEN] for at in range(0, len(word), _UNBROKEN)]
    return _BREAK.join(parts)
