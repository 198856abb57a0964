"""Ways to seat numbers that do not fill tables of four, and the effect of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.seats import FOUR, SIX


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One way to seat a number that does not fill its tables, and its effect in words."""

    odd: str
    """A key of formats.ODD."""
    tables: int
    threes: int = 0
    """The number of these tables with three players."""
    sitting_out: int = 0
    """The number of entrants who sit out each round."""
    ghosts: int = 0
    says: str


def sizes(number: int, format: Format) -> tuple[int, ...]:
    """Return the number of entrants at each table, with tables of three last. The others sit
    out."""
    if format.pairs:
        return (2,) * (number // 2)
    if format.mixed_tables:
        return mixed(number)
    if format.seats_six:
        return (SIX,) * (number // SIX)
    threes = -number % 4 if format.odd == "three" else 0
    if 3 * threes > number:
        return (4,) * (number // 4)
    return (*(4,) * ((number - 3 * threes) // 4), *(3,) * threes)


def mixed(number: int) -> tuple[int, ...]:
    """Return the tables of six and of four for this number of players, with as many of six as can
    be. One player sits out of an odd number."""
    even = number - number % 2
    fours = {0: 0, 4: 1, 2: 2}[even % SIX]
    return (*(SIX,) * ((even - FOUR * fours) // SIX), *(FOUR,) * fours) if even >= FOUR else ()


def sizes_for(groups: Collection[str], format: Format) -> tuple[int, ...]:
    """Return the number of entrants at each table, from the group of each entrant or "". Where
    groups move in different ways, two of each are at every table."""
    if format.by_groups:
        return (4,) * (min(Counter(groups)[group] for group in format.groups) // 2)
    return sizes(len(groups), format)


def ghosts_for(groups: Collection[str], format: Format) -> dict[str, int]:
    """Return how many ghosts of each group would fill the tables, from the group of each entrant.
    The group is "" where it doesn't matter."""
    if format.eliminates:
        return {}
    if not format.by_groups:
        return {"": ghosts_needed(len(groups), format)}
    there = Counter(groups)
    most = max(there[group] for group in format.groups)
    return {group: most + most % 2 - there[group] for group in format.groups}


def most_tables(number: int, format: Format) -> int:
    """Return how many tables this number of entrants can fill, with ghosts if the format has
    them."""
    if format.mixed_tables:
        return len(mixed(number + (ghosts_needed(number, format) if format.odd == "ghost" else 0)))
    return -(-number // format.full) if format.odd == "ghost" else number // format.full


def ghosts_needed(number: int, format: Format) -> int:
    """Return how many ghosts would fill the last table."""
    if format.mixed_tables:
        return FOUR - number if 0 < number < FOUR else number % 2
    return -number % format.full


def choices(number: int, format: Format) -> tuple[Choice, ...]:
    """Return the ways to seat this number of entrants (without ghosts). It is empty if all have a
    place."""
    ghosts = ghosts_needed(number, format)
    if not ghosts or number < 1 or format.eliminates:
        return ()
    found = [_sit_out(number, format), _ghosts(number, ghosts, format)]
    if not format.pairs and not format.seats_six:
        found.append(_threes(number, ghosts))
    return tuple(one for one in found if one)


def _sit_out(number: int, format: Format) -> Choice | None:
    alone = replace(format, odd="sit-out")
    tables, who = sizes(number, alone), "pair" if format.pairs else "player"
    over = number - sum(tables)
    if not tables:
        return None
    out = _times(over, who)
    says = f"{out} {'sits' if over == 1 else 'sit'} out each round, in turn, never twice in a row."
    if format.bye_points is not None:
        says = f"{out} {'has' if over == 1 else 'have'} a bye each round, the lowest without one."
    return Choice(
        odd="sit-out", tables=len(tables), sitting_out=over, says=f"{says} {_worth(format)}"
    )


def _worth(format: Format) -> str:
    if format.bye_points is not None:
        return f"A bye counts as won, with {format.bye_points} points."
    return {
        "none": "Sitting out scores no points.",
        "table": "Sitting out scores that round’s average.",
        "own": "Sitting out scores the player’s own average.",
    }[format.sit_out_points]


def _ghosts(number: int, ghosts: int, format: Format) -> Choice:
    seats = _times(ghosts, "pair" if format.pairs else "seat")
    what = "is a ghost" if ghosts == 1 else "are ghosts"
    says = f"All play: {seats} {what}, whose points don’t count."
    hands = "Anyone free plays for it" if ghosts == 1 else "Anyone free plays for them"
    return Choice(
        odd="ghost",
        tables=len(sizes(number + ghosts, format)),
        ghosts=ghosts,
        says=f"{says} {hands}.",
    )


def _threes(number: int, threes: int) -> Choice | None:
    if 3 * threes > number:
        return None
    tables = threes + (number - 3 * threes) // 4
    which = (
        "the last table is one of three"
        if threes == 1
        else f"the last {threes} tables are of three"
    )
    says = f"All play: {which}, each for themselves there."
    return Choice(odd="three", tables=tables, threes=threes, says=says)


def _times(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
