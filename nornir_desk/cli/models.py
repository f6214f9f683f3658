"""``nornir models``: what can be called from here, and what it costs."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from nornir_desk.cli.boards import look
from nornir_desk.cli.console import Console, console_of, encoding_of
from nornir_desk.domain.provider import ModelHere
from nornir_desk.domain.text import one_line
from nornir_desk.present.json_text import to_json
from nornir_desk.present.table import Column, Text, render_table
from nornir_desk.wiring.workshop import open_workshop

_COLUMNS = (
    Column("model", minimum=36),  # long enough to be copied into --models
    Column("where", minimum=12),
    Column("$/M in", right=True),
    Column("$/M out", right=True),
    Column("state"),
)


@dataclass(frozen=True, slots=True)
class Priced:
    """A model and its prices in USD of a million tokens; 0 = free, None = not known."""

    model: ModelHere
    input_usd: Decimal | None
    output_usd: Decimal | None

    def as_json(self) -> dict[str, object]:
        """Return the entry of ``--json``."""
        return {
            "provider": self.model.provider,
            "id": self.model.id,
            "ref": self.model.ref,
            "where": self.model.where,
            "ready": self.model.ready,
            "state": self.model.state,
            "detail": self.model.detail or None,
            "remedy": self.model.remedy or None,
            "input_usd_per_mtok": None if self.input_usd is None else float(self.input_usd),
            "output_usd_per_mtok": None if self.output_usd is None else float(self.output_usd),
        }


def models(arguments: argparse.Namespace) -> int:
    """List the models that can be called from here, and those that are missing; exit 0."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    found = workshop.callers.models_here(getattr(arguments, "host", None))
    prices = workshop.callers.prices()
    priced: list[Priced] = []
    for model in found:
        rates = prices.rates(model.provider, model.id)
        told = (None, None) if rates is None else (rates.input_usd, rates.output_usd)
        priced.append(Priced(model, *told))
    _print(priced, console)
    return 0


def _print(priced: Sequence[Priced], console: Console) -> None:
    if console.json:
        ascii_only = "utf" not in encoding_of(sys.stdout).lower()
        console.result(to_json([entry.as_json() for entry in priced], ascii_only=ascii_only))
        return
    drawn = look()
    rows = [_row(entry, drawn.glyphs.unknown) for entry in priced]
    lines = render_table(
        _COLUMNS, rows, width=drawn.width, ellipsis=drawn.glyphs.ellipsis, paint=drawn.paint
    )
    console.result("\n".join(lines))
    for line in _faults(priced):
        console.result(textwrap.fill(line, drawn.width, subsequent_indent="  "))
    ready = sum(entry.model.ready for entry in priced)
    console.note(f"{ready} of {len(priced)} models can be called")


def _faults(priced: Sequence[Priced]) -> list[str]:
    """Return one line for each thing that is wrong with a provider, by its first model."""
    first: dict[tuple[str, str], str] = {}
    for entry in priced:
        model = entry.model
        if model.remedy:
            told = f"{model.provider}, {model.state}: {model.detail}; {model.remedy}"
            first.setdefault((model.provider, model.state), one_line(told))
    return list(first.values())


def _row(entry: Priced, unknown: str) -> list[Text]:
    model = entry.model
    return [
        Text(model.ref, "good" if model.ready else "quiet"),
        Text(model.where, "text" if model.ready else "quiet"),
        Text(_price(entry.input_usd, unknown)),
        Text(_price(entry.output_usd, unknown)),
        Text(model.state, "text" if model.ready else "warn"),
    ]


def _price(usd: Decimal | None, unknown: str) -> str:
    if usd is None:
        return unknown
    return f"{usd:,.2f}" if usd else "free"
