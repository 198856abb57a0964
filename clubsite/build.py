"""Which program answers: its version, and a sign that changes when templates, styles, scripts or
code do, so that screens reload."""

import hashlib
import tomllib
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """Return the version: pyproject.toml says it, and an installed package repeats it."""
    project = ROOT / "pyproject.toml"
    if project.exists():
        return tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
    return metadata.version("bowerbook")


def build_id() -> str:
    """Return a short hash over the times of last change of everything a page is made from."""
    files = [
        path for place in ("templates", "static", "scoring") for path in (ROOT / place).rglob("*.*")
    ]
    times = sorted(f"{path}{path.stat().st_mtime_ns}" for path in files if path.suffix != ".pyc")
    return hashlib.sha256("".join(times).encode()).hexdigest()[:8]
