"""When two spellings are one name."""

from __future__ import annotations

import unicodedata


def name_key(name: str) -> str:
    """Return what two spellings of one name share: case, spaces and composed accents do not count."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
