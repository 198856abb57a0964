"""Where the teams of a season would play in the next one: promotion and relegation by the final
tables."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.league.models import Division, League, Team
from scoring.league.pure.table import TableRow, tables
from scoring.league.queries.season import load_season


@dataclass(frozen=True, kw_only=True)
class GoesTo:
    """A team, where it stands (None where it is in no table), the division that it was in and the
    one that it goes to by its number (None: it is not in the next season), and why."""

    team: Team
    row: TableRow | None
    was: Division | None
    to: int | None
    why: str = ""


def next_season_of(league: League) -> list[GoesTo]:
    """Return where each team goes: the first of a division up, the last down, as many as was
    agreed, or the first of each on to the next stage; a team that withdrew is not in it. By the
    table of the last half."""
    agreement, found = league.agreement, []
    divisions = list(league.divisions.all())
    teams = {team.name: team for team in league.teams.select_related("division")}
    begins_again = agreement.stage_of(league.season) == len(agreement.stages) - 1
    season = load_season(league, part=len(agreement.parts) - 1)
    for at, (division, table) in enumerate(zip(divisions, tables(season), strict=True)):
        rows = [row for row in table.rows if teams[row.team].withdrawn_at is None]
        for place, row in enumerate(rows):
            to, why = division.no, ""
            if agreement.stages:
                if not begins_again and place < (agreement.up or 1):
                    to, why = divisions[0].no, "goes on"
                elif not begins_again:
                    to, why = None, "does not go on"
            elif at and place < agreement.up:
                to, why = divisions[at - 1].no, "up"
            elif at + 1 < len(divisions) and place >= len(rows) - agreement.down:
                to, why = divisions[at + 1].no, "down"
            found.append(GoesTo(team=teams.pop(row.team), row=row, was=division, to=to, why=why))
    withdrawn = (
        GoesTo(team=team, row=None, was=team.division, to=None, why="withdrew")
        for team in teams.values()
    )
    return [*found, *withdrawn]


def still_open(league: League) -> int:
    """Return how many matches of the season have no result that counts."""
    return league.matches.filter(kind="league", counted_at=None).count()
