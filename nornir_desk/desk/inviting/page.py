"""A page that says what is so, and what to run next."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.controls.button import Button
from nornir_desk.desk.controls.paragraph import Paragraph
from nornir_desk.desk.inviting.command_row import WIDTH, CommandRow
from nornir_desk.desk.inviting.picture import Picture
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.invitation import Invitation, Suggestion

_SIDE = 24


class InvitationPage(QWidget):
    """Shows an invitation in the middle of what room there is.

    Args:
        skin: What it draws with.
        book: The actions behind its buttons.
        parent: Where it stands.

    Signals:
        copied: The command that is in the clipboard now.
    """

    copied = Signal(str)

    def __init__(self, skin: Skin, book: Book, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin, self._book = skin, book
        self._shown: Invitation | None = None
        self._picture = Picture(skin, self)
        self._headline = Paragraph(skin, (22, 600), "text", parent=self)
        self._sentence = Paragraph(skin, (13, 400), "text2", parent=self)
        self._commands: list[CommandRow] = []
        self._buttons: list[Button] = []
        self._made: dict[tuple[str, str], Button] = {}
        self._body = QWidget(self)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._row = QHBoxLayout(self)
        self._row.addStretch(1)
        self._row.addWidget(self._body, 1_000)
        self._row.addStretch(1)
        self._foot = QHBoxLayout()
        self._foot.addStretch(1)
        self._column.addStretch(2)
        for widget in (self._picture, self._headline, self._sentence):
            self._column.addWidget(widget)
            widget.hide()
        self._column.addLayout(self._foot)
        self._column.addStretch(3)
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def shown(self) -> Invitation | None:
        """What it shows."""
        return self._shown

    @property
    def commands(self) -> tuple[CommandRow, ...]:
        """Its commands."""
        return tuple(self._commands)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Its buttons."""
        return tuple(self._buttons)

    def show_invitation(self, invitation: Invitation | None) -> None:
        """Show an invitation, or nothing; the same one again changes nothing."""
        if invitation == self._shown:
            return
        self._shown = invitation
        for widget in (self._picture, self._headline, self._sentence):
            widget.setVisible(invitation is not None)
        if invitation is None:
            self.setAccessibleName("")
            self._put_commands(())
            self._put_buttons(())
            return
        self._picture.show_icon(invitation.icon)
        self._headline.setText(invitation.headline)
        self._sentence.setText(invitation.sentence)
        self.setAccessibleName(f"{invitation.headline}. {invitation.sentence}")
        self._put_commands(invitation.suggestions)
        self._put_buttons(invitation.actions)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._skin.colour("surface"))
        painter.end()

    def _put_commands(self, suggestions: tuple[Suggestion, ...]) -> None:
        for row in self._commands:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._commands = [CommandRow(self._skin, one, self) for one in suggestions]
        at = self._column.indexOf(self._sentence) + 1
        for row in reversed(self._commands):
            row.copied.connect(self.copied)
            self._column.insertWidget(at, row)

    def _put_buttons(self, actions: tuple[tuple[str, str], ...]) -> None:
        for button in self._buttons:
            self._foot.removeWidget(button)
            button.hide()
        self._buttons = [self._button(name, text) for name, text in actions]
        for button in self._buttons:
            self._foot.insertWidget(self._foot.count() - 1, button)
            button.show()

    def _button(self, name: str, text: str) -> Button:
        # Made once: an action goes on telling its buttons what it is, for as long as it lives.
        found = self._made.get((name, text))
        if found is None:
            found = Button(self._skin, text, self._book.deed(name).icon, parent=self)
            self._made[name, text] = found
            self._book.press(found, name)
            # What it is called here, not in the menu; nor does it stay pressed in.
            found.setAccessibleName(text)
            found.setCheckable(False)
        return found

    def _reskin(self) -> None:
        skin = self._skin
        self._row.setContentsMargins(skin.px(_SIDE), skin.px(_SIDE), skin.px(_SIDE), skin.px(_SIDE))
        self._column.setSpacing(skin.px(12))
        self._foot.setSpacing(skin.px(8))
        self._body.setMaximumWidth(skin.px(WIDTH))
        self._headline.setContentsMargins(0, skin.px(12), 0, 0)
        self.update()
