"""Canned answers, so that a bake-off needs no running model (spec section 2)."""

from __future__ import annotations

from collections.abc import Iterable

from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.demo import MOCK_DRIVER, canned_answer
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.row import AGENT_UNSET
from nornir_desk.ports.caller import Fetching, Route

_HOST = "mock"


class MockCaller:
    """Implements ``ports.caller.Caller`` with a map (agent, model) -> ModelAnswer.

    A cell absent from the map raises CallFailed, which a run records as a red row.
    """

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], ModelAnswer] = {}
        self._canned: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def canned(cls, agents: Iterable[str], models: Iterable[str]) -> MockCaller:
        """Return the caller of ``--mock``: repeatable made-up figures for each agent and model."""
        caller = cls()
        names = tuple(models)
        caller._canned = frozenset((agent, model) for agent in agents for model in names)
        return caller

    def with_cell(self, agent: str, model: str, answer: ModelAnswer) -> MockCaller:
        """Set the answer of one cell; return this caller."""
        self._answers[agent, model] = answer
        return self

    def with_model(self, model: str, answer: ModelAnswer) -> MockCaller:
        """Set the answer of a model that no agent drives (the spec's ``with``); return this caller."""
        return self.with_cell(AGENT_UNSET, model, answer)

    def call(self, agent: str, model: str, prompt: str) -> ModelAnswer:
        """Return the answer of a cell.

        Raises:
            CallFailed: The map has no such cell.
        """
        answer = self._answers.get((agent, model))
        if answer is not None:
            return answer
        if (agent, model) in self._canned:
            return canned_answer(agent, model, prompt)
        raise CallFailed(f"no mock answer for {agent}/{model}")

    def ask(self, ask: Ask) -> ModelAnswer:
        """Return the answer of the request's cell.

        Raises:
            CallFailed: The map has no such cell.
        """
        return self.call(ask.agent, ask.model, ask.prompt)

    def route(self, agent: str, model: str) -> Route:  # noqa: ARG002  (the port's signature)
        """Tell who would answer and where."""
        return Route(MOCK_DRIVER, _HOST)

    def check(self, agent: str, model: str) -> str | None:  # noqa: ARG002  (the port's signature)
        """Return None: a mock is always there."""
        return None

    def prepare(self, model: str, fetching: Fetching) -> None:
        """Do nothing: a mock needs nothing."""

    def cancel(self) -> None:
        """Do nothing: a mock answers at once."""

    def close(self) -> None:
        """Do nothing: a mock holds nothing."""
