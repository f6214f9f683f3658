"""The box of the palette: a field to type into, and what was found."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from nornir_desk.desk.controls.small import Caps, Hairline
from nornir_desk.desk.finding.delegate import ROW, EntryDelegate
from nornir_desk.desk.finding.model import EntryModel
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.arrange import MAX_FILTER

_HEAD = 47
_MOST_ROWS = 10
_HINT = "Go to run, cell or command"


class FindBox(QWidget):
    """Field and list; what the keys do is the palette's.

    Args:
        skin: What it draws with.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, parent: QWidget) -> None:
        super().__init__(parent)
        self._skin = skin
        self.field = QLineEdit(self)
        self.field.setObjectName("bare")
        self.field.setFrame(False)
        self.field.setMaxLength(MAX_FILTER)
        self.field.setPlaceholderText(_HINT)
        self.field.setAccessibleName(_HINT)
        self.model = EntryModel(self)
        self.list = self._made_list()
        self._lay_out()
        skin.changed.connect(self._reskin)
        self._reskin()

    def wanted_height(self) -> int:
        """Return the height that shows what was found, up to ten lines."""
        rows = min(self.model.rowCount(), _MOST_ROWS)
        return self._skin.px(_HEAD) + 1 + rows * self._skin.px(ROW) + 2 * self._skin.px(8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon; the palette draws the ground."""
        painter, skin = QPainter(self), self._skin
        pixmap = skin.pixmap("search", "text2", 16, self.devicePixelRatioF())
        head = QRectF(0, 0, self.width(), skin.px(_HEAD))
        painter.drawPixmap(skin.px(18), round(head.center().y() - skin.px(16) / 2), pixmap)
        painter.end()

    def _made_list(self) -> QListView:
        found = QListView(self)
        found.setModel(self.model)
        found.setItemDelegate(EntryDelegate(self._skin, self.model))
        found.setFrameShape(QFrame.Shape.NoFrame)
        found.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        found.setUniformItemSizes(True)
        found.setMouseTracking(True)
        found.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        found.setAccessibleName("Found")
        # What lies below shows through the corners of the box.
        found.viewport().setAutoFillBackground(False)
        return found

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.field, 1)
        self._head.addWidget(Caps(self._skin, "Esc", self))
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addLayout(self._head)
        self._column.addWidget(Hairline(self._skin, parent=self))
        self._list_row = QHBoxLayout()
        self._list_row.addWidget(self.list)
        self._column.addLayout(self._list_row, 1)

    def _reskin(self) -> None:
        skin = self._skin
        self.field.setFont(skin.font(15))
        self.field.setFixedHeight(skin.px(_HEAD))
        self._head.setContentsMargins(skin.px(45), 0, skin.px(16), 0)
        inset = skin.px(8)
        self._list_row.setContentsMargins(inset, inset, inset, inset)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.list.doItemsLayout()
        self.update()
