"""What the single file starts (scripts/single_file.py)."""

import multiprocessing
import os
import runpy
import sys
import traceback
from contextlib import suppress

DOUBLE_CLICK = ["run", "--lan", "--empty", "--open"]
"""What a start without words means."""
LIBRARIES = "LD_LIBRARY_PATH"


def forget_our_libraries() -> None:
    """Let programs that this one starts, such as a browser, use the libraries of the system.
    PyInstaller sets this variable for each start of the file."""
    before = os.environ.pop(f"{LIBRARIES}_ORIG", "")
    os.environ.pop(LIBRARIES, "")
    if before:
        os.environ[LIBRARIES] = before


def as_python(words: list[str]) -> bool:
    """Do what the site asks of `sys.executable`, which is this file. Return whether it was that."""
    match words:
        case ["-P", "-m", module, *rest]:
            sys.argv = [module, *rest]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case ["-I", file, *rest]:
            sys.argv = [file, *rest]
            runpy.run_path(file, run_name="__main__")
        case _:
            return False
    return True


def main() -> int:
    """Do what the command line says, or what a double click means. Return the exit status."""
    multiprocessing.freeze_support()
    forget_our_libraries()
    words = sys.argv[1:]
    if as_python(words):
        return 0
    from clubsite.command import main

    if words:
        return main()
    sys.argv += DOUBLE_CLICK
    try:
        return main()
    except SystemExit as end:
        if not isinstance(end.code, str):
            raise
        print(end.code)
    except Exception:
        traceback.print_exc()
    with suppress(EOFError):  # otherwise the window closes before anyone has read it
        input("Press Enter to close this window.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
