"""The optional libraries that read pictures."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from django.conf import settings

NEEDED = {"numpy": "numpy~=2.4", "zxingcpp": "zxing-cpp~=3.1", "pypdfium2": "pypdfium2~=5.15"}
"""The packages of the extra "photos" in pyproject.toml, by what is imported of them."""


def missing() -> str:
    """Return a sentence on what to install before pictures can be read, or "" if all is here."""
    lacking = [package for name, package in NEEDED.items() if find_spec(name) is None]
    if not lacking:
        return ""
    if settings.ONE_FILE:
        return "A single file can’t read pictures of tally cards. Start Bowerbook from its folder."
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return (
        "Reading pictures of tally cards needs more packages. "
        f"Type: {python} -m pip install {' '.join(lacking)}"
    )
