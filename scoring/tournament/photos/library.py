"""The optional libraries that read pictures."""

from __future__ import annotations

import sys
from importlib.util import find_spec

NEEDED = {"numpy": "numpy", "zxingcpp": "zxing-cpp", "pypdfium2": "pypdfium2"}
"""The packages of the extra "photos" in pyproject.toml, by what is imported of them."""


def missing() -> str:
    """Return a sentence on what to install before pictures can be read, or "" if all is here."""
    lacking = [package for name, package in NEEDED.items() if find_spec(name) is None]
    if not lacking:
        return ""
    return (
        "Reading pictures of tally cards needs more packages. "
        f"Type: {sys.executable} -m pip install {' '.join(lacking)}"
    )
