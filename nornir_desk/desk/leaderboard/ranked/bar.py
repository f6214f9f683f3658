"""The bar above the ranked list: how many cells, the filter, failures only, the columns."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.controls.field import Field
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.leaderboard.ranked.columns_menu import ColumnsMenu
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present import formats

_HEIGHT = 44
_SETTLE_MS = 60
_ICON_ALONE_BELOW = 560
_FIELD = (120, 220)


class RankedBar(QWidget):
    """Filters the list once typing pauses, and follows where another pane clears the filter.

    Args:
        session: Holds what is chosen.
        skin: What it draws with.
        book: Has the actions.
    """

    def __init__(self, session: Session, skin: Skin, book: Book) -> None:
        super().__init__()
        self._session = session
        self._skin = skin
        self._heading = Line(skin, (13, 600), "text")
        self._heading.say("Ranked cells")
        self.count = Line(skin, (12, 400), "text3")
        self.field = Field(skin, "Filter cells", "Ctrl+F")
        self.failures = Button(skin, "Failures only", "cross")
        book.press(self.failures, "failures")
        self.columns = Button(skin, "Columns", "columns")
        self.columns.setToolTip("Choose the columns")
        self.columns.setAccessibleName("Columns")
        self.menu = ColumnsMenu(session, self)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._filter)
        self.field.textEdited.connect(self._typed)
        self.columns.clicked.connect(self.open_menu)
        self._lay_out()

    def follow(self) -> None:
        """Show what is chosen and how many cells that leaves; what is being typed stays."""
        cells, shown = len(self._session.cells), len(self._session.shown)
        told = formats.count(cells)
        self.count.say(told if shown == cells else f"{formats.count(shown)} of {told}")
        if not self._settle.isActive() and self.field.text() != self._session.choices.filter:
            self.field.setText(self._session.choices.filter)
        self.menu.follow()

    def reskin(self) -> None:
        """Take the sizes of the moment."""
        px = self._skin.px
        self.setFixedHeight(px(_HEIGHT))
        self._row.setContentsMargins(px(16), 0, px(12), 0)
        self._row.setSpacing(px(8))
        self.field.setMinimumWidth(px(_FIELD[0]))
        self.field.setMaximumWidth(px(_FIELD[1]))
        self._fold()

    def open_menu(self) -> None:
        """Open the menu of the columns below its button."""
        self.menu.setFont(self._skin.font(12))
        at = QPoint(self.columns.width() - self.menu.sizeHint().width(), self.columns.height() + 2)
        self.menu.popup(self.columns.mapToGlobal(at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show only the icon of the columns where there is little room."""
        super().resizeEvent(event)
        self._fold()

    def _lay_out(self) -> None:
        self._row = QHBoxLayout(self)
        self.field.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for widget in (self._heading, self.count):
            self._row.addWidget(widget)
        self._row.addStretch(1)
        self._row.addWidget(self.field, 2)
        self._row.addWidget(self.failures)
        self._row.addWidget(self.columns)
        self.reskin()

    def _fold(self) -> None:
        narrow = self.width() < self._skin.px(_ICON_ALONE_BELOW)
        self.columns.set_text("" if narrow else "Columns")

    def _typed(self, text: str) -> None:
        if text:
            self._settle.start()
        else:
            # Nothing is to be waited for: a field that is cleared shows all at once.
            self._settle.stop()
            self._filter()

    def _filter(self) -> None:
        self._session.choose(filter=self.field.text())
