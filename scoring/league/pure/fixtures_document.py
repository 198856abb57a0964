"""euchre-fixtures/1: the fixtures of a season as a document, and as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from scoring.common import schema
from scoring.league.pure.fixture_search import CLOSE
from scoring.league.pure.fixtures import Fixtures, Wishes

FORMAT = "euchre-fixtures/1"


def document(found: Fixtures) -> dict:
    """Return the fixtures as docs/league-format.md has them."""
    soft = schema.plain(found.wishes)
    del soft["near"]
    return {"format": FORMAT, "rounds": schema.plain(found.nights), "soft": soft}


def lines(found: Fixtures) -> Iterator[str]:
    """Yield the lines of a season for people, with every night, then how far the wishes are met."""
    for day, nights in groupby(found.nights, key=lambda night: night.date):
        yield f"{day:%A} {day.isoformat()}"
        for night in nights:
            yield f"  {night.division or 'Round'} {night.no}".rstrip()
            for match in night.matches:
                at = f"  ({match.venue})" if match.venue else ""
                yield f"    {match.home} - {match.away}{at}"
            if night.bye:
                yield f"    Bye: {', '.join(night.bye)}"
    yield ""
    yield from in_words(found.wishes)


def in_words(wishes: Wishes) -> Iterator[str]:
    """Yield how far the wishes are met, a sentence each."""
    if wishes.breaks == wishes.least:
        least = ", the fewest there can be."
    elif wishes.breaks < wishes.least:
        least = f". Fewer is better: without idle nights there would be {wishes.least} at least."
    else:
        least = f". Fewer is better: {wishes.least} is the fewest without idle nights."
    yield f"Breaks, a team twice running at home or away: {wishes.breaks}{least}"
    fewest, most = wishes.byes
    if most:
        byes = f"{fewest if fewest == most else f'{fewest} to {most}'}"
        yield f"Idle nights, on which a team does not play though others do: {byes} a team."
    if wishes.returns is not None:
        yield _of_returns(wishes)


def _of_returns(wishes: Wishes) -> str:
    soonest = wishes.returns
    if not wishes.near:
        return (
            f"Return matches: no two teams meet again sooner than {soonest} league nights after "
            "their first match."
        )
    many = "1 is" if wishes.near == 1 else f"{wishes.near} are"
    when = "on the very next league night" if soonest == 1 else f"{soonest} league nights later"
    return (
        f"Return matches: {many} within {CLOSE} league nights of the first, the soonest {when}. "
        "More free nights keep them further apart."
    )
