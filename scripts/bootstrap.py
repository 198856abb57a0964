"""The two commands, ./run and ./test, on a machine that has nothing but Python.

This file alone must also be understood by an older Python, so that it can say what is wrong.
"""

import sys
from pathlib import Path

OLDEST = (3, 11)


def too_old(version: tuple, executable: str, command: str) -> str:
    """Return the sentence that refuses this Python, empty when it is new enough."""
    if tuple(version[:2]) >= OLDEST:
        return ""
    return (
        f"Bowerbook needs Python {OLDEST[0]}.{OLDEST[1]} or newer; "
        f"{executable} is Python {version[0]}.{version[1]}.\n"
        "Install a newer one, for example: sudo apt install python3.11 python3.11-venv   "
        "(macOS: brew install python@3.13; Windows: winget install Python.Python.3.13)\n"
        f"Then type ./{command} again."
    )


def main(command: str, arguments: list) -> int:
    """Carry out `run` or `test` and return its exit status."""
    sentence = too_old(sys.version_info, sys.executable, command)
    if sentence:
        sys.exit(sentence)
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from scripts import running, testing

    try:
        return {"run": running.main, "test": testing.main}[command](arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
