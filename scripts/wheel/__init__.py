"""The score book of a Euchre club, as an installed package. This folder is a checkout without the
files for developers (docs/decisions/0034-the-wheel.md of the source)."""

import sys
from pathlib import Path


def main() -> int:
    """Do what the command line says, and return the exit status."""
    sys.path.insert(0, str(Path(__file__).parent))
    from clubsite.command import main

    return main()
