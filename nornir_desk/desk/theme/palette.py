"""The theme as the palette that Qt's own style draws with."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from nornir_desk.desk.theme.tokens import Theme

_ROLES: dict[QPalette.ColorRole, str] = {
    QPalette.ColorRole.Window: "bg",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "surface",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "text3",
    QPalette.ColorRole.Button: "surface",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "red",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "on_accent",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.ToolTipBase: "surface",
    QPalette.ColorRole.ToolTipText: "text",
    # Fusion makes its edges from these.
    QPalette.ColorRole.Light: "surface",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "control",
    QPalette.ColorRole.Shadow: "line",
}
_FAINT = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
)


def palette_of(theme: Theme) -> QPalette:
    """Return the palette of a theme, for ``QApplication.setPalette``."""
    palette = QPalette()
    for role, token in _ROLES.items():
        palette.setColor(role, QColor(getattr(theme, token)))
    for role in _FAINT:
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.control))
    return palette
