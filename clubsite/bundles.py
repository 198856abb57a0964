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
        *(
            f"pad/{name}.css"
            for name in ("pad", "kept", "handover", "waiting", "agreed", "closed", "look")
        ),
    ),
    "pad.js": (
        "vendor/htmx-4.0.1.min.js",
        "vendor/hx-ptag-4.0.1.min.js",
        "vendor/idb-8.0.4.umd.js",
        "pad/draft.js",
        "pad/words.js",
        "pad/preview.js",
        "pad/show.js",
        "pad/store.js",
        "pad/send.js",
        "pad/queue.js",
        "pad/ahead.js",
        "pad/figures.js",
        "pad/state.js",
        "pad/strip.js",
        "pad/tell.js",
        "pad/sheets.js",
        "pad/keys.js",
        "pad/round.js",
        "pad/swap.js",
        "pad/answers.js",
        "pad/again.js",
        "pad/attention.js",
        "pad/leave.js",
        "pad/awake.js",
        "pad/still.js",
        "pad/start.js",
        "pad/worker.js",
        "pad/later.js",
    ),
    "handover.js": ("pad/pack.js", "pad/qr.js", "pad/handover.js", "pad/takeover.js"),
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
