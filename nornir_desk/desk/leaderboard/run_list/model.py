"""The run list's rows: date headings, runs, and above them what has not landed."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nornir_desk.desk.leaderboard.run_list.row_changes import RowChanges, row_changes
from nornir_desk.desk.local_zone import local_zone
from nornir_desk.domain.text import one_line
from nornir_desk.ports.clock import Clock
from nornir_desk.present import formats
from nornir_desk.present.run_row import run_sentence, run_tip
from nornir_desk.present.run_sections import IN_PROGRESS, date_sections
from nornir_desk.present.state import RunView, UnfinishedView

# As integers: comparing with the members of Qt's enums costs more than all the rest of data().
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_HEADING = "\0heading "
_WAITING = "\0waiting "

Run = RunView | UnfinishedView
Entry = str | RunView | UnfinishedView  # a text is a heading
_ROOT = QModelIndex()


class RunListModel(QAbstractListModel):
    """Holds what is listed; texts are made when a row is asked for.

    Args:
        clock: Tells what time it is, for ages and headings.
    """

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self.now_micros = clock.now_micros()
        self.zone = local_zone(self.now_micros)
        self._runs: Sequence[RunView] = ()
        self._unfinished: Sequence[UnfinishedView] = ()
        self._sections: tuple[tuple[str, int], ...] = ()
        self._entries: list[Entry] = []
        self._keys: list[str] = []
        self._headings: list[int] = []

    @property
    def headings(self) -> Sequence[int]:
        """The rows that are headings."""
        return self._headings

    @property
    def landed(self) -> int:
        """How many runs are listed that have landed."""
        return len(self._runs)

    def entry(self, row: int) -> Entry:
        """Return what a row is."""
        return self._entries[row]

    def run_at(self, row: int) -> Run | None:
        """Return the run of a row; None for a heading, and for no row."""
        entry = self._entries[row] if 0 <= row < len(self._entries) else ""
        return None if isinstance(entry, str) else entry

    def row_of(self, run_id: str | None) -> int:
        """Return the row of a run, landed or not; -1 where it is not listed."""
        if run_id is None:
            return -1
        for key in (_WAITING + run_id, run_id):
            try:
                return self._keys.index(key)
            except ValueError:
                continue
        return -1

    def ago(self, run: Run) -> str:
        """Return how long ago a run was, within a sentence."""
        return formats.ago(formats.micros_of(run.ts), self.now_micros, self.zone)

    def age(self, run: Run) -> str:
        """Return how long ago a run was."""
        return formats.age(formats.micros_of(run.ts), self.now_micros, self.zone)

    def put(
        self,
        runs: Sequence[RunView],
        unfinished: Sequence[UnfinishedView],
        *,
        anew: bool = False,
    ) -> tuple[str, ...]:
        """List other runs, and return the ids of the landed ones that came.

        Args:
            runs: Those that have landed, newest first.
            unfinished: Those that have not.
            anew: Much is another: do not look for what stayed.
        """
        self._runs, self._unfinished = runs, unfinished
        self._sections = date_sections(runs, self.now_micros, self.zone)
        entries, keys, headings = self._arranged()
        changes = row_changes(self._keys, keys) if self._keys and not anew else None
        if changes is None:
            self.beginResetModel()
            self._entries, self._keys, self._headings = entries, keys, headings
            self.endResetModel()
            return ()
        self._change(changes, entries, keys)
        self._headings = headings
        if unfinished:
            self.touch(0, len(unfinished))
        came = [key for first, end in changes.inserted for key in keys[first:end]]
        return tuple(key for key in came if not key.startswith("\0"))

    def tick(self, first: int, last: int) -> None:
        """Let the ages of the rows from ``first`` to ``last`` be told anew, and the headings."""
        self.now_micros = self._clock.now_micros()
        self.zone = local_zone(self.now_micros)
        if date_sections(self._runs, self.now_micros, self.zone) != self._sections:
            self.put(self._runs, self._unfinished)
        self.touch(first, last)

    def touch(self, first: int, last: int) -> None:
        """Let rows be drawn anew."""
        last = min(last, len(self._entries) - 1)
        if 0 <= first <= last:
            self.dataChanged.emit(self.index(first), self.index(last))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._entries)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Return that a run can be selected, and a heading cannot."""
        if self.run_at(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _DISPLAY) -> str | None:
        """Return a row's text, tooltip or sentence."""
        row = index.row()
        if not 0 <= row < len(self._entries):
            return None
        entry = self._entries[row]
        if isinstance(entry, str):
            return entry if role in (_DISPLAY, _ACCESSIBLE) else None
        if role == _DISPLAY:
            return one_line(entry.task)
        if role == _ACCESSIBLE:
            return run_sentence(entry, self.ago(entry))
        return _tooltip(entry) if role == _TOOLTIP else None

    def _arranged(self) -> tuple[list[Entry], list[str], list[int]]:
        entries: list[Entry] = []
        keys: list[str] = []
        headings: list[int] = []
        if self._unfinished:
            headings.append(0)
            entries += [IN_PROGRESS, *self._unfinished]
            keys += [_HEADING + IN_PROGRESS, *(_WAITING + run.run_id for run in self._unfinished)]
        ends = [first for _, first in self._sections[1:]] + [len(self._runs)]
        for (heading, first), end in zip(self._sections, ends, strict=False):
            headings.append(len(entries))
            under = self._runs[first:end]
            entries.append(heading)
            entries += under
            keys.append(_HEADING + heading)
            keys += [run.run_id for run in under]
        return entries, keys, headings

    def _change(self, changes: RowChanges, entries: list[Entry], keys: list[str]) -> None:
        for first, end in changes.removed:
            self.beginRemoveRows(QModelIndex(), first, end - 1)
            del self._entries[first:end], self._keys[first:end]
            self.endRemoveRows()
        for first, end in changes.inserted:
            self.beginInsertRows(QModelIndex(), first, end - 1)
            self._entries[first:first] = entries[first:end]
            self._keys[first:first] = keys[first:end]
            self.endInsertRows()
        # A run that stayed may have got further.
        self._entries, self._keys = entries, keys


def _tooltip(run: Run) -> str:
    rows = "".join(
        f"<tr><td>{html.escape(label)}&nbsp;&nbsp;</td><td>{html.escape(value)}</td></tr>"
        for label, value in run_tip(run)
    )
    return f"<table>{rows}</table>"
