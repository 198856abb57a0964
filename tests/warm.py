"""Run manage.py quickly: a process that has loaded the project forks for each command.

A command then starts in milliseconds. Starting Python and loading Django takes longer than most
commands.
"""

import json
import os
import subprocess
import sys
import tempfile
import traceback
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Manage:
    """Runs commands of manage.py with these variables, each in a process of its own."""

    def __init__(self, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "tests.warm"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment, **pipes)

    def __call__(self, *words: str, typed: str = "") -> str:
        """Run a command, which reads what is `typed`, and return what it prints.

        RuntimeError, with what it complained of, if it fails.
        """
        self._process.stdin.write(json.dumps([words, typed]) + "\n")
        self._process.stdin.flush()
        status, said, complained = json.loads(self._process.stdout.readline())
        if status:
            raise RuntimeError(f"manage.py {' '.join(words)}: {complained}")
        return said

    def end(self) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def answer(words: list[str], typed: str) -> tuple[int, str, str]:
    """Run a command in a fork of this process; return its status and what it wrote to stdout and
    to stderr."""
    with ExitStack() as stack:
        read, *written = files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        read.write(typed.encode())
        read.seek(0)
        child = os.fork()
        if not child:
            for number, file in enumerate(files):
                os.dup2(file.fileno(), number)
            run(words)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for file in written:
            file.seek(0)
        said, complained = (file.read().decode() for file in written)
        return status, said, complained


def run(words: list[str]) -> None:
    """Be manage.py with these words, and end."""
    from django.core.management import execute_from_command_line

    status = 0
    try:
        execute_from_command_line(["manage.py", *words])
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else bool(ended.code)
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def main() -> None:
    """Answer a line of JSON for each that comes, until no more come."""
    import django

    from clubsite.garbage import collect_seldom, keep_what_is_loaded

    collect_seldom()
    django.setup()
    import clubsite.urls  # noqa: F401

    keep_what_is_loaded()

    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
