"""The cells as they are drawn: laid out once, high rows kept as pictures, low ones drawn in one pass."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPixmap

from nornir_desk.desk.leaderboard.matrix.density import Grade
from nornir_desk.desk.leaderboard.matrix.layout import CellLayout, Laid
from nornir_desk.desk.leaderboard.matrix.lettering import Lettering
from nornir_desk.desk.leaderboard.matrix.model import GridModel
from nornir_desk.desk.leaderboard.matrix.painter import (
    CURRENT,
    FOCUSED,
    HOVERED,
    PICKED,
    CellPainter,
)
from nornir_desk.desk.theme.skin import Skin

_LAID_KEPT = 12_000
_DRAWN_KEPT = 1_200

# Place, first pixel, size of a section that is seen.
Spans = list[tuple[int, int, int]]


class Pointers(NamedTuple):
    """Which cells are special right now.

    Attributes:
        current: The selected cell's place.
        focused: Has the grid the focus?
        hovered: The place under the mouse.
        picked: Ranges that are selected: top, left, bottom, right.
    """

    current: tuple[int, int]
    focused: bool
    hovered: tuple[int, int]
    picked: list[tuple[int, int, int, int]]

    def rows(self) -> set[int]:
        """Return the rows that have a special cell."""
        picked = (range(top, bottom + 1) for top, _, bottom, _ in self.picked)
        return {self.current[0], self.hovered[0]}.union(*picked)

    def flags(self, place: tuple[int, int]) -> int:
        """Return what is special of a place."""
        row, column = place
        flags = HOVERED if place == self.hovered else 0
        for top, left, bottom, right in self.picked:
            if top <= row <= bottom and left <= column <= right:
                flags |= PICKED
        if place == self.current:
            flags |= CURRENT | FOCUSED if self.focused else CURRENT
        return flags


class Canvas:
    """Draws the cells of a model.

    Args:
        model: The cells.
        skin: Colours, fonts and sizes.
        lettering: Keeps the texts.
    """

    def __init__(self, model: GridModel, skin: Skin, lettering: Lettering) -> None:
        self._grid = model
        self._skin = skin
        self._layout = CellLayout(skin, lettering)
        self._painter = CellPainter(skin)
        self._laid: dict[tuple[int, int, int], Laid | None] = {}
        self._drawn: dict[tuple[int, int, int, int, float], QPixmap] = {}
        self._marks: dict[str, str] = {}

    @property
    def grade(self) -> Grade:
        """The density that is drawn."""
        return self._layout.grade

    def use(self, grade: Grade) -> None:
        """Draw in another density."""
        self._layout.grade = grade
        self.forget()

    def mark(self, a: str | None, b: str | None) -> bool:
        """Mark the two cells that are compared, by their names; tell whether that is new."""
        marks = {name: letter for name, letter in ((b, "B"), (a, "A")) if name is not None}
        new, self._marks = marks != self._marks, marks
        if new:
            self.forget()
        return new

    def forget(self) -> None:
        """Lay the cells out anew: they are others, or look otherwise."""
        self._laid.clear()
        self._drawn.clear()
        self._painter.forget()
        self._painter.heated = self._grid.matrix.heat is not None
        self._layout.unscored = self._grid.unscored

    def draw(self, painter: QPainter, rows: Spans, columns: Spans, pointers: Pointers) -> None:
        """Draw the cells of these rows and columns.

        Args:
            painter: Draws.
            rows: The rows that are seen; not empty.
            columns: The columns that are seen; not empty.
            pointers: What is special.
        """
        if not self.grade.full:
            self._hairlines(painter, rows, columns)
        full, paint, special = self.grade.full, self._painter.paint, pointers.rows()
        for row, y, height in rows:
            plain = row not in special
            for column, x, width in columns:
                flags = 0 if plain else pointers.flags((row, column))
                if full:
                    drawn = self._picture(painter, (row, column), (width, height), flags)
                    painter.drawPixmap(x, y, drawn)
                else:
                    laid = self._laid_out(row, column, width)
                    paint(painter, laid, QRect(x, y, width, height), flags)

    def _hairlines(self, painter: QPainter, rows: Spans, columns: Spans) -> None:
        left, top = columns[0][1], rows[0][1]
        width = columns[-1][1] + columns[-1][2] - left
        height = rows[-1][1] + rows[-1][2] - top
        line = self._skin.colour("line")
        for _, x, wide in columns:
            painter.fillRect(x + wide - 1, top, 1, height, line)
        for _, y, high in rows:
            painter.fillRect(left, y + high - 1, width, 1, line)

    def ring(self, painter: QPainter, rect: QRect) -> None:
        """Draw the ring of the focus where no cell has it."""
        self._painter.ring(painter, rect)

    def _laid_out(self, row: int, column: int, width: int) -> Laid | None:
        key = (row, column, width)
        if key not in self._laid:
            if len(self._laid) >= _LAID_KEPT:
                self._laid.clear()
            self._laid[key] = self._lay(row, column, width)
        return self._laid[key]

    def _lay(self, row: int, column: int, width: int) -> Laid | None:
        cell = self._grid.cell_at(row, column)
        if cell is None:
            return None
        error = None if cell.ok else getattr(self._grid.ranked(cell), "error", None)
        mark = self._marks.get(f"{cell.agent}/{cell.model}", "")
        return self._layout.lay(cell, width, mark=mark, error=error)

    def _picture(
        self, painter: QPainter, place: tuple[int, int], size: tuple[int, int], flags: int
    ) -> QPixmap:
        ratio = painter.device().devicePixelRatio()
        key = (*place, size[0], flags, ratio)
        found = self._drawn.get(key)
        if found is None:
            if len(self._drawn) >= _DRAWN_KEPT:
                self._drawn.clear()
            found = self._drawn[key] = self._made(place, size, flags, ratio)
        return found

    def _made(
        self, place: tuple[int, int], size: tuple[int, int], flags: int, ratio: float
    ) -> QPixmap:
        pixmap = QPixmap(round(size[0] * ratio), round(size[1] * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(self._skin.colour("line"))
        painter = QPainter(pixmap)
        self._painter.paint(painter, self._laid_out(*place, size[0]), QRect(0, 0, *size), flags)
        painter.end()
        return pixmap
