"""A phone's way to the server, which fails at every point at which a network can."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from urllib.parse import urlencode

from tests.bench.line import Answer, Line

FAULTS = {
    "before": 5,
    "middle": 8,
    "after": 8,
    "half an answer": 4,
    "twice": 5,
    "at once": 5,
    "": 65,
}
"""How often what happens to a hundred requests; "" is nothing."""
FORM = "application/x-www-form-urlencoded"


class Cut(ConnectionError):
    """The network died."""


class Wire(Line):
    """A connection whose question and answer can be parted; `seen` is shown every answer."""

    def __init__(self, port: int, seen: Callable[[Answer], None]) -> None:
        super().__init__(port)
        self._seen = seen

    def _ask(self, message: bytes) -> Answer:
        answer = super()._ask(message)
        self._seen(answer)
        return answer

    def tell(self, message: bytes) -> None:
        """Send, and do not wait."""
        self._socket.sendall(message)

    def hear(self) -> Answer:
        """Return the answer to what was told."""
        return self._ask(b"")

    def get_part(self) -> None:
        """Read the beginning of an answer."""
        self._socket.recv(100)

    def end(self) -> None:
        """Close it."""
        self._socket.close()

    def form(self, path: str, values: Mapping[str, object], headers: Mapping[str, str]) -> bytes:
        """Return a form as bytes on the wire."""
        return self._message(
            "POST", path, {"Content-Type": FORM, **headers}, urlencode(values).encode()
        )


class Net:
    """Gets and posts; Cut or another OSError when no answer came."""

    def __init__(self, port: int, random: Random, seen: Callable[[Answer], None]) -> None:
        self._port, self._random, self._seen = port, random, seen
        self._wire: Wire | None = None
        self.good = False
        """Whether it does not fail any more."""

    def get(self, path: str, **headers: str) -> Answer:
        """Return the answer to a GET. A connection that was idle for too long may be ended."""
        try:
            return self._kept(lambda wire: wire.get(path, **headers))
        except ConnectionError:
            return self._kept(lambda wire: wire.get(path, **headers))

    def post(self, path: str, values: Mapping[str, object], **headers: str) -> Answer:
        """Return the answer to a form, unless one of the faults comes between."""
        fault = "" if self.good else self._random.choices([*FAULTS], FAULTS.values())[0]
        return self._kept(lambda wire: self._send(wire, wire.form(path, values, headers), fault))

    def end(self) -> None:
        """Close its connection."""
        if self._wire:
            self._wire.end()
            self._wire = None

    def _kept(self, ask: Callable[[Wire], Answer]) -> Answer:
        try:
            self._wire = self._wire or Wire(self._port, self._seen)
            return ask(self._wire)
        except OSError:
            self.end()
            raise

    def _send(self, wire: Wire, message: bytes, fault: str) -> Answer:
        if fault == "at once":
            return self._at_once(wire, message)
        if fault in ("", "twice"):
            for _ in range(2 if fault else 1):
                wire.tell(message)
                answer = wire.hear()
            return answer
        wire.tell(message[: self._how_far(message, fault)])
        if fault == "half an answer":
            wire.get_part()
        raise Cut(fault)

    def _how_far(self, message: bytes, fault: str) -> int:
        """Return how many bytes get out; half of the broken ones break in their last fields."""
        if fault != "middle":
            return 0 if fault == "before" else len(message)
        return len(message) - self._random.randrange(1, self._random.choice((30, len(message))))

    def _at_once(self, wire: Wire, message: bytes) -> Answer:
        """Send over two connections at the same time; the answer is that of one of them."""
        other = Wire(self._port, self._seen)
        try:
            wires = [wire, other]
            for one in wires:
                one.tell(message)
            return self._random.choice([one.hear() for one in wires])
        finally:
            other.end()
