"""The figures of the selected cell in rows: label, value and what is to be said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nornir_desk.present import formats
from nornir_desk.present.standing import cost_beside_winner, latency_span, speed_rank
from nornir_desk.present.state import AnswerView, CellView, SelectedCellView
from nornir_desk.present.status import status_word
from nornir_desk.present.tooltip import driver_text


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure; ``note`` says what stands beside it."""

    label: str
    value: str
    note: str = ""


def figure_rows(
    cell: CellView,
    cells: Sequence[CellView],
    detail: SelectedCellView | None,
    repeat: int,
    age: str,
) -> tuple[FigureRow, ...]:
    """Return a cell's figures.

    Args:
        cell: The cell as ranked.
        cells: Its run's, best first.
        detail: The same in full; None while it is read.
        repeat: Of which measurement tokens, stop and environment are.
        age: How long ago it was measured; nothing where that is not known.
    """
    answer = detail.answers[repeat] if detail is not None else None
    speed = formats.speed(cell.tokens_per_s)
    rows = [
        FigureRow(
            "Latency",
            formats.latency(cell.latency_ms),
            latency_span(detail.answers if detail else ()),
        ),
        FigureRow("Load", formats.latency(cell.load_ms), "the longest, within a call"),
        FigureRow(
            "Speed",
            f"{speed} tok/s" if cell.tokens_per_s is not None else speed,
            speed_rank(cell, cells),
        ),
        FigureRow("Cost", formats.cost(cell.cost_usd), cost_beside_winner(cell, cells)),
        _tokens(answer),
        FigureRow("MCP calls", formats.count(cell.mcp_tool_calls)),
        FigureRow("Driver", driver_text(cell)),
        FigureRow("Judge", _judge(cell, answer)),
        FigureRow("Stop", (answer and answer.stop_reason) or formats.UNKNOWN, _measured(age)),
    ]
    if not cell.load_ms:
        del rows[1]
    if cell.note:
        rows.append(FigureRow("Note", cell.note))
    if answer is not None and answer.environment:
        rows.append(FigureRow("Environment", answer.environment))
    return tuple(rows)


def repeat_text(answers: Sequence[AnswerView], place: int) -> str:
    """Return a measurement as a list of them has it: ``#2 · 0.891``, ``#3 · failed``."""
    answer = answers[place]
    told = (
        "failed" if not answer.ok else "" if answer.score is None else formats.score(answer.score)
    )
    return f"#{place + 1}{' · ' if told else ''}{told}"


def state_chip(cell: CellView) -> str:
    """Return how a cell ended: ``ok``, ``failed``, ``mock``, ``empty``, ``cut off``, ``unscored``."""
    word = status_word(cell)
    return "unscored" if word == "ok" and cell.score is None else word


def _tokens(answer: AnswerView | None) -> FigureRow:
    if answer is None:
        return FigureRow("Tokens", formats.UNKNOWN)
    return FigureRow(
        "Tokens", f"{formats.count(answer.tokens_in)} in", f"{formats.count(answer.tokens_out)} out"
    )


def _judge(cell: CellView, answer: AnswerView | None) -> str:
    return cell.judge or (answer.judge if answer else None) or formats.UNKNOWN


def _measured(age: str) -> str:
    return f"measured {age}" if age else ""
