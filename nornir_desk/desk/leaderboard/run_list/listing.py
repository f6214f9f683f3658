"""What the rows of the run list are: headings, and the runs beneath them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nornir_desk.present.run_sections import IN_PROGRESS
from nornir_desk.present.state import RunView, UnfinishedView

_HEADING = "\0heading "
_WAITING = "\0waiting "

Run = RunView | UnfinishedView
Entry = str | RunView | UnfinishedView  # a text is a heading


@dataclass(frozen=True, slots=True)
class Listing:
    """What is listed, before it is laid out in rows.

    Attributes:
        runs: The runs that have landed, newest first.
        unfinished: Those that have not; they stand on top.
        sections: Each date heading and the place of the first run under it.
    """

    runs: Sequence[RunView] = ()
    unfinished: Sequence[UnfinishedView] = ()
    sections: Sequence[tuple[str, int]] = ()

    def rows(self) -> tuple[list[Entry], list[int]]:
        """Return what each row is, and which rows are headings."""
        entries: list[Entry] = []
        headings: list[int] = []
        if self.unfinished:
            headings.append(0)
            entries += [IN_PROGRESS, *self.unfinished]
        for heading, runs in self._cut():
            headings.append(len(entries))
            entries.append(heading)
            entries += runs
        return entries, headings

    def keys(self) -> list[str]:
        """Return what tells each row from the others; of a landed run that is its id."""
        keys: list[str] = []
        if self.unfinished:
            keys += [_HEADING + IN_PROGRESS, *(_WAITING + run.run_id for run in self.unfinished)]
        for heading, runs in self._cut():
            keys.append(_HEADING + heading)
            keys += [run.run_id for run in runs]
        return keys

    def _cut(self) -> Iterator[tuple[str, Sequence[RunView]]]:
        ends = [first for _, first in self.sections[1:]] + [len(self.runs)]
        for (heading, first), end in zip(self.sections, ends, strict=False):
            yield heading, self.runs[first:end]


def landed(keys: Sequence[str]) -> tuple[str, ...]:
    """Return those keys that are ids of landed runs."""
    return tuple(key for key in keys if not key.startswith((_HEADING, _WAITING)))
