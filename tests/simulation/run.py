"""A hall in which one night after another is played and judged."""

from __future__ import annotations

import gc

from tests.simulation.captains import CardNight
from tests.simulation.card_checker import check_card
from tests.simulation.checker import Verdict, check
from tests.simulation.clock import Clock
from tests.simulation.engine import Engine
from tests.simulation.history import History
from tests.simulation.night import EVERY, Night
from tests.simulation.server import Server


class Hall:
    """The site and the scripts, loaded once."""

    def __init__(self, changes: tuple = ()) -> None:
        """The phones' scripts have these changes of their text."""
        self.clock = Clock()
        self.server = Server(self.clock)
        self.engine = Engine(changes)
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000)
        self._steps: list[str] = []

    def night(
        self, seed: int, *, tables: int = 1, without: frozenset[str] = frozenset()
    ) -> tuple[History, Verdict]:
        """Return what happened in the night of a seed, and what is to be said of it."""
        how = {"seed": seed, "tables": tables, "without": without}
        kind = Night if seed % EVERY else CardNight
        night = kind(self.engine, self.server, self.clock, **how)
        history = night.play()
        self._steps = night.steps
        return history, check(history) if seed % EVERY else check_card(history)

    def shrink(self, seed: int, found: Verdict, *, tables: int = 1) -> frozenset[str]:
        """Return what can be left out of a night in which this was found, so that something of its
        kind is still found."""
        without: frozenset[str] = frozenset()
        self.night(seed, tables=tables)
        steps, many = self._steps, len(self._steps)
        while many:
            for at in range(0, len(steps), many):
                less = without | {*steps[at : at + many]}
                if less != without:
                    still = self.night(seed, tables=tables, without=less)[1]
                    without = less if found.kinds & still.kinds else without
            many //= 2
        return without

    def end(self) -> None:
        self.server.end()
