"""How much is proven: `--proof quick`, `usual` or `thorough`, as ./test asks pytest for it."""

import os
from collections.abc import Iterable

import hypothesis

from scripts.testing import turn_of_the_commit

LEVELS = ("quick", "usual", "thorough")
EXAMPLES = {"quick": 0.1, "usual": 0.15, "thorough": 2}
"""How many examples Hypothesis tries, as a multiple of what a property asks for itself. On
PostgreSQL as many as usual: what it does with one it does with the others."""
level = "usual"
current_turn = 0
"""What takes turns goes by this number: that of the commit, and 0 unless the run is a usual one."""


def choose(wanted: str) -> None:
    """Prove this much: called before any test is read."""
    global level, current_turn
    level = wanted
    current_turn = turn_of_the_commit() if level == "usual" else 0
    # The same examples every time, except where there is time to look for new ones: a commit must
    # not fail for what another one did. What a thorough run finds becomes an @example.
    hypothesis.settings.register_profile(
        wanted,
        deadline=None,
        derandomize=wanted != "thorough",
        print_blob=wanted == "thorough",
        database=None,
        max_examples=examples(100),
    )
    hypothesis.settings.load_profile(wanted)


def examples(number: int) -> int:
    """How many examples a property tries that asks for so many."""
    on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return max(3, round(number * EXAMPLES["usual" if on_postgres else level]))


def size(usual: int, *, thorough: int) -> int:
    """How large a thing is that is as convincing when it is smaller: a hall, a stream of hands."""
    return thorough if level == "thorough" else usual


def share(no: int, things: Iterable) -> list:
    """All of them in a thorough run, otherwise one, for the case of this number: so that cases in
    a row, and a case at commits in a row, have each of them in turn."""
    things = list(things)
    return things if level == "thorough" else [things[(no + current_turn) % len(things)]]


def part(no: int, of: int, things: Iterable) -> list:
    """All of them in a thorough run, otherwise one of so many parts: this case has the part after
    that of the case before it, and at the next commit too."""
    return list(things) if level == "thorough" else list(things)[(no + current_turn) % of :: of]


def turn(of: int, things: Iterable) -> list:
    """All of them in a thorough run, otherwise one of so many parts: another one at every commit,
    so that pages which are all looked at alike are all looked at within a few commits."""
    return part(0, of, things)


def every(step: int, things: Iterable, *, quick: int = 0) -> list:
    """All of them in a thorough run, otherwise every `step`-th: from the first on in a quick run,
    from another one at every commit.

    `quick` is the step of a quick run, where it is another.
    """
    things = list(things)
    if level == "thorough":
        return things
    step = quick if quick and level == "quick" else step
    return things[current_turn % max(1, min(step, len(things))) :: step]
