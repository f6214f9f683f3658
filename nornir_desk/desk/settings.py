"""What the window remembers from one time to the next."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, get_args

from PySide6.QtCore import QObject, QSettings, QStandardPaths, QTimer

from nornir_desk.desk.setting_values import (
    Take,
    as_columns,
    as_number,
    as_places,
    as_sizes,
    as_sort,
    as_switch,
    as_text,
    as_widths,
    one_of,
    stored,
)
from nornir_desk.desk.theme.follow import THEMES, ThemeChoice
from nornir_desk.present.choices import (
    DEFAULT_COLUMNS,
    HEATS,
    Choices,
    Column,
    Density,
    HeatBy,
    Pane,
    SortView,
)

REFRESH_S = (0, 1, 2, 5, 15, 60)
MAX_RECENT = 8
_GEOMETRY_MAX = 2_000
_SETTLE_MS = 500


def _kept(about: str, take: Take) -> dict[str, Any]:
    return {"about": about, "take": take}


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; ``about(name)`` says what it is for."""

    theme: ThemeChoice = field(
        default="system", metadata=_kept("light, dark, or as the system has it", one_of(THEMES))
    )
    zoom: float = field(
        default=1.0, metadata=_kept("the factor on every size", as_number(0.75, 2.5))
    )
    refresh_s: int = field(
        default=5,
        metadata=_kept(
            "seconds between two looks at the warehouse; 0 never looks", one_of(REFRESH_S)
        ),
    )
    view: Pane = field(
        default="matrix", metadata=_kept("what the upper right shows", one_of(get_args(Pane)))
    )
    columns: tuple[Column, ...] = field(
        default=DEFAULT_COLUMNS, metadata=_kept("the columns of the ranked list", as_columns)
    )
    sort: SortView = field(default=SortView(), metadata=_kept("its order", as_sort))
    heat: HeatBy | None = field(
        default=None, metadata=_kept("what colours the grid", one_of(HEATS, none="off"))
    )
    density: Density = field(
        default="auto", metadata=_kept("how high the grid's rows are", one_of(get_args(Density)))
    )
    detail_open: bool = field(
        default=False, metadata=_kept("is the selected cell shown in full?", as_switch)
    )
    runs_folded: bool = field(default=False, metadata=_kept("is the run list hidden?", as_switch))
    geometry: str = field(
        default="", metadata=_kept("place and size of the window, base64", as_text(_GEOMETRY_MAX))
    )
    side_sizes: tuple[int, ...] = field(
        default=(), metadata=_kept("widths: run list, board, detail", as_sizes)
    )
    board_sizes: tuple[int, ...] = field(
        default=(), metadata=_kept("heights: upper pane, ranked list", as_sizes)
    )
    widths: dict[str, int] = field(
        default_factory=dict,
        metadata=_kept("widths of the ranked list's columns, where they were drawn", as_widths),
    )
    recent: tuple[str, ...] = field(
        default=(),
        metadata=_kept("the places that were looked at, the last one first", as_places(MAX_RECENT)),
    )

    def choices(self, view: str | None = None) -> Choices:
        """Return what is chosen at the start; ``view`` is shown rather than the one that was left."""
        panes: tuple[Pane, ...] = get_args(Pane)
        shown = next((pane for pane in panes if pane == view), self.view)
        return Choices(
            sort=self.sort,
            columns=self.columns,
            view=shown,
            heat=self.heat,
            density=self.density,
        )

    def remembering(self, choices: Choices) -> Settings:
        """Return the settings with what is chosen now."""
        return replace(
            self,
            sort=choices.sort,
            columns=choices.columns,
            view=choices.view,
            heat=choices.heat,
            density=choices.density,
        )

    def having_seen(self, place: str) -> Settings:
        """Return the settings with a place as the last one that was looked at."""
        others = tuple(other for other in self.recent if other != place)
        return replace(self, recent=(place, *others)[:MAX_RECENT])


_DEFAULTS = Settings()


def about(name: str) -> str:
    """Return what a setting is for."""
    return next(str(one.metadata["about"]) for one in fields(Settings) if one.name == name)


def settings_path() -> Path:
    """Return the file in the user's configuration folder."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(folder) / "nornir-desk" / "desk.ini"


class SettingsFile(QObject):
    """The settings as they are kept.

    What is foreign or damaged in the file is left out value by value; what cannot be written is
    let go without a word, for nothing that was measured is in it.

    Args:
        path: The file; None is the user's own.
    """

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._path = path or settings_path()
        self._settings = Settings()
        self._kept = self._settings
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.flush)

    @property
    def settings(self) -> Settings:
        """The settings of the moment."""
        return self._settings

    def read(self) -> Settings:
        """Read the file, and return what it holds."""
        file = QSettings(str(self._path), QSettings.Format.IniFormat)
        taken: dict[str, Any] = {}
        for one in fields(Settings):
            if file.contains(one.name):
                take: Take = one.metadata["take"]
                try:
                    taken[one.name] = take(file.value(one.name))
                except ValueError:
                    continue
        self._settings = self._kept = Settings(**taken)
        return self._settings

    def keep(self, settings: Settings) -> None:
        """Keep other settings; the file is written when nothing has changed for half a second."""
        if settings != self._settings:
            self._settings = settings
            self._settle.start()

    def change(self, **changes: Any) -> None:
        """Keep some settings; takes fields of ``Settings``."""
        self.keep(replace(self._settings, **changes))

    def flush(self) -> None:
        """Write what has changed, now."""
        self._settle.stop()
        if self._settings == self._kept:
            return
        file = QSettings(str(self._path), QSettings.Format.IniFormat)
        for one in fields(Settings):
            value = getattr(self._settings, one.name)
            if value == getattr(_DEFAULTS, one.name):
                file.remove(one.name)
            else:
                file.setValue(one.name, stored(value))
        file.sync()
        self._kept = self._settings
