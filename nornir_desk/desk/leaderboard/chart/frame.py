"""Two axes, curves and marks in the theme's colours, with a layer for what is placed by the pixel.

This module and ``drawing`` import pyqtgraph, which takes half a second: import them when a chart is
shown. It ships no types, so what comes of it stays in the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyqtgraph as pg  # type: ignore[import-untyped]  # it ships no types
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from nornir_desk.desk.leaderboard.chart.drawing import Drawing
from nornir_desk.desk.leaderboard.chart.layer import Layer
from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.ticks import Tick

_GRID_ALPHA = 26  # a tenth
_LEFT_PX, _BOTTOM_PX = 56, 34
_FAR = 20.0  # how many times the home range one can zoom or pan away


@dataclass(frozen=True, slots=True)
class Span:
    """What part of the plane is seen, in the axes' units."""

    left: float
    right: float
    bottom: float
    top: float


class ChartFrame(QWidget):
    """A chart without data; the canvases put theirs into it.

    Signals:
        clicked: Where in this widget's pixels, and whether it was a double click.
        pointed: Where the pointer is in this widget's pixels; None = it left.
        ranged: The axes show another part of the plane.
    """

    clicked = Signal(QPointF, bool)
    pointed = Signal(object)
    ranged = Signal()

    def __init__(self, skin: Skin, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._skin = skin
        self._home: Span | None = None
        self._moved = False
        self.bottom_ticks: tuple[tuple[float, str], ...] = ()
        self._plot: Any = pg.PlotWidget(self, background=None)
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # What styles the window's frames must not put one around this.
        self._plot.setFrameShape(self._plot.Shape.NoFrame)
        item = self._plot.getPlotItem()
        item.setMenuEnabled(False)
        item.hideButtons()
        self._box: Any = item.getViewBox()
        self.drawing = Drawing(self._box)
        self._axes: tuple[Any, Any] = (item.getAxis("bottom"), item.getAxis("left"))
        self._layer = Layer(self)
        self._box.sigRangeChanged.connect(lambda *_: self._range_changed())
        self._box.sigResized.connect(lambda *_: self._range_changed())
        self._box.sigRangeChangedManually.connect(lambda *_: self._hand_moved())
        self._plot.scene().sigMouseClicked.connect(self._mouse_clicked)
        self._plot.scene().sigMouseMoved.connect(self._mouse_moved)
        self._plot.viewport().installEventFilter(self)
        self.restyle()

    @property
    def viewport(self) -> QWidget:
        """The widget that takes the mouse."""
        viewport: QWidget = self._plot.viewport()
        return viewport

    @property
    def moved(self) -> bool:
        """Has the user zoomed or panned?"""
        return self._moved

    @property
    def span(self) -> Span:
        """What part of the plane is seen."""
        (left, right), (bottom, top) = self._box.viewRange()
        return Span(float(left), float(right), float(bottom), float(top))

    @property
    def area(self) -> QRectF:
        """Where between the axes lies, in this widget's pixels."""
        rect = self._box.sceneBoundingRect()
        return QRectF(rect.x(), rect.y(), rect.width(), rect.height())

    def paint_above(self, paint: Callable[[QPainter], None]) -> None:
        """Let ``paint`` draw in pixels above the chart."""
        self._layer.paint = paint

    def repaint_above(self) -> None:
        """Draw the layer above again."""
        self._layer.update()

    def restyle(self) -> None:
        """Take colours, fonts and sizes of the theme of the moment."""
        skin = self._skin
        self._plot.setBackground(skin.colour("surface"))
        grid = QColor(skin.colour("text"))
        for axis in self._axes:
            axis.setStyle(
                tickFont=skin.font(11), tickLength=0, tickTextOffset=skin.px(9), tickAlpha=_GRID_ALPHA
            )  # fmt: skip
            axis.setTextPen(skin.colour("text2"))
            axis.setTickPen(QPen(grid, 1))
            axis.setPen(QPen(skin.colour("control"), 1))
            axis.setGrid(_GRID_ALPHA)
            axis.enableAutoSIPrefix(enable=False)
        self._axes[0].setHeight(skin.px(_BOTTOM_PX))
        self._axes[1].setWidth(skin.px(_LEFT_PX))
        margin = skin.px(12)
        self._plot.getPlotItem().setContentsMargins(skin.px(4), margin, skin.px(16), 0)

    def set_ticks(self, bottom: Sequence[tuple[float, str]], left: Sequence[Tick]) -> None:
        """Show ticks; those at the bottom come with their place on the axis."""
        self.bottom_ticks = tuple(bottom)
        self._axes[0].setTicks([list(bottom)])
        self._axes[1].setTicks([[(tick.value, tick.text) for tick in left]])

    def set_home(self, span: Span, *, go: bool) -> None:
        """Set what the chart shows from the start, and what one cannot get far away from."""
        self._home = span
        width, height = span.right - span.left, span.top - span.bottom
        self._box.setLimits(
            xMin=span.left - _FAR * width, xMax=span.right + _FAR * width,
            yMin=span.bottom - _FAR * height, yMax=span.top + _FAR * height,
            maxXRange=3 * width, maxYRange=3 * height,
            minXRange=width / 1_000, minYRange=height / 1_000,
        )  # fmt: skip
        if go:
            self.go_home()

    def go_home(self) -> None:
        """Show all again."""
        home = self._home
        if home is not None:
            self._moved = False
            self._box.setRange(
                xRange=(home.left, home.right), yRange=(home.bottom, home.top), padding=0
            )

    def zoom(self, factor: float, about: QPointF) -> None:
        """Show ``factor`` times as much of both axes, with a pixel staying where it is."""
        self._moved = True
        self._box.scaleBy((factor, factor), center=self._box.mapSceneToView(about))

    def hold_still(self) -> None:
        """Let the mouse neither zoom nor pan."""
        self._box.setMouseEnabled(x=False, y=False)

    def pixel(self, x: float, y: float) -> QPointF:
        """Return where in this widget's pixels a place of the plane is."""
        span, area = self.span, self.area
        return QPointF(
            area.left() + (x - span.left) / (span.right - span.left) * area.width(),
            area.bottom() - (y - span.bottom) / (span.top - span.bottom) * area.height(),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the chart and the layer above it as large as this."""
        super().resizeEvent(event)
        self._plot.setGeometry(self.rect())
        self._layer.setGeometry(self.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear that the pointer left."""
        if event.type() == QEvent.Type.Leave:
            self.pointed.emit(None)
        return super().eventFilter(watched, event)

    def _range_changed(self) -> None:
        self._layer.update()
        self.ranged.emit()

    def _hand_moved(self) -> None:
        self._moved = True

    def _mouse_clicked(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            at = event.scenePos()
            self.clicked.emit(QPointF(at.x(), at.y()), bool(event.double()))

    def _mouse_moved(self, at: Any) -> None:
        self.pointed.emit(QPointF(at.x(), at.y()))
