"""A double elimination, where a pair is out once it has lost twice (docs/tournament-format.md).

The bracket follows from its first round. Every match whose pairs are known is played in the next
one, so who wins decides who meets, and never how many rounds there are, but for the final.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from scoring.tournament.pure.draw import draw_of, drawn
from scoring.tournament.pure.formats import ELIMINATION
from scoring.tournament.pure.here import here, next_no
from scoring.tournament.pure.seats import OTHER, SIDES
from scoring.tournament.pure.values import Round, RoundTable, Tournament, round_of
from scoring.tournament.pure.winners import Decided, winners_and_losers

PARTS = UNBEATEN, BEATEN, FINAL, RESET = ("unbeaten", "one defeat", "final", "second final")
"""The parts of a bracket."""
NOBODY = 0
Key = tuple[str, int, int]
"""A part, its round and the place of the match in it, both from 1."""


@dataclass(frozen=True)
class Source:
    """Where a side of a match comes from: a place in the draw, or a match before it."""

    seed: int = 0
    """The place in the draw, from 1."""
    match: Key | None = None
    lost: bool = False
    """Whether it is the loser of that match, and not the winner."""


Sides = tuple[Source, Source]


@cache
def plan_of(size: int) -> dict[Key, Sides]:
    """Return the matches of a bracket for a power of two, each after those it depends on."""
    found: dict[Key, Sides] = {}
    half, rounds = size // 2, size.bit_length() - 1
    for no in range(1, half + 1):
        found[UNBEATEN, 1, no] = Source(seed=no), Source(seed=half + no)
    last: list[Source] = [Source(match=(UNBEATEN, 1, no), lost=True) for no in range(1, half + 1)]
    down = 0
    for turn in range(2, rounds + 1):
        matches = range(1, size // 2**turn + 1)
        for no in matches:
            found[UNBEATEN, turn, no] = _winners((UNBEATEN, turn - 1), no)
        down += 1
        for no, two in enumerate(zip(last[::2], last[1::2], strict=True), start=1):
            found[BEATEN, down, no] = two
        # They come in from the other end, so that two who met meet again as late as possible.
        beaten = [Source(match=(UNBEATEN, turn, no), lost=True) for no in matches][::-1]
        down += 1
        for no, one in enumerate(beaten, start=1):
            found[BEATEN, down, no] = Source(match=(BEATEN, down - 1, no)), one
        last = [Source(match=(BEATEN, down, no)) for no in matches]
    found[FINAL, 1, 1] = Source(match=(UNBEATEN, rounds, 1)), last[0]
    return found


def _winners(before: tuple[str, int], no: int) -> Sides:
    first, other = ((*before, 2 * no - 1), (*before, 2 * no))
    return Source(match=first), Source(match=other)


@dataclass(frozen=True, kw_only=True)
class Match:
    """A match of the bracket."""

    key: Key
    sides: tuple[int | None, int | None]
    """The numbers of the pairs. NOBODY if a side stays empty, and None if it is not known yet."""
    won: int | None = None
    """The pair that goes on, as far as it is known, or NOBODY."""
    round: int | None = None
    """The round it was played in, if it was."""
    table: int | None = None
    points: tuple[int, ...] = ()

    @property
    def lost(self) -> int | None:
        """The pair that lost it, NOBODY, or None while that is not known."""
        if not self.won:
            return self.won
        return self.sides[self.won == self.sides[0]]

    @property
    def ready(self) -> bool:
        """Whether it can be played next."""
        return self.won is None and all(self.sides)

    @property
    def pairs(self) -> list[int]:
        """The pairs that are known."""
        return [pair for pair in self.sides if pair]

    @property
    def is_bye(self) -> bool:
        return NOBODY in self.sides


@dataclass(kw_only=True)
class Bracket:
    """A bracket with its results so far."""

    matches: dict[Key, Match] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    """The round in which a pair was out, by its number."""
    champion: int | None = None
    plan: Mapping[Key, Sides] = field(default_factory=dict)

    @property
    def ready(self) -> list[Match]:
        """The matches to play next, those of the unbeaten first."""
        return [match for match in self.in_order if match.ready]

    @property
    def pairs(self) -> set[int]:
        return {pair for match in self.matches.values() for pair in match.pairs}

    @property
    def in_order(self) -> list[Match]:
        return sorted(
            self.matches.values(), key=lambda one: (PARTS.index(one.key[0]), *one.key[1:])
        )


def size_of(number: int) -> int:
    """Return the next power of two, 2 at least."""
    return max(2, 1 << (number - 1).bit_length())


def rounds_for(number: int, *, reset: bool) -> int:
    """Return how many rounds this number of pairs plays at most."""
    known: dict[Key, tuple[int, int]] = {}
    """By match, the round it is played in and how many sides it has."""
    for key, sources in plan_of(size_of(number)).items():
        after = [_known_after(source, known, number) for source in sources]
        there = [no for no in after if no is not None]
        known[key] = max(there, default=0) + (len(there) == 2), len(there)
    return known[FINAL, 1, 1][0] + reset


def _known_after(source: Source, known: Mapping[Key, tuple[int, int]], number: int) -> int | None:
    """Return the round after which a side is known, or None if it stays empty."""
    if source.match is None:
        return 0 if source.seed <= number else None
    no, sides = known[source.match]
    return no if sides > source.lost else None


def bracket_of(tournament: Tournament) -> Bracket:
    """Return the bracket after the results so far, from its first round on. A pair that has gone
    home loses its matches. Without a round it is empty."""
    found, format = Bracket(), tournament.format
    if not tournament.rounds:
        return found
    stage = format.stage_of(next_no(tournament))
    rounds = [round for round in tournament.rounds if round.no >= stage.start]
    if stage.movement != ELIMINATION or not rounds:
        return found
    order = _order(tournament, rounds[0])
    found = _begun(tournament, order, rounds[0].no)
    for round in rounds:
        _settle(found, order, tournament, round.no)
        for match in found.ready:
            table = next((one for one in round.tables if {*one.entrants} == {*match.sides}), None)
            if table is not None:
                _played(found, match, round.no, table)
    _settle(found, order, tournament, rounds[-1].no + 1)
    return found


def _order(tournament: Tournament, first: Round) -> list[int]:
    """Return the pairs in the order of the draw. Where places of the first round were swapped by
    hand, it is swapped as well."""
    order = draw_order(tournament, first.no, first.everybody)
    tables = sorted(first.tables, key=lambda table: table.no)
    seats = [pair for table in tables for who in table.by_side.values() for pair in who]
    drawn_there = [
        pair for match in _begun(tournament, order, first.no).ready for pair in match.pairs
    ]
    now = dict(zip(drawn_there, seats, strict=False))
    over = sorted(set(order).difference(now.values()))
    waits = [pair for pair in order if pair not in now]
    now |= {pair: pair for pair in waits if pair in over}
    others = iter(sorted(set(over).difference(now.values())))
    return [now[pair] if pair in now else next(others) for pair in order]


def _begun(tournament: Tournament, order: Sequence[int], no: int) -> Bracket:
    """Return the bracket of these pairs before its first round."""
    bracket = Bracket(plan=plan_of(size_of(len(order))))
    _settle(bracket, order, tournament, no)
    return bracket


def draw_order(tournament: Tournament, round: int, people: Iterable[int]) -> list[int]:
    """Return the pairs in the order of the draw for the first round of a bracket. If the stage goes
    on from the round before, its winners come first, by table."""
    order = drawn(tuple(sorted(people)), draw_of(tournament, round))
    if tournament.format.draws(round):
        return order
    (last,) = (one for one in tournament.rounds if one.no == round - 1)
    both = [winners_and_losers(table, head=False) for table in last.tables]
    moved = [pair for part in zip(*both, strict=True) for side in part for pair in side]
    return [*(pair for pair in moved if pair in order), *(one for one in order if one not in moved)]


def _settle(bracket: Bracket, order: Sequence[int], tournament: Tournament, no: int) -> None:
    """Fill in the pairs that are known before a round. Those who lack an opponent go on."""
    for key, sources in bracket.plan.items():
        if key not in bracket.matches or bracket.matches[key].won is None:
            first, other = (_side(bracket, source, order) for source in sources)
            _put(bracket, Match(key=key, sides=(first, other)), tournament, no)
    final = bracket.matches[FINAL, 1, 1]
    again = tournament.format.reset and bool(final.won) and final.won == final.sides[1]
    if again and (RESET, 1, 1) not in bracket.matches:
        bracket.matches[RESET, 1, 1] = Match(key=(RESET, 1, 1), sides=final.sides)
    last = bracket.matches.get((RESET, 1, 1), final)
    if last.ready and last is not final:
        _put(bracket, last, tournament, no)
        last = bracket.matches[last.key]
    bracket.champion = last.won
    if last.lost and last.round:
        bracket.left.setdefault(last.lost, last.round)


def _put(bracket: Bracket, match: Match, tournament: Tournament, no: int) -> None:
    """Store a match. If one of its pairs is not there, the other wins it without play."""
    if None not in match.sides:
        there = [one for one in match.sides if one and tournament.entrant(one).plays_in(no)]
        sides = [one for one in match.sides if one]
        if len(sides) < 2:
            match = replace(match, won=sides[0] if sides else NOBODY)
        elif len(there) < 2:
            match = replace(match, won=there[0] if there else NOBODY)
            out = match.key[0] != UNBEATEN or not there
            gone = [one for one in sides if one not in there]
            bracket.left |= dict.fromkeys(gone if out else (), no)
    bracket.matches[match.key] = match


def _side(bracket: Bracket, source: Source, order: Sequence[int]) -> int | None:
    if source.match is None:
        return order[source.seed - 1] if source.seed <= len(order) else NOBODY
    match = bracket.matches[source.match]
    return match.lost if source.lost else match.won


def _played(bracket: Bracket, match: Match, no: int, table: RoundTable) -> None:
    by_side = {who[0]: side for side, who in table.by_side.items()}
    scored = table.result.points if table.result and table.result.played else {}
    points = tuple(scored[by_side[one]] for one in match.sides if one) if scored else ()
    won = goes_on(table)
    match = replace(match, round=no, table=table.no, points=points, won=won)
    bracket.matches[match.key] = match
    if match.key[0] == BEATEN and match.lost:
        bracket.left[match.lost] = no


def goes_on(table: RoundTable) -> int | None:
    """Return the pair that wins a table, or None while that is not known."""
    result = table.result
    if result is None:
        return None
    best = max(result.points.values())
    first = [side for side, scored in result.points.items() if scored == best]
    side = OTHER.get(result.forfeit or "") or (first[0] if len(first) == 1 else result.tie)
    return table.by_side[side][0] if side else None


def elimination_round(tournament: Tournament) -> Round:
    """Return the next round. All others wait or are out. Raise NotYet after the final, and if a
    table is tied."""
    no = next_no(tournament)
    people = here(tournament, no)
    if tournament.format.stage_of(no).start == no:
        bracket = _begun(tournament, draw_order(tournament, no, people), no)
    else:
        for table in tournament.rounds[-1].tables:
            winners_and_losers(table, head=False)
        bracket = bracket_of(tournament)
    if not bracket.ready:
        raise Decided(_over(tournament, bracket))
    tables = [dict(zip(SIDES, match.pairs, strict=True)) for match in bracket.ready]
    playing = {pair for match in bracket.ready for pair in match.pairs}
    return round_of(no, tables, [pair for pair in people if pair not in playing])


def _over(tournament: Tournament, bracket: Bracket) -> str:
    if not bracket.champion:
        return "No pair is left to play."
    return f"{tournament.entrant(bracket.champion).name} won the final. There is no other round."
