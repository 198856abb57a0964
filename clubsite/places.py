"""The folders of the program and its data, and the command that starts it, in a checkout and in an
installed package.

The installed folder `bowerbook` in site-packages is a checkout without the files for developers
(docs/decisions/0034-the-wheel.md).
"""

import sys
from pathlib import Path

from scoring.common.machine import WINDOWS

ROOT = Path(__file__).resolve().parent.parent
IN_CHECKOUT = (ROOT / "pyproject.toml").exists()
IN_ONE_FILE = getattr(sys, "frozen", False)
"""Whether this is the single file for a double click (scripts/single_file.py)."""


def typed_in_a_checkout(*, windows: bool) -> tuple[str, str]:
    """Return what people type to start the site, and before the name of a command."""
    if windows:
        return "py run.py", r".venv\Scripts\python manage.py"
    return "./run", ".venv/bin/python manage.py"


def typed_when_installed(program: str, *, one_file: bool, windows: bool) -> tuple[str, str]:
    """Return the same for an installed package, or for the single file, which is `program`."""
    name = Path(program).name
    name = f'"{name}"' if " " in name else name
    command = (name if windows else f"./{name}") if one_file else "bowerbook"
    return f"{command} run", command


RUN, _command = (
    typed_in_a_checkout(windows=WINDOWS)
    if IN_CHECKOUT
    else typed_when_installed(sys.executable, one_file=IN_ONE_FILE, windows=WINDOWS)
)
MANAGE = "manage.py" if IN_CHECKOUT else _command
TYPED = _command
"""The same, as it is typed in full."""


def data_folder() -> Path:
    """Return where data is kept when no variable says so."""
    if IN_CHECKOUT:
        return ROOT / "var"
    from platformdirs import user_data_path

    return user_data_path("bowerbook", appauthor=False)


def collected_folder(data: Path) -> Path:
    """Return the folder of collected static files. The folder of an installed package may be
    read-only."""
    return ROOT / "staticfiles" if IN_CHECKOUT else data / "staticfiles"
