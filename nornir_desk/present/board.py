"""One run as it is shown: its cells, its lead, its grid, and which cells are listed in which order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nornir_desk.domain.matrix import matrix_grid
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.arrange import arrange
from nornir_desk.present.build import cell_view, lead_view, matrix_view
from nornir_desk.present.choices import DEFAULT_CHOICES, Choices
from nornir_desk.present.heat import heat_of
from nornir_desk.present.state import CellView, LeadView, MatrixView


@dataclass(frozen=True, slots=True)
class BoardView:
    """One run.

    Attributes:
        cells: Every cell, best first.
        lead: The winner's lead.
        matrix: The grid, with the steps that colour it where they are asked for.
        order: Places in ``cells`` of those that are listed, in the order of the list.
    """

    cells: tuple[CellView, ...]
    lead: LeadView | None
    matrix: MatrixView
    order: tuple[int, ...]

    @property
    def listed(self) -> tuple[CellView, ...]:
        """The cells that are listed, in the order of the list."""
        return tuple(self.cells[at] for at in self.order)


def board_view(rows: Iterable[AgentModelRunRow], choices: Choices = DEFAULT_CHOICES) -> BoardView:
    """Return the rows of one run as ``choices`` have them shown."""
    rows = tuple(rows)
    grid = matrix_grid(rows)
    cells = tuple(cell_view(cell) for cell in grid.cells)
    return BoardView(
        cells=cells,
        lead=lead_view(rows, grid),
        matrix=heat_of(matrix_view(grid), choices.heat),
        order=arrange(cells, choices),
    )


def shown_names(names: Sequence[str], order: Sequence[int]) -> tuple[str, ...] | None:
    """Return the names in an order, or None where that is all of them as they stand."""
    if len(order) == len(names) and all(at == place for place, at in enumerate(order)):
        return None
    return tuple(names[at] for at in order)
