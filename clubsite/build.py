"""Which program answers: its version, and a sign that changes when templates, styles, scripts or
code do, so that screens reload."""

import hashlib
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from clubsite.places import IN_CHECKOUT, ROOT


def version() -> str:
    """Return the version: pyproject.toml says it, and an installed package repeats it."""
    if IN_CHECKOUT:
        return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return metadata.version("bowerbook")


def build_id() -> str:
    """Return a short hash over the times of last change of everything a page is made from."""
    files = [
        path for place in ("templates", "static", "scoring") for path in (ROOT / place).rglob("*.*")
    ]
    times = sorted(f"{path}{path.stat().st_mtime_ns}" for path in files if path.suffix != ".pyc")
    return hashlib.sha256("".join(times).encode()).hexdigest()[:8]


def fingerprint(files: Iterable[Path], *words: str) -> str:
    """Return a hash of the files' paths and content, and of the words."""
    digest = hashlib.sha256("\0".join(words).encode())
    for file in sorted(files):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"\0{file}\0{content}".encode())
    return digest.hexdigest()
