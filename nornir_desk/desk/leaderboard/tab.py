"""The leaderboard tab: runs on the left, the run in the middle, its selected cell on the right."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from nornir_desk.desk.actions import Book
from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.empty import EmptyPane
from nornir_desk.desk.leaderboard.detail.pane import DetailPane
from nornir_desk.desk.leaderboard.head import RunHead
from nornir_desk.desk.leaderboard.matrix.panel import MatrixPanel
from nornir_desk.desk.leaderboard.matrix.tools import HeatPicker
from nornir_desk.desk.leaderboard.ranked.panel import RankedPanel
from nornir_desk.desk.leaderboard.run_list.panel import RunPanel
from nornir_desk.desk.session import Session
from nornir_desk.desk.settings import Settings
from nornir_desk.desk.theme.skin import Skin

_LIST_WIDTH = 288
_DETAIL_WIDTH = 388
_FOLD_BELOW = 1_100
_LOW_BELOW = 700
# The grid takes what it needs, and leaves the list at least this share of the height.
_LIST_SHARE = 0.4


class LeaderboardTab(QWidget):
    """Holds the panes of the leaderboard and shows those that are asked for."""

    def __init__(self, session: Session, skin: Skin, book: Book, closer: CloserLook) -> None:
        super().__init__()
        self._session, self._skin, self._book, self._closer = session, skin, book, closer
        self._folded_by_user: bool | None = None
        self._divided_by_user = False
        self._corner: HeatPicker | None = None
        self.runs = RunPanel(session, skin, book)
        self.head = RunHead(session, skin, book)
        self.matrix = MatrixPanel(session, skin, book)
        self.ranked = RankedPanel(session, skin, book)
        self.detail = DetailPane(session, skin, book, closer)
        self.empty = EmptyPane(session, skin, book)
        self.halves = QSplitter(Qt.Orientation.Vertical)
        self.halves.addWidget(self.matrix)
        self.halves.addWidget(self.ranked)
        self.halves.setChildrenCollapsible(False)
        self.halves.setHandleWidth(1)
        self._pages = QStackedWidget()
        self._views: dict[str, QWidget] = {"matrix": self.halves}
        self._pages.addWidget(self.halves)
        self._middle = QStackedWidget()
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        self._lay_out()
        self.detail.hide()
        self.halves.splitterMoved.connect(self._divided)
        session.choices_changed.connect(lambda _before: self._show_view())
        session.run_changed.connect(self._show_middle)
        session.source_changed.connect(self._show_middle)
        skin.changed.connect(self._resize_columns)
        self._show_view()

    def show_detail(self, *, shown: bool) -> None:
        """Show or hide the selected cell in full."""
        left = not shown and _has_focus(self.detail)
        self.detail.setVisible(shown)
        self._book.action("detail.toggle").setChecked(shown)
        if left:
            self.focus_view()

    def fold_runs(self, *, folded: bool) -> None:
        """Fold the run list away, or show it; that stays so whatever the window's width."""
        self._folded_by_user = folded
        self._fold()

    def sizes(self) -> dict[str, Any]:
        """Return how the panes are laid out, as fields of ``Settings``."""
        sizes: dict[str, Any] = {}
        if self._divided_by_user:
            sizes["board_sizes"] = tuple(self.halves.sizes())
        if self.runs.isVisible():
            sizes["side_sizes"] = tuple(self._columns.sizes())
        return {**sizes, "runs_folded": self._folded_by_user is True}

    def restore(self, settings: Settings) -> None:
        """Lay the panes out as they were left."""
        if len(settings.board_sizes) == self.halves.count():
            self.halves.setSizes(settings.board_sizes)
            self._divided_by_user = True
        if len(settings.side_sizes) == self._columns.count():
            left, middle, right = settings.side_sizes
            # One that was hidden has no width of its own; it opens as wide as it is drawn for.
            opens = right or self._skin.px(_DETAIL_WIDTH)
            self._columns.setSizes([left, max(1, middle + right - opens), opens])
        if settings.runs_folded:
            self.fold_runs(folded=True)

    def focus_filter(self) -> None:
        """Go to the filter of the ranked cells; from there, to that of the runs."""
        if self.ranked.isVisible() and not self.ranked.filter_has_focus():
            self.ranked.focus_filter()
            return
        if not self.runs.isVisible():
            self.fold_runs(folded=False)
        self.runs.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_view(self) -> None:
        """Go to what is shown of the run: single letters are keys there."""
        view = next((pane for pane in self.panes() if pane not in (self.runs, self.detail)), None)
        if view is not None:
            # Nobody moved: the focus is where it was left to, and that is no news to be framed.
            focus_on(view, Qt.FocusReason.OtherFocusReason)

    def go_to_difference(self, step: int) -> None:
        """Go to another difference of the two answers, where they are compared."""
        pane = self._views.get("compare")
        if pane is not None and self._session.choices.view == "compare":
            pane.go_to_difference(step)  # type: ignore[attr-defined]  # made late

    def panes(self) -> list[QWidget]:
        """Return the panes that are on the screen, in the order in which F6 goes round them."""
        view = self._views[self._session.choices.view]
        middle = [self.matrix, self.ranked] if view is self.halves else [view]
        return [pane for pane in (self.runs, *middle, self.detail) if pane.isVisible()]

    def view(self) -> QWidget:
        """Return what the middle shows of the run."""
        return self._views[self._session.choices.view]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the run list where there is no room for it."""
        super().resizeEvent(event)
        self._fold()
        self._shorten()
        self._divide()

    def _lay_out(self) -> None:
        run = QWidget()
        column = QVBoxLayout(run)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self._pages, 1)
        self._run = run
        self._middle.addWidget(self.empty)
        self._middle.addWidget(run)
        for pane in (self.runs, self._middle, self.detail):
            self._columns.addWidget(pane)
        self._columns.setChildrenCollapsible(False)
        self._columns.setHandleWidth(1)
        self._columns.setStretchFactor(1, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._columns)
        self._resize_columns()

    def _resize_columns(self) -> None:
        self.runs.setMinimumWidth(self._skin.px(_LIST_WIDTH * 0.75))
        self.detail.setMinimumWidth(self._skin.px(_DETAIL_WIDTH * 0.75))
        left, right = self._skin.px(_LIST_WIDTH), self._skin.px(_DETAIL_WIDTH)
        self._columns.setSizes([left, max(1, self.width() - left - right), right])

    def _fold(self) -> None:
        narrow = self.width() < self._skin.px(_FOLD_BELOW)
        folded = narrow if self._folded_by_user is None else self._folded_by_user
        left = folded and _has_focus(self.runs)
        self.runs.setVisible(not folded)
        self._book.action("runs.toggle").setChecked(not folded)
        if left:
            self.focus_view()

    def _shorten(self) -> None:
        """Give the grid the height of its row of tools where the window is low."""
        low = self.window().height() < self._skin.px(_LOW_BELOW)
        self.matrix.show_tools(shown=not low)
        if low and self._corner is None:
            self._corner = HeatPicker(self._session, self._skin, self._book, self.head)
        if self._corner is not None:
            self._corner.setVisible(low)
        self.head.put_corner(self._corner if low else None)

    def _divided(self) -> None:
        self._divided_by_user = True

    def _divide(self) -> None:
        height = self.halves.height()
        if not self._divided_by_user and height > 0:
            grid = self.matrix.height_within(round(height * (1 - _LIST_SHARE)))
            self.halves.setSizes([grid, height - grid])

    def _show_middle(self) -> None:
        there = bool(self._session.cells) or self._session.unfinished_run is not None
        self._middle.setCurrentWidget(self._run if there else self.empty)
        self._divide()

    def _show_view(self) -> None:
        view = self._session.choices.view
        if view not in self._views:
            made = {"plot": self._plot, "trend": self._trend, "compare": self._compare}[view]()
            self._views[view] = made
            self._pages.addWidget(made)
        within = _has_focus(self._pages)
        self._pages.setCurrentWidget(self._views[view])
        if within:
            # The keys of the views are single letters, which need the focus in one.
            self.focus_view()

    # Made when first looked at: pyqtgraph alone takes longer than the first paint.

    def _plot(self) -> QWidget:
        from nornir_desk.desk.leaderboard.plot.pane import PlotPane

        return PlotPane(self._session, self._skin, self._book, self._closer)

    def _trend(self) -> QWidget:
        from nornir_desk.desk.leaderboard.trend.pane import TrendPane

        return TrendPane(self._session, self._skin, self._book, self._closer)

    def _compare(self) -> QWidget:
        from nornir_desk.desk.leaderboard.compare.pane import ComparePane

        return ComparePane(self._session, self._skin, self._book, self._closer)


def _has_focus(pane: QWidget) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and (focus is pane or pane.isAncestorOf(focus))


def focus_on(pane: QWidget, reason: Qt.FocusReason = Qt.FocusReason.TabFocusReason) -> None:
    """Move the focus to a pane: to what it names for it, else to the first that takes it."""
    target = pane.focusProxy() or pane
    target.setFocus(reason)
    if not target.hasFocus():
        found = (w for w in pane.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus)
        first = next((w for w in found if w.isVisible() and w.isEnabled()), None)
        if first is not None:
            first.setFocus(reason)
