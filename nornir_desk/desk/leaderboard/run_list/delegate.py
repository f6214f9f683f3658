"""How a row of the run list is drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nornir_desk.desk.leaderboard.run_list.listing import Run
from nornir_desk.desk.leaderboard.run_list.model import RunListModel
from nornir_desk.desk.leaderboard.run_list.row_texts import RowTextKeeper, RowTexts
from nornir_desk.desk.leaderboard.run_list.thumbnails import Thumbnails
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.run_row import progress_share
from nornir_desk.present.state import RunView, UnfinishedView

ROW_HEIGHT = 62
HEADING_HEIGHT = 30
_MARGIN = 8
_INSET = 12
_TITLE, _SECOND, _THIRD = 19, 36, 52  # baselines
_THUMBNAIL_TOP = 25
_SHARE = 3  # a thumbnail takes no more than a third of a row
_MOCK = "mock"

_SELECTED = QStyle.StateFlag.State_Selected
_HOVERED = QStyle.StateFlag.State_MouseOver
_FOCUSED = QStyle.StateFlag.State_HasFocus

AnyIndex = QModelIndex | QPersistentModelIndex


class RunDelegate(QStyledItemDelegate):
    """Draws headings and runs from what the model holds."""

    def __init__(self, skin: Skin, model: RunListModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._model = model
        self._texts = RowTextKeeper(skin, model)
        self._thumbnails = Thumbnails(skin)
        model.modelReset.connect(self._texts.forget)

    def sizeHint(self, _option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the height of a row; its width is the list's."""
        run = self._model.run_at(index.row())
        return QSize(0, self._skin.px(HEADING_HEIGHT if run is None else ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw a row."""
        entry = self._model.entry(index.row())
        rect = QRectF(option.rect)
        if isinstance(entry, str):
            self._draw_heading(painter, rect, entry)
            return
        state: QStyle.StateFlag = option.state
        self._draw_back(painter, rect, state)
        self._draw_run(painter, rect, entry, chosen=bool(state & _SELECTED))

    def _draw_heading(self, painter: QPainter, rect: QRectF, text: str) -> None:
        painter.setFont(self._skin.font(11, 600))
        painter.setPen(self._skin.colour("text3"))
        painter.drawText(QPointF(rect.x() + self._skin.px(16), rect.y() + self._skin.px(20)), text)

    def _draw_back(self, painter: QPainter, rect: QRectF, state: QStyle.StateFlag) -> None:
        token = "accent_soft" if state & _SELECTED else "hover" if state & _HOVERED else None
        if token is None:
            return
        skin, margin = self._skin, self._skin.px(_MARGIN)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = rect.adjusted(margin, 1, -margin, -1)
        radius = skin.px(6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(skin.colour(token))
        painter.drawRoundedRect(box, radius, radius)
        if state & _SELECTED:
            painter.setBrush(skin.colour("accent"))
            bar = QRectF(box.x(), box.y() + skin.px(8), skin.px(3), box.height() - 2 * skin.px(8))
            painter.drawRoundedRect(bar, skin.px(1.5), skin.px(1.5))
            if state & _FOCUSED:
                pen = painter.pen()
                pen.setStyle(Qt.PenStyle.SolidLine)
                pen.setColor(skin.colour("accent"))
                pen.setWidth(2)
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius - 1, radius - 1)
        painter.restore()

    def _draw_run(self, painter: QPainter, rect: QRectF, run: Run, *, chosen: bool) -> None:
        skin = self._skin
        inset = skin.px(_MARGIN + _INSET)
        inner = rect.adjusted(inset, 0, -skin.px(_MARGIN + 9), 0)
        lines = run.thumbnail if isinstance(run, RunView) else None
        taken = self._thumbnails.size(lines)[0] if lines else 0
        if taken * _SHARE > inner.width():
            lines, taken = None, 0
        texts = self._texts.texts(run, int(inner.width()), taken)
        self._write(
            painter,
            inner.x(),
            inner.y() + skin.px(_TITLE),
            texts.title,
            "text",
            (13, 600 if chosen else 500),
        )
        self._write(
            painter,
            inner.right() - texts.age_width,
            inner.y() + skin.px(_TITLE),
            texts.age,
            "text3",
            (12, 400),
        )
        if isinstance(run, UnfinishedView):
            self._draw_unfinished(painter, inner, run, texts)
            return
        if lines:
            ratio = painter.device().devicePixelRatioF()
            at = QPointF(inner.right() - taken, inner.y() + skin.px(_THUMBNAIL_TOP))
            painter.drawPixmap(at, self._thumbnails.pixmap(lines, ratio))
        self._draw_landed(painter, inner, run, texts)

    def _draw_landed(self, painter: QPainter, inner: QRectF, run: RunView, texts: RowTexts) -> None:
        skin = self._skin
        won = run.winner is not None
        self._icon(
            painter,
            inner.x() - 1,
            inner.y() + skin.px(_SECOND),
            "medal" if won else "cross",
            "gold_edge" if won else "red",
        )
        self._write(
            painter,
            inner.x() + skin.px(15),
            inner.y() + skin.px(_SECOND),
            texts.second,
            "text2",
            (12, 400),
        )
        x, y = inner.x() + skin.px(15), inner.y() + skin.px(_THIRD)
        self._write(painter, x, y, texts.third, "text3", (11, 400))
        x += texts.third_width + skin.px(10)
        if texts.failed:
            self._icon(painter, x, y, "cross", "red", 10)
            x += skin.px(12)
            self._write(painter, x, y, texts.failed, "red", (11, 500))
            x += skin.metrics(11, 500).horizontalAdvance(texts.failed) + skin.px(10)
        if run.made_up:
            self._write(painter, x, y, _MOCK, "text3", (11, 400))

    def _draw_unfinished(
        self, painter: QPainter, inner: QRectF, run: UnfinishedView, texts: RowTexts
    ) -> None:
        skin = self._skin
        colour = "text2" if run.running else "amber"
        icon = "play" if run.running else "warning"
        self._icon(painter, inner.x() - 1, inner.y() + skin.px(_SECOND), icon, colour)
        self._write(
            painter,
            inner.x() + skin.px(15),
            inner.y() + skin.px(_SECOND),
            texts.second,
            colour,
            (12, 400),
        )
        if not run.running:
            self._write(
                painter,
                inner.x() + skin.px(15),
                inner.y() + skin.px(_THIRD),
                texts.third,
                "amber",
                (11, 400),
            )
            return
        track = QRectF(
            inner.x() + skin.px(15),
            inner.y() + skin.px(47),
            inner.width() - skin.px(15),
            skin.px(3),
        )
        painter.fillRect(track, skin.track())
        track.setWidth(round(track.width() * progress_share(run)))
        painter.fillRect(track, skin.colour("accent"))

    def _icon(
        self, painter: QPainter, x: float, baseline: float, name: str, colour: str, size: int = 14
    ) -> None:
        # A capital letter's middle is about a third of its size above the baseline.
        top = baseline - self._skin.px(size / 2 + 4)
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(QPointF(x, top), self._skin.pixmap(name, colour, size, ratio))

    def _write(
        self,
        painter: QPainter,
        x: float,
        baseline: float,
        text: str,
        colour: str,
        font: tuple[int, int],
    ) -> None:
        painter.setFont(self._skin.font(*font))
        painter.setPen(self._skin.colour(colour))
        painter.drawText(QPointF(x, baseline), text)
