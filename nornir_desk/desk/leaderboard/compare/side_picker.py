"""One side of the comparison: its letter, its cell, and the list to choose another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.controls.pressable import HEIGHT, ICON, Pressable
from nornir_desk.desk.leaderboard.compare.cell_list import CellList
from nornir_desk.desk.theme.marks import Mark, draw_mark
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present.state import CellView

_NAME_MAX = 400
_GAP = 6
_AGENT_SHARE = 0.5
_MEDAL_FROM = 180
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class SidePicker(Pressable):
    """Shows the cell on one side; pressed, it opens the list of all.

    Args:
        skin: What it draws with.
        side: Its letter.
        cells: Returns what to choose from.
        parent: Where it stands.
    """

    def __init__(
        self,
        skin: Skin,
        side: Literal["A", "B"],
        cells: Callable[[], Sequence[CellView]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(skin, "", "chevron-down", parent)
        self._side, self._cells = side, cells
        self._cell: CellView | None = None
        self._mark: Mark | None = None
        self.list = CellList(skin, self)
        self.setToolTip(f"Choose the cell on side {side}")
        self.clicked.connect(self.open_list)
        self.show_cell(None, None)

    @property
    def cell(self) -> CellView | None:
        """The cell that is shown."""
        return self._cell

    def show_cell(self, cell: CellView | None, mark: Mark | None) -> None:
        """Show a cell and its agent's mark."""
        self._cell, self._mark = cell, mark
        name = one_line(cell.cell[:_NAME_MAX]) if cell else "choose a cell"
        self.setAccessibleName(f"{self._side}: {name}")
        self.update()

    def open_list(self) -> None:
        """Open the list of cells."""
        name = self._cell.cell if self._cell else None
        self.list.open_for(self._cells(), name, self.width())

    def sizeHint(self) -> QSize:
        """Return a usual size; its place decides how wide it is."""
        return QSize(self.skin.px(240), self.skin.px(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        if self.underMouse():
            self.fill(painter, "hover", None)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = self._draw_letter(painter)
        right = float(self.width() - self.skin.px(ICON) - self.skin.px(4))
        self.draw_icon(painter, right, "text2")
        if self._cell is None:
            painter.setFont(self.skin.font(13))
            painter.setPen(self.skin.colour("text3"))
            painter.drawText(QRectF(left, 0, right - left, self.height()), _MIDDLE, "choose a cell")
        else:
            self._draw_cell(painter, self._cell, left, right)
        self.draw_focus(painter)
        painter.end()

    def _draw_letter(self, painter: QPainter) -> float:
        skin, edge = self.skin, self.skin.px(18)
        badge = QRectF(skin.px(2), (self.height() - edge) / 2, edge, edge)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(skin.colour("accent"))
        painter.drawRoundedRect(badge, skin.px(4), skin.px(4))
        painter.setFont(skin.font(11, 600))
        painter.setPen(skin.colour("on_accent"))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, self._side)
        return badge.right() + skin.px(_GAP)

    def _draw_cell(self, painter: QPainter, cell: CellView, left: float, right: float) -> None:
        skin, gap = self.skin, self.skin.px(_GAP)
        if self._mark is not None:
            edge = skin.px(9)
            draw_mark(
                painter, skin, self._mark, QRectF(left, (self.height() - edge) / 2, edge, edge)
            )
            left += edge + gap
        if cell.ok and cell.rank == 1 and self.width() >= skin.px(_MEDAL_FROM):
            right -= skin.px(16) + gap
            medal = skin.pixmap("medal", "gold_edge", 16, self.devicePixelRatioF())
            painter.drawPixmap(round(right), (self.height() - skin.px(16)) // 2, medal)
        room = right - left - gap
        # Both names are cut only where they do not fit together.
        model = skin.metrics(13).horizontalAdvance(one_line(cell.model[:_NAME_MAX]))
        agent = max(room * _AGENT_SHARE, room - model)
        left += self._draw_name(painter, cell.agent, 600, (left, agent)) + gap
        self._draw_name(painter, cell.model, 400, (left, right - left - gap))

    def _draw_name(
        self, painter: QPainter, name: str, weight: int, room: tuple[float, float]
    ) -> float:
        metrics = self.skin.metrics(13, weight)
        cut = Qt.TextElideMode.ElideMiddle
        text = metrics.elidedText(one_line(name[:_NAME_MAX]), cut, room[1])
        painter.setFont(self.skin.font(13, weight))
        painter.setPen(self.skin.colour("text" if weight > 400 else "text2"))  # noqa: PLR2004
        painter.drawText(QRectF(room[0], 0, room[1] + 1, self.height()), _MIDDLE, text)
        return metrics.horizontalAdvance(text)
