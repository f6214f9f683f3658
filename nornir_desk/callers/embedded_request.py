"""The chat request that an Ask becomes for the embedded engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nornir_desk.callers.ollama_request import output_ceiling
from nornir_desk.domain.ask import Ask, Knobs
from nornir_desk.domain.errors import CallFailed
from nornir_desk.domain.text import well_formed

Json = dict[str, object]

DEFAULT_N_CTX = 4096

_N_CTX = "n_ctx"
_OURS = frozenset({"messages", "model", "stream", "stream_options", "return_progress"})


@dataclass(frozen=True, slots=True)
class EmbeddedRequest:
    """What the engine is asked.

    Attributes:
        n_ctx: Context size in tokens to load the model with.
        body: Messages and sampling; what was not given is left to the engine.
    """

    n_ctx: int
    body: Mapping[str, object]


def embedded_request(ask: Ask, system: str | None, defaults: Knobs) -> EmbeddedRequest:
    """Return the request.

    Args:
        ask: The request as put; its own system message and knobs go first.
        system: The subject's system message.
        defaults: The subject's knobs.

    Raises:
        CallFailed: A knob that the engine has not.
    """
    knobs = ask.knobs
    if knobs.thinking not in (None, "off") or knobs.budget is not None:
        raise CallFailed(
            "the embedded engine has no levels of thinking and no thinking budget",
            "leave the knobs out; thinking=off works",
        )
    extra = dict(knobs.extra)
    n_ctx = extra.pop(_N_CTX, DEFAULT_N_CTX)
    if isinstance(n_ctx, bool) or not isinstance(n_ctx, int) or n_ctx < 1:
        raise CallFailed(f"the knob n_ctx {n_ctx!r} is no number of tokens")
    if taken := sorted(_OURS & extra.keys()):
        raise CallFailed(f"the knob {taken[0]!r} is not one that can be set")
    given = system if ask.system is None else ask.system
    messages = [{"role": "user", "content": well_formed(ask.prompt)}]
    if given is not None:
        messages.insert(0, {"role": "system", "content": well_formed(given)})
    sampling = {**_sampling(defaults), **_sampling(knobs)}
    ceiling = output_ceiling(knobs, ask.limits)
    if ceiling is not None:
        sampling["max_tokens"] = ceiling
    return EmbeddedRequest(
        n_ctx,
        # No prompt cache: a repeat would find its prompt read and be faster than the first.
        {"messages": messages, "cache_prompt": False, **extra, **sampling},
    )


def _sampling(knobs: Knobs) -> Json:
    named: Json = {
        "max_tokens": knobs.max_tokens,
        "temperature": knobs.temperature,
        "top_p": knobs.top_p,
        "top_k": knobs.top_k,
        "seed": knobs.seed,
        "stop": list(knobs.stop) or None,
        "chat_template_kwargs": {"enable_thinking": False} if knobs.thinking == "off" else None,
    }
    return {name: value for name, value in named.items() if value is not None}
