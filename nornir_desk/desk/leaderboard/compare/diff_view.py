"""The diff of two answers, both halves scrolled together."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollBar, QTableView, QVBoxLayout, QWidget

from nornir_desk.desk.leaderboard.compare.diff_delegate import TEXT_LEFT
from nornir_desk.desk.leaderboard.compare.diff_model import DiffModel
from nornir_desk.desk.leaderboard.compare.diff_table import DiffTable
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.compare import DiffLine
from nornir_desk.present.diff_text import columns_of

_LINE = 22
_MEASURED = 20


class DiffView(QWidget):
    """The lines with the bar that moves both halves sideways.

    Args:
        skin: What it draws with.
        parent: Where it stands.

    Signals:
        moved: The user is on another difference: ``current``.
    """

    moved = Signal()

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._current: int | None = None
        self._widest = 0.0
        self._only = False
        self.model = DiffModel()
        self.sideways = QScrollBar(Qt.Orientation.Horizontal)
        self.table = DiffTable(skin, self.model, self.sideways)
        self._delegate = self.table.drawer
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self.sideways)
        self.sideways.valueChanged.connect(self._slide)
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def current(self) -> int | None:
        """The difference on which the user is, from 0; None before the first step."""
        return self._current

    @property
    def differences(self) -> int:
        """How many there are."""
        return len(self.model.starts)

    def show_lines(self, lines: tuple[DiffLine, ...], *, only: bool) -> None:
        """Show a diff; of the same one with other lines left out, the place is kept.

        Args:
            lines: Its lines.
            only: Leave out those that both sides have.
        """
        same = lines is self.model.lines
        if same and only == self._only:
            return
        self._only = only
        top = self.model.place(self.table.rowAt(0)) if same and lines else 0
        self.model.show_lines(lines, only=only)
        if not same:
            self._current = None
            self.sideways.setValue(0)
            self._measure()
        self._mark_current()
        if lines and self.model.rowCount():
            first = self.model.index(self.model.row_at(top), 0)
            self.table.scrollTo(first, QTableView.ScrollHint.PositionAtTop)

    def go(self, step: int) -> None:
        """Go to the next difference (1) or to the one before (-1), round the ends."""
        starts = self.model.starts
        if not starts:
            return
        if self._current is None:
            self._current = self._nearest(step)
        else:
            self._current = (self._current + step) % len(starts)
        self._mark_current()
        index = self.model.index(self._delegate.current.start, 0)
        self.table.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.NoUpdate
        )
        rows = self._delegate.current
        if not self._on_screen(rows.start) or not self._on_screen(rows.stop - 1):
            self.table.scrollTo(index, QTableView.ScrollHint.PositionAtCenter)
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set how far sideways there is to go."""
        super().resizeEvent(event)
        self._set_range()

    def _nearest(self, step: int) -> int:
        # The first step goes from what is on the screen, not from the begin.
        starts = self.model.starts
        top = self.model.place(self.table.rowAt(0))
        after = bisect_right(starts, top - 1)
        return after % len(starts) if step > 0 else (after - 1) % len(starts)

    def _mark_current(self) -> None:
        rows = range(0)
        if self._current is not None and self.model.rowCount():
            start = self.model.starts[self._current]
            lines, stop = self.model.lines, start
            while stop < len(lines) and lines[stop].side != "both":
                stop += 1
            first = self.model.row_at(start)
            rows = range(first, first + stop - start)
        self._delegate.current = rows
        self.table.viewport().update()

    def _on_screen(self, row: int) -> bool:
        top = self.table.rowViewportPosition(row)
        return 0 <= top <= self.table.viewport().height() - self.table.rowHeight(row)

    def _slide(self, offset: int) -> None:
        self._delegate.layout.offset = offset
        self.table.viewport().update()

    def _measure(self) -> None:
        texts = [text for line in self.model.lines for text in (line.a, line.b) if text]
        longest = sorted(texts, key=len, reverse=True)[:_MEASURED]
        advance = self._skin.metrics(12, mono=True).horizontalAdvance("0")
        self._widest = max((columns_of(text) for text in longest), default=0) * advance
        self._set_range()

    def _set_range(self) -> None:
        room = self.width() // 2 - self._skin.px(TEXT_LEFT) - self._skin.px(12)
        most = max(0, round(self._widest - room))
        self.sideways.setRange(0, most)
        self.sideways.setPageStep(max(room, 1))
        self.sideways.setSingleStep(self._skin.px(40))
        self.sideways.setVisible(most > 0)

    def _reskin(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(self._skin.px(_LINE))
        self._measure()
        self.table.viewport().update()
