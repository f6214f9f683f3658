"""The menu of the list's columns: which are shown, and by which it is sorted."""

from __future__ import annotations

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from nornir_desk.desk.session import Session
from nornir_desk.present.choices import COLUMNS, DEFAULT_COLUMNS, FIXED_COLUMNS, Column, SortView
from nornir_desk.present.ranked_line import SPOKEN

# Of these more is better, or more is what one looks for: a first click shows the most.
_MOST_FIRST: frozenset[Column] = frozenset(("score", "n", "tokens_per_s", "mcp_tool_calls"))


class ColumnsMenu(QMenu):
    """Ticks for the columns that are shown, and a list of those that can sort.

    Args:
        session: Holds what is chosen.
        parent: Where it stands.
    """

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._ticks: dict[Column, QAction] = {}
        self._sorts: dict[Column, QAction] = {}
        self.setAccessibleName("Columns")
        for column in COLUMNS:
            tick = self._ticks[column] = self.addAction(SPOKEN[column])
            tick.setCheckable(True)
            tick.setEnabled(column not in FIXED_COLUMNS)
            tick.triggered.connect(lambda on, name=column: self._turn(name, on=on))
        self.addSeparator()
        self._by = self.addMenu("Sort by")
        group = QActionGroup(self)
        for column in COLUMNS:
            sort = self._sorts[column] = self._by.addAction(SPOKEN[column])
            sort.setCheckable(True)
            group.addAction(sort)
            sort.triggered.connect(lambda _on, name=column: self._sort(name))
        self.addSeparator()
        self.addAction("Columns as they were", self._restore)
        self.follow()

    def tick(self, column: Column) -> QAction:
        """Return the entry that shows or hides a column."""
        return self._ticks[column]

    def sorter(self, column: Column) -> QAction:
        """Return the entry that sorts by a column, and turns the order where it does already."""
        return self._sorts[column]

    def follow(self) -> None:
        """Show what is chosen."""
        choices = self._session.choices
        for column, tick in self._ticks.items():
            tick.setChecked(column in choices.columns or column in FIXED_COLUMNS)
        for column, sort in self._sorts.items():
            sort.setChecked(column == choices.sort.column)

    def _turn(self, column: Column, *, on: bool) -> None:
        now = set(self._session.choices.columns) | set(FIXED_COLUMNS)
        wanted = now | {column} if on else now - {column}
        self._session.choose(columns=tuple(name for name in COLUMNS if name in wanted))

    def _sort(self, column: Column) -> None:
        sort_by(self._session, column)
        self.follow()

    def _restore(self) -> None:
        self._session.choose(columns=DEFAULT_COLUMNS)


def sort_by(session: Session, column: Column) -> None:
    """Sort the list by a column, best or first on top; a second time the other way round."""
    now = session.choices.sort
    turned = not now.descending if now.column == column else column in _MOST_FIRST
    session.choose(sort=SortView(column, turned))
