"""What several tellings of one table's round come to: a result where they agree, and where not, why not.

Rulings of ours: a teller's last word stands for his earlier ones; the director's stands over all others, fact
by fact. Two voices that agree confirm a result; partners are one voice, and so is the pad.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.movements.tournament.tellings import (
    DIRECTOR,
    TIE,
    Claims,
    Fact,
    Testimony,
    claims_of,
    last_words,
    objections,
    voice_of,
)
from scoring.movements.tournament.testimony_words import Words, objection, problems
from scoring.movements.tournament.values import Result, RoundTable

STATES = {
    "nothing": "nobody has told anything",
    "incomplete": "the points of a side are not told",
    "disputed": "two tellings differ: there is no result",
    "tied": "the points are level, and nobody has told who won: there is no result",
    "unconfirmed": "told by one voice",
    "objected": "somebody objects to what was told",
    "confirmed": "told by two voices, or by the director",
}


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the tellings of a table come to."""

    state: str
    """One of STATES."""
    result: Result | None = None
    problems: tuple[str, ...] = ()
    """Sentences: who said what, the odd one first and his partner beside him; what lacks; who objects."""

    @property
    def confirmed(self) -> bool:
        """Whether it needs nobody's word any more."""
        return self.state == "confirmed"


def verdict(
    told: Sequence[Testimony],
    seats: Mapping[str, int],
    *,
    needs_winner: bool,
    names: Mapping[int, str] | None = None,
) -> Verdict:
    """Return what these tellings of the table with these seats come to; withdrawn ones are not passed in.

    `names`, by the entrants' numbers, are for the problems: they say "No 3" where there is none.
    """
    table = RoundTable(no=0, seats=seats)
    told = sorted(told, key=lambda one: one.order)
    spoken = last_words(told, table)
    claims = _that_matter(claims_of(spoken, table), table, needs_winner=needs_winner)
    disputed = [fact for fact, said in claims.items() if len({value for _, value in said}) > 1]
    result = _result({fact: said[0][1] for fact, said in claims.items()}, table)
    objecting = objections(told, table)
    state = _without_result(spoken, disputed, result, needs_winner)
    words = Words(table, names or {})
    return Verdict(
        state=state or _with_result(spoken, objecting, table),
        result=None if state else result,
        problems=(
            *problems(words, told, claims, disputed),
            *(["Points are level, and nobody has told who won."] if state == "tied" else []),
            *(objection(words, one) for one in objecting),
        ),
    )


def _that_matter(claims: Claims, table: RoundTable, *, needs_winner: bool) -> Claims:
    """Leave out who won a tie where a tie stays one, and where he is none of those who are level for the
    first place, or where nobody knows whether they are."""
    points = {side: claims[side][0][1] for side in table.by_side if side in claims}
    told = len(points) == len(table.by_side)
    best = [side for side, number in points.items() if number == max(points.values())]
    level = best if told and needs_winner and len(best) > 1 else ()
    ties = [claim for claim in claims.get(TIE, ()) if claim[1] in level]
    return {fact: said for fact, said in claims.items() if fact != TIE} | ({TIE: ties} if ties else {})


def _result(known: Mapping[Fact, int | str], table: RoundTable) -> Result | None:
    points = {side: known[side] for side in table.by_side if side in known}
    if len(points) < len(table.by_side):
        return None
    lones = {no: known[no] for no in table.entrants if known.get(no)}
    return Result(points=points, lones=lones, tie=known.get(TIE))


def _without_result(
    spoken: Sequence[Testimony], disputed: Sequence[Fact], result: Result | None, needs_winner: bool
) -> str:
    if not spoken:
        return "nothing"
    if disputed:
        return "disputed"
    if result is None:
        return "incomplete"
    level = list(result.points.values()).count(max(result.points.values())) > 1
    return "tied" if needs_winner and level and result.tie is None else ""


def _with_result(spoken: Sequence[Testimony], objecting: Sequence[Testimony], table: RoundTable) -> str:
    if any(one.source == DIRECTOR for one in spoken):
        return "confirmed"
    if objecting:
        return "objected"
    voices = {voice_of(one, table) for one in spoken if one.points}
    return "confirmed" if len(voices) > 1 else "unconfirmed"
