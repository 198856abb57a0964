"""A mix of tables in words: what it is called, and what it means for the people."""

from __future__ import annotations

from scoring.movements.mixes import CALL_ACE, MAY_BELONG, PARTNERS, THREE, TWO, Mix

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()

CALLED = {
    CALL_ACE: ("Call-Ace table", "of {seats}"),
    PARTNERS: ("four-handed table", ""),
    THREE: ("three-handed table", ""),
    TWO: ("two-handed table", ""),
}
MEANS = {
    (CALL_ACE, 4): "Call-Ace with four: 24 cards, the smallest pack.",
    (CALL_ACE, 5): "Call-Ace with five: 28 cards.",
    (CALL_ACE, 6): "Call-Ace with six: 32 cards, which Foster calls the standard pack.",
    (
        CALL_ACE,
        7,
    ): "Call-Ace with seven: unusual, says Foster; all 36 cards are dealt but the turned trump.",
    (PARTNERS, 4): "Four-handed: two partners against two.",
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
    told = ", ".join(_group(kind, seats, number) for kind, seats, number in mix.groups)
    told = f"{told[0].upper()}{told[1:]}"
    return f"{told}; {_wait(mix.waiting)}" if mix.waiting else told


def _wait(number: int) -> str:
    return "one waits" if number == 1 else f"{number_told(number)} wait"


def _group(kind: str, seats: int, number: int) -> str:
    what, of = CALLED[kind]
    tables = f"{number_told(number)} {what}{'' if number == 1 else 's'}"
    return f"{tables} {of.format(seats=number_told(seats))}".strip()


def meaning_of(mix: Mix) -> tuple[str, ...]:
    """Return sentences: who waits and how long, what each size of table means."""
    sizes = (MEANS[kind, seats] for kind, seats, _ in mix.groups)
    return (_who_waits(mix), *sizes)


def _who_waits(mix: Mix) -> str:
    if not mix.waiting:
        return "Everybody plays."
    fours = sum(table.kind == PARTNERS for table in mix.tables)
    most = 1 if mix.waiting <= fours else MAY_BELONG
    who = _wait(mix.waiting)
    return f"{who[0].upper()}{who[1:]} to cut in: {WAITING[most]} (Leeds & Dwight, laws 12 and 15)."


def number_told(number: int) -> str:
    """Return a number in words up to twelve, then in figures."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
