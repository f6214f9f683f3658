"""What stands where there is no run to show."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.inviting.page import InvitationPage
from nornir_desk.desk.moment import moment
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.errors import NornirError
from nornir_desk.present.invitation import invite
from nornir_desk.wiring.place import open_place


class EmptyPane(QScrollArea):
    """The page of a warehouse that shows no run; blank while a run is on its way.

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
        self._session = session
        self.page = InvitationPage(skin, book, self)
        self.page.copied.connect(lambda command: session.told.emit(f"copied: {command}"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(self.page)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        session.source_changed.connect(self._look)
        session.runs_changed.connect(self._look)
        session.run_changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        session, source = self._session, self._session.source
        if source is None or session.runs or session.unfinished:
            self.page.show_invitation(None)
            return
        if source.status == "live":
            # Every run was forgotten: to a reader it is as empty as a new one.
            source = replace(source, status="empty")
        missing = source.kind == "local" and not _there(source.where)
        default = source.where == _default_place()
        self.page.show_invitation(
            invite(source, default=default, missing=missing, home=moment().home)
        )


def _there(where: str) -> bool:
    try:
        return Path(where).exists()
    except (OSError, ValueError):
        # Too long for a name, or no name at all.
        return False


def _default_place() -> str:
    """Return the place that commands use where they are told none; the page's name any other."""
    try:
        return open_place(None, os.environ).where
    except NornirError:
        return ""
