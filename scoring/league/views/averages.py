"""Averages of pairs, or of players where partners change, and the records of the season."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.common.dates import long_day
from scoring.common.permissions import Actor
from scoring.euchre.wording import place_as_text
from scoring.league.access import by_open_league
from scoring.league.models import League
from scoring.league.pure import values
from scoring.league.pure.averages import PlayerRow, left_out, player_rows
from scoring.league.pure.head_to_head import bests
from scoring.league.pure.naming import Naming
from scoring.league.pure.table import PairRow, tables
from scoring.league.pure.table_document import average
from scoring.league.queries.results import true_since
from scoring.league.queries.season import load_season
from scoring.league.views.about import LeaguePage
from scoring.league.views.table import Asked, asked_of, parts_of

NIGHTS_SHOWN = 15
"""How many last nights are shown beside a player's average."""


MOST_LEFT_OUT = 6
SHOWN_AT_ONCE = 25
"""How many lines of a division are unfolded."""


@dataclass(frozen=True, kw_only=True)
class AverageLine:
    """A pair's or a player's line; equals in average share a place, "=3"."""

    no: int
    place: str
    name: str
    average: str
    matches: int
    points: int
    nights: tuple[tuple[date, int | None], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Averages:
    """A division's averages, with the nights shown beside them."""

    name: str
    nights: tuple[date, ...]
    lines: tuple[AverageLine, ...]

    @property
    def pieces(self) -> list[tuple[AverageLine, ...]]:
        """The unfolded lines, and the others."""
        few = len(self.lines) <= SHOWN_AT_ONCE + 5
        at = len(self.lines) if few else SHOWN_AT_ONCE
        return [self.lines[:at], self.lines[at:]]


@require_safe
@by_open_league
def averages(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Averages as of any day, and what was remarkable."""
    page, asked = LeaguePage(league=league, actor=actor), asked_of(request, league)
    season = load_season(league, part=asked.part, pairs=True)
    divisions = averages_of(season, league, asked, page.naming)
    return render(
        request,
        "league/averages.html",
        {
            "page": page,
            "divisions": divisions,
            "someone": any(one.lines for one in divisions),
            "bests": list(bests(_until(season, asked.until), season.settings, page.naming.pair_of)),
            "left_out": _left_out(_until(season, asked.until)),
            "asked": asked,
            "until": asked.until,
            "parts": parts_of(league, asked.part),
            "by_player": league.agreement.by_player,
            "true_since": true_since(league),
        },
    )


def _left_out(matches: list[values.Match]) -> str:
    """Return a sentence about the teams whose cards do not name all players, because those games
    count in no average; empty for none."""
    found = [
        f"{team} (v {other}, {long_day(one.date, year=False)})"
        for one in matches
        for side, (team, other) in enumerate((one.teams, one.teams[::-1]))
        if left_out(one, side)
    ]
    if not found:
        return ""
    named = "; ".join([*found[:MOST_LEFT_OUT], *(["…"] if found[MOST_LEFT_OUT:] else [])])
    return (
        f"Some players are not named on the cards of {named}. Those games don’t count in averages."
    )


def _until(season: values.League, until: date | None) -> list[values.Match]:
    return [one for one in season.matches if until is None or one.date <= until]


def averages_of(
    season: values.League, league: League, asked: Asked, naming: Naming
) -> list[Averages]:
    """Return each division's averages; nothing where the league has none, or hides its people."""
    if naming.hides or not league.agreement.averages:
        return []
    if league.agreement.by_player:
        return [_of_players(season, one, asked.until, naming) for one in season.divisions]
    return [
        Averages(
            name=one.name or "",
            nights=(),
            lines=tuple(_line(row, one.pairs, naming.pair(row.pair)) for row in one.pairs),
        )
        for one in tables(season, until=asked.until)
    ]


def _of_players(
    season: values.League, division: values.Division, until: date | None, naming: Naming
) -> Averages:
    found = [one for one in _until(season, until) if one.home in division.teams]
    rows = player_rows(found)
    nights = sorted({night for row in rows for night in row.by_date})[-NIGHTS_SHOWN:]
    return Averages(
        name=division.name or "",
        nights=tuple(nights),
        lines=tuple(
            _line(
                row,
                rows,
                naming.person(row.player),
                tuple((night, row.by_date.get(night)) for night in nights),
            )
            for row in rows
        ),
    )


def _line(
    row: PairRow | PlayerRow, rows, name: str, nights: tuple[tuple[date, int | None], ...] = ()
) -> AverageLine:
    """A line; its place counts those with a better average, found by where the first equal is."""
    better, not_worse = (by(rows, -row.hundredths, key=_better_first) for by in BISECT)
    return AverageLine(
        no=1 + better,
        place=place_as_text(1 + better, shared=not_worse - better > 1),
        name=name,
        average=average(row),
        matches=row.matches,
        points=row.points,
        nights=nights,
    )


BISECT = (bisect_left, bisect_right)


def _better_first(row: PairRow | PlayerRow) -> int:
    """The order that the rows are in."""
    return -row.hundredths
