"""Loading a model before it is measured, so that the first cell does not carry the load."""

from __future__ import annotations

import threading
from contextlib import suppress

from nornir_desk.domain.ask import Ask, Knobs, Limits
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.model_ref import EMBEDDED, OLLAMA, parse_model_ref
from nornir_desk.domain.plan import Cell
from nornir_desk.ports.caller import Caller

# Hosted services load nothing for one caller; a call to warm them up would only cost.
_LOADS = (OLLAMA, EMBEDDED)


class WarmUp:
    """Makes one throw-away call of one token to each model, just before its first cell.

    Args:
        caller: Who answers.
        timeout_s: Wall limit of the call in seconds.
        wanted: False makes no call.
    """

    def __init__(self, caller: Caller, timeout_s: float, *, wanted: bool) -> None:
        self._caller = caller
        self._timeout_s = timeout_s
        self._wanted = wanted
        self._warmed: set[str] = set()
        self._lock = threading.Lock()

    def before(self, cell: Cell) -> None:
        """Load the cell's model if this is its first cell; a failure is left to the cell itself."""
        if not self._wanted or parse_model_ref(cell.model).provider not in _LOADS:
            return
        with self._lock:
            if cell.model in self._warmed:
                return
            self._warmed.add(cell.model)
            ask = Ask(
                cell.agent,
                cell.model,
                "Hi",
                knobs=Knobs(max_tokens=1),
                limits=Limits(timeout_s=self._timeout_s),
            )
            with suppress(CallFailed):
                self._caller.ask(ask)
