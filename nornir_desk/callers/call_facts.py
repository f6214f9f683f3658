"""What is found out about a call, kept beside its request and response."""

from __future__ import annotations

import json

from nornir_desk.callers.exchange_evidence import ExchangeEvidence
from nornir_desk.callers.heard import Heard
from nornir_desk.callers.knob_fields import KnobFields

KNOBS = "request-knobs.json"
TIMING = "timing.json"


def keep_knobs(knobs: KnobFields, evidence: ExchangeEvidence) -> None:
    """Keep the wire fields that knobs became, and which of them nobody had asked for."""
    if knobs.fields:
        told = {"sent": dict(knobs.fields), "defaults": list(knobs.defaults)}
        evidence.facts(KNOBS, json.dumps(told, sort_keys=True).encode())


def keep_timing(heard: Heard, latency_ms: float, evidence: ExchangeEvidence) -> None:
    """Keep when the first token came and how long the decoding took, in ms of the whole call."""
    first_ms = heard.first_piece_ms
    told = {
        "first_token_ms": None if first_ms is None else round(first_ms, 3),
        "decode_ms": round(heard.decode_ms, 3),
        "latency_ms": round(latency_ms, 3),
    }
    evidence.facts(TIMING, json.dumps(told).encode())
