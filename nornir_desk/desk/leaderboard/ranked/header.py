"""The heads of the list's columns: they sort, and their edges make columns wider."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from nornir_desk.desk.leaderboard.ranked.model import TEXT_COLUMNS
from nornir_desk.desk.leaderboard.ranked.widths import LEAST, SLOT
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import COLUMNS, Column, SortView
from nornir_desk.present.ranked_line import TITLES

_HEIGHT = 28
_SORT_MARK = 14
_MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class RankedHeader(QHeaderView):
    """Draws titles as the columns stand, with the mark of the sort.

    Args:
        skin: What it draws with.
        parent: The list.
    """

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._skin = skin
        self._sort = SortView()
        self._pad = 0
        self._hovered = -1
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setMouseTracking(True)
        self.setAccessibleName("Columns of the ranked cells")
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.reskin()

    def reskin(self) -> None:
        """Take the sizes and colours of the moment."""
        self.setMinimumSectionSize(self._skin.px(LEAST))
        self.setFixedHeight(self._skin.px(_HEIGHT))
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the height of a header."""
        return QSize(super().sizeHint().width(), self._skin.px(_HEIGHT))

    def show_sort(self, sort: SortView, pad: int) -> None:
        """Show how the list is sorted, and how far its texts stand from the columns' edges."""
        if (sort, pad) != (self._sort, self._pad):
            self._sort, self._pad = sort, pad
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground and the hairline below, also where no column is."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._skin.colour("surface"))
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), self._skin.colour("line"))
        painter.end()
        super().paintEvent(event)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw a column's title, and its sort mark on the side where the text may grow."""
        column = COLUMNS[section]
        skin, sorts = self._skin, column == self._sort.column
        painter.save()
        # The view hands the painter on with a font and a pen of its own.
        ground = "hover" if section == self._hovered else "surface"
        painter.fillRect(rect, skin.colour(ground))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), skin.colour("line"))
        weight = 600 if sorts else 500
        painter.setFont(skin.font(11, weight))
        painter.setPen(skin.colour("text" if sorts else "text2"))
        box = self._box(rect, column)
        left = column in TEXT_COLUMNS
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
        painter.drawText(box, side | _MIDDLE, TITLES[column])
        if sorts:
            width = skin.metrics(11, weight).horizontalAdvance(TITLES[column])
            gap, edge = skin.px(4), skin.px(_SORT_MARK)
            at = box.left() + width + gap if left else box.right() - width - gap - edge
            icon = "sort-desc" if self._sort.descending else "sort-asc"
            pixmap = skin.pixmap(icon, "text", _SORT_MARK, painter.device().devicePixelRatioF())
            painter.drawPixmap(round(at), round(rect.top() + (rect.height() - edge) / 2), pixmap)
        painter.restore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Follow the pointer, to show which column a click would sort."""
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            self._hover(self.logicalIndexAt(event.position().toPoint()))
        elif event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def _hover(self, section: int) -> None:
        if section != self._hovered:
            self._hovered = section
            self.viewport().update()

    def _box(self, rect: QRect, column: Column) -> QRectF:
        box = QRectF(rect).adjusted(self._pad, 0, -self._pad, -1)
        # A score's title stands over the score, not over the interval beside it.
        return box.adjusted(0, 0, -self._skin.px(SLOT), 0) if column == "score" else box
