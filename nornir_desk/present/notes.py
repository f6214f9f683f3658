"""What stands beneath a ranking: errors, notes and loads, each told once for all cells it is of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nornir_desk.present import formats
from nornir_desk.present.look import Look, wrapped
from nornir_desk.present.state import CellView
from nornir_desk.present.table import Role

_NAMED = 3


def notes(cells: Sequence[CellView], look: Look) -> list[str]:
    """Return the lines beneath a ranking; equal errors and notes are told once."""
    answered = [cell for cell in cells if cell.ok]
    unscored = [cell for cell in answered if cell.score is None]
    lines = _grouped(_errors(cells), look, "failed", f"{look.glyphs.failed} ")
    lines += _grouped(((c, c.note) for c in answered if c.note), look, "quiet")
    lines += _grouped(((c, c.judge) for c in unscored if c.judge), look, "quiet")
    lines += _loads(cells, look)
    if answered and len(unscored) == len(answered):
        text = "unscored: nobody judged the answers; the order is by speed"
        lines += wrapped(text, look, "quiet")
    return lines


def _errors(cells: Iterable[CellView]) -> Iterable[tuple[CellView, str]]:
    for cell in cells:
        if cell.error is not None:
            part = f" ({cell.note})" if cell.note and cell.n > 1 else ""
            yield cell, f"{cell.error}{part}"


def _grouped(
    told: Iterable[tuple[CellView, str]], look: Look, role: Role, sign: str = ""
) -> list[str]:
    groups: dict[str, list[str]] = {}
    for cell, text in told:
        groups.setdefault(text, []).append(cell.cell)
    lines: list[str] = []
    for text, names in groups.items():
        lines += wrapped(f"{sign}{_named(names)}: {text}", look, role)
    return lines


def _named(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _loads(cells: Iterable[CellView], look: Look) -> list[str]:
    loaded = [(cell.cell, cell.load_ms) for cell in cells if cell.load_ms]
    if not loaded:
        return []
    times = sorted(load for _, load in loaded)
    span = formats.latency(times[0])
    if formats.latency(times[-1]) != span:
        span = f"{span} to {formats.latency(times[-1])}"
    return wrapped(f"{_named([name for name, _ in loaded])}: loading took {span}", look, "quiet")
