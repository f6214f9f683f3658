"""The run list's rows: date headings, runs, and above them what has not landed."""

from __future__ import annotations

import html
from collections.abc import Sequence
from itertools import islice

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nornir_desk.desk.leaderboard.run_list.listing import Entry, Listing, Run, landed
from nornir_desk.desk.leaderboard.run_list.row_changes import RowChanges, row_changes
from nornir_desk.desk.local_zone import local_zone
from nornir_desk.domain.text import one_line
from nornir_desk.ports.clock import Clock
from nornir_desk.present import formats
from nornir_desk.present.run_row import run_sentence, run_tip
from nornir_desk.present.run_sections import date_sections
from nornir_desk.present.state import RunView, UnfinishedView

# As integers: comparing with the members of Qt's enums costs more than all the rest of data().
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOLTIP = int(Qt.ItemDataRole.ToolTipRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_RECENT = 1_000

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
        self._listing = Listing()
        self._entries: list[Entry] = []
        self._keys: list[str] | None = None  # made when they are first looked through
        self._headings: list[int] = []

    @property
    def headings(self) -> Sequence[int]:
        """The rows that are headings."""
        return self._headings

    @property
    def landed(self) -> int:
        """How many runs are listed that have landed."""
        return len(self._listing.runs)

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
        # Most often it is a recent one.
        for row, entry in enumerate(islice(self._entries, _RECENT)):
            if not isinstance(entry, str) and entry.run_id == run_id:
                return row
        try:
            return self._keys_now().index(run_id)
        except ValueError:
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
        before = [] if anew else self._keys_now()
        sections = date_sections(runs, self.now_micros, self.zone)
        self._listing = Listing(runs, unfinished, sections)
        self._keys = None
        changes = row_changes(before, self._keys_now()) if before else None
        if changes is None:
            self._begin()
            return ()
        self._change(changes)
        if unfinished:
            self.touch(0, len(unfinished))
        keys = self._keys_now()
        return landed([key for first, end in changes.inserted for key in keys[first:end]])

    def tick(self, first: int, last: int) -> None:
        """Let the ages of the rows from ``first`` to ``last`` be told anew, and the headings."""
        self.now_micros = self._clock.now_micros()
        self.zone = local_zone(self.now_micros)
        held = self._listing
        if date_sections(held.runs, self.now_micros, self.zone) != held.sections:
            self.put(held.runs, held.unfinished)
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

    def _begin(self) -> None:
        self.beginResetModel()
        self._entries, self._headings = self._listing.rows()
        self.endResetModel()

    def _keys_now(self) -> list[str]:
        if self._keys is None:
            self._keys = self._listing.keys()
        return self._keys

    def _change(self, changes: RowChanges) -> None:
        entries, headings = self._listing.rows()
        for first, end in changes.removed:
            self.beginRemoveRows(QModelIndex(), first, end - 1)
            del self._entries[first:end]
            self.endRemoveRows()
        for first, end in changes.inserted:
            self.beginInsertRows(QModelIndex(), first, end - 1)
            self._entries[first:first] = entries[first:end]
            self.endInsertRows()
        # A run that stayed may have got further.
        self._entries, self._headings = entries, headings


def _tooltip(run: Run) -> str:
    rows = "".join(
        f"<tr><td>{html.escape(label)}&nbsp;&nbsp;</td><td>{html.escape(value)}</td></tr>"
        for label, value in run_tip(run)
    )
    return f"<table>{rows}</table>"
