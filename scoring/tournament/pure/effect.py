"""Preview the effect of a corrected result or seat on the standings, before it is saved."""

from __future__ import annotations

from dataclasses import dataclass, replace

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


@dataclass(frozen=True, kw_only=True)
class Effect:
    """Whose standing differs, each part in the order in which they rank after."""

    own: tuple[Moved, ...]
    """Those whose own figures change."""
    by_rank: tuple[Moved, ...]
    """Those whose rank alone does."""

    def __bool__(self) -> bool:
        return bool(self.own or self.by_rank)


def what_moves(before: Tournament, after: Tournament) -> Effect:
    """Return whose standing differs between two states of one tournament."""
    earlier = {row.no: row for row in standings(before)}
    pairs = [
        Moved(entrant=after.entrant(row.no), before=earlier[row.no], after=row)
        for row in standings(after)
    ]
    others = (moved for moved in pairs if not moved.own and moved.before.rank != moved.after.rank)
    return Effect(own=tuple(moved for moved in pairs if moved.own), by_rank=tuple(others))


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
