"""An Ollama stub that costs as little as a server can: ``python -m tests.benchmarks.stub MS``.

It answers every POST after so many milliseconds, and every GET (the version, say) at once, with the
same body, keeps connections open, and prints its port on the first line.
"""

from __future__ import annotations

import asyncio
import json
import sys

_BODY = json.dumps(
    {
        "model": "m",
        "created_at": "2026-11-30T12:00:00Z",
        "response": "Paris",
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 12,
        "eval_count": 100,
        "eval_duration": 1_000_000_000,
    }
).encode()
_ANSWER = (
    b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
    + str(len(_BODY)).encode()
    + b"\r\n\r\n"
    + _BODY
)


async def _serve(delay_s: float) -> None:
    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = 0
                for line in head.split(b"\r\n"):
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                await reader.readexactly(length)
                if delay_s and head.startswith(b"POST"):
                    await asyncio.sleep(delay_s)
                writer.write(_ANSWER)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0, backlog=512)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(float(sys.argv[1]) / 1_000))
