"""What a figure rests on: the kept pieces of a measurement, and the way to them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.leaderboard.detail.evidence_model import EvidenceModel, icon_of
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present.plain_view import size_text
from nornir_desk.present.state import EvidenceView

_ROW = 24
_ROWS_SHOWN = 4
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)


class EvidenceDelegate(QStyledItemDelegate):
    """Draws icon, name and size."""

    def __init__(self, skin: Skin, model: EvidenceModel) -> None:
        super().__init__(model)
        self._skin, self._model = skin, model

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of a row."""
        return QSize(self._skin.px(120), self._skin.px(_ROW))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one piece."""
        skin, rect = self._skin, QRectF(option.rect)
        state = option.state
        focused = state & QStyle.StateFlag.State_HasFocus
        if focused or state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, skin.colour("accent_soft" if focused else "hover"))
        file = self._model.files[index.row()]
        edge = skin.px(16)
        icon = skin.pixmap(icon_of(file.name), "text2", 16, painter.device().devicePixelRatioF())
        painter.drawPixmap(int(rect.left()), int(rect.top() + (rect.height() - edge) / 2), icon)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(skin.font(11))
        painter.setPen(skin.colour("text3"))
        size = size_text(file.bytes)
        width = skin.metrics(11).horizontalAdvance(size)
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight, size)
        left = edge + skin.px(8)
        room = rect.adjusted(left, 0, -(width + skin.px(8)), 0)
        painter.setFont(skin.font(12, 500))
        painter.setPen(skin.colour("accent"))
        cut = Qt.TextElideMode.ElideMiddle
        name = skin.metrics(12, 500).elidedText(index.data(_DISPLAY), cut, room.width())
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, name)


class Evidence(QWidget):
    """The evidence of a measurement; a click copies where a piece is.

    Args:
        skin: What it draws with.
        parent: Where it stands.

    Signals:
        told: One line for the user.
    """

    told = Signal(str)

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._folder: Path | None = None
        self.model = EvidenceModel()
        self.title = Line(skin, (12, 600), "text2")
        self.title.say("Evidence")
        self.where = Line(skin, (11, 400), "text3")
        self.open_folder = Button(skin, "Open folder", "folder", "quiet")
        self.open_folder.setToolTip("Open the folder of this measurement")
        self.list = self._made_list()
        self._lay_out()
        self.list.clicked.connect(self._copy_path)
        self.list.activated.connect(self._copy_path)
        self.open_folder.clicked.connect(self._open)
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def folder(self) -> Path | None:
        """Where the pieces are; None where that is not on this machine."""
        return self._folder

    def show_files(self, files: tuple[EvidenceView, ...], folder: Path | None) -> None:
        """Show the pieces of a measurement.

        Args:
            files: The pieces.
            folder: Where they are; None where that is not on this machine.
        """
        self._folder = folder
        self.model.show_files(files)
        self.setVisible(bool(files))
        self.open_folder.setVisible(folder is not None)
        self.where.say("" if folder is not None else "on the server")
        self._reskin()

    def _made_list(self) -> QListView:
        shown = QListView()
        shown.setModel(self.model)
        shown.setItemDelegate(EvidenceDelegate(self._skin, self.model))
        shown.setUniformItemSizes(True)
        shown.setFrameShape(QFrame.Shape.NoFrame)
        shown.setMouseTracking(True)
        shown.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shown.setAccessibleName("Evidence")
        shown.setToolTip("Click to copy the path")
        shown.setCursor(Qt.CursorShape.PointingHandCursor)
        return shown

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.where)
        head.addWidget(self.open_folder)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list)

    def _copy_path(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        name = self.model.files[index.row()].name
        path = str(self._folder / name) if self._folder is not None else name
        QGuiApplication.clipboard().setText(path)
        what = "path" if self._folder is not None else "name"
        self.told.emit(f"copied the {what} of {one_line(name)}")

    def _open(self) -> None:
        if self._folder is None:
            return
        if not self._folder.is_dir():
            self.told.emit("the folder is not there any more")
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))):
            self.told.emit("no program opens folders here; a click on a piece copies its path")

    def _reskin(self) -> None:
        rows = min(len(self.model.files), _ROWS_SHOWN)
        self.list.setFixedHeight(self._skin.px(_ROW) * rows)
        self.list.doItemsLayout()
