"""The version of the program, and a build id that changes with templates, styles, scripts and code,
so that screens reload."""

import hashlib
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from clubsite.places import IN_CHECKOUT, ROOT


def version() -> str:
    """Return the version in pyproject.toml, or that of the installed package."""
    if IN_CHECKOUT:
        return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return metadata.version("bowerbook")


def build_id(root: Path = ROOT) -> str:
    """Return a short hash of all that pages are made from. The same program has the same hash on
    every machine, whatever its folder and time of installation."""
    digest = hashlib.sha256()
    for place in ("templates", "static", "scoring"):
        for file in sorted((root / place).rglob("*.*")):
            if file.is_file() and file.suffix != ".pyc":
                content = hashlib.sha256(file.read_bytes()).hexdigest()
                digest.update(f"\0{file.relative_to(root).as_posix()}\0{content}".encode())
    return digest.hexdigest()[:8]


def fingerprint(files: Iterable[Path], *words: str) -> str:
    """Return a hash of the files' paths and content, and of the words."""
    digest = hashlib.sha256("\0".join(words).encode())
    for file in sorted(files):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"\0{file}\0{content}".encode())
    return digest.hexdigest()
