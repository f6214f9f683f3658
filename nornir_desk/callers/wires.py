"""API -> the wire that speaks it: the one table of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nornir_desk.callers.anthropic import AnthropicMessages
from nornir_desk.callers.gemini import GeminiGenerate
from nornir_desk.callers.openai_chat import OpenAiChat
from nornir_desk.callers.openai_responses import OpenAiResponses
from nornir_desk.callers.wire import Wire

WIRES: Mapping[str, Callable[[], Wire]] = {
    "openai-chat": OpenAiChat,
    "openai-responses": OpenAiResponses,
    "anthropic": AnthropicMessages,
    "gemini": GeminiGenerate,
}
