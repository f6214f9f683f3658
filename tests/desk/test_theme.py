"""Colours, type, style sheet, and what the desktop needs to know of the program."""

import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontInfo, QImage, QPainter, QPalette
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLineEdit, QListView
from pytestqt.qtbot import QtBot

from nornir_desk.desk.theme.follow import ThemeFollower
from nornir_desk.desk.theme.fonts import MONO_FILES, SANS_FILES, load_fonts
from nornir_desk.desk.theme.palette import palette_of
from nornir_desk.desk.theme.sheet import dress, sheet_of
from nornir_desk.desk.theme.skin import MONO, SANS, Skin
from nornir_desk.desk.theme.tokens import DARK, LIGHT, Theme, contrast, heat_text
from nornir_desk.domain.errors import PrerequisiteMissing
from nornir_desk.system.resources import ShippedResources

pytestmark = pytest.mark.desk
RESOURCES = Path(__file__).parents[2] / "resources"
THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])

# What is drawn on what.
_GROUNDS = ("bg", "surface", "surface2", "hover", "void")
TEXTS = (
    *((ink, ground) for ink in ("text", "text2") for ground in (*_GROUNDS, "accent_soft")),
    *(("text3", ground) for ground in (*_GROUNDS, "accent_soft")),
    *(("text", soft) for soft in ("amber_soft", "diff", "diff_word")),
    *((ink, ground) for ink in ("accent", "green", "red", "amber") for ground in ("surface", "bg")),
    ("text2", "amber_soft"),
    ("accent", "accent_soft"),
    ("on_accent", "accent"),
    ("gold_text", "gold_fill"),
    ("red", "red_soft"),
    ("green", "green_soft"),
    ("amber", "amber_soft"),
)
MARKS = (
    *(("control", ground) for ground in ("surface", "bg")),
    *(("bar", ground) for ground in ("surface", "bg")),
    ("accent", "surface"),
    ("accent", "accent_soft"),
    ("gold_edge", "surface"),
    ("gold_edge", "gold_fill"),
)


@THEMES
@pytest.mark.parametrize(("ink", "ground"), TEXTS)
def test_text_can_be_read(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_marks_and_edges_can_be_seen(theme: Theme, mark: str, ground: str) -> None:
    assert contrast(getattr(theme, mark), getattr(theme, ground)) >= 3


@THEMES
def test_agents_can_be_seen_and_heat_can_be_read(theme: Theme) -> None:
    assert all(contrast(colour, theme.surface) >= 3 for colour in theme.agents)
    assert all(
        contrast(heat_text(theme, step), fill) >= 4.5 for step, fill in enumerate(theme.heat)
    )


def test_the_shipped_typefaces_are_used(qtbot: QtBot) -> None:
    resources = ShippedResources()
    families = load_fonts(resources)
    assert families == (SANS, MONO)
    skin = Skin(resources, families)
    assert QFontInfo(skin.font(13, 600)).family() == SANS
    assert QFontInfo(skin.font(12, mono=True)).family() == MONO
    assert QFontInfo(skin.font(12, mono=True)).fixedPitch()


class _Bare(ShippedResources):
    def data(self, name: str) -> bytes:
        raise PrerequisiteMissing(name, "install it")


class _Broken(ShippedResources):
    def data(self, name: str) -> bytes:
        return b"no font at all"


@pytest.mark.parametrize("text", ["!=", "->", "/=", "--", "==="])
def test_an_answers_characters_are_drawn_one_by_one(qtbot: QtBot, text: str) -> None:
    resources = ShippedResources()
    skin = Skin(resources, load_fonts(resources))
    advance = skin.metrics(12, mono=True).horizontalAdvance("m")
    drawn = []
    for parts in ([text], list(text)):
        image = QImage(80, 30, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setFont(skin.font(12, mono=True))
        for at, part in enumerate(parts):
            painter.drawText(QPointF(10 + at * advance, 20), part)
        painter.end()
        drawn.append(image)
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("resources", [_Bare(), _Broken()], ids=["missing", "refused"])
def test_without_its_typefaces_the_window_takes_the_systems(
    qtbot: QtBot, resources: ShippedResources, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another test may have loaded them into this process.
    monkeypatch.setattr("nornir_desk.desk.theme.fonts.QFontDatabase.hasFamily", lambda _name: False)
    sans, mono = load_fonts(resources)
    assert sans
    assert mono
    assert (sans, mono) != (SANS, MONO)


def test_the_licence_of_the_typefaces_is_shipped_beside_them() -> None:
    text = ShippedResources().text("fonts/LICENSE-OFL.txt")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert "The Inter Project Authors" in text
    assert "The JetBrains Mono Project Authors" in text
    fonts = {path.name for path in (RESOURCES / "fonts").iterdir()}
    assert fonts == {*SANS_FILES, *MONO_FILES, "LICENSE-OFL.txt"}


@THEMES
def test_the_palette_is_the_themes(qtbot: QtBot, theme: Theme) -> None:
    palette = palette_of(theme)
    assert palette.color(QPalette.ColorRole.Base) == QColor(theme.surface)
    assert palette.color(QPalette.ColorRole.Text) == QColor(theme.text)
    assert palette.color(QPalette.ColorRole.PlaceholderText) == QColor(theme.text3)


@THEMES
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.5])
def test_the_sheet_is_whole_and_understood(
    qtbot: QtBot, skin: Skin, theme: Theme, scale: float
) -> None:
    skin.use(theme)
    skin.zoom(scale)
    sheet = sheet_of(skin)
    assert "$" not in sheet
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setStyleSheet(sheet)
    field.show()
    # Qt would complain of a sheet that it does not understand, which fails the test.
    assert field.grab().width() > 0


def test_an_application_is_dressed_anew_with_its_skin(qtbot: QtBot, skin: Skin) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = app.styleSheet(), app.palette(), app.font()
    try:
        dress(app, skin)
        skin.use(DARK)
        assert DARK.surface in app.styleSheet()
        assert app.palette().color(QPalette.ColorRole.Window) == QColor(DARK.bg)
        # A palette of a view's own reaches its viewport, sheet or no sheet.
        view = QListView()
        qtbot.addWidget(view)
        view.show()
        own = view.palette()
        for theme in (DARK, LIGHT):
            own.setColor(QPalette.ColorRole.Base, QColor(theme.bg))
            view.setPalette(own)
            assert view.viewport().palette().color(QPalette.ColorRole.Base) == QColor(theme.bg)
    finally:
        app.setStyleSheet(before[0])
        app.setPalette(before[1])
        app.setFont(before[2])


def test_the_theme_follows_the_system_only_where_that_is_the_choice(
    qtbot: QtBot, skin: Skin
) -> None:
    follower = ThemeFollower(skin)
    follower.system_became(Qt.ColorScheme.Dark)
    assert skin.theme is DARK
    follower.system_became(Qt.ColorScheme.Unknown)
    assert skin.theme is DARK
    with qtbot.waitSignal(follower.chosen) as chosen:
        follower.next()
    assert chosen.args == ["light"]
    assert skin.theme is LIGHT
    follower.system_became(Qt.ColorScheme.Dark)
    assert skin.theme is LIGHT
    follower.close()
    assert ThemeFollower(skin, "nonsense").choice == "system"


def test_the_desktop_entry_is_valid() -> None:
    path = RESOURCES / "nornir-desk.desktop"
    tool = shutil.which("desktop-file-validate")
    if tool:
        done = subprocess.run([tool, str(path)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")
    parser = ConfigParser(interpolation=None)
    parser.read(path, encoding="utf-8")
    entry = parser["Desktop Entry"]
    assert (entry["Type"], entry["Exec"], entry["Icon"]) == (
        "Application",
        "nornir-desk",
        "nornir-desk",
    )
    assert entry["StartupWMClass"] == "nornir-desk"


@pytest.mark.parametrize("edge", [16, 24, 48, 256])
def test_the_programs_icon_is_a_golden_trophy_at_every_size(qtbot: QtBot, edge: int) -> None:
    data = ShippedResources().data("icons/app.svg")
    renderer = QSvgRenderer(QByteArray(data))
    assert renderer.isValid()
    image = QImage(edge, edge, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, edge, edge))
    painter.end()
    assert image.pixelColor(0, 0).alpha() == 0
    middle = image.pixelColor(edge // 2, round(edge * 0.3))
    assert middle.red() > 200
    assert middle.blue() < 120
