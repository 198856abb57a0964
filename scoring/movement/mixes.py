"""All sensible mixes of tables for a number of people, best first, with their reasons.

Foster calls the pack of 32, for six, the standard and seven "an unusual number". At a table of
partners four play, and a fifth and a sixth may belong to it (Leeds & Dwight, laws 12 and 15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

CALL_ACE, PARTNERS, SIX, THREE, TWO = KINDS = ("call-ace", "partners", "six", "three", "two")
SIZES = {CALL_ACE: (4, 5, 6, 7), PARTNERS: (4,), SIX: (6,), THREE: (3,), TWO: (2,)}
FOUR = "four"
"""Four, each for themselves. No mix has them, as any four-handed table may have such rules."""
IN_SIDES = frozenset({PARTNERS, SIX})
"""The kinds at which two sides play, every other seat a partner's."""
MOST, CALL_ACE_MIXES, MOST_PEOPLE = 6, 2, 200
MAY_BELONG = 2
"""How many more than four may belong to a table of partners."""

# What speaks against a mix: for each table that is not listed nothing, and so much for each person
# who waits.
FAULTS = {(CALL_ACE, 4): 1, (CALL_ACE, 7): 1, (SIX, 6): 1, (THREE, 3): 2, (TWO, 2): 3}
WAITS = 2
SMALL = ((1, 0), (2, 0), (3, 0), (0, 1), (1, 1))
"""How many tables of three, and of two, may seat the people that fours leave over."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableOf:
    """A table to be formed, with one of KINDS, or FOUR, and its number of seats."""

    kind: str
    seats: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Mix:
    """The tables to form, and how many must wait."""

    tables: tuple[TableOf, ...]
    waiting: int

    @property
    def key(self) -> str:
        """What a form sends for it: "3c6", "2p4+1c5"."""
        return "+".join(f"{number}{kind[0]}{seats}" for kind, seats, number in self.groups)

    @property
    def groups(self) -> list[tuple[str, int, int]]:
        """Kind, seats and how many there are of such tables."""
        found = Counter((table.kind, table.seats) for table in self.tables)
        return [(kind, seats, number) for (kind, seats), number in found.items()]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of table in it."""
        return tuple(dict.fromkeys(table.kind for table in self.tables))

    @property
    def faults(self) -> int:
        """What speaks against it, added up; a second kind of game counts too."""
        tables = sum(FAULTS.get((table.kind, table.seats), 0) for table in self.tables)
        return tables + WAITS * self.waiting + len(self.kinds) - 1


def kind_of(partners: str, seats: int) -> str:
    """Return the kind of a table by the partners of its rules, "called", "fixed" or "none"."""
    if partners == "none":
        return {3: THREE, 4: FOUR}.get(seats, TWO)
    if partners == "fixed" and seats in SIZES[SIX]:
        return SIX
    return {"called": CALL_ACE, "fixed": PARTNERS}[partners]


def mixes(people: int) -> tuple[Mix, ...]:
    """Return at most six mixes for this number of people, best first. It is empty for fewer than
    two or more than 200."""
    if people > MOST_PEOPLE:
        return ()
    alone = sorted(_call_ace_alone(people), key=_rank)[:CALL_ACE_MIXES]
    others = (
        *_partners_alone(people),
        *_with_call_ace(people),
        *_with_sixes(people),
        *_with_small_tables(people),
    )
    found = {mix.key: mix for mix in sorted((*alone, *others), key=_rank)}
    return tuple(found.values())[:MOST]


def _rank(mix: Mix) -> tuple[int, int, str]:
    return mix.faults, len(mix.tables), mix.key


def _call_ace_alone(people: int) -> Iterator[Mix]:
    yield from (_mix(sizes) for sizes in _even(people, SIZES[CALL_ACE]))


def _partners_alone(people: int) -> Iterator[Mix]:
    fours, left = divmod(people, 4)
    if fours and left <= MAY_BELONG * fours:
        yield _mix((), fours, waiting=left)


def _with_call_ace(people: int) -> Iterator[Mix]:
    """Yield as many fours as there can be beside Call-Ace, and about half of the people at
    either."""
    found = [
        _mix(sizes, fours)
        for fours in range(1, people // 4)
        for sizes in _even(people - 4 * fours, SIZES[CALL_ACE][1:])
    ]
    if found:
        yield min(found, key=lambda mix: (-_fours(mix), _rank(mix)))
        yield min(found, key=lambda mix: (abs(8 * _fours(mix) - people), _rank(mix)))


def _fours(mix: Mix) -> int:
    return sum(table.kind == PARTNERS for table in mix.tables)


def _with_sixes(people: int) -> Iterator[Mix]:
    """Yield mixes with only tables of six in two sides, and with fours and one six for those left
    over."""
    if people and not people % 6:
        yield _mix((), sixes=people // 6)
    fours, left = divmod(people - 6, 4)
    if fours > 0 and not left:
        yield _mix((), fours, sixes=1)


def _with_small_tables(people: int) -> Iterator[Mix]:
    """Yield fours, with the people left over at tables of three or two, so that no one waits."""
    for threes, twos in SMALL:
        fours, left = divmod(people - 3 * threes - 2 * twos, 4)
        if fours >= 0 and not left:
            yield _mix((), fours, threes, twos)


def _even(people: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the people parted as evenly as can be, for every number of tables of these sizes."""
    for tables in range(1, people // sizes[0] + 1):
        least, more = divmod(people, tables)
        if least + (more > 0) <= sizes[-1]:
            yield (least + 1,) * more + (least,) * (tables - more)


def _mix(
    call_ace: Iterable[int],
    fours: int = 0,
    threes: int = 0,
    twos: int = 0,
    *,
    sixes: int = 0,
    waiting: int = 0,
) -> Mix:
    tables = [TableOf(kind=CALL_ACE, seats=seats) for seats in call_ace]
    for kind, number in ((PARTNERS, fours), (SIX, sixes), (THREE, threes), (TWO, twos)):
        tables += [TableOf(kind=kind, seats=SIZES[kind][0])] * number
    return Mix(tables=tuple(tables), waiting=waiting)


# -- A mix of tables in words: what it is called, and what it means for the people.
# ----------------------------------------------------------------------------------------------

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()

CALLED = {
    CALL_ACE: ("Call-Ace table", "of {seats}"),
    PARTNERS: ("four-handed table", ""),
    SIX: ("six-handed table", ""),
    THREE: ("three-handed table", ""),
    TWO: ("two-handed table", ""),
}
MEANS = {
    (CALL_ACE, 4): "Call-Ace with four: 24 cards.",
    (CALL_ACE, 5): "Call-Ace with five: 28 cards.",
    (CALL_ACE, 6): "Call-Ace with six: 32 cards, which Foster calls the standard pack.",
    (
        CALL_ACE,
        7,
    ): "Call-Ace with seven: unusual, says Foster; all 36 cards are dealt but the turned trump.",
    (PARTNERS, 4): "Four-handed: two partners against two, except in Buck Euchre.",
    (SIX, 6): "Six-handed: three partners against three, every other seat a partner’s.",
    (THREE, 3): "Three-handed: each against the other two.",
    (TWO, 2): "Two-handed: one against the other.",
}
# Leeds & Dwight, law 15: who has played most rubbers running goes out; law 12: at most six belong.
WAITING = {
    1: "a table of five belongs together, and each sits out one rubber in five",
    2: "a table of six belongs together, and each sits out one rubber in three",
}


def name_of(mix: Mix) -> str:
    """Return "Three Call-Ace tables of six"; "Three four-handed tables; one waits"."""
    groups = ", ".join(_group(kind, seats, number) for kind, seats, number in mix.groups)
    groups = f"{groups[0].upper()}{groups[1:]}"
    return f"{groups}; {_wait(mix.waiting)}" if mix.waiting else groups


def _wait(number: int) -> str:
    return "one waits" if number == 1 else f"{number_in_words(number)} wait"


def _group(kind: str, seats: int, number: int) -> str:
    what, of = CALLED[kind]
    tables = f"{number_in_words(number)} {what}{'' if number == 1 else 's'}"
    return f"{tables} {of.format(seats=number_in_words(seats))}".strip()


def meaning_of(mix: Mix) -> tuple[str, ...]:
    """Return sentences on the people who wait, for how long, and on each size of table."""
    sizes = (MEANS[kind, seats] for kind, seats, _ in mix.groups)
    return (_who_waits(mix), *sizes)


def _who_waits(mix: Mix) -> str:
    if not mix.waiting:
        return "Everyone plays."
    fours = sum(table.kind == PARTNERS for table in mix.tables)
    most = 1 if mix.waiting <= fours else MAY_BELONG
    who = _wait(mix.waiting)
    return f"{who[0].upper()}{who[1:]} to cut in: {WAITING[most]} (Leeds & Dwight, laws 12 and 15)."


def number_in_words(number: int) -> str:
    """Return a number in words up to twelve, then in figures."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


# -- What the books say of two packs, by the key of a set.
# ----------------------------------------------------------------------------------------------

SEAT_RULES = {
    "call-ace": (
        "Seats are unimportant (Foster, law 1).",
        "With two packs, the player on the left of the eldest hand gathers and shuffles the still "
        "one (Foster).",
    ),
    "club-laws": (
        "Who deals first has the choice of cards, seats and counters, and must abide by it (Leeds "
        "& Dwight, law 11).",
        "Clubs use two packs of different colours; the dealer’s partner collects the cards for "
        "the next deal (Leeds & Dwight, 107 and 25).",
    ),
}
"""Sentences, each with its source."""
