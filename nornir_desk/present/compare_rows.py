"""The figures of two cells as the window's table has them."""

from __future__ import annotations

from dataclasses import dataclass

from nornir_desk.present import formats
from nornir_desk.present.compare import CompareView
from nornir_desk.present.figure_delta import FigureDelta
from nornir_desk.present.state import CellView
from nornir_desk.present.tooltip import driver_text

_LABELS = {
    "score": "Score",
    "tok/s": "Speed, tok/s",
    "latency": "Latency",
    "cost": "Cost",
    "tokens in": "Tokens in",
    "tokens out": "Tokens out",
}


@dataclass(frozen=True, slots=True)
class CompareRow:
    """One figure of two cells; ``better`` tells that B is the better one.

    ``share`` is the length of the bar, -1 to 1; None draws none.
    """

    label: str
    a: str
    b: str
    delta: str = ""
    better: bool = False
    share: float | None = None
    chip: str = ""

    @property
    def sentence(self) -> str:
        """The row as it is read aloud."""
        parts = [f"{self.label}: A {self.a}, B {self.b}"]
        parts += [f"B less A {self.delta}"] if self.delta else []
        parts += ["B is better"] if self.better else []
        return ", ".join([*parts, self.chip] if self.chip else parts)


def compare_rows(view: CompareView) -> tuple[CompareRow, ...]:
    """Return the figures of two cells, numbers first."""
    return (
        *(_row(figure, view) for figure in view.figures),
        CompareRow("Driver", driver_text(view.a), driver_text(view.b)),
        CompareRow("Judge", view.a.judge or formats.UNKNOWN, view.b.judge or formats.UNKNOWN),
    )


def _row(figure: FigureDelta, view: CompareView) -> CompareRow:
    spread = ("", "")
    if figure.label == "score":
        spread = (_spread(view.a), _spread(view.b))
    return CompareRow(
        label=_LABELS.get(figure.label, figure.label),
        a=figure.a + spread[0],
        b=figure.b + spread[1],
        delta=figure.delta,
        better=figure.better == "b",
        share=figure.share,
        chip=figure.chip or "",
    )


def _spread(cell: CellView) -> str:
    told = formats.half_width(cell.score_low, cell.score_high)
    return f" {told}" if told else ""
