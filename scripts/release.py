"""Make the files of a release in dist/: `.venv/bin/python -m scripts.release`.

The version is in pyproject.toml, and the news are in CHANGELOG.md. All other places use these.
"""

from __future__ import annotations

import re
import subprocess
import sys

from clubsite.build import version
from clubsite.running import Refusal
from scripts import bom, checksums
from scripts.environment import ROOT

DIST, CHANGELOG = ROOT / "dist", ROOT / "CHANGELOG.md"
TAG = """To publish it:
  git tag --annotate --cleanup=verbatim --file dist/{notes} v{version}
  git push origin v{version}"""
UNRELEASED = "CHANGELOG.md calls {version} unreleased: put the day in its place, then make it anew."


def section(changelog: str) -> tuple[str, str]:
    """Return the first version in the changelog, and its section with the heading.

    Raise Refusal if it is not the version of pyproject.toml.
    """
    first = re.search(r"^## (\d+\.\d+\.\d+).*?(?=^## |\Z)", changelog, re.M | re.S)
    told = first[1] if first else "none"
    if told != version():
        raise Refusal(
            f"CHANGELOG.md begins with version {told}, and pyproject.toml says {version()}: "
            "nothing was made."
        )
    return told, first[0].strip() + "\n"


def main() -> int:
    """Write the files, and say what is left to do; 1 where the release is not ready."""
    told, notes = section(CHANGELOG.read_text())
    DIST.mkdir(exist_ok=True)
    file = DIST / f"bowerbook-{told}.md"
    file.write_text(notes)
    build = [sys.executable, "-m", "hatchling", "build", "--directory", DIST]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    bom.written(DIST)
    checksums.written(DIST)
    for made in sorted(DIST.glob(f"bowerbook-{told}*")):
        print(f"dist/{made.name}")
    if "(unreleased)" in notes.splitlines()[0]:
        print(UNRELEASED.format(version=told))
        return 1
    print(TAG.format(notes=file.name, version=told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
