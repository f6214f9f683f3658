"""Cells as tab-separated text, as a clipboard and a spreadsheet take it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nornir_desk.domain.text import one_line
from nornir_desk.present.choices import Column
from nornir_desk.present.export import harmless
from nornir_desk.present.ranked_line import rank_text, status_of
from nornir_desk.present.state import CellView


def cells_to_tsv(cells: Iterable[CellView], columns: Sequence[Column]) -> str:
    """Return cells as tab-separated text under a line of column names.

    Figures are as they were measured, not as they are shown; what was not reported is empty. No text
    is read as a formula by a spreadsheet, none holds a tab or a line's end.
    """
    lines = [columns, *([_value(cell, column) for column in columns] for cell in cells)]
    return "\n".join("\t".join(lined(value) for value in line) for line in lines)


def lined(value: Any) -> str:
    """Return a value as one field of such a text."""
    value = harmless(one_line(value) if isinstance(value, str) else value)
    return "" if value is None else str(value)


def _value(cell: CellView, column: Column) -> Any:
    if column == "rank":
        return rank_text(cell) if cell.ok else None
    if column == "status":
        word, tone = status_of(cell)
        return f"failed: {word}" if tone == "bad" and word != "failed" else word
    return getattr(cell, column)
