"""Joins ports and adapters for the use cases; the one context object that faces pass on."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from nornir_desk.bakeoff.pricing import PriceOf, price_ceilings
from nornir_desk.bakeoff.run import Bench
from nornir_desk.domain.identity import new_run_id
from nornir_desk.domain.plan import RunPlan
from nornir_desk.ports.clock import Clock
from nornir_desk.ports.progress import Progress
from nornir_desk.system.clock import SystemClock
from nornir_desk.system.redaction import Redactor
from nornir_desk.wiring.callers import Callers
from nornir_desk.wiring.warehouse import Warehouse, open_warehouse


@dataclass(frozen=True, slots=True)
class Workshop:
    """Everything that a command works with.

    Attributes:
        clock: The time.
        redactor: Keeps secrets out of what is kept.
        warehouse: Where runs are kept.
        callers: Who answers.
    """

    clock: Clock
    redactor: Redactor
    warehouse: Warehouse
    callers: Callers

    def bench(self, progress: Progress, host: str | None = None) -> Bench:
        """Return what a bake-off works with.

        Args:
            progress: Hears how the run goes.
            host: ``--host`` as written.
        """
        return Bench(
            caller_for=lambda plan: self.callers.for_plan(plan, host),
            writer=self.warehouse.writer(),
            journal=self.warehouse.journal(),
            clock=self.clock,
            redact=self.redactor.text,
            progress=progress,
            price_of=self.price_of,
        )

    def price_of(self, plan: RunPlan) -> PriceOf:
        """Return what tells the most a call of a plan can cost.

        Raises:
            UsageFault: ``nornir.toml`` cannot be used.
        """
        names = [provider.name for provider in self.callers.providers().all]
        return price_ceilings(plan, self.callers.prices(), names)

    def new_run(self) -> tuple[str, int]:
        """Return a fresh run id and its time in microseconds."""
        now = self.clock.now_micros()
        return new_run_id(now, secrets.token_hex(3)), now


def open_workshop(warehouse: str | None, environment: Mapping[str, str]) -> Workshop:
    """Return the workshop over the warehouse that ``--warehouse`` names.

    Raises:
        UsageFault: The name is no usable place.
        PrerequisiteMissing: The environment asks for a server.
    """
    clock = SystemClock()
    redactor = Redactor(environment)
    place = open_warehouse(warehouse, environment, clock)
    callers = Callers(environment, clock, redactor, place.evidence(redactor))
    return Workshop(clock, redactor, place, callers)
