"""How long an evening takes by a format, and what its fees pay, in a line."""

from __future__ import annotations

from scoring.models.entry_fees import EntryFees
from scoring.movements.tournament.formats import Format
from scoring.movements.tournament.length import how_long, told, told_for_each
from scoring.movements.tournament.odd import ghosts_needed, sizes
from scoring.rules.money import written
from scoring.rules.wording import listed


def evening_told(format: Format, number: int, currency: str, fees: EntryFees | None = None) -> str:
    """Return it for so many entrants (no ghosts) who bring these `fees`, or that of the format
    each; while there are none, how long the rounds take, and what each pays."""

    def in_words(minor: int) -> str:
        return written(minor, currency)

    ghosts = ghosts_needed(number, format) if format.odd == "ghost" else 0
    tables = len(sizes(number + ghosts, format))
    if not tables:
        length = how_long(format, 2)
        money = told_for_each(format, written=in_words)
        return f"{listed(length.parts)}: about {length.about}{f'; {money}' if money else ''}."
    if fees is not None:
        return told(format, tables=tables, people=fees.people, fees=fees.all, written=in_words)
    people = number * (2 if format.pairs else 1)
    return told(format, tables=tables, people=people, written=in_words)
