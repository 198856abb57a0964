"""The virtual environment .venv/: made once, filled from a lock with hashes, then left alone."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, STDOUT

from clubsite.build import fingerprint
from clubsite.progress import Progress
from clubsite.running import Refusal
from scoring.common.machine import WINDOWS

ROOT = Path(__file__).resolve().parent.parent
WHEELS = Path("/usr/share/python-wheels")  # where Debian keeps pip's own wheel

DEVELOPING = "requirements-dev.txt"
"""The lock of the site and of everything that ./test needs besides."""
NO_VENV = """This Python cannot make a virtual environment: its module venv is missing or fails.
On Debian and Ubuntu type: sudo apt install python3-venv   Then try again."""
NO_PIP = """This Python has no pip to fill .venv/ with:
the modules ensurepip and pip are both missing.
On Debian and Ubuntu type: sudo apt install python3-venv   (Fedora: sudo dnf install python3-pip)
Then try again."""
NO_INSTALL = """The packages of {name} could not be installed; pip's own words are above.
It needs the network (or PIP_INDEX_URL naming a mirror) once. Then try again."""
PYTHON = Path("Scripts", "python.exe") if WINDOWS else Path("bin", "python")
"""Where an environment has its Python."""
LOCKED = re.compile(r"^[\w.-]+(?:\[[\w,-]+\])?==", re.MULTILINE)
"""A package in a lock."""
OF_PIP = re.compile(
    r"(Ignoring|Collecting|Processing|Requirement already satisfied:|Installing)"
    r" (?:\S*/)?([\w.-]+?)(?=[\s:=\[]|-\d)"
)
"""Lines that pip prints for each package, and when it has all of them."""


def works(command: list) -> bool:
    """Return whether the command exists and ends well."""
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


def pip_for(python: Path, *, outer: str = sys.executable, wheels: Path = WHEELS) -> list[str]:
    """Return the command that is pip for the environment of `python`; Refusal when this machine has
    none."""
    own = [str(python), "-m", "pip"]
    if works([*own, "--version"]):
        return own
    if works([str(python), "-m", "ensurepip", "--upgrade", "--default-pip"]):
        return own
    found = [[str(python), f"{wheel}/pip"] for wheel in sorted(wheels.glob("pip-*.whl"))]
    for command in [[outer, "-m", "pip", "--python", str(python)], *found]:
        if works([*command, "--version"]):
            return command
    raise Refusal(NO_PIP)


@dataclass(frozen=True)
class Environment:
    """The virtual environment of the checkout in `root`, for a version of Python."""

    root: Path = ROOT
    version: tuple[int, int] = sys.version_info[:2]

    @property
    def folder(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        return self.folder / PYTHON

    def stamp(self, name: str) -> str:
        """Return what the stamp of an up-to-date installation of the requirement file `name`
        reads."""
        return fingerprint([self.root / name], f"python {self.version}")

    def is_filled(self, name: str) -> bool:
        """Return whether the requirement file was installed in its present form, by this version of
        Python."""
        stamp = self.folder / f"{name}.stamp"
        filled = self.python.exists() and stamp.exists()
        return filled and stamp.read_text("utf-8") == self.stamp(name)

    def make(self) -> None:
        """Make the environment unless a working one of this version of Python is there."""
        check = f"import sys; sys.exit(sys.version_info[:2] != {self.version})"
        if works([self.python, "-c", check]):
            return
        # --without-pip: otherwise Debian's Python without ensurepip leaves a half-made folder.
        if not works([sys.executable, "-m", "venv", "--clear", "--without-pip", self.folder]):
            raise Refusal(NO_VENV)

    def fill(self, name: str) -> None:
        """Install the requirement file `name`, unless its stamp says that was done."""
        if self.is_filled(name):
            return
        self.make()
        install = ["install", "--require-hashes", "--no-input", "--disable-pip-version-check"]
        # The tests import a part of these packages, and Python compiles what it imports.
        install += ["--no-compile"] if name == DEVELOPING else []
        command = [*pip_for(self.python), *install, "--requirement", self.root / name]
        if not install_all(command, self.root / name):
            raise Refusal(NO_INSTALL.format(name=name))
        (self.folder / f"{name}.stamp").write_text(self.stamp(name), "utf-8")


def install_all(command: list, lock: Path) -> bool:
    """Run pip for all packages of the lock, saying which of how many it is at; return whether it
    ended well. Only when it did not, its own words are printed."""
    of, no, said = len(LOCKED.findall(lock.read_text("utf-8"))), 0, []
    at_once = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with (
        Progress() as progress,
        subprocess.Popen(command, env=at_once, stdout=PIPE, stderr=STDOUT, text=True) as pip,
    ):
        progress.say(f"packages for .venv/: {of}")
        for line in pip.stdout:
            said.append(line)
            match OF_PIP.match(line):
                case re.Match() as found if found[1] == "Ignoring":
                    of -= 1  # of another kind of machine
                case re.Match() as found if found[1] == "Installing":
                    progress.say(f"packages: {of} on their way into .venv/")
                case re.Match() as found:
                    no += 1
                    progress.say(f"packages {no} of {of}: {found[2]}")
    if pip.returncode:
        print("".join(said), end="", flush=True)
    return pip.returncode == 0
