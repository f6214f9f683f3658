"""Figures that nobody measured, for trying things out: the demo matrix and canned answers."""

from __future__ import annotations

import hashlib

from nornir_desk.domain.answer import STOP, ModelAnswer
from nornir_desk.domain.row import AgentModelRunRow

DEMO_TASK = "Fix the failing test in the date parser and explain the cause in one paragraph."
DEMO_PROMPT_ID = "demo-fix-the-bug"
MOCK_DRIVER = "mock"

# agent, model, score, tokens/s, latency ms, tokens in, tokens out, cost USD, MCP calls
_DEMO: tuple[tuple[str, str, float, float, float, int, int, float, int], ...] = (
    ("claude", "opus", 0.94, 62.5, 9_120.0, 1_840, 570, 0.0702, 6),
    ("claude", "sonnet", 0.91, 84.0, 5_900.0, 1_840, 495, 0.0129, 5),
    ("claude", "mistral", 0.78, 71.4, 6_410.0, 1_795, 458, 0.0041, 4),
    ("kilo", "opus", 0.90, 60.1, 10_350.0, 2_210, 622, 0.0799, 8),
    ("kilo", "sonnet", 0.88, 81.7, 6_720.0, 2_210, 549, 0.0149, 7),
    ("kilo", "mistral", 0.71, 69.8, 7_030.0, 2_150, 490, 0.0046, 5),
    ("local-llm", "sonnet", 0.82, 80.2, 5_210.0, 312, 418, 0.0072, 0),
    ("local-llm", "mistral", 0.64, 38.6, 8_940.0, 305, 345, 0.0, 0),
)


def demo_matrix_rows(run_id: str, ts_micros: int) -> tuple[AgentModelRunRow, ...]:
    """Return a realistic 3-agent x 3-model mock matrix with one failed ``local-llm/opus`` cell."""
    rows = [
        AgentModelRunRow(
            run_id=run_id,
            ts_micros=ts_micros,
            agent=agent,
            model=model,
            prompt_id=DEMO_PROMPT_ID,
            prompt=DEMO_TASK,
            output=f"(demo answer of {agent}/{model})",
            latency_ms=latency_ms,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            tokens_per_s=tokens_per_s,
            score=score,
            ok=True,
            cost_usd=cost_usd,
            mcp_tool_calls=mcp,
            driver=MOCK_DRIVER,
            judge=f"demo {round(score * 100)}/100",
            stop_reason=STOP,
        )
        for agent, model, score, tokens_per_s, latency_ms, tokens_in, tokens_out, cost_usd, mcp in _DEMO
    ]
    rows.append(
        AgentModelRunRow(
            run_id=run_id,
            ts_micros=ts_micros,
            agent="local-llm",
            model="opus",
            prompt_id=DEMO_PROMPT_ID,
            prompt=DEMO_TASK,
            output="",
            latency_ms=0.0,
            tokens_in=0,
            tokens_out=0,
            tokens_per_s=0.0,
            score=0.0,
            ok=False,
            error="model 'opus' not found",
            driver=MOCK_DRIVER,
        )
    )
    return tuple(rows)


def canned_answer(agent: str, model: str, prompt: str) -> ModelAnswer:
    """Return the answer of ``--mock``: figures made from a hash, the same at every call.

    Ranges: latency 200..4,200 ms, tokens/s 20..120, score 0.30..0.99, cost up to 0.03 USD, up to
    8 MCP calls.
    """
    seed = hashlib.sha256("\0".join((agent, model, prompt)).encode("utf-8", "replace")).digest()
    latency_ms = 200.0 + int.from_bytes(seed[0:2], "big") % 4_000
    tokens_per_s = 20.0 + int.from_bytes(seed[2:4], "big") % 1_000 / 10
    score_percent = 30 + seed[4] % 70
    return ModelAnswer(
        output=f"(mock answer of {agent}/{model})",
        latency_ms=latency_ms,
        tokens_in=max(1, len(prompt) // 4),
        tokens_out=max(1, round(tokens_per_s * latency_ms / 1_000)),
        tokens_per_s=tokens_per_s,
        score=score_percent / 100,
        cost_usd=round(seed[5] / 255 * 0.03, 6),
        mcp_tool_calls=seed[6] % 9,
        judge=f"mock {score_percent}/100",
        stop_reason=STOP,
    )
