"""What is put to a model or an agent: one frozen request for every caller and driver."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Thinking = Literal["off", "minimal", "low", "medium", "high", "xhigh", "max"]


@dataclass(frozen=True, slots=True)
class Knobs:
    """What may be tuned on a model; None leaves the backend's own default.

    Attributes:
        thinking: Level of thinking.
        budget: Thinking budget in tokens.
        max_tokens: Ceiling of the answer in tokens.
        temperature: Sampling temperature.
        top_p: Nucleus sampling mass.
        top_k: Sampling from the k likeliest tokens.
        seed: Seed of the sampler.
        stop: Texts that end the answer.
        extra: Further options of the backend by its own names, such as ``num_ctx``.
    """

    thinking: Thinking | None = None
    budget: int | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    extra: tuple[tuple[str, int | float | str | bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """How far one call may go.

    Attributes:
        timeout_s: Wall limit of the whole call in seconds.
        max_input_tokens: Ceiling of the prompt in tokens; None for the backend's.
        max_output_tokens: Ceiling of the answer in tokens; None for the backend's.
    """

    timeout_s: float = 300.0
    max_input_tokens: int | None = None
    max_output_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class McpServer:
    """An MCP server that an agent may use: a name and the command that starts it."""

    name: str
    command: tuple[str, ...]
    env: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EvidencePlace:
    """Where the evidence of one cell is kept; the store turns it into a folder.

    Attributes:
        run_id: The run the cell belongs to.
        agent: Agent column.
        model: Model column.
        prompt_id: Task handle, with the mark of a repeat.
    """

    run_id: str
    agent: str
    model: str
    prompt_id: str


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. ``ModelCaller.call(agent, model, prompt)`` is its simplest form.

    Attributes:
        agent: Agent (harness) that is to drive the model, or a label.
        model: Model reference ``[provider/]id``.
        prompt: The task text.
        system: System message; None sends none.
        knobs: Tuning of the model.
        tools: Names of the tools an agent may use.
        workspace: Folder an agent works in; None for none.
        mcp_servers: MCP servers an agent may use.
        limits: How far the call may go.
        evidence: Where request and response are kept; None keeps none.
    """

    agent: str
    model: str
    prompt: str
    system: str | None = None
    knobs: Knobs = field(default_factory=Knobs)
    tools: tuple[str, ...] = ()
    workspace: str | None = None
    mcp_servers: tuple[McpServer, ...] = ()
    limits: Limits = field(default_factory=Limits)
    evidence: EvidencePlace | None = None
