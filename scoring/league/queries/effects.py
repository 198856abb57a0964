"""How another agreement, or a walkover, would change a season's tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from scoring.common.tonight import night_at
from scoring.euchre.wording import counted, each_place
from scoring.league.models import League, LeagueMatch
from scoring.league.pure import values
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.table import TableRow, league_points, tables
from scoring.league.pure.values import SIDES, Side
from scoring.league.queries.season import load_season


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A team whose place or points would change, and how. The places are in figures."""

    division: str
    team: str
    was: TableRow
    becomes: TableRow
    place_was: str
    place_becomes: str


def moved_by(league: League, agreement: Agreement) -> list[Moved]:
    """Return the teams that this agreement would move in today's tables, of each half of the
    present agreement."""
    found = []
    for part in range(len(league.agreement.parts)):
        season = load_season(league, part=part)
        other = replace(season, settings=agreement.settings)
        found += (one for one in _moved(tables(season), tables(other)) if one.was.played)
    return found


def _moved(before: list, after: list) -> Iterator[Moved]:
    for one, other in zip(before, after, strict=True):
        rows = {row.team: row for row in one.rows}
        places = each_place({row.team: row.place for row in one.rows})
        others = each_place({row.team: row.place for row in other.rows})
        for row in other.rows:
            was = rows[row.team]
            moved = Moved(
                division=one.name or "",
                team=row.team,
                was=was,
                becomes=row,
                place_was=places[row.team],
                place_becomes=others[row.team],
            )
            if (moved.place_was, was.points) != (moved.place_becomes, row.points):
                yield moved


@dataclass(frozen=True, kw_only=True)
class Award:
    """What a walkover gives both teams of a match."""

    gains: tuple[tuple[str, int], ...]
    """League points of the home team and of the visitors; empty outside the league table."""
    trophies: tuple[tuple[str, str, int], ...]
    """Team, trophy and points."""
    moved: tuple[Moved, ...]
    """The teams that it moves in the table, or whose points it changes."""
    through: str
    """The team that goes through, in the knock-out and in play-offs."""


def award_of(match: LeagueMatch, side: Side | Literal["neither"]) -> Award:
    """Return what a walkover for this side, or for neither, would award."""
    given = getattr(match, side).name if side in SIDES else ""
    if match.kind != LeagueMatch.Kind.LEAGUE:
        return Award(gains=(), trophies=(), moved=(), through=given)
    league, day = match.league, match.date or night_at()
    season = load_season(league, part=match.part)
    teams = (match.home.name, match.away.name)
    if not season.teams.keys() >= {*teams}:  # its matches are void, as one of them withdrew
        return Award(gains=(), trophies=(), moved=(), through="")
    won = values.Match(date=day, home=teams[0], away=teams[1], walkover=side)
    other = replace(season, matches=(*season.matches, won))
    points = (league_points(won, no, season.settings) for no in (0, 1))
    trophies = league.agreement.trophies if given else ()
    return Award(
        gains=tuple(zip(teams, points, strict=True)),
        trophies=tuple((given, one.name, one.walkover) for one in trophies if one.walkover),
        moved=tuple(_moved(tables(season), tables(other))),
        through="",
    )


def of_no_part(league: League, agreement: Agreement) -> str:
    """Return why a season cannot have so few halves: matches are of one that would go. Empty where
    it can."""
    lost = league.matches.filter(part__gte=len(agreement.parts)).count()
    if not lost:
        return ""
    matches = "match is" if lost == 1 else "matches are"
    return f"{lost} {matches} in a half you removed. Keep the halves as they are."


LACKS = {"games": ("games_home", "games won"), "points": ("total_home", "points")}


def lacking(league: League, agreement: Agreement) -> str:
    """Return why matches cannot be decided so: cards that count do not say what would decide. Empty
    where they do."""
    field, what = LACKS[agreement.settings.decided_by]
    cards = league.matches.filter(counted_at__isnull=False, walkover="", **{field: None}).count()
    if not cards:
        return ""
    say = "says" if cards == 1 else "say"
    return f"{counted(cards, 'card')} {say} no {what}, so {what} can’t decide a match."
