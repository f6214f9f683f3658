"""A command to copy."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.invitation import Suggestion

WIDTH = 812
_HEIGHT = 58


class CommandRow(QWidget):
    """What a command is for, the command, and a button that copies it.

    Args:
        skin: What it draws with.
        suggestion: The command.
        parent: Where it stands.

    Signals:
        copied: The command that is in the clipboard now.
    """

    copied = Signal(str)

    def __init__(self, skin: Skin, suggestion: Suggestion, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin, self._suggestion = skin, suggestion
        self._what = Line(skin, (12, 400), "text2", self)
        self._what.say(suggestion.what)
        self.button = Button(skin, "Copy", "copy", "quiet", self)
        self.button.setAccessibleName(f"Copy {suggestion.command}")
        self.button.setToolTip(f"Copy {suggestion.command}")
        self.button.clicked.connect(self._copy)
        self.setAccessibleName(f"{suggestion.what}: {suggestion.command}")
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def command(self) -> str:
        """The command."""
        return self._suggestion.command

    def sizeHint(self) -> QSize:
        """Return the size of the picture's row."""
        return QSize(self._skin.px(WIDTH), self._skin.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return less width; the command then ends in ``…``, and is copied whole."""
        return QSize(self._skin.px(200), self._skin.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box, the prompt's sign and the command."""
        skin, painter = self._skin, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self._box()
        painter.setPen(QPen(skin.colour("line"), 1))
        painter.setBrush(skin.colour("void"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), skin.px(6), skin.px(6))
        painter.setFont(skin.font(12, mono=True))
        metrics = skin.metrics(12, mono=True)
        painter.setPen(skin.colour("text3"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box.adjusted(skin.px(12), 0, 0, 0), middle, "$")
        room = box.adjusted(skin.px(28), 0, -self.button.width() - skin.px(12), 0)
        painter.setPen(skin.colour("text"))
        cut = Qt.TextElideMode.ElideRight
        painter.drawText(room, middle, metrics.elidedText(self.command, cut, room.width()))
        painter.end()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Keep label and button in their places."""
        box = self._box()
        self._what.setGeometry(0, 0, self.width(), self._what.sizeHint().height())
        size = self.button.sizeHint()
        top = round(box.center().y() - size.height() / 2)
        self.button.setGeometry(
            self.width() - size.width() - self._skin.px(6), top, size.width(), size.height()
        )

    def _box(self) -> QRectF:
        top = self._skin.px(20)
        return QRectF(0, top, self.width(), self.height() - top)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.command)
        self.copied.emit(self.command)

    def _reskin(self) -> None:
        self.setFixedHeight(self._skin.px(_HEIGHT))
        self.updateGeometry()
        self.update()
