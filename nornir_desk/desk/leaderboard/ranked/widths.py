"""How wide the list's columns are: from the font, from the user, from the room there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nornir_desk.desk.theme.skin import Skin
from nornir_desk.present.choices import Column
from nornir_desk.present.ranked_line import TITLES, RankedLine

LEAST = 36
SLOT = 46  # where ± stands
MARK, MARK_GAP = 10, 7
SORT_MARK = 16
_BAR, _BAR_SMALL, BAR_GAP = 130, 58, 24
_ROOMY, _TIGHT = 12, 7
_AGENT = (64, 150)
_MODEL_SHORT = (90, 190)
_MODEL_WHOLE = (150, 280)
_MODEL_MORE = 72
_STATUS = 84
_TEXTS = {"driver": 110, "judge": 110}
_SAMPLES: dict[Column, str] = {
    "n": "100",
    "tokens_per_s": "1,284",
    "latency_ms": "12 m 05 s",
    "load_ms": "12 m 05 s",
    "cost_usd": "<$0.0001",
    "mcp_tool_calls": "128",
}


@dataclass(frozen=True, slots=True)
class Needs:
    """How wide the longest texts of a run are, in pixels.

    Attributes:
        rank: Its longest rank.
        agent: Its longest agent.
        name: Its longest model without its provider.
        whole: Its longest model with it.
    """

    rank: float
    agent: float
    name: float
    whole: float


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the columns stand.

    Attributes:
        widths: The width of each shown column, in pixels.
        pad: The room at either side of each.
        bar: How long the score's bar is; 0 = there is no room for one.
        provider: Does the model tell its provider?
    """

    widths: dict[Column, int]
    pad: int
    bar: int
    provider: bool


class _Step(NamedTuple):
    pad: int
    provider: bool
    bar: int


# What is given up first where the room is little.
_STEPS = (
    _Step(_ROOMY, provider=True, bar=_BAR),
    _Step(_ROOMY, provider=True, bar=_BAR_SMALL),
    _Step(_TIGHT, provider=True, bar=_BAR_SMALL),
    _Step(_TIGHT, provider=True, bar=0),
    _Step(_TIGHT, provider=False, bar=0),
)


def needs_of(skin: Skin, lines: Iterable[RankedLine], cells: int) -> Needs:
    """Return how wide the longest texts are; ``lines`` has one of each agent and model."""
    text = skin.metrics(13).horizontalAdvance
    agents, names, wholes = {""}, {""}, {""}
    for line in lines:
        agents.add(line.agent)
        names.add(line.name)
        wholes.add(line.provider + line.name)
    return Needs(
        rank=skin.metrics(13, 600).horizontalAdvance(f"{'0' * len(str(cells))}="),
        agent=max(map(text, agents)),
        name=max(map(text, names)),
        whole=max(map(text, wholes)),
    )


def spread(
    skin: Skin, needs: Needs, columns: Sequence[Column], room: int, user: Mapping[Column, int]
) -> Spread:
    """Return where the columns stand: as roomy as the room lets them, the last one takes the rest.

    Args:
        skin: What the list is drawn with.
        needs: How wide its texts are.
        columns: The columns that are shown.
        room: How wide the list is, in pixels.
        user: What the user made of some columns, in designed px.
    """
    by_user = {name: max(skin.px(user[name]), skin.px(LEAST)) for name in columns if name in user}
    tried = [(step, _at(skin, needs, columns, step) | by_user) for step in _STEPS]
    step, widths = next((one for one in tried if sum(one[1].values()) <= room), tried[-1])
    left = max(room - sum(widths.values()), 0)
    grown = {"score": skin.px(_BAR - step.bar) if step.bar else 0, "model": skin.px(_MODEL_MORE)}
    for name, most in grown.items():
        if name in widths and name not in user:
            more = min(left if name == "score" else left // 2, most)
            widths[name] += more
            left -= more
    widths[columns[-1]] += left
    return _drawn(skin, needs, widths, skin.px(step.pad), provider=step.provider)


def _at(skin: Skin, needs: Needs, columns: Sequence[Column], step: _Step) -> dict[Column, int]:
    pad = skin.px(step.pad)
    widths = {
        column: _natural(skin, needs, column, pad, provider=step.provider) for column in columns
    }
    if "score" in widths and step.bar:
        widths["score"] += skin.px(step.bar + BAR_GAP)
    return widths


def dragged(skin: Skin, needs: Needs, before: Spread, column: Column, width: int) -> Spread:
    """Return where the columns stand while the edge of one is dragged: all others stay as they are.

    But for the last one, which gives or takes what that one takes or gives, as far as it can.
    """
    last = list(before.widths)[-1]
    more = width - before.widths[column]
    least = min(skin.px(_STATUS), before.widths[last])
    widths = before.widths | {column: width, last: max(before.widths[last] - more, least)}
    return _drawn(skin, needs, widths, before.pad, provider=False)


def _drawn(
    skin: Skin, needs: Needs, widths: dict[Column, int], pad: int, *, provider: bool
) -> Spread:
    bar = widths.get("score", 0) - _score(skin, pad) - skin.px(BAR_GAP)
    return Spread(
        widths=widths,
        pad=pad,
        bar=bar if bar >= skin.px(_BAR_SMALL) // 2 else 0,
        provider=provider or widths["model"] >= needs.whole + 2 * pad,
    )


def _score(skin: Skin, pad: int) -> int:
    return round(skin.metrics(13, 600).horizontalAdvance("0.000")) + skin.px(SLOT) + 2 * pad


def _natural(skin: Skin, needs: Needs, column: Column, pad: int, *, provider: bool) -> int:
    heading = skin.metrics(11, 500).horizontalAdvance(TITLES[column]) + skin.px(SORT_MARK)
    return round(max(_content(skin, needs, column, provider=provider), heading)) + 2 * pad


def _content(skin: Skin, needs: Needs, column: Column, *, provider: bool) -> float:
    if column in _SAMPLES:
        return skin.metrics(13).horizontalAdvance(_SAMPLES[column])
    if column == "score":
        return _score(skin, 0)
    if column == "rank":
        return max(skin.px(34), needs.rank + skin.px(4))
    if column == "agent":
        return skin.px(MARK + MARK_GAP) + _held(skin, needs.agent, _AGENT)
    if column == "model":
        least_most = _MODEL_WHOLE if provider else _MODEL_SHORT
        return _held(skin, needs.whole if provider else needs.name, least_most)
    return skin.px(_TEXTS.get(column, _STATUS))


def _held(skin: Skin, width: float, least_most: tuple[int, int]) -> float:
    least, most = least_most
    return min(max(width + 2, skin.px(least)), skin.px(most))
