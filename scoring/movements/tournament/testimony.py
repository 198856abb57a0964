"""What several tellings of one table's round come to: a result where they agree, and where not, why
not.

Rulings of ours: a teller's last word stands for his earlier ones; the director's stands over all
others, fact by fact. Two voices that agree confirm a result; partners are one voice, and so is the
pad. What comes when the next round is told adds to a result that stands, and never changes it.
Where nobody may play alone, a lone hand counts only by the director's word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

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
from scoring.movements.tournament.testimony_words import (
    Words,
    afterwards,
    barred_lones,
    objection,
    problems,
)
from scoring.movements.tournament.values import Result, RoundTable

STATES = {
    "nothing": "nobody has told anything",
    "incomplete": "the points of a side are not told",
    "disputed": "two tellings differ: there is no result",
    "contradicted": (
        "told otherwise after the round: what stood before stands till somebody decides"
    ),
    "not played": "the director says that nothing was played: nobody scores",
    "tied": "the points are level, and nobody has told who won: there is no result",
    "barred": "a lone hand waits for the director",
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
    points: Mapping[str, int] = field(default_factory=dict)
    """By side, as far as they are told; of a side of which tellings differ none."""
    problems: tuple[str, ...] = ()
    """Sentences: who said what, the odd one first and his partner beside him; what lacks; who
    objects."""

    barred: str = ""
    """A sentence: of whom a lone hand is told that counts only by the director's word. Empty of
    nobody."""

    @property
    def confirmed(self) -> bool:
        """Whether it needs nobody's word any more."""
        return self.state in ("confirmed", "not played")


def verdict(
    told: Sequence[Testimony],
    seats: Mapping[str, int],
    *,
    needs_winner: bool,
    lones_barred: bool = False,
    names: Mapping[int, str] | None = None,
) -> Verdict:
    """Return what these tellings of the table with these seats come to; withdrawn ones are not
    passed in.

    `lones_barred` says that nobody may play alone there. `names`, by the entrants' numbers, are for
    the problems: they say "No 3" where there is none. What came late never takes a result away that
    stood.
    """
    table, words = RoundTable(no=0, seats=seats), Words(RoundTable(no=0, seats=seats), names or {})
    about = {"needs_winner": needs_winner, "lones_barred": lones_barred}
    told = sorted(told, key=lambda one: one.order)
    now, late = _of(told, table, words, **about), [one for one in told if one.late]
    if not late:
        return now
    heard = [one for one in told if not one.late]
    stood = _of(heard, table, words, **about)
    if stood.result is None:
        return now
    for one in late:
        more = [other for other in told if other in heard or other is one]
        after = _of(more, table, words, **about)
        if _only_adds(stood.result, after.result, known=claims_of(last_words(heard, table), table)):
            heard, stood = more, after
    against = [one for one in last_words(late, table) if one not in heard]
    if not against:
        return stood
    problems = (*(afterwards(words, one) for one in against), *now.problems)
    return replace(stood, state="contradicted", problems=problems)


def _only_adds(before: Result, after: Result | None, *, known: Claims) -> bool:
    """Whether a result is the same as before, but for lone hands of people of whom nothing was
    told."""
    if after is None or replace(after, lones=before.lones) != before:
        return False
    told = [no for no in known if isinstance(no, int)]
    return all(after.lones.get(no, 0) == before.lones.get(no, 0) for no in told)


def _of(
    told: Sequence[Testimony],
    table: RoundTable,
    words: Words,
    *,
    needs_winner: bool,
    lones_barred: bool,
) -> Verdict:
    spoken = last_words(told, table)
    gone = [one for one in spoken if one.not_played]
    if gone:
        points = dict.fromkeys(table.by_side, 0)
        return Verdict(
            state="not played", result=Result(points=points, tie=gone[0].tie, played=False)
        )
    claims = _that_matter(claims_of(spoken, table), table, needs_winner=needs_winner)
    disputed = [fact for fact, said in claims.items() if len({value for _, value in said}) > 1]
    forbidden = _told_of_lones(claims) if lones_barred else ()
    allowed = {fact: said[0][1] for fact, said in claims.items() if fact not in forbidden}
    points = {
        side: allowed[side] for side in table.by_side if side in allowed and side not in disputed
    }
    result = _result(allowed, table)
    objecting = objections(told, table)
    state = _without_result(spoken, disputed, result, needs_winner)
    barred = barred_lones(words, forbidden) if forbidden else ""
    return Verdict(
        state=state or ("barred" if barred else _with_result(spoken, objecting, table)),
        result=None if state else result,
        points=points,
        problems=(
            *problems(words, told, claims, disputed),
            *([barred] if barred else []),
            *(["Points are level, and nobody has told who won."] if state == "tied" else []),
            *(objection(words, one) for one in objecting),
        ),
        barred=barred,
    )


def _that_matter(claims: Claims, table: RoundTable, *, needs_winner: bool) -> Claims:
    """Leave out who won a tie where a tie stays one, and where he is none of those who are level
    for the first place, or where nobody knows whether they are."""
    points = {side: claims[side][0][1] for side in table.by_side if side in claims}
    told = len(points) == len(table.by_side)
    best = [side for side, number in points.items() if number == max(points.values())]
    level = best if told and needs_winner and len(best) > 1 else ()
    ties = [claim for claim in claims.get(TIE, ()) if claim[1] in level]
    return {fact: said for fact, said in claims.items() if fact != TIE} | (
        {TIE: ties} if ties else {}
    )


def _told_of_lones(claims: Claims) -> tuple[int, ...]:
    """Return of whom somebody else than the director tells a lone hand."""
    return tuple(
        fact
        for fact, said in claims.items()
        if isinstance(fact, int) and any(value and one.source != DIRECTOR for one, value in said)
    )


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


def _with_result(
    spoken: Sequence[Testimony], objecting: Sequence[Testimony], table: RoundTable
) -> str:
    if any(one.source == DIRECTOR for one in spoken):
        return "confirmed"
    if objecting:
        return "objected"
    voices = {voice_of(one, table) for one in spoken if one.points}
    return "confirmed" if len(voices) > 1 else "unconfirmed"
