"""`python -m clubsite.server` serves the site at BIND, until Ctrl-C or SIGTERM ends it."""

from __future__ import annotations

import os

import uvicorn
from django.conf import settings

from clubsite.server.connections import IDLE_SECONDS, Connection
from scoring.common.machine import allow_open_files

APPLICATION = "clubsite.server.application:application"
PATIENCE = 5
"""Seconds that requests have to end when the server does."""
MANY = 65_536
"""Connections at once. A shell's usual limit is a thousand."""


def main() -> None:
    """Serve in one process, or in several under one that watches over them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    allow_open_files(MANY)
    host, _, port = (os.environ.get("BIND") or "127.0.0.1:8000").rpartition(":")
    uvicorn.run(
        APPLICATION,
        host=host.strip("[]") or "0.0.0.0",
        port=int(port),
        workers=settings.PROCESSES,
        http=Connection,
        ws="none",
        loop="asyncio",
        interface="asgi3",
        lifespan="on",
        backlog=2048,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=PATIENCE,
        # What a proxy says of who asks is for settings.py to believe or not.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
    )


if __name__ == "__main__":
    main()
