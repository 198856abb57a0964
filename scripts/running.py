"""./run: fills .venv/, and hands over to the command there, which is `bowerbook run`."""

import os

from clubsite import running
from scoring.common.machine import become
from scripts.environment import ROOT, Environment


def main(arguments: list[str]) -> None:
    """Replace this process with the site. Errors are raised before any slow work."""
    chosen = running.options(arguments, os.environ)
    running.refuse_taken_port(chosen.host, chosen.port)
    environment = Environment()
    environment.fill("requirements.txt")
    os.chdir(ROOT)
    become([environment.python, "-m", "clubsite", "run", *arguments])
