"""What the server serves, as ASGI has it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from contextlib import closing, suppress

import django

from clubsite.garbage import collect_seldom, keep_what_is_loaded

collect_seldom()
django.setup()
from django.db import DatabaseError, connection  # noqa: E402

from clubsite.server import news, requests  # noqa: E402
from scoring.common.polling import NEWS  # noqa: E402
from scoring.public.sending.sender import start_sending  # noqa: E402
from scoring.site.backup.keeper import start_keeping  # noqa: E402
from scoring.site.backup.upgrading import why_newer  # noqa: E402
from scoring.table.actions.phones import start_noting  # noqa: E402


async def application(scope: dict, receive: requests.Receive, send: requests.Send) -> None:
    """Answer a request; start and end with the process."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["path"].startswith(NEWS):
        await news.answer(scope, receive, send)
    else:
        await requests.answer(scope, receive, send)


async def _live(receive: requests.Receive, send: requests.Send) -> None:
    await receive()
    if why := await asyncio.to_thread(_why_not):
        return await send({"type": "lifespan.startup.failed", "message": why})
    _end_with_the_first_process()
    requests.django()
    keep_what_is_loaded()
    await asyncio.to_thread(start_keeping)
    start_sending()
    start_noting()
    news.hub.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.to_thread(_leave_one_file)
    await send({"type": "lifespan.shutdown.complete"})


def _why_not() -> str:
    """Return why the site can't be served by this version; empty when it can, or while the database
    does not answer."""
    with suppress(DatabaseError), closing(connection):
        return why_newer()
    return ""


def _end_with_the_first_process() -> None:
    """End when the process that started this one is gone, even if it was killed. Otherwise this one
    would go on serving, and keep the port of the next start."""
    if first := multiprocessing.parent_process():

        def wait() -> None:
            first.join()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=wait, name="first process", daemon=True).start()


def _leave_one_file() -> None:
    """Let SQLite write its log (WAL) into its file, so that a copy of the file has all data."""
    if connection.vendor == "sqlite":
        with suppress(DatabaseError), closing(connection), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
