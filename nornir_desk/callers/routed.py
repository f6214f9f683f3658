"""One caller over several providers: each cell goes to the one that its model names."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import CallFailed, UsageFault
from nornir_desk.domain.model_ref import parse_model_ref
from nornir_desk.ports.caller import Caller, Fetching, Route


class RoutedCaller:
    """Implements ``ports.caller.Caller``; a provider's caller is made when it is first needed.

    Args:
        makers: Provider name -> makes its caller.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Caller]]) -> None:
        self._makers = makers
        self._made: dict[str, Caller] = {}
        self._making = threading.Lock()

    def call(self, agent: str, model: str, prompt: str) -> ModelAnswer:
        """Answer ``prompt`` with ``model``.

        Raises:
            CallFailed: No answer was had; the message says why.
        """
        return self.ask(Ask(agent, model, prompt))

    def ask(self, ask: Ask) -> ModelAnswer:
        """Answer one request.

        Raises:
            CallFailed: No answer was had, or no provider of that name can be called.
        """
        return self._of(ask.model).ask(ask)

    def route(self, agent: str, model: str) -> Route:
        """Tell who would answer and where."""
        return self._of(model).route(agent, model)

    def check(self, agent: str, model: str) -> str | None:
        """Return None where the host of this cell answers, else why not, in one line."""
        return self._of(model).check(agent, model)

    def prepare(self, model: str, fetching: Fetching) -> None:
        """Fetch what a model needs before any call to it is timed."""
        self._of(model).prepare(model, fetching)

    def cancel(self) -> None:
        """Ask calls in flight to end soon."""
        for caller in list(self._made.values()):
            caller.cancel()

    def close(self) -> None:
        """Free what the callers hold."""
        for caller in list(self._made.values()):
            caller.close()

    def _of(self, model: str) -> Caller:
        try:
            provider = parse_model_ref(model, self._makers.keys()).provider
        except UsageFault as fault:
            raise CallFailed(fault.message, fault.remedy) from fault
        maker = self._makers.get(provider)
        if maker is None:
            raise CallFailed(f"model {model!r}: provider {provider!r} cannot be called from here")
        with self._making:
            if provider not in self._made:
                self._made[provider] = maker()
            return self._made[provider]
