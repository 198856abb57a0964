"""A club's seasons, their standings, and how strong its players are rated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from scoring.club.actions.seasons import change_season, delete_season, make_season
from scoring.club.forms.seasons import SeasonForm
from scoring.club.models import Season
from scoring.club.pure.race import Race, lead_of, lead_words
from scoring.club.pure.season import (
    CRITERIA,
    Criterion,
    SeasonRow,
    Standing,
    Standings,
    of_all,
    sorted_by,
    standings,
)
from scoring.club.queries.seasons import (
    SeasonSoFar,
    has_lists_alone,
    race_of,
    rows_of,
    season_so_far,
    tournaments_left_out,
)
from scoring.club.views.race import (
    COLOURED,
    Fact,
    Figures,
    Runner,
    bars_say,
    best_nights,
    caption_of,
    facts_of,
    form_bars,
    race_chart,
    runners,
)
from scoring.common import codes
from scoring.common.amounts import plain, written
from scoring.common.answers import or_show, posted, valid
from scoring.common.chart import BarChart, LineChart
from scoring.common.dates import long_day
from scoring.common.names import in_short
from scoring.common.pdf.listing import Heading, Listing, listing_pdf
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import LOOK, RUN, Actor, may
from scoring.common.qr_codes import coded
from scoring.common.spreadsheet_views import spreadsheet_answer
from scoring.common.spreadsheets import Spreadsheet
from scoring.euchre.wording import counted, listed
from scoring.people.access import club_by_number
from scoring.people.models import Club
from scoring.table.pure.tally import COUNTS

LEAD = "evenings"
"""Comes after the criterion that ranks, so that a phone shows both."""


@dataclass(frozen=True, kw_only=True)
class SeasonLine:
    """A player's line, with the standing, its reason, and a cell for each column."""

    standing: Standing
    note: str
    short_note: str
    """The note in a few words, for the list."""
    cells: tuple[str, ...]
    columns: tuple[Criterion, ...]

    @property
    def place(self) -> str:
        return self.standing.as_text

    @property
    def name(self) -> str:
        return self.standing.row.name

    @property
    def imported(self) -> int:
        """How many of their club nights were brought from elsewhere."""
        return self.standing.row.elsewhere

    @property
    def figures(self) -> list[tuple[Criterion, str]]:
        """Each cell with its column."""
        return list(zip(self.columns, self.cells, strict=True))


@dataclass(frozen=True, kw_only=True)
class RankLine:
    """A row of the list: a player, their last nights, and the figure that the list is sorted by."""

    place: str
    name: str
    disc: int
    player: int
    imported: int
    note: str
    bars: BarChart | None
    figure: str
    followed: bool
    """Whether the race has their line."""


@dataclass(frozen=True, kw_only=True)
class SeasonPage:
    """The standings of a season, sorted by the column that is `asked` for, or by place. Money is
    shown only to people who run the club."""

    season: Season
    runs: bool = False
    asked: str | None = None

    @property
    def club(self) -> Club:
        return self.season.club

    @cached_property
    def _so_far(self) -> SeasonSoFar:
        return season_so_far(self.season)

    @property
    def _rows(self) -> list[SeasonRow]:
        return self._so_far.rows

    @cached_property
    def _ranked(self) -> Standings:
        return _standings(self.season, self._rows)

    @property
    def _carried(self) -> bool:
        return any(row.carried for row in self._rows)

    @property
    def _elsewhere(self) -> bool:
        return any(row.elsewhere for row in self._rows)

    @cached_property
    def columns(self) -> list[Criterion]:
        return columns_of(self.season, self._rows, money=self.runs)

    @property
    def by(self) -> str:
        """The column that the lines are sorted by."""
        return self.asked or self.season.order[0]

    @cached_property
    def weights(self) -> dict[str, str]:
        """How much of a row each column is on a phone."""
        return {column.key: _weight(column, self.season, self.asked) for column in self.columns}

    @property
    def order(self) -> list[str]:
        """What decides, in words."""
        return [CRITERIA[key].title.lower() for key in self.season.order]

    @cached_property
    def parts(self) -> list[tuple[str, list[SeasonLine]]]:
        """The ranked players, and those who have not played enough yet."""
        found = self._ranked
        return [
            ("", _lines(found.placed, self.season, self.columns, self.asked)),
            ("Too few club nights", _lines(found.waiting, self.season, self.columns, self.asked)),
        ]

    def _shows(self, key: str) -> bool:
        """Whether the page has figures of this criterion. It has none of money for a scorer."""
        return any(column.key == key for column in self.columns)

    @cached_property
    def _race(self) -> Race | None:
        return race_of(self.season, self._so_far, self.by) if self._shows(self.by) else None

    @cached_property
    def _figures(self) -> Figures:
        hundredths = self._race is not None and self._race.scale > 1
        return Figures(by=self.by, hundredths=hundredths, currency=self.club.currency)

    @cached_property
    def _runners(self) -> list[Runner]:
        """Everybody in the order of the list, those with a place first."""
        return runners(self._race, [line.standing.row for _, those in self.parts for line in those])

    @cached_property
    def chart(self) -> LineChart | None:
        """The race of totals."""
        days = [night.played_on for night in self._race.nights] if self._race else []
        return race_chart(self._runners, days=days, shown=self._figures)

    @cached_property
    def facts(self) -> list[Fact]:
        """Who leads, and the best club night."""
        ranks = CRITERIA[self.season.order[0]]
        if not self._shows(ranks.key):
            return []
        lead = lead_of(self._ranked.placed, ranks)
        names = {row.player: self.short[row.name] for row in self._rows}
        best = best_nights(self._runners)
        return facts_of(
            [names[player] for player in lead.players] if lead else [],
            lead_words(lead and lead.by, currency=self.club.currency if ranks.money else ""),
            best and ([self.short[one.name] for one in best[0]], self._figures(best[1])),
        )

    @cached_property
    def ranking(self) -> list[tuple[str, list[RankLine]]]:
        """The list of players by part, each with their last nights and the deciding figure."""
        drawn = zip(self._runners, form_bars(self._runners, self._figures), strict=True)
        followed = self.chart.keys if self.chart else frozenset()
        at = next((no for no, column in enumerate(self.columns) if column.key == self.by), None)
        return [
            (
                part,
                [
                    RankLine(
                        place=line.place,
                        name=line.name,
                        disc=one.disc,
                        player=line.standing.row.player,
                        imported=line.imported,
                        note=line.note if part else line.short_note,
                        bars=bars,
                        figure="" if at is None else line.cells[at],
                        followed=one.key in followed,
                    )
                    for line, (one, bars) in zip(lines, drawn, strict=False)
                ],
            )
            for part, lines in self.parts
        ]

    @cached_property
    def short(self) -> dict[str, str]:
        """How each name is written on a phone."""
        return in_short(row.name for row in self._rows)

    @property
    def caption(self) -> str:
        """What the lines of the race are, in a sentence."""
        more = any(one.totals for one in self._runners[COLOURED:])
        return caption_of(self.season.best_of, by=self.by, more=more)

    @property
    def bars_say(self) -> str:
        """What the bars are, in a sentence; nothing without any."""
        return bars_say(self._runners)

    @property
    def best_nights(self) -> str:
        """How many club nights count, in a short sentence; nothing if all do."""
        best = self.season.best_of
        if not best:
            return ""
        return f"Each player’s best {best} count." if best > 1 else "Each player’s best one counts."

    @property
    def evenings(self) -> int:
        return len(self._so_far.evenings)

    @property
    def best_of(self) -> str:
        """How many club nights count, in a sentence."""
        best = self.season.best_of
        if not best:
            return ""
        nights = f"{best} club nights count" if best > 1 else "club night counts"
        return f"Only each player’s best {nights}, in every figure but the rating."

    @cached_property
    def places(self) -> str:
        """How places bring points, in words."""
        return places_as_text(self.season, carried=self._carried, elsewhere=self._elsewhere)

    @property
    def elsewhere(self) -> bool:
        """Whether something was brought from elsewhere."""
        return self._elsewhere or self._carried

    @cached_property
    def left_out(self) -> str:
        return _left_out(self.season)

    @cached_property
    def unsaid(self) -> str:
        return _unsaid_elsewhere(self.season, self._rows)


def _unsaid_elsewhere(season: Season, rows: Iterable[SeasonRow]) -> str:
    """Return that the evenings brought from elsewhere say nothing of what ranks, in a sentence;
    nothing where they do, or where there are none."""
    first, *others = (CRITERIA[key] for key in season.order)
    if first.of_lists or not any(row.elsewhere for row in rows):
        return ""
    said = (
        "Imported results have points and sometimes places, but no "
        f"{first.title.lower()}, by which this season ranks."
    )
    only = sum(row.elsewhere == row.evenings > 0 for row in rows)
    if not only:
        return said
    by = next((one.title.lower() for one in others if one.of_lists), "")
    then = f"ranked by {by}" if by else "not ranked by their points"
    have = f"{counted(only, 'player')} {'has' if only == 1 else 'have'}"
    return f"{said} {have} no other results, so they are {then}."


def _left_out(season: Season) -> str:
    """Return which tournaments of its days a season does not count, in a sentence; nothing where
    it counts none, or all."""
    if season.counts == Season.Counts.POINTS:
        return ""
    out = list(tournaments_left_out(season))
    if not out:
        return ""
    named = listed([f"{one.called} ({one.day})" for one in out[:NAMED]])
    more = f" and {len(out) - NAMED} more" if len(out) > NAMED else ""
    return f"Left out by their own settings: {named}{more}."


NAMED = 4
"""The most tournaments to name that a season leaves out."""


def places_as_text(season: Season, *, carried: bool, elsewhere: bool) -> str:
    """Return in sentences how places bring points, also at evenings from `elsewhere`, and how
    points were carried in."""
    points = season.place_points
    said = []
    if points:
        list = ", ".join(map(str, points))
        behind = f", all others {season.others_take}" if season.others_take else ""
        said.append(
            f"Points for places are {list}{behind}. Places are {_which_places(season, elsewhere)}."
        )
        said.append(LEVEL_WORDS[season.level])
    if carried:
        said.append(f"Imported points count as {'season points' if points else 'points'} too.")
    return " ".join(said)


def _which_places(season: Season, elsewhere: bool) -> str:
    """Return which places bring season points, and whether other evenings have any."""
    found = "those of tournaments"
    found += " and imported results" if elsewhere else ""
    if season.counts == Season.Counts.TOURNAMENTS:
        return found
    if not season.places_by:
        return f"{found}, other club nights have none"
    return f"{found}, at other club nights by {CRITERIA[season.places_by].title.lower()}"


LEVEL_WORDS = {
    "": "Tied players share the points of their places equally (our ruling).",
    "each": "Tied players each get the points of the place (our ruling).",
}


def _weight(column: Criterion, season: Season, by: str | None) -> str:
    """Return the weight of a figure in a row on a phone: "decides" for the deciding one, "" for
    those below, and "apart" for those a tap away."""
    if column.key == (by or season.order[0]):
        return "decides"
    return "" if column.key in (LEAD, *season.order[:2]) else "apart"


def _standings(season: Season, rows: Iterable[SeasonRow]) -> Standings:
    return standings(rows, order=season.order, least_evenings=season.least_evenings)


def columns_of(season: Season, rows: Sequence[SeasonRow], *, money: bool) -> list[Criterion]:
    """Return the columns: the one that ranks, the evenings, the one that decides ties, then all
    other figures."""
    keys = dict.fromkeys([season.order[0], LEAD, *season.order, *CRITERIA])
    games = any(row.games for row in rows)
    for_money = money and any(row.net_minor for row in rows)
    return [
        one
        for one in map(CRITERIA.get, keys)
        if (games or not one.of_games or one.key in season.order)
        and (for_money or not one.money)
        and (season.place_points or not one.of_places or one.key in season.order)
    ]


def _lines(
    found: Sequence[Standing], season: Season, columns: Sequence[Criterion], by: str | None
) -> list[SeasonLine]:
    found = sorted_by(found, by) if by else found
    return [
        SeasonLine(
            standing=one,
            note=_note(one, season, sorted_otherwise=bool(by)),
            short_note=one.reason if not by else "",
            cells=tuple(_cell(column, one.row, season) for column in columns),
            columns=tuple(columns),
        )
        for one in found
    ]


def _note(one: Standing, season: Season, *, sorted_otherwise: bool) -> str:
    """Return how many evenings are missing, or what set them below the name above when both are
    level."""
    if one.place is None:
        return f"{one.row.evenings} of {season.least_evenings} needed"
    if not one.tied_with or sorted_otherwise:
        return ""
    if one.decided_by is None:
        return f"tied with {one.tied_with}"
    return f"tied with {one.tied_with}, {one.decided_by.title.lower()} decided"


def _cell(column: Criterion, row: SeasonRow, season: Season) -> str:
    if column.money:
        return written(row.net_minor, season.club.currency, plus=True)
    if column.key == LEAD:
        return of_all(row.evenings, season.best_of)
    if column.key == "rating" and row.strength and row.strength.provisional:
        return f"{column.written(row)} (provisional)"
    return column.written(row)


ON_PAPER = 6
"""The number of columns beside a name on a sheet."""


def season_listing(season: Season) -> Listing:
    """Return the standings to hang up, with the figures that rank and decide, without money."""
    page = SeasonPage(season=season)
    columns = page.columns[:ON_PAPER]
    lines = [line for _, lines in page.parts for line in lines]
    days = f"{long_day(season.starts_on)} to {long_day(season.ends_on)}"
    brought = BROUGHT if page.elsewhere else ""
    return Listing(
        title=season.name,
        club=season.club.name,
        about=f"{days}, {counted(page.evenings, 'club night')}",
        columns=(
            Heading(title="", kind="figure"),
            Heading(title="Name", kind="name"),
            *(Heading(title=column.title, kind="figure") for column in columns),
        ),
        rows=tuple((line.place, line.name, *line.cells[:ON_PAPER]) for line in lines),
        notes=(
            f"Ranked by {', then by '.join(page.order)}.",
            *filter(None, [page.best_of, page.places, brought, page.unsaid, page.left_out]),
            *_ties(lines),
        ),
    )


BROUGHT = "These include imported results."


def _ties(lines: Sequence[SeasonLine]) -> list[str]:
    return [f"{line.name}: {line.note}." for line in lines if line.note]


QUOTIENTS = ("points_a_hand", "points_an_evening", "games_a_game", "rating")
IN_THE_FILE = {
    "place_points": "season points",
    "points_a_hand": "points a hand",
    "points_an_evening": "points an evening",
    "games_a_game": "share of games won",
    "rating": "rating",
}
"""Columns of the CSV, which keep their names when a title on screen changes."""


def season_sheet(season: Season, *, runs: bool) -> Spreadsheet:
    """Return the standings as a spreadsheet, with money only for people who run the club."""
    rows = rows_of(season)
    money = runs and any(row.net_minor for row in rows)
    return Spreadsheet(
        name=slugify(season.name) or "season",
        holds="the standings of a season",
        of="season",
        columns=(
            *("place", "name", "evenings", "evenings counted"),
            *(name.replace("_", " ") for name in COUNTS),
            *(IN_THE_FILE[key] for key in _exact(season)),
            "evenings from elsewhere",
            *(("net money", "currency") if money else ()),
        ),
        rows=lambda club: _sheet_rows(
            _standings(season, rows), _exact(season), club.currency if money else ""
        ),
    )


def _exact(season: Season) -> tuple[str, ...]:
    """Return what is written with decimals."""
    return (*(["place_points"] if season.place_points else []), *QUOTIENTS)


def _sheet_rows(found: Standings, exact: Sequence[str], currency: str) -> Iterator[tuple]:
    for one in (*found.placed, *found.waiting):
        row = one.row
        yield (
            *(one.as_text, row.name, row.evenings, row.counted),
            *(getattr(row, name) for name in COUNTS),
            *(CRITERIA[key].written(row).replace("\N{MINUS SIGN}", "-") for key in exact),
            row.elsewhere,
            *((plain(row.net_minor, currency), currency) if currency else ()),
        )


@require_safe
@club_by_number(LOOK)
def seasons(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """All seasons of the club."""
    today, found = timezone.localdate(), club.seasons.all()
    context = {
        "club": club,
        "runs": may(actor, RUN, club),
        "seasons": found,
        "now": [season for season in found if season.starts_on <= today <= season.ends_on],
    }
    return render(request, "club/seasons/seasons.html", context)


@require_safe
@club_by_number(LOOK)
def season(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """Show the standings with their reasons (`?by=` sorts by another column)."""
    found = get_object_or_404(club.seasons, pk=season)
    page = SeasonPage(season=found, runs=may(actor, RUN, club), asked=request.GET.get("by"))
    if page.asked not in (None, *(column.key for column in page.columns)):
        raise Http404("This season has no such column.")
    return render(request, "club/seasons/season.html", {"page": page})


@require_safe
@club_by_number(LOOK)
def season_file(
    request: HttpRequest, club: Club, actor: Actor, season: int, *, xlsx: bool = False
) -> HttpResponse:
    """The standings as a spreadsheet."""
    found = get_object_or_404(club.seasons, pk=season)
    sheet = season_sheet(found, runs=may(actor, RUN, club))
    return spreadsheet_answer(sheet, club, xlsx=xlsx)


@require_safe
@club_by_number(LOOK)
def season_print(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """The standings on paper, to hang up."""
    found = get_object_or_404(club.seasons, pk=season)
    listing = coded(request, season_listing(found), codes.SEASON, found.pk)
    return pdf_answer(request, listing_pdf, listing, name=(found.name,))


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def make(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """A new season; this calendar year is suggested."""
    return _form(request, club, save=partial(make_season, club=club), says="{} is created.")


@require_http_methods(["GET", "HEAD", "POST"])
@club_by_number(RUN)
def edit(request: HttpRequest, club: Club, actor: Actor, season: int) -> HttpResponse:
    """The same page for a season that exists."""
    found = get_object_or_404(club.seasons, pk=season)
    save = partial(change_season, season=found, actor=actor)
    return _form(request, club, save=save, says="{} is saved.", season=found)


def _form(
    request: HttpRequest,
    club: Club,
    *,
    save: Callable[..., Season],
    says: str,
    season: Season | None = None,
) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    ranks_lists = season is None and has_lists_alone(club)
    form = SeasonForm(data, today=timezone.localdate(), season=season, ranks_lists=ranks_lists)
    context = {"club": club, "runs": True, "season": season, "form": form}
    page = partial(render, request, "club/seasons/season_form.html", context)
    if data is None:
        return page()
    with or_show(page, form):
        valid(form)
        saved = save(**form.what)
    messages.success(request, says.format(saved))
    return redirect("season", club.pk, saved.pk)


@posted(club_by_number(RUN), to="seasons")
def delete(request: HttpRequest, club: Club, actor: Actor, season: int) -> str:
    """Delete a season. Results stay."""
    gone = delete_season(club=club, season=season, actor=actor)
    return (
        f"{gone} is deleted. Its club nights are kept."
        if gone
        else "This season was already deleted."
    )
