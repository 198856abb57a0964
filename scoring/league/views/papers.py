"""A league's exports: a sheet for the pub's wall, spreadsheets, a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.common.dates import full_day
from scoring.common.pdf.listing import Heading
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import WRITE, Actor
from scoring.common.spreadsheet_views import spreadsheet_answer
from scoring.common.spreadsheets import Spreadsheet
from scoring.league.access import by_open_league, league_by_number
from scoring.league.models import League, LeagueMatch
from scoring.league.pure.league_document import document
from scoring.league.pure.table import tables
from scoring.league.pure.table_document import document as table_document
from scoring.league.pure.table_document import figure_shown
from scoring.league.queries.results import around, matches_of
from scoring.league.queries.season import load_season
from scoring.league.sheets.standings import Block, StandingsSheet, standings_pdf
from scoring.league.views.about import LeaguePage, naming_of
from scoring.league.views.averages import averages_of
from scoring.league.views.matches import kind_of, match_lines
from scoring.league.views.table import Asked, asked_of, lines_of, played_of

ON_PAPER = 25
"""How many averages of a division fit on the sheet."""


@require_safe
@by_open_league
def paper(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The tables, the last results and the averages, people named as the league has it."""
    asked = asked_of(request, league)
    return pdf_answer(
        request, standings_pdf, _sheet(league, asked), name=(league, "table", asked.until or "")
    )


def _sheet(league: League, asked: Asked) -> StandingsSheet:
    season = load_season(league, part=asked.part, pairs=True)
    last = around(league, until=asked.until).last
    part = league.agreement.parts[asked.part]
    day = asked.until or (last[0].date if last else None)
    after = f"after {full_day(day)}" if day else "before the first night"
    averages = averages_of(season, league, asked, naming_of(league, serves=False))
    return StandingsSheet(
        title=str(league),
        about=", ".join(filter(None, (part, after, f"{played_of(season, asked.until)} played"))),
        blocks=(
            *_tables(league, season, asked),
            *_results(last),
            *(_averages(one) for one in averages if one.lines),
        ),
    )


def _tables(league: League, season, asked: Asked) -> Iterator[Block]:
    for one in lines_of(season, tables(season, until=asked.until), asked.until, league):
        figures = tuple(Heading(title=column.head, kind="figure") for column in one.columns)
        yield Block(
            title=one.name or "League table",
            columns=(
                Heading(title="", kind="figure"),
                Heading(title="Team", kind="name"),
                *figures,
            ),
            rows=tuple((line.place, line.row.team, *line.cells) for line in one.lines),
            notes=(
                *(f"{line.row.team}: {note}." for line in one.lines for note in line.notes),
                *filter(None, [one.unreported, "" if one.lines else "No teams yet."]),
            ),
        )


def _results(last: Sequence[LeagueMatch]) -> Iterator[Block]:
    if last:
        yield Block(
            title=f"Results of {full_day(last[0].date, year=False)}",
            columns=(
                Heading(title="Home", kind="name"),
                Heading(title="", kind="figure"),
                Heading(title="Away", kind="name"),
            ),
            rows=tuple(
                (line.match.home.name, line.result, line.match.away.name)
                for line in match_lines(last)
            ),
        )


def _averages(one) -> Block:
    left = len(one.lines) - ON_PAPER
    return Block(
        title=f"Averages, {one.name}" if one.name else "Averages",
        columns=(
            Heading(title="", kind="figure"),
            Heading(title="Name", kind="name"),
            Heading(title="Matches", kind="figure"),
            Heading(title="Points", kind="figure"),
            Heading(title="Average", kind="figure"),
        ),
        rows=tuple(
            (line.place, line.name, str(line.matches), str(line.points), line.average)
            for line in one.lines[:ON_PAPER]
        ),
        notes=(f"{left} more are on the league’s page.",) if left > 0 else (),
    )


# -- Data and spreadsheets.


@require_safe
@by_open_league
def table_data(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The table as euchre-table/1, without people; any site's script may read it."""
    asked = asked_of(request, league)
    season = load_season(league, part=asked.part)
    found = [replace(one, week=None) for one in tables(season, until=asked.until)]
    return JsonResponse(
        table_document(found),
        json_dumps_params={"ensure_ascii": False},
        headers={"Access-Control-Allow-Origin": "*"} if league.open_to_all else {},
    )


@require_safe
@by_open_league
def sheet(
    request: HttpRequest, league: League, actor: Actor, what: str, *, xlsx: bool = False
) -> HttpResponse:
    """The table, the results or the averages as a spreadsheet."""
    if what not in SHEETS:
        raise Http404("There is no such spreadsheet.")
    columns, rows = SHEETS[what](league, asked_of(request, league), actor)
    found = Spreadsheet(
        name=slugify(f"{league}-{what}"),
        holds=f"the {what} of a league",
        of="league",
        columns=columns,
        rows=lambda club: rows,
    )
    return spreadsheet_answer(found, league.club, xlsx=xlsx)


Rows = tuple[Sequence[str], Iterable[Sequence[object]]]


def _table_sheet(league: League, asked: Asked, actor: Actor) -> Rows:
    season = load_season(league, part=asked.part)
    found = lines_of(season, tables(season, until=asked.until), asked.until, league)
    columns = (
        *("division", "place", "team", "played", "won", "drawn", "lost", "games won"),
        *("games lost", "points for", "points against", "league points", "why"),
    )
    keys = (
        *("place", "team", "played", "won", "drawn", "lost", "games_won", "games_lost"),
        *("points_for", "points_against", "points"),
    )
    return columns, [
        (one.name, *(figure_shown(line.row, key) for key in keys), "; ".join(line.notes))
        for one in found
        for line in one.lines
    ]


def _results_sheet(league: League, asked: Asked, actor: Actor) -> Rows:
    columns = (
        *("date", "division", "half", "of", "home", "away", "games home", "games away"),
        *("points home", "points away", "walkover for"),
    )
    return columns, [
        (
            match.date,
            match.division.name if match.division else "",
            league.agreement.parts[match.part] if match.kind == LeagueMatch.Kind.LEAGUE else "",
            kind_of(match) or "league",
            match.home.name,
            match.away.name,
            *(match.games_won or ("", "")),
            *(match.total or ("", "")),
            match.given_to.name if match.given_to else match.walkover,
        )
        for match in matches_of(league)
        if match.counts and (asked.until is None or match.date <= asked.until)
    ]


def _averages_sheet(league: League, asked: Asked, actor: Actor) -> Rows:
    season = load_season(league, part=asked.part, pairs=True)
    found = averages_of(season, league, asked, LeaguePage(league=league, actor=actor).naming)
    columns = ("division", "place", "name", "matches", "points", "average")
    return columns, [
        (one.name, line.no, line.name, line.matches, line.points, line.average)
        for one in found
        for line in one.lines
    ]


SHEETS = {"table": _table_sheet, "results": _results_sheet, "averages": _averages_sheet}


@require_safe
@league_by_number(WRITE)
def file(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The half of the season as euchre-league/1, with full names, for the club."""
    asked = asked_of(request, league)
    found = document(load_season(league, part=asked.part, pairs=True))
    name = slugify(f"{league} {league.agreement.parts[asked.part]}")
    headers = {"Content-Disposition": f'attachment; filename="{name}.json"'}
    shown = {"ensure_ascii": False, "indent": 1}
    return JsonResponse(found, json_dumps_params=shown, headers=headers)
