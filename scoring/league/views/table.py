"""A league's table as a page shows it: on any day, a half at a time, with the reason for each
place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.functional import cached_property

from scoring.common.chart import LineChart, Series, Table, flow
from scoring.common.dates import short_day
from scoring.common.days import NoDay, read_day
from scoring.euchre.wording import counted, each_place, figure, listed, places_as_text
from scoring.league.forms.nights import nights_first
from scoring.league.forms.table import PartForm
from scoring.league.models import League
from scoring.league.pure import values
from scoring.league.pure.reasons import figure_of, in_short, reasons
from scoring.league.pure.table import (
    DivisionTable,
    NightTable,
    TableRow,
    forms,
    night_by_night,
    outcome,
    tables,
    unreported,
)
from scoring.league.pure.table_document import figure_shown
from scoring.league.pure.trophies import TrophyRow, trophy_rows
from scoring.league.queries.results import Around, around, part_now, true_since
from scoring.league.queries.season import load_season
from scoring.league.views.matches import MatchLine, match_lines


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of the table: its head, short and whole; `decides` is the first of the order."""

    head: str
    title: str
    decides: bool = False

    @property
    def key(self) -> str:
        return self.head

    @property
    def weight(self) -> str:
        """The class of its cells: a phone shows how many matches were played and what decides."""
        return "decides" if self.decides else "" if self.head == "P" else "wide-only"


@dataclass(frozen=True, kw_only=True)
class TeamLine:
    """A team's row: its figures by column, and the reason for its place."""

    row: TableRow
    pk: int
    cells: tuple[str, ...]
    columns: tuple[Column, ...]
    notes: tuple[str, ...]
    """Why it is below the team above, and the points that it lost."""
    short_notes: tuple[str, ...]
    """The same in a few words."""
    form: str
    """Its last results, such as "WLDWW"."""
    place: str
    """Its place, "=3" where others share it."""

    @property
    def figures(self) -> list[tuple[Column, str]]:
        """Each cell with its column."""
        return list(zip(self.columns, self.cells, strict=True))


@dataclass(frozen=True, kw_only=True)
class DivisionLines:
    """A division as the page shows it."""

    name: str
    columns: tuple[Column, ...]
    lines: tuple[TeamLine, ...]
    unreported: str
    """Which of its figures leave matches out, in a sentence; empty where none does."""
    line_after: int
    """How many teams are above the line of the play-off; 0 without one."""

    @cached_property
    def weights(self) -> dict[str, str]:
        """Which column of a folded row decides, by key."""
        return {one.key: "decides" if one.decides else "" for one in self.columns}

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """What is noted of the teams: what decided a tie, and why points were deducted."""
        return [(line.row.team, note) for line in self.lines for note in line.notes]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The requested table: a half of the season, up to a day."""

    part: int
    until: date | None

    @property
    def query(self) -> str:
        """The query string of the same table; empty for the current one."""
        said = [f"until={self.until}"] if self.until else []
        return "&".join([f"part={self.part + 1}", *said])


def asked_of(request: HttpRequest, league: League) -> Asked:
    """Return what the address asks for. Raises Http404 for no day, and a half that is none."""
    return Asked(
        part=part_asked(request, league), until=day_of(request.GET.get("until", ""), league)
    )


def part_asked(request: HttpRequest, league: League) -> int:
    """Return which half the address asks for (`?part=`), the one that is on where it says none.
    Raises Http404."""
    form = PartForm(request.GET)
    if not form.is_valid():
        raise Http404("There is no such half of the season.")
    asked = form.cleaned_data["part"]
    if asked is None:
        return part_now(league)
    if asked > len(league.agreement.parts):
        raise Http404("There is no such half of the season.")
    return asked - 1


def day_of(asked: str, league: League) -> date | None:
    """Return the day that an address names, None where it names none. Raises Http404."""
    if not asked:
        return None
    try:
        return read_day(asked, near=timezone.localdate(), fits=nights_first(league))
    except NoDay as wrong:
        raise Http404(str(wrong)) from wrong


@dataclass(frozen=True, kw_only=True)
class Standings:
    """The tables of a league as its pages show them, with the matches before and after."""

    league: League
    asked: Asked

    @property
    def until(self) -> date | None:
        return self.asked.until

    @cached_property
    def _season(self) -> values.League:
        return load_season(self.league, part=self.asked.part)

    @cached_property
    def _around(self) -> Around:
        return around(self.league, until=self.until)

    @cached_property
    def divisions(self) -> list[DivisionLines]:
        found = tables(self._season, until=self.until)
        return lines_of(self._season, found, self.until, self.league)

    def flows(self, own: str = "") -> list[tuple[str, LineChart]]:
        """Places night by night, by division."""
        return flows_of(self._season, self.divisions, until=self.until, own=own)

    @property
    def parts(self) -> list[tuple[int, str, bool]]:
        return parts_of(self.league, self.asked.part)

    @property
    def played(self) -> str:
        return played_of(self._season, self.until)

    @cached_property
    def true_since(self) -> datetime | None:
        return true_since(self.league)

    @cached_property
    def last(self) -> list[MatchLine]:
        return match_lines(self._around.last)

    @cached_property
    def next(self) -> list[MatchLine]:
        return match_lines(self._around.next)

    @property
    def trophies(self) -> list[tuple[str, list[TrophyRow]]]:
        return trophies_of(self.league, self._season, self.until)

    @property
    def order(self) -> list[str]:
        """The rules of the order, in words."""
        return order_of(self._season)


ORDER = {
    "points": "league points",
    "wins": "matches won",
    "games": "games won",
    "difference": "points difference",
    "for": "points for",
    "head-to-head": "matches between tied teams",
}


def order_of(season: values.League) -> list[str]:
    """Return the rules of a season's order, in words."""
    return [ORDER[rule] for rule in season.settings.order]


def parts_of(league: League, here: int) -> list[tuple[int, str, bool]]:
    """Return number, name and whether it is shown of each half; nothing for a season that is one
    whole."""
    parts = league.agreement.parts
    if len(parts) < 2:
        return []
    return [(no + 1, name, no == here) for no, name in enumerate(parts)]


def played_of(season: values.League, until: date | None) -> str:
    """Return how far the season is: "40 of 45 matches", "No match"."""
    done = sum(one.decided and (until is None or one.date <= until) for one in season.matches)
    many = len(season.matches) + season.undated
    if not many:
        return "No matches"
    return f"{done} of {many} match{'' if many == 1 else 'es'}"


def lines_of(
    season: values.League,
    found: Sequence[DivisionTable],
    until: date | None,
    league: League,
) -> list[DivisionLines]:
    """Return the divisions' tables as a page, a sheet and a wall show them."""
    return division_lines(
        season,
        found,
        until=until,
        keys={team.name: team.pk for team in league.teams.all()},
        goes_on=GOES_ON.get(league.agreement.play_off, 0),
    )


def division_lines(
    season: values.League,
    found: Sequence[DivisionTable],
    *,
    until: date | None = None,
    keys: Mapping[str, int],
    goes_on: int = 0,
) -> list[DivisionLines]:
    """Return the divisions' tables of a season as values. `keys` has the key of each team by its
    name; the play-off takes the first `goes_on` teams."""
    lost, points_lost = defaultdict(list), Counter()
    for one in season.penalties:
        if until is None or one.date <= until:
            points_lost[one.team] += one.points
            lost[one.team].append(
                f"{counted(one.points)} deducted{f': {one.why}' if one.why else ''}"
            )
    columns, form = tuple(columns_of(season, until)), forms(season, until=until)
    return [
        DivisionLines(
            name=one.name or "",
            columns=columns,
            lines=tuple(_lines(one.rows, columns, season, keys, lost, points_lost, form)),
            unreported=_untold(one.rows, columns),
            line_after=goes_on if len(one.rows) > goes_on else 0,
        )
        for one in found
    ]


GOES_ON = {"parts": 1, "divisions": 1, "four": 4}
"""How many teams of a table each kind of play-off takes (PLAY_OFFS of agreement.py)."""


def flows_of(
    season: values.League,
    divisions: Sequence[DivisionLines],
    *,
    until: date | None,
    own: str = "",
) -> list[tuple[str, LineChart]]:
    """Return each division's places night by night as a chart, with its name. `own` is the team
    that stands out."""
    found = []
    for division, shown in zip(season.divisions, divisions, strict=True):
        nights = night_by_night(season, division, until=until, last=MOST_NIGHTS)
        chart = _flow(nights, shown, own) if len(nights) > 1 else None
        if chart:
            found.append((shown.name, chart))
    return found


MOST_NIGHTS = 30
"""Nights in a chart of places; of a longer season the last."""


def _flow(nights: Sequence[NightTable], shown: DivisionLines, own: str) -> LineChart | None:
    orders = [list(night.places) for night in nights]
    teams = [line.row.team for line in shown.lines]
    every = -(-len(nights) // FEW_MARKS)
    places = [each_place(night.places) for night in nights]
    coloured = max(shown.line_after, LEADERS)
    return flow(
        [
            Series(
                name=team,
                label=team,
                disc=no if no < coloured and team != own else None,
                ink="own" if team == own else "rest",
                values=[(night, order.index(team) + 1) for night, order in enumerate(orders)],
            )
            for no, team in enumerate(teams)
        ],
        places=len(teams),
        says="Place of each team night by night. The table below has the figures.",
        below=[
            (no, short_day(night.date, year=False))
            for no, night in enumerate(nights)
            if no % every == 0
        ],
        line_after=shown.line_after,
        table=Table(
            title="Places as a table",
            heads=("Team", *(short_day(night.date, year=False) for night in nights)),
            rows=tuple((team, *(night[team] for night in places)) for team in teams),
        ),
    )


LEADERS = 3
"""How many teams have a line in colour, unless the play-off takes more."""
FEW_MARKS = 5
"""The most days written below a chart."""


def _untold(rows: Sequence[TableRow], columns: Sequence[Column]) -> str:
    """Return a sentence about matches without points or games won, where the table has such
    columns; each match is in the rows of two teams."""
    heads = {column.head for column in columns}
    found = [
        (sum(unreported(row, what) for row in rows) // 2, words)
        for what, words, shown in (
            ("points", "the points", {"For", "Agst", "Diff"}),
            ("games", "the games won", {"GW", "GL"}),
        )
        if heads & shown
    ]
    said = [f"{words} of {many} match{'' if many == 1 else 'es'}" for many, words in found if many]
    return f"The columns leave out {listed(said)}, which were not entered." if said else ""


def _off(points: int) -> str:
    return f"{counted(points)} deducted" if points else ""


def _lines(rows, columns, season, keys, lost, penalties, form) -> Iterator[TeamLine]:
    order = season.settings.order
    whys = reasons(rows, order)
    begun = any(row.played for row in rows)
    places = places_as_text(row.place for row in rows)
    for row, above, why in zip(rows, (None, *rows), whys, strict=False):
        # To be tied with a team that has not played says nothing.
        is_level = above is not None and above.place == row.place
        says_why = begun and not (is_level and min(row.played, above.played) == 0)
        short = in_short(row, above, order) if says_why else ""
        yield TeamLine(
            row=row,
            pk=keys[row.team],
            cells=tuple(CELLS[column.head](row) for column in columns),
            columns=columns,
            notes=tuple(filter(None, (why if says_why else "", *lost[row.team]))),
            short_notes=tuple(filter(None, (short, _off(penalties[row.team])))),
            form=form.get(row.team, ""),
            place=places[row.place],
        )


TITLES = {
    "P": "played",
    "W": "won",
    "D": "drawn",
    "L": "lost",
    "GW": "games won",
    "GL": "games lost",
    "For": "points for",
    "Agst": "points against",
    "Diff": "difference of points",
    "Pts": "league points",
}
CELLS = {
    "P": lambda row: str(row.played),
    "W": lambda row: str(row.won),
    "D": lambda row: str(row.drawn),
    "L": lambda row: str(row.lost),
    "GW": lambda row: figure_shown(row, "games_won"),
    "GL": lambda row: figure_shown(row, "games_lost"),
    "For": lambda row: figure_shown(row, "points_for"),
    "Agst": lambda row: figure_shown(row, "points_against"),
    "Diff": lambda row: figure_of(row, "difference"),
    "Pts": lambda row: figure(row.points),
}
FIRST_OF_ORDER = {"points": "Pts", "wins": "W", "games": "GW", "difference": "Diff", "for": "For"}


def columns_of(season: values.League, until: date | None) -> Iterator[Column]:
    """Yield the columns that this league uses; the deciding one is last."""
    decides = FIRST_OF_ORDER.get(season.settings.order[0], "Pts")
    played = [one for one in season.matches if one.decided]
    drawn = any(outcome(one, 0, season.settings) == 0 for one in played)
    games = any(one.games_won for one in played)
    points = any(one.total for one in played)
    shown = {
        "D": drawn,
        "GW": games,
        "GL": games,
        "For": points,
        "Agst": points,
        "Diff": points,
    }
    for head, title in TITLES.items():
        if head != decides and shown.get(head, True):
            yield Column(head=head, title=title)
    yield Column(head=decides, title=TITLES[decides], decides=True)


def trophies_of(
    league: League, season: values.League, until: date | None
) -> list[tuple[str, list[TrophyRow]]]:
    """Return the tables of the side trophies, by name."""
    return [
        (trophy.name, trophy_rows(season, trophy, until=until))
        for trophy in league.agreement.trophies
    ]
