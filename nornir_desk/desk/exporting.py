"""Exporting what is on the screen: as CSV, JSON or Markdown, or as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QBuffer, QIODevice, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.session import Session
from nornir_desk.desk.state import window_state
from nornir_desk.domain.text import one_line, well_formed
from nornir_desk.present.export_text import (
    SUFFIXES,
    Form,
    What,
    export_text,
    exportable,
    file_name,
    told,
)
from nornir_desk.present.leaderboard import LeaderboardState
from nornir_desk.system.atomic import write_atomically

Kind = Form | Literal["png"]
# Asks where to, below a parent and under a name; hands on the path where one was chosen.
PathChooser = Callable[[QWidget, str, Callable[[str], None]], None]
_KINDS: tuple[tuple[Kind, str], ...] = (
    ("csv", "CSV"),
    ("json", "JSON"),
    ("markdown", "Markdown"),
    ("png", "PNG, a picture of the pane"),
)
_NAME_SIGNS = 36


class ExportDialog(QDialog):
    """Asks what to export and how; the file, or the clipboard, is the caller's work.

    Args:
        state: What the window shows.
        parent: The window.

    Signals:
        to_file: What was chosen is to be written to a file.
        to_clipboard: It is to be copied.
    """

    to_file = Signal()
    to_clipboard = Signal()

    def __init__(self, state: LeaderboardState, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.what = _picker([(what, one_line(told(state, what))) for what in exportable(state)])
        self.kind = _picker(_KINDS)
        self.save = QPushButton("Save as…")
        self.copy = QPushButton("Copy")
        self.cancel = QPushButton("Cancel")
        self._lay_out()
        self.save.setDefault(True)
        self.save.clicked.connect(self.to_file)
        self.copy.clicked.connect(self.to_clipboard)
        self.cancel.clicked.connect(self.reject)
        self.kind.currentIndexChanged.connect(self._follow)
        self._follow()

    @property
    def chosen_what(self) -> What:
        """What is to be exported."""
        what: What = self.what.currentData()
        return what

    @property
    def chosen_kind(self) -> Kind:
        """How."""
        kind: Kind = self.kind.currentData()
        return kind

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow("&What", self.what)
        form.addRow("&As", self.kind)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel, self.copy, self.save):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addLayout(buttons)

    def _follow(self) -> None:
        # A picture is of the pane as it stands.
        self.what.setEnabled(self.chosen_kind != "png" and self.what.count() > 0)


class Exporter:
    """Does what the dialog was told.

    Args:
        window: The window.
        session: Hears how it went.
        state: What the window shows.
        pane: Returns the pane that a picture is of.
        choose_path: Asks where to.
    """

    def __init__(
        self,
        window: QWidget,
        session: Session,
        state: LeaderboardState,
        pane: Callable[[], QWidget],
        choose_path: PathChooser,
    ) -> None:
        self._window = window
        self._session = session
        self._state = state
        self._pane = pane
        self._choose_path = choose_path

    def ask_where(self, dialog: ExportDialog) -> None:
        """Ask where to write what was chosen, and write it there."""
        what, kind = dialog.chosen_what, dialog.chosen_kind
        suffix = ".png" if kind == "png" else SUFFIXES[kind]
        name = file_name(self._state, self._state.choices.view if kind == "png" else what, suffix)
        dialog.accept()
        self._choose_path(self._window, name, lambda path: self.write(Path(path), what, kind))

    def copy(self, dialog: ExportDialog) -> None:
        """Copy what was chosen."""
        what, kind = dialog.chosen_what, dialog.chosen_kind
        dialog.accept()
        if kind == "png":
            QGuiApplication.clipboard().setPixmap(self._pane().grab())
        else:
            QGuiApplication.clipboard().setText(self._text(what, kind))
        self._session.told.emit(f"copied as {dict(_KINDS)[kind].partition(',')[0]}")

    def write(self, path: Path, what: What, kind: Kind) -> None:
        """Write a file; what goes wrong is told in a line, and the file that was there stands."""
        shown = one_line(str(path))
        try:
            data = self._picture() if kind == "png" else self._text(what, kind).encode()
            # A file that can be exported again is not worth a wait for the disk.
            write_atomically(path, data, durable=False)
        except OSError as failure:
            why = failure.strerror or f"{failure}"
            self._session.told.emit(f"{shown} could not be written: {one_line(why)}")
        else:
            self._session.told.emit(f"wrote {shown}")

    def _text(self, what: What, form: Form) -> str:
        return well_formed(export_text(self._state, what, form))

    def _picture(self) -> bytes:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        if not self._pane().grab().save(buffer, "PNG"):
            raise OSError("there is no picture of the pane")
        return bytes(buffer.data().data())


def export_dialog(
    window: QWidget,
    session: Session,
    closer: CloserLook,
    pane: Callable[[], QWidget],
    choose_path: PathChooser | None = None,
) -> ExportDialog | None:
    """Ask what of the window to export and where to; returns at once.

    Args:
        window: The window.
        session: What is shown.
        closer: What is read of single cells.
        pane: Returns the pane that a picture is of.
        choose_path: Asks where to; None: a file dialog.

    Returns:
        The dialog, which is open; None where nothing is shown that could be exported.
    """
    state = window_state(session, closer)
    if state is None or not exportable(state):
        session.told.emit("there is nothing to export yet")
        return None
    exporter = Exporter(window, session, state, pane, choose_path or ask_path)
    dialog = ExportDialog(state, window)
    dialog.to_file.connect(lambda: exporter.ask_where(dialog))
    dialog.to_clipboard.connect(lambda: exporter.copy(dialog))
    dialog.open()
    return dialog


def ask_path(parent: QWidget, name: str, chosen: Callable[[str], None]) -> None:
    """Ask with a file dialog; it asks once more before a file is replaced."""
    dialog = QFileDialog(parent, "Export")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(name).suffix)
    dialog.selectFile(name)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def _picker(options: list[tuple[What, str]] | tuple[tuple[Kind, str], ...]) -> QComboBox:
    picker = QComboBox()
    picker.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    picker.setMinimumContentsLength(_NAME_SIGNS)
    for key, text in options:
        picker.addItem(text, key)
    return picker
