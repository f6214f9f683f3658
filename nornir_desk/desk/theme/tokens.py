"""The colours by what they mean, light and dark; nothing else names a colour."""

from __future__ import annotations

from dataclasses import dataclass

MARK_SHAPES = ("circle", "square", "triangle", "diamond", "triangle-down")
HEAT_STEPS = 8
_LINEAR_BELOW = 0.04045  # sRGB


@dataclass(frozen=True, slots=True)
class Theme:
    """One theme; every colour is ``#RRGGBB``.

    Attributes:
        heat: From the worst step to the best.
        agents: Colours of the agents' marks, in the order of ``MARK_SHAPES``.
        track_alpha: Of ``text``, for the 0-1 track, of 255.
    """

    dark: bool
    bg: str
    surface: str
    surface2: str
    void: str
    hover: str
    line: str
    control: str
    scroll: str
    text: str
    text2: str
    text3: str
    accent: str
    on_accent: str
    accent_soft: str
    gold_fill: str
    gold_edge: str
    gold_text: str
    gold_hi: str
    red: str
    red_soft: str
    green: str
    green_soft: str
    amber: str
    amber_soft: str
    diff: str
    diff_word: str
    bar: str
    inverse: str
    heat: tuple[str, ...]
    agents: tuple[str, ...]
    track_alpha: int


LIGHT = Theme(
    dark=False,
    bg="#F5F6F8",
    surface="#FFFFFF",
    surface2="#F0F2F5",
    void="#F5F6F8",
    hover="#F1F4F9",
    line="#E3E6EB",
    control="#7F8896",
    scroll="#C5CBD5",
    text="#1A202B",
    text2="#475163",
    text3="#5F6979",
    accent="#2B59D9",
    on_accent="#FFFFFF",
    accent_soft="#E6EDFD",
    gold_fill="#FCF1CF",
    gold_edge="#B07F0B",
    gold_text="#654800",
    gold_hi="#E8AA12",
    red="#B4281E",
    red_soft="#FBECEA",
    green="#1B7445",
    green_soft="#E4F4EA",
    amber="#875200",
    amber_soft="#FDF1DC",
    diff="#E9EFFD",
    diff_word="#BDD0FB",
    bar="#7C8EAE",
    inverse="#FFFFFF",
    heat=(
        "#F4F7FC",
        "#E4ECF8",
        "#D0DEF2",
        "#B8CEEB",
        "#9CBBE2",
        "#7DA5D6",
        "#456FAE",
        "#2B5898",
    ),
    agents=("#C2410C", "#2B59D9", "#0F766E", "#8B3FBF", "#52606F"),
    track_alpha=30,
)

DARK = Theme(
    dark=True,
    bg="#12151A",
    surface="#191D24",
    surface2="#20252E",
    void="#15181E",
    hover="#20262F",
    line="#2B313B",
    control="#6E7888",
    scroll="#414A58",
    text="#E6E9EF",
    text2="#B3BAC7",
    text3="#929BAA",
    accent="#86A8FF",
    on_accent="#0E1420",
    accent_soft="#243253",
    gold_fill="#332B12",
    gold_edge="#D6A72C",
    gold_text="#F5D27A",
    gold_hi="#F0B92F",
    red="#F2938A",
    red_soft="#3A2224",
    green="#74CC9B",
    green_soft="#1C3529",
    amber="#E9B868",
    amber_soft="#35290F",
    diff="#1F2A44",
    diff_word="#395089",
    bar="#7789A8",
    inverse="#0E1420",
    heat=(
        "#1C232E",
        "#1F2E44",
        "#23405F",
        "#2A537D",
        "#36699C",
        "#4F86B9",
        "#7AA9D2",
        "#AFCFEA",
    ),
    agents=("#FF9A6B", "#86A8FF", "#4FC9BB", "#D09BF5", "#A9B4C4"),
    track_alpha=38,
)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def heat_text(theme: Theme, step: int) -> str:
    """Return the text colour on a heat step: ``text`` or its inverse, whichever contrasts more."""
    return max((theme.text, theme.inverse), key=lambda ink: contrast(ink, theme.heat[step]))


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= _LINEAR_BELOW else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
