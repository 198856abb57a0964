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


def build_id(root: Path = ROOT) -> str:
    """Return a short hash over everything a page is made from: the same on every machine that has
    the same program, wherever it lies and whenever it came there."""
    digest = hashlib.sha256()
    for place in ("templates", "static", "scoring"):
        for file in sorted((root / place).rglob("*.*")):
            if file.is_file() and file.suffix != ".pyc":
                content = hashlib.sha256(file.read_bytes()).hexdigest()
                digest.update(f"\0{file.relative_to(root)}\0{content}".encode())
    return digest.hexdigest()[:8]


def fingerprint(files: Iterable[Path], *words: str) -> str:
    """Return a hash of the files' paths and content, and of the words."""
    digest = hashlib.sha256("\0".join(words).encode())
    for file in sorted(files):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"\0{file}\0{content}".encode())
    return digest.hexdigest()
