"""The head's second line: who won and by how much, or how far the run is."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from nornir_desk.desk.controls.small import Chip, Line
from nornir_desk.desk.leaderboard.head_parts import Figure, Name, ProgressBar, Sign, plain_tip
from nornir_desk.desk.session import Session
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.domain.text import one_line
from nornir_desk.present import formats
from nornir_desk.present.glyphs import UNICODE
from nornir_desk.present.head import HeadView
from nornir_desk.present.run_row import (
    NO_WINNER,
    lead_text,
    pair_name,
    progress_share,
    progress_text,
    resume_command,
)
from nornir_desk.present.state import UnfinishedView
from nornir_desk.present.unfinished import told


class Verdict(QWidget):
    """Tells the winner of a run that has landed, and the progress of one that has not."""

    def __init__(self, session: Session, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._skin = skin
        self.sign = Sign(skin, parent=self)
        self.name = Name(skin, (13, 600), "text", self)
        self.figure = Figure(skin, (13, 600), "text", self)
        self.half_width = Figure(skin, (12, 400), "text3", self)
        self.lead = Line(skin, (13, 400), "text2", self)
        self.chip = Chip(skin, parent=self)
        self.bar = ProgressBar(skin, self)
        self._row = QHBoxLayout(self)
        for part in (self.sign, self.name, self.figure, self.half_width, self.lead):
            self._row.addWidget(part)
        self._row.addWidget(self.bar)
        self._row.addWidget(self.chip)
        self._row.addStretch(1)
        skin.changed.connect(self._dress)
        self._dress()

    def show_head(self, head: HeadView) -> None:
        """Show the head of the session's run."""
        run = self._session.unfinished_run
        if run is not None:
            self._show_progress(run)
        elif head.winner is None:
            self._show_none()
        else:
            self._show_winner(head)

    def name_runner_up(self, *, named: bool) -> None:
        """Tell over whom the winner leads, or only by how much."""
        if self._session.unfinished_run is None:
            self.lead.say(lead_text(self._session.lead, named=named))
            self.lead.setVisible(bool(self.lead.text()))
            self._row.invalidate()
            self.updateGeometry()

    def _show_winner(self, head: HeadView) -> None:
        first = self._session.cells[0]
        label = UNICODE.label if first.label else ""
        self.sign.show_icon("medal", "gold_edge")
        self._say(pair_name(first.agent, first.model) + label, "text", head.winner or "")
        self.figure.say(head.figure)
        self.half_width.say(head.half_width)
        self.lead.ink("text2")
        self.lead.setToolTip(plain_tip(head.why))
        self.name_runner_up(named=True)
        self.chip.say(head.chip or "", plain_tip(head.why))
        self._show_only(self.sign, self.figure, self.half_width)

    def _show_none(self) -> None:
        there = bool(self._session.cells)
        self.sign.show_icon("cross", "red")
        self._say(NO_WINNER if there else "", "red", "")
        self.lead.say("")
        self.chip.say("")
        self._show_only(*([self.sign] if there else []))

    def _show_progress(self, run: UnfinishedView) -> None:
        failed = f"{formats.count(run.failed)} failed" if run.failed else ""
        far = " · ".join(part for part in (progress_text(run), failed) if part)
        sentence = one_line(told(run))
        self.chip.say("")
        self.bar.show_share(progress_share(run))
        if run.running:
            self.sign.show_icon("play", "text2")
            self._say(f"in progress: {far}", "text", sentence)
            self.lead.say("")
            self._show_only(self.sign, self.bar)
        else:
            self.sign.show_icon("warning", "amber")
            self._say(f"interrupted: {far}", "amber", sentence)
            self.lead.say(f"resume with {resume_command(run)}")
            self.lead.ink("amber")
            self.lead.setToolTip(plain_tip(sentence))
            self._show_only(self.sign)

    def _say(self, text: str, ink: str, tip: str) -> None:
        self.name.say(text)
        self.name.ink(ink)
        self.name.setToolTip(plain_tip(tip))

    def _show_only(self, *parts: QWidget) -> None:
        for part in (self.sign, self.figure, self.half_width, self.bar):
            part.setVisible(part in parts)
        self.half_width.setVisible(self.half_width in parts and bool(self.half_width.text()))
        self.lead.setVisible(bool(self.lead.text()))
        self._row.invalidate()

    def _dress(self) -> None:
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(self._skin.px(9))
