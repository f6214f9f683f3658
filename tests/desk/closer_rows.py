"""Rows of one run for the panes that look closer, and cells in full without a place to read."""

from collections.abc import Sequence
from pathlib import Path

from nornir_desk.desk.session import Session
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.present.detail import selected_cell
from nornir_desk.present.state import EvidenceView, SelectedCellView
from nornir_desk.system.redaction import Redactor
from nornir_desk.warehouse.evidence import FolderEvidence
from nornir_desk.warehouse.location import local_location
from tests.fakes.warehouse_tables import row

LONG = "a-name-without-an-end-" * 14
RIGHT_TO_LEFT = "\u0645\u0631\u062d\u0628\u0627\u202e-evil"


def cell_rows(
    agent: str, model: str, scores: Sequence[float | None], **fields: object
) -> list[AgentModelRunRow]:
    """Return the rows of one cell, one a repeat; a score of None has failed."""
    made = []
    for at, score in enumerate(scores):
        told: dict[str, object] = {
            "run_id": "20261130T151247-a1b2c3",
            "ts_micros": 1_796_051_567_000_000,
            "agent": agent,
            "model": model,
            "prompt_id": "task" if at == 0 else f"task#{at + 1}",
            "prompt": "What is <b>asked</b>?",
            "output": f"answer {at + 1} of {agent}",
            "score": score or 0.0,
            "judge": "strict 4/5",
            "ok": score is not None,
            "error": None if score is not None else "timed out <i>after</i> 300 s",
            "tokens_per_s": 50.0 + at,
            "latency_ms": 24_100.0 + 5_400 * at,
            "cost_usd": 0.0531,
            "driver": f"{agent} 1.0",
        }
        made.append(row(at + 1, **{**told, **fields}))
    return made


def board_rows() -> list[AgentModelRunRow]:
    """Return a winner, a runner-up measured three times, a failed cell and an unscored one."""
    return [
        *cell_rows("claude", "sonnet", [0.912, 0.91, 0.914]),
        *cell_rows("codex", "gpt-5-mini", [0.891, 0.871, 0.911], cost_usd=0.0118),
        *cell_rows("kilo", "llama", [None], output=""),
        *cell_rows("pi", "qwen", [0.0], judge=None),
    ]


def in_full(
    session: Session,
    rows: Sequence[AgentModelRunRow],
    name: str,
    evidence: tuple[EvidenceView, ...] = (),
) -> SelectedCellView:
    """Return a cell of the session as the closer look would read it."""
    view = session.cell(name)
    assert view is not None
    own = [one for one in rows if (one.agent, one.model) == (view.agent, view.model)]
    return selected_cell(view, own, {one.prompt_id: evidence for one in own})


class KeptPlace:
    """A place with nothing but evidence."""

    where = "warehouse"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def kept(self) -> FolderEvidence:
        return FolderEvidence(local_location(self._folder), Redactor({}))
