"""A hall in which one night after another is played and judged."""

from __future__ import annotations

from tests.simulation.checker import Verdict, check
from tests.simulation.clock import Clock
from tests.simulation.engine import Engine
from tests.simulation.history import History
from tests.simulation.night import Night
from tests.simulation.server import Server


class Hall:
    """The site and the scripts, loaded once."""

    def __init__(self, changes: tuple = ()) -> None:
        """The phones' scripts have these changes of their text."""
        self.clock = Clock()
        self.server = Server(self.clock)
        self.engine = Engine(changes)

    def night(self, seed: int, *, tables: int = 1) -> tuple[History, Verdict]:
        """Return what happened in the night of a seed, and what is to be said of it."""
        night = Night(self.engine, self.server, self.clock, seed=seed, tables=tables)
        history = night.play()
        return history, check(history)

    def end(self) -> None:
        self.server.end()
