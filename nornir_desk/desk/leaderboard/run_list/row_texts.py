"""The texts of a row, cut to its width: made when the row is first looked at, then kept."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from nornir_desk.desk.leaderboard.run_list.listing import Run
from nornir_desk.desk.leaderboard.run_list.model import RunListModel
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.run_row import progress_text, size_text, winner_name
from nornir_desk.present.state import RunView, UnfinishedView

_KEPT = 512
_GAP = 8
_ICON = 18


@dataclass(frozen=True, slots=True)
class RowTexts:
    """What a row says: each text as it fits, and where that is needed its width."""

    title: str
    age: str
    age_width: float
    second: str
    third: str
    third_width: float
    failed: str


class RowTextKeeper:
    """Makes the texts of rows and keeps those made last."""

    def __init__(self, skin: Skin, model: RunListModel) -> None:
        self._skin = skin
        self._model = model
        self._made: dict[tuple[str, int, int], RowTexts] = {}
        self._minute = 0
        skin.changed.connect(self.forget)

    def forget(self) -> None:
        """Make all of them anew."""
        self._made.clear()

    def texts(self, run: Run, width: int, taken: int) -> RowTexts:
        """Return the texts of a run.

        Args:
            run: The run.
            width: What a line has room for, in px.
            taken: What the thumbnail takes of the second line, in px.
        """
        if self._minute != self._model.now_micros:
            self._minute = self._model.now_micros
            self._made.clear()
        if isinstance(run, UnfinishedView):
            return self._make(run, width, taken)
        key = (run.run_id, width, taken)
        found = self._made.get(key)
        if found is None:
            while len(self._made) >= _KEPT:
                del self._made[next(iter(self._made))]
            found = self._made[key] = self._make(run, width, taken)
        return found

    def _make(self, run: Run, width: int, taken: int) -> RowTexts:
        age = self._model.age(run)
        age_width = self._skin.metrics(12).horizontalAdvance(age)
        gap, icon = self._skin.px(_GAP), self._skin.px(_ICON)
        # As if selected, when it is bolder: else it would be cut anew at each step.
        title = self._skin.metrics(13, 600).elidedText(
            one_line(run.task), Qt.TextElideMode.ElideMiddle, width - age_width - gap
        )
        room = width - icon - (taken + gap if taken else 0)
        cut = Qt.TextElideMode
        second = self._skin.metrics(12).elidedText(_second(run), cut.ElideMiddle, room)
        third = self._skin.metrics(11).elidedText(_third(run), cut.ElideRight, room)
        return RowTexts(
            title=title,
            age=age,
            age_width=age_width,
            second=second,
            third=third,
            third_width=self._skin.metrics(11).horizontalAdvance(third),
            failed=formats.count(run.failed) if run.failed else "",
        )


def _second(run: Run) -> str:
    if isinstance(run, RunView):
        return winner_name(run)
    return progress_text(run) if run.running else f"interrupted, {progress_text(run)}"


def _third(run: Run) -> str:
    if isinstance(run, RunView):
        return size_text(run)
    return "" if run.running else "resume with nornir bakeoff resume"
