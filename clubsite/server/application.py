"""What the server serves, as ASGI has it."""

from __future__ import annotations

import gc

import django

django.setup()
from clubsite.server import requests  # noqa: E402
from scoring.backup.keeper import start_keeping  # noqa: E402


async def application(scope: dict, receive: requests.Receive, send: requests.Send) -> None:
    """Answer a request; start and end with the process."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    else:
        await requests.answer(scope, receive, send)


async def _live(receive: requests.Receive, send: requests.Send) -> None:
    await receive()
    # What was loaded at the start stays; tidy up after thousands of objects, not hundreds.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
    start_keeping()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})
