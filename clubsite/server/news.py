"""Streams of news (server-sent events): screens are notified when a table, evening or tournament
changes.

A stream says only that there is news. The screen then polls as usual, so a lost message costs
seconds and nothing else. Only the end of a round is sent at once, as a full hall polls one after
the other (docs/decisions/0036-news.md).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Event, Thread

from django.db import connection

from scoring.common import polling
from scoring.common.news import News, Topic, changes, latest

logger = logging.getLogger(__name__)

BEAT_SECONDS = 4
"""How often the latest message is repeated. A screen that hears nothing for longer polls on its
own."""
FEW = 50
ASK_SECONDS = 0.005
"""Twice the time to answer one screen. If many are notified at once, they are spread over the time
that all of them take, and later ones queue behind them."""
MOST = 20_000
"""The most streams at a time. Further screens poll."""
AGAIN_SECONDS = 2.0
"""The pause after a failure of the database, before listening again."""
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"bowerbook", b"news"),
    (b"x-accel-buffering", b"no"),  # nginx would keep the words till there are many
]


class Stream:
    """The message for one screen. Only the latest is kept."""

    def __init__(self) -> None:
        self.word = b""
        self.fresh = asyncio.Event()

    def tell(self, word: bytes) -> None:
        self.word = word
        self.fresh.set()


class Hub:
    """All streams of this process, by what they are about."""

    def __init__(self) -> None:
        self.streams: dict[Topic, set[Stream]] = defaultdict(set)
        self.known: dict[Topic, News] = {}
        self.number = 0
        self._line_ends = 0.0
        self._new: set[Topic] = set()
        self._wanted = Event()

    # -- in the event loop ---------------------------------------------------------------------

    def start(self) -> None:
        """Begin to watch, and to repeat; both end with the process."""
        self._loop = asyncio.get_running_loop()
        self._beat(0)
        Thread(target=self.run, name="news", daemon=True).start()

    def join(self, topic: Topic) -> Stream:
        """Return a new stream about a topic. It gets the current state as soon as that is known."""
        stream = Stream()
        self.streams[topic].add(stream)
        self.number += 1
        if topic in self.known:
            stream.tell(self._word(topic))
        else:
            self._new.add(topic)
            self._wanted.set()
        return stream

    def leave(self, topic: Topic, stream: Stream) -> None:
        """End a stream. A topic without streams is no longer watched."""
        self.number -= 1
        self.streams[topic].discard(stream)
        if not self.streams[topic]:
            del self.streams[topic]
            self.known.pop(topic, None)

    def _tell(self, found: dict[Topic, News]) -> None:
        for topic, news in found.items():
            if topic in self.streams and self.known.get(topic) != news:
                first = topic not in self.known
                self.known[topic] = news
                streams = self.streams[topic]
                if not first:
                    self._line_up(len(streams))
                word = self._word(topic)
                for stream in streams:
                    stream.tell(word)

    def _line_up(self, number: int) -> None:
        self._line_ends = max(self._line_ends, self._loop.time()) + number * ASK_SECONDS

    def _word(self, topic: Topic) -> bytes:
        said = polling.in_words(self.known[topic])
        line = self._line_ends - self._loop.time()
        if len(self.streams[topic]) > FEW and line > 0:
            said["spread"] = round(line * 1000)
        return b"data: %s\n\n" % json.dumps(said, separators=(",", ":")).encode()

    def _beat(self, second: int) -> None:
        """Say the latest word again, every second to a part of the streams."""
        self._loop.call_later(1, self._beat, second + 1)
        for topic, streams in self.streams.items():
            if topic in self.known and (topic.pk + second) % BEAT_SECONDS == 0:
                word = self._word(topic)
                for stream in streams:
                    if not stream.fresh.is_set():
                        stream.tell(word)

    # -- in a thread of its own ----------------------------------------------------------------

    def run(self) -> None:
        """Watch the database for as long as the process lives."""
        while True:
            try:
                self._watch()
            except Exception:
                logger.warning("News cannot be read; screens ask by themselves.", exc_info=True)
            with suppress(Exception):
                connection.close()
            Event().wait(AGAIN_SECONDS)

    def _watch(self) -> None:
        for changed in changes(self._wanted):
            self._wanted.clear()
            new, self._new = self._new, set()
            watched = set(self.streams)
            asked = watched if changed is None else (changed & watched) | (new & watched)
            if asked:
                self._loop.call_soon_threadsafe(self._tell, latest(asked))


hub = Hub()


async def answer(
    scope: dict, receive: Callable[[], Awaitable[dict]], send: Callable[[dict], Awaitable[None]]
) -> None:
    """Answer with a stream, which lasts until its screen goes or the server ends."""
    topic = polling.topic_at(scope["path"])
    if topic is None or hub.number >= MOST or scope["method"] != "GET":
        start = {"status": 404 if topic is None else 503, "headers": [(b"content-length", b"0")]}
        await send({"type": "http.response.start", **start})
        return await send({"type": "http.response.body"})
    stream = hub.join(topic)
    going = asyncio.ensure_future(_gone(receive, stream))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": b"retry: 5000\n\n", "more_body": True})
        while await stream.fresh.wait() and not going.done():
            stream.fresh.clear()
            await send({"type": "http.response.body", "body": stream.word, "more_body": True})
        await send({"type": "http.response.body"})
    finally:
        going.cancel()
        hub.leave(topic, stream)


async def _gone(receive: Callable[[], Awaitable[dict]], stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.fresh.set()
