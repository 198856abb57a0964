"""Write requirements.txt, requirements-dev.txt and requirements-single.txt from pyproject.toml:
`.venv/bin/python -m scripts.lock`.

They list each package with its dependencies and hashes, in one version for every machine and every
Python version that the site supports. Locked versions stay while they satisfy pyproject.toml.
`--upgrade` takes the newest of everything, `--upgrade-package Django` of one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

from packaging.requirements import Requirement

from scripts.bootstrap import OLDEST
from scripts.environment import ROOT

LOCKS = {
    "requirements.txt": [],
    "requirements-dev.txt": ["--group=dev", "--constraint=requirements.txt"],
    "requirements-single.txt": ["--group=single", "--constraint=requirements.txt"],
}
"""Requirements of each file, apart from those of the site."""
# No index stands in the files: who has a mirror names it to pip.
HOW = ["--universal", "--generate-hashes", "--no-emit-index-url", "--quiet"]
SAID = {"UV_CUSTOM_COMPILE_COMMAND": ".venv/bin/python -m scripts.lock"}


def entries(file: str) -> list[tuple[Requirement, list[str]]]:
    """Return the packages of a lock, each in its version, with the SHA-256 of its files."""
    text = re.sub(r"^ *#.*\n", "", (ROOT / file).read_text(), flags=re.M).replace("\\\n", "")
    split = [line.split(" --hash=sha256:") for line in text.splitlines()]
    return [(Requirement(name), [one.strip() for one in hashes]) for name, *hashes in split]


def version_of(package: Requirement) -> str:
    """Return the one version in which a lock has a package."""
    (pin,) = package.specifier
    return pin.version


def main(wanted: list[str]) -> int:
    """Write them, as far as it goes well, and return the exit status."""
    oldest = f"--python-version={OLDEST[0]}.{OLDEST[1]}"
    for file, more in LOCKS.items():
        command = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", oldest]
        command += [*HOW, *more, *wanted, f"--output-file={file}"]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **SAID})
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
