"""The server of the tests has its port to itself."""

import random
from itertools import chain, repeat
from types import SimpleNamespace

from tests import server


def test_a_free_port_that_was_given_out_is_not_given_out_again(monkeypatch):
    given, chance = server.free_port(), random.SystemRandom()
    draws = chain([given], (chance.randrange(*between) for between in repeat((20_000, 32_000))))
    drawn = SimpleNamespace(randrange=lambda *between: next(draws))
    monkeypatch.setattr(random, "SystemRandom", lambda: drawn)
    assert server.free_port() != given
