"""The figures of the grid: as they are shown, and as tab-separated text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from nornir_desk.present import formats
from nornir_desk.present.state import GridCellView, MatrixView
from nornir_desk.present.tsv import lined


def nobody_scored(matrix: MatrixView) -> bool:
    """Tell whether no cell has a score, so that their speed ordered them."""
    return all(cell.score is None for cell in matrix.cells)


def figure_text(cell: GridCellView, *, unscored: bool) -> str:
    """Return a cell's figure: ``0.873``, ``71.4 tok/s`` where nobody scored, ``failed``.

    Args:
        cell: The cell.
        unscored: Has no cell of its run a score?
    """
    if not cell.ok:
        return "failed"
    if unscored and cell.tokens_per_s is not None:
        return f"{formats.speed(cell.tokens_per_s)} tok/s"
    return "unscored" if cell.score is None else formats.score(cell.score)


def matrix_to_tsv(
    matrix: MatrixView, agents: Sequence[str], models: Sequence[str], picked: Collection[str]
) -> str:
    """Return a part of the grid as tab-separated text: agents down, models across.

    Scores are as they were measured (tokens/s where nobody scored); a failed cell reads ``failed``;
    what was not scored, not measured or not picked is empty.

    Args:
        matrix: The grid.
        agents: The agents of that part.
        models: Its models.
        picked: The cells ``agent/model`` that are wanted.
    """
    unscored = nobody_scored(matrix)
    figures: dict[tuple[str, str], Any] = {
        (cell.agent, cell.model): _figure(cell, unscored=unscored)
        for cell in matrix.cells
        if f"{cell.agent}/{cell.model}" in picked
    }
    lines: list[list[Any]] = [["agent", *models]]
    lines += [[agent, *(figures.get((agent, model)) for model in models)] for agent in agents]
    return "\n".join("\t".join(lined(value) for value in line) for line in lines)


def _figure(cell: GridCellView, *, unscored: bool) -> str | float | None:
    if not cell.ok:
        return "failed"
    return cell.tokens_per_s if unscored else cell.score
