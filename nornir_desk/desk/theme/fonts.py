"""The two typefaces that the window ships, and what stands in for them."""

from __future__ import annotations

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFontDatabase

from nornir_desk.desk.theme.skin import MONO, SANS
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.ports.resources import Resources

SANS_FILES = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf")
MONO_FILES = ("JetBrainsMono-Regular.ttf",)


def load_fonts(resources: Resources) -> tuple[str, str]:
    """Make the shipped typefaces known to Qt; call it before the first widget.

    Args:
        resources: Has the font files.

    Returns:
        The families of plain and of monospaced text: those that are shipped, else the system's.
    """
    return (
        _family(resources, SANS_FILES, SANS, QFontDatabase.SystemFont.GeneralFont),
        _family(resources, MONO_FILES, MONO, QFontDatabase.SystemFont.FixedFont),
    )


def _family(
    resources: Resources, files: tuple[str, ...], family: str, instead: QFontDatabase.SystemFont
) -> str:
    # With one weight missing the others still are that family, and Qt draws the nearest.
    loaded = [name for name in files if _load(resources, name)]
    if loaded or QFontDatabase.hasFamily(family):
        return family
    return QFontDatabase.systemFont(instead).family()


def _load(resources: Resources, name: str) -> bool:
    try:
        data = resources.data(f"fonts/{name}")
    except (PrerequisiteMissing, OSError):
        return False
    return QFontDatabase.addApplicationFontFromData(QByteArray(data)) >= 0
