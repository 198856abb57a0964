"""A connection that is kept open, as a browser keeps it, and costs next to nothing itself."""

from __future__ import annotations

import gzip
import re
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

# What a phone's browser sends with every request.
BROWSER = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile",
    "Accept": "text/html, */*",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "en-GB,en;q=0.9",
    "HX-Request": "true",
    "HX-Target": "pad",
}
GZIP = re.compile(rb"\r\ncontent-encoding: *gzip", re.IGNORECASE)
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A response: its status, its headers and body as bytes, unpacked, and how long it took."""

    status: int
    head: bytes
    body: bytes
    ms: float


class Line:
    """One kept-alive connection to a server on this machine."""

    def __init__(self, port: int) -> None:
        self._host = f"127.0.0.1:{port}"
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def get(self, path: str, **headers: str) -> Answer:
        """Return the answer to a GET."""
        return self._ask(self._message("GET", path, headers, b""))

    def post(self, path: str, values: Mapping[str, object], **headers: str) -> Answer:
        """Return the answer to a form that is sent."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        return self._ask(self._message("POST", path, headers, urlencode(values).encode()))

    def _message(self, verb: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
        told = {
            "Host": self._host,
            **BROWSER,
            **{name.replace("_", "-"): v for name, v in headers.items()},
        }
        if verb == "POST":
            told["Content-Length"] = str(len(body))
        lines = [f"{verb} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
        return "\r\n".join([*lines, "\r\n"]).encode() + body

    def _ask(self, message: bytes) -> Answer:
        start = time.perf_counter()
        self._socket.sendall(message)
        head, _, body = self._until(b"\r\n\r\n").partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        missing = int(length[1]) - len(body) if length else 0
        while missing > 0:
            part = self._more()
            body, missing = body + part, missing - len(part)
        ms = (time.perf_counter() - start) * 1000
        body = gzip.decompress(body) if GZIP.search(head) else body
        return Answer(status=int(head[9:12]), head=head, body=body, ms=ms)

    def _until(self, end: bytes) -> bytes:
        found = self._more()
        while end not in found:
            found += self._more()
        return found

    def _more(self) -> bytes:
        found = self._socket.recv(65536)
        if not found:
            raise ConnectionError("the server ended the connection")
        return found
