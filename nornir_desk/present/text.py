"""The human renderers: run list, ranked cells, grid and history, for a terminal of any width."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from wcwidth import wrap

from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.glyphs import UNICODE, Glyphs
from nornir_desk.present.state import (
    CellView,
    GridCellView,
    HistoryView,
    LeadView,
    MatrixView,
    RunView,
)
from nornir_desk.present.table import (
    GAP,
    Column,
    Paint,
    Role,
    Text,
    display_width,
    plain,
    render_table,
)

_MIN_NAME = 12
_MIN_MODEL = 9
_MODEL_WANTED = 24


@dataclass(frozen=True, slots=True)
class Look:
    """What the text is for.

    Attributes:
        width: Terminal cells a line may take.
        glyphs: Signs the console can show.
        paint: Turns a role into a colour; ``plain`` where there is no terminal.
    """

    width: int = 80
    glyphs: Glyphs = UNICODE
    paint: Paint = plain


def render_runs(runs: Sequence[RunView], look: Look, *, limit: int | None = None) -> str:
    """Return the run list, newest first.

    Args:
        runs: The runs.
        look: Width, signs and colours.
        limit: Runs to list at most; a last line tells how many were left out.
    """
    shown = runs if limit is None else runs[:limit]
    columns = (
        Column("run"),
        Column("task", minimum=_MIN_NAME),
        Column("agents" + look.glyphs.times + "cells", right=True),
        Column("failed", right=True),
        Column("winner", minimum=_MIN_NAME),
    )
    lines = table_lines(columns, [_run_line(run, look) for run in shown], look)
    if len(shown) < len(runs):
        left_out = f"{formats.plural(len(runs) - len(shown), 'older run')}: --runs lists them all"
        lines.append(look.paint(left_out, "quiet"))
    return "\n".join(lines)


def render_leaderboard(
    cells: Sequence[CellView], look: Look, *, lead: LeadView | None = None
) -> str:
    """Return the flat ranking, best first, and beneath it what else should be known."""
    labels = {cell.agent for cell in cells if cell.label}
    repeated = any(cell.n > 1 for cell in cells)
    columns = (
        Column("#", right=True),
        Column("agent/model", minimum=_MIN_NAME),
        *_figure_columns(repeated=repeated),
        Column(""),
    )
    rows = [_ranked_line(cell, labels, look, repeated=repeated) for cell in cells]
    lines = table_lines(columns, rows, look)
    lines += _notes(cells, look)
    if lead is not None:
        lines += wrapped(_lead_line(cells[0], lead), look, "quiet")
    lines += label_line(cells, look)
    return "\n".join(lines)


def render_matrix(matrix: MatrixView, look: Look, *, labels: Iterable[str] = ()) -> str:
    """Return the agent x model grid, in blocks of columns where the models do not fit.

    Args:
        matrix: The grid.
        look: Width, signs and colours.
        labels: Agents that are only a label on a bare model call; they bear the sign for it.
    """
    at = {(cell.agent, cell.model): cell for cell in matrix.cells}
    texts = {key: _grid_text(cell, matrix, look) for key, cell in at.items()}
    named = {a: a + look.glyphs.label if a in set(labels) else a for a in matrix.agents}
    agent_column = Column("agent", minimum=_MIN_NAME)
    longest = max([display_width(one_line(name)) for name in named.values()], default=0)
    agents_width = min(longest, look.width // 3)
    blocks: list[str] = []
    for models in _blocks(matrix, texts, look.width - agents_width - GAP):
        columns = [agent_column, *(Column(m, minimum=_MIN_MODEL) for m in models)]
        absent = Text(look.glyphs.absent, "quiet")
        lines = [
            [Text(named[agent]), *(texts.get((agent, model), absent) for model in models)]
            for agent in matrix.agents
        ]
        blocks.append("\n".join(table_lines(columns, lines, look)))
    return "\n\n".join(blocks)


def render_history(entries: Sequence[HistoryView], look: Look) -> str:
    """Return the history of an agent or a model: one line a run and cell, oldest first."""
    axis = _free_axis([entry.cell for entry in entries])
    labels = {entry.cell.agent for entry in entries if entry.cell.label}
    columns = (Column("run"), Column(axis, minimum=_MIN_NAME), *_figure_columns(), Column(""))
    lines = [
        [
            Text(entry.run_id, "quiet"),
            Text(_name(entry.cell, labels, look, axis)),
            *_figures(entry.cell),
            _status(entry.cell, look),
        ]
        for entry in entries
    ]
    cells = [entry.cell for entry in entries]
    return "\n".join(table_lines(columns, lines, look) + label_line(cells, look))


def _free_axis(cells: Sequence[CellView]) -> str:
    # What all lines share is in the question already; the room goes to what differs.
    if len({cell.agent for cell in cells}) == 1:
        return "model"
    return "agent" if len({cell.model for cell in cells}) == 1 else "agent/model"


def _name(cell: CellView, labels: Container[str], look: Look, axis: str = "agent/model") -> str:
    agent = cell.agent + look.glyphs.label if cell.agent in labels else cell.agent
    return {"agent": agent, "model": cell.model}.get(axis, f"{agent}/{cell.model}")


def _status(cell: CellView, look: Look) -> Text:
    return Text("ok", "good") if cell.ok else Text(f"{look.glyphs.failed} failed", "failed")


def _figure_columns(*, repeated: bool = False) -> tuple[Column, ...]:
    spread = ("±", "n") if repeated else ()
    titles = ("score", *spread, "tok/s", "latency", "cost", "mcp")
    return tuple(Column(title, right=True) for title in titles)


def table_lines(columns: Sequence[Column], rows: Sequence[Sequence[Text]], look: Look) -> list[str]:
    """Return the lines of a table in this look, its heading first."""
    lines = render_table(
        columns, rows, width=look.width, ellipsis=look.glyphs.ellipsis, paint=look.paint
    )
    return [in_glyphs(line, look) for line in lines]


def in_glyphs(text: str, look: Look) -> str:
    """Return a text of the number formats in signs that the console has."""
    text = text.replace(UNICODE.unknown, look.glyphs.unknown)
    if look.glyphs is UNICODE:
        return text
    return text.replace("±", "+-").replace(formats.MINUS, "-")


def _run_line(run: RunView, look: Look) -> list[Text]:
    winner = Text(run.winner, "winner") if run.winner else Text(UNICODE.unknown, "quiet")
    return [
        Text(run.run_id),
        Text(run.task),
        Text(f"{run.agents} {look.glyphs.times} {run.cells}"),
        Text(str(run.failed), "failed" if run.failed else "quiet"),
        winner,
    ]


def _ranked_line(
    cell: CellView, labels: Container[str], look: Look, *, repeated: bool
) -> list[Text]:
    rank = f"{cell.rank}=" if cell.tied else str(cell.rank)
    won = cell.ok and cell.rank == 1
    return [
        Text(rank if cell.ok else UNICODE.unknown, "winner" if won else "quiet"),
        Text(_name(cell, labels, look), "winner" if won else "text"),
        *_figures(cell, repeated=repeated),
        _status(cell, look),
    ]


def _figures(cell: CellView, *, repeated: bool = False) -> list[Text]:
    spread = (formats.half_width(cell.score_low, cell.score_high), formats.count(cell.n))
    texts = (
        formats.score(cell.score),
        *(spread if repeated else ()),
        formats.speed(cell.tokens_per_s),
        formats.latency(cell.latency_ms),
        formats.cost(cell.cost_usd),
        formats.count(cell.mcp_tool_calls),
    )
    return [Text(text, "quiet" if text == UNICODE.unknown else "text") for text in texts]


def _grid_text(cell: GridCellView, matrix: MatrixView, look: Look) -> Text:
    if not cell.ok:
        return Text(f"{look.glyphs.failed} failed", "failed")
    tie = " =" if cell.tied else ""
    text = f"{formats.score(cell.score)} #{cell.rank}{tie}"
    if matrix.winner == f"{cell.agent}/{cell.model}":
        return Text(f"{look.glyphs.winner} {text}", "winner")
    return Text(text)


def _blocks(
    matrix: MatrixView, texts: Mapping[tuple[str, str], Text], room: int
) -> list[list[str]]:
    blocks: list[list[str]] = []
    used = room
    for model in matrix.models:
        held = [texts[agent, model].text for agent in matrix.agents if (agent, model) in texts]
        inner = max(_MIN_MODEL, *(display_width(text) for text in held))
        need = max(inner, min(display_width(one_line(model)), _MODEL_WANTED)) + GAP
        if used + need > room:
            blocks.append([])
            used = 0
        blocks[-1].append(model)
        used += need
    return blocks


def _notes(cells: Sequence[CellView], look: Look) -> list[str]:
    lines: list[str] = []
    for cell in cells:
        if cell.error is not None:
            lines += wrapped(f"{look.glyphs.failed} {cell.cell}: {cell.error}", look, "failed")
        if cell.note is not None:
            lines += wrapped(f"{cell.cell}: {cell.note}", look, "quiet")
        if cell.judge is not None and cell.score is None and cell.ok:
            lines += wrapped(f"{cell.cell}: {cell.judge}", look, "quiet")
    if cells and all(cell.score is None for cell in cells):
        lines += wrapped(
            "unscored: nobody judged the answers; the order is by speed", look, "quiet"
        )
    return ["", *lines] if lines else []


def _lead_line(first: CellView, lead: LeadView) -> str:
    if lead.by == 0:
        return f"{first.cell} and {lead.over} have the same score; the figures after it decide"
    told = f"{first.cell} leads {lead.over} by {formats.score(lead.by)}"
    paired = "measured once" if lead.pairs == 1 else formats.plural(lead.pairs, lead.unit)
    if lead.clear:
        return f"{told}: more than chance (95 %, {paired})"
    if lead.settles_at is None or lead.pairs >= lead.settles_at:
        return f"{told}, not shown to be more than chance ({paired})"
    return (
        f"{told}, not shown to be more than chance ({paired}); "
        f"about {formats.plural(lead.settles_at, lead.unit)} would settle it"
    )


def label_line(cells: Sequence[CellView], look: Look) -> list[str]:
    """Return the line that explains the sign of a label, where one is shown."""
    drivers = sorted({cell.driver for cell in cells if cell.label and cell.driver})
    if not drivers:
        return []
    text = (
        f"{look.glyphs.label} a label: a bare model call ({', '.join(drivers)}) answered, "
        "no agent ran"
    )
    return wrapped(text, look, "quiet")


def wrapped(text: str, look: Look, role: Role) -> list[str]:
    """Return a sentence in lines of this look, the later ones indented."""
    lines = wrap(one_line(text), look.width, subsequent_indent="    ")
    return [look.paint(line, role) for line in lines]
