"""Side tables, with teams' points for a side trophy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scoring.euchre.wording import ranked_by
from scoring.league.pure.agreement import Trophy
from scoring.league.pure.table import outcome
from scoring.league.pure.values import League, Match


@dataclass(frozen=True, kw_only=True)
class TrophyRow:
    """A team's place for a trophy; equals share it."""

    place: str
    team: str
    points: int


def trophy_rows(league: League, trophy: Trophy, *, until: date | None = None) -> list[TrophyRow]:
    """Return every team of the league by what it has for a trophy, divisions together."""
    points = {team: 0 for division in league.divisions for team in division.teams}
    for match in league.matches:
        if match.decided and (until is None or match.date <= until):
            for team, found in _points(match, trophy, league):
                if team in points:
                    points[team] += found
    places = ranked_by(points.values())
    ranked = sorted(points, key=lambda team: (-points[team], team))
    return [
        TrophyRow(place=places[points[team]], team=team, points=points[team]) for team in ranked
    ]


def _points(match: Match, trophy: Trophy, league: League) -> Iterator[tuple[str, int]]:
    for side, team in enumerate(match.teams):
        won = outcome(match, side, league.settings) > 0
        if match.walkover:
            yield team, trophy.walkover if won else 0
        else:
            games = match.games_won[side] if match.games_won else 0
            yield team, trophy.win * won + trophy.game * games
