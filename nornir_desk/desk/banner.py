"""The amber line below the app bar: what is wrong with the source, and what happens next."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.controls.paragraph import Paragraph
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.moment import moment
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.banner import DETAILS, BannerView, banner_view

BAR = 38


class Banner(QWidget):
    """There only while something is wrong; the data below stays usable and where it was.

    Args:
        session: Has the source.
        skin: What it draws with.
        book: The actions behind its buttons.
        parent: Where it stands.
    """

    def __init__(
        self, session: Session, skin: Skin, book: Book, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._skin, self._book = session, skin, book
        self._every_s = 0
        self._view: BannerView | None = None
        self._headline = Line(skin, (12, 600), "text", self)
        self._sentence = Line(skin, (12, 400), "text2", self)
        self._buttons: list[Button] = []
        self._made: dict[tuple[str, str], Button] = {}
        self._details = Paragraph(skin, (12, 400), "text", mono=True, parent=self)
        self._details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._details.hide()
        self._row = QHBoxLayout()
        self._row.addWidget(self._headline)
        self._row.addWidget(self._sentence)
        self._row.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._row)
        self._column.addWidget(self._details)
        session.source_changed.connect(self._look)
        session.runs_changed.connect(self._look)
        session.run_changed.connect(self._look)
        skin.changed.connect(self._reskin)
        self.hide()
        self._reskin()
        self._look()

    @property
    def view(self) -> BannerView | None:
        """What it says; None while it is hidden."""
        return self._view

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Its buttons, from left to right."""
        return tuple(self._buttons)

    def watch_every(self, seconds: int) -> None:
        """Say how often the place is looked at; 0 never."""
        self._every_s = seconds
        self._look()

    def sizeHint(self) -> QSize:
        """Return the height of a line, or more while the details are shown."""
        return QSize(0, max(self._skin.px(BAR), super().sizeHint().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the sentence go before the headline does."""
        super().resizeEvent(event)
        self._share_room()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground, the hairline below and the icon."""
        painter, skin = QPainter(self), self._skin
        painter.fillRect(self.rect(), skin.colour("amber_soft"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), skin.colour("line"))
        if self._view is not None:
            pixmap = skin.pixmap(self._view.icon, "amber", 16, self.devicePixelRatioF())
            painter.drawPixmap(skin.px(16), (skin.px(BAR) - skin.px(16)) // 2, pixmap)
        painter.end()

    def _look(self) -> None:
        session = self._session
        rows = bool(session.runs or session.cells)
        view = banner_view(session.source, self._every_s, moment(), rows=rows)
        if view == self._view:
            return
        before, self._view = self._view, view
        if view is not None:
            self._say(view, before)
        self.setVisible(view is not None)

    def _say(self, view: BannerView, before: BannerView | None) -> None:
        self._headline.say(view.headline)
        self._sentence.say(view.sentence)
        self._details.setText(view.details)
        self.setAccessibleName(f"{view.headline} {view.sentence}")
        # Buttons stay while they say the same, so that one that has the focus keeps it.
        if before is None or before.actions != view.actions:
            self._put_buttons(view.actions)
        self._show_details(shown=self._details.isVisibleTo(self) and bool(view.details))
        self._share_room()
        self.update()

    def _put_buttons(self, actions: tuple[tuple[str, str], ...]) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
        self._buttons = [self._button(name, text) for name, text in actions]
        for button in self._buttons:
            self._row.addWidget(button)
            button.show()

    def _button(self, name: str, text: str) -> Button:
        # Made once: an action goes on telling its buttons what it is, for as long as it lives.
        found = self._made.get((name, text))
        if found is None:
            found = self._made[name, text] = Button(self._skin, text, parent=self)
            if name == DETAILS:
                found.setCheckable(True)
                found.setToolTip("Show what the reader said")
                found.toggled.connect(lambda on: self._show_details(shown=on))
            else:
                self._book.press(found, name)
            found.setAccessibleName(text)
        return found

    def _share_room(self) -> None:
        taken = sum(button.sizeHint().width() + self._skin.px(8) for button in self._buttons)
        left = self.width() - taken - self._skin.px(42 + 12 + 24)
        self._headline.setMinimumWidth(max(0, min(self._headline.sizeHint().width(), left)))

    def _show_details(self, *, shown: bool) -> None:
        self._details.setVisible(shown)
        self.updateGeometry()

    def _reskin(self) -> None:
        skin = self._skin
        self._row.setSpacing(skin.px(8))
        self._row.setContentsMargins(skin.px(42), 0, skin.px(12), 0)
        self._details.setContentsMargins(skin.px(42), 0, skin.px(12), skin.px(8))
        self._column.setContentsMargins(0, skin.px(5), 0, skin.px(5))
        self._column.setSpacing(skin.px(4))
        self.updateGeometry()
        self.update()
