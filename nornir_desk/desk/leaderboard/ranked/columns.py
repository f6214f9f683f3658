"""Sets the list's columns: which are there, and how wide each is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from nornir_desk.desk.leaderboard.ranked.delegate import Places
from nornir_desk.desk.leaderboard.ranked.view import RankedView
from nornir_desk.desk.leaderboard.ranked.widths import (
    LEAST,
    Needs,
    Spread,
    dragged,
    needs_of,
    spread,
)
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import COLUMNS, DEFAULT_COLUMNS, FIXED_COLUMNS, Column, SortView
from nornir_desk.present.ranked_line import RankedLine, ranked_line
from nornir_desk.present.state import CellView

# The longest names are looked for among so many agents and models, so that a run of ten thousand
# is shown at once; longer ones are elided all the same.
_LOOKED_AT = 200
_WIDEST = 1_200
_LAST: Column = "status"


class ColumnSetter(QObject):
    """Spreads the columns over the list; the user's widths stand, the last column takes the rest.

    Args:
        skin: What the list is drawn with.
        view: The list.

    Signals:
        widths_changed: The user's widths by column, in designed px.
    """

    widths_changed = Signal(object)

    def __init__(self, skin: Skin, view: RankedView) -> None:
        super().__init__(view)
        self._skin = skin
        self._view = view
        self._user: dict[Column, int] = {}
        self._columns: tuple[Column, ...] = DEFAULT_COLUMNS
        self._sort = SortView()
        self._cells: Sequence[CellView] = ()
        self._needs: Needs | None = None
        self._setting = False
        self._spread: Spread | None = None
        view.head.sectionResized.connect(self._resized)
        view.head.sectionHandleDoubleClicked.connect(self._reset)
        view.resized.connect(self.spread)

    @property
    def widths(self) -> dict[str, int]:
        """The user's widths by column, in designed px; a column that was left alone is not there."""
        return {str(column): width for column, width in self._user.items()}

    def set_widths(self, widths: dict[str, int]) -> None:
        """Take the user's widths from before; what is no column is left out."""
        self._user = {
            column: min(max(int(widths[column]), LEAST), _WIDEST)
            for column in COLUMNS
            if column in widths and column != _LAST
        }
        self.spread()

    def show(self, columns: Sequence[Column], sort: SortView, cells: Sequence[CellView]) -> None:
        """Show other columns, another order, or other cells."""
        if cells is not self._cells:
            self._cells, self._needs = cells, None
        self._columns = tuple(c for c in COLUMNS if c in columns or c in FIXED_COLUMNS)
        self._sort = sort
        self.spread()

    def remeasure(self) -> None:
        """Measure the texts again: the font is another."""
        self._needs = None
        self.spread()

    def spread(self) -> None:
        """Spread the columns over the room there is."""
        room = self._view.viewport().width()
        self._apply(spread(self._skin, self._measured(), self._columns, room, self._user))

    def _measured(self) -> Needs:
        if self._needs is None:
            self._needs = needs_of(self._skin, self._examples(), len(self._cells))
        return self._needs

    def _examples(self) -> list[RankedLine]:
        agents: dict[str, CellView] = {}
        models: dict[str, CellView] = {}
        for cell in self._cells:
            agents.setdefault(cell.agent, cell)
            models.setdefault(cell.model, cell)
        found = [*list(agents.values())[:_LOOKED_AT], *list(models.values())[:_LOOKED_AT]]
        return [ranked_line(cell) for cell in found]

    def _apply(self, found: Spread) -> None:
        head = self._view.head
        self._spread = found
        self._setting = True
        for at, column in enumerate(COLUMNS):
            width = found.widths.get(column)
            if (width is None) != head.isSectionHidden(at):
                head.setSectionHidden(at, width is None)
            if width is not None and head.sectionSize(at) != width:
                head.resizeSection(at, width)
        self._setting = False
        self._place(found)

    def _place(self, found: Spread) -> None:
        places, left = [], 0
        for column in self._columns:
            places.append((column, left, found.widths[column]))
            left += found.widths[column]
        width = max(left, self._view.viewport().width())
        self._view.lines.arrange(Places(tuple(places), width, found.pad, found.bar, found.provider))
        self._view.head.show_sort(self._sort, found.pad)
        self._view.viewport().update()

    def _resized(self, section: int, _before: int, now: int) -> None:
        column = COLUMNS[section]
        if self._setting or column == _LAST or now <= 0:
            return
        self._user[column] = round(now / self._skin.scale)
        if self._spread is not None and column in self._spread.widths:
            # The edge stays below the pointer: nothing to its left may move.
            self._apply(dragged(self._skin, self._measured(), self._spread, column, now))
        self.widths_changed.emit(self.widths)

    def _reset(self, section: int) -> None:
        if self._user.pop(COLUMNS[section], None) is not None:
            self.spread()
            self.widths_changed.emit(self.widths)
