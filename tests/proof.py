"""How much is proven: `--proof quick`, `usual` or `thorough`, as ./test asks pytest for it."""

import os
from collections.abc import Iterable

import hypothesis

from scripts.testing import turn_of_the_commit

LEVELS = ("quick", "usual", "thorough")
EXAMPLES = {"quick": 0.1, "usual": 0.15, "thorough": 2}
"""The number of examples that Hypothesis tries, as a multiple of a property's own number. On
PostgreSQL it is the usual one, as different examples don't matter there."""
level = "usual"
current_turn = 0
"""The number by which tests take turns, which is the commit's number, or 0 in a quick run."""


def choose(wanted: str, *, explore: bool = False) -> None:
    """Set the level of testing. This is called before any test is read. If it explores, Hypothesis
    tries other examples each time."""
    global level, current_turn
    level = wanted
    current_turn = 0 if level == "quick" else turn_of_the_commit()
    # The same examples every time: a commit must not fail for what another one did. What a run that
    # explores finds becomes an @example.
    hypothesis.settings.register_profile(
        wanted,
        deadline=None,
        derandomize=not explore,
        print_blob=explore,
        database=None,
        max_examples=examples(100),
    )
    hypothesis.settings.load_profile(wanted)


def examples(number: int) -> int:
    """Return how many examples to try for a property that asks for `number`."""
    on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return max(3, round(number * EXAMPLES["usual" if on_postgres else level]))


def size(usual: int, *, thorough: int) -> int:
    """Return the size of a hall, a stream of hands or the like, which proves as much if smaller."""
    return thorough if level == "thorough" else usual


def share(no: int, things: Iterable) -> list:
    """Return all things in a thorough run, otherwise one for the case of this number. Cases in a
    row get different ones, and so does the same case at the next commit."""
    things = list(things)
    return things if level == "thorough" else [things[(no + current_turn) % len(things)]]


def part(no: int, of: int, things: Iterable) -> list:
    """Return all things in a thorough run, otherwise one of `of` parts. The next case gets the next
    part, and so does the same case at the next commit."""
    return list(things) if level == "thorough" else list(things)[(no + current_turn) % of :: of]


def turn(of: int, things: Iterable) -> list:
    """Return all things in a thorough run, otherwise one of `of` parts. Each commit takes another
    part, so all similar pages are checked within a few commits."""
    return part(0, of, things)


def every(step: int, things: Iterable, *, quick: int = 0) -> list:
    """Return all things in a thorough run, otherwise every `step`-th. A quick run starts at the
    first, a usual run at another one for every commit.

    `quick` is the step of a quick run, if it differs.
    """
    things = list(things)
    if level == "thorough":
        return things
    step = quick if quick and level == "quick" else step
    return things[current_turn % max(1, min(step, len(things))) :: step]
