"""A connection, and how long its phone may take to say what it wants and to hear the answer.

uvicorn waits for both for ever, and takes a head of any length; this does not.
"""

from __future__ import annotations

import asyncio
import socket

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0
"""From the connection, or from the first byte of a further request, to the end of its head."""
LONGEST_HEAD = 64 * 1024
IDLE_SECONDS = 40
"""How long a connection stays open for another request (keep-alive). Screens pause for less."""
STUCK_SECONDS = 60.0
"""A client that reads less than one piece of a response in this time is disconnected."""
TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Connection(HttpToolsProtocol):
    """uvicorn's connection with a deadline and a limit for the head of each request, and a deadline
    for every piece of an answer."""

    _late: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        if line := transport.get_extra_info("socket"):
            # asyncio does it only where it opened the listening socket itself: otherwise the body
            # of an answer waits 40 ms for word that its head has come.
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        self._took_some()
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

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._took_some()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._end_for_certain()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._end_for_certain()

    def shutdown(self) -> None:
        """Shut down. Streams of news are closed at once, and other requests are answered first."""
        super().shutdown()
        if self.cycle and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.close()

    def _is_idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _await_head(self) -> None:
        self._head = 0
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _end_for_certain(self) -> None:
        """Close for certain. A closed connection may still wait until its last data is read."""
        self._took_some()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def _took_some(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def _head_came(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
