"""One cell in full: task, answers, figures and evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from nornir_desk.domain.figures import (
    reported_cost,
    reported_latency,
    reported_score,
    reported_speed,
    reported_tokens,
)
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.look import Look, label_line, table_lines, wrapped
from nornir_desk.present.state import AnswerView, CellView, EvidenceView, SelectedCellView
from nornir_desk.present.table import Column, Role, Text

_CELL_FIELDS = tuple(field.name for field in fields(CellView))


def selected_cell(
    view: CellView,
    rows: Sequence[AgentModelRunRow],
    evidence: Mapping[str, tuple[EvidenceView, ...]],
) -> SelectedCellView:
    """Return a ranked cell with its text and evidence.

    Args:
        view: The cell as the leaderboard has it.
        rows: Its rows, at least one, in the order of their repeats.
        evidence: What is kept of each row, by prompt_id.
    """
    answers = tuple(_answer(row, evidence.get(row.prompt_id, ())) for row in rows)
    first = answers[0]
    return SelectedCellView(
        **{name: getattr(view, name) for name in _CELL_FIELDS},
        prompt=first.prompt,
        output=first.output,
        evidence=first.evidence,
        answers=answers,
    )


def render_cell(cell: SelectedCellView, look: Look, *, cells: int, folder: str | None) -> str:
    """Return a cell as text.

    Args:
        cell: The cell.
        look: Width, signs and colours.
        cells: How many cells its run has.
        folder: Where its evidence is; None where it is not on this machine.
    """
    name = cell.cell if cell.label is not True else f"{cell.agent}{look.glyphs.label}/{cell.model}"
    place = f"#{cell.rank} of {cells}" if cell.ok else f"{look.glyphs.failed} failed"
    lines = [look.paint(one_line(name), "head") + "  " + look.paint(place, _role(cell))]
    lines += _figures(cell, look)
    for answer in cell.answers:
        lines += ["", *_text_of(answer, look, alone=len(cell.answers) == 1)]
    if folder is not None and any(answer.evidence for answer in cell.answers):
        lines += ["", look.paint("evidence in ", "quiet") + one_line(folder)]
    return "\n".join([*lines, *label_line([cell], look)])


def figure_texts(cell: CellView) -> dict[str, str]:
    """Return the cell's figures by name, as they are shown."""
    score = formats.score(cell.score)
    if cell.score_low is not None and cell.score_high is not None:
        ends = f"{formats.score(cell.score_low)} to {formats.score(cell.score_high)}"
        score = f"{score} ({ends}, {formats.plural(cell.n, 'measurement')})"
    return {
        "score": score,
        "tok/s": formats.speed(cell.tokens_per_s),
        "latency": formats.latency(cell.latency_ms),
        "cost": formats.cost(cell.cost_usd),
        "mcp": formats.count(cell.mcp_tool_calls),
        "driver": cell.driver or formats.UNKNOWN,
        "judge": cell.judge or formats.UNKNOWN,
    }


def _role(cell: CellView) -> Role:
    if not cell.ok:
        return "failed"
    return "winner" if cell.rank == 1 else "quiet"


def _figures(cell: SelectedCellView, look: Look) -> list[str]:
    first = cell.answers[0]
    texts = figure_texts(cell)
    texts["tokens"] = f"{formats.count(first.tokens_in)} in, {formats.count(first.tokens_out)} out"
    if cell.note is not None:
        texts["note"] = cell.note
    rows = [[Text(label, "quiet"), Text(text)] for label, text in texts.items()]
    columns = (Column("figure"), Column("value", minimum=20))
    lines = table_lines(columns, rows, look)[1:]
    if first.environment is not None:
        lines += wrapped(f"environment  {first.environment}", look, "quiet")
    return lines


def _text_of(answer: AnswerView, look: Look, *, alone: bool) -> list[str]:
    mark = "" if alone else f" {answer.prompt_id}"
    lines = [look.paint(f"task{mark}", "head"), plain_text(answer.prompt)]
    if answer.error is not None:
        lines += ["", look.paint(f"error{mark}", "failed"), one_line(answer.error)]
    else:
        lines += ["", look.paint(f"answer{mark}", "head")]
        lines.append(plain_text(answer.output) or look.paint("(empty)", "quiet"))
    if answer.evidence:
        kept = ", ".join(f"{e.name} ({formats.count(e.bytes)} bytes)" for e in answer.evidence)
        lines += ["", look.paint("evidence  ", "quiet") + kept]
    return lines


def plain_text(text: str) -> str:
    """Return a text of several lines that no terminal can be steered by, its indents kept."""
    return "\n".join(
        line[: len(line) - len(line.lstrip(" "))] + _keep_inner_gaps(line.strip())
        for line in text.expandtabs(4).splitlines()
    )


def _keep_inner_gaps(line: str) -> str:
    return " ".join(one_line(word) for word in line.split(" "))


def _answer(row: AgentModelRunRow, evidence: tuple[EvidenceView, ...]) -> AnswerView:
    return AnswerView(
        prompt_id=row.prompt_id,
        prompt=row.prompt,
        output=row.output,
        ok=row.ok,
        error=row.error,
        score=reported_score(row.score, row.judge) if row.ok else None,
        judge=row.judge,
        tokens_in=reported_tokens(row.tokens_in),
        tokens_out=reported_tokens(row.tokens_out),
        tokens_per_s=reported_speed(row.tokens_per_s) if row.ok else None,
        latency_ms=reported_latency(row.latency_ms),
        load_ms=row.load_ms,
        cost_usd=reported_cost(row.cost_usd),
        mcp_tool_calls=row.mcp_tool_calls,
        stop_reason=row.stop_reason,
        environment=row.environment,
        evidence=evidence,
    )
