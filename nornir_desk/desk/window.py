"""The main window: the frame round the panes, and what the frame's own actions do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QInputDialog,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from nornir_desk.desk.actions import Book
from nornir_desk.desk.app_bar import AppBar
from nornir_desk.desk.banner import Banner
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.conduct import Conduct
from nornir_desk.desk.leaderboard.tab import LeaderboardTab, focus_on
from nornir_desk.desk.menu import window_menu
from nornir_desk.desk.session import Session
from nornir_desk.desk.settings import SettingsFile
from nornir_desk.desk.status_bar import StatusBar
from nornir_desk.desk.theme.follow import ThemeFollower
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.desk.watch import Watch

_ZOOM = 1.1
_SMALLEST = (640, 420)
OpenPlaceByName = Callable[[str], None]


class Window(QMainWindow):
    """The window.

    Args:
        session: What is shown.
        closer: What is shown of single cells.
        skin: What it draws with.
        follower: Changes its theme.
        watch: Looks for what is new.
        settings: What is remembered from one time to the next.

    Attributes:
        open_other: Looks at another place, by its folder or its catalog's name.
    """

    def __init__(
        self,
        session: Session,
        closer: CloserLook,
        skin: Skin,
        follower: ThemeFollower,
        watch: Watch,
        settings: SettingsFile,
    ) -> None:
        super().__init__()
        self._session, self._closer = session, closer
        self._follower, self._watch, self._settings = follower, watch, settings
        self._skin = skin
        self.open_other: OpenPlaceByName = lambda _name: None
        self.setWindowTitle("nornir desk")
        self.setMinimumSize(*_SMALLEST)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.book = Book(self)
        self.bar = AppBar(session, skin, self.book)
        self.banner = Banner(session, skin, self.book)
        self.tab = LeaderboardTab(session, skin, self.book, closer)
        self.status = StatusBar(session, skin, self.book)
        self._lay_out()
        self._conduct = Conduct(session, self.book)
        self._bind()
        self._restore()

    def show_interval(self, seconds: int) -> None:
        """Look for what is new at another interval, and remember it."""
        self._watch.every(seconds)
        self.status.watch_every(seconds)
        self.banner.watch_every(seconds)
        self.tab.runs.show_interval(seconds)
        self._settings.change(refresh_s=seconds)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember place and sizes."""
        geometry = bytes(self.saveGeometry().toBase64().data()).decode()
        self._settings.change(geometry=geometry, **self.tab.sizes())
        super().closeEvent(event)

    def _lay_out(self) -> None:
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.bar, self.banner):
            column.addWidget(part)
        column.addWidget(self.tab, 1)
        column.addWidget(self.status)
        self.setCentralWidget(middle)

    def _bind(self) -> None:
        bind, tab = self.book.bind, self.tab
        bind("palette", self._open_palette)
        bind("menu", self._open_menu)
        bind("quit", self.close)
        bind("theme", self._follower.next)
        bind("zoom.in", lambda: self._skin.zoom(self._skin.scale * _ZOOM))
        bind("zoom.out", lambda: self._skin.zoom(self._skin.scale / _ZOOM))
        bind("zoom.reset", lambda: self._skin.zoom(1.0))
        bind("open", self._open_folder)
        bind("open.catalog", self._open_catalog)
        bind("export", self._export)
        bind("runs.toggle", lambda: tab.fold_runs(folded=tab.runs.isVisible()))
        bind("detail.toggle", lambda: self._show_detail(shown=not tab.detail.isVisible()))
        bind("detail.open", lambda: self._show_detail(shown=True))
        bind("filter", tab.focus_filter)
        bind("escape", self._escape)
        bind("pane.next", lambda: self._next_pane(1))
        bind("pane.previous", lambda: self._next_pane(-1))
        bind("compare.next", lambda: tab.go_to_difference(1))
        bind("compare.previous", lambda: tab.go_to_difference(-1))
        self._follower.chosen.connect(lambda choice: self._settings.change(theme=choice))
        self._skin.changed.connect(lambda: self._settings.change(zoom=self._skin.scale))
        tab.runs.interval_chosen.connect(self.show_interval)
        tab.ranked.widths_changed.connect(lambda widths: self._settings.change(widths=widths))
        self._session.choices_changed.connect(self._remember)
        self._session.run_changed.connect(self._entitle)
        self._session.run_changed.connect(self._take_focus)

    def _restore(self) -> None:
        settings = self._settings.settings
        if settings.geometry:
            self.restoreGeometry(QByteArray.fromBase64(settings.geometry.encode()))
        self.tab.restore(settings)
        self.tab.ranked.set_widths(settings.widths)
        self._show_detail(shown=settings.detail_open)
        for part in (self.status, self.banner):
            part.watch_every(settings.refresh_s)
        self.tab.runs.show_interval(settings.refresh_s)

    def _remember(self, _before: object) -> None:
        self._settings.keep(self._settings.settings.remembering(self._session.choices))

    def _take_focus(self) -> None:
        """Let the keys of the views work from the start, where the focus is nowhere in particular."""
        nowhere = (None, *self.bar.findChildren(QWidget))
        if self._session.cells and self.focusWidget() in nowhere:
            self.tab.focus_view()

    def _entitle(self) -> None:
        run = self._session.run or self._session.unfinished_run
        self.setWindowTitle(f"{run.task} – nornir desk" if run else "nornir desk")

    def _show_detail(self, *, shown: bool) -> None:
        self.tab.show_detail(shown=shown)
        self._settings.change(detail_open=shown)

    def _escape(self) -> None:
        choices = self._session.choices
        if self.tab.detail.isVisible():
            self._show_detail(shown=False)
        elif choices.filter or choices.failures_only:
            self._session.choose(filter="", failures_only=False)
        elif choices.run_filter:
            self._session.choose(run_filter="")

    def _next_pane(self, step: int) -> None:
        panes = self.tab.panes()
        focus = QApplication.focusWidget()
        at = next((i for i, pane in enumerate(panes) if focus and pane.isAncestorOf(focus)), -1)
        pane = panes[(at + step) % len(panes)] if at >= 0 else panes[0]
        focus_on(pane)

    def _open_menu(self) -> None:
        recent = self._settings.settings.recent
        self.bar.open_menu(window_menu(self.book, self, recent, self.open_other))

    def _open_palette(self) -> None:
        from nornir_desk.desk.palette import Palette

        Palette(self._session, self._skin, self.book, self).open()

    def _open_folder(self) -> None:
        dialog = QFileDialog(self, "Open another warehouse")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._ask(dialog, dialog.fileSelected)

    def _open_catalog(self) -> None:
        dialog = QInputDialog(self)
        dialog.setWindowTitle("Open a catalog")
        dialog.setLabelText("Name of a catalog configured for pyiceberg:")
        self._ask(dialog, dialog.textValueSelected)

    def _ask(self, dialog: Any, answered: Any) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        answered.connect(self.open_other)
        dialog.open()

    def _export(self) -> None:
        from nornir_desk.desk.exporting import export_dialog

        export_dialog(self, self._session, self._closer, self.tab.view)
