"""The one style sheet, for what Qt draws itself: fields, menus, scroll bars, tooltips, dialogs."""

from __future__ import annotations

from string import Template

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from nornir_desk.desk.theme.palette import palette_of
from nornir_desk.desk.theme.skin import Skin

_SHEET = Template("""
QToolTip { background: $tip; color: $text; border: 1px solid $control; padding: ${p4}px ${p6}px; }
QLineEdit, QPlainTextEdit, QComboBox, QSpinBox {
  background: $surface; color: $text; border: 1px solid $control; border-radius: ${p6}px;
  padding: 0 ${p8}px; min-height: ${p26}px;
  selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus, QSpinBox:focus {
  border: 2px solid $accent; padding: 0 ${p7}px; min-height: ${p24}px; }
QLineEdit:disabled { color: $control; background: $bg; }
QLineEdit#bare, QLineEdit#bare:focus { border: none; background: transparent; padding: 0; min-height: ${p47}px; }
QPushButton {
  background: $surface; color: $text; border: 1px solid $control; border-radius: ${p6}px;
  padding: 0 ${p12}px; min-height: ${p26}px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $surface2; }
QPushButton:focus { border: 2px solid $accent; padding: 0 ${p11}px; min-height: ${p24}px; }
QPushButton:default { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton:default:focus { border: 2px solid $text; }
QPushButton:disabled { color: $control; background: $bg; border-color: $line; }
QMenu { background: $surface; color: $text; border: 1px solid $control; padding: ${p4}px; }
QMenu::item { padding: ${p6}px ${p24}px ${p6}px ${p12}px; border-radius: ${p4}px; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $control; }
QMenu::separator { height: 1px; background: $line; margin: ${p4}px ${p8}px; }
QMenu::icon { padding-left: ${p8}px; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: ${p10}px; }
QScrollBar:horizontal { height: ${p10}px; }
QScrollBar::handle { background: $scroll; border-radius: ${p3}px; margin: 2px; }
QScrollBar::handle:vertical { min-height: ${p32}px; }
QScrollBar::handle:horizontal { min-width: ${p32}px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; }
QSplitter::handle { background: $line; }
QSplitter::handle:hover, QSplitter::handle:pressed { background: $accent; }
""")
_TOKENS = (
    *("bg", "surface", "surface2", "hover", "line", "control", "scroll"),
    *("text", "accent", "on_accent", "accent_soft"),
)
_SIZES = (3, 4, 6, 7, 8, 10, 11, 12, 24, 26, 32, 47)


def sheet_of(skin: Skin) -> str:
    """Return the style sheet of a skin's theme and zoom."""
    theme = skin.theme
    named = {token: getattr(theme, token) for token in _TOKENS}
    sizes = {f"p{size}": str(skin.px(size)) for size in _SIZES}
    return _SHEET.substitute(named, tip=theme.surface2 if theme.dark else theme.surface, **sizes)


def dress(application: QApplication, skin: Skin) -> None:
    """Give an application the skin's style, palette, font and sheet, now and at each change.

    The sheet is the application's, since a tooltip and a menu stand in windows of their own.
    """
    # Without it a view's own palette no longer reaches its viewport once there is a sheet.
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
    application.setStyle("Fusion")

    def wear() -> None:
        application.setPalette(palette_of(skin.theme))
        application.setFont(skin.font(13))
        application.setStyleSheet(sheet_of(skin))

    skin.changed.connect(wear)
    wear()
