"""The figures of the selected cell: label, value, and what is to be said beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from nornir_desk.desk.leaderboard.detail.value import Value
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.detail_rows import FigureRow


class Figures(QWidget):
    """Rows of figures; every text in them can be selected.

    Args:
        skin: What it draws with.
        parent: Where it stands.
    """

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._rows: list[tuple[Value, Value, Value]] = []
        self._told: tuple[FigureRow, ...] = ()
        skin.changed.connect(self._reskin)
        self._reskin()

    @property
    def rows(self) -> tuple[FigureRow, ...]:
        """The rows that are shown."""
        return self._told

    def show_rows(self, rows: Sequence[FigureRow]) -> None:
        """Show other rows; labels that are there are used again, so that nothing flickers."""
        self._told = tuple(rows)
        while len(self._rows) < len(rows):
            self._rows.append(self._made(len(self._rows)))
        for at, labels in enumerate(self._rows):
            row = rows[at] if at < len(rows) else None
            for label, text in zip(
                labels, (row.label, row.value, row.note) if row else ("", "", ""), strict=True
            ):
                label.say(text)
                label.setVisible(bool(text))

    def _made(self, at: int) -> tuple[Value, Value, Value]:
        label = Value(self._skin, (12, 400), "text2", self)
        value = Value(self._skin, (12, 500), "text", self)
        note = Value(self._skin, (11, 400), "text3", self)
        note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        beside = QHBoxLayout()
        beside.setSpacing(8)
        # A value without a note has all the room.
        beside.addWidget(value, 1)
        beside.addWidget(note)
        self._grid.addWidget(label, at, 0)
        self._grid.addLayout(beside, at, 1)
        return label, value, note

    def _reskin(self) -> None:
        self._grid.setColumnMinimumWidth(0, self._skin.px(88))
        self._grid.setColumnStretch(1, 1)
        self._grid.setHorizontalSpacing(self._skin.px(8))
        self._grid.setVerticalSpacing(self._skin.px(4))
