"""Write the SHA-256 of every file of a release: `.venv/bin/python -m scripts.checksums`. Check them
beside the files with `sha256sum --check`."""

from __future__ import annotations

import sys
from hashlib import file_digest
from pathlib import Path

from clubsite.build import version
from scripts.environment import ROOT

DIST = ROOT / "dist"


def written(folder: Path) -> Path:
    """Write the checksums of this version's files in a folder, and return their file."""
    sums = folder / f"bowerbook-{version()}.sha256"
    files = [one for one in sorted(folder.glob(f"bowerbook-{version()}*")) if one != sums]
    sums.write_bytes("".join(f"{_digest(one)}  {one.name}\n" for one in files).encode())
    return sums


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    sys.stdout.write(written(DIST).read_text())
