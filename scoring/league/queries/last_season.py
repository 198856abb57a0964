"""Where the teams of a season would play in the next one: promotion and relegation by the final
tables."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.euchre.wording import each_place
from scoring.league.models import Division, League, Team
from scoring.league.pure.promotion import goes_to
from scoring.league.pure.table import tables
from scoring.league.queries.season import load_season


@dataclass(frozen=True, kw_only=True)
class GoesTo:
    """A team with its place in the final table ("" without one), its old division, its new division
    by number (None: not in the next season), and the reason."""

    team: Team
    place: str
    was: Division | None
    to: int | None
    why: str = ""


def next_season_of(league: League) -> list[GoesTo]:
    """Return where each team goes, by the table of the last half; a team that withdrew is not in
    the next season."""
    divisions = list(league.divisions.all())
    teams = {team.name: team for team in league.teams.select_related("division")}
    season = load_season(league, part=len(league.agreement.parts) - 1)
    ranked = [
        [row for row in table.rows if teams[row.team].withdrawn_at is None]
        for table in tables(season)
    ]
    moves = goes_to(league.agreement, season=league.season, sizes=[*map(len, ranked)])
    found = [
        GoesTo(
            team=teams.pop(row.team),
            place=places[row.team],
            was=division,
            to=None if goes.to is None else divisions[goes.to].no,
            why=goes.why,
        )
        for division, rows, where in zip(divisions, ranked, moves, strict=True)
        for places in [each_place({row.team: row.place for row in rows})]
        for row, goes in zip(rows, where, strict=True)
    ]
    withdrawn = (
        GoesTo(team=team, place="", was=team.division, to=None, why="withdrew")
        for team in teams.values()
    )
    return [*found, *withdrawn]


def still_open(league: League) -> int:
    """Return how many matches of the season have no result that counts."""
    return league.matches.filter(kind="league", counted_at=None).count()
