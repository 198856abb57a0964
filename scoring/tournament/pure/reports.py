"""Combine several reports on one table's round into a result if they agree, and otherwise explain
the dispute.

Our rulings: A later report replaces an earlier one of the same reporter. The director's replaces
all others, fact by fact. Two voices that agree confirm a result. Partners are one voice, and so is
the pad. An impossible total becomes a result once a second voice or the director reports the same.
The pad's hands are facts, and always give a result. A report after the next round is published may
add to a result, but never changes it. Where lone hands are barred, they count only if the director
says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.euchre.wording import listed
from scoring.tournament.pure.formats import FORFEIT
from scoring.tournament.pure.impossible import Reach, impossible
from scoring.tournament.pure.values import Result, RoundTable, forfeited

# -- Reports on one table's round, by reporter and by fact.
# ----------------------------------------------------------------------------------------------

DIRECTOR = "director"
TIE = "tie"


@dataclass(frozen=True, kw_only=True)
class Testimony:
    """A report on a table's round, complete or partial, or an objection to the current result.

    To confirm means to report the same. Without points, lone hands and a tie a report is empty.
    """

    source: str
    """ "hands" (the pad), "table" (totals), "card" (a tally card) or "director"."""
    side: str = ""
    """The side that says so, if one does."""
    entrant: int | None = None
    """The owner of the tally card."""
    points: Mapping[str, int] = field(default_factory=dict)
    """The points by side, or at a table of three by seat. Some may be missing."""
    lones: Mapping[int, int] = field(default_factory=dict)
    """Lone hands that took every trick, by the entrant's number."""
    euchres: Mapping[int, int] = field(default_factory=dict)
    """Hands in which they were euchred as makers, by the entrant's number."""
    tried: Mapping[int, int] = field(default_factory=dict)
    """Hands that they played alone, by the entrant's number."""
    tie: str | None = None
    objects: bool = False
    """From the director it means that the round was not played there. `tie` is then the side that
    moves as if it had won."""
    forfeit: str | None = None
    """The side that forfeits. Only the director says so."""
    late: bool = False
    """Whether it came after the next round was published, and not from the director."""
    why: str = ""
    order: int = 0
    """The order of reports. Of two by one reporter, the higher is the later."""

    @property
    def says_something(self) -> bool:
        """Whether it has any fact of the result."""
        return bool(self.points or self.lones or self.tie or self.rules)

    @property
    def not_played(self) -> bool:
        """Whether the director says that the round was not played."""
        return self.objects and self.source == DIRECTOR

    @property
    def rules(self) -> bool:
        """Whether the director decides a table without its cards."""
        return self.not_played or self.forfeit is not None

    @property
    def speaker(self) -> tuple[str, str, int | None]:
        return (
            self.source,
            *(("", None) if self.source == DIRECTOR else (self.side, self.entrant)),
        )


Fact = str | int
"""A side (its points), TIE (who won it), or the number of an entrant (their lone hands)."""
Claims = dict[Fact, list[tuple[Testimony, int | str]]]
"""The reports on each fact, with their values."""


def voice_of(testimony: Testimony, table: RoundTable) -> str:
    """Return the side that reports, as partners are one voice. It is "" for the pad, and for totals
    of no side."""
    if testimony.entrant in table.entrants:
        return table.side_of(testimony.entrant)
    return testimony.side


def is_strange(testimony: Testimony, table: RoundTable) -> bool:
    """Return whether it is a card of an entrant who did not sit here."""
    return testimony.source == "card" and testimony.entrant not in table.entrants


def last_words(testimonies: Iterable[Testimony], table: RoundTable) -> list[Testimony]:
    """Return the last report of each reporter. The reports must be in order."""
    spoken = {
        one.speaker: one for one in testimonies if one.says_something and not is_strange(one, table)
    }
    return sorted(spoken.values(), key=lambda one: one.order)


def objections(testimonies: Sequence[Testimony], table: RoundTable) -> list[Testimony]:
    """Return the open objections, after which neither the same side nor the director reported."""
    standing: dict[str, Testimony] = {}
    for one in testimonies:
        if one.objects and not one.not_played:
            standing[voice_of(one, table)] = one
        elif one.source == DIRECTOR:
            standing.clear()
        elif one.says_something:
            standing.pop(voice_of(one, table), None)
    return list(standing.values())


def claims_of(spoken: Iterable[Testimony], table: RoundTable) -> Claims:
    """Return the reports on each fact. If the director reports a fact, only that counts."""
    claims: Claims = {}
    for one in spoken:
        for fact, value in _facts(one, table).items():
            claims.setdefault(fact, []).append((one, value))
    return {
        fact: [claim for claim in said if claim[0].source == DIRECTOR] or said
        for fact, said in claims.items()
    }


def _facts(testimony: Testimony, table: RoundTable) -> dict[Fact, int | str]:
    points = {side: testimony.points[side] for side in table.by_side if side in testimony.points}
    tie = {TIE: testimony.tie} if testimony.tie in table.by_side else {}
    return points | tie | _lones(testimony, table)


def _lones(testimony: Testimony, table: RoundTable) -> dict[int, int]:
    """Return the lone hands in a report. The pad has those of all players, a card those of its
    owner, and totals those of the players named."""
    if testimony.source == "hands":
        return {no: testimony.lones.get(no, 0) for no in table.entrants}
    if testimony.source == "card":
        return {testimony.entrant: testimony.lones.get(testimony.entrant, 0)}
    return {no: testimony.lones[no] for no in table.entrants if no in testimony.lones}


# -- Problems with the reports on a table, in sentences for the director who corrects them.
# ----------------------------------------------------------------------------------------------

CALLED = {"hands": "the pad", "director": "the director"}


@dataclass(frozen=True)
class Words:
    """A table and the names of its people."""

    table: RoundTable
    names: Mapping[int, str]

    def name(self, no: int | None) -> str:
        return self.names.get(no, f"No {no}")

    def side(self, side: str) -> str:
        """Return "Ann and Cat"."""
        return listed([*map(self.name, self.table.by_side.get(side, ()))]) or "somebody"

    def person(self, testimony: Testimony) -> str:
        """Return "Cat" or "Ann and Cat". It is "" if the reporter is unknown."""
        if testimony.entrant is not None:
            return self.name(testimony.entrant)
        return self.side(testimony.side) if testimony.side in self.table.by_side else ""

    def speaker(self, testimony: Testimony) -> str:
        """Return "Cat's card", "Ann and Cat", "the pad"."""
        if testimony.source == "card" and testimony.entrant is not None:
            return f"{self.person(testimony)}'s card"
        return CALLED.get(testimony.source) or self.person(testimony) or "the table"

    def fact(self, fact: Fact) -> str:
        if fact == TIE:
            return "Who won the tie"
        return f"{'Points' if isinstance(fact, str) else 'Lone hands'} of {self.whose(fact)}"

    def whose(self, fact: Fact) -> str:
        return self.side(fact) if isinstance(fact, str) else self.name(fact)

    def value(self, fact: Fact, value: int | str) -> str:
        return self.side(value) if fact == TIE else str(value)


def problems(
    words: Words, testimonies: Sequence[Testimony], claims: Claims, disputed: Sequence[Fact]
) -> tuple[str, ...]:
    """Return sentences on cards that do not count, on missing facts, and on reports that differ."""
    strangers = (one for one in testimonies if is_strange(one, words.table))
    missing = (side for side in words.table.by_side if claims and side not in claims)
    return (
        *(
            f"{words.speaker(one)} does not count, because its owner did not sit here."
            for one in strangers
        ),
        *(f"No points entered for {words.side(side)}." for side in missing),
        *(dispute(words, fact, claims[fact]) for fact in disputed),
    )


def objection(words: Words, testimony: Testimony) -> str:
    """Return a sentence such as "Ben and Dot dispute this: we had nine." """
    who = words.person(testimony) or "One side"
    verb = "dispute this" if " and " in who else "disputes this"
    why = f": {testimony.why.strip()}" if testimony.why.strip() else ""
    return f"{who} {verb}{why}".rstrip(".") + "."


def afterwards(words: Words, testimony: Testimony) -> str:
    """Return a sentence such as "After the round Cat's card said: Ann and Cat 6." """
    said = [f"{words.side(side)} {points}" for side, points in testimony.points.items()]
    said += [f"{words.fact(TIE).lower()}: {words.side(testimony.tie)}"] if testimony.tie else []
    said += [f"{times} alone by {words.name(no)}" for no, times in testimony.lones.items() if times]
    return f"After the round {words.speaker(testimony)} said: {', '.join(said) or 'nothing'}."


def barred_lones(words: Words, of: Sequence[int]) -> str:
    """Return a sentence on barred lone hands, which says that those of Ann count only if the
    director says so."""
    who = " and ".join(map(words.name, of))
    return f"Lone hands aren’t allowed here. Those of {who} count only if the director says so."


def dispute(words: Words, fact: Fact, said: list[tuple[Testimony, int | str]]) -> str:
    """Return a sentence such as "Points of Ann and Cat: Cat's card says 7, partner Ann's 8, the pad
    8." or "Points of Ann and Cat: they say 7 themselves, Ben and Dot say 5." """
    first, *others = sorted(
        odd_first(said, words.table), key=lambda claim: not _of_themselves(words, fact, claim[0])
    )
    parts = [
        _by_a_side(words, fact, *first)
        or f"{words.speaker(first[0])} says {words.value(fact, first[1])}"
    ]
    parts += [
        _by_a_side(words, fact, *claim)
        or f"{_other(words, first[0], claim[0])} {words.value(fact, claim[1])}"
        for claim in others
    ]
    return f"{words.fact(fact)}: {', '.join(parts)}."


def _by_a_side(words: Words, fact: Fact, testimony: Testimony, value: int | str) -> str:
    """Return the words on a side's own report, "they say 7 themselves". It is "" for another
    reporter."""
    who = words.person(testimony)
    if testimony.source != "table" or testimony.entrant is not None or " and " not in who:
        return ""
    if fact == TIE:
        return f"{who} say {'they did' if value == testimony.side else f'{words.side(value)} did'}"
    return (
        f"they say {value} themselves"
        if _of_themselves(words, fact, testimony)
        else f"{who} say {value}"
    )


def _of_themselves(words: Words, fact: Fact, testimony: Testimony) -> bool:
    """Return whether partners report their own points. They come first, and are not named again."""
    return testimony.source == "table" and testimony.entrant is None and testimony.side == fact


def odd_first(said: list[tuple[Testimony, int | str]], table: RoundTable) -> list:
    """Return the reports with the odd one out first, then its partner's, then the others in
    order."""
    times = Counter(value for _, value in said)
    odd = min(said, key=lambda claim: times[claim[1]])
    others = [claim for claim in said if claim is not odd]
    return [odd, *sorted(others, key=lambda claim: not _partners(odd[0], claim[0], table))]


def _partners(one: Testimony, other: Testimony, table: RoundTable) -> bool:
    """Whether these are the cards of two partners."""
    cards = one.source == other.source == "card"
    return cards and voice_of(one, table) == voice_of(other, table)


def _other(words: Words, first: Testimony, testimony: Testimony) -> str:
    if _partners(first, testimony, words.table):
        return f"partner {words.name(testimony.entrant)}'s"
    return words.speaker(testimony)


STATES = {
    "nothing": "no score entered yet",
    "incomplete": "one side has no points yet",
    "disputed": "the scores differ, so there is no result",
    "contradicted": (
        "a new score came after the round; the earlier one counts until the director decides"
    ),
    "not played": "the director marked it as not played, so no points count",
    "forfeited": "won by forfeit, so no hand counts",
    "tied": "tied, and the winner is not entered, so there is no result",
    "impossible": (
        "impossible points from one side; no result until the others or the director confirm"
    ),
    "barred": "the director must decide on a lone hand",
    "unconfirmed": "entered by one side",
    "objected": "one side disputes the score",
    "confirmed": "confirmed by both sides or the director",
}


UNDECIDED = "Points are tied. Enter who won."
"""The problem of a tied table, which its state also shows."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The outcome of the reports on a table."""

    state: str
    """One of STATES."""
    result: Result | None = None
    points: Mapping[str, int] = field(default_factory=dict)
    """Known points by side. A side with contradicting reports is left out."""
    counted: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """Known hands by number, by their key in a Result ("lones", "euchres", "tried"), also while
    there is no result. Players with contradicting reports are left out."""
    problems: tuple[str, ...] = ()
    """Sentences on contradictions (the odd one first, with its partner), missing facts and
    objections."""

    barred: str = ""
    """A sentence on lone hands that count only if the director says so, or ""."""

    @property
    def confirmed(self) -> bool:
        """Whether it needs no further report."""
        return self.state in ("confirmed", "not played", "forfeited")


def verdict(
    testimonies: Sequence[Testimony],
    seats: Mapping[str, int],
    *,
    alone: bool = False,
    needs_winner: bool,
    lones_barred: bool = False,
    reach: Reach | None = None,
    forfeit_points: tuple[int, int] = FORFEIT,
    names: Mapping[int, str] | None = None,
) -> Verdict:
    """Return the outcome of these reports on the table with these seats. Leave out withdrawn ones.
    `alone` says that each plays for themselves there.

    `lones_barred` says that lone hands are barred there. `reach` has the limits of the points, or
    None for any. `forfeit_points` are those won and lost by a forfeit. `names`, by the entrants'
    numbers, are for the problems, which say "No 3" without a name. A late report never removes an
    existing result.
    """
    table = RoundTable(no=0, seats=seats, alone=alone)
    words = Words(table, names or {})
    about = {
        "needs_winner": needs_winner,
        "lones_barred": lones_barred,
        "reach": reach,
        "forfeit_points": forfeit_points,
    }
    testimonies = sorted(testimonies, key=lambda one: one.order)
    now, late = _of(testimonies, table, words, **about), [one for one in testimonies if one.late]
    if not late:
        return now
    heard = [one for one in testimonies if not one.late]
    stood = _of(heard, table, words, **about)
    if stood.result is None:
        return now
    for one in late:
        more = [other for other in testimonies if other in heard or other is one]
        after = _of(more, table, words, **about)
        if _only_adds(stood.result, after.result, known=claims_of(last_words(heard, table), table)):
            heard, stood = more, after
    against = [one for one in last_words(late, table) if one not in heard]
    if not against:
        return stood
    problems = (*(afterwards(words, one) for one in against), *now.problems)
    return replace(stood, state="contradicted", problems=problems)


def _only_adds(before: Result, after: Result | None, *, known: Claims) -> bool:
    """Return whether a result is the same as before, except for lone hands of people without a
    report."""
    if after is None:
        return False
    counted = {"lones": before.lones, "euchres": before.euchres, "tried": before.tried}
    if replace(after, **counted) != before:
        return False
    lones = [no for no in known if isinstance(no, int)]
    return all(after.lones.get(no, 0) == before.lones.get(no, 0) for no in lones)


def _of(
    testimonies: Sequence[Testimony],
    table: RoundTable,
    words: Words,
    *,
    needs_winner: bool,
    lones_barred: bool,
    reach: Reach | None,
    forfeit_points: tuple[int, int],
) -> Verdict:
    spoken = last_words(testimonies, table)
    for one in spoken:
        if one.forfeit is not None:
            result = forfeited(one.forfeit, forfeit_points)
            return Verdict(state="forfeited", result=result, points=result.points)
        if one.not_played:
            points = dict.fromkeys(table.by_side, 0)
            return Verdict(
                state="not played", result=Result(points=points, tie=one.tie, played=False)
            )
    claims = _that_matter(claims_of(spoken, table), table, needs_winner=needs_winner)
    disputed = [fact for fact, said in claims.items() if len({value for _, value in said}) > 1]
    forbidden = _lones_claimed(claims) if lones_barred else ()
    allowed = {fact: said[0][1] for fact, said in claims.items() if fact not in forbidden}
    points = {
        side: allowed[side] for side in table.by_side if side in allowed and side not in disputed
    }
    lones = {no: allowed[no] for no in table.entrants if no not in disputed and allowed.get(no)}
    counted = {"lones": lones} | {key: _for_pots(spoken, key) for key in ("euchres", "tried")}
    result = _result(allowed, counted, table)
    objecting = objections(testimonies, table)
    state = _without_result(spoken, disputed, result, needs_winner)
    if not state and reach is not None and _cannot_be(spoken, result, table, reach):
        state = "impossible"
    barred = barred_lones(words, forbidden) if forbidden else ""
    return Verdict(
        state=state or ("barred" if barred else _with_result(spoken, objecting, table)),
        result=None if state else result,
        points=points,
        counted=counted,
        problems=(
            *problems(words, testimonies, claims, disputed),
            *([barred] if barred else []),
            *([UNDECIDED] if state == "tied" else []),
            *(objection(words, one) for one in objecting),
        ),
        barred=barred,
    )


def _that_matter(claims: Claims, table: RoundTable, *, needs_winner: bool) -> Claims:
    """Leave out winners of a tie if a tie may remain, if they do not tie for first place, or if
    that is unknown."""
    points = {side: claims[side][0][1] for side in table.by_side if side in claims}
    complete = len(points) == len(table.by_side)
    best = [side for side, number in points.items() if number == max(points.values())]
    level = best if complete and needs_winner and len(best) > 1 else ()
    ties = [claim for claim in claims.get(TIE, ()) if claim[1] in level]
    return {fact: said for fact, said in claims.items() if fact != TIE} | (
        {TIE: ties} if ties else {}
    )


def _lones_claimed(claims: Claims) -> tuple[int, ...]:
    """Return the players with a lone hand in a report that is not the director's."""
    return tuple(
        fact
        for fact, said in claims.items()
        if isinstance(fact, int) and any(value and one.source != DIRECTOR for one, value in said)
    )


def _result(
    known: Mapping[Fact, int | str], counted: Mapping[str, Mapping[int, int]], table: RoundTable
) -> Result | None:
    points = {side: known[side] for side in table.by_side if side in known}
    if len(points) < len(table.by_side):
        return None
    return Result(points=points, tie=known.get(TIE), **counted)


def _for_pots(spoken: Sequence[Testimony], key: str) -> Mapping[int, int]:
    """Return the euchres or the lone hands tried. The director's count, or else the latest
    report's that has any."""
    said = sorted(spoken, key=lambda one: one.source == DIRECTOR)
    found = next((found for one in reversed(said) if (found := getattr(one, key))), {})
    return {no: times for no, times in found.items() if times}


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
    return "confirmed" if len(_voices(spoken, table)) > 1 else "unconfirmed"


def _voices(spoken: Sequence[Testimony], table: RoundTable) -> set[str]:
    return {voice_of(one, table) for one in spoken if one.points}


def _cannot_be(
    spoken: Sequence[Testimony], result: Result, table: RoundTable, reach: Reach
) -> bool:
    """Return whether a single voice reports a total that the hands of a round can't bring."""
    sources = {one.source for one in spoken if one.points}
    if {DIRECTOR, "hands"} & sources or len(_voices(spoken, table)) > 1:
        return False
    made = {side: sum(result.lones.get(no, 0) for no in who) for side, who in table.by_side.items()}
    return any(impossible(result.points, made, reach))
