"""The command palette: go to a run, a cell or a command by typing some of its words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.finding.box import FindBox
from nornir_desk.desk.finding.commands import commands_of
from nornir_desk.desk.moment import moment
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.arrange import words_of
from nornir_desk.present.goto import Directory, Entry

_WIDTH = 600
_TOP = 110
_LOW_WINDOW = 700
_FADE_MS = 120
# Of 255; in the dark the ground itself covers, since text there is bright.
_SCRIM = {False: ("text", 46), True: ("bg", 160)}
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
}


class Palette(QWidget):
    """Covers the window while it is open; opened once more, it closes.

    Args:
        session: Has runs and cells, and is led elsewhere.
        skin: What it draws with.
        book: The commands.
        window: What it covers; it is gone again when it closes.
    """

    def __init__(self, session: Session, skin: Skin, book: Book, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._skin, self._book, self._window = session, skin, book, window
        self._before: QWidget | None = None
        self._shade = 1.0
        self.box = FindBox(skin, self)
        self.field, self.list, self.model = self.box.field, self.box.list, self.box.model
        self._directory = self._made()
        self._fade = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=_FADE_MS)
        self._fade.valueChanged.connect(self._shaded)
        self.field.textChanged.connect(lambda _text: self._find())
        self.field.installEventFilter(self)
        self.list.clicked.connect(lambda index: self._take(index.row()))
        self.list.entered.connect(self.list.setCurrentIndex)
        session.runs_changed.connect(self._again)
        session.run_changed.connect(self._again)
        skin.changed.connect(self._place)
        window.installEventFilter(self)
        self.setAccessibleName("Go to run, cell or command")
        self.hide()

    def open(self) -> None:
        """Open it, or close the one that is open."""
        others = [one for one in self._window.findChildren(Palette) if one is not self]
        if any(one.isVisible() for one in others):
            for one in others:
                one.close()
            self.deleteLater()
            return
        self._before = QApplication.focusWidget()
        self._find()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        if self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0:
            self._fade.start()

    def close(self) -> bool:
        """Close it, and give the focus back to where it was."""
        self._window.removeEventFilter(self)
        self._fade.stop()
        closed = super().close()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self._before = None
        self.deleteLater()
        return closed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size, and take the keys that move in the list."""
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self._place()
        elif watched is self.field and isinstance(event, QKeyEvent):
            return self._key(event)
        return False

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Keep the focus in the field: there is nowhere else to go."""
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close it where the click is beside the box."""
        if not self.box.geometry().contains(event.position().toPoint()):
            self.close()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the shade over the window, and the box."""
        painter, skin = QPainter(self), self._skin
        token, alpha = _SCRIM[skin.theme.dark]
        shade = QColor(skin.colour(token))
        shade.setAlpha(round(alpha * self._shade))
        painter.fillRect(self.rect(), shade)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(skin.colour("control"), 1))
        painter.setBrush(skin.colour("surface"))
        box = QRectF(self.box.geometry()).adjusted(-0.5, -0.5, 0.5, 0.5)
        painter.drawRoundedRect(box, skin.px(8), skin.px(8))
        painter.end()

    def _made(self) -> Directory:
        session = self._session
        return Directory(session.runs, session.cells, commands_of(self._book, session))

    def _again(self) -> None:
        chosen = self._current()
        self._directory = self._made()
        self._find(chosen)

    def _find(self, keep: Entry | None = None) -> None:
        typed = self.field.text()
        entries = self._directory.find(typed, moment())
        self.model.show_entries(entries, words_of(typed))
        at = next((at for at, one in enumerate(entries) if keep and one.target == keep.target), 0)
        self.list.setCurrentIndex(self.model.index(at, 0))
        self.list.scrollTo(self.list.currentIndex())
        self._place()

    def _current(self) -> Entry | None:
        row = self.list.currentIndex().row()
        return self.model.entries[row] if 0 <= row < len(self.model.entries) else None

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        ours = key in _STEPS or key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if event.type() == QEvent.Type.ShortcutOverride and ours:
            # Before the window's own shortcuts see it.
            event.accept()
            return True
        if event.type() != QEvent.Type.KeyPress or not ours:
            return False
        if key in _STEPS:
            self._step(_STEPS[key])
        elif key == Qt.Key.Key_Escape:
            self.close()
        else:
            self._take(self.list.currentIndex().row())
        return True

    def _step(self, step: int) -> None:
        last = len(self.model.entries) - 1
        at = self.list.currentIndex().row() + step
        if abs(step) == 1:
            at = at % (last + 1) if last >= 0 else -1
        index: QModelIndex = self.model.index(min(max(at, 0), last), 0)
        self.list.setCurrentIndex(index)

    def _take(self, row: int) -> None:
        if not 0 <= row < len(self.model.entries):
            return
        entry = self.model.entries[row]
        # First, so that what is done finds the focus where it was.
        self.close()
        if entry.kind == "run":
            self._session.select_run(entry.target)
        elif entry.kind == "cell":
            self._session.select_cell(entry.target)
        elif entry.kind == "list":
            self._session.choose(run_filter=entry.target)
        else:
            self._book.action(entry.target).trigger()

    def _shaded(self, part: float) -> None:
        self._shade = part
        self.update()

    def _place(self) -> None:
        self.setGeometry(self._window.rect())
        skin = self._skin
        low = self.height() < skin.px(_LOW_WINDOW)
        top = skin.px(_TOP // 2 if low else _TOP)
        width = min(skin.px(_WIDTH), self.width() - skin.px(32))
        height = min(self.box.wanted_height(), self.height() - top - skin.px(16))
        self.box.setGeometry((self.width() - width) // 2, top, width, height)
        self.update()
