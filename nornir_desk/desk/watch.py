"""Notices that something new has landed, at an interval of the user's choice."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from nornir_desk.desk.reading.jobs import mark_of
from nornir_desk.desk.reading.loader import Loader
from nornir_desk.desk.session import Session


class Watch(QObject):
    """Looks at a place's mark now and then; only where it moved is anything read.

    Args:
        session: Is refreshed.
        every_s: Seconds between two looks; 0 never looks.
    """

    def __init__(self, session: Session, every_s: int) -> None:
        super().__init__(session)
        self._session = session
        self._loader = Loader("watch")
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self.every(every_s)

    def every(self, seconds: int) -> None:
        """Look at another interval; 0 never looks."""
        if seconds > 0:
            self._timer.start(seconds * 1_000)
        else:
            self._timer.stop()

    def close(self) -> None:
        """Look no more, and wait for the thread."""
        self._timer.stop()
        self._loader.close()

    def _look(self) -> None:
        place = self._session.place
        # A look that takes longer than the interval is not asked again meanwhile.
        if place is None or self._session.reading or self._loader.busy:
            return
        self._loader.load("mark", lambda _: mark_of(place), self._seen, self._failed)

    def _seen(self, mark: str) -> None:
        if mark != self._session.mark:
            self._session.refresh()

    def _failed(self, _failure: Exception) -> None:
        # Reading tells what is wrong, in its own words.
        self._session.refresh()
