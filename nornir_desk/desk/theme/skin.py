"""What widgets draw with: the theme of the moment as colours, fonts, sizes and icons."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from nornir_desk.desk.theme.tokens import LIGHT, Theme, heat_text
from nornir_desk.ports.resources import Resources

SANS = "Inter"
MONO = "JetBrains Mono"
_SPACED_FROM_PX = 13
_SPACING = 99.0
_SCALES = (0.75, 2.5)
_WEIGHTS = {400: QFont.Weight.Normal, 500: QFont.Weight.Medium, 600: QFont.Weight.DemiBold}


class Skin(QObject):
    """Colours, fonts, sizes and icons of the theme of the moment, each made once.

    Widgets keep no colour and no font over a ``changed``: they ask again and repaint.

    Args:
        resources: Has the icons.
        families: The families of plain and of monospaced text that are there.
        theme: What to begin with.
    """

    changed = Signal()

    def __init__(
        self,
        resources: Resources,
        families: tuple[str, str] = (SANS, MONO),
        theme: Theme = LIGHT,
    ) -> None:
        super().__init__()
        self._resources = resources
        self._families = families
        self._theme = theme
        self._scale = 1.0
        self._colours: dict[str, QColor] = {}
        self._fonts: dict[tuple[int, int, bool], QFont] = {}
        self._metrics: dict[tuple[int, int, bool], QFontMetricsF] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
        self._svgs: dict[str, str] = {}

    @property
    def theme(self) -> Theme:
        """The theme of the moment."""
        return self._theme

    @property
    def scale(self) -> float:
        """The factor on every size, 1.0 as designed."""
        return self._scale

    def use(self, theme: Theme) -> None:
        """Draw with another theme."""
        if theme is not self._theme:
            self._theme = theme
            self._forget()

    def zoom(self, scale: float) -> None:
        """Multiply every size by a factor, held between 0.75 and 2.5."""
        scale = min(max(scale, _SCALES[0]), _SCALES[1])
        if scale != self._scale:
            self._scale = scale
            self._forget()

    def px(self, size: float) -> int:
        """Return a designed size in the pixels of the moment."""
        return round(size * self._scale)

    def colour(self, token: str) -> QColor:
        """Return a colour of the theme by its token; ``#RRGGBB`` is taken as it is."""
        found = self._colours.get(token)
        if found is None:
            found = QColor(token if token.startswith("#") else getattr(self._theme, token))
            self._colours[token] = found
        return found

    def track(self) -> QColor:
        """Return the colour of the 0-1 track, which shows what is below it."""
        colour = QColor(self.colour("text"))
        colour.setAlpha(self._theme.track_alpha)
        return colour

    def heat(self, step: int) -> tuple[QColor, QColor]:
        """Return fill and text of a heat step, 0 (worst) to 7 (best)."""
        return self.colour(self._theme.heat[step]), self.colour(heat_text(self._theme, step))

    def font(self, size: int, weight: int = 400, *, mono: bool = False) -> QFont:
        """Return a font by its designed size in px and its weight (400, 500, 600).

        Figures of plain text are tabular.
        """
        key = (size, weight, mono)
        found = self._fonts.get(key)
        if found is None:
            found = self._fonts[key] = self._font(size, weight, mono=mono)
        return found

    def metrics(self, size: int, weight: int = 400, *, mono: bool = False) -> QFontMetricsF:
        """Return the metrics of ``font`` with the same arguments."""
        key = (size, weight, mono)
        found = self._metrics.get(key)
        if found is None:
            found = self._metrics[key] = QFontMetricsF(self.font(size, weight, mono=mono))
        return found

    def pixmap(self, name: str, colour: str, size: int = 16, ratio: float = 1.0) -> QPixmap:
        """Return an icon in a colour of the theme.

        Args:
            name: Its file below ``icons`` without ``.svg``.
            colour: The colour, by its token.
            size: Its designed edge in px.
            ratio: Device pixels a pixel.
        """
        key = (name, colour, size, ratio)
        found = self._pixmaps.get(key)
        if found is None:
            found = self._pixmaps[key] = self._drawn(name, colour, size, ratio)
        return found

    def icon(self, name: str, colour: str = "text2", size: int = 16) -> QIcon:
        """Return an icon for a button, sharp on every screen."""
        icon = QIcon()
        for ratio in (1.0, 2.0):
            icon.addPixmap(self.pixmap(name, colour, size, ratio))
            icon.addPixmap(self.pixmap(name, "control", size, ratio), QIcon.Mode.Disabled)
        return icon

    def _font(self, size: int, weight: int, *, mono: bool) -> QFont:
        font = QFont(self._families[1] if mono else self._families[0])
        font.setPixelSize(max(1, self.px(size)))
        font.setWeight(_WEIGHTS[weight])
        font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
        if mono:
            font.setStyleHint(QFont.StyleHint.Monospace)
            # An answer's != is two characters, and stays two.
            font.setFeature(QFont.Tag("calt"), 0)
        else:
            font.setFeature(QFont.Tag("tnum"), 1)
        # Said either way: a font that says nothing takes on the spacing of the application's.
        tight = not mono and size >= _SPACED_FROM_PX
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, _SPACING if tight else 100.0)
        return font

    def _drawn(self, name: str, colour: str, size: int, ratio: float) -> QPixmap:
        text = self._svgs.get(name)
        if text is None:
            text = self._svgs[name] = self._resources.text(f"icons/{name}.svg")
        edge = max(1, round(self.px(size) * ratio))
        pixmap = QPixmap(edge, edge)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        inked = text.replace("currentColor", self.colour(colour).name())
        QSvgRenderer(QByteArray(inked.encode())).render(painter, QRectF(0, 0, edge, edge))
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def _forget(self) -> None:
        self._colours.clear()
        self._fonts.clear()
        self._metrics.clear()
        self._pixmaps.clear()
        self.changed.emit()
