"""Preview the effect of a corrected result or seat on the standings and the prizes, before it is
saved."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import zip_longest

from scoring.tournament.pure.prizes import prizes
from scoring.tournament.pure.standings import StandingsRow, standings
from scoring.tournament.pure.values import Entrant, Result, Round, Tournament

SHOWN = ("rank", "points", "won", "lones")
FIGURES = ("points", "won", "lones", "gold", "red", "green")


@dataclass(frozen=True, kw_only=True)
class Moved:
    """An entrant's place before and after."""

    entrant: Entrant
    before: StandingsRow
    after: StandingsRow

    @property
    def own(self) -> bool:
        """Whether their own figures change, and not their rank alone."""
        return any(getattr(self.before, name) != getattr(self.after, name) for name in FIGURES)

    @property
    def figures(self) -> list[tuple[int, int]]:
        """Return rank, points, games won and lone hands, each before and after."""
        return [(getattr(self.before, name), getattr(self.after, name)) for name in SHOWN]


@dataclass(frozen=True, kw_only=True, order=True)
class Share:
    """An entrant's share of a prize, with the money in minor units, or 0. With `cut`, several
    entrants must still cut for it."""

    prize: str
    group: str
    amount: int
    cut: bool


@dataclass(frozen=True, kw_only=True)
class PrizesMoved:
    """An entrant's prizes before and after, as the standings give them."""

    entrant: Entrant
    before: tuple[Share, ...]
    after: tuple[Share, ...]


@dataclass(frozen=True, kw_only=True)
class Effect:
    """The entrants with a different standing, each part in the order of the new ranks."""

    own: tuple[Moved, ...]
    """The entrants with changed figures."""
    by_rank: tuple[Moved, ...]
    """The entrants with a changed rank alone."""
    prizes: tuple[PrizesMoved, ...] = ()
    """The entrants with different prizes."""

    def __bool__(self) -> bool:
        return bool(self.own or self.by_rank or self.prizes)


def what_moves(before: Tournament, after: Tournament) -> Effect:
    """Return the entrants with a different standing in two states of one tournament."""
    earlier = {row.no: row for row in standings(before)}
    pairs = [
        Moved(entrant=after.entrant(row.no), before=earlier[row.no], after=row)
        for row in standings(after)
    ]
    others = (moved for moved in pairs if not moved.own and moved.before.rank != moved.after.rank)
    return Effect(
        own=tuple(moved for moved in pairs if moved.own),
        by_rank=tuple(others),
        prizes=_prizes_moved(before, after),
    )


def _prizes_moved(before: Tournament, after: Tournament) -> tuple[PrizesMoved, ...]:
    had, have = _shares(before), _shares(after)
    return tuple(
        PrizesMoved(entrant=after.entrant(no), before=tuple(had[no]), after=tuple(have[no]))
        for no in sorted({*had, *have})
        if sorted(had[no]) != sorted(have[no])
    )


def _shares(tournament: Tournament) -> defaultdict[int, list[Share]]:
    """Return each entrant's shares of the prizes, apart from pots that are drawn. No one may see
    the winner of a draw before the results are announced."""
    found = defaultdict(list)
    for won in (one for one in prizes(tournament, standings(tournament)) if not one.tickets):
        for no, share in zip_longest(won.to, won.shares):
            amount = share or (won.cut and won.amount) or 0
            found[no].append(Share(prize=won.prize, group=won.group, amount=amount, cut=won.cut))
    return found


def with_result(
    tournament: Tournament, *, round: int, table: int, result: Result | None
) -> Tournament:
    """Return the tournament with another result of one table."""
    (old,) = (one for one in tournament.rounds if one.no == round)
    tables = tuple(replace(one, result=result) if one.no == table else one for one in old.tables)
    return with_round(tournament, replace(old, tables=tables))


def with_round(tournament: Tournament, round: Round) -> Tournament:
    """Return the tournament with this round in the place of the one of its number."""
    rounds = tuple(round if one.no == round.no else one for one in tournament.rounds)
    return replace(tournament, rounds=rounds)
