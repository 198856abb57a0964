"""Scores for a voice: the sentences a screen says aloud, without signs that voices swallow."""

from __future__ import annotations

import re
from collections.abc import Iterable


def spoken(sentences: Iterable[str]) -> str:
    """Return the sentences as a voice reads them: "6–3" is "6 to 3", "−2" is "minus 2"."""
    told = " ".join(f"{one.rstrip('.')}." for one in sentences if one)
    return re.sub(r"(?<=\d)–(?=\d)", " to ", told).replace("−", "minus ")
