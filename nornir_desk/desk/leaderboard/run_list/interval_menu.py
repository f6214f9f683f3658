"""How often new runs are looked for, as a menu."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

# In seconds; 0 reads only when asked to.
INTERVALS: tuple[tuple[int, str], ...] = (
    (1, "Look for new runs every second"),
    (2, "Every 2 seconds"),
    (5, "Every 5 seconds"),
    (15, "Every 15 seconds"),
    (60, "Every minute"),
    (0, "Only when asked to (F5)"),
)


class IntervalMenu(QMenu):
    """Offers the intervals.

    Signals:
        chosen: The user wants another one, in seconds.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QActionGroup(self)
        for seconds, text in INTERVALS:
            action = self.addAction(text)
            action.setCheckable(True)
            action.setData(seconds)
            self._group.addAction(action)
        self._group.triggered.connect(lambda action: self.chosen.emit(int(action.data())))

    def show_interval(self, seconds: int) -> None:
        """Show which one holds; one that is not offered leaves all unmarked."""
        self._group.setExclusive(False)
        for action in self._group.actions():
            action.setChecked(action.data() == seconds)
        self._group.setExclusive(True)
