"""A league written as euchre-league/1, as scoring.league.pure.league_file reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.common import schema
from scoring.league.pure.league_file import FORMAT, WEEKDAYS
from scoring.league.pure.values import League, Match, Meeting, Team, is_named


def document(league: League) -> dict:
    """Return a league as a file. `manage.py league table` of it gives the table of these values.

    A match with unnamed players has only its figures in the file. Wishes for derbies are not
    results, and are left out.
    """
    divisions = [one for one in league.divisions if one.teams]
    found = {
        "format": FORMAT,
        "name": league.name,
        "settings": schema.plain(league.settings),
        "teams": [_team(one) for one in league.teams.values()],
        "dates": [day.isoformat() for day in sorted(set(league.dates))],
        "venues": [{"name": name, "matches": many} for name, many in league.venues.items()],
        "matches": [_match(one) for one in league.matches],
        "penalties": [
            {
                "team": one.team,
                "date": one.date.isoformat(),
                "points": one.points,
                **({"why": one.why} if one.why else {}),
            }
            for one in league.penalties
            if one.team in league.teams
        ],
    }
    if [one.name for one in divisions] != [None]:
        found["divisions"] = [
            {"name": one.name or f"Division {no}", "teams": list(one.teams)}
            for no, one in enumerate(divisions, start=1)
        ]
    return found


def _team(team: Team) -> dict:
    found: dict = {"name": team.name}
    if team.venue:
        found["venue"] = team.venue
    if team.players:
        found["players"] = list(team.players)
    if team.home_day is not None:
        found["home_day"] = WEEKDAYS[team.home_day]
    if team.not_on:
        found["not_on"] = [day.isoformat() for day in sorted(team.not_on)]
    return found


def _match(match: Match) -> dict:
    found = {"date": match.date.isoformat(), "home": match.home, "away": match.away}
    return found | dict(_result(match))


def _result(match: Match) -> Iterator[tuple[str, object]]:
    if match.walkover:
        yield "walkover", match.walkover
        return
    if match.meetings and _is_whole(match):
        yield "pairs", schema.plain(match.meetings)
    if match.total is not None:
        yield "total", list(match.total)
    if match.games_won is not None:
        yield "games_won", list(match.games_won)


def _is_whole(match: Match) -> bool:
    """Whether everybody is named, and their games made all of the match's figures."""
    pairs = (pair for one in match.meetings for pair in one.pairs)
    known = (match.total, match.games_won)
    made = (_sums(match.meetings, "total"), _sums(match.meetings, "games_won"))
    agree = all(one in (None, other) for one, other in zip(known, made, strict=True))
    return agree and all(map(is_named, pairs))


def _sums(meetings: Sequence[Meeting], key: str) -> tuple[int, ...]:
    return tuple(sum(getattr(one, key)[side] for one in meetings) for side in (0, 1))
