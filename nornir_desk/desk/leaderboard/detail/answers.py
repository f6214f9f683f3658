"""What was asked and what came: Answer, Task and Error of each measurement, as plain text."""

from __future__ import annotations

from typing import Literal, get_args

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from nornir_desk.desk.controls.button import Button, IconButton
from nornir_desk.desk.controls.pressable import RADIUS
from nornir_desk.desk.controls.segments import Segment
from nornir_desk.desk.controls.small import Line
from nornir_desk.desk.leaderboard.detail.repeat_picker import RepeatPicker
from nornir_desk.desk.leaderboard.detail.text_area import TextArea
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import well_formed
from nornir_desk.present.detail_rows import repeat_text
from nornir_desk.present.plain_view import shown_note
from nornir_desk.present.state import AnswerView, SelectedCellView

Part = Literal["Answer", "Task", "Error"]
PARTS: tuple[Part, ...] = get_args(Part)


class PartChooser(QWidget):
    """``Answer | Task | Error``.

    Args:
        skin: What it draws with.
        parent: Where it stands.

    Signals:
        chosen: The part that the user chose.
    """

    chosen = Signal(str)

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._row = QHBoxLayout(self)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, Segment] = {}
        for part in PARTS:
            button = Segment(skin, part, None, self)
            button.setCheckable(True)
            button.setAccessibleName(part)
            button.clicked.connect(lambda _on=False, part=part: self.chosen.emit(part))
            self._group.addButton(button)
            self._row.addWidget(button)
            self.buttons[part] = button
        skin.changed.connect(self._reskin)
        self._reskin()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the track in which they stand."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._skin.colour("surface2"))
        painter.setBrush(self._skin.colour("surface2"))
        radius = self._skin.px(RADIUS)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.end()

    def _reskin(self) -> None:
        self._row.setContentsMargins(*([self._skin.px(2)] * 4))
        self._row.setSpacing(self._skin.px(2))


class Answers(QWidget):
    """The texts of a cell's measurements.

    Args:
        skin: What it draws with.
        parent: Where it stands.

    Signals:
        repeat_picked: The place of the measurement that the user picked.
        copied: The whole of the shown text was copied.
    """

    repeat_picked = Signal(int)
    copied = Signal(str)

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._answers: tuple[AnswerView, ...] = ()
        self._repeat = 0
        self._part: Part = "Answer"
        self.parts = PartChooser(skin)
        self.picker = RepeatPicker(skin)
        self.copy = IconButton(skin, "copy", "Copy the whole text")
        self.text = TextArea(skin)
        self.note = Line(skin, (11, 400), "text3")
        self.more = Button(skin, "Show more", None, "quiet")
        self._lay_out()
        self.parts.chosen.connect(self._choose_part)
        self.picker.picked.connect(self.repeat_picked)
        self.copy.clicked.connect(self._copy_whole)
        self.more.clicked.connect(self.text.show_more)
        self.text.grown.connect(self._tell_shown)
        skin.changed.connect(self._reskin)
        self._reskin()
        self.show_reading()

    def show_reading(self) -> None:
        """Say that the text is being read."""
        self._answers = ()
        self._offer()
        self.text.show_text("")
        self.text.setPlaceholderText("reading…")
        self._tell_shown()

    def show_answers(self, detail: SelectedCellView, repeat: int, *, other: bool) -> None:
        """Show the texts of a cell.

        Args:
            detail: The cell.
            repeat: Which measurement.
            other: Is it another cell than before? Then its error is shown where it failed.
        """
        self._answers, self._repeat = detail.answers, repeat
        if other and self._part != "Task":
            self._part = "Answer"
        self._offer()
        self._show()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.parts)
        head.addStretch(1)
        head.addWidget(self.picker)
        head.addWidget(self.copy)
        foot = QHBoxLayout()
        foot.addWidget(self.note, 1)
        foot.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.text, 1)
        column.addLayout(foot)

    def _offer(self) -> None:
        answers = self._answers
        answer = answers[self._repeat] if answers else None
        self.picker.setVisible(len(answers) > 1)
        texts = [repeat_text(answers, at) for at in range(len(answers))]
        self.picker.offer(texts, self._repeat)
        failed = answer is not None and answer.error is not None
        self.parts.buttons["Error"].setEnabled(failed)
        if failed and self._part == "Answer" and answer is not None and not answer.output:
            self._part = "Error"
        elif not failed and self._part == "Error":
            self._part = "Answer"
        self.parts.buttons[self._part].setChecked(True)
        self.copy.setEnabled(bool(answers))

    def _choose_part(self, part: Part) -> None:
        self._part = part
        self._show()

    def _show(self) -> None:
        if not self._answers:
            return
        answer = self._answers[self._repeat]
        texts = {"Answer": answer.output, "Task": answer.prompt, "Error": answer.error or ""}
        self.text.setPlaceholderText("(empty)")
        self.text.setAccessibleName(self._part)
        self.text.show_text(texts[self._part])

    def _tell_shown(self) -> None:
        note = shown_note(self.text.whole, self.text.shown)
        self.note.say(note)
        self.note.setVisible(bool(note))
        self.more.setVisible(bool(note))

    def _copy_whole(self) -> None:
        QGuiApplication.clipboard().setText(well_formed(self.text.whole))
        self.copied.emit(f"copied the {self._part.lower()}")

    def _reskin(self) -> None:
        self.text.setMinimumHeight(self._skin.px(110))
