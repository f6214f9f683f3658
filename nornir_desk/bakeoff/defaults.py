"""What is measured where the user names no agent or model."""

from __future__ import annotations

from collections.abc import Sequence

from nornir_desk.domain.row import LOCAL_LLM


def default_agents() -> tuple[str, ...]:
    """Return the single local-LLM agent."""
    return (LOCAL_LLM,)


def default_models(
    registry: Sequence[str], on_host: Sequence[str], embedded: str
) -> tuple[str, ...]:
    """Return the registry's models that the host has, else the embedded one.

    Args:
        registry: Model ids that nornir knows, in its order.
        on_host: Model tags the host has; ``qwen3`` and ``qwen3:latest`` are one.
        embedded: Reference of the model that needs no host.
    """
    there = {_tagged(tag) for tag in on_host}
    return tuple(model for model in registry if _tagged(model) in there) or (embedded,)


def _tagged(model: str) -> str:
    return model if ":" in model else f"{model}:latest"
