"""Thinking that a model writes into its answer, kept apart from it."""

from __future__ import annotations

_OPEN, _CLOSE = "<think>", "</think>"


def split_thinking(text: str) -> tuple[str, str]:
    """Split a text that begins with ``<think>`` into the answer and the thinking.

    A text that was cut off in its thinking has no answer. ``<think>`` further on is part of the
    answer: it may be what the task is about.
    """
    head = text.lstrip()
    if not head.startswith(_OPEN):
        return text, ""
    thinking, closed, answer = head.removeprefix(_OPEN).partition(_CLOSE)
    return (answer.lstrip() if closed else ""), thinking.strip()
