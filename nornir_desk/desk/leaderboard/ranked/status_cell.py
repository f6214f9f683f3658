"""How a cell ended, as the list draws it: a word, or a red pill with the reason."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.ranked_line import RankedLine, Tone

_INKS: dict[Tone, str] = {
    "good": "green",
    "bad": "red",
    "warn": "amber",
    "quiet": "text2",
    "plain": "text2",
}
_ICONS: dict[Tone, str] = {"good": "check", "bad": "cross"}
_ICON = 12
_GAP = 3
_SIDE = 7
_PILL = 18
_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def draw_status(painter: QPainter, skin: Skin, line: RankedLine, box: QRectF) -> None:
    """Draw how a cell ended."""
    pill = line.tone == "bad"
    icon = _ICONS.get(line.tone)
    side = skin.px(_SIDE) if pill else 0
    before = side + (skin.px(_ICON + _GAP) if icon else 0)
    cut = Qt.TextElideMode.ElideRight
    text = skin.metrics(11, 500).elidedText(line.status, cut, box.width() - before - side)
    if pill:
        width = before + skin.metrics(11, 500).horizontalAdvance(text) + side
        height = skin.px(_PILL)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(skin.colour("red_soft"))
        top = (box.height() - height) / 2
        painter.drawRoundedRect(
            QRectF(box.left(), top, min(width, box.width()), height), height / 2, height / 2
        )
    if icon:
        ratio = painter.device().devicePixelRatioF()
        pixmap = skin.pixmap(icon, _INKS[line.tone], _ICON, ratio)
        top = round((box.height() - skin.px(_ICON)) / 2)
        painter.drawPixmap(round(box.left() + side), top, pixmap)
    painter.setFont(skin.font(11, 500))
    painter.setPen(skin.colour(_INKS[line.tone]))
    room = box.adjusted(before, 0, 0, 0)
    painter.drawText(room, _MIDDLE | Qt.TextFlag.TextForceLeftToRight, text)
