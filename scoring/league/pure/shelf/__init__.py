"""The rules of six leagues as they print them, a file each beside this module.

If a league prints no rule the default is used, and its `source` says so.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scoring.league.pure import agreement
from scoring.league.pure.agreement import Agreement

KEYS = (
    "st-austell",
    "penryn-and-falmouth",
    "guernsey",
    "sugar-river",
    "christchurch",
    "ontario-legion",
)
"""In the order in which they are offered."""


@cache
def shelf() -> dict[str, Agreement]:
    """Return every league of the shelf by its key."""
    folder = Path(__file__).parent
    return {key: agreement.loads(folder.joinpath(f"{key}.json").read_bytes()) for key in KEYS}
