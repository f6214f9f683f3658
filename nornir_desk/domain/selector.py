"""Which rows of the warehouse are asked for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """The rows of one run."""

    run_id: str


@dataclass(frozen=True, slots=True)
class Model:
    """The history of one model over all runs."""

    model: str


@dataclass(frozen=True, slots=True)
class Agent:
    """The history of one agent over all runs."""

    agent: str


@dataclass(frozen=True, slots=True)
class Task:
    """The history of one task over all runs: rows with this handle, repeats included."""

    prompt_id: str


@dataclass(frozen=True, slots=True)
class All:
    """Every row."""


@dataclass(frozen=True, slots=True)
class Newest:
    """The rows of the newest run: the latest ``ts_micros``, then the last ``run_id``."""


Selector = Run | Model | Agent | Task | All | Newest
