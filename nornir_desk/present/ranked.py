"""The flat ranking and the history of a cell, as text."""

from __future__ import annotations

from collections.abc import Container, Sequence

from nornir_desk.present import formats
from nornir_desk.present.look import Look, below, label_line, table_lines, wrapped
from nornir_desk.present.notes import notes
from nornir_desk.present.state import CellView, HistoryView, LeadView
from nornir_desk.present.status import FAILED, MOCK, OK, status_word
from nornir_desk.present.table import Column, Role, Text

_MIN_NAME = 12


def render_leaderboard(
    cells: Sequence[CellView],
    look: Look,
    *,
    lead: LeadView | None = None,
    whole: Sequence[CellView] | None = None,
) -> str:
    """Return the flat ranking and beneath it what else should be known.

    Args:
        cells: The cells to list, in their order.
        look: Width, signs and colours.
        lead: The winner's lead.
        whole: All cells of the run, best first, where they are not those that are listed.
    """
    whole = cells if whole is None else whole
    labels = {cell.agent for cell in cells if cell.label}
    repeated = any(cell.n > 1 for cell in cells)
    columns = (
        Column("#", right=True),
        Column("agent/model", minimum=_MIN_NAME),
        *_figure_columns(repeated=repeated),
        Column(""),
    )
    rows = [_ranked_line(cell, labels, look, repeated=repeated) for cell in cells]
    beneath = notes(cells, look)
    if len(cells) < len(whole):
        left = f"{formats.count(len(cells))} of {formats.plural(len(whole), 'cell')} shown"
        beneath += wrapped(left, look, "quiet")
    if lead is not None:
        beneath += wrapped(lead_line(whole[0], lead), look, "quiet")
    beneath += label_line(cells, look)
    return "\n".join([*table_lines(columns, rows, look), *below(beneath)])


def render_history(entries: Sequence[HistoryView], look: Look) -> str:
    """Return the history of an agent or a model: one line a run and cell, oldest first."""
    cells = [entry.cell for entry in entries]
    axis = _free_axis(cells)
    labels = {cell.agent for cell in cells if cell.label}
    several_tasks = len({cell.prompt_id for cell in cells}) > 1
    repeated = any(cell.n > 1 for cell in cells)
    columns = (
        Column("run"),
        *([Column("task", minimum=8, drop=4)] if several_tasks else []),
        Column(axis, minimum=_MIN_NAME),
        *_figure_columns(repeated=repeated),
        Column(""),
    )
    rows = [
        [
            Text(entry.run_id, "quiet"),
            *([Text(entry.cell.prompt_id, "quiet")] if several_tasks else []),
            Text(_name(entry.cell, labels, look, axis)),
            *_figures(entry.cell, repeated=repeated),
            _status(entry.cell, look),
        ]
        for entry in entries
    ]
    return "\n".join([*table_lines(columns, rows, look), *below(label_line(cells, look))])


def _free_axis(cells: Sequence[CellView]) -> str:
    # What all lines share is in the question already; the room goes to what differs.
    if len({cell.agent for cell in cells}) == 1:
        return "model"
    return "agent" if len({cell.model for cell in cells}) == 1 else "agent/model"


def _name(cell: CellView, labels: Container[str], look: Look, axis: str = "agent/model") -> str:
    sign = look.glyphs.label if cell.agent in labels else ""
    if axis == "model":
        return cell.model + sign  # the agent is in the question; the sign stays with the row
    return cell.agent + sign if axis == "agent" else f"{cell.agent}{sign}/{cell.model}"


def _status(cell: CellView, look: Look) -> Text:
    word = status_word(cell)
    if word == FAILED:
        return Text(f"{look.glyphs.failed} {word}", "failed")
    roles: dict[str, Role] = {OK: "good", MOCK: "quiet"}
    return Text(word, roles.get(word, "warn"))


def _figure_columns(*, repeated: bool = False) -> tuple[Column, ...]:
    spread = (Column("±", right=True, drop=2), Column("n", right=True, drop=1))
    return (
        Column("score", right=True),
        *(spread if repeated else ()),
        Column("tok/s", right=True),
        Column("latency", right=True),
        Column("cost", right=True),
        Column("mcp", right=True, drop=3),
    )


def _ranked_line(
    cell: CellView, labels: Container[str], look: Look, *, repeated: bool
) -> list[Text]:
    rank = f"{cell.rank}=" if cell.tied else str(cell.rank)
    won = cell.ok and cell.rank == 1
    return [
        Text(rank if cell.ok else formats.UNKNOWN, "winner" if won else "quiet"),
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
    return [Text(text, "quiet" if text == formats.UNKNOWN else "text") for text in texts]


def lead_line(first: CellView, lead: LeadView) -> str:
    """Return what is known of the winner's lead, in a sentence."""
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
