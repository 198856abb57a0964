"""What a season's page and its spreadsheet show: the columns there are, and a line for each
player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from scoring.figures.season import (
    CRITERIA,
    Criterion,
    Row,
    Standing,
    Standings,
    sorted_by,
    standings,
)
from scoring.models import Season
from scoring.models.spreadsheets.spreadsheet import Spreadsheet
from scoring.models.tallies import evenings_in, rows_of
from scoring.rules.money import plain, written
from scoring.rules.wording import counted
from scoring.sheets.listing_values import Heading, Listing

LEAD = "evenings"
"""Stands behind the criterion that ranks, so that a phone shows both."""


@dataclass(frozen=True, kw_only=True)
class Line:
    """A player's line: his standing, why he stands there, and a cell for each column."""

    standing: Standing
    note: str
    cells: tuple[str, ...]


def season_context(season: Season, *, by: str | None, runs: bool) -> dict:
    """Return what templates/seasons/season.html shows, sorted by the column `by`, or by place when
    None.

    Money is shown only to whoever runs the club. Raises KeyError when there is no such column.
    """
    rows = rows_of(season)
    found, columns = _standings(season, rows), columns_of(season, rows, money=runs)
    if by is not None and by not in {column.key for column in columns}:
        raise KeyError(by)
    return {
        "season": season,
        "columns": columns,
        "by": by or season.order[0],
        "order": [CRITERIA[key].title.lower() for key in season.order],
        "parts": [
            ("", _lines(found.placed, season, columns, by)),
            ("Not yet", _lines(found.waiting, season, columns, by)),
        ],
        "evenings": evenings_in(season),
    }


def _standings(season: Season, rows: Iterable[Row]) -> Standings:
    return standings(rows, order=season.order, least_evenings=season.least_evenings)


def columns_of(season: Season, rows: Sequence[Row], *, money: bool) -> list[Criterion]:
    """Return the columns: what ranks, the evenings, what decides next, then whatever else was
    played."""
    keys = dict.fromkeys([season.order[0], LEAD, *season.order, *CRITERIA])
    games = any(row.games for row in rows)
    for_money = money and any(row.net_minor for row in rows)
    return [
        one
        for one in map(CRITERIA.get, keys)
        if (games or not one.of_games or one.key in season.order) and (for_money or not one.money)
    ]


def _lines(
    found: Sequence[Standing], season: Season, columns: Sequence[Criterion], by: str | None
) -> list[Line]:
    found = sorted_by(found, by) if by else found
    return [
        Line(
            standing=one,
            note=_note(one, season, sorted_otherwise=bool(by)),
            cells=tuple(_cell(column, one.row, season) for column in columns),
        )
        for one in found
    ]


def _note(one: Standing, season: Season, *, sorted_otherwise: bool) -> str:
    """Return how many evenings are missing, or what set him below the name above when both are
    level."""
    if one.place is None:
        return f"not yet: {one.row.evenings} of {season.least_evenings} evenings"
    if not one.level_with or sorted_otherwise:
        return ""
    if one.decided_by is None:
        return f"level with {one.level_with} in everything"
    return f"level with {one.level_with}, {one.decided_by.title.lower()} decided"


def _cell(column: Criterion, row: Row, season: Season) -> str:
    if column.money:
        return written(row.net_minor, season.club.currency, plus=True)
    if column.key == LEAD and row.counted < row.evenings:
        return f"{row.counted} of {row.evenings}"
    if column.key == "rating" and row.strength and row.strength.provisional:
        return f"{column.written(row)} (provisional)"
    return column.written(row)


ON_PAPER = 6
"""So many columns stand beside a name on a sheet."""


def season_listing(season: Season) -> Listing:
    """Return the standings to hang up: what ranks and decides, never money."""
    context = season_context(season, by=None, runs=False)
    columns = context["columns"][:ON_PAPER]
    lines = [line for _, lines in context["parts"] for line in lines]
    days = f"{season.starts_on:%-d %B %Y} to {season.ends_on:%-d %B %Y}"
    return Listing(
        title=season.name,
        club=season.club.name,
        about=f"{days}, {counted(context['evenings'], 'evening')}",
        columns=(
            Heading(title="", kind="figure"),
            Heading(title="Name", kind="name"),
            *(Heading(title=column.title, kind="figure") for column in columns),
        ),
        rows=tuple(
            (line.standing.told, line.standing.row.name, *line.cells[:ON_PAPER]) for line in lines
        ),
        notes=(f"Ranked by {', then by '.join(context['order'])}.", *_ties(lines)),
    )


def _ties(lines: Sequence[Line]) -> list[str]:
    return [f"{line.standing.row.name}: {line.note}." for line in lines if line.note]


COUNTED = (
    "hands",
    "points",
    "games_won",
    "games_lost",
    "rubbers_won",
    "rubbers_lost",
    "net_points",
)
QUOTIENTS = ("points_a_hand", "points_an_evening", "games_a_game", "rating")


def season_sheet(season: Season, *, runs: bool) -> Spreadsheet:
    """Return the standings as a spreadsheet; money only for whoever runs the club."""
    rows = rows_of(season)
    money = runs and any(row.net_minor for row in rows)
    return Spreadsheet(
        name=slugify(season.name) or "season",
        holds="the standings of a season",
        of="season",
        columns=(
            *("place", "name", "evenings", "evenings counted"),
            *(name.replace("_", " ") for name in COUNTED),
            *(CRITERIA[key].title.lower() for key in QUOTIENTS),
            *(("net money", "currency") if money else ()),
        ),
        rows=lambda club: _sheet_rows(_standings(season, rows), club.currency if money else ""),
    )


def _sheet_rows(found: Standings, currency: str) -> Iterator[tuple]:
    for one in (*found.placed, *found.waiting):
        row = one.row
        yield (
            *(one.told, row.name, row.evenings, row.counted),
            *(getattr(row, name) for name in COUNTED),
            *(CRITERIA[key].written(row).replace("\N{MINUS SIGN}", "-") for key in QUOTIENTS),
            *((plain(row.net_minor, currency), currency) if currency else ()),
        )
