"""The agent x model grid, as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.heat import heat_line
from nornir_desk.present.look import Look, table_lines, wrapped
from nornir_desk.present.state import GridCellView, MatrixView
from nornir_desk.present.table import GAP, Column, Text, display_width

_MIN_NAME = 12
_MIN_MODEL = 9
_MODEL_WANTED = 24

Texts = Mapping[tuple[str, str], Text]


def render_matrix(matrix: MatrixView, look: Look, *, labels: Iterable[str] = ()) -> str:
    """Return the grid: agents down, models across.

    Where the models do not fit, the grid is turned on its side (models down) if that fits, else
    it comes in blocks of columns. Without any score the cells show what ordered them: the speed.
    Where a heat is chosen each cell has its step, ``[7]``, and a last line tells the scale.

    Args:
        matrix: The grid.
        look: Width, signs and colours.
        labels: Agents that are only a label on a bare model call; they bear the sign for it.
    """
    texts = _texts(matrix, look)
    marked = set(labels)
    named = {a: a + look.glyphs.label if a in marked else a for a in matrix.agents}
    blocks = _laid_out(matrix, texts, look, named)
    if matrix.heat is not None:
        blocks += ["\n".join(wrapped(heat_line(matrix.heat), look, "quiet"))]
    return "\n\n".join(blocks)


def _laid_out(matrix: MatrixView, texts: Texts, look: Look, named: Mapping[str, str]) -> list[str]:
    upright = _blocks(matrix.agents, matrix.models, texts, look)
    if len(upright) > 1:
        turned = {(model, agent): text for (agent, model), text in texts.items()}
        if len(_blocks(matrix.models, matrix.agents, turned, look)) == 1:
            return [_block("model", matrix.models, matrix.agents, turned, look, named)]
    return [_block("agent", matrix.agents, models, texts, look, named) for models in upright]


def _texts(matrix: MatrixView, look: Look) -> dict[tuple[str, str], Text]:
    unscored = all(cell.score is None for cell in matrix.cells)
    return {(cell.agent, cell.model): _text(cell, look, unscored=unscored) for cell in matrix.cells}


def _text(cell: GridCellView, look: Look, *, unscored: bool) -> Text:
    if not cell.ok:
        return Text(f"{look.glyphs.failed} failed", "failed")
    shown = formats.score(cell.score)
    if unscored and cell.tokens_per_s is not None:
        shown = f"{formats.speed(cell.tokens_per_s)} tok/s"
    step = "" if cell.heat is None else f" [{cell.heat}]"
    text = f"{shown} #{cell.rank}{' =' if cell.tied else ''}{step}"
    if cell.rank == 1:
        return Text(f"{look.glyphs.winner} {text}", "winner")
    return Text(text)


def _block(
    axis: str,
    down: Sequence[str],
    across: Sequence[str],
    texts: Texts,
    look: Look,
    named: Mapping[str, str],
) -> str:
    columns = [
        Column(axis, minimum=_MIN_NAME),
        *(Column(named.get(name, name), minimum=_MIN_MODEL) for name in across),
    ]
    absent = Text(look.glyphs.absent, "quiet")
    lines = [
        [Text(named.get(row, row)), *(texts.get((row, column), absent) for column in across)]
        for row in down
    ]
    return "\n".join(table_lines(columns, lines, look))


def _blocks(
    down: Sequence[str], across: Sequence[str], texts: Texts, look: Look
) -> list[list[str]]:
    longest = max([display_width(one_line(name)) + 1 for name in down], default=0)
    room = look.width - min(longest, look.width // 2 if len(across) == 1 else look.width // 3) - GAP
    blocks: list[list[str]] = []
    used = room
    for name in across:
        held = [texts[row, name].text for row in down if (row, name) in texts]
        inner = max(_MIN_MODEL, *(display_width(text) for text in held))
        need = max(inner, min(display_width(one_line(name)) + 1, _MODEL_WANTED)) + GAP
        if used + need > room + GAP:
            blocks.append([])
            used = 0
        blocks[-1].append(name)
        used += need
    return blocks
