"""Show progress on standard output: one line that is updated on a terminal, elsewhere a line for
each step."""

import sys


class Progress:
    """Says what is being done now, one step after another."""

    def __init__(self) -> None:
        self.terminal = sys.stdout.isatty()
        self.begun = False

    def say(self, text: str) -> None:
        """Say the next step; on a terminal it takes the place of the one before."""
        if self.terminal:
            print(f"\r\033[K{text}", end="", flush=True)
        else:
            print(text, flush=True)
        self.begun = True

    def write(self, text: str) -> None:
        """Write a line that stays, as a command does to its output."""
        if self.terminal and self.begun:
            print("\r\033[K", end="")
        print(text, end="", flush=True)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_) -> None:
        if self.terminal and self.begun:
            print(flush=True)
