"""What a name may hold, and when two spellings are one."""

from __future__ import annotations

import re
import unicodedata

UNFIT_FOR_A_NAME = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, ends of lines, and halves of surrogate pairs."""


def name_key(name: str) -> str:
    """Return what two spellings of one name share: case, spaces and composed accents do not count."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
