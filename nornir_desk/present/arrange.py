"""Which ranked cells and which runs are shown, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nornir_desk.present.choices import Choices, Column, SortView
from nornir_desk.present.state import CellView, RunView
from nornir_desk.present.status import status_word

MAX_FILTER = 200
# Of an error of a megabyte, what stands in the list and a little more is searched.
_SEARCHED = 2_000

Key = str | float
_KEYS: dict[Column, Callable[[CellView], Key | None]] = {
    # A failed cell has no rank.
    "rank": lambda cell: cell.rank if cell.ok else None,
    "agent": lambda cell: cell.agent.casefold(),
    "model": lambda cell: cell.model.casefold(),
    "score": lambda cell: cell.score,
    "n": lambda cell: cell.n,
    "tokens_per_s": lambda cell: cell.tokens_per_s,
    "latency_ms": lambda cell: cell.latency_ms,
    "load_ms": lambda cell: cell.load_ms,
    "cost_usd": lambda cell: cell.cost_usd,
    "mcp_tool_calls": lambda cell: cell.mcp_tool_calls,
    "driver": lambda cell: cell.driver and cell.driver.casefold(),
    "judge": lambda cell: cell.judge and cell.judge.casefold(),
    "status": status_word,
}


class Arranger:
    """Arranges the same cells again and again: what is searched and compared is made once.

    Args:
        cells: The ranked cells, best first.
    """

    def __init__(self, cells: Sequence[CellView]) -> None:
        self._cells = cells
        self._haystacks: list[str] | None = None
        self._orders: dict[SortView, tuple[int, ...]] = {}

    def arrange(self, choices: Choices) -> tuple[int, ...]:
        """Return the places of the cells that ``choices`` leave, in the order they ask for.

        A cell holds every word of the filter, in any order and any case, in its names, driver,
        judge, error, note or status. What was not reported comes last in either direction, and
        between equals the rank decides, also where the order is descending.
        """
        order = self._ordered(choices.sort)
        if choices.failures_only:
            order = tuple(at for at in order if not self._cells[at].ok)
        words = words_of(choices.filter)
        if not words:
            return order
        held = self._searched()
        return tuple(at for at in order if all(word in held[at] for word in words))

    def _ordered(self, sort: SortView) -> tuple[int, ...]:
        if sort not in self._orders:
            self._orders[sort] = _order(self._cells, sort)
        return self._orders[sort]

    def _searched(self) -> list[str]:
        if self._haystacks is None:
            self._haystacks = [_haystack(cell) for cell in self._cells]
        return self._haystacks


class RunArranger:
    """Searches the same runs again and again.

    Args:
        runs: The run list.
    """

    def __init__(self, runs: Sequence[RunView]) -> None:
        self._runs = runs
        self._haystacks: list[str] | None = None

    def matching(self, text: str) -> tuple[int, ...]:
        """Return the places of the runs that hold every word, in the order of the list.

        Searched are the task, its handle, the run's id and date, the winner and ``mock``.
        """
        words = words_of(text)
        if not words:
            return tuple(range(len(self._runs)))
        if self._haystacks is None:
            self._haystacks = [_run_haystack(run) for run in self._runs]
        return tuple(
            at for at, held in enumerate(self._haystacks) if all(word in held for word in words)
        )


def arrange(cells: Sequence[CellView], choices: Choices) -> tuple[int, ...]:
    """Return the places of the ranked cells that ``choices`` leave, in the order they ask for."""
    return Arranger(cells).arrange(choices)


def filter_runs(runs: Sequence[RunView], text: str) -> tuple[int, ...]:
    """Return the places of the runs that hold every word of ``text``."""
    return RunArranger(runs).matching(text)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a filter as they are searched; what is beyond 200 signs is not."""
    return tuple(dict.fromkeys(text[:MAX_FILTER].casefold().split()))


def _order(cells: Sequence[CellView], sort: SortView) -> tuple[int, ...]:
    by_rank = sorted(range(len(cells)), key=lambda at: cells[at].rank)
    key = _KEYS[sort.column]
    keys = {at: key(cells[at]) for at in by_rank}
    missing = [at for at in by_rank if keys[at] is None]
    held = [at for at in by_rank if keys[at] is not None]
    # Python keeps the order of equals also where it sorts in reverse.
    held.sort(key=lambda at: keys[at], reverse=sort.descending)  # type: ignore[arg-type, return-value]
    return (*held, *missing)


def _haystack(cell: CellView) -> str:
    parts = (cell.cell, cell.driver, cell.judge, cell.error and cell.error[:_SEARCHED], cell.note)
    told = "\n".join(part for part in parts if part)
    return f"{told}\n{status_word(cell)}".casefold()


def _run_haystack(run: RunView) -> str:
    parts = (run.task, run.prompt_id, run.run_id, run.winner or "", run.ts[:10])
    return "\n".join((*parts, "mock" if run.made_up else "")).casefold()
