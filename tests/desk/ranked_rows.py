"""A run of 28 cells as the pictures have it: repeats, ties, an unscored cell, two that failed."""

from __future__ import annotations

from typing import Any

from nornir_desk.domain.row import AgentModelRunRow

RUN_ID = "20261130T134210-7f3a"
TS = 1_796_051_567_000_000
_AGENTS = ("claude", "codex", "kilo", "local-llm", "pi")
_DRIVERS = ("claude 2.1.197", "codex 0.58.0", "kilo 1.0.22", "ollama", "pi 0.84.3")
_SCORES: dict[str, tuple[float | str | None, ...]] = {
    "anthropic/claude-haiku-4-5": (0.763, 0.811, 0.747, 0.741, 0.721),
    "anthropic/claude-sonnet-4-5": (0.912, 0.874, 0.845, None, 0.845),
    "gemini/gemini-2.5-flash": (0.771, None, 0.728, 0.643, 0.714),
    "llama3.2:3b": (0.303, 0.326, "failed", 0.223, "failed"),
    "qwen3:8b": (0.567, 0.552, 0.542, 0.448, 0.6),
    "openai/gpt-5-mini": (0.799, 0.891, 0.768, "unscored", 0.793),
}


def row(agent: str, model: str, score: float = 0.5, **told: Any) -> AgentModelRunRow:
    """Return a row with only what a test is about given."""
    return AgentModelRunRow(
        **{
            "run_id": RUN_ID,
            "ts_micros": TS,
            "agent": agent,
            "model": model,
            "prompt_id": "task",
            "prompt": "Explore the auth flow.",
            "output": "an answer",
            "latency_ms": 1_200.0,
            "tokens_in": 10,
            "tokens_out": 10,
            "tokens_per_s": 40.0,
            "score": score,
            "ok": True,
            "driver": "codex 0.58.0",
            "judge": "path_recall 3/5",
            **told,
        }
    )


def board_rows() -> list[AgentModelRunRow]:
    """Return the rows of the run, three repeats a cell."""
    return [
        made
        for column, (model, scores) in enumerate(_SCORES.items())
        for place, score in enumerate(scores)
        if score is not None
        for made in _cell(place, column, model, score)
    ]


def _cell(place: int, column: int, model: str, score: float | str) -> list[AgentModelRunRow]:
    failed = score == "failed"
    why = "timeout after 120 s" if place == 2 else "exit 1: tool call is not valid JSON"
    return [
        row(
            _AGENTS[place],
            model,
            0.0 if isinstance(score, str) else score + (repeat - 1) * 0.02,
            prompt_id="task" if repeat == 0 else f"task#{repeat + 1}",
            ok=not failed,
            error=why if failed else None,
            tokens_per_s=0.0 if failed else 40.0 + column * 13 + place,
            latency_ms=2_000.0 + column * 9_000 + place * 700,
            cost_usd=0.0 if "/" not in model else 0.0031 * (column * 3 + place + 1),
            mcp_tool_calls=0 if place == 3 else 4 + place * 3 + column,
            driver=_DRIVERS[place],
            judge="unscored: no judge" if score == "unscored" else "path_recall 3/5",
        )
        for repeat in range(3)
    ]
