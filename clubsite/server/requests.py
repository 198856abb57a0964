"""Handle whole requests: read in the event loop, answer by Django in a thread, write in the loop.

A thread gets a request when all of it has arrived, and is free again before the response is sent.
Writes have their own threads. So pages are still answered while the database is locked for writes.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from tempfile import TemporaryFile
from typing import BinaryIO, NamedTuple
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http.response import HttpResponseBase

from clubsite.server.held import Held
from clubsite.server.line import Line
from scoring.common import pictures_sent
from scoring.common.client import address_in
from scoring.common.throttle import house_of
from scoring.site.views.errors import NOT_BEGUN
from scoring.site.views.how_large import is_brought

Receive = Callable[[], Awaitable[dict]]
Send = Callable[[dict], Awaitable[None]]

READING = {"GET", "HEAD", "OPTIONS"}
# More threads would only wait for one another: on SQLite nothing of their work is done elsewhere.
READERS = 3 if connection.vendor == "sqlite" else 6
# SQLite has one writer at a time, and whoever waits for it sleeps ever longer: where eight wait,
# some of them do so for a second. In a line for one thread nobody does.
AT_TABLES = 1 if connection.vendor == "sqlite" else 3
ELSEWHERE = 1
"""For all other forms, so that no hand waits for a spreadsheet."""
PICTURES = 1
"""For pictures, which take long to read. Each is read by a process of its own, one at a time."""
PASSWORDS = 1
"""For forms with a password, which takes long to check, so that no form waits for them."""
TABLES = "/t/"
"""Where the addresses of tables begin."""
WITH_PASSWORD = (
    "/sign-in",
    "/signed-in-on",
    "/password",
    "/second-factor",
    "/passkeys",
    "/invitations/",
    "/admin/login/",
)
"""Where the addresses of forms with a password begin."""
DEAR = ".pdf"
"""How the addresses of what takes long to make end."""
BODY_SECONDS = 30.0
"""For the body of a form."""
BACKUP_SECONDS = 900.0
LARGEST_BODY = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""A larger body is discarded. Django refuses it by its length."""
LONGEST_READ = 8 * LARGEST_BODY
"""This much of it is still read, so that a browser has sent all before it gets the error."""
PIECE = 128 * 1024
"""Size of the pieces of a response. The next is written when most of the last has been read."""
QUEUE_SECONDS = 10.0
"""After this wait for a thread, a request is answered with an error and not carried out."""

logger = logging.getLogger(__name__)
_readers = Line("reader", READERS, each=READERS - 1)
_at_tables = Line("table", AT_TABLES, each=AT_TABLES)
_elsewhere = Line("writer", ELSEWHERE, each=ELSEWHERE)
_passwords = Line("password", PASSWORDS, each=PASSWORDS)
_pictures = Line("picture", PICTURES, each=PICTURES)
pictures_held = Held()


class OpenFile:
    """A file that Django answers with (PEP 3333's file wrapper)."""

    def __init__(self, file: BinaryIO, *_) -> None:
        self.read, self.close = file.read, file.close


class Answer(NamedTuple):
    """A response, with status, headers, and a body or a file. `whole` is False if it broke off."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | OpenFile = b""
    whole: bool = True


CLOSE = (b"connection", b"close")
TOO_SLOW = Answer(408, [(b"content-length", b"0"), CLOSE])


@cache
def django() -> WSGIHandler:
    """Return what answers requests; it reads all that was collected when it is first asked for."""
    return WSGIHandler()


async def answer(scope: dict, receive: Receive, send: Send) -> None:
    """Answer a request. Nothing is done for one that breaks off, or does not come in time."""
    room = _room_for(scope)
    try:
        async with asyncio.timeout(room.seconds):
            length = await _read(receive, room)
    except ConnectionError:
        return
    except TimeoutError:
        found = TOO_SLOW
    else:
        environ = _environ(scope, room.body, length)
        found = await (_refuse(environ) if room.lacks else _answer_in_turn(environ))
    finally:
        room.close()
    await _write(found, send)


@dataclass(eq=False)
class Room:
    """The limits of a request's body, and the file to put it in. The bodies of pictures share a
    limit."""

    largest: int
    seconds: float
    body: BinaryIO
    address: str | None = None
    """Who sends pictures. None for other forms."""
    lacks: bool = False
    """Whether other pictures left no room. Nothing is kept then."""
    held: int = 0

    def put(self, part: bytes) -> None:
        """Keep the next part of the body."""
        if self.lacks or not part:
            return
        if self.address is not None:
            if not pictures_held.take(self.address, len(part)):
                self.lacks = True
                self.empty()
                return
            self.held += len(part)
        self.body.write(part)

    def empty(self) -> None:
        """Keep nothing of the body."""
        self.body.seek(0)
        self.body.truncate()
        self._give_back()

    def close(self) -> None:
        """Delete pictures that were answered."""
        if self.address is not None:
            self.body.close()
            self._give_back()

    def _give_back(self) -> None:
        if self.held:
            pictures_held.give_back(self.address, self.held)
            self.held = 0


def _room_for(scope: dict) -> Room:
    """Return the room for a form. For a backup or for pictures it is on the disk, if a page allowed
    the upload."""
    query = scope["query_string"].decode("latin-1")
    if is_brought(scope["path"], query):
        return Room(settings.BACKUP_UPLOAD_BYTES, BACKUP_SECONDS, TemporaryFile())
    if pictures_sent.brings_pictures(scope["path"], query):
        address = house_of(address_in(_environ(scope, BytesIO(), 0)))
        most = pictures_sent.LARGEST, pictures_sent.SECONDS
        return Room(*most, TemporaryFile(), address=address)
    return Room(LARGEST_BODY, BODY_SECONDS, BytesIO())


async def _read(receive: Receive, room: Room) -> int:
    """Put the body where there is room for it and return its length; of a body that is too large
    nothing is kept. Raises ConnectionError when it breaks off."""
    length = 0
    while length < room.largest + LONGEST_READ:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionAbortedError
        part = message.get("body", b"")
        length += len(part)
        if length <= room.largest:
            room.put(part)
        elif room.held:
            room.empty()
        if not message.get("more_body"):
            break
    if length > room.largest:
        room.empty()
        room.lacks = False  # it is refused by its length
    room.body.seek(0)
    return length


def _environ(scope: dict, body: BinaryIO, length: int) -> dict:
    """Return the request as Django's WSGI handler wants it (PEP 3333)."""
    host, port = scope["server"] or ("localhost", 80)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.file_wrapper": OpenFile,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:  # would be taken for the header with a hyphen, which a proxy watches over
            continue
        key = f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"
        said = value.decode("latin-1")
        if key in environ:
            said = f"{environ[key]}{'; ' if name == b'cookie' else ','}{said}"
        environ[key] = said
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(length)
    return environ


async def _answer_in_turn(environ: dict) -> Answer:
    """Return Django's answer, or an error after a long wait for a thread."""
    whose = {"address": house_of(address_in(environ)), "seconds": QUEUE_SECONDS}
    dear, line = environ["PATH_INFO"].endswith(DEAR), _line_for(environ)
    patient = whose | ({"seconds": pictures_sent.PATIENCE} if line is _pictures else {})
    found = await line.run(partial(_answer, environ), dear=dear, **patient)
    return found or await _refuse(environ)


async def _refuse(environ: dict) -> Answer:
    """Return the error page for a request that is not begun, as soon as a thread can make it."""
    whose = {"address": house_of(address_in(environ)), "seconds": QUEUE_SECONDS}
    refusal = partial(_answer, environ | {NOT_BEGUN: True})
    found = await _readers.run(refusal, dear=False, **whose)
    return found or Answer(503, [(b"content-length", b"0"), (b"retry-after", b"5")])


def _line_for(environ: dict) -> Line:
    path = environ["PATH_INFO"]
    if environ["REQUEST_METHOD"] in READING:
        return _readers
    if path.startswith(TABLES):
        return _at_tables
    if pictures_sent.brings_pictures(path, environ["QUERY_STRING"]):
        return _pictures
    return _passwords if path.startswith(WITH_PASSWORD) else _elsewhere


def _answer(environ: dict) -> Answer:
    begun, whole = [], True
    response = django()(environ, lambda status, headers: begun.append((status, headers)))
    if isinstance(response, OpenFile):
        body = response
    else:
        body, whole = _body_of(response)
    ((status, headers),) = begun
    headers = [(name.encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
    return Answer(int(status[:3]), headers, body, whole)


def _body_of(response: HttpResponseBase) -> tuple[bytes, bool]:
    """Return the body as far as it can be made, and whether that is all of it."""
    parts = []
    try:
        parts.extend(response)
        return b"".join(parts), True
    except Exception:
        logger.exception("The body of an answer could not be made.")
        return b"".join(parts), False
    finally:
        response.close()  # gives the thread's connection to the database back


async def _write(answer: Answer, send: Send) -> None:
    start = {"status": answer.status, "headers": answer.headers}
    await send({"type": "http.response.start", **start})
    if answer.whole and isinstance(answer.body, bytes) and len(answer.body) <= PIECE:
        return await send({"type": "http.response.body", "body": answer.body})
    async with aclosing(_pieces(answer.body)) as pieces:
        async for piece in pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    if not answer.whole:
        raise ConnectionAbortedError  # the server then ends the connection
    await send({"type": "http.response.body"})


async def _pieces(body: bytes | OpenFile) -> AsyncIterator[bytes]:
    if isinstance(body, bytes):
        for start in range(0, len(body), PIECE):
            yield body[start : start + PIECE]
        return
    try:
        while piece := await asyncio.to_thread(body.read, PIECE):
            yield piece
    finally:
        await asyncio.to_thread(body.close)
