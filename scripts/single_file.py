"""Make the single file for a double click: `.venv/bin/python -m scripts.single_file`.

PyInstaller puts Python, the site and its packages into one program for the system that it runs on.
It is in requirements-single.txt, and not in the usual environment:

    .venv/bin/python -m pip install --require-hashes --requirement requirements-single.txt
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from clubsite.build import version
from clubsite.running import Refusal
from scoring.common.machine import WINDOWS
from scripts.environment import ROOT
from scripts.lock import entries

SYSTEMS = {"win32": "windows", "darwin": "macos"}
"""What people call a system that Python calls otherwise."""
OURS = ("clubsite", "scoring")
FOLDERS = (*OURS, "docs/guide", "static", "templates")
SPEC = ROOT / "scripts" / "single" / "bowerbook.spec"
INSTALL = "{python} -m pip install --require-hashes --requirement requirements-single.txt"
METADATA = "Metadata-Version: 2.1\nName: bowerbook\nVersion: {version}\n"


def missing() -> str:
    """Return what keeps this environment from making the file; empty if nothing does."""
    if not find_spec("PyInstaller"):
        return "PyInstaller is not installed here"
    return ""


def name() -> str:
    """Return the name of the file on this system."""
    system = SYSTEMS.get(sys.platform, sys.platform)
    end = ".exe" if WINDOWS else ""
    return f"bowerbook-{version()}-{system}-{platform.machine().lower()}{end}"


def files() -> list[Path]:
    """Return the files of the site, from the folder of the checkout."""
    found = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*") if file.is_file()]
    return [one.relative_to(ROOT) for one in sorted(found) if "__pycache__" not in one.parts]


def our_modules() -> list[str]:
    """Return all modules of the site."""
    of_python = [one.with_suffix("") for one in files() if one.suffix == ".py"]
    return [".".join(one.parts).removesuffix(".__init__") for one in of_python]


def distributions() -> list[str]:
    """Return the site's packages that are installed here, as pip calls them."""
    found = []
    for package, _ in entries("requirements.txt"):
        try:
            found.append(distribution(package.name).name)
        except PackageNotFoundError:
            continue  # it is for another system
    return found


def modules() -> list[str]:
    """Return the site's packages as Python imports them."""
    wanted = {one.lower() for one in distributions()}
    return sorted(
        module
        for module, owners in packages_distributions().items()
        if wanted & {one.lower() for one in owners} and find_spec(module)
    )


def write_metadata(folder: Path) -> Path:
    """Write what says which version this is. Return its folder."""
    written = folder / f"bowerbook-{version()}.dist-info"
    written.mkdir()
    (written / "METADATA").write_text(METADATA.format(version=version()), "utf-8")
    return written


def make(folder: Path) -> Path:
    """Make the file in a folder, and return it. Raise Refusal if it can't be made."""
    if why := missing():
        raise Refusal(f"{why}. Type: {INSTALL.format(python=sys.executable)}")
    with TemporaryDirectory() as work:
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN"]
        command += ["--distpath", folder, "--workpath", work, SPEC]
        if subprocess.run(command, cwd=ROOT).returncode:
            raise Refusal("PyInstaller failed. Its own words are above.")
    return folder / name()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.single_file", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "dist", metavar="FOLDER")
    file = make(parser.parse_args().folder)
    print(f"{file}: {file.stat().st_size / 1_000_000:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
