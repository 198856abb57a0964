"""Files that a page asks for in one request: small ones on disk, joined when static files are
collected.

A first visit over a hall's Wi-Fi pays for every request
(docs/decisions/0021-a-pad-out-of-reach.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage

BUNDLES = {
    "pad.css": (
        "site.css",
        "table/pad.css",
        "table/pad/kept.css",
        "table/pad/handover.css",
        "table/pad/waiting.css",
        "table/pad/agreed.css",
        "table/pad/closed.css",
        "table/pad/look.css",
    ),
    "pad.js": (
        "vendor/htmx-4.0.1.min.js",
        "vendor/hx-ptag-4.0.1.min.js",
        "vendor/idb-8.0.4.umd.js",
        "table/pad/draft.js",
        "table/pad/words.js",
        "table/pad/preview.js",
        "table/pad/show.js",
        "table/pad/store.js",
        "table/pad/send.js",
        "table/pad/queue.js",
        "table/pad/ahead.js",
        "table/pad/figures.js",
        "table/pad/state.js",
        "table/pad/strip.js",
        "table/pad/tell.js",
        "table/pad/sheets.js",
        "table/pad/keys.js",
        "table/pad/round.js",
        "table/pad/swap.js",
        "table/pad/answers.js",
        "table/pad/again.js",
        "table/pad/attention.js",
        "table/pad/leave.js",
        "table/pad/awake.js",
        "table/pad/still.js",
        "table/pad/start.js",
        "table/pad/worker.js",
        "table/pad/later.js",
    ),
    "handover.js": (
        "table/pad/pack.js",
        "table/pad/qr.js",
        "table/pad/handover.js",
        "table/pad/takeover.js",
    ),
}
"""Which files a bundle is made of, in their order."""
COMMENT = re.compile(r"^[ \t]*/\*(?!!).*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
"""What is for readers of the files: a comment on lines of its own, unless it is a licence (/*!)."""
STATIC = Path(__file__).resolve().parent.parent / "static"


def joined(name: str) -> str:
    """Return the text of a bundle, without comments."""
    end = "\n;\n" if name.endswith(".js") else "\n"
    return end.join(
        COMMENT.sub("", (STATIC / part).read_text(encoding="utf-8")) for part in BUNDLES[name]
    )


class BundleFinder(BaseFinder):
    """Finds the bundles for collectstatic, made anew from their parts."""

    def check(self, **kwargs) -> list:
        return []

    def find(self, path: str, find_all: bool = False) -> list | None:
        """Nothing of it lies on disk before it is collected."""
        return []

    def list(self, ignore_patterns: Iterable[str]) -> Iterator[tuple[str, InMemoryStorage]]:
        """Yield each bundle with a storage that has it."""
        storage = InMemoryStorage()
        for name in BUNDLES:
            storage.save(name, ContentFile(joined(name)))
            yield name, storage
