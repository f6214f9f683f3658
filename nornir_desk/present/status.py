"""How a cell ended, in a word."""

from __future__ import annotations

from nornir_desk.domain.demo import MOCK_DRIVER
from nornir_desk.present.state import CellView

FAILED = "failed"
MOCK = "mock"
OK = "ok"
# An answer that is empty or cut off answered all the same, but not as one that is whole.
PARTIAL = ("empty", "cut off")


def status_word(cell: CellView) -> str:
    """Return ``ok``, ``failed``, ``mock``, ``empty`` or ``cut off``."""
    if not cell.ok:
        return FAILED
    if cell.driver == MOCK_DRIVER:
        return MOCK
    if cell.note is None:
        return OK
    return next((word for word in PARTIAL if word in cell.note), OK)
