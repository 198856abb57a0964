"""The standings of a tournament, with a ranked row for each entrant."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from scoring.euchre.wording import place_as_text
from scoring.tournament.pure.bracket import Bracket, bracket_of
from scoring.tournament.pure.formats import COLUMNS
from scoring.tournament.pure.here import next_no
from scoring.tournament.pure.tally import GOLD, GREEN, RED, EntrantRound, Lines, rows_by_round
from scoring.tournament.pure.values import Adjustment, Carried, Entrant, Tournament, points, signed


@dataclass(frozen=True, kw_only=True)
class StandingsRow:
    """An entrant's standing. Equal in everything that ranks is equal in rank: 1, 2, 2, 4."""

    rank: int = 0
    shared: bool = False
    """Whether another entrant has the same rank."""
    no: int
    name: str
    group: str = ""
    points: int = 0
    """The points of their sides, for sitting out, of forfeits, beside the cards, and carried in.
    The other figures include carried ones too, except red and green stars and rounds."""
    won: int = 0
    lones: int = 0
    gold: int = 0
    red: int = 0
    green: int = 0
    rounds: int = 0
    """The number of rounds that they played."""
    idle: int = 0
    """Rounds that were not played at their table, or were forfeited."""
    sat_out: int = 0
    given: int = 0
    """The points for sitting out, and of forfeits."""
    handicap: int = 0
    """The points of their handicap, for the rounds they played."""
    adjustments: tuple[Adjustment, ...] = ()
    """What they were given beside the cards. It is in the points and the games won."""
    behind: int = 0
    """The points that they have less than their sides, for the lone hands of their partners."""
    met: tuple[int, int] = (0, 0)
    """Games won and points at the tables where they played against those tied with them, if that
    ranks. Nothing beside the cards is in it."""
    stayed: int = 0
    """The round in which they left a double elimination. While they are in, and for the winner, it
    is the next one."""
    stands: str = ""
    """ "winner" or "still in" in a double elimination."""
    carried: Carried = Carried()
    decided_by: str = ""
    """The criterion that puts them before the next one, such as "points". It is "" for ties and for
    the last."""

    @property
    def place(self) -> str:
        """The rank in figures, "=3" where others share it."""
        return place_as_text(self.rank, shared=self.shared)

    @property
    def beside(self) -> int:
        """The points beside the cards, by their handicap and by adjustments."""
        return self.handicap + sum(one.points for one in self.adjustments)

    @property
    def average(self) -> Fraction:
        """The average points in a round that they played."""
        beside = self.given + self.beside + self.carried.beside
        return Fraction(self.points - beside, max(self.rounds + self.carried.rounds, 1))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons for figures that are not from the cards, such as "+24 points by handicap" and
        "−2 points in round 4: late"."""
        figures = (
            (self.handicap, "by handicap"),
            (-self.behind, "for lone hands of partners"),
        )
        said = (f"{signed(number)} {points(number)} {why}" for number, why in figures if number)
        return (*said, *(one.as_text for one in self.adjustments))

    def written(self, criterion: str) -> str:
        """Return a figure for display, whole or with two decimals, rounded half up. Head to head is
        games won and points, such as "1 (9)"."""
        if criterion == "met":
            won, points = self.met
            return f"{won} ({points})".replace("-", "\N{MINUS SIGN}")
        if criterion == "stayed" and self.stands:
            return self.stands
        value = getattr(self, criterion)
        whole, rest = divmod((200 * abs(value) + 1) // 2, 100)
        decimals = f".{rest:02}" if isinstance(value, Fraction) else ""
        sign = "\N{MINUS SIGN}" if value < 0 and (whole or rest) else ""
        return f"{sign}{whole}{decimals}"


def standings(tournament: Tournament, lines: Lines | None = None) -> tuple[StandingsRow, ...]:
    """Return a row for each entrant except ghosts, by rank, and ties by number. Only tables with a
    result count. `lines` are those of `rows_by_round`, where they are known."""
    lines, beside = rows_by_round(tournament) if lines is None else lines, defaultdict(list)
    for one in tournament.adjustments:
        beside[one.no].append(one)
    rows = [_row(one, lines[one.no], beside[one.no]) for one in tournament.players]
    ranking = tournament.format.ranks_by
    if tournament.format.ends_by_final:
        bracket, after = bracket_of(tournament), next_no(tournament)
        rows = [_in_bracket(row, bracket, after) for row in rows]
    if "met" in ranking:
        rows = list(_with_meetings(rows, lines, ranking[: ranking.index("met")]))
    return tuple(ranked(rows, ranking))


def _in_bracket(row: StandingsRow, bracket: Bracket, after: int) -> StandingsRow:
    """Return a row with the round of leaving a double elimination."""
    if row.no in bracket.left:
        return replace(row, stayed=bracket.left[row.no])
    if row.no not in bracket.pairs:
        return row
    return replace(row, stayed=after, stands="winner" if bracket.champion else "still in")


def _with_meetings(
    rows: Sequence[StandingsRow],
    lines: Mapping[int, Sequence[EntrantRound]],
    before: Sequence[str],
) -> Iterator[StandingsRow]:
    """Yield the rows with their games and points against those who are equal in all of `before`. It
    is counted once, and not again among those who stay tied."""
    tied = defaultdict(list)
    for row in rows:
        tied[tuple(getattr(row, criterion) for criterion in before)].append(row)
    for group in tied.values():
        numbers = {row.no for row in group}
        for row in group:
            met = [
                line
                for line in lines[row.no]
                if numbers.intersection(line.against) and line.conceded is not None
            ]
            won = sum(line.won is True for line in met)
            yield replace(row, met=(won, sum(line.points or 0 for line in met)))


def ranked(rows: Sequence[StandingsRow], ranking: Sequence[str]) -> Iterator[StandingsRow]:
    """Yield rows with their rank among themselves, the highest of each criterion first."""

    by_number = sorted(rows, key=lambda row: row.no)
    figures = [(tuple(getattr(row, name) for name in ranking), row) for row in by_number]
    in_order = sorted(figures, key=lambda one: one[0], reverse=True)
    level, rank, before = Counter(mine for mine, _ in figures), 0, None
    for place, ((mine, row), following) in enumerate(pairwise([*in_order, None]), start=1):
        if mine != before:
            rank = place
        why = _decided_by(mine, following and following[0], ranking)
        yield replace(row, rank=rank, shared=level[mine] > 1, decided_by=why)
        before = mine


def _decided_by(
    mine: tuple[Any, ...], following: tuple[Any, ...] | None, ranking: Sequence[str]
) -> str:
    if following is None:
        return ""
    pairs = zip(ranking, mine, following, strict=True)
    differing = (name for name, one, other in pairs if one != other)
    return COLUMNS.get(next(differing, ""), "")


def _row(
    entrant: Entrant, lines: Sequence[EntrantRound], adjustments: Sequence[Adjustment]
) -> StandingsRow:
    played = [line for line in lines if line.played]
    rested = [line for line in lines if line.sat_out and line.points is not None]
    given = sum(line.points or 0 for line in lines if line.given)
    handicap = entrant.handicap * len(played)
    beside = handicap + sum(one.points for one in adjustments)
    stars, carried = [line.star for line in lines], entrant.carried
    return StandingsRow(
        no=entrant.no,
        name=entrant.name,
        group=entrant.group,
        points=sum(line.own_points for line in played) + given + beside + carried.points,
        won=sum(line.won is True for line in lines) + _won(adjustments) + carried.won,
        lones=sum(line.lones for line in played) + carried.lones,
        gold=stars.count(GOLD) + carried.gold,
        red=stars.count(RED),
        green=stars.count(GREEN),
        rounds=len(played),
        idle=sum(line.unplayed or line.forfeited for line in lines),
        sat_out=len(rested),
        given=given,
        handicap=handicap,
        adjustments=tuple(adjustments),
        behind=sum(line.behind for line in played),
        carried=carried,
    )


def _won(adjustments: Sequence[Adjustment]) -> int:
    return sum(one.won for one in adjustments)
