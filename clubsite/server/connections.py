"""A connection, and how long its phone may take to say what it wants.

uvicorn waits for a request's head for ever, and takes any length of it; this does not.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0
"""From the connection, or from the first byte of a further request, to the end of its head."""
LONGEST_HEAD = 64 * 1024
IDLE_SECONDS = 40
"""A connection stays open as long for another request: longer than screens wait between two."""
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Connection(HttpToolsProtocol):
    """uvicorn's connection with a deadline and a limit for the head of each request."""

    _late: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._late is None and self._is_idle():
            self._await_head()
        self._head += len(data)
        super().data_received(data)
        if self._late is not None and self._head > LONGEST_HEAD:
            self.transport.write(TOO_LONG)
            self.transport.close()

    def on_headers_complete(self) -> None:
        self._head_came()
        super().on_headers_complete()

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        self._head = 0
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _head_came(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
