"""Opens the window, and sees to it that it paints before anything is read."""

from __future__ import annotations

import signal
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.display import end_on_fatal, prepare_display
from nornir_desk.desk.publish import StateFile, Trace
from nornir_desk.desk.session import Session
from nornir_desk.desk.settings import SettingsFile
from nornir_desk.desk.state import window_state
from nornir_desk.desk.theme.follow import ThemeFollower
from nornir_desk.desk.theme.fonts import load_fonts
from nornir_desk.desk.theme.sheet import dress
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.watch import Watch
from nornir_desk.desk.window import Window
from nornir_desk.domain.errors import NornirError, UsageFault
from nornir_desk.present.json_text import to_json
from nornir_desk.present.leaderboard import state_json
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.resources import ShippedResources
from nornir_desk.wiring.place import OpenPlace, open_place

_SIZE = (1440, 900)
_LOOK_AGAIN_MS = 5
# A window that is never painted (minimised, on another desktop) reads all the same.
_NO_PAINT_MS = 1_000
Print = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Opening:
    """How the window is opened.

    Attributes:
        warehouse: ``--warehouse`` as written.
        run_id: The run that is shown first; None = the newest.
        view: What is shown of it; None = as it was left.
        once: Read, draw, publish and end.
        screenshot: Where a picture of the window goes; then it ends too.
        size: The window's size in pixels; None = as it was left.
        theme: ``system``, ``light`` or ``dark``; None = as it was left.
    """

    warehouse: str | None = None
    run_id: str | None = None
    view: str | None = None
    once: bool = False
    screenshot: Path | None = None
    size: tuple[int, int] | None = None
    theme: str | None = None

    @property
    def ends(self) -> bool:
        """Does the window end by itself?"""
        return self.once or self.screenshot is not None


def open_window(
    opening: Opening, environment: MutableMapping[str, str], printed: Print | None
) -> int:
    """Open the window and return when it is closed.

    Args:
        opening: How.
        environment: Of this process.
        printed: Gets the state as JSON at the end of ``--once``.

    Raises:
        PrerequisiteMissing: There is no display.
        UsageFault: The warehouse is no usable place, or screenshot or state cannot be written.
    """
    place = open_place(opening.warehouse, environment)
    prepare_display(environment, needed=not opening.ends)
    end_on_fatal()
    app = QApplication(["nornir-desk"])
    _name(app)
    desk = Desk(app, opening, place, environment)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: _quit_soon())
    # Python looks at its signals only when it runs.
    heart = QTimer()
    heart.start(250)
    heart.timeout.connect(lambda: None)
    app.exec()
    desk.close(printed)
    desk.raise_failure()
    return 0


class Desk(QObject):
    """The window with all that feeds it and listens to it."""

    def __init__(
        self,
        app: QApplication,
        opening: Opening,
        place: OpenPlace,
        environment: MutableMapping[str, str],
    ) -> None:
        super().__init__()
        self._opening, self._place = opening, place
        self._environment = environment
        resources = ShippedResources()
        self._settings = SettingsFile()
        settings = self._settings.read()
        self.skin = Skin(resources, load_fonts(resources))
        self.skin.zoom(settings.zoom)
        self._follower = ThemeFollower(self.skin, opening.theme or settings.theme)
        dress(app, self.skin)
        self.session = Session(settings.choices(opening.view))
        self.closer = CloserLook(self.session)
        self._failure: Exception | None = None
        self._listeners: list[StateFile] = []
        if environment.get("NORNIR_VIZ_STATE"):
            path = Path(environment["NORNIR_VIZ_STATE"])
            self._listeners.append(
                StateFile(path, self.session, self.closer, live=not opening.ends)
            )
        if environment.get("NORNIR_VIZ_TRACE"):
            Trace(Path(environment["NORNIR_VIZ_TRACE"]), self.session, SystemClock())
        self._watch = Watch(self.session, 0 if opening.ends else settings.refresh_s)
        self.window = Window(
            self.session, self.closer, self.skin, self._follower, self._watch, self._settings
        )
        self.window.open_other = self._open_other
        if opening.size is not None or not settings.geometry:
            self.window.resize(*(opening.size or _SIZE))
        self._begun = False
        self.window.installEventFilter(self)
        self.window.show()
        QTimer.singleShot(_NO_PAINT_MS, self._begin)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Read once the window has been painted."""
        if event.type() == QEvent.Type.UpdateRequest and not self._begun:
            QTimer.singleShot(0, self._begin)
        return False

    def close(self, printed: Print | None = None) -> None:
        """Publish what is shown at the end, and let every thread end."""
        self._watch.close()
        self.closer.close()
        self.session.close()
        for listener in self._listeners:
            listener.close()
        state = window_state(self.session, self.closer)
        if printed is not None and state is not None:
            printed(to_json(state_json(state)))
        if not self._opening.ends:
            self._settings.flush()
        self._follower.close()

    def raise_failure(self) -> None:
        """Raise what went wrong while the window ended by itself.

        Raises:
            UsageFault: The screenshot or the state cannot be written.
        """
        if self._failure is not None:
            raise self._failure
        unwritten = next((one.failure for one in self._listeners if one.failure), None)
        if self._opening.ends and unwritten is not None:
            raise UsageFault(unwritten, "name another file")

    def _open_other(self, name: str) -> None:
        try:
            self._place = open_place(name, self._environment)
        except NornirError as failure:
            self.session.told.emit(str(failure))
            return
        self._settings.keep(self._settings.settings.having_seen(self._place.where))
        self.session.open(self._place)

    def _begin(self) -> None:
        if self._begun:
            return
        self._begun = True
        self.window.removeEventFilter(self)
        self.session.open(self._place, self._opening.run_id)
        if self._opening.ends:
            self._end_when_settled()

    def _end_when_settled(self) -> None:
        if self.session.source is None or self.session.reading or self.closer.reading:
            QTimer.singleShot(_LOOK_AGAIN_MS, self._end_when_settled)
            return
        try:
            QCoreApplication.processEvents()
            if self._opening.screenshot is not None:
                self._picture(self._opening.screenshot)
        except Exception as failure:  # noqa: BLE001 - Qt would print it and stay open for ever
            self._failure = failure
        QCoreApplication.quit()

    def _picture(self, path: Path) -> None:
        if not self.window.grab().save(str(path), "PNG"):
            raise UsageFault(f"--screenshot {str(path)!r} cannot be written", "name another file")


def _quit_soon() -> None:
    # Not at once: before the event loop runs there is nothing yet that could be quit.
    QTimer.singleShot(0, QCoreApplication.quit)


def _name(app: QApplication) -> None:
    app.setApplicationName("nornir-desk")
    app.setApplicationDisplayName("nornir desk")
    app.setDesktopFileName("nornir-desk")
